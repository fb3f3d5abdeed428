/* Conversions between types. Over a constant they are computed at construction. */
#include <inttypes.h>
#include <math.h>

#include "base/number/number.h"
#include "base/text/ascii.h"
#include "cel/library/duration.h"
#include "cel/library/rows.h"
#include "cel/library/scan.h"

static vt_cel_value argument(const vt_cel_call *call) {
    return call->arguments[0];
}

static vt_cel_value same(const vt_cel_call *call) {
    return argument(call);
}

static vt_cel_value no_conversion(const vt_cel_call *call, const char *to) {
    return vt_cel_fail(call->state, "type conversion error from '%s' to '%s'",
                       vt_cel_type_name(argument(call)), to);
}

/* ----------------------------------------------------------------- to int */

static vt_cel_value int_of_uint(const vt_cel_call *call) {
    if (argument(call).as.natural > INT64_MAX) return VT_CEL_ERROR_TEXT("integer overflow");
    return vt_cel_of_int(argument(call).as.integer);
}

/* CEL-GO: -2^63 itself is an error as well. */
static vt_cel_value int_of_double(const vt_cel_call *call) {
    double number = argument(call).as.number;
    if (!(number > -0x1p63 && number < 0x1p63)) return VT_CEL_ERROR_TEXT("integer overflow");
    return vt_cel_of_int((int64_t)number);
}

/* The text that is converted. A longer one is neither a number nor a duration; reading it would take long
** for nothing but zeroes. */
#define MOST_BYTES 65536

/* What reading or writing a number or a time costs besides its text. */
#define NUMBER_COST 5

static bool take_text(const vt_cel_call *call, vt_text *text) {
    *text = vt_cel_text(argument(call));
    return text->size <= MOST_BYTES && vt_cel_charge_bytes(call->state, text->size);
}

static vt_cel_value int_of_string(const vt_cel_call *call) {
    int64_t value;
    vt_text text;
    if (!take_text(call, &text) || !vt_number_parse_int64(text, 10, &value)) {
        return no_conversion(call, "int");
    }
    return vt_cel_of_int(value);
}

static vt_cel_value int_of_time(const vt_cel_call *call) {
    return vt_cel_of_int(argument(call).as.integer);
}

/* ---------------------------------------------------------------- to uint */

static vt_cel_value unsigned_overflow(void) {
    return VT_CEL_ERROR_TEXT("unsigned integer overflow");
}

static vt_cel_value uint_of_int(const vt_cel_call *call) {
    if (argument(call).as.integer < 0) return unsigned_overflow();
    return vt_cel_of_uint(argument(call).as.natural);
}

static vt_cel_value uint_of_double(const vt_cel_call *call) {
    double number = argument(call).as.number;
    if (!(number >= 0 && number < 0x1p64)) return unsigned_overflow();
    return vt_cel_of_uint((uint64_t)number);
}

static vt_cel_value uint_of_string(const vt_cel_call *call) {
    uint64_t value;
    vt_text text;
    if (!take_text(call, &text) || !vt_number_parse_uint64(text, 10, &value)) {
        return no_conversion(call, "uint");
    }
    return vt_cel_of_uint(value);
}

/* -------------------------------------------------------------- to double */

static vt_cel_value double_of_int(const vt_cel_call *call) {
    return vt_cel_of_double((double)argument(call).as.integer);
}

static vt_cel_value double_of_uint(const vt_cel_call *call) {
    return vt_cel_of_double((double)argument(call).as.natural);
}

/* "inf", "infinity", "nan" in any case, with a sign in front of the first two. */
static bool parse_special(vt_text text, double *out) {
    bool negative = text.size > 0 && text.bytes[0] == '-';
    bool is_signed = negative || (text.size > 0 && text.bytes[0] == '+');
    vt_text word = vt_text_between(text, is_signed, text.size);
    if (vt_text_equal_fold(word, VT_TEXT("inf")) || vt_text_equal_fold(word, VT_TEXT("infinity"))) {
        *out = negative ? -INFINITY : INFINITY;
        return true;
    }
    *out = NAN;
    return !is_signed && vt_text_equal_fold(word, VT_TEXT("nan"));
}

/* GO: an underscore stands between two digits; 0x counts as a digit. */
static bool has_good_underscores(vt_text text, bool hex) {
    bool after_digit = false, after_underscore = false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.bytes[i];
        bool is_prefix = hex && i < 3 && (c | 0x20) == 'x';
        bool is_digit = vt_is_digit(c) || is_prefix || (hex && vt_is_hexadecimal(c));
        if (c == '_' ? !after_digit : after_underscore && !is_digit) return false;
        after_digit = is_digit;
        after_underscore = c == '_';
    }
    return !after_underscore;
}

static bool copy_digits(vt_text text, bool hex, vt_buffer *out) {
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] != '_') vt_buffer_add_byte(out, text.bytes[i]);
    }
    return has_good_underscores(text, hex) && !out->failed;
}

