/* string.format: Go's fmt.Sprintf for numbers, strings, booleans and nil. */
#include "lua/library/format.h"

#include <math.h>

#include "base/number/number.h"
#include "base/text/ascii.h"
#include "base/text/printable.h"
#include "base/text/quote.h"
#include "base/text/utf8.h"

enum {
    MAX_WIDTH = 1000000, /* ARGO: fmt refuses wider ones */
    LEAST_INDEX = 3,     /* the bytes of [1] */
    VERB_STEPS = 2,
    NONE = -1
};

/* One verb and its flags, width and precision. */
typedef struct verb_spec {
    bool minus, plus, sharp, space, zero;
    bool go_syntax;       /* %#v */
    int width, precision; /* or NONE */
    uint32_t letter;
} verb_spec;

/* The state of one call. `next` is the index of the next argument, from 0. */
typedef struct format_call {
    lua_State *lua;
    luaL_Buffer buffer;
    vt_text format;
    size_t at;
    size_t bracket; /* offset of a ] after which there was none up to `at`; SIZE_MAX: none left */
    int first, count, next;
    int slot;  /* the first of the stack slots that hold intermediate values */
    int spare; /* which of the two scratch slots is used next */
    bool reordered;
    bool good_index;
    verb_spec verb;
} format_call;

enum { SCRATCH_SLOTS = 2, TEXT_SLOT = 2, SLOT_COUNT = 3 };

static void format_value(format_call *formatter, int index);

static void add(format_call *formatter, vt_text text) {
    luaL_addlstring(&formatter->buffer, text.bytes, text.size);
}

static void add_code_point(format_call *formatter, uint32_t code_point) {
    char encoded[4];
    size_t size = vt_utf8_encode(code_point, encoded);
    luaL_addlstring(&formatter->buffer, size > 0 ? encoded : "\xef\xbf\xbd", size > 0 ? size : 3);
}

static void add_repeated(format_call *formatter, char byte, size_t count) {
    vt_lua_charge_bytes(formatter->lua, count);
    for (; count > 0; count--) luaL_addchar(&formatter->buffer, byte);
}

/* Add text padded to the width, which counts code points. */
static void add_padded(format_call *formatter, vt_text text) {
    size_t wide = vt_utf8_count(text);
    size_t width = formatter->verb.width > 0 ? (size_t)formatter->verb.width : 0;
    size_t padding = width > wide ? width - wide : 0;
    if (!formatter->verb.minus) add_repeated(formatter, formatter->verb.zero ? '0' : ' ', padding);
    add(formatter, text);
    if (formatter->verb.minus) add_repeated(formatter, ' ', padding);
}

/* Scratch memory, owned by the Lua state, for what is built before it is padded. Only the last
** two stay valid. */
static vt_buffer scratch(format_call *formatter, size_t bytes) {
    char *memory = vt_lua_new_userdata(formatter->lua, bytes + 1, bytes + 1, 0);
    lua_replace(formatter->lua, formatter->slot + formatter->spare);
    formatter->spare = (formatter->spare + 1) % SCRATCH_SLOTS;
    memory[0] = '\0';
    vt_buffer buffer = { 0 };
    buffer.bytes = memory;
    buffer.capacity = bytes + 1;
    buffer.most_bytes = bytes;
    return buffer;
}

/* ---- bad verbs: %!verb(type=value) */

static void add_bad_verb(format_call *formatter, const char *type, int index) {
    add(formatter, VT_TEXT("%!"));
    add_code_point(formatter, formatter->verb.letter);
    add(formatter, VT_TEXT("("));
    add(formatter, vt_text_from(type));
    add(formatter, VT_TEXT("="));
    /* GO: the value keeps width and precision; precision has no effect on booleans. */
    verb_spec asked = formatter->verb;
    formatter->verb.letter = lua_isboolean(formatter->lua, index) ? 't' : 'v';
    format_value(formatter, index);
    formatter->verb = asked;
    add(formatter, VT_TEXT(")"));
}

static void add_verb_error(format_call *formatter, const char *text) {
    add(formatter, VT_TEXT("%!"));
    add_code_point(formatter, formatter->verb.letter);
    add(formatter, vt_text_from(text));
}

