/* The strings extension except format(). All indexes count code points. */
#include "base/text/utf8.h"
#include "cel/library/format.h"
#include "cel/library/rows.h"
#include "cel/library/scan.h"

static vt_text text_at(const vt_cel_call *call, uint32_t index) {
    return vt_cel_text(call->arguments[index]);
}

static int64_t int_at(const vt_cel_call *call, uint32_t index) {
    return call->arguments[index].as.integer;
}

static int64_t length(const vt_cel_call *call, vt_text text) {
    return (int64_t)vt_cel_scan_count(call->state, text);
}

static size_t offset(const vt_cel_call *call, vt_text text, int64_t index) {
    return vt_cel_scan_offset(call->state, text, (size_t)index);
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
    int64_t index = int_at(call, 1), size = length(call, text);
    if (index < 0 || index > size) return out_of_range(call, index);
    if (index == size) return vt_cel_of_string(VT_TEXT(""));
    size_t from = offset(call, text, index), to = from;
    if (to < text.size) (void)vt_utf8_next(text, &to);
    return part(text, from, to);
}

static vt_cel_value substring(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    int64_t size = length(call, text), from = int_at(call, 1);
    int64_t to = call->count == 3 ? int_at(call, 2) : size;
    if (call->count == 3 && from > to) {
        return vt_cel_fail(call->state, "invalid substring range. start: %lld, end: %lld",
                           (long long)from, (long long)to);
    }
    if (from < 0 || from > size) return out_of_range(call, from);
    if (to < 0 || to > size) return out_of_range(call, to);
    return part(text, offset(call, text, from), offset(call, text, to));
}

/* ------------------------------------------------------------- searching */

/* variant: 1 where the offset of an empty text is checked too. */
/* What an offset outside of the text is. */
enum { LENIENT, STRICT, CLAMPED };

/* Whether an offset will do; behind the text it may become the end. */
static bool check_offset(const vt_cel_call *call, int64_t size, int64_t *from) {
    const int how = call->function->variant;
    if (how == CLAMPED && *from > size) *from = size;
    return how == LENIENT || (*from >= 0 && *from <= size);
}

static vt_cel_value index_of(const vt_cel_call *call) {
    vt_text text = text_at(call, 0), wanted = text_at(call, 1);
    int64_t from = call->count == 3 ? int_at(call, 2) : 0, size = length(call, text);
    if (!check_offset(call, size, &from)) return out_of_range(call, from);
    if (wanted.size == 0) return vt_cel_of_int(from);
    if (from < 0) return out_of_range(call, from);
    if (from >= size) return vt_cel_of_int(-1);
    size_t found = vt_cel_scan_find(call->state, text, wanted, offset(call, text, from));
    if (found == SIZE_MAX) return vt_cel_of_int(-1);
    return vt_cel_of_int(length(call, vt_text_between(text, 0, found)));
}

static vt_cel_value last_index_of(const vt_cel_call *call) {
    vt_text text = text_at(call, 0), wanted = text_at(call, 1);
    int64_t size = length(call, text), from = call->count == 3 ? int_at(call, 2) : size;
    if (!check_offset(call, size, &from)) return out_of_range(call, from);
    if (wanted.size == 0) return vt_cel_of_int(from);
    if (from < 0) return out_of_range(call, from);
    if (call->count == 3 && from >= size) return vt_cel_of_int(-1);
    size_t found = vt_cel_scan_find_last(call->state, text, wanted, offset(call, text, from));
    if (found == SIZE_MAX) return vt_cel_of_int(-1);
    return vt_cel_of_int(length(call, vt_text_between(text, 0, found)));
}

/* ------------------------------------------------------------ rebuilding */

static void fold_case(char first, vt_text text, char *out) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.bytes[i];
        out[i] = c >= first && c <= first + 25 ? (char)(c ^ 0x20) : c;
    }
}

/* variant: 'a' for lower case, 'A' for upper case. */
static vt_cel_value change_case(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    char first = call->function->variant == 'a' ? 'A' : 'a';
    char *bytes = vt_cel_allocate(call->state, text.size + 1);
    for (size_t at = 0, end; bytes && at < text.size; at = end) {
        if (!vt_cel_next_piece(call->state, text, at, &end)) break;
        fold_case(first, vt_text_between(text, at, end), bytes + at);
    }
    if (!bytes) return vt_cel_stopped_error(call->state);
    bytes[text.size] = '\0';
    return vt_cel_of_string(vt_text_slice(bytes, text.size));
}

