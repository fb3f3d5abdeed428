/*
** The JSON reader: RFC 8259 to the letter, one pass, no recursion.
**
** It is benchmarked against simdjson and cJSON (tools/bench/). The source is a copy followed by
** NULs, so reading needs no bounds check: no token contains a NUL, and only when one is found is
** its position compared with the end. The ends of strings are in an index (document/json/json_index.h). The
** copy is writable, so strings stay in it and a NUL replaces the closing quote. Strings with escapes or
** bytes outside ASCII are decoded into a block of their own, which they cannot overflow: n bytes need
** n + 1 there, and the two quotes are not stored.
**
** What most values need is inlined into one loop, with the place in text, tree and index in registers: a
** cursor. All else is in functions that expect the tree to be in step: `leave` says so before them, and
** `enter` takes over again. They take a position and return where they stopped, or NULL once anything has
** failed: then the builder's status is the reason, and r->at the position.
*/
#include "base/number/number.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "document/drop.h"
#include "document/json/json_bits.h"
#include "document/json/json_scan.h"
#include "document/json/json_skip.h"
#include "document/tree.h"

typedef struct json_reader {
    vt_builder *builder;
    vitals_diagnostics *diagnostics;
    const char *end;
    char *start;
    char *at;            /* where reading failed; while decoding a string, the next byte */
    char *strings;       /* where the next string is decoded to; NULL until it is needed */
    vt_drop *drop;       /* members to leave out, or NULL */
    const char *ask_at;  /* from here on the host is asked */
    vt_value *room;      /* the end of the room for values; only in step with a cursor */
    uint32_t depth;      /* of the builder; likewise */
    uint64_t most_depth; /* limit document_depth */
    bool warned;         /* of bytes that are not UTF-8: reported once */
    vt_json_index index;
} json_reader;

/* The text and the byte of it to read next, where the next value is stored, NULL once anything has failed, the
** innermost open container, if any is open, and the next end in the index. */
typedef struct cursor {
    char *start;
    size_t at;
    vt_value *next, *container;
    const uint32_t *ends;
} cursor;

static inline char *place_of(cursor p) {
    return p.start + p.at;
}

/* ------------------------------------------------------------------- failing */

static uint32_t offset_of(const json_reader *r, const char *at) {
    return (uint32_t)(at - r->start);
}

/* Append what is at `at`, for a message: the end, a printable byte, or a code point. */
static void append_found(vt_buffer *buffer, const json_reader *r, const char *at) {
    if (at >= r->end) {
        vt_buffer_add_terminated(buffer, "end of input");
        return;
    }
    unsigned char byte = (unsigned char)*at;
    if (byte > ' ' && byte < 0x7F) {
        vt_buffer_printf(buffer, "'%c'", byte);
        return;
    }
    size_t offset = offset_of(r, at);
    uint32_t code_point = vt_utf8_next(vt_text_slice(r->start, offset_of(r, r->end)), &offset);
    if (code_point == VT_UTF8_INVALID) {
        vt_buffer_printf(buffer, "byte 0x%02X", byte);
    } else {
        vt_buffer_printf(buffer, "character U+%04X", (unsigned)code_point);
    }
}

static void diagnose(const json_reader *r, vitals_severity severity, const char *rule,
                     const char *at, vt_text text) {
    vt_place place = vt_document_locate(r->builder->document, offset_of(r, at));
    vt_diagnose(r->diagnostics, severity, rule, place, NULL, text);
}

/* The builder failed while reading the value that ends at `at`. */
static char *stop(json_reader *r, char *at) {
    r->at = at;
    return NULL;
}

/* The text does not parse for the reason `why`. */
static char *reject_because(json_reader *r, const char *at, vt_text why) {
    vt_builder_reject(r->builder);
    if (r->builder->status != VITALS_ESYNTAX) return NULL; /* memory ran out before */
    diagnose(r, VITALS_SEVERITY_ERROR, "json-syntax", at, why);
    return NULL;
}

/* The text does not parse: what is at `at` violates `rule`. */
static char *reject(json_reader *r, const char *at, const char *rule) {
    vt_buffer why;
    vt_buffer_init(&why, &r->builder->document->allocator, 400);
    vt_buffer_add_terminated(&why, "unexpected ");
    append_found(&why, r, at);
    vt_buffer_add_terminated(&why, ": ");
    vt_buffer_add_terminated(&why, rule);
    if (why.failed) vt_tree_fail(r->builder, VITALS_ENOMEM, NULL);
    reject_because(r, at, vt_buffer_text(&why));
    vt_buffer_done(&why);
    return NULL;
}

