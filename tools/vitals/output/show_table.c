/* -o table and -o wide: one row per object, the worst first; with --by one row per group. */
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "input/time.h"
#include "output/memory.h"

/* ----------------------------------------------------------------- sorting */

typedef struct ranked {
    int badness;
    size_t index;
} ranked;

static int compare_ranked(const void *a, const void *b) {
    const ranked *left = a, *right = b;
    if (left->badness != right->badness) return left->badness < right->badness ? 1 : -1;
    return (left->index > right->index) - (left->index < right->index);
}

void show_sort_worst_first(const cli_run *run, size_t *indices, size_t count) {
    ranked *order = memory_new(count, sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = (ranked){ answer_badness(&run->entries[indices[i]].answer), indices[i] };
    qsort(order, count, sizeof *order, compare_ranked);
    for (size_t i = 0; i < count; i++) indices[i] = order[i].index;
    free(order);
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

const char *show_group_word(const cli_run *run, const cli_group *group) {
    const bool kstatus = run->aggregate == VITALS_AGGREGATE_KSTATUS;
    return kstatus ? vitals_kstatus_name(vitals_kstatus_from_health(group->health))
                   : vitals_health_name(group->health);
}

void show_add_since(const cli_run *run, cli_text *out, int64_t since) {
    if (since >= 0) time_add_age(out, run->rules.call.now_seconds - since);
}

/* -------------------------------------------------------------------- rows */

enum { NAMESPACE, RESOURCE, HEALTH, SINCE, SUSPENDED, STALE, RULE, ORIGIN, MESSAGE, COLUMNS };

static void add_object_row(const cli_run *run, cli_table *table, const cli_answer *answer) {
    cli_row *row = table_add_row(table, answer->health);
    const bool wide = run->options->output == OUTPUT_WIDE;
    cli_text cell = TEXT_INIT;
    row->cells[NAMESPACE] = memory_copy_string(answer->namespace);
    answer_add_resource(&cell, answer);
    row->cells[RESOURCE] = text_take(&cell);
    answer_add_status(&cell, answer);
    row->cells[HEALTH] = text_take(&cell);
    show_add_since(run, &cell, answer->since);
    row->cells[SINCE] = text_take(&cell);
    if (wide && answer->suspended) row->cells[SUSPENDED] = memory_copy_string(answer->suspended);
    if (wide && answer->stale) row->cells[STALE] = memory_copy_string("stale");
    if (wide) row->cells[RULE] = memory_copy_string(answer->rule);
    if (wide) row->cells[ORIGIN] = memory_copy_string(answer->origin);
    answer_add_message(&cell, answer);
    row->cells[MESSAGE] = text_take(&cell);
}

static void print_without_health(cli_run *run) {
    if (run->options->only.count == 0) tally_print_without_health(&run->tally, "");
}

void show_table(cli_run *run) {
    cli_table table = { .columns = { { "NAMESPACE", false },
                                     { "RESOURCE", false },
                                     { "HEALTH", false },
                                     { "SINCE", true },
                                     { "SUSPENDED", false },
                                     { "STALE", false },
                                     { "RULE", false },
                                     { "FROM", false },
                                     { "MESSAGE", false } },
                        .column_count = COLUMNS,
                        .header = true,
                        .status_column = HEALTH };
    size_t *indices = memory_new(run->entry_count, sizeof *indices);
    size_t count = 0;
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].shown && !run->entries[i].answer.without_health) indices[count++] = i;
    show_sort_worst_first(run, indices, count);
    for (size_t i = 0; i < count; i++)
        add_object_row(run, &table, &run->entries[indices[i]].answer);
    table_print(&table, &run->terminal);
    print_without_health(run);
    free(indices);
}

/* ------------------------------------------------------------------ groups */

enum {
    GROUP_NAME,
    GROUP_HEALTH,
    GROUP_SINCE,
    GROUP_RESOURCES,
    GROUP_RULE,
    GROUP_MESSAGE,
    GROUP_COLUMNS
};

static const char *const group_titles[] = {
    [GROUP_ALL] = "NAME",
    [GROUP_BY_APPLICATION] = "APPLICATION",
    [GROUP_BY_NAMESPACE] = "NAMESPACE",
    [GROUP_BY_KIND] = "KIND",
};

static void add_group_row(const cli_run *run, cli_table *table, const cli_group *group) {
    cli_row *row = table_add_row(table, group->health);
    cli_text cell = TEXT_INIT;
    row->cells[GROUP_NAME] = memory_copy_string(group->name);
    row->cells[GROUP_HEALTH] = memory_copy_string(show_group_word(run, group));
    show_add_since(run, &cell, group->since);
    row->cells[GROUP_SINCE] = text_take(&cell);
    text_printf(&cell, "%zu", group->tally.resources);
    row->cells[GROUP_RESOURCES] = text_take(&cell);
    if (run->options->by == GROUP_BY_KIND) row->cells[GROUP_RULE] = memory_copy_string(group->rule);
    row->cells[GROUP_MESSAGE] = memory_copy_string(group->message);
}

void show_groups_table(cli_run *run) {
    const bool by_kind = run->options->by == GROUP_BY_KIND;
    cli_table table = { .columns = { { group_titles[run->options->by], false },
                                     { "HEALTH", false },
                                     { "SINCE", true },
                                     { "RESOURCES", false },
                                     { by_kind ? "RULE" : NULL, false },
                                     { "MESSAGE", false } },
                        .column_count = GROUP_COLUMNS,
                        .header = true,
                        .status_column = GROUP_HEALTH };
    size_t *order = show_groups_in_order(run);
    for (size_t i = 0; i < run->group_count; i++) {
        const cli_group *group = &run->groups[order[i]];
        if (group->tally.objects > group->tally.without_health) add_group_row(run, &table, group);
    }
    table_print(&table, &run->terminal);
    print_without_health(run);
    free(order);
}
