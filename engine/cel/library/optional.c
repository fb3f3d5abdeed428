/* Optional values. `or` and `orValue` are steps of their own, since they may skip their right
** side. */
#include "cel/library/rows.h"
#include "cel/run/program.h"

static vt_cel_value argument(const vt_cel_call *call) {
    return call->arguments[0];
}

static vt_cel_value of(const vt_cel_call *call) {
    return vt_cel_some(call->state, argument(call));
}

static vt_cel_value none(const vt_cel_call *call) {
    (void)call;
    return vt_cel_none();
}

static bool is_zero(vt_cel_value value) {
    switch ((int)value.kind) {
    case VT_CEL_NULL:
        return true;
    case VT_CEL_BOOL:
    case VT_CEL_INT:
    case VT_CEL_UINT:
    case VT_CEL_DURATION:
        return value.as.integer == 0;
    case VT_CEL_DOUBLE:
        return value.as.number == 0;
    case VT_CEL_STRING:
    case VT_CEL_BYTES:
    case VT_CEL_LIST:
    case VT_CEL_MAP:
        return value.size == 0;
    /* GO: the zero time is the start of year 1. */
    case VT_CEL_TIMESTAMP:
        return value.as.integer == INT64_C(-62135596800) && value.size == 0;
    case VT_CEL_OPTIONAL:
        return value.as.item == NULL;
    default:
        return false;
    }
}

static vt_cel_value of_non_zero(const vt_cel_call *call) {
    return is_zero(argument(call)) ? vt_cel_none() : of(call);
}

static vt_cel_value has_value(const vt_cel_call *call) {
    return vt_cel_of_bool(argument(call).as.item != NULL);
}

static vt_cel_value value(const vt_cel_call *call) {
    if (!argument(call).as.item) return VT_CEL_ERROR_TEXT("optional.none() dereference");
    return *argument(call).as.item;
}

/* ------------------------------------------------------------ adaptation */

vt_cel_value vt_cel_adapt_content(const vt_cel_state *state, vt_cel_value content) {
    if (!state->program->rules->optionals_adapted) return content;
    while (content.kind == VT_CEL_OPTIONAL)
        content = content.as.item ? *content.as.item : vt_cel_null_value();
    bool is_type = content.kind == VT_CEL_TYPE;
    return is_type ? vt_cel_of_string(vt_text_from(content.as.type)) : content;
}

vt_cel_value vt_cel_adapt_optional(vt_cel_state *state, vt_cel_value value) {
    if (value.kind != VT_CEL_OPTIONAL || !value.as.item) return value;
    vt_cel_value content = vt_cel_adapt_content(state, *value.as.item);
    return content.kind == value.as.item->kind ? value : vt_cel_some(state, content);
}

/* ------------------------------------------------------------- functions */

/* Not called, since the planner makes steps of these; the rows are for the checker and
** `list functions`. */
static vt_cel_value either(const vt_cel_call *call) {
    return argument(call).as.item ? argument(call) : call->arguments[1];
}

static vt_cel_value either_value(const vt_cel_call *call) {
    return argument(call).as.item ? *argument(call).as.item : call->arguments[1];
}

static vt_cel_value unwrap(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(argument(call));
    vt_cel_items items = { 0 };
    vt_cel_value index, element;
    while (vt_cel_cursor_next(call->state, &cursor, &index, &element)) {
        if (!vt_cel_charge(call->state, 1)) return vt_cel_stopped_error(call->state);
        if (element.kind != VT_CEL_OPTIONAL) return vt_cel_no_such_overload();
        if (!element.as.item) continue;
        if (!vt_cel_items_append(call->state, &items, *element.as.item)) {
            return vt_cel_stopped_error(call->state);
        }
    }
    return vt_cel_of_list(items.items, items.count);
}