/* The code points of a piece, from the last to the first, before `end`. */
static void reverse_piece(vt_text text, char *end) {
    for (size_t at = 0; at < text.size;) {
        size_t start = at;
        (void)vt_utf8_next(text, &at);
        end -= at - start;
        memcpy(end, text.bytes + start, at - start);
    }
}

static vt_cel_value reverse(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    char *bytes = vt_cel_allocate(call->state, text.size + 1);
    for (size_t at = 0, end; bytes && at < text.size; at = end) {
        if (!vt_cel_next_piece(call->state, text, at, &end)) break;
        reverse_piece(vt_text_between(text, at, end), bytes + text.size - at);
    }
    if (!bytes) return vt_cel_stopped_error(call->state);
    bytes[text.size] = '\0';
    return vt_cel_of_string(vt_text_slice(bytes, text.size));
}

/* Unicode's White_Space. */
static bool is_space(uint32_t c) {
    return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

/* Widen what is kept, from `*first` to `*last`, by the code points of a piece that starts at
** `from`. */
static void keep_inside(vt_text piece, size_t from, size_t *first, size_t *last) {
    for (size_t at = 0; at < piece.size;) {
        size_t start = at;
        if (is_space(vt_utf8_next(piece, &at))) continue;
        if (*first == SIZE_MAX) *first = from + start;
        *last = from + at;
    }
}

static vt_cel_value trim(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    size_t first = SIZE_MAX, last = SIZE_MAX;
    for (size_t at = 0, end; at < text.size; at = end) {
        if (!vt_cel_next_piece(call->state, text, at, &end)) break;
        keep_inside(vt_text_between(text, at, end), at, &first, &last);
    }
    return part(text, first, last);
}

/* An empty `old` matches before every code point and at the end. */
static void replace_between(vt_cel_state *state, vt_buffer *out, vt_text text, vt_text with,
                            int64_t count) {
    size_t at = 0;
    while (at < text.size && count != 0 && !out->failed) {
        size_t start = at;
        (void)vt_utf8_next(text, &at);
        if (!vt_cel_charge(state, 1 + with.size / VT_CEL_BYTES_PER_UNIT)) return;
        vt_buffer_add(out, with);
        vt_buffer_add_bytes(out, text.bytes + start, at - start);
        count--;
    }
    vt_buffer_add_bytes(out, text.bytes + at, text.size - at);
    if (count != 0) vt_buffer_add(out, with);
}

static void replace_found(vt_cel_state *state, vt_buffer *out, vt_text text, vt_text old,
                          vt_text with, int64_t count) {
    size_t at = 0;
    while (count != 0 && !out->failed) {
        size_t found = vt_cel_scan_find(state, text, old, at);
        if (found == SIZE_MAX) break;
        if (!vt_cel_charge(state, 1 + with.size / VT_CEL_BYTES_PER_UNIT)) return;
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
    vt_buffer *out = vt_cel_scratch(call->state);
    if (old.size == 0)
        replace_between(call->state, out, text, with, count);
    else
        replace_found(call->state, out, text, old, with, count);
    return vt_cel_scratch_string(call->state);
}

/* --------------------------------------------------------- lists of text */

/* Where the part that starts at `at` ends. */
static size_t part_end(vt_cel_state *state, vt_text text, vt_text separator, size_t at) {
    if (separator.size > 0) {
        size_t found = vt_cel_scan_find(state, text, separator, at);
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
        size_t end = last ? text.size : part_end(call->state, text, separator, at);
        if (!vt_cel_charge(call->state, 1) ||
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
        if (!vt_cel_charge(call->state, 1)) return vt_cel_stopped_error(call->state);
        if (element.kind != VT_CEL_STRING) {
            vt_text shown = vt_cel_plain(call->state, element);
            return vt_cel_fail(call->state, "join: invalid input: %.*s", VT_TEXT_ARG(shown));
        }
        if (!vt_cel_charge_bytes(call->state, (uint64_t)separator.size + element.size) ||
            out->failed)
            break;
        if (cursor.at > 1) vt_buffer_add(out, separator);
        vt_buffer_add(out, vt_cel_text(element));
    }
    return vt_cel_scratch_string(call->state);
}

static void quote_piece(vt_buffer *out, vt_text text) {
    static const char specials[] = "\a\b\f\n\r\t\v\\\"", letters[] = "abfnrtv\\\"";
    for (size_t i = 0; i < text.size; i++) {
        const char *special = text.bytes[i] ? strchr(specials, text.bytes[i]) : NULL;
        if (special) {
            vt_buffer_add_byte(out, '\\');
            vt_buffer_add_byte(out, letters[special - specials]);
        } else {
            vt_buffer_add_byte(out, text.bytes[i]);
        }
    }
}

static vt_cel_value quote(const vt_cel_call *call) {
    vt_text text = text_at(call, 0);
    vt_buffer *out = vt_cel_scratch(call->state);
    vt_buffer_add_byte(out, '"');
    for (size_t at = 0, end; at < text.size && !out->failed; at = end) {
        if (!vt_cel_next_piece(call->state, text, at, &end)) break;
        quote_piece(out, vt_text_between(text, at, end));
    }
    vt_buffer_add_byte(out, '"');
    return vt_cel_scratch_string(call->state);
}

#define TEXT(name, id, result, b, c, d, run, variant, flags, where, version, doc, example, cost)   \
    {                                                                                              \
        name, id, result, { STRING, b, c, d }, run, variant, flags, where, "strings", version,     \
            doc, example, cost                                                                     \
    }
/* CEL-GO: since 0.29 an offset must not be negative, and one behind the text is its end. */
#define CLAMPING (EXTENDED & ~FLUX & ~SPEC)
/* KUBERNETES: environment/base.go, ext.Strings version 0 up to 1.28, then version 2. */
#define QUOTED (EXTENDED & ~VT_CEL_IN_MINOR(28))

/* clang-format off */
const vt_cel_function vt_cel_string_functions[] = {
    TEXT("charAt", "string_char_at_int", STRING, INT, NULL, NULL, char_at, 0, MEMBER, EXTENDED, 0, "the code point at an index; '' at the end", "'é!'.charAt(1) == '!'", COST_READS),
    TEXT("indexOf", "string_index_of_string", INT, STRING, NULL, NULL, index_of, 0, MEMBER, EXTENDED, 0, "the index of the first match, or -1", "'hello'.indexOf('l') == 2", COST_READS),
    TEXT("indexOf", "string_index_of_string_int", INT, STRING, INT, NULL, index_of, 0, MEMBER, FLUX, 0, "the index of the first match at or after an index, or -1", "'hello'.indexOf('l', 3) == 3", COST_READS),
    TEXT("indexOf", "string_index_of_string_int_checked", INT, STRING, INT, NULL, index_of, STRICT, MEMBER, SPEC, 0, "the index of the first match at or after an index, or -1", "'hello'.indexOf('l', 3) == 3", COST_READS),
    TEXT("indexOf", "string_index_of_string_int_clamped", INT, STRING, INT, NULL, index_of, CLAMPED, MEMBER, CLAMPING, 0, "the index of the first match at or after an index, or -1", "'hello'.indexOf('l', 3) == 3", COST_READS),
    TEXT("lastIndexOf", "string_last_index_of_string", INT, STRING, NULL, NULL, last_index_of, 0, MEMBER, EXTENDED, 0, "the index of the last match, or -1", "'hello'.lastIndexOf('l') == 3", COST_READS),
    TEXT("lastIndexOf", "string_last_index_of_string_int", INT, STRING, INT, NULL, last_index_of, 0, MEMBER, FLUX, 0, "the index of the last match at or before an index, or -1", "'hello'.lastIndexOf('l', 2) == 2", COST_READS),
    TEXT("lastIndexOf", "string_last_index_of_string_int_checked", INT, STRING, INT, NULL, last_index_of, STRICT, MEMBER, SPEC, 0, "the index of the last match at or before an index, or -1", "'hello'.lastIndexOf('l', 2) == 2", COST_READS),
    TEXT("lastIndexOf", "string_last_index_of_string_int_clamped", INT, STRING, INT, NULL, last_index_of, CLAMPED, MEMBER, CLAMPING, 0, "the index of the last match at or before an index, or -1", "'hello'.lastIndexOf('l', 2) == 2", COST_READS),
    TEXT("lowerAscii", "string_lower_ascii", STRING, NULL, NULL, NULL, change_case, 'a', MEMBER, EXTENDED, 0, "ASCII letters in lower case", "'TaÉ'.lowerAscii() == 'taÉ'", COST_WRITES),
    TEXT("upperAscii", "string_upper_ascii", STRING, NULL, NULL, NULL, change_case, 'A', MEMBER, EXTENDED, 0, "ASCII letters in upper case", "'taé'.upperAscii() == 'TAé'", COST_WRITES),
    TEXT("replace", "string_replace_string_string", STRING, STRING, STRING, NULL, replace, 0, MEMBER, EXTENDED, 0, "with every match replaced", "'abab'.replace('b', '') == 'aa'", COST_WRITES),
    TEXT("replace", "string_replace_string_string_int", STRING, STRING, STRING, INT, replace, 0, MEMBER, EXTENDED, 0, "with up to so many matches replaced", "'abab'.replace('b', 'c', 1) == 'acab'", COST_WRITES),
    TEXT("split", "string_split_string", LIST(string), STRING, NULL, NULL, split, 0, MEMBER, EXTENDED, 0, "the parts between a separator", "'a,b'.split(',') == ['a', 'b']", COST_SPLITS),
    TEXT("split", "string_split_string_int", LIST(string), STRING, INT, NULL, split, 0, MEMBER, EXTENDED, 0, "at most so many parts; the last one has the rest", "'a,b,c'.split(',', 2) == ['a', 'b,c']", COST_SPLITS),
    TEXT("substring", "string_substring_int", STRING, INT, NULL, NULL, substring, 0, MEMBER, EXTENDED, 0, "from an index on", "'hello'.substring(3) == 'lo'", COST_READS),
    TEXT("substring", "string_substring_int_int", STRING, INT, INT, NULL, substring, 0, MEMBER, EXTENDED, 0, "from an index up to another", "'hello'.substring(1, 3) == 'el'", COST_READS),
    TEXT("trim", "string_trim", STRING, NULL, NULL, NULL, trim, 0, MEMBER, EXTENDED, 0, "without white space at both ends", "' a '.trim() == 'a'", COST_READS),
    { "join", "list_join", STRING, { LIST(string) }, join, 0, MEMBER, EXTENDED, "strings", 0, "all of them, one after another", "['a', 'b'].join() == 'ab'", COST_WRITES },
    { "join", "list_join_string", STRING, { LIST(string), STRING }, join, 0, MEMBER, EXTENDED, "strings", 0, "all of them with a separator between", "['a', 'b'].join('-') == 'a-b'", COST_WRITES },
    { "format", "string_format_flux", STRING, { STRING, LIST(dyn) }, vt_cel_format, 1, MEMBER | VT_CEL_ANY_COUNT, FLUX, "strings", 1, "the clauses %s %d %f %e %b %o %x %X filled in", "'%s is %d'.format(['x', 3]) == 'x is 3'", COST_FORMAT },
    { "format", "string_format", STRING, { STRING, LIST(dyn) }, vt_cel_format, 0, MEMBER | VT_CEL_ANY_COUNT, QUOTED & ~FLUX, "strings", 1, "the clauses %s %d %f %e %b %o %x %X filled in", "'%s is %d'.format(['x', 3]) == 'x is 3'", COST_FORMAT },
    TEXT("strings.quote", "strings_quote", STRING, NULL, NULL, NULL, quote, 0, 0, QUOTED, 1, "in double quotes, with escapes", "strings.quote('a\"b') == r'\"a\\\"b\"'", COST_WRITES),
    TEXT("reverse", "string_reverse", STRING, NULL, NULL, NULL, reverse, 0, MEMBER, FLUX | SPEC | OCM | KRO, 3, "the code points from the last to the first", "'héj'.reverse() == 'jéh'", COST_WRITES),
    VT_CEL_END,
};
/* clang-format on */