/* A cursor that has failed. */
static const cursor nowhere = { .next = NULL };

static cursor rejected(json_reader *r, const char *at, const char *rule) {
    reject(r, at, rule);
    return nowhere;
}

/* --------------------------------------------------------------------- the host */

enum { BYTES_PER_ASK = 128 << 10 };

static char *ask(json_reader *r, char *at) {
    r->ask_at = r->end - at > BYTES_PER_ASK ? at + BYTES_PER_ASK : r->end + 1;
    return vt_builder_goes_on(r->builder) ? at : stop(r, at);
}

/* ------------------------------------------------------------------ in and out of step */

/* Bring tree and index in step. */
static inline void leave(json_reader *r, cursor p) {
    vt_builder *builder = r->builder;
    vitals_document *document = builder->document;
    document->value_count = (size_t)(p.next - document->values);
    builder->innermost = (uint32_t)(p.container - document->values);
    builder->depth = r->depth;
    r->index.used = p.ends;
}

/* Go on from `at`, NULL: reading has failed, when they are in step and may have moved. */
static inline cursor enter(json_reader *r, const char *at) {
    const vt_builder *builder = r->builder;
    vt_value *values = builder->document->values;
    if (!at) return nowhere;
    r->room = values + builder->room;
    r->depth = builder->depth;
    return (cursor){ r->start, (size_t)(at - r->start), values + builder->document->value_count,
                     values + builder->innermost, r->index.used };
}

static inline cursor failed(json_reader *r, char *at) {
    stop(r, at);
    return nowhere;
}

/* With room for the next value, unless that failed. */
static cursor make_room(json_reader *r, cursor p, char *end) {
    leave(r, p);
    return enter(r, vt_tree_grow(r->builder) ? place_of(p) : stop(r, end));
}

/* vt_tree_append, with the next value in a register. If it fails, reading stops at `end`. */
VT_JSON_INLINE vt_value *append(json_reader *r, cursor *p, vt_type type, char *end) {
    if (p->next >= r->room) *p = make_room(r, *p, end);
    vt_value *value = p->next;
    if (!value) return NULL;
    p->next++;
    value->type = (uint8_t)type;
    value->flags = 0;
    value->depth = (uint16_t)r->depth;
    value->size = 0;
    value->as.integer = 0;
    value->offset = (uint32_t)p->at;
    value->next = 1;
    return value;
}

/* -------------------------------------------------------------------- strings */

static inline char *skip_space(char *at) {
    return at + (vt_json_skip_space(at) - at);
}

/* Copy bytes up to the first that is not plain. Whole blocks are stored; the excess fits, since the
** source has as many bytes left. */
static inline char *copy_plain(json_reader *r, char *out) {
    char *at = r->at;
    for (;;) {
        size_t plain = vt_json_plain_bytes(at);
        memcpy(out, at, VT_JSON_BLOCK_BYTES);
        at += plain;
        out += plain;
        if (plain == VT_JSON_BLOCK_BYTES) continue;
        r->at = at;
        return out;
    }
}

/* The four digits of \uXXXX at `at`; `*wrong` is the first byte that is not one. */
static bool read_four(const char *at, uint32_t *value, const char **wrong) {
    *value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = vt_digit_value(at[i]);
        if (digit >= 16) {
            *wrong = at + i;
            return false;
        }
        *value = *value << 4 | (uint32_t)digit;
    }
    return true;
}

static bool is_high_surrogate(uint32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}
static bool is_low_surrogate(uint32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

/* A \u escape, r->at after the u. GO: encoding/json reads a surrogate without its other half as
** U+FFFD. */
static char *copy_unicode(json_reader *r, char *out) {
    uint32_t unit, low;
    const char *wrong;
    if (!read_four(r->at, &unit, &wrong)) {
        reject(r, wrong, "\\u takes four hexadecimal digits");
        return NULL;
    }
    r->at += 4;
    if (is_high_surrogate(unit) && r->at[0] == '\\' && r->at[1] == 'u' &&
        read_four(r->at + 2, &low, &wrong) && is_low_surrogate(low)) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        r->at += 6;
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
        unit = 0xFFFD;
    }
    return out + vt_utf8_encode(unit, out);
}

