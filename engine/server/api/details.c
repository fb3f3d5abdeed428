/* One application with its resources; one resource with why; its object. */
#include "base/text/percent.h"
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/api/why.h"
#include "server/feed/changes.h"
#include "server/history/timeline.h"
#include "server/http/checks.h"

/* The row that a visit names; 0: it was answered. */
static vitals_live_id row_of(vt_visit *visit, vitals_live_row *row) {
    vt_source *source = vt_visit_source(visit);
    if (!source) return 0;
    vt_text name = visit->parameters[1];
    /* An id without UID is encoded already; who encodes it once more for the path means the same. */
    if (vt_text_find_byte(name, '/', 0) == SIZE_MAX &&
        vt_text_find_byte(name, '%', 0) != SIZE_MAX) {
        char *bytes;
        memcpy(&bytes, &name.bytes, sizeof bytes);
        if (!vt_percent_decode(bytes, &name.size, false)) name = VT_TEXT("");
    }
    const vitals_live_id id = vt_row_find_id(visit->audience, source, name);
    if (id && vitals_live_row_of(visit->audience->view, id, row, sizeof *row) == VITALS_OK &&
        !row->removed) {
        return id;
    }
    vt_visit_not_found(visit, "this resource");
    return 0;
}

/* ---------------------------------------------------------------- applications */

/* The rows of an application with the place of each, to find owners. */
typedef struct member_list {
    vitals_live_row *rows;
    size_t count;
} member_list;

static member_list members_of(vt_visit *visit, const vitals_live_application *application) {
    const vitals_live_view *view = visit->audience->view;
    member_list list = { vt_arena_allocate_array(&visit->memory, (size_t)application->members + 1,
                                                 sizeof *list.rows),
                         0 };
    for (vitals_live_id id = 0; list.rows && list.count < application->members &&
                                (id = vitals_live_member_next(view, application->id, id));) {
        if (vitals_live_row_of(view, id, &list.rows[list.count], sizeof *list.rows) == VITALS_OK) {
            list.count++;
        }
    }
    return list;
}

/* The places of rows by their ids: open addressing. */
typedef struct place_table {
    uint32_t *slots; /* place + 1 */
    size_t mask;
} place_table;

static size_t slot_of(const place_table *table, const member_list *list, vitals_live_id id) {
    size_t slot = (size_t)(id * UINT64_C(0x9E3779B97F4A7C15) >> 32) & table->mask;
    while (table->slots[slot] && list->rows[table->slots[slot] - 1].id != id) {
        slot = (slot + 1) & table->mask;
    }
    return slot;
}

static bool make_table(vt_visit *visit, const member_list *list, place_table *table) {
    size_t size = 16;
    while (size < 2 * list->count) size *= 2;
    table->mask = size - 1;
    table->slots = vt_arena_allocate_zeroed(&visit->memory, size * sizeof *table->slots);
    for (size_t i = 0; table->slots && i < list->count; i++) {
        table->slots[slot_of(table, list, list->rows[i].id)] = (uint32_t)i + 1;
    }
    return table->slots != NULL;
}

static void write_members(vt_visit *visit, const member_list *list, const place_table *table,
                          vt_json_writer *writer) {
    vt_json_writer resources = vt_json_add_array(writer, "resources");
    for (size_t i = 0; i < list->count; i++) {
        const vitals_live_row *row = &list->rows[i];
        const uint32_t parent = row->owner ? table->slots[slot_of(table, list, row->owner)] : 0;
        vt_json_writer resource = vt_json_add_object(&resources, NULL);
        vt_row_write(visit->audience, row, &resource);
        vt_json_add_integer(&resource, "p", parent && parent - 1 != i ? (int64_t)parent - 1 : -1);
        vt_json_add_bool(&resource, "counted", row->counted);
        vt_json_close(&resource);
    }
    vt_json_close(&resources);
}

/* What may be lacking, part by part. */
static void write_coverage(vt_visit *visit, const vitals_live_application *application,
                           vt_json_writer *writer) {
    vitals_coverage_list *list = NULL;
    vt_text json;
    if (application->complete) return;
    vitals_status status = vitals_coverage_new(&visit->server->allocator, &list);
    if (!status) status = vitals_live_coverage(visit->audience->view, application->id, list);
    if (!status) status = vitals_coverage_json(list, &json);
    if (!status) vt_json_add_json(writer, "coverage", json);
    visit->out.failed |= status != VITALS_OK;
    vitals_coverage_free(list);
}

void vt_answer_application(vt_visit *visit) {
    vitals_live_application application;
    if (!vt_visit_application(visit, &application)) return;
    const member_list list = members_of(visit, &application);
    place_table table;
    if (!list.rows || !make_table(visit, &list, &table)) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    const vt_text event = vt_visit_event_id(visit);
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_add_text(&writer, "eventId", event);
    vt_application_write(visit->audience, &application, &writer);
    write_coverage(visit, &application, &writer);
    write_members(visit, &list, &table, &writer);
    vt_changes_write(visit->audience->changes, application.id, "history", &writer);
    vt_json_close(&writer);
    vt_visit_send_as_of(visit, "application/json", event);
}

/* ------------------------------------------------------------------- resources */

void vt_answer_resource(vt_visit *visit) {
    vitals_live_row row;
    const vitals_live_id id = row_of(visit, &row);
    if (id) vt_why_answer(visit, id);
}

void vt_answer_object(vt_visit *visit) {
    vitals_live_row row;
    vitals_document *document = NULL;
    vt_text json;
    char *text = NULL;
    size_t size = 0;
    const vitals_live_id id = row_of(visit, &row);
    const vitals_allocator *memory = &visit->server->allocator;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    if (!id) return;
    if (vitals_live_row_json(visit->audience->view, id, &json) != VITALS_OK) {
        vt_visit_not_found(visit, visit->server->options.no_objects
                                      ? "the object of a server with --no-objects"
                                      : "the object");
        return;
    }
    options.allocator = memory;
    options.format = VITALS_FORMAT_JSON;
    if (vitals_document_parse(json.bytes, json.size, &options, &document, NULL) == VITALS_OK &&
        vitals_document_write_yaml(document, memory, &text, &size) == VITALS_OK) {
        vt_buffer_add_bytes(&visit->out, text, size);
        vitals_text_free(memory, text, size);
        vt_visit_send(visit, "application/yaml");
    } else {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
    }
    vitals_document_free(document);
}

void vt_answer_history(vt_visit *visit) {
    vitals_live_row row;
    if (row_of(visit, &row)) vt_timeline_of_row(visit, &row);
}