static vt_cel_value double_of_string(const vt_cel_call *call) {
    vt_text text;
    double value;
    if (!vt_cel_charge(call->state, NUMBER_COST)) return vt_cel_stopped_error(call->state);
    if (!take_text(call, &text)) return no_conversion(call, "double");
    if (parse_special(text, &value)) return vt_cel_of_double(value);
    size_t sign = text.size > 0 && (text.bytes[0] == '-' || text.bytes[0] == '+');
    bool hex =
        text.size > sign + 2 && text.bytes[sign] == '0' && (text.bytes[sign + 1] | 0x20) == 'x';
    vt_buffer *digits = vt_cel_scratch(call->state);
    bool fits = copy_digits(text, hex, digits);
    text = vt_buffer_text(digits);
    fits = fits && (hex ? vt_number_parse_hexadecimal(text, true, &value)
                        : vt_number_parse_double(text, &value));
    return fits && !isinf(value) ? vt_cel_of_double(value) : no_conversion(call, "double");
}

/* -------------------------------------------------------------- to string */

static vt_cel_value string_of(const vt_cel_call *call) {
    vt_cel_value value = argument(call);
    if (!vt_cel_charge(call->state, NUMBER_COST)) return vt_cel_stopped_error(call->state);
    vt_buffer *text = vt_cel_scratch(call->state);
    switch ((int)value.kind) {
    case VT_CEL_BOOL:
        return vt_cel_of_string(value.as.integer ? VT_TEXT("true") : VT_TEXT("false"));
    case VT_CEL_INT:
        vt_buffer_add_integer(text, value.as.integer);
        break;
    case VT_CEL_UINT:
        vt_buffer_printf(text, "%" PRIu64, value.as.natural);
        break;
    case VT_CEL_DOUBLE:
        vt_cel_append_double(text, value.as.number);
        break;
    case VT_CEL_TIMESTAMP:
        vt_cel_append_timestamp(text, value);
        break;
    default:
        vt_cel_append_duration(text, value.as.integer);
        break;
    }
    return vt_cel_scratch_string(call->state);
}

static vt_cel_value string_of_bytes(const vt_cel_call *call) {
    vt_text text = vt_cel_text(argument(call));
    if (!vt_cel_scan_is_utf8(call->state, text)) {
        return VT_CEL_ERROR_TEXT("invalid UTF-8 in bytes, cannot convert to string");
    }
    return vt_cel_of_string(text);
}

static vt_cel_value bytes_of_string(const vt_cel_call *call) {
    return vt_cel_of_bytes(vt_cel_text(argument(call)));
}

static vt_cel_value bool_of_string(const vt_cel_call *call) {
    bool value;
    if (!vt_number_parse_bool(vt_cel_text(argument(call)), &value))
        return no_conversion(call, "bool");
    return vt_cel_of_bool(value);
}

/* ---------------------------------------------------------------- to time */

#define FIRST_SECOND INT64_C(-62135596800)
#define LAST_SECOND INT64_C(253402300799)

static vt_cel_value timestamp_of(vt_instant instant, int16_t offset_minutes) {
    if (instant.seconds < FIRST_SECOND || instant.seconds > LAST_SECOND) {
        return VT_CEL_ERROR_TEXT("timestamp overflow");
    }
    return vt_cel_of_timestamp(instant, offset_minutes);
}

/* The UTC offset at the end of a valid timestamp: Z, +02:00, -09:30. */
static int16_t offset_of(vt_text text) {
    if (text.bytes[text.size - 1] == 'Z') return 0;
    const char *zone = text.bytes + text.size - 6;
    int minutes =
        (zone[1] - '0') * 600 + (zone[2] - '0') * 60 + (zone[4] - '0') * 10 + (zone[5] - '0');
    return (int16_t)(zone[0] == '-' ? -minutes : minutes);
}

static vt_cel_value timestamp_of_string(const vt_cel_call *call) {
    vt_text text;
    vt_instant instant;
    if (!take_text(call, &text) || !vt_instant_parse(text, &instant))
        return no_conversion(call, "google.protobuf.Timestamp");
    return timestamp_of(instant, offset_of(text));
}

static vt_cel_value timestamp_of_int(const vt_cel_call *call) {
    return timestamp_of((vt_instant){ argument(call).as.integer, 0 }, 0);
}

static vt_cel_value duration_of_string(const vt_cel_call *call) {
    int64_t nanoseconds;
    vt_text text;
    if (!take_text(call, &text) || !vt_cel_duration_parse(text, &nanoseconds)) {
        return no_conversion(call, "google.protobuf.Duration");
    }
    return vt_cel_of_duration(nanoseconds);
}

/* CEL-GO: the overload exists until 0.28.1 and always fails. */
static vt_cel_value duration_of_int(const vt_cel_call *call) {
    return no_conversion(call, "google.protobuf.Duration");
}

#define TO(name, id, result, from, run, doc, example, cost)                                        \
    { name, id, result, { from }, run, 0, VT_CEL_FOLD, ALL, "stdlib", 0, doc, example, cost }