/* An escape, r->at on the backslash. */
static char *copy_escape(json_reader *r, char *out) {
    static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    char letter = r->at[1];
    if (letter == 'u') {
        r->at += 2;
        return copy_unicode(r, out);
    }
    for (const char *pair = plain; *pair; pair += 2) {
        if (*pair != letter) continue;
        *out++ = pair[1];
        r->at += 2;
        return out;
    }
    reject(r, r->at + 1, "no such escape in a string");
    return NULL;
}

/* Bytes outside ASCII: copies well-formed UTF-8; r->at stops at anything else. */
static char *copy_non_ascii(json_reader *r, char *out) {
    vt_text rest = vt_text_slice(r->at, (size_t)(r->end - r->at));
    for (size_t offset = 0; offset < rest.size && (unsigned char)rest.bytes[offset] >= 0x80;) {
        size_t before = offset;
        if (vt_utf8_next(rest, &offset) == VT_UTF8_INVALID) break;
        memcpy(out, rest.bytes + before, offset - before);
        out += offset - before;
        r->at += offset - before;
    }
    return out;
}

/* Decode the rest of a string up to its closing quote; r->at is the first byte that is not plain.
** Decoding stops at the first byte that is not UTF-8, with its position in `*invalid`. NULL: it
** does not parse. */
static char *decode(json_reader *r, char *out, char **invalid) {
    for (;; out = copy_plain(r, out)) {
        if (r->at >= r->ask_at && !ask(r, r->at)) return NULL;
        unsigned char byte = (unsigned char)*r->at;
        if (byte == '"') return out;
        if (byte == '\\') {
            out = copy_escape(r, out);
            if (!out) return NULL;
        } else if (byte >= 0x80) {
            char *before = r->at;
            out = copy_non_ascii(r, out);
            if (r->at == before) {
                *invalid = before;
                return out;
            }
        } else {
            return reject(r, r->at,
                          r->at < r->end ? "control characters are escaped in a string"
                                         : "a string is not closed");
        }
    }
}

/* Append the string that ends at `end`; its quotes are at `opening` and `closing`. */
static char *add_string(json_reader *r, const char *opening, char *closing, char *bytes,
                        char *end) {
    vt_value *string = vt_tree_append(r->builder, VT_STRING, offset_of(r, opening));
    if (!string) return stop(r, closing);
    *end = '\0';
    string->as.bytes = bytes;
    string->size = (uint32_t)(end - bytes);
    return closing + 1;
}

/* The same of a string that was decoded: the ends in it are not used yet. */
static char *add_decoded(json_reader *r, const char *opening, char *bytes, char *end) {
    vt_json_index_skip(&r->index, r->at);
    return add_string(r, opening, r->at, bytes, end);
}

/* The rare string with bytes that are not UTF-8. Each becomes U+FFFD, which is longer, so the
** string is decoded again into its own block. GO: encoding/json. */
static char *read_invalid_string(json_reader *r, char *opening) {
    size_t longest = 0;
    for (const char *at = opening + 1; at < r->end && *at != '"'; at += *at == '\\' ? 2 : 1) {
        longest += *at == '\\' ? 6 : 3;
    }
    char *block =
        vt_arena_allocate(&r->builder->document->arena, longest + 2 * VT_JSON_BLOCK_BYTES);
    if (!block) {
        vt_tree_fail(r->builder, VITALS_ENOMEM, NULL);
        return NULL;
    }
    if (!r->warned) {
        diagnose(r, VITALS_SEVERITY_WARNING, "invalid-utf8", opening,
                 VT_TEXT("the string holds bytes that are not UTF-8; each is read as U+FFFD"));
    }
    r->warned = true;
    char *out = block;
    for (r->at = opening + 1;;) {
        char *invalid = NULL;
        out = decode(r, copy_plain(r, out), &invalid);
        if (!out) return NULL;
        if (!invalid) return add_decoded(r, opening, block, out);
        out += vt_utf8_encode(0xFFFD, out);
        r->at = invalid + 1;
    }
}

