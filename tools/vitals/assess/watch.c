/*
** A watch that goes on: on a terminal the table is drawn again, on a pipe the rows of objects whose
** verdict has changed are printed; trees and reports are printed again as a whole, when any verdict has
** changed. What rules say that look at all objects is known at the end only.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

/* What was printed so far. */
struct cli_watch {
    cli_table table; /* on a pipe: columns only become wider */
    bool started;
};

/* Forms that show all objects at once. */
static bool is_whole(const cli_run *run) {
    return run->options->output == OUTPUT_TREE || run->options->output == OUTPUT_JSON;
}

static bool is_rows(const cli_run *run) {
    return run->options->by == GROUP_ALL &&
           (run->options->output == OUTPUT_TABLE || run->options->output == OUTPUT_WIDE);
}

static bool is_live(const cli_run *run) {
    return run->watching && !run->keeps_set && !run->desired && !run->options->quiet &&
           (is_rows(run) || is_whole(run));
}

/* A number that equal verdicts share. */
static uint64_t verdict_of(const cli_answer *answer) {
    uint64_t hash = 14695981039346656037U;
    const unsigned parts[] = { answer->health, answer->kstatus, answer->counted_as };
    for (size_t i = 0; i < COUNT_OF(parts); i++) hash = (hash ^ parts[i]) * 1099511628211U;
    for (const char *c = answer->message; c && *c; c++) {
        hash = (hash ^ (unsigned char)*c) * 1099511628211U;
    }
    return hash;
}

/* Whether what was printed of an object is no longer true. */
static bool has_changed(const cli_entry *entry) {
    if (entry->gone) return entry->printed;
    return !entry->printed || entry->printed_verdict != verdict_of(&entry->answer);
}

static void note_printed(cli_entry *entry) {
    entry->printed = !entry->gone;
    entry->printed_verdict = verdict_of(&entry->answer);
}

void watch_skip(cli_run *run) {
    if (run->keeps_pods) pods_assess(run);
    for (size_t i = 0; i < run->entry_count; i++) note_printed(entry_at(run, i));
}

static void start(cli_run *run) {
    if (!run->watch) run->watch = memory_new(1, sizeof *run->watch);
}

/* -------------------------------------------------------------- a terminal */

/* As many rows as there are lines, but for the titles, the last line and the cursor. */
static void draw_rows(cli_run *run, cli_table *table) {
    size_t count = 0;
    uint32_t *order = show_order(run, show_has_row, &count);
    const size_t lines = run->terminal.lines > 4 ? run->terminal.lines - 3 : 1;
    const size_t most = count < lines ? count : lines;
    for (size_t i = 0; i < most; i++) show_measure_row(run, table, order[i]);
    table_begin(table, &run->terminal);
    for (size_t i = 0; i < most; i++) show_put_row(run, table, order[i]);
    free(order);
}

static void redraw(cli_run *run) {
    static const char clear[] = "\x1b[H\x1b[J";
    cli_table table;
    vt_buffer line = BUFFER_INIT, cut = BUFFER_INIT;
    terminal_write(clear, strlen(clear));
    show_start_table(run, &table);
    draw_rows(run, &table);
    tally_add_summary(&line, &run->tally, &run->rules.call, run->aggregate);
    vt_buffer_cut(&line, line.size - 1);
    text_add_cut(&cut, vt_buffer_string(&line), run->terminal.columns);
    terminal_write(cut.bytes, cut.size);
    terminal_write("\n", 1);
    vt_buffer_done(&line);
    vt_buffer_done(&cut);
}

/* ------------------------------------------------------------------ a pipe */

static bool has_changed_row(const cli_entry *entry) {
    return !entry->gone && show_has_row(entry) && has_changed(entry);
}

static void print_deleted(cli_run *run) {
    vt_buffer line = BUFFER_INIT;
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = entry_at(run, i);
        if (!entry->gone || !has_changed(entry)) continue;
        vt_buffer_clear(&line);
        if (*entry->answer.namespace) vt_buffer_printf(&line, "%s  ", entry->answer.namespace);
        answer_add_resource(&line, &entry->answer);
        vt_buffer_add_terminated(&line, "  deleted\n");
        terminal_write(line.bytes, line.size);
        note_printed(entry);
    }
    vt_buffer_done(&line);
}

static void print_changes(cli_run *run) {
    cli_watch *watch = run->watch;
    size_t count = 0;
    uint32_t *order = show_order(run, has_changed_row, &count);
    if (!watch->started) show_start_table(run, &watch->table);
    for (size_t i = 0; i < count; i++) show_measure_row(run, &watch->table, order[i]);
    if (count) table_begin(&watch->table, &run->terminal);
    for (size_t i = 0; i < count; i++) {
        show_put_row(run, &watch->table, order[i]);
        note_printed(entry_at(run, order[i]));
    }
    watch->started |= count > 0;
    print_deleted(run);
    free(order);
}

/* ---------------------------------------------------------- trees and reports */

/* Whether any verdict has changed since the last call. */
static bool take_changes(cli_run *run) {
    bool changed = false;
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = entry_at(run, i);
        changed |= has_changed(entry);
        note_printed(entry);
    }
    return changed;
}

/* On a terminal in place of the last one; on a pipe below it, trees after an empty line. */
static void print_whole(cli_run *run) {
    static const char clear[] = "\x1b[H\x1b[J";
    if (!take_changes(run)) return;
    const bool tree = run->options->output == OUTPUT_TREE;
    if (run->terminal.columns) {
        terminal_write(clear, strlen(clear));
    } else if (tree && run->watch->started) {
        terminal_write("\n", 1);
    }
    run->watch->started = true;
    (tree ? show_tree : show_report)(run);
}

/* --------------------------------------------------------------- the whole */

void watch_show(cli_run *run) {
    if (!is_live(run)) return;
    start(run);
    if (run->keeps_pods) pods_assess(run);
    groups_finish(run);
    if (is_whole(run)) {
        print_whole(run);
    } else if (run->terminal.columns) {
        redraw(run);
    } else {
        print_changes(run);
    }
    terminal_flush();
}

/* On a terminal the last picture is replaced by the whole table. */
bool watch_end(cli_run *run) {
    static const char clear[] = "\x1b[H\x1b[J";
    if (!run->watch) {
        return false; /* the input was never quiet */
    }
    if (is_whole(run)) {
        print_whole(run);
        return true;
    }
    if (run->terminal.columns) {
        terminal_write(clear, strlen(clear));
        return false;
    }
    print_changes(run);
    return true;
}

void watch_done(cli_run *run) {
    free(run->watch);
    run->watch = NULL;
}
