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
                               vt_buffer *out) {
    const compare_answer *answer = &result->answers[index];
    for (size_t i = 0; i < index; i++) {
        if (same_answer(answer, &result->answers[i])) return;
    }
    vt_buffer_printf(out, "  %s", run->views[index].name);
    for (size_t i = index + 1; i < run->view_count; i++) {
        if (same_answer(answer, &result->answers[i]))
            vt_buffer_printf(out, ", %s", run->views[i].name);
    }
}

static char *word_cell(const compare_answer *answer) {
    vt_buffer cell = BUFFER_INIT;
    vt_buffer_printf(&cell, answer->compared ? "%s" : "(%s)", compare_word(answer));
    return vt_buffer_take(&cell, NULL);
}

/* The message, or else the rule that decided. */
static char *reason_cell(const compare_answer *answer) {
    vt_buffer cell = BUFFER_INIT;
    if (*answer->message) {
        vt_buffer_add_terminated(&cell, answer->message);
    } else {
        vt_buffer_printf(&cell, "by %s", answer->rule);
    }
    return vt_buffer_take(&cell, NULL);
}

/* The reasons, one row per distinct answer. */
static void print_reasons(const compare_run *run, const compare_result *result) {
    enum { VIEWS, WORD, REASON, COLUMNS };
    cli_table table = { .column_count = COLUMNS, .header = false, .status_column = WORD };
    for (size_t i = 0; i < run->view_count; i++) {
        const compare_answer *answer = &result->answers[i];
        vt_buffer views = BUFFER_INIT;
        if (answer->given) add_agreeing_views(run, result, i, &views);
        if (views.size) {
            cli_row *row = table_add_row(&table, answer->health);
            row->cells[VIEWS] = vt_buffer_take(&views, NULL);
            row->cells[WORD] = word_cell(answer);
            row->cells[REASON] = reason_cell(answer);
        }
    }
    table_print(&table, &run->base.terminal);
}

void compare_add_change(vt_buffer *out, const compare_answer *answers, const char *note) {
    vt_buffer_printf(out, "%s becomes %s", compare_word(&answers[0]), compare_word(&answers[1]));
    if (*answers[1].message) {
        vt_buffer_add_terminated(out, ": ");
        vt_buffer_add_terminated(out, answers[1].message);
    }
    if (note) vt_buffer_printf(out, "; %s", note);
}

void compare_add_side(vt_buffer *out, const compare_run *run, size_t side) {
    const option_list *words = side ? &run->options->to : &run->options->from;
    release_row row;
    if (run->sides == SIDES_RELEASES && release_at(run->program, run->releases[side], &row)) {
        vt_buffer_printf(out, "%s@%s", release_word(run->program), row.name);
    } else if (words->count) {
        vt_quote_append_visible(out, vt_text_from(words->items[0]));
    }
}

/* "Service/web in shop  live.yaml:3". */
static void print_heading(const compare_run *run, const compare_result *result) {
    const cli_answer *object = object_of(run, result);
    vt_buffer line = BUFFER_INIT;
    answer_add_resource(&line, object);
    if (*object->namespace) vt_buffer_printf(&line, " in %s", object->namespace);
    vt_buffer_add_terminated(&line, "  ");
    if (object->cluster) {
        vt_buffer_add_terminated(&line, object->cluster);
    } else {
        answer_add_origin(&line, object);
    }
    vt_buffer_add_terminated(&line, "\n");
    terminal_write_wrapped(&run->base.terminal, &line, 2);
    vt_buffer_done(&line);
}

static void print_note(const compare_run *run, const compare_result *result) {
    vt_buffer line = BUFFER_INIT;
    if (result->note) vt_buffer_printf(&line, "  note: %s\n", result->note);
    if (line.size) terminal_write_wrapped(&run->base.terminal, &line, 4);
    vt_buffer_done(&line);
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
    vt_buffer cell = BUFFER_INIT;
    row->cells[0] = memory_copy_string(object->namespace);
    answer_add_resource(&cell, object);
    row->cells[1] = vt_buffer_take(&cell, NULL);
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
    vt_buffer text = BUFFER_INIT;
    compare_add_releases(run, &text);
    terminal_write_wrapped(&run->base.terminal, &text, 5);
    vt_buffer_done(&text);
}

/* "Application shop in prod: Healthy becomes Degraded  2 of 14 objects change". */
static void print_application(const compare_run *run, size_t index) {
    const compare_application *own = &run->applications[index];
    vt_buffer line = BUFFER_INIT;
    vt_buffer_printf(&line, "Application %s%s%s: ", own->name, own->cluster ? " in " : "",
                     own->cluster ? own->cluster : "");
    if (own->disagree) {
        compare_add_change(&line, own->answers, own->note);
    } else {
        vt_buffer_printf(&line, "%s, as before", compare_word(&own->answers[1]));
    }
    vt_buffer_printf(&line, "  (%zu of %zu object%s change%s)\n\n", own->disagreements,
                     own->objects, own->objects == 1 ? "" : "s",
                     own->disagreements == 1 ? "s" : "");
    terminal_write_wrapped(&run->base.terminal, &line, 2);
    vt_buffer_done(&line);
    for (size_t i = 0; i < run->disagreements; i++) {
        if (run->results[i].application == index) print_disagreement(run, &run->results[i]);
    }
}

