/*
** Quantities, as numbers of any size. K8S: k8s.io/apimachinery v0.37.2, pkg/api/resource/quantity.go and
** amount.go; k8s.io/apiserver v0.37.2, pkg/cel/library/quantity.go.
*/
#include "base/number/quantity.h"

#include <math.h>

#include "base/number/number.h"
#include "cel/library/opaque.h"
#include "cel/library/rows.h"

typedef vt_cel_quantity quantity;

/* ---------------------------------------------------------------- digits */

/* The digits of a number so that the last one counts 10^exponent, in new memory. absent: stopped. */
static vt_text scale_digits(vt_cel_state *state, vt_text digits, int64_t zeroes) {
    if (zeroes == 0 || digits.size == 0) return digits;
    if (!vt_cel_charge_bytes(state, digits.size + (uint64_t)zeroes)) return VT_TEXT_ABSENT;
    char *made = vt_cel_allocate(state, digits.size + (size_t)zeroes);
    if (!made) return VT_TEXT_ABSENT;
    memcpy(made, digits.bytes, digits.size);
    memset(made + digits.size, '0', (size_t)zeroes);
    return vt_text_slice(made, digits.size + (size_t)zeroes);
}

static vt_text cut_zeroes(vt_text digits) {
    size_t zeroes = 0;
    while (zeroes < digits.size && digits.bytes[zeroes] == '0') zeroes++;
    return vt_text_between(digits, zeroes, digits.size);
}

/* The digit that counts 10^place. */
static int digit_at(const quantity *of, int64_t place) {
    const int64_t from_end = place - of->exponent;
    if (from_end < 0 || from_end >= (int64_t)of->digits.size) return 0;
    return of->digits.bytes[of->digits.size - 1 - (size_t)from_end] - '0';
}

/* The place above the highest digit. */
static int64_t top_of(const quantity *of) {
    return (int64_t)of->digits.size + of->exponent;
}

static int compare_sizes(vt_cel_state *state, const quantity *a, const quantity *b) {
    if (a->digits.size == 0 || b->digits.size == 0)
        return (a->digits.size > 0) - (b->digits.size > 0);
    if (top_of(a) != top_of(b)) return top_of(a) > top_of(b) ? 1 : -1;
    const size_t most = a->digits.size > b->digits.size ? a->digits.size : b->digits.size;
    if (!vt_cel_charge_bytes(state, most)) return 0;
    for (size_t i = 1; i <= most; i++) {
        const int64_t place = top_of(a) - (int64_t)i;
        const int x = digit_at(a, place), y = digit_at(b, place);
        if (x != y) return x > y ? 1 : -1;
    }
    return 0;
}

static int compare(vt_cel_state *state, const quantity *a, const quantity *b) {
    const int left = a->digits.size ? (a->negative ? -1 : 1) : 0;
    const int right = b->digits.size ? (b->negative ? -1 : 1) : 0;
    if (left != right) return left > right ? 1 : -1;
    return left < 0 ? -compare_sizes(state, a, b) : compare_sizes(state, a, b);
}

bool vt_cel_quantity_equal(vt_cel_state *state, const quantity *a, const quantity *b) {
    return compare(state, a, b) == 0;
}

/* |a| + |b|, or |a| - |b| when |a| is not smaller, with the finer of both exponents. */
static bool combine(vt_cel_state *state, const quantity *a, const quantity *b, bool subtract,
                    quantity *out) {
    const int64_t low = a->exponent < b->exponent ? a->exponent : b->exponent;
    int64_t high = top_of(a) > top_of(b) ? top_of(a) : top_of(b);
    if (a->digits.size == 0) high = top_of(b);
    if (b->digits.size == 0) high = top_of(a);
    const int64_t span = high > low ? high - low + 1 : 1;
    if (!vt_cel_charge_bytes(state, (uint64_t)span)) return false;
    char *made = vt_cel_allocate(state, (size_t)span);
    if (!made) return false;
    int carry = 0;
    for (int64_t i = 0; i < span; i++) {
        const int x = digit_at(a, low + i), y = digit_at(b, low + i);
        int sum = subtract ? x - y - carry : x + y + carry;
        carry = subtract ? sum < 0 : sum > 9;
        if (carry) sum += subtract ? 10 : -10;
        made[span - 1 - i] = (char)('0' + sum);
    }
    out->exponent = (int32_t)low;
    out->digits = cut_zeroes(vt_text_slice(made, (size_t)span));
    return true;
}

