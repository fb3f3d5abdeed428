/* Quick fixes, hover, completion and the file behind a path: all from lint, fixtures and tables. */
#include <stdlib.h>
#include <string.h>

#include <vitals/cel.h>

#include "lsp/lsp.h"

/* A place that the client asks about. */
typedef struct asked_place {
    const lsp_server *server;
    lsp_text *text; /* NULL: it is not open */
    vt_text bytes;
    size_t at;
} asked_place;

static asked_place place_of(lsp_server *server, const lsp_message *message) {
    asked_place place = { .server = server };
    place.text = texts_find(server, message_text(message, ".params.textDocument.uri"));
    if (!place.text) return place;
    place.bytes = vt_buffer_text(&place.text->bytes);
    place.at = position_read(server, place.text, message_at(message, ".params.position"), message);
    return place;
}

static bool is_path_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '.';
}

/* Where [0] in front of an offset begins; `at`: there is none. */
static size_t before_index(vt_text bytes, size_t at) {
    size_t from = at;
    if (from == 0 || bytes.bytes[from - 1] != ']') return at;
    for (from--; from > 0 && bytes.bytes[from - 1] >= '0' && bytes.bytes[from - 1] <= '9'; from--) {
        continue;
    }
    return from > 0 && bytes.bytes[from - 1] == '[' ? from - 1 : at;
}

/* The dotted name that ends at an offset. */
static vt_text path_before(vt_text bytes, size_t at) {
    size_t from = at, next = at;
    do {
        from = next;
        while (from > 0 && is_path_byte(bytes.bytes[from - 1])) from--;
        next = before_index(bytes, from);
    } while (next != from);
    return vt_text_between(bytes, from, at);
}

static bool is_script(const lsp_text *text) {
    return vt_text_ends(vt_text_from(text->path), VT_TEXT(".lua"));
}

/* ---------------------------------------------------------------- quick fixes */

static size_t line_of(vt_text bytes, size_t at) {
    size_t line = 0;
    for (size_t i = 0; i < at && i < bytes.size; i++) line += bytes.bytes[i] == '\n';
    return line;
}

static void add_edit(vt_json_writer *list, const asked_place *place, const vitals_lint_edit *edit) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    range_write(&item, place->server, place->text, edit->offset, edit->offset + edit->size);
    vt_json_add_text(&item, "newText", edit->text);
    vt_json_close(&item);
}

/* Open an action up to its list of edits. */
typedef struct action_writer {
    vt_json_writer action, edit, changes, change, edits;
} action_writer;

static void open_action(action_writer *writer, vt_json_writer *out, const asked_place *place,
                        const char *title, const char *kind) {
    writer->action = vt_json_add_object(out, NULL);
    vt_json_add_word(&writer->action, "title", title);
    vt_json_add_word(&writer->action, "kind", kind);
    writer->edit = vt_json_add_object(&writer->action, "edit");
    writer->changes = vt_json_add_array(&writer->edit, "documentChanges");
    writer->change = vt_json_add_object(&writer->changes, NULL);
    vt_json_writer document = vt_json_add_object(&writer->change, "textDocument");
    vt_json_add_word(&document, "uri", place->text->uri);
    vt_json_add_integer(&document, "version", place->text->version);
    vt_json_close(&document);
    writer->edits = vt_json_add_array(&writer->change, "edits");
}

static void close_action(action_writer *writer) {
    vt_json_close(&writer->edits);
    vt_json_close(&writer->change);
    vt_json_close(&writer->changes);
    vt_json_close(&writer->edit);
    vt_json_close(&writer->action);
}

static void add_fix(vt_json_writer *out, const asked_place *place, const vitals_lint_edit *edit) {
    action_writer writer;
    vt_buffer title = BUFFER_INIT;
    vt_buffer_printf(&title, "%s [%s]", edit->rule->advice, edit->rule->id);
    open_action(&writer, out, place, vt_buffer_string(&title), "quickfix");
    add_edit(&writer.edits, place, edit);
    close_action(&writer);
    vt_buffer_done(&title);
}

