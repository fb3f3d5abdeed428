/* Values: type names, sizes, lists, fields of maps and cursors. */
#include "cel/run/value.h"

#include <stdarg.h>

#include "cel/run/state.h"

static const struct {
    const char *name, *go_name;
} kinds[VT_CEL_KIND_COUNT] = {
    [VT_CEL_ERROR] = { "error", "*types.Err" },
    [VT_CEL_NULL] = { "null_type", "types.Null" },
    [VT_CEL_BOOL] = { "bool", "types.Bool" },
    [VT_CEL_INT] = { "int", "types.Int" },
    [VT_CEL_UINT] = { "uint", "types.Uint" },
    [VT_CEL_DOUBLE] = { "double", "types.Double" },
    [VT_CEL_STRING] = { "string", "types.String" },
    [VT_CEL_BYTES] = { "bytes", "types.Bytes" },
    [VT_CEL_LIST] = { "list", "*types.baseList" },
    [VT_CEL_MAP] = { "map", "*types.baseMap" },
    [VT_CEL_TYPE] = { "type", "*types.Type" },
    [VT_CEL_TIMESTAMP] = { "google.protobuf.Timestamp", "types.Timestamp" },
    [VT_CEL_DURATION] = { "google.protobuf.Duration", "types.Duration" },
    [VT_CEL_OPTIONAL] = { "optional_type", "*types.Optional" },
    [VT_CEL_IP] = { "net.IP", "network.IP" },
    [VT_CEL_CIDR] = { "net.CIDR", "network.CIDR" },
    [VT_CEL_QUANTITY] = { "kubernetes.Quantity", "cel.Quantity" },
    [VT_CEL_SEMVER] = { "kubernetes.Semver", "cel.Semver" },
    [VT_CEL_URL] = { "kubernetes.URL", "cel.URL" },
    [VT_CEL_NAMED_FORMAT] = { "kubernetes.NamedFormat", "cel.Format" },
};

const char *vt_cel_type_name(vt_cel_value value) {
    return kinds[value.kind].name;
}
const char *vt_cel_go_type_name(vt_cel_value value) {
    bool is_joined =
        value.kind == VT_CEL_LIST && value.form == VT_CEL_LIST_ITEMS && value.extra != 0;
    if (is_joined) return "*types.concatList";
    return kinds[value.kind].go_name;
}

vt_cel_value vt_cel_some(vt_cel_state *state, vt_cel_value value) {
    vt_cel_value *item = vt_cel_allocate_values(state, 1);
    if (!item) return vt_cel_stopped_error(state);
    *item = value;
    return (vt_cel_value){ .kind = VT_CEL_OPTIONAL, .as.item = item };
}

vt_cel_value vt_cel_fail(vt_cel_state *state, const char *format, ...) {
    vt_buffer *buffer = vt_cel_scratch(state);
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
    return vt_cel_scratch_error(state);
}

/* ----------------------------------------------------------------- lists */

static vt_reader reader_of(const vt_cel_state *state, int16_t which) {
    const vt_cel_activation *activation = state->activation;
    return (vt_reader){ activation->documents[which], activation->trace };
}

vt_cel_value vt_cel_list_at(vt_cel_state *state, vt_cel_value list, uint32_t index) {
    if (list.form == VT_CEL_LIST_ITEMS) return list.as.items[index];
    const vt_value *array = list.as.document;
    bool is_walked = array->next != array->size + 1; /* some element is more than one value */
    if (!vt_cel_charge(state, is_walked ? index : 1)) return vt_cel_stopped_error(state);
    vt_reader reader = reader_of(state, list.extra);
    return vt_cel_of_document(vt_read_at(&reader, list.as.document, index), list.extra);
}

/* Elements that are copied for one unit. */
#define COPIED_PER_UNIT 4