/* Multiply by 2^10. */
static bool multiply_by_1024(vt_cel_state *state, quantity *number) {
    enum { MORE = 4 };
    const size_t size = number->digits.size + MORE;
    if (!vt_cel_charge_bytes(state, size)) return false;
    char *made = vt_cel_allocate(state, size);
    if (!made) return false;
    unsigned carry = 0;
    for (size_t i = 0; i < size; i++) {
        const unsigned digit = (unsigned)digit_at(number, number->exponent + (int64_t)i);
        const unsigned product = digit * 1024 + carry;
        made[size - 1 - i] = (char)('0' + product % 10);
        carry = product / 10;
    }
    number->digits = cut_zeroes(vt_text_slice(made, size));
    return true;
}

/* Whether the number fits an int64, and which it is when the last digit counts 10^-zeroes. */
static bool to_int64(const quantity *from, int64_t zeroes, int64_t *out) {
    uint64_t value = 0;
    if (zeroes < 0 || (int64_t)from->digits.size + zeroes > 19) return from->digits.size == 0;
    for (size_t i = 0; i < from->digits.size; i++)
        value = value * 10 + (uint64_t)(from->digits.bytes[i] - '0');
    for (int64_t i = 0; i < zeroes; i++) {
        if (value > UINT64_MAX / 10) return false;
        value *= 10;
    }
    if (value > (uint64_t)INT64_MAX) return false;
    *out = from->negative ? -(int64_t)value : (int64_t)value;
    return true;
}

/* --------------------------------------------------------------- parsing */

static const char wrong_format[] = "quantities must match the regular expression "
                                   "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
static const char wrong_number[] = "unable to parse numeric part of quantity";
static const char wrong_suffix[] = "unable to parse quantity's suffix";

/* A text taken apart as parseQuantityString does: it is lenient, and what it leaves out is zero. */
typedef struct parts {
    bool negative;
    vt_text value; /* sign, digits and point */
    vt_text whole, fraction, suffix;
} parts;

static const char *split(vt_text text, parts *out) {
    *out = (parts){ .whole = VT_TEXT("0"), .suffix = VT_TEXT(""), .fraction = VT_TEXT("") };
    size_t at = text.size && (text.bytes[0] == '-' || text.bytes[0] == '+');
    out->negative = at && text.bytes[0] == '-';
    while (at < text.size && text.bytes[at] == '0') at++;
    out->value = VT_TEXT("0");
    if (at == text.size) return NULL;
    size_t end = vt_text_skip_digits(text, at);
    if (end > at) out->whole = vt_text_between(text, at, end);
    if (end < text.size && text.bytes[end] == '.') {
        const size_t from = end + 1;
        end = vt_text_skip_digits(text, from);
        out->fraction = vt_text_between(text, from, end);
    }
    out->value = vt_text_between(text, 0, end);
    out->suffix = vt_text_between(text, end, text.size);
    at = end;
    while (at < text.size && text.bytes[at] && strchr("eEinumkKMGTP", text.bytes[at])) at++;
    if (at < text.size && (text.bytes[at] == '-' || text.bytes[at] == '+')) at++;
    return vt_text_skip_digits(text, at) == text.size ? NULL : wrong_format;
}

/* What a suffix stands for: 10^exponent, or 2^exponent. */
typedef struct ending {
    vt_quantity_format format;
    int32_t exponent;
} ending;