/* ---- numbers */

static size_t digits_of(uint64_t value, unsigned base, bool upper, char *end) {
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    size_t count = 0;
    do {
        *--end = digits[value % base];
        value /= base;
        count++;
    } while (value > 0);
    return count;
}

static const char *prefix_of(const verb_spec *verb) {
    switch (verb->letter) {
    case 'O':
        return "0o";
    case 'b':
        return verb->sharp ? "0b" : "";
    case 'x':
        return verb->sharp ? "0x" : "";
    case 'X':
        return verb->sharp ? "0X" : "";
    default:
        return "";
    }
}

/* fmt.fmtInteger */
static void add_integer(format_call *formatter, int64_t integer, unsigned base) {
    verb_spec *verb = &formatter->verb;
    char memory[72];
    uint64_t absolute = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    size_t count = digits_of(absolute, base, verb->letter == 'X', memory + sizeof memory);
    vt_text digits = vt_text_slice(memory + sizeof memory - count, count);
    bool has_sign = integer < 0 || verb->plus || verb->space;
    size_t least = 0;
    if (verb->precision != NONE) {
        least = (size_t)verb->precision;
        if (least == 0 && integer == 0) {
            verb->zero = false;
            add_padded(formatter, VT_TEXT(""));
            return;
        }
    } else if (verb->zero && !verb->minus && verb->width > 0) {
        least = (size_t)verb->width - (has_sign ? 1 : 0);
    }
    bool octal = base == 8 && verb->sharp && least <= count && digits.bytes[0] != '0';
    vt_buffer buffer = scratch(formatter, least + count + 8);
    if (has_sign) vt_buffer_add_byte(&buffer, integer < 0 ? '-' : verb->plus ? '+' : ' ');
    vt_buffer_add_terminated(&buffer, prefix_of(verb));
    if (octal) vt_buffer_add_byte(&buffer, '0'); /* GO: unless there is a leading zero already */
    vt_buffer_add_repeated(&buffer, '0', least > count ? least - count : 0);
    vt_buffer_add(&buffer, digits);
    verb->zero = false;
    add_padded(formatter, vt_buffer_text(&buffer));
}

/* fmt.fmtUnicode: U+0041 */
static void add_unicode(format_call *formatter, int64_t integer) {
    char memory[24];
    size_t count = digits_of((uint64_t)integer, 16, true, memory + sizeof memory);
    vt_buffer buffer = scratch(formatter, 64);
    vt_buffer_add(&buffer, VT_TEXT("U+"));
    int precision = formatter->verb.precision > 4 ? formatter->verb.precision : 4;
    size_t least = precision > 24 ? 24 : (size_t)precision;
    vt_buffer_add_repeated(&buffer, '0', least > count ? least - count : 0);
    vt_buffer_add(&buffer, vt_text_slice(memory + sizeof memory - count, count));
    if (formatter->verb.sharp && integer >= 0 && integer <= 0x10FFFF &&
        vt_is_printable((uint32_t)integer)) {
        char encoded[4];
        vt_buffer_add(&buffer, VT_TEXT(" '"));
        vt_buffer_add_bytes(&buffer, encoded, vt_utf8_encode((uint32_t)integer, encoded));
        vt_buffer_add_byte(&buffer, '\'');
    }
    formatter->verb.zero = false;
    add_padded(formatter, vt_buffer_text(&buffer));
}

static void add_character(format_call *formatter, int64_t integer) {
    char encoded[4];
    size_t size =
        integer < 0 || integer > 0x10FFFF ? 0 : vt_utf8_encode((uint32_t)integer, encoded);
    add_padded(formatter, size > 0 ? vt_text_slice(encoded, size) : VT_TEXT("\xef\xbf\xbd"));
}

/* false: the verb is not for integers. */
static bool format_integer(format_call *formatter, int64_t integer) {
    switch (formatter->verb.letter) {
    case 'v':
    case 'd':
    case 'i':
        return add_integer(formatter, integer, 10), true;
    case 'b':
        return add_integer(formatter, integer, 2), true;
    case 'o':
    case 'O':
        return add_integer(formatter, integer, 8), true;
    case 'x':
    case 'X':
        return add_integer(formatter, integer, 16), true;
    case 'c':
        return add_character(formatter, integer), true;
    case 'U':
        return add_unicode(formatter, integer), true;
    default:
        return false;
    }
}

