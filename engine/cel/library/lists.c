/*
** Lists: cel-go's extension (ext/lists.go v0.29.2, version 3) and Kubernetes' own functions.
** K8S: k8s.io/apiserver v0.37.2, pkg/cel/library/lists.go.
*/
#include "cel/library/rows.h"
#include "cel/library/sort.h"

static vt_cel_value list_of(const vt_cel_call *call) {
    return call->arguments[0];
}

static vt_cel_value finish(vt_cel_state *state, const vt_cel_items *items) {
    if (state->meter.stopped) return vt_cel_stopped_error(state);
    return vt_cel_of_list(items->items, items->count);
}

/* The next element, charged. */
static bool next(vt_cel_state *state, vt_cel_cursor *cursor, vt_cel_value *element) {
    vt_cel_value index;
    return vt_cel_cursor_next(state, cursor, &index, element) && vt_cel_charge(state, 1);
}

/* -------------------------------------------------------- of Kubernetes */

static vt_cel_value is_sorted(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list_of(call));
    vt_cel_value before, element;
    if (!next(call->state, &cursor, &before)) return vt_cel_of_bool(true);
    while (next(call->state, &cursor, &element)) {
        if (vt_cel_compare(call->state, before, element) == VT_CEL_MORE)
            return vt_cel_of_bool(false);
        before = element;
    }
    return vt_cel_of_bool(true);
}

static vt_cel_value add(vt_cel_value a, vt_cel_value b) {
    switch ((int)a.kind) {
    case VT_CEL_INT:
        if (__builtin_add_overflow(a.as.integer, b.as.integer, &a.as.integer))
            return VT_CEL_ERROR_TEXT("integer overflow");
        return a;
    case VT_CEL_UINT:
        if (__builtin_add_overflow(a.as.natural, b.as.natural, &a.as.natural))
            return VT_CEL_ERROR_TEXT("unsigned integer overflow");
        return a;
    case VT_CEL_DURATION:
        if (__builtin_add_overflow(a.as.integer, b.as.integer, &a.as.integer))
            return VT_CEL_ERROR_TEXT("duration overflow");
        return a;
    default:
        a.as.number += b.as.number;
        return a;
    }
}

/* variant: the kind of the elements, which an empty list cannot tell. */
static vt_cel_value sum(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list_of(call));
    vt_cel_value total = { .kind = (uint8_t)call->function->variant }, element;
    while (next(call->state, &cursor, &element)) {
        if (element.kind != total.kind) return vt_cel_no_such_overload();
        total = add(total, element);
        if (vt_cel_is_error(total)) return total;
    }
    return total;
}

/* variant: the order of what was found to an element that replaces it. */
static vt_cel_value extreme(const vt_cel_call *call) {
    const bool is_min = call->function->variant == VT_CEL_MORE;
    vt_cel_cursor cursor = vt_cel_cursor_of(list_of(call));
    vt_cel_value found, element;
    if (!next(call->state, &cursor, &found)) {
        return is_min ? VT_CEL_ERROR_TEXT("min called on empty list")
                      : VT_CEL_ERROR_TEXT("max called on empty list");
    }
    while (next(call->state, &cursor, &element)) {
        if ((int)vt_cel_compare(call->state, found, element) == call->function->variant)
            found = element;
    }
    return found;
}

/* variant: 0 the first, 1 the last. */
static vt_cel_value index_of(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list_of(call));
    vt_cel_value element;
    int64_t found = -1;
    for (int64_t at = 0; next(call->state, &cursor, &element); at++) {
        if (!vt_cel_equal(call->state, element, call->arguments[1])) continue;
        found = at;
        if (!call->function->variant) break;
    }
    return vt_cel_of_int(found);
}

static vt_cel_value includes(const vt_cel_call *call) {
    vt_cel_value list = list_of(call), element;
    if (list.kind != VT_CEL_LIST)
        return vt_cel_of_bool(vt_cel_equal(call->state, list, call->arguments[1]));
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    while (next(call->state, &cursor, &element)) {
        if (vt_cel_equal(call->state, element, call->arguments[1])) return vt_cel_of_bool(true);
    }
    return vt_cel_of_bool(false);
}