static bool read_suffix(vt_text text, ending *out) {
    static const char decimal[] = "num kMGTPE", binary[] = "KMGTPE";
    const char *found;
    *out = (ending){ VT_QUANTITY_DECIMAL, 0 };
    if (text.size == 0) return true;
    if (text.size == 1 && text.bytes[0] != ' ' && (found = strchr(decimal, text.bytes[0]))) {
        out->exponent = (int32_t)(found - decimal) * 3 - 9;
        return true;
    }
    if (text.size == 2 && text.bytes[1] == 'i' && (found = strchr(binary, text.bytes[0]))) {
        *out = (ending){ VT_QUANTITY_BINARY, (int32_t)(found - binary + 1) * 10 };
        return true;
    }
    int64_t exponent;
    if (text.size < 2 || (text.bytes[0] | 0x20) != 'e' ||
        !vt_number_parse_int64(vt_text_between(text, 1, text.size), 10, &exponent)) {
        return false;
    }
    /* GO: the conversion to int32 drops the upper bits. */
    *out = (ending){ VT_QUANTITY_EXPONENT, (int32_t)(uint32_t)(uint64_t)exponent };
    return true;
}

/* How many digits K8S still keeps as an int64; negative: none. */
static int small_precision(const parts *p, ending suffix) {
    const int digits =
        (int)(p->whole.size + p->fraction.size < 64 ? p->whole.size + p->fraction.size : 64);
    if (suffix.format != VT_QUANTITY_BINARY) return 18 - digits;
    if (p->fraction.size > 0) return -1;
    return 15 - digits - (int)((float)suffix.exponent * 3 / 10) - 1;
}

static bool join_digits(vt_cel_state *state, const parts *p, quantity *out) {
    char *made = vt_cel_allocate(state, p->whole.size + p->fraction.size + 1);
    if (!made) return false;
    memcpy(made, p->whole.bytes, p->whole.size);
    if (p->fraction.size) memcpy(made + p->whole.size, p->fraction.bytes, p->fraction.size);
    out->digits = cut_zeroes(vt_text_slice(made, p->whole.size + p->fraction.size));
    return true;
}

/* Away from zero to a billionth, with all digits down to there. */
static bool round_to_nano(vt_cel_state *state, quantity *number) {
    enum { NANO = -9 };
    const int64_t places = (int64_t)number->exponent - NANO;
    if (number->digits.size == 0) return true;
    if (places >= 0) {
        number->digits = scale_digits(state, number->digits, places);
        number->exponent = NANO;
        return !vt_text_is_absent(number->digits);
    }
    static const quantity one = { .exponent = NANO, .digits = VT_TEXT_INIT("1") };
    bool rest = false;
    const size_t size = number->digits.size;
    const size_t kept = (uint64_t)-places < size ? size - (size_t)-places : 0;
    for (size_t i = kept; i < size; i++) rest = rest || number->digits.bytes[i] != '0';
    number->digits = vt_text_between(number->digits, 0, kept);
    number->exponent = NANO;
    return !rest || combine(state, number, &one, false, number);
}

/* What is too large or too fine for an int64. */
static const char *read_large(vt_cel_state *state, const parts *p, ending suffix, quantity *out) {
    static const quantity most = { .digits = VT_TEXT_INIT("9223372036854775807") };
    static const quantity one = { .digits = VT_TEXT_INIT("1") };
    const bool has_digit = p->value.size > 0 && p->value.bytes[p->value.size - 1] != '-' &&
                           p->value.bytes[p->value.size - 1] != '+';
    if (!has_digit || (vt_text_is(p->value, "."))) return wrong_number;
    if (suffix.format == VT_QUANTITY_BINARY) {
        for (int32_t i = 0; i < suffix.exponent; i += 10) {
            if (!multiply_by_1024(state, out)) return wrong_number;
        }
    } else {
        out->exponent += suffix.exponent;
    }
    if (!round_to_nano(state, out)) return wrong_number;
    if (suffix.format == VT_QUANTITY_BINARY && compare_sizes(state, out, &most) > 0) {
        out->digits = most.digits;
        out->exponent = 0;
    }
    const bool is_fraction = out->digits.size > 0 && compare_sizes(state, out, &one) < 0;
    if (suffix.format == VT_QUANTITY_BINARY && is_fraction) out->format = VT_QUANTITY_DECIMAL;
    return NULL;
}