/* GO: the flag # forces a decimal point, and for %g keeps zeroes up to the precision, of digits that
** count from the first that is not 0. */
static void sharpen(vt_buffer *buffer, char layout, int precision) {
    size_t tail = 0, start = buffer->bytes[0] == '-';
    int missing = layout != 'g' ? 0 : precision == NONE ? 6 : precision;
    bool point = false, counts = false;
    while (tail < buffer->size && buffer->bytes[tail] != 'e') tail++;
    for (size_t at = start; at < tail; at++) {
        point = point || buffer->bytes[at] == '.';
        if (buffer->bytes[at] == '.') continue;
        counts = counts || buffer->bytes[at] != '0';
        missing -= counts;
    }
    if (!point && tail == start + 1 && buffer->bytes[start] == '0') missing--;
    size_t added = (missing > 0 ? (size_t)missing : 0) + !point;
    size_t rest = buffer->size - tail;
    vt_buffer_add_repeated(buffer, '0', added);
    memmove(buffer->bytes + tail + added, buffer->bytes + tail, rest);
    memset(buffer->bytes + tail, '0', added);
    if (!point) buffer->bytes[tail] = '.';
}

/* The digits of a double, without a sign for positive ones. */
static void add_digits(vt_buffer *buffer, double number, char layout, int precision) {
    char shortest[VT_LUA_NUMBER_BYTES];
    if (layout == 'g' && precision == NONE) {
        vt_buffer_add_bytes(buffer, shortest, vt_lua_number_shortest(number, shortest));
    } else {
        vt_number_append_double(buffer, number, layout, precision);
    }
}

/* fmt.fmtFloat */
static void add_double(format_call *formatter, double number, char layout, int precision,
                       bool upper) {
    verb_spec *verb = &formatter->verb;
    vt_buffer buffer = scratch(formatter, 2 * (precision > 0 ? (size_t)precision : 0) + 400);
    add_digits(&buffer, number, layout, precision);
    if (verb->sharp && isfinite(number)) sharpen(&buffer, layout, precision);
    for (size_t at = 0; upper && at < buffer.size; at++) {
        buffer.bytes[at] = buffer.bytes[at] == 'e' ? 'E' : buffer.bytes[at];
    }
    vt_text digits = vt_buffer_text(&buffer);
    char sign = verb->plus ? '+' : verb->space ? ' ' : '\0';
    if (digits.size > 0 && (digits.bytes[0] == '-' || digits.bytes[0] == '+')) {
        sign = digits.bytes[0] == '-' || verb->plus || (isinf(number) && !verb->space)
                   ? digits.bytes[0]
                   : sign;
        digits = vt_text_between(digits, 1, digits.size);
    }
    if (!isfinite(number)) verb->zero = false;
    vt_buffer whole = scratch(formatter, digits.size + 1);
    if (sign) vt_buffer_add_byte(&whole, sign);
    if (verb->zero && !verb->minus && verb->width > 0 && sign) {
        add(formatter, vt_buffer_text(&whole));
        verb->width--;
        vt_buffer_clear(&whole);
    }
    vt_buffer_add(&whole, digits);
    add_padded(formatter, vt_buffer_text(&whole));
}

/* false: the verb is not for floating point numbers. */
static bool format_double(format_call *formatter, double number) {
    int precision = formatter->verb.precision;
    switch (formatter->verb.letter) {
    case 'v':
        return add_double(formatter, number, 'g', precision, false), true;
    case 'e':
    case 'E':
        precision = precision == NONE ? 6 : precision;
        return add_double(formatter, number, 'e', precision, formatter->verb.letter == 'E'), true;
    case 'f':
    case 'F':
        return add_double(formatter, number, 'f', precision == NONE ? 6 : precision, false), true;
    case 'g':
    case 'G':
        return add_double(formatter, number, 'g', precision, formatter->verb.letter == 'G'), true;
    default:
        return false;
    }
}

/* ---- strings */

