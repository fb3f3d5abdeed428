/* The strings extension except format(). All indexes count code points. */
#include "base/utf8.h"
#include "cel/format.h"
#include "cel/rows.h"

static vt_text text_at(const vt_cel_call *call, uint32_t index) {
    return vt_cel_text(call->arguments[index]);
}

static int64_t int_at(const vt_cel_call *call, uint32_t index) {
    return call->arguments[index].as.integer;
}

static int64_t length(vt_text text) {
    return (int64_t)vt_utf8_count(text);
}

/* A part of an existing string; nothing is copied. */
static vt_cel_value part(vt_text text, size_t from, size_t to) {
    return vt_cel_of_string(vt_text_between(text, from, to));
}

static vt_cel_value out_of_range(const vt_cel_call *call, int64_t index) {
    return vt_cel_fail(call->state, "index out of range: %lld", (long long)index);
}

static vt_cel_value char_at(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    int64_t index = int_at(call, 1), size = length(text);
    if (index < 0 || index > size) return out_of_range(call, index);
    if (index == size) return vt_cel_of_string(VT_TEXT(""));
    size_t from = vt_utf8_offset(text, (size_t)index), to = from;
    (void)vt_utf8_next(text, &to);
    return part(text, from, to);
}

static vt_cel_value substring(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    int64_t size = length(text), from = int_at(call, 1);
    int64_t to = call->count == 3 ? int_at(call, 2) : size;
    if (call->count == 3 && from > to) {
        return vt_cel_fail(call->state, "invalid substring range. start: %lld, end: %lld",
                           (long long)from, (long long)to);
    }
    if (from < 0 || from > size) return out_of_range(call, from);
    if (to < 0 || to > size) return out_of_range(call, to);
    return part(text, vt_utf8_offset(text, (size_t)from), vt_utf8_offset(text, (size_t)to));
}

/* ------------------------------------------------------------- searching */

/* Charged by the worst case. */
static bool charge_search(const vt_cel_call *call, vt_text text, vt_text wanted) {
    return vt_cel_charge(call->state, (text.size / 10) * (wanted.size / 10));
}

/* variant: 1 where the offset of an empty text is checked too. */
static vt_cel_value index_of(const vt_cel_call *call) {
    vt_text text = text_at(call, 0), wanted = text_at(call, 1);
    int64_t from = call->count == 3 ? int_at(call, 2) : 0, size = length(text);
    bool strict = call->function->variant != 0;
    if (strict && (from < 0 || from > size)) return out_of_range(call, from);
    if (wanted.size == 0) return vt_cel_of_int(from);
    if (from < 0) return out_of_range(call, from);
    if (from >= size) return vt_cel_of_int(-1);
    if (!charge_search(call, text, wanted)) return vt_cel_stopped_error(call->state);
    size_t found = vt_text_find(text, wanted, vt_utf8_offset(text, (size_t)from));
    if (found == SIZE_MAX) return vt_cel_of_int(-1);
    return vt_cel_of_int(length(vt_text_between(text, 0, found)));
}

/* Offset of the last `wanted` that starts at or before byte `from`; SIZE_MAX: none. */
static size_t find_last(vt_text text, vt_text wanted, size_t from) {
    if (wanted.size > text.size) return SIZE_MAX;
    if (from > text.size - wanted.size) from = text.size - wanted.size;
    for (size_t at = from + 1; at > 0; at--) {
        if (memcmp(text.bytes + at - 1, wanted.bytes, wanted.size) == 0) return at - 1;
    }
    return SIZE_MAX;
}

static vt_cel_value last_index_of(const vt_cel_call *call) {
    vt_text text = text_at(call, 0), wanted = text_at(call, 1);
    int64_t size = length(text), from = call->count == 3 ? int_at(call, 2) : size;
    bool strict = call->function->variant != 0;
    if (strict && (from < 0 || from > size)) return out_of_range(call, from);
    if (wanted.size == 0) return vt_cel_of_int(from);
    if (from < 0) return out_of_range(call, from);
    if (call->count == 3 && from >= size) return vt_cel_of_int(-1);
    if (!charge_search(call, text, wanted)) return vt_cel_stopped_error(call->state);
    size_t found = find_last(text, wanted, vt_utf8_offset(text, (size_t)from));
    if (found == SIZE_MAX) return vt_cel_of_int(-1);
    return vt_cel_of_int(length(vt_text_between(text, 0, found)));
}

