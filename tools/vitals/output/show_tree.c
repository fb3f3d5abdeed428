/* -o tree: groups are roots, with their resources below, and owned objects below their owners. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "output/memory.h"

enum { RESOURCE, HEALTH, SINCE, MESSAGE, COLUMNS };

/* The children of each entry and group as linked lists. */
typedef struct cli_forest {
    cli_run *run;
    size_t *first_child; /* by entry; groups follow the entries */
    size_t *next;
    cli_table table;
    cli_text branch; /* "│  " and so on, to the left of the current row */
} cli_forest;

static size_t parent_of(const cli_run *run, const cli_entry *entry) {
    return entry->owner != SIZE_MAX ? entry->owner : run->entry_count + entry->group;
}

/* Kinds without health have no rows: what they own moves up to the next owner. */
static void skip_owners_without_health(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        size_t owner = run->entries[i].owner;
        while (owner != SIZE_MAX && run->entries[owner].answer.without_health)
            owner = run->entries[owner].owner;
        run->entries[i].owner = owner;
    }
}

/* The owners of what --only shows are shown too. */
static void show_owners(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        if (!run->entries[i].shown) continue;
        size_t owner = run->entries[i].owner;
        while (owner != SIZE_MAX && !run->entries[owner].shown) {
            run->entries[owner].shown = true;
            owner = run->entries[owner].owner;
        }
    }
}

/* The lists are built from the last entry to the first, so that they are in sorted order. */
static void link_members(cli_forest *forest) {
    cli_run *run = forest->run;
    const size_t nodes = run->entry_count + run->group_count;
    size_t *indices = memory_new(run->entry_count, sizeof *indices);
    forest->first_child = memory_new(nodes, sizeof *forest->first_child);
    forest->next = memory_new(nodes, sizeof *forest->next);
    for (size_t i = 0; i < nodes; i++) forest->first_child[i] = forest->next[i] = SIZE_MAX;
    for (size_t i = 0; i < run->entry_count; i++) indices[i] = i;
    show_sort_worst_first(run, indices, run->entry_count);
    for (size_t i = run->entry_count; i > 0; i--) {
        const size_t index = indices[i - 1];
        const cli_entry *entry = &run->entries[index];
        if (entry->group == SIZE_MAX || !entry->shown || entry->answer.without_health) continue;
        const size_t parent = parent_of(run, entry);
        forest->next[index] = forest->first_child[parent];
        forest->first_child[parent] = index;
    }
    free(indices);
}

/* -------------------------------------------------------------------- rows */

static void add_entry_row(cli_forest *forest, const cli_entry *entry, bool last) {
    const cli_answer *answer = &entry->answer;
    cli_row *row = table_add_row(&forest->table, answer->health);
    cli_text cell = TEXT_INIT;
    text_printf(&cell, "%s%s ", text_string(&forest->branch), last ? "└─" : "├─");
    answer_add_resource(&cell, answer);
    row->cells[RESOURCE] = text_take(&cell);
    answer_add_status(&cell, answer);
    row->cells[HEALTH] = text_take(&cell);
    show_add_since(forest->run, &cell, answer->since);
    row->cells[SINCE] = text_take(&cell);
    answer_add_message(&cell, answer);
    row->cells[MESSAGE] = text_take(&cell);
}

static void draw_below(cli_forest *forest, size_t parent, bool more_follows, int depth);

static void draw_entry(cli_forest *forest, size_t index, bool last, int depth) {
    const size_t before = forest->branch.size;
    add_entry_row(forest, &forest->run->entries[index], last);
    text_add_string(&forest->branch, last ? "   " : "│  ");
    draw_below(forest, index, false, depth + 1);
    forest->branch.size = before;
}

/* Real owners nest four deep; rows below this depth are left out. */
enum { TREE_DEPTH = 32 };

static void draw_below(cli_forest *forest, size_t parent, bool more_follows, int depth) {
    for (size_t i = forest->first_child[parent]; i != SIZE_MAX; i = forest->next[i]) {
        const bool last = forest->next[i] == SIZE_MAX && !more_follows;
        if (depth < TREE_DEPTH) draw_entry(forest, i, last, depth);
    }
}

/* ------------------------------------------------------------------ groups */

static void add_group_row(cli_forest *forest, const cli_group *group) {
    cli_row *row = table_add_row(&forest->table, group->health);
    const char *word = show_group_word(forest->run, group);
    cli_text cell = TEXT_INIT;
    row->cells[RESOURCE] = memory_copy_string(group->name);
    row->cells[HEALTH] = memory_copy_string(word);
    show_add_since(forest->run, &cell, group->since);
    row->cells[SINCE] = text_take(&cell);
    text_add_string(&cell, group->message);
    if (cell.size && cell.bytes[0] == 'C') cell.bytes[0] = 'c';
    row->cells[MESSAGE] = text_take(&cell);
}

/* A group without any row is shown only when it is the only group. */
static bool is_worth_showing(const cli_forest *forest, size_t group) {
    const cli_run *run = forest->run;
    return run->options->by == GROUP_ALL
               ? run->groups[group].tally.objects > 0
               : forest->first_child[run->entry_count + group] != SIZE_MAX;
}

static bool any_since(const cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].shown && run->entries[i].answer.since >= 0) return true;
    return false;
}

/* The header is needed only when there is a column of ages. */
static void begin_table(cli_forest *forest) {
    forest->table = (cli_table){ .columns = { { "RESOURCE", false },
                                              { "HEALTH", false },
                                              { "SINCE", true },
                                              { "MESSAGE", false } },
                                 .column_count = COLUMNS,
                                 .header = any_since(forest->run),
                                 .status_column = HEALTH };
}

static void draw_group(cli_forest *forest, size_t index) {
    cli_group *group = &forest->run->groups[index];
    const bool counts = group->tally.without_health > 0 && forest->run->options->only.count == 0;
    begin_table(forest);
    add_group_row(forest, group);
    draw_below(forest, forest->run->entry_count + index, counts, 0);
    table_print(&forest->table, &forest->run->terminal);
    /* Not a row of the table: its length would widen the columns. */
    if (counts) tally_print_without_health(&group->tally, "└─ ");
}

void show_tree(cli_run *run) {
    cli_forest forest = { .run = run };
    skip_owners_without_health(run);
    show_owners(run);
    link_members(&forest);
    size_t *order = show_groups_in_order(run);
    for (size_t i = 0; i < run->group_count; i++)
        if (is_worth_showing(&forest, order[i])) draw_group(&forest, order[i]);
    free(order);
    free(forest.first_child);
    free(forest.next);
    text_done(&forest.branch);
}
