/* The findings: adding, silencing and sorting them. */
#include "author/lint/lint.h"
#include "base/memory/sized.h"
#include "base/memory/sort.h"

/* ------------------------------------------------------------------- adding */

/* What finds a finding again: rule, line and file. */
static vt_text key_of(vitals_lint *lint, const vitals_lint_rule *rule, const char *file,
                      uint32_t line) {
    return vt_lint_printf(lint, "%s:%u:%s", rule->id, (unsigned)line, file);
}

static void append(vitals_lint *lint, const vitals_lint_finding *finding) {
    vt_text key = key_of(lint, finding->rule, finding->file, finding->line);
    void *items = lint->findings;
    bool room = vt_grow(&lint->allocator, &items, &lint->finding_capacity, lint->finding_count,
                        sizeof *lint->findings);
    lint->findings = items;
    if (room && vt_map_put(&lint->found, key, lint)) {
        lint->findings[lint->finding_count++] = *finding;
    } else {
        lint->no_memory = true;
    }
}

void vt_lint_add(vitals_lint *lint, vt_lint_rule_id rule, vt_place place, vt_text advice,
                 const char *format, ...) {
    vitals_lint_finding finding = { .rule = vitals_lint_rule_at(rule),
                                    .line = place.line ? place.line : 1,
                                    .column = place.column ? place.column : 1 };
    va_list arguments;
    va_start(arguments, format);
    finding.text = vt_lint_vprintf(lint, format, arguments);
    va_end(arguments);
    finding.advice = vt_text_is_absent(advice) ? vt_text_from(finding.rule->advice) : advice;
    vt_text file = vt_arena_copy(&lint->arena, vt_text_from(place.file ? place.file : ""));
    if (vt_text_is_absent(file)) {
        lint->no_memory = true;
        return;
    }
    finding.file = file.bytes;
    append(lint, &finding);
}

/* ----------------------------------------------------------------- charging */

bool vt_lint_goes_on(vitals_lint *lint) {
    if (vt_interrupt_asked(lint->interrupt)) lint->stopped = true;
    return !lint->no_memory && !lint->stopped;
}

/* The steps that are left of the run's, unless a script may use fewer. */
static vt_steps next_steps(const vitals_lint *lint) {
    uint64_t most = lint->limits.lint_steps, all = lint->limits.lint_run_steps;
    uint64_t left = all > lint->run_steps ? all - lint->run_steps : 0;
    if (left < most) return vt_steps_of(VT_LIMIT_NAME(lint_run_steps), left, lint->interrupt);
    return vt_steps_of(VT_LIMIT_NAME(lint_steps), most, lint->interrupt);
}

bool vt_lint_begin(vitals_lint *lint, vt_place place) {
    lint->run_steps += lint->steps.done;
    lint->steps = next_steps(lint);
    lint->charged = place;
    lint->incomplete = false;
    return vt_lint_goes_on(lint) && vt_lint_charge(lint, 1);
}

/* Without steps for the whole run nothing that follows is checked: it is reported once. */
static void report_limit(vitals_lint *lint) {
    const char *limit = lint->steps.stopped;
    bool whole_run = strcmp(limit, VT_LIMIT_NAME(lint_run_steps)) == 0;
    if (whole_run && lint->out_of_steps) return;
    lint->out_of_steps = whole_run;
    vt_lint_add(lint, VT_LINT_INCOMPLETE, lint->charged, VT_TEXT_ABSENT,
                whole_run
                    ? "limit %s of %llu reached: the rest, and all that follows, is not checked"
                    : "limit %s of %llu reached: the rest is not checked",
                limit, (unsigned long long)vt_limit_value(&lint->limits, limit));
}

bool vt_lint_charge(vitals_lint *lint, uint64_t steps) {
    if (vt_steps_charge(&lint->steps, steps)) return true;
    if (vt_steps_interrupted(&lint->steps)) lint->stopped = true;
    if (lint->stopped || lint->incomplete) return false;
    lint->incomplete = true;
    report_limit(lint);
    return false;
}

