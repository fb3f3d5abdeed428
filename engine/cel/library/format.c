/* %s %d %f %e %b %o %x %X, with a precision for %f and %e. */
#include "cel/library/format.h"

#include <inttypes.h>
#include <math.h>

#include "base/number/number.h"
#include "base/text/utf8.h"
#include "cel/library/scan.h"
#include "cel/library/sort.h"

/* -------------------------------------------------------------- clauses */

#define DEFAULT_PRECISION 6
#define MOST_PRECISION 1000

#define STRINGS                                                                                    \
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, " \
    "durations, and timestamps"
#define HEX "only ints, uints, bytes, and strings can be formatted as hex"

static const vt_cel_clause clauses[] = {
    { VT_CEL_CLAUSE_STRING, 's', STRINGS },
    { VT_CEL_CLAUSE_DECIMAL, 'd', "decimal clause can only be used on ints, uints, and doubles" },
    { VT_CEL_CLAUSE_FIXED, 'f', "fixed-point clause can only be used on ints, uints, and doubles" },
    { VT_CEL_CLAUSE_SCIENTIFIC, 'e',
      "scientific clause can only be used on ints, uints, and doubles" },
    { VT_CEL_CLAUSE_BINARY, 'b', "only ints, uints, and bools can be formatted as binary" },
    { VT_CEL_CLAUSE_OCTAL, 'o', "octal clause can only be used on ints and uints" },
    { VT_CEL_CLAUSE_LOWER_HEX, 'x', HEX },
    { VT_CEL_CLAUSE_UPPER_HEX, 'X', HEX },
};

#define UNREADABLE "could not parse formatting clause: "
#define NO_PRECISION UNREADABLE "error while parsing precision: "
#define NO_NUMBER NO_PRECISION "error while converting precision to integer: strconv.Atoi: parsing "

/* The digits after the point; -1 with a problem. */
static int read_precision(vt_arena *arena, vt_text text, size_t *at, vt_text *problem) {
    size_t start = *at;
    while (*at < text.size && text.bytes[*at] >= '0' && text.bytes[*at] <= '9') ++*at;
    vt_text digits = vt_text_between(text, start, *at);
    int64_t value;
    if (*at == text.size) {
        *problem = VT_TEXT(NO_PRECISION "could not find end of precision specifier");
    } else if (digits.size == 0) {
        *problem = VT_TEXT(NO_NUMBER "\"\": invalid syntax");
    } else if (!vt_number_parse_int64(digits, 10, &value)) {
        *problem =
            vt_arena_printf(arena, NO_NUMBER "\"%.*s\": value out of range", VT_TEXT_ARG(digits));
    } else {
        return value > MOST_PRECISION ? MOST_PRECISION : (int)value;
    }
    return -1;
}

/* GO: of a wider character the first byte is shown, as the code point of that number. */
static vt_text unknown_letter(vt_arena *arena, char letter) {
    char shown[4];
    size_t size = vt_utf8_encode((unsigned char)letter, shown);
    return vt_arena_printf(arena, UNREADABLE "unrecognized formatting clause \"%.*s\"", (int)size,
                           shown);
}

const vt_cel_clause *vt_cel_clause_read(vt_arena *arena, vt_text text, size_t *at, int *precision,
                                        vt_text *problem) {
    *precision = DEFAULT_PRECISION;
    if (*at == text.size) {
        *problem = VT_TEXT("unexpected end of string");
        return NULL;
    }
    if (text.bytes[*at] == '.') {
        ++*at;
        *precision = read_precision(arena, text, at, problem);
        if (*precision < 0) return NULL;
    }
    char letter = text.bytes[(*at)++];
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        if (clauses[i].letter == letter) return &clauses[i];
    }
    *problem = unknown_letter(arena, letter);
    return NULL;
}

/* -------------------------------------------------------------- writing */

#define MOST_DEPTH 256

/* One call of format(). */
typedef struct formatter {
    vt_cel_state *state;
    vt_buffer out;
    bool go_verbs; /* CEL-GO: %f of an int prints what Go prints for a wrong verb */
    uint32_t depth;
    const vt_cel_clause *clause; /* the one that is being filled in */
    vt_cel_value error;          /* an error, once there is one */
} formatter;

static bool fail(formatter *f, vt_cel_value error) {
    if (!vt_cel_is_error(f->error)) f->error = error;
    return false;
}

