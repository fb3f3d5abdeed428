/* Requests and results: numbers for handles, diagnostics as JSON, members of requests. */
#include <stdarg.h>
#include <string.h>

#include "binding/binding.h"

/* ------------------------------------------------------------- handle tables */

int64_t vt_handles_add(vt_handles *handles, const vitals_allocator *memory, void *item) {
    void *rows = handles->rows;
    bool room = vt_grow(memory, &rows, &handles->capacity, handles->count, sizeof *handles->rows);
    handles->rows = rows;
    if (!room) return VITALS_ENOMEM;
    handles->rows[handles->count++] = (struct vt_handle){ ++handles->last_id, item };
    return handles->last_id;
}

/* The row of an id, or NULL. */
static struct vt_handle *find_row(const vt_handles *handles, int64_t id) {
    size_t low = 0, high = handles->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (handles->rows[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < handles->count && handles->rows[low].id == id ? &handles->rows[low] : NULL;
}

void *vt_handles_find(const vt_handles *handles, int64_t id) {
    const struct vt_handle *row = find_row(handles, id);
    return row ? row->item : NULL;
}

void *vt_handles_take(vt_handles *handles, int64_t id) {
    struct vt_handle *row = find_row(handles, id);
    if (!row) return NULL;
    void *item = row->item;
    const size_t after = (size_t)(handles->rows + handles->count - row - 1);
    memmove(row, row + 1, after * sizeof *row);
    handles->count--;
    return item;
}

void vt_handles_done(vt_handles *handles, const vitals_allocator *memory) {
    vt_release_array(memory, handles->rows, handles->capacity, sizeof *handles->rows);
    *handles = (vt_handles){ 0 };
}

/* ------------------------------------------------------------------- results */

void vt_binding_begin(vitals_binding *binding) {
    vt_buffer_clear(&binding->text);
    vitals_diagnostics_clear(binding->diagnostics);
    binding->result = VT_TEXT("");
}

static void write_diagnostic(const vitals_diagnostic *from, vt_json_writer *list) {
    vt_json_writer item = vt_json_add_object(list, NULL);
    vt_json_add_word(&item, "severity", vitals_severity_name(from->severity));
    vt_json_add_word(&item, "rule", from->rule);
    vt_json_add_word(&item, "file", from->file);
    vt_json_add_integer(&item, "document", from->document);
    vt_json_add_integer(&item, "line", from->line);
    vt_json_add_integer(&item, "column", from->column);
    if (from->limit) vt_json_add_word(&item, "limit", from->limit);
    vt_json_add_text(&item, "text", from->text);
    vt_json_close(&item);
}

void vt_binding_write_diagnostics(const vitals_diagnostics *diagnostics, vt_json_writer *writer) {
    vt_json_writer list = vt_json_add_array(writer, "diagnostics");
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        write_diagnostic(vitals_diagnostics_at(diagnostics, i), &list);
    }
    vt_json_close(&list);
    const size_t lost = vitals_diagnostics_lost(diagnostics);
    if (lost) vt_json_add_unsigned(writer, "lost", lost);
}

int32_t vt_binding_end(vitals_binding *binding, vitals_status status) {
    if (!status || vitals_diagnostics_count(binding->diagnostics) == 0) return status;
    vt_buffer_clear(&binding->text);
    vt_json_writer result = vt_json_open_object(&binding->text);
    vt_binding_write_diagnostics(binding->diagnostics, &result);
    vt_json_close(&result);
    if (!binding->text.failed) binding->result = vt_buffer_text(&binding->text);
    return status;
}

int32_t vt_binding_end_copy(vitals_binding *binding, char *text, size_t size) {
    vt_buffer_add_bytes(&binding->text, text, size);
    vitals_text_free(&binding->memory, text, size);
    return vt_binding_end_text(binding);
}

int32_t vt_binding_end_text(vitals_binding *binding) {
    if (binding->text.failed) return VITALS_ENOMEM;
    binding->result = vt_buffer_text(&binding->text);
    return VITALS_OK;
}

vitals_status vt_binding_refuse(vitals_binding *binding, const char *format, ...) {
    vt_buffer text;
    va_list arguments;
    vt_buffer_init(&text, &binding->memory, 4096);
    va_start(arguments, format);
    vt_buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    vt_diagnose(binding->diagnostics, VITALS_SEVERITY_ERROR, "binding", (vt_place){ 0 }, NULL,
                vt_buffer_whole_text(&text));
    vt_buffer_done(&text);
    return VITALS_EINVAL;
}

/* ------------------------------------------------------------------- options */

#ifdef __wasm__
/* An import. Hosts whose threads cannot be interrupted inside the module run others here. */
__attribute__((import_module("vitals"), import_name("poll"))) void vitals_host_poll(void);
#else
static void vitals_host_poll(void) {}
#endif

bool vt_binding_stopped(void *binding) {
    vitals_host_poll();
    return __atomic_load_n(&((vitals_binding *)binding)->stop, __ATOMIC_RELAXED) != 0;
}

vitals_read_options vt_binding_read_options(const vitals_binding *binding) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &binding->memory;
    options.limits = binding->rules.limits;
    options.drop = binding->rules.drop;
    options.drop_count = binding->rules.drop_count;
    return options;
}

