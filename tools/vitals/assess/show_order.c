/* The order of rows, and what rows of all forms share. */
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "base/run/statuses.h"
#include "input/time.h"

bool show_has_row(const cli_entry *entry) {
    return !entry->gone && entry->group != NO_ENTRY && entry->shown &&
           !entry->answer.without_health;
}

/* ----------------------------------------------------------------- sorting */

/* An entry, and how to compare it. */
typedef struct ranked {
    const cli_answer *answer;
    uint32_t index;
} ranked;

/* Objects of a cluster arrive in no order: they are in that of their names. */
static int compare_input(const ranked *a, const ranked *b) {
    const int order = answer_compare(a->answer, b->answer);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static int compare_worst(const ranked *a, const ranked *b) {
    const size_t x = vt_status_rank(answer_colour(a->answer));
    const size_t y = vt_status_rank(answer_colour(b->answer));
    return (x > y) - (x < y);
}

static int compare_name(const ranked *a, const ranked *b) {
    const int names = strcmp(a->answer->name, b->answer->name);
    return names ? names : strcmp(a->answer->namespace, b->answer->namespace);
}

static int compare_kind(const ranked *a, const ranked *b) {
    const int kinds = strcmp(a->answer->kind, b->answer->kind);
    return kinds ? kinds : strcmp(a->answer->group, b->answer->group);
}

static int compare_namespace(const ranked *a, const ranked *b) {
    const int namespaces = strcmp(a->answer->namespace, b->answer->namespace);
    return namespaces ? namespaces : compare_kind(a, b);
}

/* The latest change first; what has no time comes last. */
static int compare_since(const ranked *a, const ranked *b) {
    return (a->answer->since < b->answer->since) - (a->answer->since > b->answer->since);
}

/* Each comparison falls back on the status, and then on the order of the input. */
#define COMPARE_BY(name)                                                                           \
    static int by_##name(const void *a, const void *b) {                                           \
        int order = compare_##name(a, b);                                                          \
        if (!order) order = compare_worst(a, b);                                                   \
        return order ? order : compare_input(a, b);                                                \
    }
COMPARE_BY(worst)
COMPARE_BY(name)
COMPARE_BY(namespace)
COMPARE_BY(kind)
COMPARE_BY(since)
COMPARE_BY(input)
#undef COMPARE_BY

static int (*const orders[])(const void *a, const void *b) = {
    [SORT_BY_STATUS] = by_worst, [SORT_BY_NAME] = by_name,   [SORT_BY_NAMESPACE] = by_namespace,
    [SORT_BY_KIND] = by_kind,    [SORT_BY_SINCE] = by_since, [SORT_BY_INPUT] = by_input,
};

static uint32_t *order_by(const cli_run *run, bool (*wanted)(const cli_entry *entry),
                          unsigned sort_by, size_t *count) {
    ranked *order = memory_new(run->entry_count + 1, sizeof *order);
    *count = 0;
    for (uint32_t i = 0; i < run->entry_count; i++) {
        if (wanted(entry_at(run, i))) order[(*count)++] = (ranked){ &entry_at(run, i)->answer, i };
    }
    qsort(order, *count, sizeof *order, orders[sort_by]);
    uint32_t *indices = memory_new(*count + 1, sizeof *indices);
    for (size_t i = 0; i < *count; i++) indices[i] = order[i].index;
    free(order);
    return indices;
}

uint32_t *show_input_order(const cli_run *run, bool (*wanted)(const cli_entry *entry),
                           size_t *count) {
    return order_by(run, wanted, SORT_BY_INPUT, count);
}

uint32_t *show_order(const cli_run *run, bool (*wanted)(const cli_entry *entry), size_t *count) {
    return order_by(run, wanted, run->options->sort_by, count);
}

/* Worst first, then by name. */
static int compare_groups(const void *a, const void *b) {
    const cli_group *const *left = a, *const *right = b;
    const int x = vitals_health_severity((*left)->health);
    const int y = vitals_health_severity((*right)->health);
    return x != y ? y - x : strcmp((*left)->name, (*right)->name);
}

size_t *show_groups_in_order(const cli_run *run) {
    const cli_group **order = memory_new(run->group_count, sizeof *order);
    size_t *indices = memory_new(run->group_count, sizeof *indices);
    for (size_t i = 0; i < run->group_count; i++) order[i] = &run->groups[i];
    qsort(order, run->group_count, sizeof *order, compare_groups);
    for (size_t i = 0; i < run->group_count; i++) indices[i] = (size_t)(order[i] - run->groups);
    free(order);
    return indices;
}

/* ---------------------------------------------------------------- coverage */

void show_coverage(const cli_run *run) {
    vt_buffer lines = BUFFER_INIT;
    if (output_shows(run->options->output, FORM_FOR_PEOPLE)) {
        coverage_add_lines(&lines, &run->coverage);
        terminal_write_wrapped(&run->terminal, &lines, 4);
    } else if (run->options->output == OUTPUT_NDJSON) {
        coverage_add_line(&lines, &run->coverage);
        terminal_write(vt_buffer_string(&lines), lines.size);
    }
    vt_buffer_done(&lines);
}

/* ------------------------------------------------------------------- words */

const char *show_group_word(const cli_run *run, const cli_group *group) {
    const bool kstatus = run->aggregate == VITALS_AGGREGATE_KSTATUS;
    return kstatus ? vitals_kstatus_name(vitals_kstatus_from_health(group->health))
                   : vitals_health_name(group->health);
}

bool show_has_group(const cli_run *run, const cli_group *group) {
    const option_list *only = &run->options->only;
    if (run->options->by == GROUP_ALL || !only->count) return true;
    for (size_t i = 0; i < only->count; i++) {
        if (choice_is(only->items[i], show_group_word(run, group)) ||
            choice_is(only->items[i], vitals_health_name(group->health))) {
            return true;
        }
    }
    return false;
}

void show_add_since(const cli_run *run, vt_buffer *out, int64_t since) {
    if (since >= 0) time_add_age(out, run->rules.call.now_seconds - since);
}

/* --------------------------------------------------------------------- lines */

static bool is_shown(const cli_entry *entry) {
    return entry->shown && entry->group != NO_ENTRY;
}

/* What was deleted has a last line of JSON. */
static bool has_json_line(const cli_entry *entry) {
    return entry->shown && entry->answer.line && (entry->gone || entry->group != NO_ENTRY);
}

static void write_line(const cli_run *run, vt_buffer *line, uint32_t index) {
    vt_buffer_clear(line);
    if (run->options->output == OUTPUT_NAME) {
        answer_add_name(line, &entry_at(run, index)->answer);
    } else {
        show_add_json(run, line, index);
    }
    vt_buffer_add_terminated(line, "\n");
    terminal_write(line->bytes, line->size);
}

/* -o ndjson and -o name, where the answers had to be kept: in the order of the input, unless another one
** is asked for. */
void show_lines(cli_run *run) {
    const bool is_name = run->options->output == OUTPUT_NAME;
    const unsigned sort_by =
        run->options->sort_by == SORT_BY_STATUS ? SORT_BY_INPUT : run->options->sort_by;
    vt_buffer line = BUFFER_INIT;
    size_t count = 0;
    uint32_t *order = order_by(run, is_name ? is_shown : has_json_line, sort_by, &count);
    for (size_t i = 0; i < count; i++) write_line(run, &line, order[i]);
    vt_buffer_done(&line);
    free(order);
}