/* Those whose health changes first. */
static void print_applications(const compare_run *run) {
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < run->application_count; i++) {
            const compare_application *own = &run->applications[i];
            if (pass ? !own->disagree && own->disagreements : own->disagree) {
                print_application(run, i);
            }
        }
    }
}

static void print_disagreements(const compare_run *run) {
    for (size_t i = 0; i < run->disagreements; i++) print_disagreement(run, &run->results[i]);
}

static void show_as_table(const compare_run *run) {
    if (run->options->by == COMPARE_BY_APPLICATION) {
        print_applications(run);
    } else {
        print_disagreements(run);
    }
    if (run->sides == SIDES_RELEASES) {
        print_other_checks(run);
        print_releases(run);
    }
    if (compare_is_by_rules(run)) return;
    print_agreements(run);
    print_other_notes(run);
}

/* -------------------------------------------------------------------- json */

static void add_member(vt_buffer *out, const char *name, vitals_text value) {
    vt_buffer_printf(out, ",\"%s\":", name);
    vt_quote_append_json(out, value);
}

static void add_answer(vt_buffer *out, const compare_view *view, const compare_answer *answer) {
    vt_quote_append_json(out, vt_text_from(view->name));
    vt_buffer_add_terminated(out, ":{\"status\":");
    vt_quote_append_json(out, vt_text_from(compare_word(answer)));
    add_member(out, "message", vt_text_from(answer->message));
    add_member(out, "rule", vt_text_from(answer->rule));
    add_member(out, "means", vt_text_from(vitals_kstatus_name(answer->common)));
    vt_buffer_printf(out, ",\"compared\":%s}", answer->compared ? "true" : "false");
}

static void add_identity(vt_buffer *out, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    vt_buffer_add_terminated(out, "{\"schema\":\"vitals/v1\"");
    add_member(out, "apiVersion", vitals_document_api_version(document));
    add_member(out, "kind", vitals_document_kind(document));
    add_member(out, "namespace", vitals_document_namespace(document));
    add_member(out, "name", vitals_document_name(document));
    vt_buffer_add_terminated(out, ",\"input\":{\"file\":");
    vt_quote_append_json(out, vt_text_from(origin.file ? origin.file : ""));
    vt_buffer_printf(out, ",\"document\":%u,\"line\":%u}", origin.document, origin.line);
}

/* Of a live cluster: which one; and the application, where objects are added up. */
static void add_place(const compare_run *run, const compare_result *result, vt_buffer *out) {
    const char *cluster = object_of(run, result)->cluster;
    if (cluster) add_member(out, "cluster", vt_text_from(cluster));
    if (run->application_count) {
        add_member(out, "application", vt_text_from(run->applications[result->application].name));
    }
}

static void add_result(const compare_run *run, const compare_result *result, vt_buffer *out) {
    const char *separator = "";
    add_identity(out, entry_at(&run->base, result->entry)->live);
    add_place(run, result, out);
    vt_buffer_printf(out, ",\"disagree\":%s,\"views\":{", result->disagree ? "true" : "false");
    for (size_t i = 0; i < run->view_count; i++) {
        if (!result->answers[i].given) continue;
        vt_buffer_add_terminated(out, separator);
        add_answer(out, &run->views[i], &result->answers[i]);
        separator = ",";
    }
    vt_buffer_add_terminated(out, "}");
    if (result->note) add_member(out, "note", vt_text_from(result->note));
    vt_buffer_add_terminated(out, "}");
}

/* With two versions of the rules, only objects whose status changes are shown. */
static size_t shown_count(const compare_run *run) {
    return compare_is_by_rules(run) ? run->disagreements : run->result_count;
}

static void show_as_lines(const compare_run *run) {
    vt_buffer line = BUFFER_INIT;
    for (size_t i = 0; i < shown_count(run); i++) {
        vt_buffer_clear(&line);
        add_result(run, &run->results[i], &line);
        vt_buffer_add_terminated(&line, "\n");
        terminal_write(line.bytes, line.size);
    }
    vt_buffer_clear(&line);
    coverage_add_line(&line, &run->base.coverage);
    terminal_write(vt_buffer_string(&line), line.size);
    vt_buffer_done(&line);
}

static void add_releases(const compare_run *run, vt_buffer *report) {
    vt_buffer releases = BUFFER_INIT;
    compare_add_releases(run, &releases);
    vt_buffer_add_terminated(report, "\"releases\":");
    vt_quote_append_json(report, vt_text_from(vt_buffer_string(&releases)));
    vt_buffer_add_terminated(report, ",\n");
    vt_buffer_done(&releases);
}

