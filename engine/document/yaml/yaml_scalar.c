/* The type and value of a YAML scalar: booleans, nulls, numbers in four bases, tags, base64. */
#include "document/yaml/yaml_scalar.h"

#include <math.h>

#include "base/number/clock.h"
#include "base/number/number.h"
#include "base/text/ascii.h"
#include "base/text/base64.h"
#include "base/text/utf8.h"

/* ------------------------------------------------------------------- words */

/* Sorted by bytes for binary search. */
static const struct word {
    const char *text;
    vt_yaml_kind kind;
    bool boolean;
    double number;
} words[] = {
    /* clang-format off */
    { "+.INF",  VT_YAML_FLOAT, false,  INFINITY },
    { "+.Inf",  VT_YAML_FLOAT, false,  INFINITY },
    { "+.inf",  VT_YAML_FLOAT, false,  INFINITY },
    { "-.INF",  VT_YAML_FLOAT, false, -INFINITY },
    { "-.Inf",  VT_YAML_FLOAT, false, -INFINITY },
    { "-.inf",  VT_YAML_FLOAT, false, -INFINITY },
    { ".INF",   VT_YAML_FLOAT, false,  INFINITY },
    { ".Inf",   VT_YAML_FLOAT, false,  INFINITY },
    { ".NAN",   VT_YAML_FLOAT, false,  NAN },
    { ".NaN",   VT_YAML_FLOAT, false,  NAN },
    { ".inf",   VT_YAML_FLOAT, false,  INFINITY },
    { ".nan",   VT_YAML_FLOAT, false,  NAN },
    { "FALSE",  VT_YAML_BOOL,  false,  0 },
    { "False",  VT_YAML_BOOL,  false,  0 },
    { "N",      VT_YAML_BOOL,  false,  0 },
    { "NO",     VT_YAML_BOOL,  false,  0 },
    { "NULL",   VT_YAML_NULL,  false,  0 },
    { "No",     VT_YAML_BOOL,  false,  0 },
    { "Null",   VT_YAML_NULL,  false,  0 },
    { "OFF",    VT_YAML_BOOL,  false,  0 },
    { "ON",     VT_YAML_BOOL,  true,   0 },
    { "Off",    VT_YAML_BOOL,  false,  0 },
    { "On",     VT_YAML_BOOL,  true,   0 },
    { "TRUE",   VT_YAML_BOOL,  true,   0 },
    { "True",   VT_YAML_BOOL,  true,   0 },
    { "Y",      VT_YAML_BOOL,  true,   0 },
    { "YES",    VT_YAML_BOOL,  true,   0 },
    { "Yes",    VT_YAML_BOOL,  true,   0 },
    { "false",  VT_YAML_BOOL,  false,  0 },
    { "n",      VT_YAML_BOOL,  false,  0 },
    { "no",     VT_YAML_BOOL,  false,  0 },
    { "null",   VT_YAML_NULL,  false,  0 },
    { "off",    VT_YAML_BOOL,  false,  0 },
    { "on",     VT_YAML_BOOL,  true,   0 },
    { "true",   VT_YAML_BOOL,  true,   0 },
    { "y",      VT_YAML_BOOL,  true,   0 },
    { "yes",    VT_YAML_BOOL,  true,   0 },
    { "~",      VT_YAML_NULL,  false,  0 },
    /* clang-format on */
};

enum { WORD_COUNT = sizeof words / sizeof words[0], LONGEST_WORD = 5 };