/* A string that is plain only up to `at`. */
static char *decode_string(json_reader *r, char *opening, char *at) {
    if (!r->strings) {
        size_t rest = (size_t)(r->end - opening) + VT_JSON_BLOCK_BYTES;
        r->strings = vt_arena_allocate(&r->builder->document->arena, rest);
    }
    if (!r->strings) {
        vt_tree_fail(r->builder, VITALS_ENOMEM, NULL);
        return NULL;
    }
    char *bytes = r->strings, *invalid = NULL;
    size_t plain = (size_t)(at - opening - 1);
    memcpy(bytes, opening + 1, plain);
    r->at = at;
    char *end = decode(r, bytes + plain, &invalid);
    if (!end) return NULL;
    if (invalid) return read_invalid_string(r, opening);
    r->strings = end + 1;
    return add_decoded(r, opening, bytes, end);
}

/* A string that is not plain, or that is beyond the window of the index: `end` is then that of the text. Every
** window starts in this function, so asking the host here covers all strings. */
static char *read_other_string(json_reader *r, char *opening, char *end) {
    if (end == r->end) {
        if (opening >= r->ask_at && !ask(r, opening)) return NULL;
        end = r->start + vt_json_index_refill(&r->index);
    }
    if (*end != '"') return decode_string(r, opening, end);
    return add_string(r, opening, end, opening + 1, end);
}

/* A string from its opening quote on; also a key. `*text` is what it says. */
VT_JSON_INLINE cursor read_string(json_reader *r, cursor p, vt_text *text) {
    size_t closing = *p.ends++;
    if (p.start[closing] != '"') {
        leave(r, p);
        p = enter(r, read_other_string(r, place_of(p), p.start + closing));
        if (p.next) *text = vt_value_text(p.next - 1);
        return p;
    }
    p.start[closing] = '\0';
    vt_value *string = append(r, &p, VT_STRING, p.start + closing);
    if (!string) return nowhere;
    *text = vt_text_slice(place_of(p) + 1, closing - p.at - 1);
    string->as.bytes = text->bytes;
    string->size = (uint32_t)text->size;
    p.at = closing + 1;
    return p;
}

/* -------------------------------------------------------------------- numbers */

static char *skip_digits(char *at) {
    while (vt_is_digit(*at)) at++;
    return at;
}

/* The rest of a number that is not an int64: fraction and exponent from `at` on. */
static char *read_double(json_reader *r, const char *start, char *at) {
    if (*at == '.') {
        if (!vt_is_digit(at[1])) return reject(r, at + 1, "digits follow the point of a number");
        at = skip_digits(at + 1);
    }
    if (*at == 'e' || *at == 'E') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        if (!vt_is_digit(*at)) return reject(r, at, "digits follow the exponent sign of a number");
        at = skip_digits(at);
    }
    vt_text text = vt_text_slice(start, (size_t)(at - start));
    if (at >= r->ask_at && !ask(r, at)) return NULL; /* parsing takes as long as finding the end */
    double value = 0;
    if (!vt_number_parse_double(text, &value) || value - value != 0) {
        return reject_because(r, start, VT_TEXT("the number is too large for a float64"));
    }
    return vt_build_double(r->builder, value, text, offset_of(r, start)) ? at : stop(r, at);
}

static char *add_integer(json_reader *r, const char *start, char *at, bool negative,
                         uint64_t magnitude) {
    vt_value *value = vt_tree_append(r->builder, VT_INTEGER, offset_of(r, start));
    if (!value) return stop(r, at);
    value->as.integer = (int64_t)(negative ? 0 - magnitude : magnitude);
    if (negative && magnitude == 0) { /* -0 keeps its text */
        value->flags = VT_FLAG_NUMBER_TEXT;
        value->size = 2;
    }
    return at;
}

static char *read_any_number(json_reader *r, char *start) {
    bool negative = *start == '-';
    char *digits = start + negative, *at = digits;
    uint64_t magnitude = 0;
    for (; vt_is_digit(*at); at++) magnitude = magnitude * 10 + (uint64_t)(*at - '0');
    if (at == digits) return reject(r, digits, "digits follow the sign of a number");
    if (*digits == '0' && at - digits > 1) {
        return reject(r, digits + 1, "a number has no leading zeroes");
    }
    bool whole = *at != '.' && *at != 'e' && *at != 'E';
    /* Nineteen digits cannot overflow 64 bits. */
    if (!whole || at - digits > 19 || magnitude > (uint64_t)INT64_MAX + negative) {
        return read_double(r, start, at);
    }
    return add_integer(r, start, at, negative, magnitude);
}

