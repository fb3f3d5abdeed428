/* Verdicts: one object, its health alone, and columns. */
#include "binding/binding.h"

/* Parse and assess one object into the handle's verdict. */
static vitals_status assess(vitals_binding *binding, const char *bytes, size_t size,
                            const vitals_read_options *options, const vitals_call *call) {
    vitals_status status =
        vt_binding_read_object(binding, vt_text_slice(bytes, size), options, &binding->document);
    return status ? status
                  : vitals_assess(binding->worker, binding->document, call, binding->verdict);
}

int32_t vitals_binding_assess(vitals_binding *binding, const char *bytes, size_t size,
                              int64_t now_seconds) {
    const vitals_read_options options = vt_binding_read_options(binding);
    const vitals_call call = vt_binding_call(binding, now_seconds);
    vt_text line;
    vt_binding_begin(binding);
    vitals_status status = assess(binding, bytes, size, &options, &call);
    if (!status) status = vitals_verdict_json(binding->verdict, &line);
    if (status) return vt_binding_end(binding, status);
    binding->result = line;
    return VITALS_OK;
}

int32_t vitals_binding_health(vitals_binding *binding, const char *bytes, size_t size,
                              int64_t now_seconds) {
    const vitals_read_options options = vt_binding_read_options(binding);
    const vitals_call call = vt_binding_call(binding, now_seconds);
    vt_binding_begin(binding);
    vitals_status status = assess(binding, bytes, size, &options, &call);
    if (status) return vt_binding_end(binding, status);
    binding->result = vitals_verdict_message(binding->verdict);
    return (int32_t)vitals_verdict_health(binding->verdict);
}

/* ------------------------------------------------------------------- columns */

static uint64_t offset_at(const vt_column *from, size_t index) {
    return from->wide ? ((const uint64_t *)from->offsets)[index]
                      : ((const uint32_t *)from->offsets)[index];
}

/* Whether every object lies inside the bytes. */
static bool is_valid(const vt_column *from) {
    uint64_t last = offset_at(from, 0);
    for (size_t i = 1; i <= from->count; i++) {
        const uint64_t next = offset_at(from, i);
        if (next < last) return false;
        last = next;
    }
    return last <= from->size;
}

enum { MOST_REPORTED = 16 };

/* Add the diagnostics of one object to the text. */
static void report_row(vitals_binding *binding, size_t row, vt_json_writer *list) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_unsigned(&item, "row", row);
    vt_binding_write_diagnostics(binding->diagnostics, &item);
    vt_json_close(&item);
}

/* Assess the rows and hand them over. `*unreadable` counts those that could not be read. */
static vitals_status assess_rows(vitals_binding *binding, const vt_column *column,
                                 int64_t now_seconds, vt_row_fn take, void *user,
                                 vt_json_writer *list, int64_t *unreadable) {
    const vitals_read_options options = vt_binding_read_options(binding);
    const vitals_call call = vt_binding_call(binding, now_seconds);
    for (size_t i = 0; i < column->count; i++) {
        const size_t start = (size_t)offset_at(column, i);
        const size_t size = (size_t)offset_at(column, i + 1) - start;
        if (vt_binding_stopped(binding)) return VITALS_ESTOPPED;
        vitals_diagnostics_clear(binding->diagnostics);
        const vitals_status status = assess(binding, column->bytes + start, size, &options, &call);
        const vitals_status taken =
            status == VITALS_ENOMEM ? status : take(user, binding, i, status);
        if (taken) return taken;
        if (status && (*unreadable)++ < MOST_REPORTED) report_row(binding, i, list);
    }
    return VITALS_OK;
}

int64_t vt_binding_column(vitals_binding *binding, const vt_column *column, int64_t now_seconds,
                          vt_row_fn take, void *user) {
    int64_t unreadable = 0;
    vt_binding_begin(binding);
    if (column->count == 0) return 0;
    if (!is_valid(column)) {
        return vt_binding_end(binding, vt_binding_refuse(binding, "the offsets are not valid"));
    }
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_json_writer rows = vt_json_add_array(&result, "unreadable");
    const vitals_status status =
        assess_rows(binding, column, now_seconds, take, user, &rows, &unreadable);
    if (status) return vt_binding_end(binding, status);
    vt_json_close(&rows);
    vt_json_close(&result);
    const int32_t ended = vt_binding_end_text(binding);
    return ended ? ended : unreadable;
}

static vitals_status note_health(void *user, vitals_binding *binding, size_t row,
                                 vitals_status status) {
    uint8_t *out = user;
    out[row] =
        status ? VITALS_BINDING_UNREADABLE : (uint8_t)vitals_verdict_health(binding->verdict);
    return VITALS_OK;
}

int64_t vitals_binding_many(vitals_binding *binding, const char *bytes, size_t size,
                            const void *offsets, size_t count, int32_t wide, int64_t now_seconds,
                            uint8_t *out) {
    const vt_column column = { bytes, size, offsets, count, wide != 0 };
    return vt_binding_column(binding, &column, now_seconds, note_health, out);
}