/* ParseQuantity. Its error, or NULL; the state may be stopped. */
static const char *parse(vt_cel_state *state, vt_text text, quantity *out) {
    parts p;
    ending suffix;
    if (text.size == 0) return wrong_format;
    const char *problem = split(text, &p);
    if (problem) return problem;
    if (!read_suffix(p.suffix, &suffix)) return wrong_suffix;
    *out = (quantity){ .negative = p.negative,
                       .format = (uint8_t)suffix.format,
                       .exponent = -(int32_t)p.fraction.size };
    if (!join_digits(state, &p, out)) return wrong_number;
    const bool is_binary = suffix.format == VT_QUANTITY_BINARY;
    const int64_t scale = out->exponent + (is_binary ? 0 : (int64_t)suffix.exponent);
    if (small_precision(&p, suffix) < 0 || scale < -9) return read_large(state, &p, suffix, out);
    int64_t value;
    for (int32_t i = 0; is_binary && i < suffix.exponent; i += 10) {
        if (!multiply_by_1024(state, out)) return wrong_number;
    }
    out->is_small = to_int64(out, 0, &value);
    if (!out->is_small && !join_digits(state, &p, out)) return wrong_number;
    if (!out->is_small) return read_large(state, &p, suffix, out);
    out->exponent = (int32_t)scale;
    return NULL;
}

/* ------------------------------------------------------------- functions */

static const quantity *quantity_at(const vt_cel_call *call, uint32_t index) {
    return call->arguments[index].as.opaque;
}

static vt_cel_value value_of(vt_cel_state *state, const quantity *number) {
    quantity *made = vt_cel_allocate(state, sizeof *made);
    if (!made) return vt_cel_stopped_error(state);
    *made = *number;
    return (vt_cel_value){ .kind = VT_CEL_QUANTITY, .as.opaque = made };
}

static vt_cel_value make(const vt_cel_call *call) {
    quantity number;
    const vt_text text = vt_cel_text(call->arguments[0]);
    if (!vt_cel_charge_bytes(call->state, text.size)) return vt_cel_stopped_error(call->state);
    const char *problem = parse(call->state, text, &number);
    if (call->state->meter.stopped) return vt_cel_stopped_error(call->state);
    return problem ? vt_cel_error(vt_text_from(problem)) : value_of(call->state, &number);
}

static vt_cel_value is_quantity(const vt_cel_call *call) {
    const vt_cel_value made = make(call);
    return vt_cel_is_fatal(made) ? made : vt_cel_of_bool(!vt_cel_is_error(made));
}

static vt_cel_value sign(const vt_cel_call *call) {
    const quantity *number = quantity_at(call, 0);
    return vt_cel_of_int(number->digits.size == 0 ? 0 : number->negative ? -1 : 1);
}

enum { GREATER = 1, LESS = -1, ORDER = 0 };

/* variant: the order that is asked for, or the order itself. */
static vt_cel_value compare_to(const vt_cel_call *call) {
    const int order = compare(call->state, quantity_at(call, 0), quantity_at(call, 1));
    const int asked = call->function->variant;
    return asked == ORDER ? vt_cel_of_int(order) : vt_cel_of_bool(order == asked);
}

/* K8S: AsInt64 answers only for what was small from the start and has no fraction digits. */
static bool as_int64(const quantity *number, int64_t *out) {
    *out = 0;
    return number->is_small && number->exponent >= 0 && to_int64(number, number->exponent, out);
}

static vt_cel_value as_integer(const vt_cel_call *call) {
    int64_t value;
    if (as_int64(quantity_at(call, 0), &value)) return vt_cel_of_int(value);
    return VT_CEL_ERROR_TEXT("cannot convert value to integer");
}

static vt_cel_value is_integer(const vt_cel_call *call) {
    int64_t value;
    return vt_cel_of_bool(as_int64(quantity_at(call, 0), &value));
}

