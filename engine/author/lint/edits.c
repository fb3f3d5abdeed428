/* Corrections: rules propose them with their findings, and here they become edits of the files. */
#include "author/lint/lint.h"
#include "base/memory/sized.h"
#include "base/memory/sort.h"
#include "base/text/lines.h"

void vt_lint_keep_text(vitals_lint *lint, vt_text name, vt_text text) {
    vt_lines *kept = vt_lint_allocate(lint, sizeof *kept);
    if (!kept) return;
    kept->text = vt_arena_copy(&lint->arena, text);
    if (vt_text_is_absent(kept->text) || !vt_map_put(&lint->texts, name, kept))
        lint->no_memory = true;
}

void vt_lint_propose_key_quotes(vitals_lint *lint, const char *file, vt_text text,
                                uint32_t first_line, const vitals_diagnostic *found) {
    vt_text line;
    for (uint32_t number = first_line; vt_text_split(&text, '\n', &line); number++) {
        if (number != found->line && number + 1 != found->line) continue;
        vt_text trimmed = vt_text_trim(line);
        size_t colon = vt_text_find(trimmed, VT_TEXT(":"), 0);
        if (!vt_text_starts(trimmed, VT_TEXT("*")) || colon == SIZE_MAX) continue;
        vt_text key = vt_text_between(trimmed, 0, colon);
        vt_place place = { file, 0, found->line, found->column }, at = place;
        at.line = number;
        at.column = (uint32_t)(trimmed.bytes - line.bytes) + 1;
        vt_lint_propose(
            lint, (vt_lint_proposal){ .change = VT_LINT_REPLACE,
                                      .rule = VT_LINT_UNQUOTED_WILDCARD,
                                      .place = place,
                                      .at = at,
                                      .old = vt_arena_copy(&lint->arena, key),
                                      .text = vt_lint_printf(lint, "\"%.*s\"", VT_TEXT_ARG(key)) });
    }
}

/* --------------------------------------------------------------------- making */

static bool is_blank(vt_text text) {
    return vt_text_trim(text).size == 0;
}

static size_t line_start(vt_text text, size_t at) {
    while (at > 0 && text.bytes[at - 1] != '\n') at--;
    return at;
}

/* The offset behind the line break of the line that holds `at`. */
static size_t line_end(vt_text text, size_t at) {
    size_t end = vt_text_find_byte(text, '\n', at);
    return end == SIZE_MAX ? text.size : end + 1;
}

static bool make_replacement(const vt_lint_proposal *from, const vt_lines *lines,
                             vitals_lint_edit *edit) {
    size_t at = vt_lines_offset(lines, from->at.line, from->at.column);
    if (!vt_text_starts(vt_text_between(lines->text, at, lines->text.size), from->old))
        return false;
    edit->offset = at;
    edit->size = from->old.size;
    edit->text = from->text;
    return true;
}

static bool make_removal(const vt_lint_proposal *from, const vt_lines *lines,
                         vitals_lint_edit *edit) {
    size_t at = vt_lines_offset(lines, from->at.line, 1);
    size_t last = vt_lines_offset(lines, from->last_line, 1);
    vt_text first = vt_text_between(lines->text, at, line_end(lines->text, at));
    edit->offset = at;
    edit->size = line_end(lines->text, last) - at;
    return vt_text_equal(vt_text_trim(first), vt_text_trim(from->old));
}

static bool make_cut(const vt_lint_proposal *from, const vt_lines *lines, vitals_lint_edit *edit) {
    vt_text text = lines->text;
    size_t at = vt_lines_offset(lines, from->at.line, from->at.column);
    size_t start = line_start(text, at), end = line_end(text, at);
    if (is_blank(vt_text_between(text, start, at))) {
        at = start;
    } else {
        while (at > start && vt_is_blank(text.bytes[at - 1])) at--;
        if (end > at && text.bytes[end - 1] == '\n') end--;
    }
    edit->offset = at;
    edit->size = end - at;
    return true;
}

static bool (*const making[])(const vt_lint_proposal *from, const vt_lines *lines,
                              vitals_lint_edit *edit) = {
    [VT_LINT_REPLACE] = make_replacement,
    [VT_LINT_REMOVE_LINES] = make_removal,
    [VT_LINT_CUT] = make_cut,
};

static int compare_place(const vitals_lint_finding *finding, const vt_lint_proposal *of) {
    int order = strcmp(finding->file, of->place.file);
    if (order) return order;
    if (finding->line != of->place.line) return finding->line < of->place.line ? -1 : 1;
    if (finding->column != of->place.column) return finding->column < of->place.column ? -1 : 1;
    const vitals_lint_rule *rule = vitals_lint_rule_at(of->rule);
    return (finding->rule > rule) - (finding->rule < rule);
}

/* The findings are in the order of their places. */
static bool is_reported(const vitals_lint *lint, const vt_lint_proposal *of) {
    size_t low = 0, high = lint->finding_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_place(&lint->findings[middle], of) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < lint->finding_count && compare_place(&lint->findings[low], of) == 0 &&
           !lint->findings[low].ignored;
}

static void make(vitals_lint *lint, const vt_lint_proposal *from) {
    vt_lines *lines = vt_map_get(&lint->texts, vt_text_from(from->at.file));
    if (!lines || !is_reported(lint, from)) return;
    if (!lines->marks && !vt_lines_index(&lint->arena, lines->text, lines)) lint->no_memory = true;
    vitals_lint_edit edit = { .rule = vitals_lint_rule_at(from->rule), .file = from->at.file };
    edit.text = VT_TEXT("");
    if (!making[from->change](from, lines, &edit)) return;
    void *items = lint->edits;
    bool room = vt_grow(&lint->allocator, &items, &lint->edit_capacity, lint->edit_count,
                        sizeof *lint->edits);
    lint->edits = items;
    if (room) {
        lint->edits[lint->edit_count++] = edit;
    } else {
        lint->no_memory = true;
    }
}

/* ---------------------------------------------------------------------- order */

static int compare_edits(const void *a, const void *b) {
    const vitals_lint_edit *first = a, *second = b;
    int order = strcmp(first->file, second->file);
    if (order) return order;
    if (first->offset != second->offset) return first->offset < second->offset ? -1 : 1;
    return (first->size < second->size) - (first->size > second->size);
}

/* Of two that overlap the earlier one is kept: the other comes up again when lint runs again. */
static void remove_overlaps(vitals_lint *lint) {
    size_t kept = 0;
    for (size_t i = 0; i < lint->edit_count; i++) {
        const vitals_lint_edit *last = kept ? &lint->edits[kept - 1] : NULL;
        bool same_file = last && strcmp(last->file, lint->edits[i].file) == 0;
        if (same_file && last->offset + last->size > lint->edits[i].offset) continue;
        if (same_file && last->offset == lint->edits[i].offset) continue;
        lint->edits[kept++] = lint->edits[i];
    }
    lint->edit_count = kept;
}

void vt_lint_finish_edits(vitals_lint *lint) {
    const vt_lint_proposal *at = lint->proposals;
    for (; at && vt_lint_goes_on(lint); at = at->next) make(lint, at);
    if (!vt_sort(lint->edits, lint->edit_count, sizeof *lint->edits, compare_edits,
                 lint->interrupt)) {
        lint->stopped = true;
    }
    remove_overlaps(lint);
}

bool vitals_lint_edit_at(const vitals_lint *lint, size_t index, vitals_lint_edit *out,
                         size_t out_bytes) {
    if (!lint->finished || index >= lint->edit_count) return false;
    vt_sized_write(out, out_bytes, &lint->edits[index], sizeof lint->edits[index]);
    return true;
}
