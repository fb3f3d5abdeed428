/* Findings of lint as text, GitHub annotations, SARIF 2.1.0 and JSON. */
#include "output/show_lint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "output/ci.h"
#include "output/table.h"

static const char *severity_word(const vitals_lint_finding *finding) {
    return vitals_severity_name(finding->severity);
}

static void count_finding(lint_counts *counts, const vitals_lint_finding *finding) {
    size_t *const by_severity[] = {
        [VITALS_SEVERITY_ERROR] = &counts->errors,
        [VITALS_SEVERITY_WARNING] = &counts->warnings,
        [VITALS_SEVERITY_NOTE] = &counts->notes,
    };
    ++*(finding->ignored ? &counts->ignored : by_severity[finding->severity]);
}

lint_counts lint_count(const vitals_lint *lint) {
    lint_counts counts = { .files = vitals_lint_file_count(lint) };
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        count_finding(&counts, &finding);
    }
    return counts;
}

/* ------------------------------------------------------------------- pretty */

/* The colour of a status of the same severity. */
static vitals_health colour_of(vitals_severity severity) {
    static const vitals_health colours[] = {
        [VITALS_SEVERITY_ERROR] = VITALS_HEALTH_DEGRADED,
        [VITALS_SEVERITY_WARNING] = VITALS_HEALTH_MISSING,
        [VITALS_SEVERITY_NOTE] = VITALS_HEALTH_PROGRESSING,
    };
    return colours[severity];
}

/* file:line:column: severity: what is wrong. What to do. [rule] */
static void add_line(vt_buffer *out, const vitals_lint_finding *finding,
                     const cli_terminal *terminal) {
    vt_quote_append_visible(out, vt_text_from(finding->file));
    vt_buffer_printf(out, ":%u:%u: ", finding->line, finding->column);
    terminal_add_status(terminal, out, colour_of(finding->severity), severity_word(finding));
    vt_buffer_add_terminated(out, ": ");
    vt_quote_append_visible(out, finding->text);
    vt_buffer_add_terminated(out, ". ");
    vt_quote_append_visible(out, finding->advice);
    vt_buffer_printf(out, ". [%s]\n", finding->rule->id);
}

static void add_count(vt_buffer *out, size_t count, const char *one, const char *many) {
    vt_buffer_printf(out, "%s%zu %s", out->size ? ", " : "", count, count == 1 ? one : many);
}

static void show_summary(const vitals_lint *lint, const cli_terminal *terminal) {
    const lint_counts counts = lint_count(lint);
    vt_buffer line = BUFFER_INIT;
    add_count(&line, counts.errors, "error", "errors");
    add_count(&line, counts.warnings, "warning", "warnings");
    add_count(&line, counts.notes, "note", "notes");
    if (counts.ignored) add_count(&line, counts.ignored, "ignored", "ignored");
    vt_buffer_printf(&line, " in %zu %s\n", counts.files, counts.files == 1 ? "file" : "files");
    terminal_write_wrapped(terminal, &line, 4);
    vt_buffer_done(&line);
}

void lint_show_pretty(const vitals_lint *lint, const cli_terminal *terminal) {
    vt_buffer line = BUFFER_INIT;
    vitals_lint_finding finding;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        if (finding.ignored) continue;
        vt_buffer_clear(&line);
        add_line(&line, &finding, terminal);
        terminal_write_wrapped(terminal, &line, 4);
    }
    vt_buffer_done(&line);
    show_summary(lint, terminal);
}

/* ------------------------------------------------------------------- github */

/* Text of a workflow command: % and line breaks are escaped, and in properties : and , too. */
static void add_escaped(vt_buffer *out, vitals_text text, bool is_property) {
    static const char escaped[] = "%\r\n:,";
    const char *const last = is_property ? escaped + 5 : escaped + 3;
    for (size_t i = 0; i < text.size; i++) {
        const char byte = text.bytes[i];
        const char *found = byte ? strchr(escaped, byte) : NULL;
        if (found && found < last) {
            vt_buffer_printf(out, "%%%02X", (unsigned)byte);
        } else {
            vt_buffer_add_bytes(out, &byte, 1);
        }
    }
}

