/* Prints the results of `vitals compare`: disagreements first, each with the reasons of all views. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/compare.h"

static const cli_answer *object_of(const compare_run *run, const compare_result *result) {
    return &entry_at(&run->base, result->entry)->answer;
}

/* ----------------------------------------------------------- disagreements */

static bool same_answer(const compare_answer *a, const compare_answer *b) {
    return a->given && b->given && a->compared == b->compared &&
           strcmp(compare_word(a), compare_word(b)) == 0 && strcmp(a->message, b->message) == 0;
}

/* "flux, kstatus, helm": the views with the same answer as the one at `index`. Nothing when an
** earlier view has listed it. */
static void add_agreeing_views(const compare_run *run, const compare_result *result, size_t index,
                               cli_text *out) {
    const compare_answer *answer = &result->answers[index];
    for (size_t i = 0; i < index; i++) {
        if (same_answer(answer, &result->answers[i])) return;
    }
    text_printf(out, "  %s", run->views[index].name);
    for (size_t i = index + 1; i < run->view_count; i++) {
        if (same_answer(answer, &result->answers[i])) text_printf(out, ", %s", run->views[i].name);
    }
}

static char *word_cell(const compare_answer *answer) {
    cli_text cell = TEXT_INIT;
    text_printf(&cell, answer->compared ? "%s" : "(%s)", compare_word(answer));
    return text_take(&cell);
}

/* The message, or else the rule that decided. */
static char *reason_cell(const compare_answer *answer) {
    cli_text cell = TEXT_INIT;
    if (*answer->message) {
        text_add_string(&cell, answer->message);
    } else {
        text_printf(&cell, "by %s", answer->rule);
    }
    return text_take(&cell);
}

/* The reasons, one row per distinct answer. */
static void print_reasons(const compare_run *run, const compare_result *result) {
    enum { VIEWS, WORD, REASON, COLUMNS };
    cli_table table = { .column_count = COLUMNS, .header = false, .status_column = WORD };
    for (size_t i = 0; i < run->view_count; i++) {
        const compare_answer *answer = &result->answers[i];
        cli_text views = TEXT_INIT;
        if (answer->given) add_agreeing_views(run, result, i, &views);
        if (views.size) {
            cli_row *row = table_add_row(&table, answer->health);
            row->cells[VIEWS] = text_take(&views);
            row->cells[WORD] = word_cell(answer);
            row->cells[REASON] = reason_cell(answer);
        }
    }
    table_print(&table, &run->base.terminal);
}

/* "Service/web in shop  live.yaml:3". */
static void print_heading(const compare_run *run, const compare_result *result) {
    const cli_answer *object = object_of(run, result);
    cli_text line = TEXT_INIT;
    answer_add_resource(&line, object);
    if (*object->namespace) text_printf(&line, " in %s", object->namespace);
    text_add_string(&line, "  ");
    answer_add_origin(&line, object);
    text_add_string(&line, "\n");
    terminal_write_wrapped(&run->base.terminal, &line, 2);
    text_done(&line);
}

static void print_note(const compare_run *run, const compare_result *result) {
    cli_text line = TEXT_INIT;
    if (result->note) text_printf(&line, "  note: %s\n", result->note);
    if (line.size) terminal_write_wrapped(&run->base.terminal, &line, 4);
    text_done(&line);
}

static void print_disagreement(const compare_run *run, const compare_result *result) {
    print_heading(run, result);
    print_reasons(run, result);
    print_note(run, result);
    terminal_write("\n", 1);
}

/* -------------------------------------------------------------- agreements */

static void start_table(const compare_run *run, cli_table *table) {
    static const char *const titles[] = { "ARGOCD", "FLUX", "KSTATUS", "HELM" };
    *table = (cli_table){ .columns = { { "NAMESPACE", false }, { "RESOURCE", false } },
                          .column_count = 2 + COUNT_OF(titles),
                          .header = !run->options->without_headers,
                          .status_column = 2 };
    for (size_t i = 0; i < COUNT_OF(titles); i++) {
        table->columns[2 + i] = (cli_column){ titles[i], .whole = true };
    }
    for (size_t i = COUNT_OF(titles); i < run->view_count; i++) {
        table->columns[table->column_count++] =
            (cli_column){ run->views[i].decider == VITALS_SOURCE_EXPRESSION ? "EXPRESSIONS"
                                                                            : "CUSTOMIZATIONS",
                          false };
    }
}

static void add_agreement(const compare_run *run, cli_table *table, const compare_result *result) {
    const cli_answer *object = object_of(run, result);
    cli_row *row = table_add_row(table, result->answers[0].health);
    cli_text cell = TEXT_INIT;
    row->cells[0] = memory_copy_string(object->namespace);
    answer_add_resource(&cell, object);
    row->cells[1] = text_take(&cell);
    for (size_t i = 0; i < run->view_count; i++) {
        if (result->answers[i].given) row->cells[2 + i] = word_cell(&result->answers[i]);
    }
}

/* Kinds without health are omitted where all views agree on them. */
static void print_agreements(const compare_run *run) {
    cli_table table;
    start_table(run, &table);
    for (size_t i = run->disagreements; i < run->result_count; i++) {
        if (!run->results[i].without_health) add_agreement(run, &table, &run->results[i]);
    }
    if (table.row_count == 0) return;
    terminal_write("They agree on\n", strlen("They agree on\n"));
    table_print(&table, &run->base.terminal);
}

/* Generations that cannot be compared are reported even where all views agree. */
static void print_other_notes(const compare_run *run) {
    for (size_t i = run->disagreements; i < run->result_count; i++) {
        if (!run->results[i].note) continue;
        print_heading(run, &run->results[i]);
        print_note(run, &run->results[i]);
    }
}