/* Most numbers have few digits, no sign, and a comma or a bracket after them. */
VT_JSON_INLINE cursor read_number(json_reader *r, cursor p) {
    enum { FEW = 9 };
    char *start = place_of(p);
    uint32_t value = 0;
    size_t count = 0;
    for (; vt_is_digit(start[count]) && count < FEW; count++) {
        value = value * 10 + (uint32_t)(start[count] - '0');
    }
    char after = start[count];
    bool ends = after == ',' || after == '}' || after == ']';
    if (!ends || count == 0 || (*start == '0' && count > 1)) {
        leave(r, p);
        return enter(r, read_any_number(r, start));
    }
    vt_value *number = append(r, &p, VT_INTEGER, start + count);
    if (!number) return nowhere;
    number->as.integer = value;
    p.at += count;
    return p;
}

/* --------------------------------------------------------------------- values */

VT_JSON_INLINE cursor read_word(json_reader *r, cursor p, vt_type type, vt_text word) {
    for (size_t i = 0; i < word.size; i++) {
        if (p.start[p.at + i] == word.bytes[i]) continue;
        return rejected(r, place_of(p) + i, "the words are true, false and null");
    }
    if (!append(r, &p, type, place_of(p))) return nowhere;
    p.at += word.size;
    return p;
}

/* From the next byte, which white space may precede, to `byte`: its position or that of another one. */
VT_JSON_INLINE cursor skip_to(cursor p, char byte) {
    if (p.start[p.at] != byte) p.at = (size_t)(vt_json_skip_space(place_of(p)) - p.start);
    return p;
}
static inline bool is_at(cursor p, char byte) {
    return p.start[p.at] == byte;
}

/* A container: empty, or `*opened` as by vt_tree_open. */
VT_JSON_INLINE cursor read_opening(json_reader *r, cursor p, vt_type type, bool *opened) {
    if (r->depth >= r->most_depth) {
        vt_tree_fail(r->builder, VITALS_ELIMIT, VT_LIMIT_NAME(document_depth));
        return failed(r, place_of(p));
    }
    vt_value *container = append(r, &p, type, place_of(p));
    if (!container) return nowhere;
    char closing = type == VT_OBJECT ? '}' : ']';
    p.at++;
    p = skip_to(p, closing);
    if (is_at(p, closing)) {
        p.at++;
        return p;
    }
    container->next = (uint32_t)(p.container - r->builder->document->values);
    p.container = container;
    r->depth++;
    *opened = true;
    return p;
}

/* A value, of a container with content the opening bracket; white space may precede it. */
VT_JSON_INLINE cursor read_value(json_reader *r, cursor p, bool *opened) {
    vt_text text;
    for (;;) {
        char first = p.start[p.at];
        switch (first) {
        case '"':
            return read_string(r, p, &text);
        case '{':
            return read_opening(r, p, VT_OBJECT, opened);
        case '[':
            return read_opening(r, p, VT_ARRAY, opened);
        case 't':
            return read_word(r, p, VT_TRUE, VT_TEXT("true"));
        case 'f':
            return read_word(r, p, VT_FALSE, VT_TEXT("false"));
        case 'n':
            return read_word(r, p, VT_NULL, VT_TEXT("null"));
        default:
            if (first == '-' || vt_is_digit(first)) return read_number(r, p);
            if (!vt_is_space(first)) return rejected(r, place_of(p), "a value is expected");
            p = skip_to(p, '"');
        }
    }
}

/* A key of the innermost container and its colon. It is not counted yet. */
VT_JSON_INLINE cursor read_key(json_reader *r, cursor p, vt_text *name) {
    p = skip_to(p, '"');
    if (!is_at(p, '"')) return rejected(r, place_of(p), "a key in quotes is expected");
    p = read_string(r, p, name);
    if (!p.next) return p;
    p = skip_to(p, ':');
    if (!is_at(p, ':')) return rejected(r, place_of(p), "a colon follows the key");
    p.at++;
    return p;
}