/* clang-format off */
const vt_cel_function vt_cel_conversion_functions[] = {
    TO("bool", "bool_to_bool", BOOL, BOOL, same, "the value itself", "bool(true)", COST_CALL),
    TO("bool", "string_to_bool", BOOL, STRING, bool_of_string, "1 t T TRUE true True 0 f F FALSE false False", "bool('true')", COST_CALL),
    TO("bytes", "bytes_to_bytes", BYTES, BYTES, same, "the value itself", "bytes(b'a') == b'a'", COST_CALL),
    TO("bytes", "string_to_bytes", BYTES, STRING, bytes_of_string, "the text as UTF-8", "bytes('é') == b'\\303\\251'", COST_CALL),
    TO("double", "double_to_double", DOUBLE, DOUBLE, same, "the value itself", "double(1.0) == 1.0", COST_CALL),
    TO("double", "int64_to_double", DOUBLE, INT, double_of_int, "the nearest double", "double(1) == 1.0", COST_CALL),
    TO("double", "uint64_to_double", DOUBLE, UINT, double_of_uint, "the nearest double", "double(1u) == 1.0", COST_CALL),
    TO("double", "string_to_double", DOUBLE, STRING, double_of_string, "a number as Go writes it", "double('1.5e1') == 15.0", COST_READS),
    TO("duration", "duration_to_duration", DURATION, DURATION, same, "the value itself", "duration(duration('1s')) == duration('1s')", COST_CALL),
    TO("duration", "string_to_duration", DURATION, STRING, duration_of_string, "numbers with units h m s ms us ns", "duration('1m30s') == duration('90s')", COST_READS),
    { "duration", "int64_to_duration", DURATION, { INT }, duration_of_int, 0, VT_CEL_FOLD | VT_CEL_HIDDEN, FLUX, "stdlib", 0, "always fails in cel-go 0.26.1", "type(1) == int", COST_CALL },
    TO("int", "int64_to_int64", INT, INT, same, "the value itself", "int(1) == 1", COST_CALL),
    TO("int", "uint64_to_int64", INT, UINT, int_of_uint, "the same number", "int(1u) == 1", COST_CALL),
    TO("int", "double_to_int64", INT, DOUBLE, int_of_double, "truncated towards zero", "int(-1.9) == -1", COST_CALL),
    TO("int", "string_to_int64", INT, STRING, int_of_string, "a decimal number", "int('-42') == -42", COST_READS),
    TO("int", "timestamp_to_int64", INT, TIMESTAMP, int_of_time, "seconds since 1970", "int(timestamp('1970-01-01T00:01:00Z')) == 60", COST_CALL),
    TO("int", "duration_to_int64", INT, DURATION, int_of_time, "nanoseconds", "int(duration('1us')) == 1000", COST_CALL),
    TO("string", "string_to_string", STRING, STRING, same, "the value itself", "string('a') == 'a'", COST_CALL),
    TO("string", "bool_to_string", STRING, BOOL, string_of, "true or false", "string(true) == 'true'", COST_NUMBER),
    TO("string", "bytes_to_string", STRING, BYTES, string_of_bytes, "the octets as UTF-8", "string(b'a') == 'a'", COST_READS),
    TO("string", "double_to_string", STRING, DOUBLE, string_of, "the shortest digits", "string(1e6) == '1e+06'", COST_NUMBER),
    TO("string", "duration_to_string", STRING, DURATION, string_of, "seconds", "string(duration('1m')) == '60s'", COST_NUMBER),
    TO("string", "int64_to_string", STRING, INT, string_of, "decimal", "string(-1) == '-1'", COST_NUMBER),
    TO("string", "timestamp_to_string", STRING, TIMESTAMP, string_of, "RFC 3339", "string(timestamp(0)) == '1970-01-01T00:00:00Z'", COST_NUMBER),
    TO("string", "uint64_to_string", STRING, UINT, string_of, "decimal", "string(1u) == '1'", COST_NUMBER),
    TO("timestamp", "timestamp_to_timestamp", TIMESTAMP, TIMESTAMP, same, "the value itself", "timestamp(timestamp(0)) == timestamp(0)", COST_CALL),
    TO("timestamp", "string_to_timestamp", TIMESTAMP, STRING, timestamp_of_string, "RFC 3339", "timestamp('1970-01-01T00:00:01Z') == timestamp(1)", COST_READS),
    TO("timestamp", "int64_to_timestamp", TIMESTAMP, INT, timestamp_of_int, "seconds since 1970", "timestamp(60).getMinutes() == 1", COST_CALL),
    TO("uint", "uint64_to_uint64", UINT, UINT, same, "the value itself", "uint(1u) == 1u", COST_CALL),
    TO("uint", "int64_to_uint64", UINT, INT, uint_of_int, "the same number", "uint(1) == 1u", COST_CALL),
    TO("uint", "double_to_uint64", UINT, DOUBLE, uint_of_double, "truncated", "uint(1.9) == 1u", COST_CALL),
    TO("uint", "string_to_uint64", UINT, STRING, uint_of_string, "a decimal number", "uint('42') == 42u", COST_READS),
    VT_CEL_END,
};
/* clang-format on */
