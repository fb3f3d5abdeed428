/* The math extension. */
#include <math.h>

#include "cel/library/rows.h"

static vt_cel_value argument(const vt_cel_call *call) {
    return call->arguments[0];
}

/* --------------------------------------------------- greatest and least */

/* Whether `a` beats `b`; variant: 1 for greatest, -1 for least. */
static bool beats(const vt_cel_call *call, vt_cel_value a, vt_cel_value b) {
    return vt_cel_compare(call->state, a, b) ==
           (call->function->variant > 0 ? VT_CEL_MORE : VT_CEL_LESS);
}

static vt_cel_value no_overload(const vt_cel_call *call) {
    return vt_cel_fail(call->state, "no such overload: %s", call->function->name);
}

static vt_cel_value extreme_of_list(const vt_cel_call *call) {
    vt_cel_cursor cursor = vt_cel_cursor_of(argument(call));
    vt_cel_value index, element, best = vt_cel_null_value();
    while (vt_cel_cursor_next(call->state, &cursor, &index, &element)) {
        if (!vt_cel_charge(call->state, 1)) return vt_cel_stopped_error(call->state);
        if (!vt_cel_is_number(element)) return no_overload(call);
        if (cursor.at == 1 || beats(call, element, best)) best = element;
    }
    if (cursor.at > 0) return best;
    return vt_cel_fail(call->state, "%s(list) argument must not be empty", call->function->name);
}

static vt_cel_value extreme(const vt_cel_call *call) {
    if (call->count == 1 && argument(call).kind == VT_CEL_LIST) return extreme_of_list(call);
    for (uint32_t i = 0; i < call->count; i++) {
        if (!vt_cel_is_number(call->arguments[i])) return no_overload(call);
    }
    bool second = call->count == 2 && beats(call, call->arguments[1], call->arguments[0]);
    return call->arguments[second];
}

/* -------------------------------------------------------------- rounding */

enum { CEIL, FLOOR, ROUND, TRUNC };

static vt_cel_value round_to(const vt_cel_call *call) {
    double number = argument(call).as.number;
    switch (call->function->variant) {
    case CEIL:
        return vt_cel_of_double(ceil(number));
    case FLOOR:
        return vt_cel_of_double(floor(number));
    case ROUND:
        return vt_cel_of_double(round(number));
    default:
        return vt_cel_of_double(trunc(number));
    }
}

static vt_cel_value is_nan(const vt_cel_call *call) {
    return vt_cel_of_bool(isnan(argument(call).as.number));
}
static vt_cel_value is_inf(const vt_cel_call *call) {
    return vt_cel_of_bool(isinf(argument(call).as.number));
}
static vt_cel_value is_finite(const vt_cel_call *call) {
    return vt_cel_of_bool(isfinite(argument(call).as.number));
}

static vt_cel_value absolute(const vt_cel_call *call) {
    vt_cel_value value = argument(call);
    if (value.kind == VT_CEL_DOUBLE) return vt_cel_of_double(fabs(value.as.number));
    if (value.kind == VT_CEL_UINT || value.as.integer >= 0) return value;
    if (value.as.integer == INT64_MIN) return VT_CEL_ERROR_TEXT("integer overflow");
    return vt_cel_of_int(-value.as.integer);
}

static vt_cel_value sign(const vt_cel_call *call) {
    vt_cel_value value = argument(call);
    if (value.kind == VT_CEL_UINT) return vt_cel_of_uint(value.as.natural > 0);
    if (value.kind == VT_CEL_INT)
        return vt_cel_of_int((value.as.integer > 0) - (value.as.integer < 0));
    if (isnan(value.as.number)) return value;
    return vt_cel_of_double((value.as.number > 0) - (value.as.number < 0));
}

static vt_cel_value square_root(const vt_cel_call *call) {
    vt_cel_value value = argument(call);
    double number = value.as.number;
    if (value.kind == VT_CEL_INT) number = (double)value.as.integer;
    if (value.kind == VT_CEL_UINT) number = (double)value.as.natural;
    return vt_cel_of_double(sqrt(number));
}

/* ------------------------------------------------------------------ bits */

enum { AND, OR, XOR, NOT };

static vt_cel_value bits(const vt_cel_call *call) {
    vt_cel_value value = argument(call);
    uint64_t other = call->count == 2 ? call->arguments[1].as.natural : 0;
    switch (call->function->variant) {
    case AND:
        value.as.natural &= other;
        break;
    case OR:
        value.as.natural |= other;
        break;
    case XOR:
        value.as.natural ^= other;
        break;
    default:
        value.as.natural = ~value.as.natural;
        break;
    }
    return value;
}