/* The closing bracket of the innermost container at `p`. */
VT_JSON_INLINE cursor close_container(json_reader *r, cursor p) {
    vt_value *container = p.container;
    if (vt_tree_is_doubtful(container)) {
        leave(r, p);
        return enter(r, vt_build_close(r->builder) ? place_of(p) + 1 : stop(r, place_of(p)));
    }
    p.container = r->builder->document->values + container->next;
    container->as.index = 0;
    container->next = (uint32_t)(p.next - container);
    r->depth--;
    p.at++;
    return p;
}

/* Closing brackets of what is deeper than `floor`, up to the comma after them or the end. */
VT_JSON_INLINE cursor read_ends(json_reader *r, cursor p, uint32_t floor) {
    while (r->depth > floor) {
        p = skip_to(p, ',');
        if (is_at(p, ',')) break;
        bool object = p.container->type == VT_OBJECT;
        if (!is_at(p, object ? '}' : ']')) {
            return rejected(r, place_of(p),
                            object ? "a comma or } follows a member"
                                   : "a comma or ] follows an item");
        }
        p = close_container(r, p);
        if (!p.next) return p;
    }
    return p;
}

static bool is_dropped(const json_reader *r, vt_text name);
static char *drop_member(json_reader *r, char *at);
static char *defer_member(json_reader *r, char *at, bool *built);

static const vt_text managed_fields = VT_TEXT_INIT("managedFields");

/* A member up to its value, or past it when it is not built: dropped or deferred. */
VT_JSON_INLINE cursor start_member(json_reader *r, cursor p, bool *built) {
    vt_text name;
    p = read_key(r, p, &name);
    if (!p.next) return p;
    if (r->drop && is_dropped(r, name)) {
        *built = false;
        leave(r, p);
        return enter(r, drop_member(r, place_of(p)));
    }
    vt_tree_count_key(p.container, name, p.next - 1);
    if (name.size != managed_fields.size) return p;
    leave(r, p);
    return enter(r, defer_member(r, place_of(p), built));
}

/* Members of the innermost container, up to one whose value was opened or to what is not a comma. */
VT_JSON_INLINE cursor read_members(json_reader *r, cursor p, bool *opened) {
    for (;; p.at++) {
        bool built = true;
        p = start_member(r, p, &built);
        if (built && p.next) p = read_value(r, p, opened);
        if (!p.next || *opened) return p;
        p = skip_to(p, ',');
        if (!is_at(p, ',')) return p;
    }
}

/* Items, likewise. They may be without strings. */
VT_JSON_INLINE cursor read_items(json_reader *r, cursor p, bool *opened) {
    for (;; p.at++) {
        if (place_of(p) >= r->ask_at && !ask(r, place_of(p))) return nowhere;
        p.container->size++;
        if (r->drop) vt_drop_item(r->drop, r->depth);
        p = read_value(r, p, opened);
        if (!p.next || *opened) return p;
        p = skip_to(p, ',');
        if (!is_at(p, ',')) return p;
    }
}

/* The value at `at` with everything in it; the tree is in step before and after. One iteration for each
** container that is opened, and for each that is resumed after one in it. It is aligned to a cache line, because
** the addresses of its branches change its time by up to 7 %. */
VT_JSON_LINE_ALIGNED static char *read_tree(json_reader *r, char *at) {
    uint32_t floor = r->builder->depth;
    bool opened = false;
    if (at >= r->ask_at && !ask(r, at)) return NULL;
    cursor p = read_value(r, enter(r, at), &opened);
    while (p.next) {
        if (!opened) {
            p = read_ends(r, p, floor);
            if (!p.next || r->depth == floor) break;
            p.at++;
        }
        opened = false;
        bool members = p.container->type == VT_OBJECT;
        p = members ? read_members(r, p, &opened) : read_items(r, p, &opened);
    }
    if (!p.next) return NULL;
    leave(r, p);
    return place_of(p);
}

/* ------------------------------------------------------------ dropped members */

static bool is_dropped(const json_reader *r, vt_text name) {
    return vt_drop_member(r->drop, r->depth, name);
}

/* The value at `at` cannot be skipped: build it, which reports what is wrong with it, and remove it
** again. */
static char *read_and_remove(json_reader *r, char *at) {
    vitals_document *document = r->builder->document;
    vt_drop *drop = r->drop;
    size_t values = document->value_count, slots = document->slot_count;
    size_t number_texts = document->number_text_count;
    r->drop = NULL;
    at = read_tree(r, at);
    r->drop = drop;
    if (!at) return NULL;
    vt_tree_skip_values(r->builder, document->value_count - values);
    document->value_count = values;
    document->slot_count = slots;
    document->number_text_count = number_texts;
    return at;
}