/* ------------------------------------------------------------- of cel-go */

static vt_cel_value slice(const vt_cel_call *call) {
    const long long start = call->arguments[1].as.integer, end = call->arguments[2].as.integer;
    vt_cel_state *state = call->state;
    const char *problem = start < 0 || end < 0 ? "negative indexes not supported"
                          : start > end ? "start index must be less than or equal to end index"
                                        : NULL;
    if (problem) return vt_cel_fail(state, "cannot slice(%lld, %lld), %s", start, end, problem);
    if (end > (long long)list_of(call).size) {
        return vt_cel_fail(state, "cannot slice(%lld, %lld), list is length %u", start, end,
                           list_of(call).size);
    }
    vt_cel_cursor cursor = vt_cel_cursor_of(list_of(call));
    vt_cel_items items = { 0 };
    vt_cel_value element;
    for (long long at = 0; at < end && next(state, &cursor, &element); at++) {
        if (at >= start && !vt_cel_items_append(state, &items, element)) break;
    }
    return finish(state, &items);
}

enum { MOST_DEPTH = 250 };

static bool flatten_into(vt_cel_state *state, vt_cel_value list, int64_t depth, int level,
                         vt_cel_items *items) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    vt_cel_value element;
    if (level > MOST_DEPTH) {
        vt_cel_stop(state, VITALS_ELIMIT, "cel_depth");
        return false;
    }
    while (next(state, &cursor, &element)) {
        const bool inside = element.kind == VT_CEL_LIST && depth > 0;
        if (inside ? !flatten_into(state, element, depth - 1, level + 1, items)
                   : !vt_cel_items_append(state, items, element))
            return false;
    }
    return !state->meter.stopped;
}

static vt_cel_value flatten(const vt_cel_call *call) {
    const int64_t depth = call->count > 1 ? call->arguments[1].as.integer : 1;
    vt_cel_items items = { 0 };
    if (depth < 0) return VT_CEL_ERROR_TEXT("level must be non-negative");
    (void)flatten_into(call->state, list_of(call), depth, 0, &items);
    return finish(call->state, &items);
}

/* An element, and the key that it is sorted by. */
typedef struct sorted {
    vt_cel_value key, element;
} sorted;

_Static_assert(sizeof(sorted) == VT_CEL_SORTED_BYTES, "what is sorted");

static int order_keys(vt_cel_state *state, const void *a, const void *b) {
    const vt_cel_order order =
        vt_cel_compare(state, ((const sorted *)a)->key, ((const sorted *)b)->key);
    return order == VT_CEL_LESS || order == VT_CEL_MORE ? (int)order : 0;
}

/* Keys of one kind that has an order; else the error of the call. */
static vt_cel_value check_keys(vt_cel_state *state, const sorted *items, uint32_t count) {
    if (!vt_cel_is_ordered(items[0].key)) {
        return VT_CEL_ERROR_TEXT("list elements must be comparable");
    }
    if (!vt_cel_charge(state, count)) return vt_cel_stopped_error(state);
    for (uint32_t i = 1; i < count; i++) {
        if (items[i].key.kind != items[0].key.kind)
            return VT_CEL_ERROR_TEXT("list elements must have the same type");
    }
    return vt_cel_null_value();
}

/* CEL-GO sorts without keeping the order of equal keys; here they keep it. */
static vt_cel_value sort(const vt_cel_call *call) {
    vt_cel_state *state = call->state;
    const vt_cel_value list = list_of(call), keys = call->arguments[call->count - 1];
    if (list.size == 0 || list.size != keys.size) return list;
    sorted *items = vt_cel_allocate(state, list.size * sizeof *items);
    vt_cel_value *out = vt_cel_allocate_values(state, list.size);
    if (!items || !out) return vt_cel_stopped_error(state);
    vt_cel_cursor elements = vt_cel_cursor_of(list), by = vt_cel_cursor_of(keys);
    for (uint32_t i = 0; i < list.size; i++) {
        if (!next(state, &elements, &items[i].element) || !next(state, &by, &items[i].key))
            return vt_cel_stopped_error(state);
    }
    const vt_cel_value problem = check_keys(state, items, list.size);
    if (vt_cel_is_error(problem)) return problem;
    if (!vt_cel_sort(state, items, list.size, order_keys)) return vt_cel_stopped_error(state);
    for (uint32_t i = 0; i < list.size; i++) out[i] = items[i].element;
    return vt_cel_of_list(out, list.size);
}

