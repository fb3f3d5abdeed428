/* Escapes and frames of the formats that CI systems read. */
#include "output/ci.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
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

/* Reserved characters are escaped. */
void ci_add_uri(cJSON *item, const char *path) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-._~/!$&'()*+,;=@";
    vt_buffer uri = BUFFER_INIT;
    for (; *path; path++) {
        if (strchr(plain, *path)) {
            vt_buffer_add_bytes(&uri, path, 1);
        } else {
            vt_buffer_printf(&uri, "%%%02X", (unsigned char)*path);
        }
    }
    cJSON_AddStringToObject(item, "uri", vt_buffer_string(&uri));
    vt_buffer_done(&uri);
}

/* -------------------------------------------------------- what was not read */

/* The next part that is lost. */
static bool next_lost(const cli_coverage *coverage, size_t *next, vitals_coverage_part *part) {
    while (coverage_at(coverage, (*next)++, part)) {
        if (vitals_coverage_state_loses(part->state)) return true;
    }
    return false;
}

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
    for (size_t next = 0; next_lost(coverage, &next, &part);) {
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
    for (size_t next = 0; next_lost(coverage, &next, &part);) {
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

static void add_artifact(cJSON *notification, const vitals_coverage_part *part) {
    char *file = memory_copy(part->what.bytes, part->what.size);
    cJSON *location = cJSON_CreateObject();
    cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    ci_add_uri(cJSON_AddObjectToObject(physical, "artifactLocation"), file);
    free(file);
    if (part->line) {
        cJSON *region = cJSON_AddObjectToObject(physical, "region");
        cJSON_AddNumberToObject(region, "startLine", part->line);
        if (part->column) cJSON_AddNumberToObject(region, "startColumn", part->column);
    }
    cJSON_AddItemToArray(cJSON_AddArrayToObject(notification, "locations"), location);
}

static cJSON *notification_of(const vitals_coverage_part *part) {
    vt_buffer name = BUFFER_INIT, text = BUFFER_INIT;
    cJSON *notification = cJSON_CreateObject();
    part_texts(part, &name, &text);
    vt_buffer_printf(&name, ": %s", vt_buffer_string(&text));
    cJSON_AddStringToObject(notification, "level", "error");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(notification, "message"), "text",
                            vt_buffer_string(&name));
    if (is_file(part) && !vt_text_is(part->what, "-")) add_artifact(notification, part);
    vt_buffer_done(&name);
    vt_buffer_done(&text);
    return notification;
}

void ci_add_invocations(cJSON *run, const cli_coverage *coverage) {
    vitals_coverage_part part;
    if (!vitals_coverage_lost(coverage->list, NULL)) return;
    cJSON *invocation = cJSON_CreateObject();
    cJSON_AddFalseToObject(invocation, "executionSuccessful");
    cJSON *list = cJSON_AddArrayToObject(invocation, "toolExecutionNotifications");
    for (size_t next = 0; next_lost(coverage, &next, &part);) {
        cJSON_AddItemToArray(list, notification_of(&part));
    }
    cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "invocations"), invocation);
}

/* -------------------------------------------------------------------- SARIF */

cJSON *ci_sarif_run(cJSON **driver) {
    cJSON *run = cJSON_CreateObject();
    *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
    cJSON_AddStringToObject(*driver, "name", "vitals");
    cJSON_AddStringToObject(*driver, "semanticVersion", vitals_version());
    return run;
}

static char *print(cJSON *item) {
    char *text = cJSON_Print(item);
    if (!text) memory_exhausted();
    cJSON_Delete(item);
    return text;
}

/* The results go into an empty list that comes last. */
void ci_sarif_begin(ci_sarif *sarif, cJSON *run) {
    static const char list[] = "\"results\":\t[";
    cJSON *report = cJSON_CreateObject();
    cJSON_AddStringToObject(report, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(report, "version", "2.1.0");
    cJSON_AddArrayToObject(run, "results");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(report, "runs"), run);
    *sarif = (ci_sarif){ .text = print(report) };
    for (const char *at = sarif->text; (at = strstr(at, list));) sarif->rest = at += strlen(list);
    terminal_write(sarif->text, (size_t)(sarif->rest - sarif->text));
}

/* As deep as the list of the log. */
void ci_sarif_add(ci_sarif *sarif, cJSON *result) {
    static const char indent[] = "\t\t\t\t";
    char *text = print(result);
    if (sarif->any) terminal_write(", ", 2);
    sarif->any = true;
    for (const char *line = text; *line;) {
        const size_t size = strcspn(line, "\n");
        terminal_write(line, size);
        line += size;
        if (*line) {
            terminal_write("\n", 1);
            terminal_write(indent, strlen(indent));
            line++;
        }
    }
    cJSON_free(text);
}

void ci_sarif_end(ci_sarif *sarif) {
    terminal_write(sarif->rest, strlen(sarif->rest));
    terminal_write("\n", 1);
    cJSON_free(sarif->text);
}