/* Kinds whose check is another one although no status changes here. */
static void print_other_checks(const compare_run *run) {
    for (size_t i = run->disagreements; i < run->result_count; i++) {
        if (!run->results[i].other_check) continue;
        print_heading(run, &run->results[i]);
        print_note(run, &run->results[i]);
    }
}

static void print_releases(const compare_run *run) {
    cli_text text = TEXT_INIT;
    compare_add_releases(run, &text);
    terminal_write_wrapped(&run->base.terminal, &text, 5);
    text_done(&text);
}

static void show_as_table(const compare_run *run) {
    for (size_t i = 0; i < run->disagreements; i++) print_disagreement(run, &run->results[i]);
    if (run->by_releases) {
        print_other_checks(run);
        print_releases(run);
    }
    if (run->by_rules) return;
    print_agreements(run);
    print_other_notes(run);
}

/* -------------------------------------------------------------------- json */

static void add_member(cli_text *out, const char *name, vitals_text value) {
    text_printf(out, ",\"%s\":", name);
    text_add_json(out, value);
}

static void add_answer(cli_text *out, const compare_view *view, const compare_answer *answer) {
    text_add_json(out, text_from(view->name));
    text_add_string(out, ":{\"status\":");
    text_add_json(out, text_from(compare_word(answer)));
    add_member(out, "message", text_from(answer->message));
    add_member(out, "rule", text_from(answer->rule));
    add_member(out, "means", text_from(vitals_kstatus_name(answer->common)));
    text_printf(out, ",\"compared\":%s}", answer->compared ? "true" : "false");
}

static void add_identity(cli_text *out, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    text_add_string(out, "{\"schema\":\"vitals/v1\"");
    add_member(out, "apiVersion", vitals_document_api_version(document));
    add_member(out, "kind", vitals_document_kind(document));
    add_member(out, "namespace", vitals_document_namespace(document));
    add_member(out, "name", vitals_document_name(document));
    text_add_string(out, ",\"input\":{\"file\":");
    text_add_json(out, text_from(origin.file ? origin.file : ""));
    text_printf(out, ",\"document\":%u,\"line\":%u}", origin.document, origin.line);
}

static void add_result(const compare_run *run, const compare_result *result, cli_text *out) {
    const char *separator = "";
    add_identity(out, entry_at(&run->base, result->entry)->live);
    text_printf(out, ",\"disagree\":%s,\"views\":{", result->disagree ? "true" : "false");
    for (size_t i = 0; i < run->view_count; i++) {
        if (!result->answers[i].given) continue;
        text_add_string(out, separator);
        add_answer(out, &run->views[i], &result->answers[i]);
        separator = ",";
    }
    text_add_string(out, "}");
    if (result->note) add_member(out, "note", text_from(result->note));
    text_add_string(out, "}");
}

/* With two versions of the rules, only objects whose status changes are shown. */
static size_t shown_count(const compare_run *run) {
    return run->by_rules ? run->disagreements : run->result_count;
}

static void show_as_lines(const compare_run *run) {
    cli_text line = TEXT_INIT;
    for (size_t i = 0; i < shown_count(run); i++) {
        text_clear(&line);
        add_result(run, &run->results[i], &line);
        text_add_string(&line, "\n");
        terminal_write(line.bytes, line.size);
    }
    text_clear(&line);
    coverage_add_line(&line, &run->base.coverage);
    terminal_write(text_string(&line), line.size);
    text_done(&line);
}

static void add_releases(const compare_run *run, cli_text *report) {
    cli_text releases = TEXT_INIT;
    compare_add_releases(run, &releases);
    text_add_string(report, "\"releases\":");
    text_add_json(report, text_from(text_string(&releases)));
    text_add_string(report, ",\n");
    text_done(&releases);
}

static void show_as_report(const compare_run *run) {
    cli_text report = TEXT_INIT;
    text_add_string(&report, "{\"schema\":\"vitals/v1\",\"items\":[");
    for (size_t i = 0; i < shown_count(run); i++) {
        text_add_string(&report, i ? ",\n" : "\n");
        add_result(run, &run->results[i], &report);
    }
    text_add_string(&report, "],\n");
    if (run->by_releases) add_releases(run, &report);
    text_printf(&report, "\"summary\":{\"objects\":%zu,\"disagree\":%zu}", run->result_count,
                run->disagreements);
    coverage_add_member(&report, &run->base.coverage);
    text_add_string(&report, "}\n");
    terminal_write(report.bytes, report.size);
    text_done(&report);
}

/* --------------------------------------------------------------- the whole */

static void print_coverage(const compare_run *run) {
    cli_text lines = TEXT_INIT;
    coverage_add_lines(&lines, &run->base.coverage);
    terminal_write(text_string(&lines), lines.size);
    text_done(&lines);
}

void compare_show(compare_run *run) {
    static void (*const forms[])(const compare_run *run) = {
        [COMPARE_TABLE] = show_as_table,
        [COMPARE_JSON] = show_as_report,
        [COMPARE_NDJSON] = show_as_lines,
    };
    forms[run->options->output](run);
    if (run->options->output == COMPARE_TABLE) print_coverage(run);
    terminal_flush();
}

void compare_print_summary(const compare_run *run) {
    const size_t count = run->result_count, differing = run->disagreements;
    if (run->by_rules) {
        fprintf(stderr, "%zu of %zu object%s changed status\n", differing, count,
                count == 1 ? "" : "s");
    } else {
        fprintf(stderr, "%zu object%s: they disagree on %zu, agree on %zu\n", count,
                count == 1 ? "" : "s", differing, count - differing);
    }
}
