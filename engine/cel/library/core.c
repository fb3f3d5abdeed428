/* The standard library, except operators, conversions, patterns and time. */
#include "cel/library/rows.h"
#include "cel/library/scan.h"

/* CEL-GO: the error of a value with methods of its own does not name the function. */
static vt_cel_value size(const vt_cel_call *call) {
    vt_cel_value value = call->arguments[0];
    switch ((int)value.kind) {
    case VT_CEL_STRING:
        return vt_cel_of_int((int64_t)vt_cel_scan_count(call->state, vt_cel_text(value)));
    case VT_CEL_BYTES:
    case VT_CEL_LIST:
    case VT_CEL_MAP:
        return vt_cel_of_int(value.size);
    case VT_CEL_TIMESTAMP:
    case VT_CEL_DURATION:
        return vt_cel_no_such_overload();
    default:
        return VT_CEL_ERROR_TEXT("no such overload: size");
    }
}

static vt_cel_value type(const vt_cel_call *call) {
    return vt_cel_of_type(vt_cel_type_name(call->arguments[0]));
}

static vt_cel_value dyn(const vt_cel_call *call) {
    return call->arguments[0];
}

enum { ANYWHERE, AT_START, AT_END };

/* variant: where the first text must contain the second. */
static vt_cel_value contains(const vt_cel_call *call) {
    if (call->arguments[0].kind != VT_CEL_STRING || call->arguments[1].kind != VT_CEL_STRING) {
        return vt_cel_no_such_overload();
    }
    vt_cel_state *state = call->state;
    vt_text text = vt_cel_text(call->arguments[0]), part = vt_cel_text(call->arguments[1]);
    if (call->function->variant == ANYWHERE)
        return vt_cel_of_bool(vt_cel_scan_find(state, text, part, 0) != SIZE_MAX);
    if (part.size > text.size) return vt_cel_of_bool(false);
    size_t from = call->function->variant == AT_START ? 0 : text.size - part.size;
    text = vt_text_between(text, from, from + part.size);
    return vt_cel_of_bool(vt_cel_scan_equal(state, text, part));
}

#define CORE(name, id, result, a, b, run, variant, flags, doc, example, cost)                      \
    { name, id, result, { a, b }, run, variant, flags, ALL, "stdlib", 0, doc, example, cost }

/* clang-format off */
const vt_cel_function vt_cel_core_functions[] = {
    CORE("size", "size_bytes", INT, BYTES, NULL, size, 0, VT_CEL_ANY_TYPES, "octets", "size(b'é') == 2", COST_CALL),
    CORE("size", "size_list", INT, LIST_A, NULL, size, 0, VT_CEL_ANY_TYPES, "elements", "size([1, 2]) == 2", COST_CALL),
    CORE("size", "size_map", INT, MAP_A_B, NULL, size, 0, VT_CEL_ANY_TYPES, "entries", "size({'a': 1}) == 1", COST_CALL),
    CORE("size", "size_string", INT, STRING, NULL, size, 0, VT_CEL_ANY_TYPES, "code points", "size('é') == 1", COST_READS),
    CORE("size", "bytes_size", INT, BYTES, NULL, size, 0, VT_CEL_ANY_TYPES | MEMBER, "octets", "b'é'.size() == 2", COST_CALL),
    CORE("size", "list_size", INT, LIST_A, NULL, size, 0, VT_CEL_ANY_TYPES | MEMBER, "elements", "[1, 2].size() == 2", COST_CALL),
    CORE("size", "map_size", INT, MAP_A_B, NULL, size, 0, VT_CEL_ANY_TYPES | MEMBER, "entries", "{'a': 1}.size() == 1", COST_CALL),
    CORE("size", "string_size", INT, STRING, NULL, size, 0, VT_CEL_ANY_TYPES | MEMBER, "code points", "'é'.size() == 1", COST_READS),
    CORE("type", "type", TYPE_A, A, NULL, type, 0, VT_CEL_ANY_TYPES | VT_CEL_FOLD, "the type of a value", "type(1) == int", COST_CALL),
    CORE("dyn", "to_dyn", ANY, A, NULL, dyn, 0, VT_CEL_FOLD, "the value itself, of no known type", "dyn(1) == 1", COST_CALL),
    CORE("contains", "contains_string", BOOL, STRING, STRING, contains, ANYWHERE, VT_CEL_ANY_TYPES | MEMBER, "whether the text holds another", "'hello'.contains('ell')", COST_READS),
    CORE("startsWith", "starts_with_string", BOOL, STRING, STRING, contains, AT_START, VT_CEL_ANY_TYPES | MEMBER, "whether the text starts with another", "'hello'.startsWith('he')", COST_READS),
    CORE("endsWith", "ends_with_string", BOOL, STRING, STRING, contains, AT_END, VT_CEL_ANY_TYPES | MEMBER, "whether the text ends with another", "'hello'.endsWith('llo')", COST_READS),
    VT_CEL_END,
};
/* clang-format on */