bool vt_lint_has(vitals_lint *lint, vt_lint_rule_id rule, const char *file, uint32_t line) {
    if (lint->finding_count == 0) return false;
    vt_text key = key_of(lint, vitals_lint_rule_at(rule), file, line);
    return vt_lint_charge(lint, 1 + key.size) && vt_map_get(&lint->found, key);
}

/* ------------------------------------------------------------------ comments */

/* Where a comment `-- vitals:ignore` or `# vitals:ignore` begins in a line; SIZE_MAX: it has none. */
static size_t find_marker(vt_text line, size_t *after) {
    static const vt_text markers[] = { VT_TEXT_INIT("-- vitals:ignore"),
                                       VT_TEXT_INIT("# vitals:ignore") };
    for (size_t i = 0; i < sizeof markers / sizeof markers[0]; i++) {
        size_t at = vt_text_find(line, markers[i], 0);
        if (at == SIZE_MAX) continue;
        *after = at + markers[i].size;
        return at;
    }
    return SIZE_MAX;
}

static void take_ignore(vitals_lint *lint, const char *file, vt_text line, uint32_t number) {
    size_t after, at = find_marker(line, &after);
    if (at == SIZE_MAX) return;
    vt_text rest = vt_text_trim(vt_text_between(line, after, line.size)), name;
    vt_lint_ignore ignore = { .file = file, .line = number, .column = (uint32_t)at + 1 };
    if (!vt_text_split(&rest, ' ', &name)) name = VT_TEXT("");
    ignore.name = vt_arena_copy(&lint->arena, name);
    ignore.reason = vt_arena_copy(&lint->arena, vt_text_trim(rest));
    ignore.rule = vt_lint_find_rule(name);
    ignore.alone = vt_text_trim(vt_text_between(line, 0, at)).size == 0;
    void *items = lint->ignores;
    bool room = vt_grow(&lint->allocator, &items, &lint->ignore_capacity, lint->ignore_count,
                        sizeof *lint->ignores);
    lint->ignores = items;
    if (room && ignore.name.bytes && ignore.reason.bytes) {
        lint->ignores[lint->ignore_count++] = ignore;
    } else {
        lint->no_memory = true;
    }
}

void vt_lint_read_ignores(vitals_lint *lint, const char *file, vt_text text) {
    vt_text line;
    if (vt_text_find(text, VT_TEXT("vitals:ignore"), 0) == SIZE_MAX) return;
    for (uint32_t number = 1; vt_text_split(&text, '\n', &line); number++) {
        take_ignore(lint, file, line, number);
    }
}

static bool silences(const vt_lint_ignore *ignore, const vitals_lint_finding *finding) {
    if (ignore->rule != finding->rule || ignore->reason.size == 0) return false;
    if (strcmp(ignore->file, finding->file) != 0) return false;
    return ignore->line == finding->line || (ignore->alone && ignore->line + 1 == finding->line);
}

static int compare_places(const vt_lint_ignore *ignore, const char *file, uint32_t line) {
    int order = strcmp(ignore->file, file);
    return order ? order : (ignore->line > line) - (ignore->line < line);
}

static int compare_ignores(const void *a, const void *b) {
    const vt_lint_ignore *first = a, *second = b;
    int order = compare_places(first, second->file, second->line);
    return order ? order : (first->column > second->column) - (first->column < second->column);
}