void lint_show_github(const vitals_lint *lint, const cli_terminal *terminal) {
    static const char *const commands[] = { "error", "warning", "notice" };
    vt_buffer line = BUFFER_INIT;
    vitals_lint_finding finding;
    (void)terminal;
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        if (finding.ignored) continue;
        vt_buffer_clear(&line);
        vt_buffer_printf(&line, "::%s file=", commands[finding.severity]);
        add_escaped(&line, vt_text_from(finding.file), true);
        vt_buffer_printf(&line, ",line=%u,col=%u,title=%s::", finding.line, finding.column,
                         finding.rule->id);
        add_escaped(&line, finding.text, false);
        vt_buffer_add_terminated(&line, ". ");
        add_escaped(&line, finding.advice, false);
        vt_buffer_add_terminated(&line, "\n");
        terminal_write(line.bytes, line.size);
    }
    vt_buffer_done(&line);
}

/* --------------------------------------------------------------------- json */

void lint_show_json(const vitals_lint *lint, const cli_terminal *terminal) {
    char *json = NULL;
    size_t size = 0;
    (void)terminal;
    if (vitals_lint_json(lint, &json, &size) != VITALS_OK) memory_exhausted();
    terminal_write(json, size);
    terminal_write("\n", 1);
    vitals_text_free(NULL, json, size);
}

/* -------------------------------------------------------------------- sarif */

static void add_rules(vt_json_writer *driver) {
    vt_json_writer list = vt_json_add_array(driver, "rules");
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "id", rule->id);
        ci_add_message(&item, "shortDescription", vt_text_from(rule->summary));
        ci_add_message(&item, "help", vt_text_from(rule->advice));
        vt_json_writer standard = vt_json_add_object(&item, "defaultConfiguration");
        if (rule->off) vt_json_add_bool(&standard, "enabled", false);
        vt_json_add_word(&standard, "level", vitals_severity_name(rule->severity));
        vt_json_close(&standard);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static size_t rule_index(const vitals_lint_rule *wanted) {
    size_t index = 0;
    for (const vitals_lint_rule *rule; (rule = vitals_lint_rule_at(index)); index++) {
        if (rule == wanted) break;
    }
    return index;
}

static void add_location(vt_json_writer *result, const vitals_lint_finding *finding) {
    vt_json_writer list = vt_json_add_array(result, "locations");
    vt_json_writer location = vt_json_add_object(&list, NULL);
    vt_json_writer physical = vt_json_add_object(&location, "physicalLocation");
    ci_add_artifact(&physical, vt_text_from(finding->file));
    vt_json_writer region = vt_json_add_object(&physical, "region");
    vt_json_add_unsigned(&region, "startLine", finding->line);
    vt_json_add_unsigned(&region, "startColumn", finding->column);
    vt_json_close(&region);
    vt_json_close(&physical);
    vt_json_close(&location);
    vt_json_close(&list);
}

static void add_suppression(vt_json_writer *result, vitals_text reason) {
    vt_json_writer list = vt_json_add_array(result, "suppressions");
    vt_json_writer suppression = vt_json_add_object(&list, NULL);
    vt_json_add_word(&suppression, "kind", "inSource");
    vt_json_add_text(&suppression, "justification", reason);
    vt_json_close(&suppression);
    vt_json_close(&list);
}

static void add_result(ci_sarif *sarif, const vitals_lint_finding *finding) {
    vt_buffer message = BUFFER_INIT;
    vt_json_writer result = ci_sarif_add(sarif);
    vt_buffer_add(&message, finding->text);
    vt_buffer_add_terminated(&message, ". ");
    vt_buffer_add(&message, finding->advice);
    vt_json_add_word(&result, "ruleId", finding->rule->id);
    vt_json_add_unsigned(&result, "ruleIndex", rule_index(finding->rule));
    vt_json_add_word(&result, "level", severity_word(finding));
    ci_add_message(&result, "message", vt_buffer_text(&message));
    add_location(&result, finding);
    if (finding->ignored) add_suppression(&result, finding->reason);
    vt_json_close(&result);
    vt_buffer_done(&message);
}