/* "error during formatting: WHAT, was given int" */
static bool refuse(formatter *f, vt_cel_value value) {
    return fail(f, vt_cel_fail(f->state, "error during formatting: %s, was given %s",
                               f->clause->refusal, vt_cel_type_name(value)));
}

static bool stopped(formatter *f) {
    return fail(f, vt_cel_stopped_error(f->state));
}

static bool write_string(formatter *f, vt_cel_value value);

/* ------------------------------------------------------------- %s and %d */

static bool write_double(formatter *f, double value) {
    if (isnan(value)) return vt_buffer_add(&f->out, VT_TEXT("NaN"));
    if (isinf(value)) {
        return vt_buffer_add(&f->out, value < 0 ? VT_TEXT("-Infinity") : VT_TEXT("Infinity"));
    }
    return vt_number_append_double(&f->out, value, 'f', -1);
}

static bool write_list(formatter *f, vt_cel_value list) {
    vt_cel_cursor cursor = vt_cel_cursor_of(list);
    vt_cel_value index, element;
    vt_buffer_add_byte(&f->out, '[');
    while (vt_cel_cursor_next(f->state, &cursor, &index, &element)) {
        if (cursor.at > 1) vt_buffer_add(&f->out, VT_TEXT(", "));
        if (!write_string(f, element)) return false;
    }
    return vt_buffer_add_byte(&f->out, ']');
}

/* An entry as text. */
typedef struct entry {
    vt_text key, value;
} entry;

_Static_assert(sizeof(entry) <= VT_CEL_SORTED_BYTES, "an entry can be sorted");

static int compare_entries(vt_cel_state *state, const void *a, const void *b) {
    return vt_cel_scan_compare(state, ((const entry *)a)->key, ((const entry *)b)->key);
}

/* The text of a value, taken out of the buffer again. */
static bool render(formatter *f, vt_cel_value value, vt_text *out) {
    size_t start = f->out.size;
    if (!write_string(f, value)) return false;
    if (!vt_cel_charge_bytes(f->state, f->out.size - start)) return stopped(f);
    *out = vt_arena_copy(&f->state->arena,
                         vt_text_between(vt_buffer_text(&f->out), start, f->out.size));
    if (vt_text_is_absent(*out)) return fail(f, vt_cel_out_of_memory(f->state));
    f->out.size = start;
    return true;
}

/* Entries are sorted by the text of their keys. */
static bool write_map(formatter *f, vt_cel_value map) {
    entry *entries = vt_cel_allocate(f->state, ((size_t)map.size + 1) * sizeof *entries);
    if (!entries) return fail(f, vt_cel_stopped_error(f->state));
    vt_cel_cursor cursor = vt_cel_cursor_of(map);
    vt_cel_value key, value;
    uint32_t count = 0;
    while (vt_cel_cursor_next(f->state, &cursor, &key, &value)) {
        if (!render(f, key, &entries[count].key) || !render(f, value, &entries[count].value)) {
            return false;
        }
        count++;
    }
    if (!vt_cel_sort(f->state, entries, count, compare_entries)) return stopped(f);
    vt_buffer_add_byte(&f->out, '{');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) vt_buffer_add(&f->out, VT_TEXT(", "));
        vt_buffer_add(&f->out, entries[i].key);
        vt_buffer_add(&f->out, VT_TEXT(": "));
        vt_buffer_add(&f->out, entries[i].value);
    }
    return vt_buffer_add_byte(&f->out, '}');
}

static bool write_plain(formatter *f, vt_cel_value value) {
    vt_buffer *out = &f->out;
    switch ((int)value.kind) {
    case VT_CEL_NULL:
        return vt_buffer_add(out, VT_TEXT("null"));
    case VT_CEL_BOOL:
        return vt_buffer_add(out, value.as.integer ? VT_TEXT("true") : VT_TEXT("false"));
    case VT_CEL_INT:
        return vt_buffer_add_integer(out, value.as.integer);
    case VT_CEL_UINT:
        return vt_buffer_printf(out, "%" PRIu64, value.as.natural);
    case VT_CEL_DOUBLE:
        return write_double(f, value.as.number);
    case VT_CEL_STRING:
    case VT_CEL_BYTES:
        return vt_buffer_add(out, vt_cel_text(value));
    case VT_CEL_TYPE:
        return vt_buffer_add_terminated(out, value.as.type);
    case VT_CEL_DURATION:
        return vt_cel_append_duration(out, value.as.integer);
    case VT_CEL_TIMESTAMP:
        return vt_instant_append(out, vt_cel_instant(value));
    case VT_CEL_LIST:
        return write_list(f, value);
    case VT_CEL_MAP:
        return write_map(f, value);
    default:
        return refuse(f, value);
    }
}