static const struct word *find_word(vt_text text) {
    if (text.size > LONGEST_WORD) return NULL;
    size_t low = 0, high = WORD_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = vt_text_compare(vt_text_from(words[middle].text), text);
        if (order == 0) return &words[middle];
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

/* ----------------------------------------------------------------- numbers */

/* Remove a 0x, 0o, 0b or octal 0 from the digits and return the base, as for Go's integer
** literals. */
static int cut_base(vt_text *digits) {
    if (digits->size < 2 || digits->bytes[0] != '0') return 10;
    char letter = (char)(digits->bytes[1] | 0x20);
    int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    *digits = vt_text_between(*digits, base ? 2 : 1, digits->size);
    return base ? base : 8;
}

static bool set_integer(vt_yaml_scalar *out, int64_t value) {
    out->kind = VT_YAML_INTEGER;
    out->integer = value;
    return true;
}

/* GO: strconv.ParseInt(text, 0, 64), and ParseUint, which takes no sign, for what is larger. */
static bool read_integer(vt_text text, vt_yaml_scalar *out) {
    bool negative = text.bytes[0] == '-';
    bool has_sign = negative || text.bytes[0] == '+';
    vt_text digits = vt_text_between(text, has_sign ? 1 : 0, text.size);
    int base = cut_base(&digits);
    uint64_t magnitude;
    if (!vt_number_parse_uint64(digits, base, &magnitude)) return false;
    if (negative) {
        if (magnitude > (uint64_t)INT64_MAX + 1) return false;
        return set_integer(out,
                           magnitude == (uint64_t)INT64_MAX + 1 ? INT64_MIN : -(int64_t)magnitude);
    }
    if (magnitude <= INT64_MAX) return set_integer(out, (int64_t)magnitude);
    if (has_sign) return false;
    out->kind = VT_YAML_UNSIGNED;
    out->magnitude = magnitude;
    return true;
}

/* GO: go-yaml reads what follows 0b by itself, so there may be a sign: 0b-11 is -3. */
static bool read_signed_binary(vt_text text, vt_yaml_scalar *out) {
    int64_t value;
    if (!vt_text_starts(text, VT_TEXT("0b"))) return false;
    if (!vt_number_parse_int64(vt_text_between(text, 2, text.size), 2, &value)) return false;
    return set_integer(out, value);
}

/* A number past the range of a double stays a string, as in go-yaml. */
static bool read_float(vt_text text, vt_yaml_scalar *out) {
    double value;
    if (!vt_number_parse_double(text, &value) || isinf(value)) return false;
    out->kind = VT_YAML_FLOAT;
    out->number = value;
    return true;
}

/* `text` without underscores; itself when it has none. Absent when memory runs out. */
static vt_text without_underscores(vt_text text, vt_buffer *scratch) {
    if (vt_text_find_byte(text, '_', 0) == SIZE_MAX) return text;
    vt_buffer_clear(scratch);
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] != '_') vt_buffer_add_byte(scratch, text.bytes[i]);
    }
    return scratch->failed ? VT_TEXT_ABSENT : vt_buffer_text(scratch);
}

/* In a number that starts with a dot, go-yaml accepts underscores only between digits: .1_5, but
** neither ._5 nor .5_. */
static bool underscores_separate_digits(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] != '_') continue;
        if (i == 0 || !vt_is_digit(text.bytes[i - 1])) return false;
        if (i + 1 == text.size || !vt_is_digit(text.bytes[i + 1])) return false;
    }
    return true;
}

static bool read_number(vt_text text, vt_buffer *scratch, vt_yaml_scalar *out) {
    vt_text plain = without_underscores(text, scratch);
    if (vt_text_is_absent(plain)) return false;
    if (text.bytes[0] == '.') return underscores_separate_digits(text) && read_float(plain, out);
    if (plain.size == 0) return false;
    return read_integer(plain, out) || read_float(plain, out) || read_signed_binary(plain, out);
}

static bool may_be_number(char first) {
    return vt_is_digit(first) || first == '+' || first == '-' || first == '.';
}

bool vt_yaml_resolve(vt_text text, vt_buffer *scratch, vt_yaml_scalar *out) {
    *out = (vt_yaml_scalar){ 0 };
    if (text.size == 0) return true;
    const struct word *word = find_word(text);
    if (word) {
        out->kind = word->kind;
        out->boolean = word->boolean;
        out->number = word->number;
        return true;
    }
    if (may_be_number(text.bytes[0])) {
        if (read_number(text, scratch, out)) return true;
        if (scratch->failed) return false;
    }
    out->kind = VT_YAML_STRING;
    out->text = text;
    return true;
}

