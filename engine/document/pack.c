/* Objects as bytes for another process. Each value is a type, its depth and what it holds; a container
** ends where the depth does. */
#include "document/pack.h"

#include "document/tree.h"

enum { HAS_TEXT = 0x80 }; /* beside the type: the text of a number follows it */

/* --------------------------------------------------------------------- a walk */

typedef bool (*visit_fn)(void *user, const vitals_document *document, const vt_value *value);

/* Visit every value that can be seen, in order. Deferred ones have their content elsewhere. */
static bool walk(const vitals_document *document, const vt_value *value, visit_fn visit,
                 void *user) {
    const vt_value *end = value + value->next;
    bool good = true;
    for (const vt_value *at = value; at < end && good; at = vt_value_skip_shadowed(at + 1, end)) {
        if (at->flags & VT_FLAG_DEFERRED) {
            const vt_value *opened = vt_value_open(at);
            good = opened && walk(document, opened, visit, user);
        } else {
            good = visit(user, document, at);
        }
    }
    return good;
}

/* -------------------------------------------------------------------- writing */

static void add_double(vt_buffer *buffer, const vitals_document *document, const vt_value *value) {
    char scratch[40];
    vt_wire_add_double(buffer, value->as.number);
    if (value->flags & VT_FLAG_NUMBER_TEXT) {
        vt_wire_add_text(buffer, vt_document_number_text(document, value, scratch));
    }
}

static bool add_value(void *user, const vitals_document *document, const vt_value *value) {
    vt_buffer *buffer = user;
    const bool has_text = value->type == VT_DOUBLE && (value->flags & VT_FLAG_NUMBER_TEXT);
    vt_wire_add_byte(buffer, (uint8_t)(value->type | (has_text ? HAS_TEXT : 0)));
    vt_wire_add_short(buffer, value->depth);
    if (value->type == VT_STRING) {
        vt_wire_add_text(buffer, vt_value_text(value));
    } else if (value->type == VT_INTEGER) {
        vt_wire_add_signed(buffer, value->as.integer);
    } else if (value->type == VT_DOUBLE) {
        add_double(buffer, document, value);
    }
    return !buffer->failed;
}

bool vt_document_pack(const vitals_document *document, vt_buffer *buffer) {
    return walk(document, vt_document_root(document), add_value, buffer);
}

/* -------------------------------------------------------------------- reading */

static bool build_double(vt_builder *builder, vt_wire_reader *reader, bool has_text) {
    const double number = vt_wire_double(reader);
    return vt_build_double(builder, number, has_text ? vt_wire_text(reader) : VT_TEXT_ABSENT, 0);
}

static bool build_value(vt_builder *builder, vt_wire_reader *reader, uint8_t type) {
    switch (type & ~HAS_TEXT) {
    case VT_NULL:
        return vt_build_null(builder, 0);
    case VT_FALSE:
    case VT_TRUE:
        return vt_build_bool(builder, type == VT_TRUE, 0);
    case VT_INTEGER:
        return vt_build_integer(builder, vt_wire_signed(reader), 0);
    case VT_DOUBLE:
        return build_double(builder, reader, (type & HAS_TEXT) != 0);
    case VT_STRING:
        return vt_build_string(builder, vt_wire_text(reader), 0);
    case VT_ARRAY:
    case VT_OBJECT:
        return vt_build_open(builder, (vt_type)type, 0);
    default:
        return vt_builder_reject(builder);
    }
}

static bool build_all(vt_builder *builder, vt_wire_reader *reader) {
    bool good = true;
    while (good && !reader->bad && !vt_wire_is_at_end(reader)) {
        const uint8_t type = vt_wire_byte(reader);
        const uint16_t depth = vt_wire_short(reader);
        while (good && builder->depth > depth) good = vt_build_close(builder);
        good = good && build_value(builder, reader, type);
    }
    while (good && builder->depth > 0) good = vt_build_close(builder);
    return reader->bad ? vt_builder_reject(builder) : good;
}

/* The limits were kept when the object was read first. */
vitals_status vt_document_unpack(vt_text bytes, const vitals_allocator *allocator,
                                 vitals_document **document) {
    const vitals_limits limits = { .document_bytes = UINT64_MAX,
                                   .document_values = UINT64_MAX,
                                   .document_depth = UINT16_MAX };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = allocator;
    options.limits = &limits;
    vt_wire_reader reader = vt_wire_read(bytes);
    vt_builder builder;
    if (vt_builder_begin(&builder, &options, VT_TEXT(""), document) &&
        build_all(&builder, &reader) && vt_builder_end(&builder)) {
        return VITALS_OK;
    }
    const vitals_status status = builder.status;
    vt_builder_abandon(&builder);
    return status == VITALS_ENOMEM ? status : VITALS_ESYNTAX;
}

/* -------------------------------------------------------------------- numbers */

typedef struct numbering {
    const vt_value **values;
    size_t count, capacity;
} numbering;

static bool add_number(void *user, const vitals_document *document, const vt_value *value) {
    numbering *self = user;
    (void)document;
    if (self->count == self->capacity) return false;
    self->values[self->count++] = value;
    return true;
}

const vt_value *const *vt_document_numbered(const vitals_document *document, vt_arena *arena,
                                            size_t *count) {
    numbering self = { .capacity = (size_t)vt_document_value_count(document) };
    self.values = vt_arena_allocate_array(arena, self.capacity, sizeof *self.values);
    if (!self.values || !walk(document, vt_document_root(document), add_number, &self)) return NULL;
    *count = self.count;
    return self.values;
}

uint32_t vt_document_number(const vitals_document *document, const vt_value *value) {
    return (uint32_t)(value - document->values);
}