/* ------------------------------------------------------------ rebuilding */

/* variant: 'a' for lower case, 'A' for upper case. */
static vt_cel_value change_case(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    char first = call->function->variant == 'a' ? 'A' : 'a';
    char *bytes = vt_cel_allocate(call->state, text.size + 1);
    if (!bytes) return vt_cel_stopped_error(call->state);
    for (size_t i = 0; i < text.size; i++) {
        char c = text.bytes[i];
        bytes[i] = c >= first && c <= first + 25 ? (char)(c ^ 0x20) : c;
    }
    bytes[text.size] = '\0';
    return vt_cel_of_string(vt_text_slice(bytes, text.size));
}

static vt_cel_value reverse(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    char *bytes = vt_cel_allocate(call->state, text.size + 1);
    if (!bytes) return vt_cel_stopped_error(call->state);
    size_t at = 0;
    while (at < text.size) {
        size_t start = at;
        (void)vt_utf8_next(text, &at);
        memcpy(bytes + text.size - at, text.bytes + start, at - start);
    }
    bytes[text.size] = '\0';
    return vt_cel_of_string(vt_text_slice(bytes, text.size));
}

/* Unicode's White_Space. */
static bool is_space(uint32_t c) {
    return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

static vt_cel_value trim(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    size_t first = text.size, last = text.size, at = 0;
    while (at < text.size) {
        size_t start = at;
        if (is_space(vt_utf8_next(text, &at))) continue;
        if (first == text.size) first = start;
        last = at;
    }
    return part(text, first, last);
}

/* An empty `old` matches before every code point and at the end. */
static void replace_between(vt_buffer *out, vt_text text, vt_text with, int64_t count) {
    size_t at = 0;
    while (at < text.size && count != 0) {
        size_t start = at;
        (void)vt_utf8_next(text, &at);
        vt_buffer_add(out, with);
        vt_buffer_add_bytes(out, text.bytes + start, at - start);
        count--;
    }
    vt_buffer_add_bytes(out, text.bytes + at, text.size - at);
    if (count != 0) vt_buffer_add(out, with);
}

static void replace_found(vt_buffer *out, vt_text text, vt_text old, vt_text with, int64_t count) {
    size_t at = 0;
    while (count != 0) {
        size_t found = vt_text_find(text, old, at);
        if (found == SIZE_MAX || out->failed) break;
        vt_buffer_add_bytes(out, text.bytes + at, found - at);
        vt_buffer_add(out, with);
        at = found + old.size;
        count--;
    }
    vt_buffer_add_bytes(out, text.bytes + at, text.size - at);
}

static vt_cel_value replace(const vt_cel_call *call) {
    vt_text text = text_at(call, 0), old = text_at(call, 1), with = text_at(call, 2);
    int64_t count = call->count == 4 ? int_at(call, 3) : -1;
    if (!charge_search(call, text, old)) return vt_cel_stopped_error(call->state);
    vt_buffer *out = vt_cel_scratch(call->state);
    if (old.size == 0)
        replace_between(out, text, with, count);
    else
        replace_found(out, text, old, with, count);
    vt_cel_value made = vt_cel_scratch_string(call->state);
    if (!vt_cel_charge(call->state, made.size / 10)) return vt_cel_stopped_error(call->state);
    return made;
}

/* --------------------------------------------------------- lists of text */

/* Where the piece that starts at `at` ends. */
static size_t piece_end(vt_text text, vt_text separator, size_t at) {
    if (separator.size > 0) {
        size_t found = vt_text_find(text, separator, at);
        return found == SIZE_MAX ? text.size : found;
    }
    if (at < text.size) (void)vt_utf8_next(text, &at);
    return at;
}

static vt_cel_value split(const vt_cel_call *call) {
    vt_text text = text_at(call, 0), separator = text_at(call, 1);
    int64_t most = call->count == 3 ? int_at(call, 2) : -1;
    vt_cel_items items = { 0 };
    if (most == 0 || (separator.size == 0 && text.size == 0)) return vt_cel_of_list(NULL, 0);
    for (size_t at = 0;;) {
        bool last = most > 0 && items.count + 1 == most;
        size_t end = last ? text.size : piece_end(text, separator, at);
        if (!vt_cel_tick(call->state) ||
            !vt_cel_items_append(call->state, &items, part(text, at, end))) {
            return vt_cel_stopped_error(call->state);
        }
        at = end + separator.size;
        if (end == text.size) return vt_cel_of_list(items.items, items.count);
    }
}

static vt_cel_value join(const vt_cel_call *call) {
    vt_text separator = call->count == 2 ? text_at(call, 1) : VT_TEXT("");
    vt_buffer *out = vt_cel_scratch(call->state);
    vt_cel_cursor cursor = vt_cel_cursor_of(call->arguments[0]);
    vt_cel_value index, element;
    while (vt_cel_cursor_next(call->state, &cursor, &index, &element)) {
        if (!vt_cel_tick(call->state)) return vt_cel_stopped_error(call->state);
        if (element.kind != VT_CEL_STRING) {
            vt_text shown = vt_cel_plain(call->state, element);
            return vt_cel_fail(call->state, "join: invalid input: %.*s", VT_TEXT_ARG(shown));
        }
        if (cursor.at > 1) vt_buffer_add(out, separator);
        vt_buffer_add(out, vt_cel_text(element));
    }
    return vt_cel_scratch_string(call->state);
}

static vt_cel_value quote(const vt_cel_call *call) {
    static const char specials[] = "\a\b\f\n\r\t\v\\\"", letters[] = "abfnrtv\\\"";
    vt_text text = text_at(call, 0);
    vt_buffer *out = vt_cel_scratch(call->state);
    vt_buffer_add_byte(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        const char *special = text.bytes[i] ? strchr(specials, text.bytes[i]) : NULL;
        if (special) {
            vt_buffer_add_byte(out, '\\');
            vt_buffer_add_byte(out, letters[special - specials]);
        } else {
            vt_buffer_add_byte(out, text.bytes[i]);
        }
    }
    vt_buffer_add_byte(out, '"');
    return vt_cel_scratch_string(call->state);
}

#define TEXT(name, id, result, b, c, d, run, variant, flags, where, version, doc, example)         \
    {                                                                                              \
        name, id, result, { STRING, b, c, d }, run, variant, flags, where, "strings", version,     \
            doc, example                                                                           \
    }
#define LENIENT (FLUX | KUBERNETES)

/* clang-format off */
const vt_cel_function vt_cel_string_functions[] = {
    TEXT("charAt", "string_char_at_int", STRING, INT, NULL, NULL, char_at, 0, MEMBER, ALL, 0, "the code point at an index; '' at the end", "'é!'.charAt(1) == '!'"),
    TEXT("indexOf", "string_index_of_string", INT, STRING, NULL, NULL, index_of, 0, MEMBER, ALL, 0, "the index of the first match, or -1", "'hello'.indexOf('l') == 2"),
    TEXT("indexOf", "string_index_of_string_int", INT, STRING, INT, NULL, index_of, 0, MEMBER, LENIENT, 0, "the index of the first match at or after an index, or -1", "'hello'.indexOf('l', 3) == 3"),
    TEXT("indexOf", "string_index_of_string_int_checked", INT, STRING, INT, NULL, index_of, 1, MEMBER, SPEC, 0, "the index of the first match at or after an index, or -1", "'hello'.indexOf('l', 3) == 3"),
    TEXT("lastIndexOf", "string_last_index_of_string", INT, STRING, NULL, NULL, last_index_of, 0, MEMBER, ALL, 0, "the index of the last match, or -1", "'hello'.lastIndexOf('l') == 3"),
    TEXT("lastIndexOf", "string_last_index_of_string_int", INT, STRING, INT, NULL, last_index_of, 0, MEMBER, LENIENT, 0, "the index of the last match at or before an index, or -1", "'hello'.lastIndexOf('l', 2) == 2"),
    TEXT("lastIndexOf", "string_last_index_of_string_int_checked", INT, STRING, INT, NULL, last_index_of, 1, MEMBER, SPEC, 0, "the index of the last match at or before an index, or -1", "'hello'.lastIndexOf('l', 2) == 2"),
    TEXT("lowerAscii", "string_lower_ascii", STRING, NULL, NULL, NULL, change_case, 'a', MEMBER, ALL, 0, "ASCII letters in lower case", "'TaÉ'.lowerAscii() == 'taÉ'"),
    TEXT("upperAscii", "string_upper_ascii", STRING, NULL, NULL, NULL, change_case, 'A', MEMBER, ALL, 0, "ASCII letters in upper case", "'taé'.upperAscii() == 'TAé'"),
    TEXT("replace", "string_replace_string_string", STRING, STRING, STRING, NULL, replace, 0, MEMBER, ALL, 0, "with every match replaced", "'abab'.replace('b', '') == 'aa'"),
    TEXT("replace", "string_replace_string_string_int", STRING, STRING, STRING, INT, replace, 0, MEMBER, ALL, 0, "with up to so many matches replaced", "'abab'.replace('b', 'c', 1) == 'acab'"),
    TEXT("split", "string_split_string", LIST(string), STRING, NULL, NULL, split, 0, MEMBER, ALL, 0, "the parts between a separator", "'a,b'.split(',') == ['a', 'b']"),
    TEXT("split", "string_split_string_int", LIST(string), STRING, INT, NULL, split, 0, MEMBER, ALL, 0, "at most so many parts; the last one has the rest", "'a,b,c'.split(',', 2) == ['a', 'b,c']"),
    TEXT("substring", "string_substring_int", STRING, INT, NULL, NULL, substring, 0, MEMBER, ALL, 0, "from an index on", "'hello'.substring(3) == 'lo'"),
    TEXT("substring", "string_substring_int_int", STRING, INT, INT, NULL, substring, 0, MEMBER, ALL, 0, "from an index up to another", "'hello'.substring(1, 3) == 'el'"),
    TEXT("trim", "string_trim", STRING, NULL, NULL, NULL, trim, 0, MEMBER, ALL, 0, "without white space at both ends", "' a '.trim() == 'a'"),
    { "join", "list_join", STRING, { LIST(string) }, join, 0, MEMBER, ALL, "strings", 0, "all of them, one after another", "['a', 'b'].join() == 'ab'" },
    { "join", "list_join_string", STRING, { LIST(string), STRING }, join, 0, MEMBER, ALL, "strings", 0, "all of them with a separator between", "['a', 'b'].join('-') == 'a-b'" },
    { "format", "string_format_flux", STRING, { STRING, LIST(dyn) }, vt_cel_format, 1, MEMBER | VT_CEL_ANY_COUNT, LENIENT, "strings", 1, "the clauses %s %d %f %e %b %o %x %X filled in", "'%s is %d'.format(['x', 3]) == 'x is 3'" },
    { "format", "string_format", STRING, { STRING, LIST(dyn) }, vt_cel_format, 0, MEMBER | VT_CEL_ANY_COUNT, SPEC, "strings", 1, "the clauses %s %d %f %e %b %o %x %X filled in", "'%s is %d'.format(['x', 3]) == 'x is 3'" },
    TEXT("strings.quote", "strings_quote", STRING, NULL, NULL, NULL, quote, 0, 0, ALL, 1, "in double quotes, with escapes", "strings.quote('a\"b') == r'\"a\\\"b\"'"),
    TEXT("reverse", "string_reverse", STRING, NULL, NULL, NULL, reverse, 0, MEMBER, FLUX | SPEC, 3, "the code points from the last to the first", "'héj'.reverse() == 'jéh'"),
    VT_CEL_END,
};
/* clang-format on */
