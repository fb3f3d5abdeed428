/* Operators: arithmetic, order, membership, negation. They report "no such overload" themselves. */
#include <math.h>

#include "cel/library/rows.h"

static vt_cel_value left(const vt_cel_call *call) {
    return call->arguments[0];
}
static vt_cel_value right(const vt_cel_call *call) {
    return call->arguments[1];
}

/* CEL-GO: the error of a value with methods of its own does not name the function. */
static vt_cel_value not_supported(const vt_cel_call *call) {
    uint8_t kind = left(call).kind;
    if (kind == VT_CEL_STRING || kind == VT_CEL_TIMESTAMP || kind == VT_CEL_DURATION) {
        return vt_cel_no_such_overload();
    }
    return vt_cel_fail(call->state, "no such overload: %s", call->function->name);
}

static vt_cel_value integer_overflow(void) {
    return VT_CEL_ERROR_TEXT("integer overflow");
}
static vt_cel_value unsigned_overflow(void) {
    return VT_CEL_ERROR_TEXT("unsigned integer overflow");
}

/* ------------------------------------------------------------ arithmetic */

/* Years 1 to 9999. */
#define FIRST_SECOND INT64_C(-62135596800)
#define LAST_SECOND INT64_C(253402300799)
#define BILLION INT64_C(1000000000)

static vt_cel_value shift_timestamp(vt_cel_value timestamp, int64_t seconds, int64_t nanoseconds) {
    vt_instant instant = vt_cel_instant(timestamp);
    int64_t fraction = instant.nanoseconds + nanoseconds;
    instant.seconds += seconds + (fraction >= BILLION) - (fraction < 0);
    fraction += fraction < 0 ? BILLION : fraction >= BILLION ? -BILLION : 0;
    instant.nanoseconds = (int32_t)fraction;
    if (instant.seconds < FIRST_SECOND || instant.seconds > LAST_SECOND) {
        return VT_CEL_ERROR_TEXT("timestamp overflow");
    }
    return vt_cel_of_timestamp(instant, timestamp.extra);
}

static vt_cel_value add_duration(vt_cel_value timestamp, int64_t nanoseconds) {
    return shift_timestamp(timestamp, nanoseconds / BILLION, nanoseconds % BILLION);
}

static vt_cel_value subtract_duration(vt_cel_value timestamp, int64_t nanoseconds) {
    return shift_timestamp(timestamp, -(nanoseconds / BILLION), -(nanoseconds % BILLION));
}

static vt_cel_value add_text(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    if (a.size == 0) return b;
    if (b.size == 0) return a;
    uint64_t size = (uint64_t)a.size + b.size;
    if (!vt_cel_charge_bytes(call->state, size)) return vt_cel_stopped_error(call->state);
    char *bytes = size < UINT32_MAX ? vt_cel_allocate(call->state, (size_t)size + 1) : NULL;
    if (!bytes) return vt_cel_out_of_memory(call->state);
    memcpy(bytes, a.as.bytes, a.size);
    memcpy(bytes + a.size, b.as.bytes, b.size);
    bytes[size] = '\0';
    a.as.bytes = bytes;
    a.size = (uint32_t)size;
    return a;
}

static vt_cel_value add_same_kind(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    int64_t integer;
    uint64_t natural;
    switch ((int)a.kind) {
    case VT_CEL_INT:
        if (__builtin_add_overflow(a.as.integer, b.as.integer, &integer)) return integer_overflow();
        return vt_cel_of_int(integer);
    case VT_CEL_UINT:
        if (__builtin_add_overflow(a.as.natural, b.as.natural, &natural))
            return unsigned_overflow();
        return vt_cel_of_uint(natural);
    case VT_CEL_DURATION:
        if (__builtin_add_overflow(a.as.integer, b.as.integer, &integer)) return integer_overflow();
        return vt_cel_of_duration(integer);
    case VT_CEL_DOUBLE:
        return vt_cel_of_double(a.as.number + b.as.number);
    case VT_CEL_STRING:
    case VT_CEL_BYTES:
        return add_text(call);
    case VT_CEL_LIST:
        return vt_cel_list_join(call->state, a, b);
    case VT_CEL_TIMESTAMP:
        return vt_cel_no_such_overload();
    default:
        return not_supported(call);
    }
}