static bool write_string(formatter *f, vt_cel_value value) {
    if (f->depth >= MOST_DEPTH) return fail(f, vt_cel_stop(f->state, VITALS_ELIMIT, "cel_depth"));
    bool is_text = value.kind == VT_CEL_STRING || value.kind == VT_CEL_BYTES;
    if (f->out.failed || !vt_cel_charge(f->state, 1 + (is_text ? value.size : 0) / 10))
        return stopped(f);
    f->depth++;
    bool written = write_plain(f, value);
    f->depth--;
    return written;
}

static bool write_decimal(formatter *f, vt_cel_value value, int precision) {
    (void)precision;
    if (vt_cel_is_number(value)) return write_plain(f, value);
    return refuse(f, value);
}

static bool write_any(formatter *f, vt_cel_value value, int precision) {
    (void)precision;
    return write_string(f, value);
}

/* ------------------------------------------------------------- %f and %e */

/* GO: fmt on a verb that does not fit the type: %!f(int64=000002). */
static bool write_wrong_verb(formatter *f, char verb, vt_cel_value value, int precision) {
    bool is_int = value.kind == VT_CEL_INT;
    bool negative = is_int && value.as.integer < 0;
    uint64_t magnitude = negative ? 0 - value.as.natural : value.as.natural;
    if (is_int) {
        return vt_buffer_printf(&f->out, "%%!%c(int64=%s%0*" PRIu64 ")", verb, negative ? "-" : "",
                                precision, magnitude);
    }
    return vt_buffer_printf(&f->out, "%%!%c(uint64=%0*" PRIu64 ")", verb, precision, magnitude);
}

/* What writing a number of many digits costs. */
#define SCALED_COST 20

static bool write_scaled(formatter *f, char layout, vt_cel_value value, int precision) {
    if (!vt_cel_charge(f->state, SCALED_COST + (uint64_t)precision)) return stopped(f);
    double number = value.as.number;
    if (value.kind != VT_CEL_DOUBLE && f->go_verbs) {
        return write_wrong_verb(f, layout, value, precision);
    }
    if (value.kind == VT_CEL_INT) number = (double)value.as.integer;
    if (value.kind == VT_CEL_UINT) number = (double)value.as.natural;
    if (!isfinite(number)) return write_double(f, number);
    return vt_number_append_double(&f->out, number, layout, precision);
}

static bool write_fixed(formatter *f, vt_cel_value value, int precision) {
    if (vt_cel_is_number(value)) return write_scaled(f, 'f', value, precision);
    return refuse(f, value);
}

static bool write_scientific(formatter *f, vt_cel_value value, int precision) {
    if (vt_cel_is_number(value)) return write_scaled(f, 'e', value, precision);
    return refuse(f, value);
}

/* --------------------------------------------------------- %b, %o and %x */

static bool write_base(formatter *f, vt_cel_value value, unsigned bits, bool upper) {
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    bool negative = value.kind == VT_CEL_INT && value.as.integer < 0;
    uint64_t magnitude = negative ? 0 - value.as.natural : value.as.natural;
    char text[65];
    size_t at = sizeof text;
    do {
        text[--at] = digits[magnitude & ((1u << bits) - 1)];
        magnitude >>= bits;
    } while (magnitude > 0);
    if (negative) text[--at] = '-';
    return vt_buffer_add_bytes(&f->out, text + at, sizeof text - at);
}

static bool write_binary(formatter *f, vt_cel_value value, int precision) {
    (void)precision;
    bool fits = value.kind == VT_CEL_INT || value.kind == VT_CEL_UINT || value.kind == VT_CEL_BOOL;
    if (fits) return write_base(f, value, 1, false);
    return refuse(f, value);
}

static bool write_octal(formatter *f, vt_cel_value value, int precision) {
    (void)precision;
    if (value.kind == VT_CEL_INT || value.kind == VT_CEL_UINT)
        return write_base(f, value, 3, false);
    return refuse(f, value);
}