static void add_fix_of_all(vt_json_writer *out, const asked_place *place) {
    action_writer writer;
    vitals_lint_edit edit;
    open_action(&writer, out, place, "Correct all that vitals can", "source.fixAll");
    for (size_t i = 0; vitals_lint_edit_at(place->text->lint, i, &edit, sizeof edit); i++) {
        if (strcmp(edit.file, place->text->path) == 0) add_edit(&writer.edits, place, &edit);
    }
    close_action(&writer);
}

void assist_actions(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    asked_place place = place_of(server, message);
    size_t count = 0;
    vt_json_writer list = vt_json_add_array(out, "result");
    if (place.text && place.text->dirty) check_text(server, place.text, false);
    if (place.text && place.text->lint) {
        const size_t first = line_of(
            place.bytes,
            position_read(server, place.text, message_at(message, ".params.range.start"), message));
        const size_t last =
            line_of(place.bytes, position_read(server, place.text,
                                               message_at(message, ".params.range.end"), message));
        vitals_lint_edit edit;
        for (size_t i = 0; vitals_lint_edit_at(place.text->lint, i, &edit, sizeof edit); i++) {
            if (strcmp(edit.file, place.text->path) != 0) continue;
            count++;
            const size_t end = line_of(place.bytes, edit.offset + (edit.size ? edit.size - 1 : 0));
            if (line_of(place.bytes, edit.offset) <= last && end >= first)
                add_fix(&list, &place, &edit);
        }
        if (count > 0) add_fix_of_all(&list, &place);
    }
    vt_json_close(&list);
}

/* ---------------------------------------------------------- values of fixtures */

/* What the fixtures of the check have at a path. */
typedef struct fixture_values {
    const char *path;
    vt_buffer *lines;      /* values, for hover */
    vt_json_writer *items; /* members, for completion */
    option_list seen;
    size_t count;
} fixture_values;

enum { MOST_VALUES = 8 };

static void add_item(vt_json_writer *items, vt_text label, unsigned kind, const char *detail) {
    vt_json_writer item = vt_json_add_object(items, NULL);
    vt_json_add_text(&item, "label", label);
    vt_json_add_unsigned(&item, "kind", kind);
    if (detail) vt_json_add_word(&item, "detail", detail);
    vt_json_close(&item);
}

static bool is_seen(fixture_values *values, vt_text name) {
    for (size_t i = 0; i < values->seen.count; i++) {
        if (vt_text_is(name, values->seen.items[i])) return true;
    }
    option_list_add(&values->seen, memory_copy(name.bytes, name.size));
    return false;
}

static void add_members(fixture_values *values, const vitals_value *value) {
    const vitals_value *member;
    vitals_text key;
    uint64_t cursor = 0;
    while (vitals_value_next(value, &cursor, &key, &member) == VITALS_OK) {
        if (key.bytes && !is_seen(values, key))
            add_item(values->items, key, LSP_COMPLETION_FIELD, "in a fixture");
    }
}

static void add_value(fixture_values *values, const char *file, const vitals_document *document,
                      const vitals_value *value) {
    char *json = NULL;
    size_t size = 0;
    if (values->count++ >= MOST_VALUES) return;
    if (vitals_value_write_json(document, value, 0, NULL, &json, &size) != VITALS_OK) return;
    const vt_text shown = vt_text_cut(vt_text_slice(json, size), 200);
    const char *slash = strrchr(file, '/');
    vt_buffer_printf(values->lines, "- `%s`: `%.*s`\n", slash ? slash + 1 : file,
                     VT_TEXT_ARG(shown));
    vitals_text_free(NULL, json, size);
}