/* variant: 0 the first element, 1 the last. */
static vt_cel_value end_of_list(const vt_cel_call *call) {
    vt_cel_value list = argument(call);
    if (list.size == 0) return vt_cel_none();
    uint32_t index = call->function->variant ? list.size - 1 : 0;
    return vt_cel_some(call->state, vt_cel_list_at(call->state, list, index));
}

static const vt_cel_type optional_b = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_b, NULL } };

#define OPTIONAL(name, id, result, a, b, run, variant, flags, version, doc, example, cost)         \
    {                                                                                              \
        name, id, result, { a, b }, run, variant, flags, EXTENDED, "optional", version, doc,       \
            example, cost                                                                          \
    }

/* clang-format off */
const vt_cel_function vt_cel_optional_functions[] = {
    OPTIONAL("optional.of", "optional_of", OPTIONAL_A, A, NULL, of, 0, 0, 0, "an optional that holds the value", "optional.of(1).value() == 1", COST_CALL),
    OPTIONAL("optional.ofNonZeroValue", "optional_ofNonZeroValue", OPTIONAL_A, A, NULL, of_non_zero, 0, 0, 0, "none when the value is empty or zero", "!optional.ofNonZeroValue('').hasValue()", COST_CALL),
    OPTIONAL("optional.none", "optional_none", OPTIONAL_A, NULL, NULL, none, 0, VT_CEL_ANY_COUNT, 0, "an optional that holds nothing", "!optional.none().hasValue()", COST_CALL),
    OPTIONAL("value", "optional_value", A, OPTIONAL_A, NULL, value, 0, MEMBER, 0, "its value; an error for none", "optional.of('a').value() == 'a'", COST_CALL),
    OPTIONAL("hasValue", "optional_hasValue", BOOL, OPTIONAL_A, NULL, has_value, 0, MEMBER, 0, "whether it has a value", "optional.of(null).hasValue()", COST_CALL),
    OPTIONAL("or", "optional_or_optional", OPTIONAL_A, OPTIONAL_A, OPTIONAL_A, either, 0, MEMBER | VT_CEL_PLANNED, 0, "the first that has a value", "optional.none().or(optional.of(1)).value() == 1", COST_CALL),
    OPTIONAL("orValue", "optional_orValue_value", A, OPTIONAL_A, A, either_value, 0, MEMBER | VT_CEL_PLANNED, 0, "its value, else the other value", "optional.none().orValue(1) == 1", COST_CALL),
    OPTIONAL("optional.unwrap", "optional_unwrap", LIST_A, LIST(optional_a), NULL, unwrap, 0, 0, 2, "the values of those that have one", "optional.unwrap([optional.of(1), optional.none()]) == [1]", COST_ELEMENTS),
    OPTIONAL("unwrapOpt", "optional_unwrapOpt", LIST_A, LIST(optional_a), NULL, unwrap, 0, MEMBER, 2, "the values of those that have one", "[optional.of(1), optional.none()].unwrapOpt() == [1]", COST_ELEMENTS),
    OPTIONAL("first", "list_first", OPTIONAL_A, LIST_A, NULL, end_of_list, 0, MEMBER, 2, "the first element, or none", "[1, 2].first().value() == 1", COST_LOOKUP),
    OPTIONAL("last", "list_last", OPTIONAL_A, LIST_A, NULL, end_of_list, 1, MEMBER, 2, "the last element, or none", "[1, 2].last().value() == 2", COST_LOOKUP),
    /* Written .?f and [?k]; attribute.c runs them. */
    OPTIONAL("_[?_]", "list_optindex_optional_int", OPTIONAL_A, LIST_A, INT, of, 0, VT_CEL_HIDDEN, 0, "the element, or none", "[1][?5].orValue(0) == 0", COST_LOOKUP),
    OPTIONAL("_[?_]", "map_optindex_optional_value", &optional_b, MAP_A_B, A, of, 0, VT_CEL_HIDDEN, 0, "the value under the key, or none", "{'a': 1}[?'b'].orValue(0) == 0", COST_LOOKUP),
    VT_CEL_END,
};
/* clang-format on */
