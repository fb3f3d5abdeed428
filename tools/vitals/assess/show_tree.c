/* -o tree: groups are roots, with their resources below, and owned objects below their owners. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

enum { RESOURCE, HEALTH, SINCE, MESSAGE, COLUMNS };

/* The children of each entry and group as linked lists. */
typedef struct cli_forest {
    cli_run *run;
    uint32_t *first_child; /* by entry; groups follow the entries */
    uint32_t *next;
    cli_table table;
    bool has_since;   /* some row has an age */
    bool printing;    /* the second time: rows are printed, not measured */
    vt_buffer branch; /* "│  " and so on, to the left of the current row */
} cli_forest;

static uint32_t parent_of(const cli_run *run, const cli_entry *entry) {
    return entry->owner != NO_ENTRY ? entry->owner : (uint32_t)run->entry_count + entry->group;
}

/* Kinds without health have no rows: what they own moves up to the next owner. */
static void skip_owners_without_health(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        if (entry_at(run, i)->gone) continue;
        uint32_t owner = entry_at(run, i)->owner;
        while (owner != NO_ENTRY && entry_at(run, owner)->answer.without_health) {
            owner = entry_at(run, owner)->owner;
        }
        entry_at(run, i)->owner = owner;
    }
}

/* The owners of what --only shows are shown too. */
static void show_owners(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        if (!entry_at(run, i)->shown || entry_at(run, i)->gone) continue;
        uint32_t owner = entry_at(run, i)->owner;
        while (owner != NO_ENTRY && !entry_at(run, owner)->shown) {
            entry_at(run, owner)->shown = true;
            owner = entry_at(run, owner)->owner;
        }
    }
}

/* The lists are built from the last entry to the first, so that they are in sorted order. */
static void link_members(cli_forest *forest) {
    cli_run *run = forest->run;
    const size_t nodes = run->entry_count + run->group_count;
    size_t count = 0;
    uint32_t *order = show_order(run, show_has_row, &count);
    forest->first_child = memory_new(nodes + 1, sizeof *forest->first_child);
    forest->next = memory_new(nodes + 1, sizeof *forest->next);
    for (size_t i = 0; i < nodes; i++) forest->first_child[i] = forest->next[i] = NO_ENTRY;
    for (size_t i = count; i > 0; i--) {
        const uint32_t index = order[i - 1];
        const uint32_t parent = parent_of(run, entry_at(run, index));
        forest->next[index] = forest->first_child[parent];
        forest->first_child[parent] = index;
    }
    free(order);
}

/* -------------------------------------------------------------------- rows */

static void draw_row(cli_forest *forest, cli_row *row) {
    if (forest->printing) {
        table_put(&forest->table, row, &forest->run->terminal);
    } else {
        table_measure(&forest->table, row);
    }
    table_row_done(row);
}

static void add_because(vt_buffer *cell, char *because) {
    if (because) vt_buffer_printf(cell, "%sbecause %s", cell->size ? "; " : "", because);
    free(because);
}

static void draw_entry_row(cli_forest *forest, uint32_t index, bool last) {
    const cli_run *run = forest->run;
    const cli_answer *answer = &entry_at(run, index)->answer;
    cli_row row = { .health = answer_colour(answer) };
    vt_buffer cell = BUFFER_INIT;
    vt_buffer_printf(&cell, "%s%s ", vt_buffer_string(&forest->branch), last ? "└─" : "├─");
    answer_add_resource(&cell, answer);
    row.cells[RESOURCE] = vt_buffer_take(&cell, NULL);
    answer_add_status(&cell, answer);
    row.cells[HEALTH] = vt_buffer_take(&cell, NULL);
    show_add_since(run, &cell, answer->since);
    row.cells[SINCE] = vt_buffer_take(&cell, NULL);
    answer_add_message(&cell, answer);
    /* In between, the rows below say it. */
    if (forest->first_child[index] == NO_ENTRY || entry_at(run, index)->owner == NO_ENTRY) {
        add_because(&cell, because_of_entry(run, index));
    }
    row.cells[MESSAGE] = vt_buffer_take(&cell, NULL);
    draw_row(forest, &row);
}