static void look_into(void *user, const char *path, vitals_text bytes) {
    fixture_values *values = user;
    vitals_document *document = NULL;
    const vitals_value *value = NULL;
    if (!strstr(path, "/testdata/")) return;
    if (vitals_document_parse(bytes.bytes, bytes.size, NULL, &document, NULL) == VITALS_OK &&
        vitals_document_field(document, NULL, vt_text_from(values->path), &value) == VITALS_OK) {
        if (values->items) add_members(values, value);
        if (values->lines) add_value(values, path, document, value);
    }
    vitals_document_free(document);
}

/* ".status.phase" for obj.status.phase of a script and status.phase of an expression; empty for other names. */
static void field_path(const asked_place *place, vt_text dotted, vt_buffer *out) {
    static const char *const roots[] = { "apiVersion", "kind", "metadata", "spec", "status" };
    vt_text rest = dotted, first = VT_TEXT("");
    if (vt_text_starts(dotted, VT_TEXT("obj."))) {
        vt_buffer_add(out, vt_text_between(dotted, 3, dotted.size));
    }
    if (is_script(place->text)) return;
    vt_text_split(&rest, '.', &first);
    for (size_t i = 0; i < COUNT_OF(roots); i++) {
        if (vt_text_is(first, roots[i])) vt_buffer_printf(out, ".%.*s", VT_TEXT_ARG(dotted));
    }
}

static void look_into_fixtures(const asked_place *place, fixture_values *values) {
    char *directory = check_directory(place->server, place->text->path);
    if (directory) check_each_file(place->server, directory, look_into, values);
    free(directory);
}

/* ---------------------------------------------------------------------- hover */

static void add_findings(const asked_place *place, vt_buffer *out) {
    vitals_lint_finding finding;
    size_t from, to;
    for (size_t i = 0; place->text->lint && !place->text->dirty &&
                       vitals_lint_finding_at(place->text->lint, i, &finding, sizeof finding);
         i++) {
        if (strcmp(finding.file, place->text->path) != 0) continue;
        finding_span(place->text, &finding, &from, &to);
        if (place->at < from || place->at > to) continue;
        vt_buffer_printf(out, "**%s**: %s. %s.\n\n", finding.rule->id, finding.rule->summary,
                         finding.rule->advice);
    }
}

static void add_functions(vt_text name, vt_buffer *out) {
    vitals_cel_function function;
    char signature[160];
    for (size_t i = 0; vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, i, &function,
                                              sizeof function, signature, sizeof signature);
         i++) {
        if (function.hidden || !vt_text_is(name, function.name)) continue;
        vt_buffer_printf(out, "`%s%s` %s, as in `%s`\n\n", function.name, signature, function.doc,
                         function.example);
    }
}

/* The dotted name up to the end of the word under the cursor. */
static vt_text path_at(const asked_place *place) {
    size_t at = place->at;
    while (at < place->bytes.size && is_path_byte(place->bytes.bytes[at]) &&
           place->bytes.bytes[at] != '.') {
        at++;
    }
    return path_before(place->bytes, at);
}

/* What the schema says about the field that a path names. */
static void add_schema(const asked_place *place, const char *path, vt_buffer *out) {
    const lsp_subject subject = subject_at(place->server, place->text, place->at);
    const char *name = strrchr(path, '.') + 1;
    const vt_text parent = vt_text_slice(path, (size_t)(name - 1 - path));
    vitals_lint_field field;
    for (size_t i = 0;
         place->text->lint &&
         vitals_lint_field_at(place->text->lint, subject.group, subject.kind,
                              parent.size ? parent : VT_TEXT("."), i, &field, sizeof field);
         i++) {
        if (!vt_text_is(field.name, name)) continue;
        vt_buffer_printf(out, "`%s`: %s%s", path, field.type,
                         field.required ? ", always there" : "");
        if (field.description.size > 0) {
            vt_buffer_printf(out, ". %.*s", VT_TEXT_ARG(field.description));
        }
        vt_buffer_add_bytes(out, "\n\n", 2);
    }
}