/* GO: math.Pow10. */
static double power_of_ten(int32_t exponent) {
    if (exponent > 308) return INFINITY;
    if (exponent < -323) return 0;
    const int32_t size = exponent < 0 ? -exponent : exponent;
    static const double coarse[] = {
        1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288
    };
    static const double fine[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10,
                                   1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
                                   1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31 };
    static const double coarse_negative[] = { 1e-0,   1e-32,  1e-64,  1e-96,  1e-128, 1e-160,
                                              1e-192, 1e-224, 1e-256, 1e-288, 1e-320 };
    return exponent < 0 ? coarse_negative[size / 32] / fine[size % 32]
                        : coarse[size / 32] * fine[size % 32];
}

static vt_cel_value as_float(const vt_cel_call *call) {
    const quantity *number = quantity_at(call, 0);
    double value = 0;
    if (!vt_cel_charge_bytes(call->state, number->digits.size))
        return vt_cel_stopped_error(call->state);
    if (number->digits.size) vt_number_parse_double(number->digits, &value);
    if (number->negative) value = -value;
    return vt_cel_of_double(number->exponent ? value * power_of_ten(number->exponent) : value);
}

/* K8S: int64Amount.Add. false: it does not fit. */
static bool add_small(const quantity *a, const quantity *b, quantity *sum) {
    int64_t x, y;
    if (!a->is_small || !b->is_small) return false;
    if (b->digits.size == 0 || a->digits.size == 0) {
        const vt_quantity_format format = sum->format;
        *sum = b->digits.size == 0 ? *a : *b;
        sum->format = (uint8_t)format;
        sum->is_sum = true;
        return true;
    }
    const int32_t low = a->exponent < b->exponent ? a->exponent : b->exponent;
    return to_int64(a, (int64_t)a->exponent - low, &x) &&
           to_int64(b, (int64_t)b->exponent - low, &y) && !__builtin_add_overflow(x, y, &x);
}

/* variant: 1 adds, -1 subtracts. */
static vt_cel_value add(const vt_cel_call *call) {
    vt_cel_state *state = call->state;
    quantity a = *quantity_at(call, 0), b;
    char digits[24];
    if (call->arguments[1].kind == VT_CEL_INT) {
        const int64_t value = call->arguments[1].as.integer;
        uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        size_t at = sizeof digits;
        for (; size; size /= 10) digits[--at] = (char)('0' + size % 10);
        b = (quantity){ .negative = value < 0,
                        .is_small = true,
                        .format = VT_QUANTITY_EXPONENT,
                        .digits = vt_text_slice(digits + at, sizeof digits - at) };
    } else {
        b = *quantity_at(call, 1);
    }
    if (call->function->variant < 0) b.negative = !b.negative;
    quantity sum = a;
    sum.is_sum = true;
    if (a.digits.size == 0) sum.format = b.format;
    sum.is_small = add_small(&a, &b, &sum);
    if (sum.is_small && (a.digits.size == 0 || b.digits.size == 0)) {
        sum.digits = vt_text_slice(NULL, 0);
        const vt_text kept = a.digits.size == 0 ? b.digits : a.digits;
        char *copy = vt_cel_allocate(state, kept.size + 1);
        if (!copy) return vt_cel_stopped_error(state);
        if (kept.size) memcpy(copy, kept.bytes, kept.size);
        sum.digits = vt_text_slice(copy, kept.size);
        return value_of(state, &sum);
    }
    const bool differ = a.negative != b.negative;
    const bool swap = differ && compare_sizes(state, &a, &b) < 0;
    sum.negative = swap ? b.negative : a.negative;
    if (!combine(state, swap ? &b : &a, swap ? &a : &b, differ, &sum))
        return vt_cel_stopped_error(state);
    return value_of(state, &sum);
}

/* --------------------------------------------------------------- writing */

/* 9 digits behind the point, as a quantity of the base, if it fits. */
static bool to_bounded(const quantity *from, vt_quantity *out) {
    *out = (vt_quantity){ .negative = from->negative, .format = (vt_quantity_format)from->format };
    if (from->exponent < -9 || top_of(from) > 18) return false;
    for (int64_t place = top_of(from) - 1; place >= 0; place--)
        out->whole = out->whole * 10 + (uint64_t)digit_at(from, place);
    for (int place = -1; place >= -9; place--)
        out->nano = out->nano * 10 + (uint32_t)digit_at(from, place);
    return true;
}