/* The first `precision` code points. */
static vt_text cut(const format_call *formatter, vt_text text) {
    if (formatter->verb.precision == NONE) return text;
    return vt_text_between(text, 0, vt_utf8_offset(text, (size_t)formatter->verb.precision));
}

/* strconv.CanBackquote */
static bool may_stand_in_backquotes(vt_text text) {
    for (size_t at = 0; at < text.size;) {
        uint32_t code_point = vt_utf8_next(text, &at);
        bool is_control = (code_point < ' ' && code_point != '\t') || code_point == 0x7F;
        if (code_point == VT_UTF8_INVALID || is_control) return false;
        if (code_point == '`' || code_point == 0xFEFF) return false;
    }
    return true;
}

static void add_quoted(format_call *formatter, vt_text text) {
    text = cut(formatter, text);
    if (formatter->verb.sharp && may_stand_in_backquotes(text)) {
        vt_buffer raw = scratch(formatter, text.size + 2);
        vt_buffer_add_byte(&raw, '`');
        vt_buffer_add(&raw, text);
        vt_buffer_add_byte(&raw, '`');
        add_padded(formatter, vt_buffer_text(&raw));
        return;
    }
    vt_lua_charge(formatter->lua, text.size);
    vt_buffer buffer = scratch(formatter, text.size * 10 + 2);
    if (formatter->verb.plus) {
        vt_quote_append_go_ascii(&buffer, text);
    } else {
        vt_quote_append_go(&buffer, text);
    }
    add_padded(formatter, vt_buffer_text(&buffer));
}

static void add_hexadecimal(format_call *formatter, vt_text text) {
    const verb_spec *verb = &formatter->verb;
    size_t size = verb->precision == NONE || (size_t)verb->precision > text.size
                      ? text.size
                      : (size_t)verb->precision;
    const char *digits = verb->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    vt_lua_charge(formatter->lua, size);
    vt_buffer buffer = scratch(formatter, size * 5 + 2);
    for (size_t at = 0; at < size; at++) {
        if (verb->space && at > 0) vt_buffer_add_byte(&buffer, ' ');
        if (verb->sharp && (at == 0 || verb->space)) {
            vt_buffer_add_byte(&buffer, '0');
            vt_buffer_add_byte(&buffer, (char)verb->letter);
        }
        vt_buffer_add_byte(&buffer, digits[(uint8_t)text.bytes[at] >> 4]);
        vt_buffer_add_byte(&buffer, digits[text.bytes[at] & 15]);
    }
    add_padded(formatter, vt_buffer_text(&buffer));
}

/* false: the verb is not for strings. */
static bool format_text(format_call *formatter, vt_text text) {
    if (formatter->verb.letter == 'v' && formatter->verb.go_syntax) {
        return add_quoted(formatter, text), true;
    }
    switch (formatter->verb.letter) {
    case 's':
    case 'v':
        return add_padded(formatter, cut(formatter, text)), true;
    case 'q':
        return add_quoted(formatter, text), true;
    case 'x':
    case 'X':
        return add_hexadecimal(formatter, text), true;
    default:
        return false;
    }
}

/* ---- values */

/* ARGO: a value formats itself by a second format of one verb, in which a letter that is a flag, a digit
** or a bracket leaves no verb. false: the letter is a verb. */
static bool format_again(format_call *formatter, int index, const char *go_type) {
    const verb_spec *verb = &formatter->verb;
    if (verb->letter == '[') return add(formatter, VT_TEXT("%!(NOVERB)")), true;
    bool plain = verb->width == NONE && verb->precision == NONE;
    bool is_flag =
        plain && verb->letter < 128 && verb->letter && strchr(" #+-0", (int)verb->letter);
    if (!is_flag && !(verb->letter >= '0' && verb->letter <= '9')) return false;
    add(formatter, VT_TEXT("%!(NOVERB)%!(EXTRA "));
    add(formatter, vt_text_from(go_type));
    add(formatter, VT_TEXT("="));
    formatter->verb = (verb_spec){ .width = NONE, .precision = NONE, .letter = 'v' };
    format_value(formatter, index);
    add(formatter, VT_TEXT(")"));
    return true;
}