static void add_judged(const compare_run *run, vt_buffer *report) {
    vt_buffer_add_terminated(report, "\"judged\":{\"from\":");
    judged_add_json(report, &run->judged[0]);
    vt_buffer_add_terminated(report, ",\"to\":");
    judged_add_json(report, &run->judged[1]);
    vt_buffer_add_terminated(report, "},\n");
}

static void add_side_of(const compare_application *own, size_t side, vt_buffer *out) {
    static const char *const names[] = { "from", "to" };
    vt_buffer_printf(out, ",\"%s\":{\"status\":\"%s\"", names[side],
                     compare_word(&own->answers[side]));
    add_member(out, "message", vt_text_from(own->answers[side].message));
    vt_buffer_add_terminated(out, "}");
}

static void add_application(const compare_application *own, vt_buffer *out) {
    vt_buffer_add_terminated(out, "{\"name\":");
    vt_quote_append_json(out, vt_text_from(own->name));
    if (own->cluster) add_member(out, "cluster", vt_text_from(own->cluster));
    vt_buffer_printf(out, ",\"disagree\":%s", own->disagree ? "true" : "false");
    for (size_t side = 0; side < 2; side++) add_side_of(own, side, out);
    vt_buffer_printf(out, ",\"objects\":%zu,\"changed\":%zu", own->objects, own->disagreements);
    if (own->note) add_member(out, "note", vt_text_from(own->note));
    vt_buffer_add_terminated(out, "}");
}

static void add_applications(const compare_run *run, vt_buffer *report) {
    vt_buffer_add_terminated(report, "\"applications\":[");
    for (size_t i = 0; i < run->application_count; i++) {
        vt_buffer_add_terminated(report, i ? ",\n" : "\n");
        add_application(&run->applications[i], report);
    }
    vt_buffer_add_terminated(report, "],\n");
}

static void show_as_report(const compare_run *run) {
    vt_buffer report = BUFFER_INIT;
    vt_buffer_add_terminated(&report, "{\"schema\":\"vitals/v1\",\"items\":[");
    for (size_t i = 0; i < shown_count(run); i++) {
        vt_buffer_add_terminated(&report, i ? ",\n" : "\n");
        add_result(run, &run->results[i], &report);
    }
    vt_buffer_add_terminated(&report, "],\n");
    if (run->sides == SIDES_RELEASES) add_releases(run, &report);
    if (compare_is_by_rules(run)) add_judged(run, &report);
    if (run->options->by == COMPARE_BY_APPLICATION) add_applications(run, &report);
    vt_buffer_printf(&report, "\"summary\":{\"objects\":%zu,\"disagree\":%zu}", run->result_count,
                     run->disagreements);
    coverage_add_member(&report, &run->base.coverage);
    vt_buffer_add_terminated(&report, "}\n");
    terminal_write(report.bytes, report.size);
    vt_buffer_done(&report);
}

/* --------------------------------------------------------------- the whole */

static void print_coverage(const compare_run *run) {
    vt_buffer lines = BUFFER_INIT;
    coverage_add_lines(&lines, &run->base.coverage);
    terminal_write(vt_buffer_string(&lines), lines.size);
    vt_buffer_done(&lines);
}

void compare_show(compare_run *run) {
    static void (*const forms[])(const compare_run *run) = {
        [COMPARE_TABLE] = show_as_table,      [COMPARE_JSON] = show_as_report,
        [COMPARE_NDJSON] = show_as_lines,     [COMPARE_GITHUB] = compare_show_github,
        [COMPARE_JUNIT] = compare_show_junit,
    };
    forms[run->options->output](run);
    if (run->options->output == COMPARE_TABLE) print_coverage(run);
    terminal_flush();
}

static void print_judged(const compare_run *run) {
    vt_buffer words[2] = { BUFFER_INIT, BUFFER_INIT };
    for (size_t side = 0; side < 2; side++) judged_add_words(&words[side], &run->judged[side]);
    const char *from = vt_buffer_string(&words[0]), *to = vt_buffer_string(&words[1]);
    const bool differ = strcmp(from, to) != 0;
    (void)fprintf(stderr, "judged by %s%s%s\n", from, differ ? "; then by " : "", differ ? to : "");
    for (size_t side = 0; side < 2; side++) vt_buffer_done(&words[side]);
}

void compare_print_summary(const compare_run *run) {
    const size_t count = run->result_count, differing = run->disagreements;
    const char *plural = count == 1 ? "" : "s";
    if (!compare_is_by_rules(run)) {
        (void)fprintf(stderr, "%zu object%s: they disagree on %zu, agree on %zu\n", count, plural,
                      differing, count - differing);
        return;
    }
    if (run->options->by == COMPARE_BY_APPLICATION) {
        (void)fprintf(stderr, "%zu of %zu application%s, ", run->changed_applications,
                      run->application_count, run->application_count == 1 ? "" : "s");
    }
    (void)fprintf(stderr, "%zu of %zu object%s changed status\n", differing, count, plural);
    print_judged(run);
}
