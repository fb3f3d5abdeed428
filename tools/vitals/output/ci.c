/* Escapes and frames of the formats that CI systems read. */
#include "output/ci.h"

#include <string.h>

#include "base/memory.h"
#include "base/text/percent.h"
#include "output/terminal.h"

static const struct entity {
    char byte;
    const char *text;
} entities[] = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" } };

static const char *entity_of(char byte) {
    for (size_t i = 0; i < COUNT_OF(entities); i++) {
        if (entities[i].byte == byte) return entities[i].text;
    }
    return NULL;
}

void ci_add_xml(vt_buffer *out, vitals_text from) {
    vt_buffer visible = BUFFER_INIT;
    vt_quote_append_visible(&visible, from);
    for (size_t i = 0; i < visible.size; i++) {
        const char *entity = entity_of(visible.bytes[i]);
        if (entity) {
            vt_buffer_add_terminated(out, entity);
        } else {
            vt_buffer_add_bytes(out, &visible.bytes[i], 1);
        }
    }
    vt_buffer_done(&visible);
}

/* Text of a workflow command: % is escaped, and in properties : and , too. Visible text has no line
** breaks. */
static void add_command_text(vt_buffer *out, vitals_text from, bool property) {
    vt_buffer visible = BUFFER_INIT;
    vt_quote_append_visible(&visible, from);
    for (size_t i = 0; i < visible.size; i++) {
        const char byte = visible.bytes[i];
        if (byte == '%' || (property && (byte == ':' || byte == ','))) {
            vt_percent_add(out, byte);
        } else {
            vt_buffer_add_bytes(out, &byte, 1);
        }
    }
    vt_buffer_done(&visible);
}

void ci_add_annotation(vt_buffer *out, const char *level, ci_place place, vitals_text title,
                       vitals_text text) {
    const bool has_file = place.file.size && !vt_text_is(place.file, "-");
    vt_buffer_printf(out, "::%s ", level);
    if (has_file) vt_buffer_add_terminated(out, "file=");
    if (has_file) add_command_text(out, place.file, true);
    if (has_file && place.line) vt_buffer_printf(out, ",line=%u", place.line);
    if (has_file && place.line && place.column) vt_buffer_printf(out, ",col=%u", place.column);
    vt_buffer_printf(out, "%stitle=", has_file ? "," : "");
    add_command_text(out, title, true);
    vt_buffer_add_terminated(out, "::");
    add_command_text(out, text, false);
    vt_buffer_add_terminated(out, "\n");
}

void ci_add_artifact(vt_json_writer *physical, vitals_text path) {
    vt_buffer uri = BUFFER_INIT;
    vt_json_writer artifact = vt_json_add_object(physical, "artifactLocation");
    vt_percent_encode_but(&uri, path, "-._~/!$&'()*+,;=@");
    vt_json_add_text(&artifact, "uri", vt_buffer_text(&uri));
    vt_json_close(&artifact);
    vt_buffer_done(&uri);
}

void ci_add_message(vt_json_writer *item, const char *name, vitals_text text) {
    vt_json_writer message = vt_json_add_object(item, name);
    vt_json_add_text(&message, "text", text);
    vt_json_close(&message);
}

/* -------------------------------------------------------- what was not read */

/* Whether a file cannot be read, and not something else. */
static bool is_file(const vitals_coverage_part *part) {
    return part->state == VITALS_COVERAGE_UNREADABLE && !part->kind.size && part->what.size;
}

/* "half.yaml:7:3", and why it was not read. */
static void part_texts(const vitals_coverage_part *part, vt_buffer *name, vt_buffer *text) {
    const bool of_cluster = part->cluster.size && (part->kind.size || !part->what.size);
    vt_buffer_clear(name);
    vt_buffer_clear(text);
    if (of_cluster) vt_buffer_add_terminated(name, "cluster ");
    if (of_cluster) vt_buffer_add_bytes(name, part->cluster.bytes, part->cluster.size);
    if (of_cluster) vt_buffer_add_terminated(name, ": ");
    coverage_add_place(name, part);
    vt_buffer_printf(text, "%s: ", vitals_coverage_state_name(part->state));
    vt_buffer_add_bytes(text, part->reason.bytes, part->reason.size);
}

void ci_add_unread_testcases(vt_buffer *out, const cli_coverage *coverage) {
    vt_buffer name = BUFFER_INIT, text = BUFFER_INIT;
    vitals_coverage_part part;
    for (size_t next = 0; coverage_next_error(coverage, &next, &part);) {
        part_texts(&part, &name, &text);
        vt_buffer_add_terminated(out, "    <testcase classname=\"input\" name=\"");
        ci_add_xml(out, vt_text_from(vt_buffer_string(&name)));
        vt_buffer_printf(out, "\">\n      <error type=\"%s\" message=\"",
                         vitals_coverage_state_name(part.state));
        ci_add_xml(out, vt_text_from(vt_buffer_string(&text)));
        vt_buffer_add_terminated(out, "\"/>\n    </testcase>\n");
    }
    vt_buffer_done(&name);
    vt_buffer_done(&text);
}