static vt_cel_value range(const vt_cel_call *call) {
    const int64_t count = list_of(call).as.integer;
    vt_cel_items items = { 0 };
    if (count < 0) {
        return vt_cel_fail(call->state, "lists.range: size must be non-negative, got %lld",
                           (long long)count);
    }
    for (int64_t i = 0; i < count && vt_cel_charge(call->state, 1); i++) {
        if (!vt_cel_items_append(call->state, &items, vt_cel_of_int(i))) break;
    }
    return finish(call->state, &items);
}

static vt_cel_value reverse(const vt_cel_call *call) {
    const vt_cel_value list = list_of(call);
    vt_cel_value *out = vt_cel_allocate_values(call->state, list.size + 1);
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    if (!out) return vt_cel_stopped_error(call->state);
    for (uint32_t i = list.size; i > 0; i--) {
        if (!next(call->state, &cursor, &out[i - 1])) return vt_cel_stopped_error(call->state);
    }
    return vt_cel_of_list(out, list.size);
}

static bool holds(vt_cel_state *state, const vt_cel_items *items, vt_cel_value element) {
    for (uint32_t i = 0; i < items->count && vt_cel_charge(state, 1); i++) {
        if (vt_cel_equal(state, element, items->items[i])) return true;
    }
    return false;
}

static vt_cel_value distinct(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list_of(call));
    vt_cel_items items = { 0 };
    vt_cel_value element;
    while (next(call->state, &cursor, &element)) {
        if (holds(call->state, &items, element)) continue;
        if (!vt_cel_items_append(call->state, &items, element)) break;
    }
    return finish(call->state, &items);
}

/* The lists of what can be compared. */
#define LIST_TYPE(name, element)                                                                   \
    static const vt_cel_type list_##name = { VT_CEL_TYPE_LIST, 0, { element, NULL }, NULL }
LIST_TYPE(bool, BOOL);
LIST_TYPE(bytes, BYTES);
LIST_TYPE(timestamp, TIMESTAMP);
LIST_TYPE(duration, DURATION);
#define OF_INT &vt_cel_list_int
#define OF_UINT &vt_cel_list_uint
#define OF_DOUBLE &vt_cel_list_double
#define OF_STRING &vt_cel_list_string

#define OURS (KUBERNETES | OCM | KRO)
#define EXT (SINCE(34) | KRO)
#define ROW(name, id, result, a, b, run, variant, where, doc, example, cost)                       \
    { name, id, result, { a, b }, run, variant, MEMBER, where, "lists", 0, doc, example, cost }
#define COMPARABLE(type, list, element, one, two)                                                  \
    ROW("isSorted", "list_" type "_is_sorted_bool", BOOL, list, NULL, is_sorted, 0, OURS,          \
        "whether no element is smaller than the one before", "[" one ", " two "].isSorted()",      \
        COST_ELEMENTS),                                                                            \
        ROW("min", "list_" type "_min_" type, element, list, NULL, extreme, VT_CEL_MORE, OURS,     \
            "the smallest element", "[" two ", " one "].min() == " one, COST_ELEMENTS),            \
        ROW("max", "list_" type "_max_" type, element, list, NULL, extreme, VT_CEL_LESS, OURS,     \
            "the largest element", "[" two ", " one "].max() == " two, COST_ELEMENTS),             \
        ROW("sort", "list_" type "_sort", list, list, NULL, sort, 0, EXT,                          \
            "sorted from the smallest to the largest",                                             \
            "[" two ", " one "].sort() == [" one ", " two "]", COST_ELEMENTS),                     \
    {                                                                                              \
        "@sortByAssociatedKeys", "list_" type "_sortByAssociatedKeys", LIST_A, { LIST_A, list },   \
            sort, 0, MEMBER | VT_CEL_HIDDEN, EXT, "lists", 2,                                      \
            "sorted by keys; written e.sortBy(x, key)",                                            \
            "[" two ", " one "].sortBy(x, x) == [" one ", " two "]", COST_ELEMENTS                 \
    }