vitals_call vt_binding_call(vitals_binding *binding, int64_t now_seconds) {
    vitals_call call = binding->rules.call;
    call.now_seconds = now_seconds;
    call.interrupt = vt_binding_stopped;
    call.interrupt_user = binding;
    return call;
}

/* ------------------------------------------------------------------ requests */

vitals_status vt_binding_parse(vitals_binding *binding, const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &binding->memory;
    if (size == 0) bytes = "{}", size = 2;
    vitals_status status =
        vitals_document_parse(bytes, size, &options, &binding->request, binding->diagnostics);
    if (status) return status;
    if (vt_value_is_object(vt_document_root(binding->request))) return VITALS_OK;
    return vt_binding_refuse(binding, "the request is not an object");
}

static const char *const type_names[] = { "a string", "true or false", "an integer", "a list",
                                          "an object" };

/* Store a value. false: it has another type. */
static bool store(const vt_value *value, vt_request_type type, void *to) {
    switch (type) {
    case VT_REQUEST_STRING:
        if (!vt_value_is_string(value)) return false;
        *(vt_text *)to = vt_value_text(value);
        return true;
    case VT_REQUEST_BOOL:
        if (!vt_value_is_bool(value)) return false;
        *(bool *)to = vt_value_is_true(value);
        return true;
    case VT_REQUEST_INTEGER:
        if (!vt_value_is_integer(value)) return false;
        *(int64_t *)to = value->as.integer;
        return true;
    case VT_REQUEST_LIST:
        *(const vt_value **)to = value;
        return vt_value_is_array(value);
    case VT_REQUEST_MAP:
        *(const vt_value **)to = value;
        return vt_value_is_object(value);
    }
    return false;
}

static vitals_status read_member(vitals_binding *binding, const vt_value *key,
                                 const vt_request_member *members, size_t count, void *out) {
    const vt_text name = vt_value_text(key);
    const vt_value *value = vt_object_value(key);
    for (size_t i = 0; i < count; i++) {
        if (!vt_text_is(name, members[i].name)) continue;
        if (vt_value_is_null(value)) return VITALS_OK;
        if (store(value, members[i].type, (char *)out + members[i].offset)) return VITALS_OK;
        return vt_binding_refuse(binding, "%s is not %s", members[i].name,
                                 type_names[members[i].type]);
    }
    return vt_binding_refuse(binding, "there is no option \"%.*s\"", VT_TEXT_ARG(name));
}

vitals_status vt_binding_read_members(vitals_binding *binding, const vt_value *object,
                                      const vt_request_member *members, size_t count, void *out) {
    vitals_status status = VITALS_OK;
    if (!object) return VITALS_OK;
    for (const vt_value *key = vt_object_first(object); key && !status;
         key = vt_object_next(object, key)) {
        status = read_member(binding, key, members, count, out);
    }
    return status;
}

vitals_status vt_binding_read_limits(vitals_binding *binding, const vt_value *map,
                                     vitals_limits **out) {
    vitals_status status = VITALS_OK;
    if (map) status = vitals_limits_new(&binding->memory, out);
    for (const vt_value *key = map ? vt_object_first(map) : NULL; key && !status;
         key = vt_object_next(map, key)) {
        const vt_text name = vt_value_text(key);
        const vt_value *value = vt_object_value(key);
        if (!vt_value_is_integer(value) || value->as.integer < 0) {
            return vt_binding_refuse(binding, "limit %.*s is not a positive integer",
                                     VT_TEXT_ARG(name));
        }
        status = vitals_limits_set(*out, name.bytes, (uint64_t)value->as.integer);
        if (status) {
            return vt_binding_refuse(binding, "there is no limit \"%.*s\"", VT_TEXT_ARG(name));
        }
    }
    return status;
}
