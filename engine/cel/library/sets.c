/* Lists as sets. Equality is heterogeneous, so 1, 1u and 1.0 are one element. */
#include "cel/library/rows.h"

static bool holds(vt_cel_state *state, vt_cel_value list, vt_cel_value wanted) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    vt_cel_value index, element;
    while (vt_cel_cursor_next(state, &cursor, &index, &element)) {
        if (!vt_cel_charge(state, 1)) return false;
        if (vt_cel_equal(state, element, wanted)) return true;
    }
    return false;
}

/* Whether `list` holds every element of `part`. */
static bool holds_all(vt_cel_state *state, vt_cel_value list, vt_cel_value part) {
    vt_cel_cursor cursor = vt_cel_cursor_of(part);
    vt_cel_value index, element;
    while (vt_cel_cursor_next(state, &cursor, &index, &element)) {
        if (!vt_cel_charge(state, 1) || !holds(state, list, element)) return false;
    }
    return true;
}

static vt_cel_value contains(const vt_cel_call *call) {
    return vt_cel_of_bool(holds_all(call->state, call->arguments[0], call->arguments[1]));
}

static vt_cel_value equivalent(const vt_cel_call *call) {
    vt_cel_value a = call->arguments[0], b = call->arguments[1];
    return vt_cel_of_bool(holds_all(call->state, a, b) && holds_all(call->state, b, a));
}

static vt_cel_value intersects(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(call->arguments[1]);
    vt_cel_value index, element;
    while (vt_cel_cursor_next(call->state, &cursor, &index, &element)) {
        if (!vt_cel_charge(call->state, 1)) return vt_cel_stopped_error(call->state);
        if (holds(call->state, call->arguments[0], element)) return vt_cel_of_bool(true);
    }
    return vt_cel_of_bool(false);
}

const vt_cel_function vt_cel_set_functions[] = {
    { "sets.contains",
      "list_sets_contains_list",
      BOOL,
      { LIST_A, LIST_A },
      contains,
      0,
      0,
      FLUX | SPEC | SINCE(29),
      "sets",
      0,
      "whether the first holds every element of the second",
      "sets.contains([1, 2, 3], [2, 3])",
      COST_PAIRS },
    { "sets.equivalent",
      "list_sets_equivalent_list",
      BOOL,
      { LIST_A, LIST_A },
      equivalent,
      0,
      0,
      FLUX | SPEC | SINCE(29),
      "sets",
      0,
      "whether each holds every element of the other",
      "sets.equivalent([1, 1], [1])",
      COST_PAIRS },
    { "sets.intersects",
      "list_sets_intersects_list",
      BOOL,
      { LIST_A, LIST_A },
      intersects,
      0,
      0,
      FLUX | SPEC | SINCE(29),
      "sets",
      0,
      "whether some element is in both",
      "sets.intersects([1, 2], [2, 3])",
      COST_PAIRS },
    VT_CEL_END,
};