static vt_cel_value add(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    if (a.kind == b.kind) return add_same_kind(call);
    if (a.kind == VT_CEL_TIMESTAMP && b.kind == VT_CEL_DURATION)
        return add_duration(a, b.as.integer);
    if (a.kind == VT_CEL_DURATION && b.kind == VT_CEL_TIMESTAMP)
        return add_duration(b, a.as.integer);
    bool adds = vt_cel_is_number(a) || a.kind == VT_CEL_BYTES || a.kind == VT_CEL_LIST;
    return adds ? vt_cel_no_such_overload() : not_supported(call);
}

static vt_cel_value subtract_timestamps(vt_cel_value a, vt_cel_value b) {
    int64_t seconds = a.as.integer - b.as.integer, nanoseconds;
    int64_t fraction = (int64_t)a.size - (int64_t)b.size;
    if (__builtin_mul_overflow(seconds, BILLION, &nanoseconds) ||
        __builtin_add_overflow(nanoseconds, fraction, &nanoseconds)) {
        return integer_overflow();
    }
    return vt_cel_of_duration(nanoseconds);
}

static vt_cel_value subtract(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    int64_t integer;
    if (a.kind == VT_CEL_TIMESTAMP && b.kind == VT_CEL_DURATION) {
        return subtract_duration(a, b.as.integer);
    }
    if (a.kind != b.kind) {
        return vt_cel_is_number(a) ? vt_cel_no_such_overload() : not_supported(call);
    }
    switch ((int)a.kind) {
    case VT_CEL_INT:
        if (__builtin_sub_overflow(a.as.integer, b.as.integer, &integer)) return integer_overflow();
        return vt_cel_of_int(integer);
    case VT_CEL_UINT:
        if (a.as.natural < b.as.natural) return unsigned_overflow();
        return vt_cel_of_uint(a.as.natural - b.as.natural);
    case VT_CEL_DOUBLE:
        return vt_cel_of_double(a.as.number - b.as.number);
    case VT_CEL_DURATION:
        if (__builtin_sub_overflow(a.as.integer, b.as.integer, &integer)) return integer_overflow();
        return vt_cel_of_duration(integer);
    case VT_CEL_TIMESTAMP:
        return subtract_timestamps(a, b);
    default:
        return not_supported(call);
    }
}

static vt_cel_value multiply(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    int64_t integer;
    uint64_t natural;
    if (!vt_cel_is_number(a)) return not_supported(call);
    if (a.kind != b.kind) return vt_cel_no_such_overload();
    if (a.kind == VT_CEL_DOUBLE) return vt_cel_of_double(a.as.number * b.as.number);
    if (a.kind == VT_CEL_INT) {
        if (__builtin_mul_overflow(a.as.integer, b.as.integer, &integer)) return integer_overflow();
        return vt_cel_of_int(integer);
    }
    if (__builtin_mul_overflow(a.as.natural, b.as.natural, &natural)) return unsigned_overflow();
    return vt_cel_of_uint(natural);
}

static vt_cel_value divide(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    if (!vt_cel_is_number(a)) return not_supported(call);
    if (a.kind != b.kind) return vt_cel_no_such_overload();
    if (a.kind == VT_CEL_DOUBLE) return vt_cel_of_double(a.as.number / b.as.number);
    if (b.as.natural == 0) return VT_CEL_ERROR_TEXT("division by zero");
    if (a.kind == VT_CEL_UINT) return vt_cel_of_uint(a.as.natural / b.as.natural);
    if (a.as.integer == INT64_MIN && b.as.integer == -1) return integer_overflow();
    return vt_cel_of_int(a.as.integer / b.as.integer);
}