bool vt_yaml_append_number(const vt_yaml_scalar *scalar, vt_buffer *buffer) {
    if (scalar->kind == VT_YAML_INTEGER) return vt_buffer_add_integer(buffer, scalar->integer);
    if (scalar->kind == VT_YAML_FLOAT) return vt_number_append_json_double(buffer, scalar->number);
    if (scalar->kind != VT_YAML_UNSIGNED) return true;
    /* Larger than int64: append the last digit separately. */
    return vt_buffer_add_integer(buffer, (int64_t)(scalar->magnitude / 10)) &&
           vt_buffer_add_byte(buffer, (char)('0' + scalar->magnitude % 10));
}

/* -------------------------------------------------------------- timestamps */

enum { DATE_NUMBERS = 3, TIME_NUMBERS = 3, ZONE_NUMBERS = 2 };

/* Match `text` against `pattern`, in which 4 and 0 match four and two digits, 2 one or two, 9 any number
** of them, T either T or t, a space any number of them, a point also a comma, and any other byte itself.
** The numbers go to `*numbers`, but for 9. Returns the end of the match, or 0. GO: time.Parse. */
static size_t match(vt_text text, size_t at, const char *pattern, int **numbers) {
    for (; *pattern; pattern++) {
        if (strchr("4029", *pattern)) {
            size_t end = vt_text_skip_digits(text, at), count = end - at;
            size_t most = *pattern == '4' ? 4 : *pattern == '9' ? SIZE_MAX : 2;
            bool exact = *pattern == '4' || *pattern == '0';
            if (count == 0 || count > most || (exact && count != most)) return 0;
            int number = 0;
            if (*pattern != '9') {
                for (; at < end; at++) number = number * 10 + (text.bytes[at] - '0');
                *(*numbers)++ = number;
            }
            at = end;
            continue;
        }
        if (at >= text.size) return 0;
        char byte = text.bytes[at++];
        bool other = (*pattern == 'T' && byte == 't') || (*pattern == '.' && byte == ',');
        if (byte != *pattern && !other) return 0;
        while (byte == ' ' && at < text.size && text.bytes[at] == ' ') at++;
    }
    return at;
}

static bool is_date(const int date[DATE_NUMBERS]) {
    if (date[1] < 1 || date[1] > 12) return false;
    vt_civil day = vt_civil_from_seconds(vt_civil_to_seconds(date[0], date[1], date[2], 0, 0, 0));
    return day.month == date[1] && day.day == date[2];
}

/* GO-YAML: the formats of parseTimestamp: T with a time zone, a space without one, or a date alone. */
bool vt_yaml_is_timestamp(vt_text text) {
    int values[DATE_NUMBERS + TIME_NUMBERS + ZONE_NUMBERS] = { 0 }, *next = values;
    size_t date = match(text, 0, "4-2-2", &next);
    if (date == 0 || !is_date(values)) return false;
    if (date == text.size) return true;
    bool spaced = text.bytes[date] == ' ';
    size_t time = match(text, date, spaced ? " 2:2:2" : "T2:2:2", &next);
    if (time == 0 || values[3] > 23 || values[4] > 59 || values[5] > 59) return false;
    size_t fraction = match(text, time, ".9", &next);
    if (fraction) time = fraction;
    if (spaced || time == text.size) return spaced && time == text.size;
    if (text.bytes[time] == 'Z') return time + 1 == text.size;
    size_t zone = match(text, time, text.bytes[time] == '-' ? "-0:0" : "+0:0", &next);
    return zone == text.size && values[6] <= 24 && values[7] <= 60;
}

/* ------------------------------------------------------------------ base64 */