/* Skip a value, as if it were built. NULL: it cannot be skipped. */
static char *skip_value(json_reader *r, char *at, vt_json_skip *skip) {
    const vt_builder *builder = r->builder;
    uint64_t used = builder->document->value_count + builder->skipped;
    uint64_t most = builder->limits.document_values;
    uint64_t levels = builder->limits.document_depth - builder->depth;
    skip->most_levels = levels < UINT32_MAX ? (uint32_t)levels : UINT32_MAX;
    skip->most_values = used < most ? most - used : 0;
    const char *end = vt_json_skip_value(skip, &r->index, at);
    return end ? at + (end - at) : NULL;
}

/* The value of a member that is dropped; its key is the last value of the tree. */
static char *drop_member(json_reader *r, char *at) {
    vt_json_skip skip = { .plain = false };
    at = skip_space(at);
    char *end = skip_value(r, at, &skip);
    if (end) {
        vt_tree_skip_values(r->builder, skip.values);
    } else {
        end = read_and_remove(r, at);
    }
    if (!end) return NULL;
    r->builder->document->value_count--;
    vt_tree_skip_values(r->builder, 1);
    r->builder->document->dropped++;
    return end;
}

/* ----------------------------------------------------------- deferred members */

static bool is_key(const vitals_document *document, uint32_t index, vt_text name) {
    return vt_value_text_is(&document->values[index], name);
}

/* Whether the key that was appended last is .metadata.managedFields, in an event .object.metadata. */
static bool is_managed_fields(const vt_builder *builder) {
    const vitals_document *document = builder->document;
    uint32_t metadata = builder->innermost;
    if (builder->depth != 2 && builder->depth != 3) return false;
    if (!is_key(document, (uint32_t)document->value_count - 1, managed_fields)) return false;
    if (!is_key(document, metadata - 1, VT_TEXT("metadata"))) return false;
    uint32_t object = document->values[metadata].next; /* of an open container: its parent */
    return builder->depth == 2 || is_key(document, object - 1, VT_TEXT("object"));
}

/* The value of the key that was appended last: when it is deferred, `*built` becomes false. */
static char *defer_member(json_reader *r, char *at, bool *built) {
    vt_builder *builder = r->builder;
    vt_json_skip skip = { .plain = true };
    if (!builder->defers || !is_managed_fields(builder)) return at;
    at = skip_space(at);
    if (*at != '[' || *skip_space(at + 1) == ']') return at;
    char *end = skip_value(r, at, &skip);
    if (!end) return at;
    vt_value *value =
        vt_tree_defer(builder, offset_of(r, at), (uint32_t)(end - at), skip.items, skip.values);
    *built = value == NULL;
    if (!value) return at; /* there is no memory, which the next value reports */
    if (skip.entries) value->flags |= VT_FLAG_ENTRIES;
    return end;
}

/* ---------------------------------------------------------------------- source */

vitals_status vt_json_read(vt_builder *builder, vitals_diagnostics *diagnostics) {
    vt_text source = vt_builder_source(builder);
    json_reader r; /* not cleared as a whole: the index is large */
    r.builder = builder;
    r.diagnostics = diagnostics;
    r.drop = builder->drop;
    r.strings = NULL;
    r.warned = false;
    r.most_depth = builder->limits.document_depth;
    r.start = builder->source;
    r.end = source.bytes + source.size;
    vt_json_index_begin(&r.index, builder->level, source.bytes, r.end);
    r.at = builder->source;
    r.ask_at = r.start;
    /* A first value's room, so that there is an array to point into. */
    if (!builder->document->values && !vt_tree_grow(builder)) return builder->status;
    size_t mark = vt_text_starts(source, VT_TEXT("\xEF\xBB\xBF")) ? 3 : 0; /* a byte order mark */
    char *at = read_tree(&r, skip_space(builder->source + mark));
    if (at) at = skip_space(at);
    if (at && at != r.end) reject(&r, at, "nothing may follow the value");
    vt_builder_diagnose(builder, offset_of(&r, r.at), diagnostics);
    return builder->status;
}