static vt_cel_value modulo(const vt_cel_call *call) {
    vt_cel_value a = left(call), b = right(call);
    if (a.kind != VT_CEL_INT && a.kind != VT_CEL_UINT) return not_supported(call);
    if (a.kind != b.kind) return vt_cel_no_such_overload();
    if (b.as.natural == 0) return VT_CEL_ERROR_TEXT("modulus by zero");
    if (a.kind == VT_CEL_UINT) return vt_cel_of_uint(a.as.natural % b.as.natural);
    if (a.as.integer == INT64_MIN && b.as.integer == -1) return integer_overflow();
    return vt_cel_of_int(a.as.integer % b.as.integer);
}

static vt_cel_value negate(const vt_cel_call *call) {
    vt_cel_value a = left(call);
    switch ((int)a.kind) {
    case VT_CEL_DOUBLE:
        return vt_cel_of_double(-a.as.number);
    case VT_CEL_INT:
    case VT_CEL_DURATION:
        if (a.as.integer == INT64_MIN) return integer_overflow();
        a.as.integer = -a.as.integer;
        return a;
    case VT_CEL_BOOL:
        return vt_cel_no_such_overload();
    default:
        return not_supported(call);
    }
}

static vt_cel_value invert(const vt_cel_call *call) {
    if (left(call).kind != VT_CEL_BOOL) return vt_cel_no_such_overload();
    return vt_cel_of_bool(!left(call).as.integer);
}

/* ---------------------------------------------------- order, membership */

enum { LESS = 1, SAME = 2, MORE = 4 };

/* variant: which orders are true. */
static vt_cel_value order(const vt_cel_call *call) {
    if (!vt_cel_is_ordered(left(call))) return not_supported(call);
    vt_cel_order found = vt_cel_compare(call->state, left(call), right(call));
    /* CEL-GO: Double.Compare looks at itself before it looks at the other's type. */
    bool is_nan = left(call).kind == VT_CEL_DOUBLE && isnan(left(call).as.number);
    if (is_nan) found = VT_CEL_UNORDERED;
    if (found == VT_CEL_INCOMPARABLE) return vt_cel_no_such_overload();
    if (found == VT_CEL_UNORDERED) return VT_CEL_ERROR_TEXT("NaN values cannot be ordered");
    int bit = found == VT_CEL_LESS ? LESS : found == VT_CEL_SAME ? SAME : MORE;
    return vt_cel_of_bool((call->function->variant & bit) != 0);
}

static vt_cel_value is_in(const vt_cel_call *call) {
    vt_cel_value wanted = left(call), in = right(call), key, value;
    if (in.kind == VT_CEL_MAP) {
        return vt_cel_of_bool(vt_cel_map_find(call->state, in, wanted, &value));
    }
    if (in.kind != VT_CEL_LIST) return vt_cel_no_such_overload();
    vt_cel_cursor cursor = vt_cel_cursor_of(in);
    while (vt_cel_cursor_next(call->state, &cursor, &key, &value)) {
        if (!vt_cel_charge(call->state, 1)) return vt_cel_stopped_error(call->state);
        if (vt_cel_equal(call->state, wanted, value)) return vt_cel_of_bool(true);
    }
    return vt_cel_of_bool(false);
}

/* Not called, since the planner makes steps of these; the rows are for the checker and
** `list functions`. */
static vt_cel_value run_equal(const vt_cel_call *call) {
    return vt_cel_of_bool(vt_cel_equal(call->state, left(call), right(call)) !=
                          (call->function->variant != 0));
}

#define OPERATOR(name, id, result, a, b, run, variant, doc, example, cost)                         \
    {                                                                                              \
        name, id, result, { a, b }, run, variant, VT_CEL_ANY_TYPES | VT_CEL_HIDDEN, ALL, "stdlib", \
            0, doc, example, cost                                                                  \
    }