static void draw_below(cli_forest *forest, uint32_t parent, bool more_follows, int depth);

static void draw_entry(cli_forest *forest, uint32_t index, bool last, int depth) {
    const size_t before = forest->branch.size;
    draw_entry_row(forest, index, last);
    vt_buffer_add_terminated(&forest->branch, last ? "   " : "│  ");
    draw_below(forest, index, false, depth + 1);
    vt_buffer_cut(&forest->branch, before);
}

/* Real owners nest four deep; rows below this depth are left out. */
enum { TREE_DEPTH = 32 };

static void draw_below(cli_forest *forest, uint32_t parent, bool more_follows, int depth) {
    for (uint32_t i = forest->first_child[parent]; i != NO_ENTRY; i = forest->next[i]) {
        const bool last = forest->next[i] == NO_ENTRY && !more_follows;
        if (depth < TREE_DEPTH) draw_entry(forest, i, last, depth);
    }
}

/* ------------------------------------------------------------------ groups */

static void draw_group_row(cli_forest *forest, uint32_t index) {
    const cli_run *run = forest->run;
    const cli_group *group = &run->groups[index];
    cli_row row = { .health = group->health };
    vt_buffer cell = BUFFER_INIT;
    row.cells[RESOURCE] = memory_copy_string(group->name);
    row.cells[HEALTH] = memory_copy_string(show_group_word(run, group));
    show_add_since(run, &cell, group->since);
    row.cells[SINCE] = vt_buffer_take(&cell, NULL);
    vt_buffer_add_terminated(&cell, group->message);
    if (cell.size && cell.bytes[0] == 'C') cell.bytes[0] = 'c';
    add_because(&cell, because_of_group(run, index));
    row.cells[MESSAGE] = vt_buffer_take(&cell, NULL);
    draw_row(forest, &row);
}

/* A group without any row is shown only when it is the only group. */
static bool is_worth_showing(const cli_forest *forest, size_t group) {
    const cli_run *run = forest->run;
    return run->options->by == GROUP_ALL
               ? run->groups[group].tally.objects > 0 ||
                     vitals_coverage_count(run->coverage.list) > 0
               : forest->first_child[run->entry_count + group] != NO_ENTRY;
}

static bool any_since(const cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        if (show_has_row(entry_at(run, i)) && entry_at(run, i)->answer.since >= 0) return true;
    }
    return false;
}

/* The header is needed only when there is a column of ages. */
static void start_table(cli_forest *forest) {
    forest->table =
        (cli_table){ .columns = { { "RESOURCE", .right = false },
                                  { "HEALTH", .whole = true },
                                  { "SINCE", .right = true, .whole = true },
                                  { "MESSAGE", .right = false } },
                     .column_count = COLUMNS,
                     .header = forest->has_since && !forest->run->options->without_headers,
                     .status_column = HEALTH };
}

/* Twice: the widths of the columns come first. */
static void draw_group(cli_forest *forest, uint32_t index) {
    cli_run *run = forest->run;
    cli_group *group = &run->groups[index];
    const bool counts = group->tally.without_health > 0 && run->options->only.count == 0;
    start_table(forest);
    for (int pass = 0; pass < 2; pass++) {
        forest->printing = pass == 1;
        if (forest->printing) table_begin(&forest->table, &run->terminal);
        draw_group_row(forest, index);
        draw_below(forest, (uint32_t)run->entry_count + index, counts, 0);
    }
    /* Not a row of the table: its length would widen the columns. */
    if (counts) tally_print_without_health(&group->tally, "└─ ", &run->terminal);
}

void show_tree(cli_run *run) {
    cli_forest forest = { .run = run, .branch = BUFFER_INIT };
    skip_owners_without_health(run);
    show_owners(run);
    because_prepare(run);
    link_members(&forest);
    forest.has_since = any_since(run);
    size_t *order = show_groups_in_order(run);
    for (size_t i = 0; i < run->group_count; i++) {
        if (is_worth_showing(&forest, order[i])) draw_group(&forest, (uint32_t)order[i]);
    }
    free(order);
    free(forest.first_child);
    free(forest.next);
    vt_buffer_done(&forest.branch);
}