/* Copy the elements of a list to `to`. false: the state is stopped. */
static bool copy_elements(vt_cel_state *state, vt_cel_value list, vt_cel_value *to) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    vt_cel_value index, value;
    while (vt_cel_cursor_next(state, &cursor, &index, &value)) {
        if (cursor.at % COPIED_PER_UNIT == 1 && !vt_cel_charge(state, 1)) return false;
        *to++ = value;
    }
    return true;
}

vt_cel_value vt_cel_list_join(vt_cel_state *state, vt_cel_value first, vt_cel_value second) {
    if (first.size == 0) return second;
    if (second.size == 0) return first;
    uint64_t count = (uint64_t)first.size + second.size;
    vt_cel_value *items = count <= UINT32_MAX ? vt_cel_allocate_values(state, count) : NULL;
    if (!items) return vt_cel_out_of_memory(state);
    if (!copy_elements(state, first, items) || !copy_elements(state, second, items + first.size))
        return vt_cel_stopped_error(state);
    vt_cel_value joined = vt_cel_of_list(items, (uint32_t)count);
    joined.extra = 1;
    return joined;
}

bool vt_cel_items_append(vt_cel_state *state, vt_cel_items *items, vt_cel_value value) {
    if (items->count == items->capacity) {
        uint32_t capacity = items->capacity ? items->capacity * 2 : 4;
        vt_cel_value *grown = vt_cel_allocate_values(state, capacity);
        if (!grown || !vt_cel_charge(state, items->count / COPIED_PER_UNIT)) return false;
        if (items->count > 0) memcpy(grown, items->items, items->count * sizeof *grown);
        items->items = grown;
        items->capacity = capacity;
    }
    items->items[items->count++] = value;
    return true;
}

/* ------------------------------------------------------------------ maps */

const vt_value *vt_cel_read_field(const vt_cel_state *state, const vt_value *object, int16_t which,
                                  vt_text key) {
    vt_reader reader = reader_of(state, which);
    return vt_read(&reader, object, key);
}

/* --------------------------------------------------------------- cursors */

static void note_read(const vt_cel_state *state, const vt_cel_cursor *cursor, vt_text key,
                      const vt_value *value) {
    if (!state->trace) return;
    vt_reader reader = reader_of(state, cursor->aggregate.extra);
    vt_trace_read(reader.trace, reader.document, cursor->aggregate.as.document, key, cursor->at,
                  value);
}

static bool next_of_list(vt_cel_state *state, vt_cel_cursor *cursor, vt_cel_value *value) {
    vt_cel_value list = cursor->aggregate;
    if (cursor->at >= list.size) return false;
    if (list.form == VT_CEL_LIST_ITEMS) {
        *value = list.as.items[cursor->at];
        return true;
    }
    const vt_value *item = cursor->next;
    note_read(state, cursor, VT_TEXT_ABSENT, item);
    cursor->next = item + item->next;
    *value = vt_cel_of_document(item, list.extra);
    return true;
}

static bool next_of_map(vt_cel_state *state, vt_cel_cursor *cursor, vt_cel_value *key,
                        vt_cel_value *value) {
    vt_cel_value map = cursor->aggregate;
    if (map.form == VT_CEL_MAP_ENTRIES) {
        if (cursor->at >= map.size) return false;
        *key = map.as.items[2 * cursor->at];
        *value = map.as.items[2 * cursor->at + 1];
        return true;
    }
    const vt_value *found = cursor->next;
    if (!found) return false;
    note_read(state, cursor, vt_value_text(found), vt_object_value(found));
    cursor->next = vt_object_next(map.as.document, found);
    *key = vt_cel_of_string(vt_value_text(found));
    *value = vt_cel_of_document(vt_object_value(found), map.extra);
    return true;
}

bool vt_cel_cursor_advance(vt_cel_state *state, vt_cel_cursor *cursor, vt_cel_value *key,
                           vt_cel_value *value) {
    if (cursor->aggregate.kind == VT_CEL_MAP) {
        if (!next_of_map(state, cursor, key, value)) return false;
    } else {
        if (!next_of_list(state, cursor, value)) return false;
        *key = vt_cel_of_int(cursor->at);
    }
    cursor->at++;
    return true;
}