#define ORDER_ROWS(name, id, variant, doc, bool_example, number_example, uint_example,             \
                   double_example, string_example, bytes_example, time_example, duration_example)  \
    OPERATOR(name, id "_bool", BOOL, BOOL, BOOL, order, variant, doc, bool_example, COST_CALL),    \
        OPERATOR(name, id "_int64", BOOL, INT, INT, order, variant, doc, number_example,           \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_int64_double", BOOL, INT, DOUBLE, order, variant, doc, number_example, \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_int64_uint64", BOOL, INT, UINT, order, variant, doc, number_example,   \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_uint64", BOOL, UINT, UINT, order, variant, doc, uint_example,          \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_uint64_double", BOOL, UINT, DOUBLE, order, variant, doc, uint_example, \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_uint64_int64", BOOL, UINT, INT, order, variant, doc, uint_example,     \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_double", BOOL, DOUBLE, DOUBLE, order, variant, doc, double_example,    \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_double_int64", BOOL, DOUBLE, INT, order, variant, doc, double_example, \
                 COST_CALL),                                                                       \
        OPERATOR(name, id "_double_uint64", BOOL, DOUBLE, UINT, order, variant, doc,               \
                 double_example, COST_CALL),                                                       \
        OPERATOR(name, id "_string", BOOL, STRING, STRING, order, variant, doc, string_example,    \
                 COST_READS),                                                                      \
        OPERATOR(name, id "_bytes", BOOL, BYTES, BYTES, order, variant, doc, bytes_example,        \
                 COST_READS),                                                                      \
        OPERATOR(name, id "_timestamp", BOOL, TIMESTAMP, TIMESTAMP, order, variant, doc,           \
                 time_example, COST_CALL),                                                         \
        OPERATOR(name, id "_duration", BOOL, DURATION, DURATION, order, variant, doc,              \
                 duration_example, COST_CALL)

#define T0 "timestamp('2024-01-01T00:00:00Z')"
#define T1 "timestamp('2024-01-01T00:00:01Z')"
#define S0 "duration('1s')"
#define S1 "duration('2s')"

/* The order of cel-go, which matters where argument types are still free. */
/* clang-format off */
const vt_cel_function vt_cel_operator_functions[] = {
    OPERATOR("_+_", "add_bytes", BYTES, BYTES, BYTES, add, 0, "one followed by the other", "b'a' + b'b' == b'ab'", COST_WRITES),
    OPERATOR("_+_", "add_double", DOUBLE, DOUBLE, DOUBLE, add, 0, "sum", "0.5 + 0.5 == 1.0", COST_CALL),
    OPERATOR("_+_", "add_duration_duration", DURATION, DURATION, DURATION, add, 0, "sum", S0 " + " S0 " == " S1, COST_CALL),
    OPERATOR("_+_", "add_duration_timestamp", TIMESTAMP, DURATION, TIMESTAMP, add, 0, "the later time", S0 " + " T0 " == " T1, COST_CALL),
    OPERATOR("_+_", "add_timestamp_duration", TIMESTAMP, TIMESTAMP, DURATION, add, 0, "the later time", T0 " + " S0 " == " T1, COST_CALL),
    OPERATOR("_+_", "add_int64", INT, INT, INT, add, 0, "sum", "1 + 2 == 3", COST_CALL),
    OPERATOR("_+_", "add_list", LIST_A, LIST_A, LIST_A, add, 0, "one followed by the other", "[1] + [2] == [1, 2]", COST_COPIES),
    OPERATOR("_+_", "add_string", STRING, STRING, STRING, add, 0, "one followed by the other", "'a' + 'b' == 'ab'", COST_WRITES),
    OPERATOR("_+_", "add_uint64", UINT, UINT, UINT, add, 0, "sum", "1u + 2u == 3u", COST_CALL),
    OPERATOR("_-_", "subtract_double", DOUBLE, DOUBLE, DOUBLE, subtract, 0, "difference", "1.5 - 0.5 == 1.0", COST_CALL),
    OPERATOR("_-_", "subtract_duration_duration", DURATION, DURATION, DURATION, subtract, 0, "difference", S1 " - " S0 " == " S0, COST_CALL),
    OPERATOR("_-_", "subtract_int64", INT, INT, INT, subtract, 0, "difference", "3 - 2 == 1", COST_CALL),
    OPERATOR("_-_", "subtract_timestamp_duration", TIMESTAMP, TIMESTAMP, DURATION, subtract, 0, "the earlier time", T1 " - " S0 " == " T0, COST_CALL),
    OPERATOR("_-_", "subtract_timestamp_timestamp", DURATION, TIMESTAMP, TIMESTAMP, subtract, 0, "the time between two moments", T1 " - " T0 " == " S0, COST_CALL),
    OPERATOR("_-_", "subtract_uint64", UINT, UINT, UINT, subtract, 0, "difference", "3u - 2u == 1u", COST_CALL),
    OPERATOR("_*_", "multiply_double", DOUBLE, DOUBLE, DOUBLE, multiply, 0, "product", "2.0 * 0.5 == 1.0", COST_CALL),
    OPERATOR("_*_", "multiply_int64", INT, INT, INT, multiply, 0, "product", "2 * 3 == 6", COST_CALL),
    OPERATOR("_*_", "multiply_uint64", UINT, UINT, UINT, multiply, 0, "product", "2u * 3u == 6u", COST_CALL),
    OPERATOR("_/_", "divide_double", DOUBLE, DOUBLE, DOUBLE, divide, 0, "quotient", "7.0 / 2.0 == 3.5", COST_CALL),
    OPERATOR("_/_", "divide_int64", INT, INT, INT, divide, 0, "quotient, truncated towards zero", "-7 / 2 == -3", COST_CALL),
    OPERATOR("_/_", "divide_uint64", UINT, UINT, UINT, divide, 0, "quotient, truncated", "7u / 2u == 3u", COST_CALL),
    OPERATOR("_%_", "modulo_int64", INT, INT, INT, modulo, 0, "remainder, with the sign of the left side", "-7 % 3 == -1", COST_CALL),
    OPERATOR("_%_", "modulo_uint64", UINT, UINT, UINT, modulo, 0, "remainder", "7u % 3u == 1u", COST_CALL),
    OPERATOR("-_", "negate_double", DOUBLE, DOUBLE, NULL, negate, 0, "the same below zero", "-(1.0) == 0.0 - 1.0", COST_CALL),
    OPERATOR("-_", "negate_int64", INT, INT, NULL, negate, 0, "the same below zero", "-(1) == 0 - 1", COST_CALL),
    OPERATOR("!_", "logical_not", BOOL, BOOL, NULL, invert, 0, "not", "!false", COST_CALL),
    OPERATOR("_==_", "equals", BOOL, A, A, run_equal, 0, "whether both are equal", "1 == 1", COST_COMPARES),
    OPERATOR("_!=_", "not_equals", BOOL, A, A, run_equal, 1, "whether both differ", "1 != 2", COST_COMPARES),
    OPERATOR("@in", "in_list", BOOL, A, LIST_A, is_in, 0, "whether the list has an equal element", "1 in [1, 2]", COST_COMPARES),
    OPERATOR("@in", "in_map", BOOL, A, MAP_A_B, is_in, 0, "whether the map has the key", "'a' in {'a': 1}", COST_LOOKUP),
    ORDER_ROWS("_<_", "less", LESS, "before", "false < true", "1 < 2", "1u < 2u", "1.0 < 2.0", "'a' < 'b'", "b'a' < b'b'", T0 " < " T1, S0 " < " S1),
    ORDER_ROWS("_<=_", "less_equals", LESS | SAME, "before or the same", "true <= true", "1 <= 1", "1u <= 1u", "1.0 <= 1.0", "'a' <= 'a'", "b'a' <= b'a'", T0 " <= " T0, S0 " <= " S0),
    ORDER_ROWS("_>_", "greater", MORE, "after", "true > false", "2 > 1", "2u > 1u", "2.0 > 1.0", "'b' > 'a'", "b'b' > b'a'", T1 " > " T0, S1 " > " S0),
    ORDER_ROWS("_>=_", "greater_equals", MORE | SAME, "after or the same", "true >= true", "1 >= 1", "1u >= 1u", "1.0 >= 1.0", "'a' >= 'a'", "b'a' >= b'a'", T0 " >= " T0, S0 " >= " S0),
    VT_CEL_END,
};
/* clang-format on */