/* clang-format off */
const vt_cel_function vt_cel_list_functions[] = {
    COMPARABLE("int", OF_INT, INT, "1", "2"),
    COMPARABLE("uint", OF_UINT, UINT, "1u", "2u"),
    COMPARABLE("double", OF_DOUBLE, DOUBLE, "1.0", "2.0"),
    COMPARABLE("bool", &list_bool, BOOL, "false", "true"),
    COMPARABLE("duration", &list_duration, DURATION, "duration('1s')", "duration('2s')"),
    COMPARABLE("timestamp", &list_timestamp, TIMESTAMP, "timestamp(1)", "timestamp(2)"),
    COMPARABLE("string", OF_STRING, STRING, "'a'", "'b'"),
    COMPARABLE("bytes", &list_bytes, BYTES, "b'a'", "b'b'"),
    ROW("sum", "list_int_sum_int", INT, OF_INT, NULL, sum, VT_CEL_INT, OURS, "the sum of the elements", "[1, 2].sum() == 3", COST_ELEMENTS),
    ROW("sum", "list_uint_sum_uint", UINT, OF_UINT, NULL, sum, VT_CEL_UINT, OURS, "the sum of the elements", "[1u, 2u].sum() == 3u", COST_ELEMENTS),
    ROW("sum", "list_double_sum_double", DOUBLE, OF_DOUBLE, NULL, sum, VT_CEL_DOUBLE, OURS, "the sum of the elements", "[1.0, 2.0].sum() == 3.0", COST_ELEMENTS),
    ROW("sum", "list_duration_sum_duration", DURATION, &list_duration, NULL, sum, VT_CEL_DURATION, OURS, "the sum of the elements", "[duration('1s'), duration('2s')].sum() == duration('3s')", COST_ELEMENTS),
    ROW("indexOf", "list_a_index_of_int", INT, LIST_A, A, index_of, 0, OURS, "the index of the first element that is equal, or -1", "[1, 2, 2].indexOf(2) == 1", COST_ELEMENTS),
    ROW("lastIndexOf", "list_a_last_index_of_int", INT, LIST_A, A, index_of, 1, OURS, "the index of the last element that is equal, or -1", "[1, 2, 2].lastIndexOf(2) == 2", COST_ELEMENTS),
    ROW("includes", "list_includes_dyn_dyn", BOOL, ANY, ANY, includes, 0, SINCE(37), "whether some element is equal, or the value itself", "[1, 2].includes(2) && 'a'.includes('a')", COST_ELEMENTS),
    { "slice", "list_slice", LIST_A, { LIST_A, INT, INT }, slice, 0, MEMBER, EXT, "lists", 0, "the elements from one index up to another", "[1, 2, 3].slice(1, 3) == [2, 3]", COST_ELEMENTS },
    { "flatten", "list_flatten", LIST_A, { &vt_cel_list_list_a }, flatten, 0, MEMBER | VT_CEL_ANY_TYPES, EXT, "lists", 1, "with the elements of lists in their place", "[[1], [2, 3]].flatten() == [1, 2, 3]", COST_ELEMENTS },
    { "flatten", "list_flatten_int", &vt_cel_list_dyn, { &vt_cel_list_dyn, INT }, flatten, 0, MEMBER, EXT, "lists", 1, "the same, so many levels deep", "[[[1]], [[2]]].flatten(2) == [1, 2]", COST_ELEMENTS },
    { "lists.range", "lists_range", OF_INT, { INT }, range, 0, 0, EXT, "lists", 2, "the numbers from 0 up to another", "lists.range(3) == [0, 1, 2]", COST_ELEMENTS },
    { "reverse", "list_reverse", LIST_A, { LIST_A }, reverse, 0, MEMBER, EXT, "lists", 2, "from the last to the first", "[1, 2].reverse() == [2, 1]", COST_ELEMENTS },
    { "distinct", "list_distinct", LIST_A, { LIST_A }, distinct, 0, MEMBER, EXT, "lists", 2, "each element once", "[1, 2, 1].distinct() == [1, 2]", COST_PAIRS },
    VT_CEL_END,
};
/* clang-format on */
