/* Iterating over the flat tree. */
#include "document/value.h"

const char *vt_value_go_type(const vt_value *value) {
    static const char *const names[] = {
        [VT_NULL] = "null",     [VT_FALSE] = "bool",     [VT_TRUE] = "bool",
        [VT_INTEGER] = "int64", [VT_DOUBLE] = "float64", [VT_STRING] = "string",
        [VT_ARRAY] = "slice",   [VT_OBJECT] = "map",
    };
    return names[vt_value_type(value)];
}

const vt_value *vt_array_at(const vt_value *array, size_t index) {
    if (!vt_value_is_array(array) || index >= array->size) return NULL;
    const vt_value *item = array + 1;
    if (array->next == array->size + 1) return item + index; /* nothing but scalars */
    while (index-- > 0) item += item->next;
    return item;
}

static const vt_value *live_key(const vt_value *object, const vt_value *key) {
    const vt_value *end = object + object->next;
    key = vt_value_skip_shadowed(key, end);
    return key < end ? key : NULL;
}

const vt_value *vt_object_first(const vt_value *object) {
    return vt_value_is_object(object) ? live_key(object, object + 1) : NULL;
}

const vt_value *vt_object_next(const vt_value *object, const vt_value *key) {
    return live_key(object, key + 1 + key[1].next);
}

const char *vt_value_json_type(const vt_value *value) {
    switch (vt_value_type(value)) {
    case VT_FALSE:
    case VT_TRUE:
        return "bool";
    case VT_INTEGER:
    case VT_DOUBLE:
        return "number";
    case VT_STRING:
        return "string";
    case VT_ARRAY:
        return "array";
    case VT_OBJECT:
        return "object";
    case VT_NULL:
        break;
    }
    return "null";
}