/* variant: 1 left, -1 right. CEL: a shift to the right fills with zeroes, also below zero. */
static vt_cel_value shift(const vt_cel_call *call) {
    vt_cel_value value = argument(call);
    int64_t count = call->arguments[1].as.integer;
    if (count < 0) {
        return vt_cel_fail(call->state, "%s() negative offset: %lld", call->function->name,
                           (long long)count);
    }
    if (count >= 64)
        value.as.natural = 0;
    else if (call->function->variant > 0)
        value.as.natural <<= count;
    else
        value.as.natural >>= count;
    return value;
}

#define MATH_IN (SPEC)
#define MATH(name, id, result, a, b, run, variant, version, doc, example, cost)                    \
    { name, id, result, { a, b }, run, variant, 0, MATH_IN, "math", version, doc, example, cost }
#define EXTREME(name, id, result, a, b, variant, example, cost)                                    \
    {                                                                                              \
        name, id, result, { a, b }, extreme, variant, VT_CEL_ANY_TYPES | VT_CEL_HIDDEN, MATH_IN,   \
            "math", 0, variant > 0 ? "the greatest" : "the least", example, cost                   \
    }

#define EXTREME_ROWS(name, id, word, variant)                                                      \
    EXTREME(name, id "_double", DOUBLE, DOUBLE, NULL, variant, "math." word "(1.0) == 1.0",        \
            COST_CALL),                                                                            \
        EXTREME(name, id "_int", INT, INT, NULL, variant, "math." word "(1) == 1", COST_CALL),     \
        EXTREME(name, id "_uint", UINT, UINT, NULL, variant, "math." word "(1u) == 1u",            \
                COST_CALL),                                                                        \
        EXTREME(name, id "_double_double", DOUBLE, DOUBLE, DOUBLE, variant,                        \
                "math." word "(1.0, 1.0) == 1.0", COST_CALL),                                      \
        EXTREME(name, id "_int_int", INT, INT, INT, variant, "math." word "(1, 1) == 1",           \
                COST_CALL),                                                                        \
        EXTREME(name, id "_uint_uint", UINT, UINT, UINT, variant, "math." word "(1u, 1u) == 1u",   \
                COST_CALL),                                                                        \
        EXTREME(name, id "_int_uint", ANY, INT, UINT, variant, "math." word "(1, 1u) == 1",        \
                COST_CALL),                                                                        \
        EXTREME(name, id "_int_double", ANY, INT, DOUBLE, variant, "math." word "(1, 1.0) == 1",   \
                COST_CALL),                                                                        \
        EXTREME(name, id "_double_int", ANY, DOUBLE, INT, variant, "math." word "(1.0, 1) == 1",   \
                COST_CALL),                                                                        \
        EXTREME(name, id "_double_uint", ANY, DOUBLE, UINT, variant,                               \
                "math." word "(1.0, 1u) == 1", COST_CALL),                                         \
        EXTREME(name, id "_uint_int", ANY, UINT, INT, variant, "math." word "(1u, 1) == 1",        \
                COST_CALL),                                                                        \
        EXTREME(name, id "_uint_double", ANY, UINT, DOUBLE, variant,                               \
                "math." word "(1u, 1.0) == 1", COST_CALL),                                         \
        EXTREME(name, id "_list_double", DOUBLE, LIST(double), NULL, variant,                      \
                "math." word "([1.0]) == 1.0", COST_ELEMENTS),                                     \
        EXTREME(name, id "_list_int", INT, LIST(int), NULL, variant, "math." word "([1]) == 1",    \
                COST_ELEMENTS),                                                                    \
        EXTREME(name, id "_list_uint", UINT, LIST(uint), NULL, variant,                            \
                "math." word "([1u]) == 1u", COST_ELEMENTS)