/* ARGO: LNumber.Format: the verbs for which a number is formatted as an integer. */
static void format_number(format_call *formatter, int index) {
    double number = lua_tonumber(formatter->lua, index);
    uint32_t letter = formatter->verb.letter;
    if (letter == 's' || letter == 'q') {
        char text[VT_LUA_NUMBER_BYTES];
        format_text(formatter, vt_text_slice(text, vt_lua_number_text(number, text)));
        return;
    }
    bool whole_number = (double)vt_lua_number_truncate(number) == number;
    if (format_again(formatter, index, whole_number ? "int64" : "float64")) return;
    bool floating = letter < 128 && letter != 0 && strchr("eEfFgG", (int)letter) != NULL;
    bool whole =
        !floating && letter < 128 && letter != 0 && strchr("bcdioxXU", (int)letter) != NULL;
    int64_t integer = vt_lua_number_truncate(number);
    if (whole || (!floating && (double)integer == number && integer != INT64_MIN)) {
        if (!format_integer(formatter, integer)) add_bad_verb(formatter, "int64", index);
    } else if (!format_double(formatter, number)) {
        add_bad_verb(formatter, "float64", index);
    }
}

/* ARGO: LString.Format: %d of a numeric string gives the string, of any other string 0. */
static void format_string(format_call *formatter, int index) {
    vt_text text;
    text.bytes = lua_tolstring(formatter->lua, index, &text.size);
    double number;
    if (formatter->verb.letter == 'd' || formatter->verb.letter == 'i') {
        if (vt_lua_parse_number(formatter->lua, index, &number)) {
            add_padded(formatter, cut(formatter, text));
        } else {
            add_integer(formatter, 0, 10);
        }
    } else if (!format_again(formatter, index, "string") && !format_text(formatter, text)) {
        add_bad_verb(formatter, "string", index);
    }
}

static void format_other(format_call *formatter, int index, const char *go_type) {
    lua_State *lua = formatter->lua;
    vt_lua_push_plain_string_of(lua, index);
    lua_replace(lua, formatter->slot + TEXT_SLOT);
    vt_text text;
    text.bytes = lua_tolstring(lua, formatter->slot + TEXT_SLOT, &text.size);
    if (formatter->verb.go_syntax && lua_isnil(lua, index)) {
        add(formatter, VT_TEXT("&lua.LNilType{}"));
        return;
    }
    bool as_boolean = formatter->verb.letter == 't' || formatter->verb.go_syntax;
    if (as_boolean && lua_isboolean(lua, index)) {
        add_padded(formatter, text);
    } else if (!format_text(formatter, text)) {
        /* GO: nil is a pointer to an empty struct; verbs that are not for strings print it. */
        if (lua_isnil(lua, index))
            add(formatter, VT_TEXT("&{}"));
        else
            add_bad_verb(formatter, go_type, index);
    }
}

/* The type of a value as Go's reflect names it. */
static const char *go_type_of(int type) {
    static const char *const names[] = {
        [LUA_TNIL] = "*lua.LNilType",       [LUA_TBOOLEAN] = "lua.LBool",
        [LUA_TNUMBER] = "lua.LNumber",      [LUA_TSTRING] = "lua.LString",
        [LUA_TTABLE] = "*lua.LTable",       [LUA_TFUNCTION] = "*lua.LFunction",
        [LUA_TUSERDATA] = "*lua.LUserData", [LUA_TTHREAD] = "*lua.LState",
    };
    return names[type];
}

/* GO: %w is for errors; the value is shown as what it is below its type. */
static void add_wrapped(format_call *formatter, int index) {
    if (lua_isnil(formatter->lua, index)) {
        add(formatter, formatter->verb.go_syntax ? VT_TEXT("%!w(*lua.LNilType=&lua.LNilType{})")
                                                 : VT_TEXT("%!w(*lua.LNilType=&{})"));
        return;
    }
    if (lua_type(formatter->lua, index) != LUA_TNUMBER) {
        add_bad_verb(formatter, go_type_of(lua_type(formatter->lua, index)), index);
        return;
    }
    add(formatter, VT_TEXT("%!w(lua.LNumber="));
    add_double(formatter, lua_tonumber(formatter->lua, index), 'g', formatter->verb.precision,
               false);
    add(formatter, VT_TEXT(")"));
}

