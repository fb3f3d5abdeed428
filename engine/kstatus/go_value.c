/* Go's way of printing values, which reaches users in error texts. */
#include "kstatus/go_value.h"

#include "base/number.h"

static bool append_array(vt_buffer *buffer, const vitals_document *document,
                         const vt_value *array) {
    vt_buffer_add_byte(buffer, '[');
    for (const vt_value *item = vt_array_first(array); item; item = vt_array_next(array, item)) {
        if (item != vt_array_first(array)) vt_buffer_add_byte(buffer, ' ');
        vt_kstatus_append_go_value(buffer, document, item);
    }
    return vt_buffer_add_byte(buffer, ']');
}

/* The smallest key above `after` in byte order, so that keys come out sorted without memory. */
static const vt_value *next_key(const vt_value *object, const vt_value *after) {
    const vt_value *best = NULL;
    for (const vt_value *key = vt_object_first(object); key; key = vt_object_next(object, key)) {
        if (after && vt_text_compare(vt_value_text(key), vt_value_text(after)) <= 0) continue;
        if (!best || vt_text_compare(vt_value_text(key), vt_value_text(best)) < 0) best = key;
    }
    return best;
}

/* Selection is quadratic; past this many keys an error text is no use to anybody. */
enum { MAP_MOST_KEYS = 256 };

static bool append_map(vt_buffer *buffer, const vitals_document *document, const vt_value *object) {
    vt_buffer_add_terminated(buffer, "map[");
    int written = 0;
    for (const vt_value *key = next_key(object, NULL); key; key = next_key(object, key)) {
        if (written++ > 0) vt_buffer_add_byte(buffer, ' ');
        if (written > MAP_MOST_KEYS) {
            vt_buffer_add_terminated(buffer, "...");
            break;
        }
        vt_buffer_add(buffer, vt_value_text(key));
        vt_buffer_add_byte(buffer, ':');
        vt_kstatus_append_go_value(buffer, document, vt_object_value(key));
    }
    return vt_buffer_add_byte(buffer, ']');
}

bool vt_kstatus_append_go_value(vt_buffer *buffer, const vitals_document *document,
                                const vt_value *value) {
    switch (vt_value_type(value)) {
    case VT_NULL:
        return vt_buffer_add_terminated(buffer, "<nil>");
    case VT_FALSE:
        return vt_buffer_add_terminated(buffer, "false");
    case VT_TRUE:
        return vt_buffer_add_terminated(buffer, "true");
    case VT_INTEGER:
        return vt_buffer_add_integer(buffer, value->as.integer);
    case VT_DOUBLE:
        return vt_number_append_double(buffer, value->as.number, 'g', -1);
    case VT_STRING:
        return vt_buffer_add(buffer, vt_value_text(value));
    case VT_ARRAY:
        return append_array(buffer, document, value);
    case VT_OBJECT:
        return append_map(buffer, document, value);
    }
    return false;
}

const char *vt_kstatus_go_type(const vt_value *value) {
    static const char *const names[] = {
        [VT_NULL] = "<nil>",
        [VT_FALSE] = "bool",
        [VT_TRUE] = "bool",
        [VT_INTEGER] = "int64",
        [VT_DOUBLE] = "float64",
        [VT_STRING] = "string",
        [VT_ARRAY] = "[]interface {}",
        [VT_OBJECT] = "map[string]interface {}",
    };
    return names[vt_value_type(value)];
}

void vt_kstatus_append_look(vt_buffer *error, const vt_reader *reader,
                            const vt_kstatus_look *look) {
    static const char *const wanted[] = {
        [VT_STRING] = "string", [VT_INTEGER] = "int64", [VT_ARRAY] = "[]interface{}"
    };
    bool of_parent = !vt_value_is_object(look->parent);
    const vt_value *value = of_parent ? look->parent : look->leaf;
    vt_buffer_printf(error, ".%s.%s accessor error: ", look->parent_name.bytes,
                     look->leaf_name.bytes);
    vt_kstatus_append_go_value(error, reader->document, value);
    vt_buffer_printf(error, " is of the type %s, expected %s", vt_kstatus_go_type(value),
                     of_parent ? "map[string]interface{}" : wanted[look->want]);
}
