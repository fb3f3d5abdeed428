/* Matching overloads to run-time values. */
#include "cel/function.h"

/* Every call costs 1 as a step, and 1 to choose the overload. */
static const char *const costs[] = {
    [VT_CEL_COST_MISSING] = "",
    [VT_CEL_COST_CALL] = "nothing more",
    [VT_CEL_COST_READS] = "1 for every 10 bytes of text that is read",
    [VT_CEL_COST_WRITES] = "1 for every 10 bytes of text that is read or written, 1 for each "
                           "element or match",
    [VT_CEL_COST_NUMBER] = "5, and 1 for every 10 bytes that are written",
    [VT_CEL_COST_COPIES] = "1 for every 4 elements",
    [VT_CEL_COST_ELEMENTS] = "1 for each element",
    [VT_CEL_COST_SPLITS] = "1 for each part, 1 for every 10 bytes that are read",
    [VT_CEL_COST_COMPARES] = "1 for each pair of values, 1 for every 10 bytes of text that are "
                             "compared",
    [VT_CEL_COST_PAIRS] = "for each pair of elements 1 and what comparing them costs",
    [VT_CEL_COST_LOOKUP] = "1 for each key or element that is walked, 1 for every 10 bytes of the "
                           "key",
    [VT_CEL_COST_FORMAT] = "1 for each value and 1 for every 10 bytes; 20 and its precision for %f "
                           "and %e",
    [VT_CEL_COST_ZONE] = "500 for a named zone",
    [VT_CEL_COST_PATTERN] = "4 for each byte of the pattern, 8 for each instruction that it is "
                            "compiled to, 1 for every 16 instructions × bytes of text",
};

const char *vt_cel_cost_text(vt_cel_cost cost) {
    return costs[cost];
}

uint32_t vt_cel_function_arity(const vt_cel_function *row) {
    uint32_t arity = 0;
    while (arity < VT_CEL_MOST_ARGUMENTS && row->arguments[arity]) arity++;
    return arity;
}

/* The kind of value of a type without parameters. */
static const uint8_t kind_of_type[] = {
    [VT_CEL_TYPE_NULL] = VT_CEL_NULL,
    [VT_CEL_TYPE_BOOL] = VT_CEL_BOOL,
    [VT_CEL_TYPE_INT] = VT_CEL_INT,
    [VT_CEL_TYPE_UINT] = VT_CEL_UINT,
    [VT_CEL_TYPE_DOUBLE] = VT_CEL_DOUBLE,
    [VT_CEL_TYPE_STRING] = VT_CEL_STRING,
    [VT_CEL_TYPE_BYTES] = VT_CEL_BYTES,
    [VT_CEL_TYPE_TIMESTAMP] = VT_CEL_TIMESTAMP,
    [VT_CEL_TYPE_DURATION] = VT_CEL_DURATION,
    [VT_CEL_TYPE_LIST] = VT_CEL_LIST,
    [VT_CEL_TYPE_MAP] = VT_CEL_MAP,
    [VT_CEL_TYPE_TYPE] = VT_CEL_TYPE,
    [VT_CEL_TYPE_OPTIONAL] = VT_CEL_OPTIONAL,
    [VT_CEL_TYPE_IP] = VT_CEL_IP,
    [VT_CEL_TYPE_CIDR] = VT_CEL_CIDR,
    [VT_CEL_TYPE_QUANTITY] = VT_CEL_QUANTITY,
    [VT_CEL_TYPE_SEMVER] = VT_CEL_SEMVER,
    [VT_CEL_TYPE_URL] = VT_CEL_URL,
    [VT_CEL_TYPE_NAMED_FORMAT] = VT_CEL_NAMED_FORMAT,
};

static bool takes(const vt_cel_type *type, vt_cel_state *state, vt_cel_value value);

static bool takes_anything(const vt_cel_type *type) {
    return type->kind == VT_CEL_TYPE_DYN || type->kind == VT_CEL_TYPE_PARAMETER;
}

/* CEL-GO: of a list or map only the first element is looked at. */
static bool takes_first(const vt_cel_type *type, vt_cel_state *state, vt_cel_value value) {
    bool is_map = value.kind == VT_CEL_MAP;
    if (takes_anything(type->parameters[0]) && (!is_map || takes_anything(type->parameters[1]))) {
        return true;
    }
    vt_cel_cursor cursor = vt_cel_cursor_of(value);
    vt_cel_value key, element;
    if (!vt_cel_cursor_next(state, &cursor, &key, &element)) return true;
    if (!is_map) return takes(type->parameters[0], state, element);
    return takes(type->parameters[0], state, key) && takes(type->parameters[1], state, element);
}

static bool takes(const vt_cel_type *type, vt_cel_state *state, vt_cel_value value) {
    if (takes_anything(type)) return true;
    if (kind_of_type[type->kind] != value.kind) return false;
    bool has_elements = value.kind == VT_CEL_LIST || value.kind == VT_CEL_MAP;
    return !has_elements || takes_first(type, state, value);
}

const vt_cel_function *vt_cel_overloads_match(const vt_cel_overloads *overloads,
                                              vt_cel_state *state, const vt_cel_value *arguments,
                                              uint32_t count) {
    for (uint32_t i = 0; i < overloads->count; i++) {
        const vt_cel_function *row = overloads->rows[i];
        if (row->flags & VT_CEL_ANY_TYPES) return row;
        bool fits = true;
        for (uint32_t a = 0; fits && a < count; a++)
            fits = takes(row->arguments[a], state, arguments[a]);
        if (fits) return row;
    }
    return NULL;
}

vt_cel_value vt_cel_overload_error(vt_cel_state *state, vt_text name, const vt_cel_value *arguments,
                                   uint32_t count) {
    vt_buffer *text = vt_cel_scratch(state);
    vt_buffer_add(text, VT_TEXT("no such overload: "));
    vt_buffer_add(text, name);
    vt_buffer_add_byte(text, '(');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) vt_buffer_add(text, VT_TEXT(", "));
        vt_buffer_add_terminated(text, vt_cel_type_name(arguments[i]));
    }
    vt_buffer_add_byte(text, ')');
    return vt_cel_scratch_error(state);
}