void lint_show_sarif(const vitals_lint *lint, const cli_terminal *terminal) {
    ci_sarif sarif;
    vitals_lint_finding finding;
    (void)terminal;
    ci_sarif_begin(&sarif);
    add_rules(&sarif.driver);
    ci_sarif_end_driver(&sarif);
    vt_json_add_word(&sarif.run, "columnKind", "unicodeCodePoints");
    ci_sarif_begin_results(&sarif);
    for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) {
        add_result(&sarif, &finding);
    }
    ci_sarif_end(&sarif);
}

/* -------------------------------------------------------------------- rules */

enum { RULE, SEVERITY, ABOUT, SUMMARY, COLUMNS };

static const char *default_level(const vitals_lint_rule *rule) {
    return rule->off ? "off" : vitals_severity_name(rule->severity);
}

static bool is_listed(const vitals_lint_rule *rule, const char *word) {
    return !word || text_contains(rule->id, word);
}

static void list_as_table(const char *word) {
    cli_table table = { .columns = { { "RULE", false },
                                     { "SEVERITY", false },
                                     { "ABOUT", false },
                                     { "FINDS", false } },
                        .column_count = COLUMNS,
                        .header = true,
                        .status_column = COLUMNS };
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        if (!is_listed(rule, word)) continue;
        cli_row *row = table_add_row(&table, VITALS_HEALTH_UNASSESSED);
        const char *const cells[COLUMNS] = { rule->id, default_level(rule), rule->about,
                                             rule->summary };
        for (int column = 0; column < COLUMNS; column++) {
            row->cells[column] = memory_copy_string(cells[column]);
        }
    }
    const cli_terminal terminal = terminal_of_stdout(COLOUR_NEVER);
    table_print(&table, &terminal);
}

static void list_as_json(const char *word) {
    vt_buffer out;
    vt_json_writer report = terminal_open_json(&out);
    vt_json_writer list = vt_json_add_array(&report, "rules");
    const vitals_lint_rule *rule;
    for (size_t i = 0; (rule = vitals_lint_rule_at(i)); i++) {
        if (!is_listed(rule, word)) continue;
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "id", rule->id);
        vt_json_add_word(&item, "severity", default_level(rule));
        vt_json_add_word(&item, "about", rule->about);
        vt_json_add_word(&item, "summary", rule->summary);
        vt_json_add_word(&item, "advice", rule->advice);
        vt_json_close(&item);
    }
    vt_json_close(&list);
    terminal_write_json(&report);
}

void lint_list_rules(bool as_json, const char *word) {
    if (as_json) {
        list_as_json(word);
    } else {
        list_as_table(word);
    }
    terminal_flush();
}

/* What a rule looks at, as the heading of docs/lint.md and the comment that silences it there. */
static const char *comment_of(const vitals_lint_rule *rule) {
    return strcmp(rule->about, "lua") == 0 ? "--" : "#";
}

static void explain(vt_buffer *out, const vitals_lint_rule *rule) {
    vt_buffer_printf(out, "%s: %s, about %s\n\n", rule->id, default_level(rule), rule->about);
    vt_buffer_printf(out, "Finds:    %s.\n", rule->summary);
    vt_buffer_printf(out, "Do:       %s.\n", rule->advice);
    vt_buffer_printf(out, "Silence:  %s vitals:ignore %s REASON\n", comment_of(rule), rule->id);
    vt_buffer_printf(out, "Level:    --level %s=%s, or lint.levels in .vitals.yaml\n", rule->id,
                     rule->off ? "warning" : "off");
}

bool lint_explain_rule(const char *id) {
    const vitals_lint_rule *rule;
    size_t index = 0;
    while ((rule = vitals_lint_rule_at(index)) && strcmp(rule->id, id) != 0) index++;
    if (!rule) return false;
    vt_buffer out = BUFFER_INIT;
    explain(&out, rule);
    terminal_write(out.bytes, out.size);
    terminal_flush();
    vt_buffer_done(&out);
    return true;
}