static void add_values(const asked_place *place, vt_text dotted, vt_buffer *out) {
    vt_buffer path = BUFFER_INIT;
    field_path(place, dotted, &path);
    fixture_values values = { .path = vt_buffer_string(&path), .lines = out };
    if (*values.path) {
        add_schema(place, values.path, out);
        look_into_fixtures(place, &values);
    }
    vt_buffer_done(&path);
}

/* How the tests of the check ended on the line under the cursor. */
static void add_results(const asked_place *place, vt_buffer *out) {
    vitals_report *report = is_script(place->text) ? lenses_run(place->server, place->text) : NULL;
    if (report) {
        lenses_write_line(out, report, place->text, line_of(place->bytes, place->at) + 1);
    }
    vitals_report_free(report);
}

void assist_hover(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    asked_place place = place_of(server, message);
    vt_buffer text = BUFFER_INIT;
    if (place.text && !place.text->lint) check_text(server, place.text, false);
    if (place.text) {
        const vt_text dotted = path_at(&place);
        vt_text name = dotted, rest = dotted;
        while (vt_text_split(&rest, '.', &name)) continue;
        add_findings(&place, &text);
        if (!is_script(place.text)) add_functions(name, &text);
        if (!is_script(place.text) && text.size == 0) add_functions(dotted, &text);
        add_values(&place, dotted, &text);
        add_results(&place, &text);
    }
    if (text.size == 0) {
        vt_json_add_null(out, "result");
    } else {
        vt_json_writer result = vt_json_add_object(out, "result");
        vt_json_writer contents = vt_json_add_object(&result, "contents");
        vt_json_add_word(&contents, "kind", "markdown");
        vt_json_add_text(&contents, "value", vt_buffer_text(&text));
        vt_json_close(&contents);
        vt_json_close(&result);
    }
    vt_buffer_done(&text);
}

/* ----------------------------------------------------------------- completion */

/* Whether the cursor is in a string that is assigned to a status, or named by one. */
static bool is_in_status(const asked_place *place) {
    size_t at = place->at;
    const char *bytes = place->bytes.bytes;
    while (at > 0 && is_path_byte(bytes[at - 1])) at--;
    if (at == 0 || (bytes[at - 1] != '"' && bytes[at - 1] != '\'')) return false;
    for (at--; at > 0 && (bytes[at - 1] == ' ' || bytes[at - 1] == '='); at--) continue;
    return bytes[at] == ' ' || bytes[at] == '='
               ? vt_text_ends(vt_text_between(place->bytes, 0, at), VT_TEXT("status"))
               : false;
}

static void complete_statuses(vt_json_writer *items) {
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        const char *name = vitals_health_name((vitals_health)i);
        if (*name && i != VITALS_HEALTH_UNASSESSED) {
            add_item(items, vt_text_from(name), LSP_COMPLETION_VALUE, "a status of Argo CD");
        }
    }
}

static void complete_functions(vt_json_writer *items, fixture_values *seen) {
    vitals_cel_function function;
    char signature[160];
    for (size_t i = 0; vitals_cel_function_at(VITALS_CEL_ENVIRONMENT_FLUX, i, &function,
                                              sizeof function, signature, sizeof signature);
         i++) {
        if (function.hidden || is_seen(seen, vt_text_from(function.name))) continue;
        add_item(items, vt_text_from(function.name), LSP_COMPLETION_FUNCTION, signature);
    }
}