/* clang-format off */
const vt_cel_function vt_cel_math_functions[] = {
    EXTREME_ROWS("math.@max", "math_@max", "greatest", 1),
    EXTREME_ROWS("math.@min", "math_@min", "least", -1),
    MATH("math.ceil", "math_ceil_double", DOUBLE, DOUBLE, NULL, round_to, CEIL, 1, "up to a whole number", "math.ceil(1.2) == 2.0", COST_CALL),
    MATH("math.floor", "math_floor_double", DOUBLE, DOUBLE, NULL, round_to, FLOOR, 1, "down to a whole number", "math.floor(1.8) == 1.0", COST_CALL),
    MATH("math.round", "math_round_double", DOUBLE, DOUBLE, NULL, round_to, ROUND, 1, "to the nearest whole number, halves away from zero", "math.round(-1.5) == -2.0", COST_CALL),
    MATH("math.trunc", "math_trunc_double", DOUBLE, DOUBLE, NULL, round_to, TRUNC, 1, "towards zero", "math.trunc(-1.8) == -1.0", COST_CALL),
    MATH("math.isInf", "math_isInf_double", BOOL, DOUBLE, NULL, is_inf, 0, 1, "whether it is an infinity", "math.isInf(1.0 / 0.0)", COST_CALL),
    MATH("math.isNaN", "math_isNaN_double", BOOL, DOUBLE, NULL, is_nan, 0, 1, "whether it is NaN", "math.isNaN(0.0 / 0.0)", COST_CALL),
    MATH("math.isFinite", "math_isFinite_double", BOOL, DOUBLE, NULL, is_finite, 0, 1, "whether it is a number", "math.isFinite(1.0)", COST_CALL),
    MATH("math.abs", "math_abs_double", DOUBLE, DOUBLE, NULL, absolute, 0, 1, "without its sign", "math.abs(-1.5) == 1.5", COST_CALL),
    MATH("math.abs", "math_abs_int", INT, INT, NULL, absolute, 0, 1, "without its sign", "math.abs(-1) == 1", COST_CALL),
    MATH("math.abs", "math_abs_uint", UINT, UINT, NULL, absolute, 0, 1, "the value itself", "math.abs(1u) == 1u", COST_CALL),
    MATH("math.sign", "math_sign_double", DOUBLE, DOUBLE, NULL, sign, 0, 1, "-1, 0 or 1", "math.sign(-1.5) == -1.0", COST_CALL),
    MATH("math.sign", "math_sign_int", INT, INT, NULL, sign, 0, 1, "-1, 0 or 1", "math.sign(-5) == -1", COST_CALL),
    MATH("math.sign", "math_sign_uint", UINT, UINT, NULL, sign, 0, 1, "0 or 1", "math.sign(5u) == 1u", COST_CALL),
    MATH("math.bitAnd", "math_bitAnd_int_int", INT, INT, INT, bits, AND, 1, "bits set in both", "math.bitAnd(3, 2) == 2", COST_CALL),
    MATH("math.bitAnd", "math_bitAnd_uint_uint", UINT, UINT, UINT, bits, AND, 1, "bits set in both", "math.bitAnd(3u, 2u) == 2u", COST_CALL),
    MATH("math.bitOr", "math_bitOr_int_int", INT, INT, INT, bits, OR, 1, "bits set in either", "math.bitOr(1, 2) == 3", COST_CALL),
    MATH("math.bitOr", "math_bitOr_uint_uint", UINT, UINT, UINT, bits, OR, 1, "bits set in either", "math.bitOr(1u, 2u) == 3u", COST_CALL),
    MATH("math.bitXor", "math_bitXor_int_int", INT, INT, INT, bits, XOR, 1, "bits set in one only", "math.bitXor(3, 2) == 1", COST_CALL),
    MATH("math.bitXor", "math_bitXor_uint_uint", UINT, UINT, UINT, bits, XOR, 1, "bits set in one only", "math.bitXor(3u, 2u) == 1u", COST_CALL),
    MATH("math.bitNot", "math_bitNot_int_int", INT, INT, NULL, bits, NOT, 1, "all bits turned", "math.bitNot(0) == -1", COST_CALL),
    MATH("math.bitNot", "math_bitNot_uint_uint", UINT, UINT, NULL, bits, NOT, 1, "all bits turned", "math.bitNot(0u) == 18446744073709551615u", COST_CALL),
    MATH("math.bitShiftLeft", "math_bitShiftLeft_int_int", INT, INT, INT, shift, 1, 1, "shifted to the left", "math.bitShiftLeft(1, 2) == 4", COST_CALL),
    MATH("math.bitShiftLeft", "math_bitShiftLeft_uint_int", UINT, UINT, INT, shift, 1, 1, "shifted to the left", "math.bitShiftLeft(1u, 2) == 4u", COST_CALL),
    MATH("math.bitShiftRight", "math_bitShiftRight_int_int", INT, INT, INT, shift, -1, 1, "shifted to the right, zeroes from the left", "math.bitShiftRight(8, 2) == 2", COST_CALL),
    MATH("math.bitShiftRight", "math_bitShiftRight_uint_int", UINT, UINT, INT, shift, -1, 1, "shifted to the right", "math.bitShiftRight(8u, 2) == 2u", COST_CALL),
    MATH("math.sqrt", "math_sqrt_double", DOUBLE, DOUBLE, NULL, square_root, 0, 2, "the square root; NaN below zero", "math.sqrt(4.0) == 2.0", COST_CALL),
    MATH("math.sqrt", "math_sqrt_int", DOUBLE, INT, NULL, square_root, 0, 2, "the square root; NaN below zero", "math.sqrt(9) == 3.0", COST_CALL),
    MATH("math.sqrt", "math_sqrt_uint", DOUBLE, UINT, NULL, square_root, 0, 2, "the square root", "math.sqrt(16u) == 4.0", COST_CALL),
    VT_CEL_END,
};
/* clang-format on */