/* Bytes that are not UTF-8 become U+FFFD, as in encoding/json. */
static bool resolve_binary(vt_text text, vt_buffer *scratch, vt_yaml_scalar *out,
                           vt_buffer *error) {
    vt_buffer_clear(scratch);
    if (!vt_base64_decode(scratch, text)) {
        if (!scratch->failed)
            vt_buffer_add(error, VT_TEXT("yaml: !!binary value contains invalid base64 data"));
        return false;
    }
    size_t bytes = scratch->size;
    vt_text decoded = vt_buffer_text(scratch);
    if (vt_utf8_valid_prefix(decoded) < bytes) {
        /* The repaired text is at most three times as long and is appended to the decoded bytes. */
        if (!vt_buffer_reserve(scratch, 3 * bytes)) return false;
        vt_utf8_append_valid(scratch, vt_text_slice(scratch->bytes, bytes));
        decoded = vt_text_between(vt_buffer_text(scratch), bytes, scratch->size);
    }
    out->kind = VT_YAML_STRING;
    out->text = decoded;
    return !scratch->failed;
}

/* -------------------------------------------------------------------- tags */

static const char long_prefix[] = "tag:yaml.org,2002:";

/* The tags that go-yaml checks; every other one except !!binary makes a string. */
enum { TAG_NULL, TAG_BOOL, TAG_INT, TAG_FLOAT, TAG_STR, TAG_TIMESTAMP, TAG_COUNT };

static const char *const tag_names[TAG_COUNT] = {
    [TAG_NULL] = "null",   [TAG_BOOL] = "bool", [TAG_INT] = "int",
    [TAG_FLOAT] = "float", [TAG_STR] = "str",   [TAG_TIMESTAMP] = "timestamp",
};

static int tag_of_kind(const vt_yaml_scalar *scalar) {
    static const uint8_t tags[] = {
        [VT_YAML_NULL] = TAG_NULL,    [VT_YAML_BOOL] = TAG_BOOL,   [VT_YAML_INTEGER] = TAG_INT,
        [VT_YAML_UNSIGNED] = TAG_INT, [VT_YAML_FLOAT] = TAG_FLOAT, [VT_YAML_STRING] = TAG_STR,
    };
    return tags[scalar->kind];
}

static int tag_of_name(vt_text name) {
    for (int i = 0; i < TAG_COUNT; i++) {
        if (vt_text_is(name, tag_names[i])) return i;
    }
    return TAG_COUNT;
}

enum { MOST_QUOTED_BYTES = 4096 };

static void set_string(vt_yaml_scalar *out, vt_text text) {
    *out = (vt_yaml_scalar){ 0 };
    out->kind = VT_YAML_STRING;
    out->text = text;
}

bool vt_yaml_resolve_tagged(vt_text tag, vt_text text, vt_buffer *scratch, vt_yaml_scalar *out,
                            vt_buffer *error) {
    vt_text prefix = VT_TEXT(long_prefix), name = VT_TEXT_ABSENT;
    if (vt_text_starts(tag, prefix)) name = vt_text_between(tag, prefix.size, tag.size);
    if (vt_text_is(name, "binary")) return resolve_binary(text, scratch, out, error);
    int wanted = tag_of_name(name);
    if (wanted == TAG_STR || wanted == TAG_COUNT) {
        set_string(out, text);
        return true;
    }
    if (!vt_yaml_resolve(text, scratch, out)) return false;
    int found = tag_of_kind(out);
    if (wanted == TAG_TIMESTAMP && vt_yaml_is_timestamp(text)) return true;
    if (wanted == TAG_FLOAT && out->kind == VT_YAML_INTEGER) {
        out->kind = VT_YAML_FLOAT;
        out->number = (double)out->integer;
        return true;
    }
    if (found == wanted) return true;
    vt_buffer_printf(error, "yaml: cannot decode !!%s `", tag_names[found]);
    vt_buffer_add(error, vt_text_between(text, 0, MOST_QUOTED_BYTES));
    vt_buffer_printf(error, "` as a !!%s", tag_names[wanted]);
    return false;
}