static void format_value(format_call *formatter, int index) {
    int type = lua_type(formatter->lua, index);
    if (formatter->verb.letter == 'T') {
        add_padded(formatter, cut(formatter, vt_text_from(go_type_of(type))));
    } else if (formatter->verb.letter == 'p') {
        add_bad_verb(formatter, go_type_of(type), index);
    } else if (formatter->verb.letter == 'w') {
        add_wrapped(formatter, index);
    } else if (type == LUA_TNUMBER) {
        format_number(formatter, index);
    } else if (type == LUA_TSTRING) {
        format_string(formatter, index);
    } else {
        format_other(formatter, index, go_type_of(type));
    }
}

/* ---- reading the format */

static bool is_at(const format_call *formatter, char byte) {
    return formatter->at < formatter->format.size && formatter->format.bytes[formatter->at] == byte;
}

/* A number, or NONE. A number that is too large is NONE too and sets *too_large. */
static int read_number(format_call *formatter, bool *too_large) {
    int number = NONE;
    for (; formatter->at < formatter->format.size; formatter->at++) {
        char byte = formatter->format.bytes[formatter->at];
        if (!vt_is_digit(byte)) break;
        number = (number == NONE ? 0 : number) * 10 + (byte - '0');
        if (number > MAX_WIDTH) {
            *too_large = true;
            return NONE;
        }
    }
    return number;
}

/* The first ] at or after `at`. It is kept, or a format of many [ would be searched as often. */
static size_t find_bracket(format_call *formatter) {
    if (formatter->bracket != SIZE_MAX && formatter->bracket < formatter->at) {
        formatter->bracket = vt_text_find_byte(formatter->format, ']', formatter->at);
    }
    return formatter->bracket;
}

/* [3]: the index of the next argument, from 1. Whether there is one, good or not. GO: fmt looks for the
** end of an index only when there is room for one. */
static bool read_index(format_call *formatter) {
    if (!is_at(formatter, '[')) return false;
    formatter->reordered = true;
    size_t end = find_bracket(formatter);
    if (end == SIZE_MAX || formatter->format.size - formatter->at < LEAST_INDEX) {
        formatter->good_index = false;
        formatter->at++;
        return false;
    }
    bool too_large = false;
    formatter->at++;
    int index = read_number(formatter, &too_large);
    bool is_number = formatter->at == end && !too_large && index != NONE;
    bool good = is_number && index >= 1 && index <= formatter->count;
    formatter->at = end + 1;
    if (good) {
        formatter->next = index - 1;
    } else {
        formatter->good_index = false;
    }
    return is_number;
}

static void read_flags(format_call *formatter) {
    verb_spec *verb = &formatter->verb;
    for (; formatter->at < formatter->format.size; formatter->at++) {
        switch (formatter->format.bytes[formatter->at]) {
        case '#':
            verb->sharp = true;
            break;
        case '0':
            verb->zero = !verb->minus;
            break;
        case '+':
            verb->plus = true;
            break;
        case '-':
            verb->minus = true;
            verb->zero = false;
            break;
        case ' ':
            verb->space = true;
            break;
        default:
            return;
        }
    }
}

/* An asterisk consumes an argument. ARGO: arguments are Lua values, never Go's int, so fmt
** reports an error for each. */
static int take_number(format_call *formatter, const char *error) {
    formatter->at++;
    formatter->next += formatter->next < formatter->count ? 1 : 0;
    add(formatter, vt_text_from(error));
    return NONE;
}

/* GO: an index belongs to the verb or to an asterisk; before any other width or precision it is bad.
** `indexed`, and the result: an index was just read. */
static bool read_width(format_call *formatter, bool indexed) {
    if (is_at(formatter, '*')) {
        formatter->verb.width = take_number(formatter, "%!(BADWIDTH)");
        return false;
    }
    bool too_large = false;
    formatter->verb.width = read_number(formatter, &too_large);
    if (indexed && formatter->verb.width != NONE) formatter->good_index = false;
    return indexed;
}