/* Fields, and values of a text, that schemas know; of any kind what objects have by custom. */
static void complete_known(vt_json_writer *items, fixture_values *seen, const asked_place *place,
                           const char *path) {
    const lsp_subject subject = subject_at(place->server, place->text, place->at);
    vitals_lint_field field;
    vt_buffer detail = BUFFER_INIT;
    for (size_t i = 0;
         place->text->lint && vitals_lint_field_at(place->text->lint, subject.group, subject.kind,
                                                   vt_text_from(path), i, &field, sizeof field);
         i++) {
        if (is_seen(seen, field.name)) continue;
        vt_buffer_clear(&detail);
        vt_buffer_printf(&detail, "%s%s", field.type, field.required ? ", always there" : "");
        add_item(items, field.name,
                 strcmp(field.type, "value") == 0 ? LSP_COMPLETION_VALUE : LSP_COMPLETION_FIELD,
                 vt_buffer_string(&detail));
    }
    vt_buffer_done(&detail);
}

static void complete_path(vt_json_writer *items, const asked_place *place) {
    vt_text dotted = path_before(place->bytes, place->at);
    vt_buffer path = BUFFER_INIT;
    while (dotted.size > 0 && dotted.bytes[dotted.size - 1] != '.') dotted.size--;
    const bool member = dotted.size > 0;
    if (member) dotted.size--;
    fixture_values values = { .items = items };
    if (vt_text_is(dotted, "obj")) {
        vt_buffer_add_byte(&path, '.');
    } else if (member) {
        field_path(place, dotted, &path);
    }
    values.path = vt_buffer_string(&path);
    if (*values.path) {
        look_into_fixtures(place, &values);
        complete_known(items, &values, place, values.path);
    }
    if (!is_script(place->text) && !vt_text_starts(dotted, VT_TEXT("obj"))) {
        if (!member) complete_known(items, &values, place, ".");
        complete_functions(items, &values);
    }
    option_list_free_items(&values.seen);
    vt_buffer_done(&path);
}

void assist_complete(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    asked_place place = place_of(server, message);
    vt_json_writer items = vt_json_add_array(out, "result");
    if (place.text && !place.text->lint) check_text(server, place.text, false);
    if (place.text && is_in_status(&place)) {
        complete_statuses(&items);
    } else if (place.text && keys_complete(&items, server, place.text, place.at)) {
        /* nothing else fits there */
    } else if (place.text) {
        complete_path(&items, &place);
    }
    vt_json_close(&items);
}

/* ----------------------------------------------------------------- definition */

/* The fixture that `inputPath: testdata/x.yaml` names; NULL: the line has none. */
static char *fixture_on_line(const asked_place *place) {
    static const vt_text key = VT_TEXT_INIT("inputPath:");
    size_t from = place->at, to = place->at;
    while (from > 0 && place->bytes.bytes[from - 1] != '\n') from--;
    while (to < place->bytes.size && place->bytes.bytes[to] != '\n') to++;
    const vt_text line = vt_text_between(place->bytes, from, to);
    const size_t at = vt_text_find(line, key, 0);
    if (at == SIZE_MAX) return NULL;
    const vt_text rest = vt_text_between(line, at + key.size, line.size);
    size_t begin = 0, end = rest.size;
    while (begin < end && strchr(" \"'", rest.bytes[begin])) begin++;
    while (end > begin && strchr(" \"'\r", rest.bytes[end - 1])) end--;
    return memory_copy(rest.bytes + begin, end - begin);
}

void assist_definition(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    asked_place place = place_of(server, message);
    char *fixture = place.text ? fixture_on_line(&place) : NULL;
    const char *slash = fixture ? strrchr(place.text->uri, '/') : NULL;
    if (slash) {
        vt_buffer uri = BUFFER_INIT;
        const lsp_text empty = { .bytes = BUFFER_INIT };
        vt_json_writer location = vt_json_add_object(out, "result");
        vt_buffer_printf(&uri, "%.*s/%s", (int)(slash - place.text->uri), place.text->uri, fixture);
        vt_json_add_text(&location, "uri", vt_buffer_text(&uri));
        range_write(&location, server, &empty, 0, 0);
        vt_json_close(&location);
        vt_buffer_done(&uri);
    } else {
        vt_json_add_null(out, "result");
    }
    free(fixture);
}