/* The index of the first comment in a file on a line or after it. */
static size_t find_ignores(const vitals_lint *lint, const char *file, uint32_t line) {
    size_t low = 0, high = lint->ignore_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_places(&lint->ignores[middle], file, line) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The comments are in the order of their places: only those of the line and of the line before it
** can silence a finding. */
static void silence(vitals_lint *lint, vitals_lint_finding *finding) {
    size_t at = find_ignores(lint, finding->file, finding->line - 1);
    for (; at < lint->ignore_count; at++) {
        vt_lint_ignore *ignore = &lint->ignores[at];
        if (compare_places(ignore, finding->file, finding->line) > 0) return;
        if (!silences(ignore, finding)) continue;
        ignore->used = true;
        finding->ignored = true;
        finding->reason = ignore->reason;
        return;
    }
}

static void check_ignore(vitals_lint *lint, const vt_lint_ignore *ignore) {
    vt_place place = { ignore->file, 0, ignore->line, ignore->column };
    if (!ignore->rule) {
        vt_lint_add(lint, VT_LINT_IGNORE_INVALID, place, VT_TEXT_ABSENT,
                    "there is no rule '%.*s' to ignore", VT_TEXT_ARG(ignore->name));
    } else if (ignore->reason.size == 0) {
        vt_lint_add(lint, VT_LINT_IGNORE_INVALID, place, VT_TEXT_ABSENT,
                    "ignoring %s needs a reason after it", ignore->rule->id);
    } else if (!ignore->used) {
        vt_lint_add(lint, VT_LINT_IGNORE_INVALID, place, VT_TEXT("Remove the comment"),
                    "%s has no finding here", ignore->rule->id);
        vt_lint_propose(lint, (vt_lint_proposal){ .change = VT_LINT_CUT,
                                                  .rule = VT_LINT_IGNORE_INVALID,
                                                  .place = place,
                                                  .at = place });
    }
}

/* -------------------------------------------------------------------- order */

static int compare_findings(const void *a, const void *b) {
    const vitals_lint_finding *first = a, *second = b;
    int order = strcmp(first->file, second->file);
    if (order) return order;
    if (first->line != second->line) return first->line < second->line ? -1 : 1;
    if (first->column != second->column) return first->column < second->column ? -1 : 1;
    if (first->rule != second->rule) return first->rule < second->rule ? -1 : 1;
    return vt_text_compare(first->text, second->text);
}

/* A finding that is reported twice, as for a shared fixture, is kept once. */
static void remove_repeated(vitals_lint *lint) {
    size_t kept = 0;
    for (size_t i = 0; i < lint->finding_count; i++) {
        if (kept && compare_findings(&lint->findings[kept - 1], &lint->findings[i]) == 0) continue;
        lint->findings[kept++] = lint->findings[i];
    }
    lint->finding_count = kept;
}

static void sort(vitals_lint *lint, void *items, size_t count, size_t item_bytes,
                 vt_compare_fn compare) {
    if (!vt_sort(items, count, item_bytes, compare, lint->interrupt)) lint->stopped = true;
}

/* Keep the findings in files that are wanted and of rules that are not off. */
static void apply_levels(vitals_lint *lint) {
    size_t kept = 0;
    for (size_t i = 0; i < lint->finding_count; i++) {
        vitals_lint_finding *finding = &lint->findings[i];
        vitals_lint_level level = vt_lint_level_of(lint, finding->file, finding->rule);
        if (level == VITALS_LINT_OFF) continue;
        if (lint->wants && !lint->wants(lint->wants_user, finding->file)) continue;
        finding->severity = (vitals_severity)level;
        lint->findings[kept++] = *finding;
    }
    lint->finding_count = kept;
}

void vt_lint_finish_findings(vitals_lint *lint) {
    sort(lint, lint->ignores, lint->ignore_count, sizeof *lint->ignores, compare_ignores);
    for (size_t i = 0; i < lint->finding_count; i++) silence(lint, &lint->findings[i]);
    for (size_t i = 0; i < lint->ignore_count; i++) check_ignore(lint, &lint->ignores[i]);
    apply_levels(lint);
    sort(lint, lint->findings, lint->finding_count, sizeof *lint->findings, compare_findings);
    remove_repeated(lint);
}

bool vitals_lint_finding_at(const vitals_lint *lint, size_t index, vitals_lint_finding *out,
                            size_t out_bytes) {
    if (!lint->finished || index >= lint->finding_count) return false;
    vt_sized_write(out, out_bytes, &lint->findings[index], sizeof lint->findings[index]);
    return true;
}