void ci_add_unread_annotations(vt_buffer *out, const cli_coverage *coverage) {
    vt_buffer name = BUFFER_INIT, text = BUFFER_INIT;
    vitals_coverage_part part;
    for (size_t next = 0; coverage_next_error(coverage, &next, &part);) {
        const vitals_text file = is_file(&part) ? part.what : vt_text_from("");
        const ci_place place = { file, part.line, part.column };
        const bool named = part.kind.size || part.cluster.size;
        part_texts(&part, &name, &text);
        vt_buffer_add_terminated(&name, ": ");
        vt_buffer_add_bytes(&name, part.reason.bytes, part.reason.size);
        ci_add_annotation(out, "error", place, vt_text_from(vitals_coverage_state_name(part.state)),
                          named ? vt_text_from(vt_buffer_string(&name)) : part.reason);
    }
    vt_buffer_done(&name);
    vt_buffer_done(&text);
}

static void add_locations(vt_json_writer *notification, const vitals_coverage_part *part) {
    vt_json_writer list = vt_json_add_array(notification, "locations");
    vt_json_writer location = vt_json_add_object(&list, NULL);
    vt_json_writer physical = vt_json_add_object(&location, "physicalLocation");
    ci_add_artifact(&physical, part->what);
    if (part->line) {
        vt_json_writer region = vt_json_add_object(&physical, "region");
        vt_json_add_unsigned(&region, "startLine", part->line);
        if (part->column) vt_json_add_unsigned(&region, "startColumn", part->column);
        vt_json_close(&region);
    }
    vt_json_close(&physical);
    vt_json_close(&location);
    vt_json_close(&list);
}

static void add_notification(vt_json_writer *list, const vitals_coverage_part *part) {
    vt_buffer name = BUFFER_INIT, text = BUFFER_INIT;
    vt_json_writer notification = vt_json_add_object(list, NULL);
    part_texts(part, &name, &text);
    vt_buffer_printf(&name, ": %s", vt_buffer_string(&text));
    vt_json_add_word(&notification, "level", "error");
    ci_add_message(&notification, "message", vt_buffer_text(&name));
    if (is_file(part) && !vt_text_is(part->what, "-")) add_locations(&notification, part);
    vt_json_close(&notification);
    vt_buffer_done(&name);
    vt_buffer_done(&text);
}

void ci_add_invocations(vt_json_writer *run, const cli_coverage *coverage) {
    vitals_coverage_part part;
    size_t first = 0;
    if (!coverage_next_error(coverage, &first, &part)) return;
    vt_json_writer invocations = vt_json_add_array(run, "invocations");
    vt_json_writer invocation = vt_json_add_object(&invocations, NULL);
    vt_json_add_bool(&invocation, "executionSuccessful", false);
    vt_json_writer list = vt_json_add_array(&invocation, "toolExecutionNotifications");
    for (size_t next = 0; coverage_next_error(coverage, &next, &part);)
        add_notification(&list, &part);
    vt_json_close(&list);
    vt_json_close(&invocation);
    vt_json_close(&invocations);
}

/* -------------------------------------------------------------------- SARIF */

void ci_sarif_begin(ci_sarif *sarif) {
    sarif->report = terminal_open_json(&sarif->text);
    vt_json_add_word(&sarif->report, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    vt_json_add_word(&sarif->report, "version", "2.1.0");
    sarif->runs = vt_json_add_array(&sarif->report, "runs");
    sarif->run = vt_json_add_object(&sarif->runs, NULL);
    sarif->tool = vt_json_add_object(&sarif->run, "tool");
    sarif->driver = vt_json_add_object(&sarif->tool, "driver");
    vt_json_add_word(&sarif->driver, "name", "vitals");
    vt_json_add_word(&sarif->driver, "semanticVersion", vitals_version());
}

void ci_sarif_end_driver(ci_sarif *sarif) {
    vt_json_close(&sarif->driver);
    vt_json_close(&sarif->tool);
}

void ci_sarif_begin_results(ci_sarif *sarif) {
    sarif->results = vt_json_add_array(&sarif->run, "results");
}

/* What is complete is written before the next one begins. */
vt_json_writer ci_sarif_add(ci_sarif *sarif) {
    terminal_write(sarif->text.bytes, sarif->text.size);
    vt_buffer_clear(&sarif->text);
    return vt_json_add_object(&sarif->results, NULL);
}

void ci_sarif_end(ci_sarif *sarif) {
    vt_json_close(&sarif->results);
    vt_json_close(&sarif->run);
    vt_json_close(&sarif->runs);
    terminal_write_json(&sarif->report);
}