void vt_cel_quantity_append(vt_buffer *buffer, const quantity *number) {
    vt_quantity bounded;
    char text[VT_QUANTITY_TEXT_BYTES];
    if (number->digits.size == 0) {
        vt_buffer_add_byte(buffer, '0');
    } else if (to_bounded(number, &bounded)) {
        vt_buffer_add(buffer, vt_quantity_text(&bounded, text));
    } else {
        vt_text digits = number->digits;
        int64_t exponent = number->exponent;
        while (digits.size && digits.bytes[digits.size - 1] == '0') {
            digits.size--;
            exponent++;
        }
        if (number->negative) vt_buffer_add_byte(buffer, '-');
        vt_buffer_add(buffer, digits);
        if (exponent) vt_buffer_printf(buffer, "e%lld", (long long)exponent);
    }
}

#define IN (SINCE(28) | OCM | KRO)
#define ROW(name, id, result, a, b, run, variant, flags, doc, example, cost)                       \
    { name, id, result, { a, b }, run, variant, flags, IN, "quantity", 0, doc, example, cost }

/* clang-format off */
const vt_cel_function vt_cel_quantity_functions[] = {
    ROW("quantity", "string_to_quantity", QUANTITY, STRING, NULL, make, 0, 0, "the quantity", "quantity('1.5Gi') == quantity('1536Mi')", COST_READS),
    ROW("isQuantity", "is_quantity_string", BOOL, STRING, NULL, is_quantity, 0, 0, "whether the text is a quantity", "isQuantity('200k') && !isQuantity('200K')", COST_READS),
    ROW("sign", "quantity_sign", INT, QUANTITY, NULL, sign, 0, 0, "-1, 0 or 1", "sign(quantity('-1m')) == -1", COST_CALL),
    ROW("isGreaterThan", "quantity_is_greater_than", BOOL, QUANTITY, QUANTITY, compare_to, GREATER, MEMBER, "whether it is larger", "quantity('1Ki').isGreaterThan(quantity('1k'))", COST_READS),
    ROW("isLessThan", "quantity_is_less_than", BOOL, QUANTITY, QUANTITY, compare_to, LESS, MEMBER, "whether it is smaller", "quantity('1').isLessThan(quantity('1001m'))", COST_READS),
    ROW("compareTo", "quantity_compare_to", INT, QUANTITY, QUANTITY, compare_to, ORDER, MEMBER, "-1 when it is smaller, 0 when equal, 1 when larger", "quantity('200M').compareTo(quantity('0.2G')) == 0", COST_READS),
    ROW("asApproximateFloat", "quantity_get_float", DOUBLE, QUANTITY, NULL, as_float, 0, MEMBER, "the number, rounded", "quantity('50k').asApproximateFloat() == 50000.0", COST_READS),
    ROW("asInteger", "quantity_get_int", INT, QUANTITY, NULL, as_integer, 0, MEMBER, "the number; an error when it is not an int", "quantity('50k').asInteger() == 50000", COST_CALL),
    ROW("isInteger", "quantity_is_integer", BOOL, QUANTITY, NULL, is_integer, 0, MEMBER, "whether asInteger() succeeds", "quantity('50k').isInteger() && !quantity('1m').isInteger()", COST_CALL),
    ROW("add", "quantity_add", QUANTITY, QUANTITY, QUANTITY, add, 1, MEMBER, "the sum", "quantity('1k').add(quantity('1')) == quantity('1001')", COST_READS),
    ROW("add", "quantity_add_int", QUANTITY, QUANTITY, INT, add, 1, MEMBER, "the sum", "quantity('1k').add(1) == quantity('1001')", COST_READS),
    ROW("sub", "quantity_sub", QUANTITY, QUANTITY, QUANTITY, add, -1, MEMBER, "the difference", "quantity('1k').sub(quantity('1')) == quantity('999')", COST_READS),
    ROW("sub", "quantity_sub_int", QUANTITY, QUANTITY, INT, add, -1, MEMBER, "the difference", "quantity('1k').sub(1) == quantity('999')", COST_READS),
    VT_CEL_END,
};
/* clang-format on */