static bool write_hex(formatter *f, vt_cel_value value, bool upper) {
    if (value.kind == VT_CEL_INT || value.kind == VT_CEL_UINT)
        return write_base(f, value, 4, upper);
    if (value.kind != VT_CEL_STRING && value.kind != VT_CEL_BYTES) {
        return refuse(f, value);
    }
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (uint32_t i = 0; i < value.size; i++) {
        unsigned char byte = (unsigned char)value.as.bytes[i];
        if (i % 64 == 0 && !vt_cel_charge(f->state, 16)) return stopped(f);
        char pair[2] = { digits[byte >> 4], digits[byte & 15] };
        if (!vt_buffer_add_bytes(&f->out, pair, sizeof pair)) break;
    }
    return true;
}

static bool write_lower_hex(formatter *f, vt_cel_value value, int precision) {
    (void)precision;
    return write_hex(f, value, false);
}

static bool write_upper_hex(formatter *f, vt_cel_value value, int precision) {
    (void)precision;
    return write_hex(f, value, true);
}

/* ---------------------------------------------------------- whole strings */

/* By vt_cel_clause_kind. */
static bool (*const writers[])(formatter *f, vt_cel_value value, int precision) = {
    [VT_CEL_CLAUSE_STRING] = write_any,          [VT_CEL_CLAUSE_DECIMAL] = write_decimal,
    [VT_CEL_CLAUSE_FIXED] = write_fixed,         [VT_CEL_CLAUSE_SCIENTIFIC] = write_scientific,
    [VT_CEL_CLAUSE_BINARY] = write_binary,       [VT_CEL_CLAUSE_OCTAL] = write_octal,
    [VT_CEL_CLAUSE_LOWER_HEX] = write_lower_hex, [VT_CEL_CLAUSE_UPPER_HEX] = write_upper_hex,
};

/* The clause after a %; `*used` counts the arguments. */
static bool write_clause(formatter *f, vt_text text, size_t *at, vt_cel_value arguments,
                         uint32_t *used) {
    if (*at < text.size && text.bytes[*at] == '%') {
        ++*at;
        return vt_buffer_add_byte(&f->out, '%');
    }
    if (*used >= arguments.size) {
        return fail(f, vt_cel_fail(f->state, "index %u out of range", *used));
    }
    vt_text problem;
    int precision;
    f->clause = vt_cel_clause_read(&f->state->arena, text, at, &precision, &problem);
    if (f->clause) {
        vt_cel_value value = vt_cel_list_at(f->state, arguments, (*used)++);
        return writers[f->clause->kind](f, value, precision);
    }
    return fail(f, vt_text_is_absent(problem) ? vt_cel_out_of_memory(f->state)
                                              : vt_cel_error(problem));
}

static void write_all(formatter *f, vt_text text, vt_cel_value arguments) {
    uint32_t used = 0;
    for (size_t at = 0; at < text.size && !f->out.failed;) {
        size_t found = vt_cel_scan_find(f->state, text, VT_TEXT("%"), at);
        if (found > text.size) found = text.size;
        vt_buffer_add(&f->out, vt_text_between(text, at, found));
        at = found + 1;
        if (found == text.size || !vt_cel_charge(f->state, 1)) return;
        if (!write_clause(f, text, &at, arguments, &used)) return;
    }
}

/* The text, or why there is none. */
static vt_cel_value finish(formatter *f) {
    if (f->out.failed && f->out.over_ceiling)
        return vt_cel_stop(f->state, VITALS_ELIMIT, "cel_memory_bytes");
    if (f->out.failed) return vt_cel_out_of_memory(f->state);
    if (vt_cel_is_error(f->error)) return f->error;
    vt_text copy = vt_arena_copy(&f->state->arena, vt_buffer_text(&f->out));
    return vt_text_is_absent(copy) ? vt_cel_out_of_memory(f->state) : vt_cel_of_string(copy);
}

vt_cel_value vt_cel_format(const vt_cel_call *call) {
    formatter f = { .state = call->state,
                    .go_verbs = call->function->variant != 0,
                    .error = vt_cel_null_value() };
    vt_buffer_init(&f.out, &call->state->allocator, vt_arena_left_bytes(&call->state->arena) / 2);
    write_all(&f, vt_cel_text(call->arguments[0]), call->arguments[1]);
    vt_cel_value result = finish(&f);
    vt_buffer_done(&f.out);
    return result;
}
