/* -o table and -o wide: one row per object, the worst first; with --by one row per group. */
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

/* -------------------------------------------------------------------- rows */

enum {
    CLUSTER,
    NAMESPACE,
    RESOURCE,
    HEALTH,
    SINCE,
    SUSPENDED,
    STALE,
    RULE,
    ORIGIN,
    MESSAGE,
    COLUMNS
};

static void fill_wide(cli_row *row, const cli_answer *answer) {
    vt_buffer cell = BUFFER_INIT;
    row->cells[SUSPENDED] = memory_copy_string(answer->suspended);
    if (answer->stale) row->cells[STALE] = memory_copy_string("stale");
    row->cells[RULE] = memory_copy_string(answer->rule);
    answer_add_origin(&cell, answer);
    row->cells[ORIGIN] = vt_buffer_take(&cell, NULL);
}

static void fill_row(const cli_run *run, cli_row *row, const cli_answer *answer) {
    vt_buffer cell = BUFFER_INIT;
    row->health = answer_colour(answer);
    if (run->clusters) row->cells[CLUSTER] = memory_copy_string(answer->cluster);
    row->cells[NAMESPACE] = memory_copy_string(answer->namespace);
    answer_add_resource(&cell, answer);
    row->cells[RESOURCE] = vt_buffer_take(&cell, NULL);
    answer_add_status(&cell, answer);
    row->cells[HEALTH] = vt_buffer_take(&cell, NULL);
    show_add_since(run, &cell, answer->since);
    row->cells[SINCE] = vt_buffer_take(&cell, NULL);
    if (run->options->output == OUTPUT_WIDE) fill_wide(row, answer);
    answer_add_message(&cell, answer);
    row->cells[MESSAGE] = vt_buffer_take(&cell, NULL);
}

void show_start_table(const cli_run *run, cli_table *table) {
    *table = (cli_table){ .columns = { { run->clusters ? "CLUSTER" : NULL, .right = false },
                                       { "NAMESPACE", .right = false },
                                       { "RESOURCE", .right = false },
                                       { "HEALTH", .whole = true },
                                       { "SINCE", .right = true, .whole = true },
                                       { "SUSPENDED", .extra = true },
                                       { "STALE", .extra = true },
                                       { "RULE", .extra = true },
                                       { "FROM", .extra = true },
                                       { "MESSAGE", .right = false } },
                          .column_count = COLUMNS,
                          .header = !run->options->without_headers,
                          .status_column = HEALTH };
}

void show_measure_row(const cli_run *run, cli_table *table, uint32_t index) {
    cli_row row = { .health = VITALS_HEALTH_UNASSESSED };
    fill_row(run, &row, &entry_at(run, index)->answer);
    table_measure(table, &row);
    table_row_done(&row);
}

void show_put_row(const cli_run *run, const cli_table *table, uint32_t index) {
    cli_row row = { .health = VITALS_HEALTH_UNASSESSED };
    fill_row(run, &row, &entry_at(run, index)->answer);
    table_put(table, &row, &run->terminal);
    table_row_done(&row);
}

static void print_without_health(cli_run *run) {
    if (run->options->only.count == 0) tally_print_without_health(&run->tally, "", &run->terminal);
}

void show_table(cli_run *run) {
    cli_table table;
    size_t count = 0;
    uint32_t *order = show_order(run, show_has_row, &count);
    show_start_table(run, &table);
    for (size_t i = 0; i < count; i++) show_measure_row(run, &table, order[i]);
    table_begin(&table, &run->terminal);
    for (size_t i = 0; i < count; i++) show_put_row(run, &table, order[i]);
    print_without_health(run);
    free(order);
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
    [GROUP_BY_CLUSTER] = "CLUSTER",
};

static char *group_message(const cli_run *run, uint32_t index) {
    char *because = because_of_group(run, index);
    vt_buffer message = BUFFER_INIT;
    vt_buffer_add_terminated(&message, run->groups[index].message);
    if (because) vt_buffer_printf(&message, "%sbecause %s", message.size ? "; " : "", because);
    free(because);
    return vt_buffer_take(&message, NULL);
}

static void add_group_row(const cli_run *run, cli_table *table, uint32_t index) {
    const cli_group *group = &run->groups[index];
    cli_row *row = table_add_row(table, group->health);
    vt_buffer cell = BUFFER_INIT;
    row->cells[GROUP_NAME] = memory_copy_string(group->name);
    row->cells[GROUP_HEALTH] = memory_copy_string(show_group_word(run, group));
    show_add_since(run, &cell, group->since);
    row->cells[GROUP_SINCE] = vt_buffer_take(&cell, NULL);
    vt_buffer_printf(&cell, "%zu", group->tally.resources);
    row->cells[GROUP_RESOURCES] = vt_buffer_take(&cell, NULL);
    if (run->options->by == GROUP_BY_KIND) row->cells[GROUP_RULE] = memory_copy_string(group->rule);
    row->cells[GROUP_MESSAGE] = group_message(run, index);
}

void show_groups_table(cli_run *run) {
    const bool by_kind = run->options->by == GROUP_BY_KIND;
    cli_table table = { .columns = { { group_titles[run->options->by], .right = false },
                                     { "HEALTH", .whole = true },
                                     { "SINCE", .right = true, .whole = true },
                                     { "RESOURCES", .whole = true },
                                     { by_kind ? "RULE" : NULL, .extra = true },
                                     { "MESSAGE", .right = false } },
                        .column_count = GROUP_COLUMNS,
                        .header = !run->options->without_headers,
                        .status_column = GROUP_HEALTH };
    size_t *order = show_groups_in_order(run);
    because_prepare(run);
    for (size_t i = 0; i < run->group_count; i++) {
        const cli_group *group = &run->groups[order[i]];
        if (group->tally.objects > group->tally.without_health && show_has_group(run, group)) {
            add_group_row(run, &table, (uint32_t)order[i]);
        }
    }
    table_print(&table, &run->terminal);
    print_without_health(run);
    free(order);
}