/* GO: a point that ends the format is a verb. */
static bool read_precision(format_call *formatter, bool indexed) {
    if (!is_at(formatter, '.') || formatter->at + 1 == formatter->format.size) return indexed;
    formatter->at++;
    if (indexed) formatter->good_index = false;
    indexed = read_index(formatter);
    if (is_at(formatter, '*')) {
        formatter->verb.precision = take_number(formatter, "%!(BADPREC)");
        return false;
    }
    bool too_large = false;
    int precision = read_number(formatter, &too_large);
    formatter->verb.precision = precision == NONE && !too_large ? 0 : precision;
    return indexed;
}

/* GO: for %v and %w, + and # ask for the syntax of Go. */
static void change_flags(verb_spec *verb) {
    verb->go_syntax = verb->sharp;
    verb->sharp = verb->plus = false;
}

/* One verb, its percent sign already read. */
static void format_verb(format_call *formatter) {
    vt_lua_charge(formatter->lua, VERB_STEPS);
    formatter->verb = (verb_spec){ .width = NONE, .precision = NONE };
    formatter->good_index = true;
    read_flags(formatter);
    bool indexed = read_index(formatter);
    indexed = read_width(formatter, indexed);
    indexed = read_precision(formatter, indexed);
    if (!indexed) (void)read_index(formatter);
    if (formatter->at >= formatter->format.size) {
        add(formatter, VT_TEXT("%!(NOVERB)"));
        return;
    }
    formatter->verb.letter = vt_utf8_next(formatter->format, &formatter->at);
    if (formatter->verb.letter == 'v' || formatter->verb.letter == 'w') {
        change_flags(&formatter->verb);
    }
    if (formatter->verb.letter == '%') {
        add(formatter, VT_TEXT("%"));
    } else if (!formatter->good_index) {
        add_verb_error(formatter, "(BADINDEX)");
    } else if (formatter->next >= formatter->count) {
        add_verb_error(formatter, "(MISSING)");
    } else {
        format_value(formatter, formatter->first + formatter->next++);
    }
}

/* Arguments that no verb used: %!(EXTRA type=value, …) */
static void add_extra(format_call *formatter) {
    if (formatter->reordered || formatter->next >= formatter->count) return;
    add(formatter, VT_TEXT("%!(EXTRA "));
    for (int index = formatter->next; index < formatter->count; index++) {
        if (index > formatter->next) add(formatter, VT_TEXT(", "));
        int place = formatter->first + index;
        add(formatter, vt_text_from(go_type_of(lua_type(formatter->lua, place))));
        add(formatter, VT_TEXT("="));
        formatter->verb = (verb_spec){ .width = NONE, .precision = NONE, .letter = 'v' };
        format_value(formatter, place);
    }
    add(formatter, VT_TEXT(")"));
}

/* ARGO: only as many arguments are passed on as there are percent signs, doubled ones excepted. */
static int count_verbs(vt_text format) {
    int count = 0;
    for (size_t at = 0; at < format.size; at++) count += format.bytes[at] == '%';
    for (size_t at = vt_text_find(format, VT_TEXT("%%"), 0); at != SIZE_MAX;
         at = vt_text_find(format, VT_TEXT("%%"), at + 2)) {
        count--;
    }
    return count;
}

void vt_lua_push_formatted(lua_State *lua, vt_text format, int first) {
    format_call formatter = { 0 };
    int given = lua_gettop(lua) - first + 1, verbs = count_verbs(format);
    formatter.lua = lua;
    formatter.format = format;
    formatter.first = first;
    formatter.count = given < verbs ? given : verbs;
    formatter.count = formatter.count < 0 ? 0 : formatter.count;
    vt_lua_charge(lua, format.size / 4);
    luaL_checkstack(lua, 20, NULL);
    formatter.slot = lua_gettop(lua) + 1;
    lua_settop(lua, lua_gettop(lua) + SLOT_COUNT);
    luaL_buffinit(lua, &formatter.buffer);
    while (formatter.at < format.size) {
        size_t percent = vt_text_find_byte(format, '%', formatter.at);
        size_t end = percent == SIZE_MAX ? format.size : percent;
        add(&formatter, vt_text_between(format, formatter.at, end));
        formatter.at = end;
        if (percent != SIZE_MAX) {
            formatter.at++;
            format_verb(&formatter);
        }
    }
    add_extra(&formatter);
    luaL_pushresult(&formatter.buffer);
}
