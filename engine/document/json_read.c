/*
** The JSON reader: RFC 8259 to the letter, one pass, no recursion.
**
** It is benchmarked against simdjson and cJSON (tools/bench/). The source is a copy followed by
** NULs, so scanning needs no bounds check: no token contains a NUL, and only when one is found is
** its position compared with the end. The copy is writable, so strings stay in it and a NUL
** replaces the closing quote. Strings with escapes or bytes outside ASCII are decoded into a block
** of their own, which they cannot overflow: n bytes need n + 1 there, and the two quotes are not
** stored.
**
** Functions that read take a position and return where they stopped, or NULL once anything has
** failed: then the builder's status is the reason, and r->at the position.
*/
#include "base/ascii.h"
#include "base/number.h"
#include "base/utf8.h"
#include "document/drop.h"
#include "document/json_scan.h"
#include "document/json_skip.h"
#include "document/tree.h"

typedef struct json_reader {
    vt_builder *builder;
    vitals_diagnostics *diagnostics;
    const char *start;
    const char *end;
    char *at;           /* where reading failed; while decoding a string, the next byte */
    char *strings;      /* where the next string is decoded to; NULL until it is needed */
    vt_drop *drop;      /* members to leave out, or NULL */
    const char *ask_at; /* from here on the host is asked */
    bool warned;        /* of bytes that are not UTF-8: reported once */
} json_reader;

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
    reject_because(r, at, vt_buffer_whole_text(&why));
    vt_buffer_done(&why);
    return NULL;
}

/* --------------------------------------------------------------------- the host */

enum { BYTES_PER_ASK = 128 << 10 };

static char *ask(json_reader *r, char *at) {
    r->ask_at = r->end - at > BYTES_PER_ASK ? at + BYTES_PER_ASK : r->end + 1;
    return vt_builder_goes_on(r->builder) ? at : stop(r, at);
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

/* Append the decoded string that ends at `end`; its quotes are at `opening` and `closing`. */
static inline char *add_string(json_reader *r, const char *opening, char *closing, char *bytes,
                               char *end) {
    vt_value *string = vt_tree_append(r->builder, VT_STRING, offset_of(r, opening));
    if (!string) return stop(r, closing);
    *end = '\0';
    string->as.bytes = bytes;
    string->size = (uint32_t)(end - bytes);
    return closing + 1;
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
        if (!invalid) return add_string(r, opening, r->at, block, out);
        out += vt_utf8_encode(0xFFFD, out);
        r->at = invalid + 1;
    }
}

/* A string that is plain only up to `at`. */
static char *read_escaped_string(json_reader *r, char *opening, char *at) {
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
    return add_string(r, opening, r->at, bytes, end);
}

/* A string with its quotes; also a key. */
static inline char *read_string(json_reader *r, char *opening) {
    char *at = opening + 1;
    size_t plain;
    do {
        plain = vt_json_plain_bytes(at);
        at += plain;
    } while (plain == VT_JSON_BLOCK_BYTES);
    if (*at != '"') return read_escaped_string(r, opening, at);
    return add_string(r, opening, at, opening + 1, at);
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

/* The number from `start` up to `at`. */
static char *add_integer(json_reader *r, const char *start, char *at, uint64_t magnitude) {
    vt_value *value = vt_tree_append(r->builder, VT_INTEGER, offset_of(r, start));
    if (!value) return stop(r, at);
    bool negative = *start == '-';
    value->as.integer = (int64_t)(negative ? 0 - magnitude : magnitude);
    if (negative && magnitude == 0) { /* -0 keeps its text */
        value->flags = VT_FLAG_NUMBER_TEXT;
        value->size = 2;
    }
    return at;
}

static char *read_number(json_reader *r, char *start) {
    bool negative = *start == '-';
    char *digits = start + negative;
    if (!vt_is_digit(*digits)) return reject(r, digits, "digits follow the sign of a number");
    char *at = digits;
    uint64_t magnitude = 0;
    for (; vt_is_digit(*at); at++) magnitude = magnitude * 10 + (uint64_t)(*at - '0');
    if (*digits == '0' && at - digits > 1) {
        return reject(r, digits + 1, "a number has no leading zeroes");
    }
    bool whole = *at != '.' && *at != 'e' && *at != 'E';
    /* Nineteen digits cannot overflow 64 bits. */
    if (!whole || at - digits > 19 || magnitude > (uint64_t)INT64_MAX + negative) {
        return read_double(r, start, at);
    }
    return add_integer(r, start, at, magnitude);
}

/* --------------------------------------------------------------------- values */

static char *read_word(json_reader *r, char *at, vt_type type, vt_text word) {
    for (size_t i = 0; i < word.size; i++) {
        if (at[i] != word.bytes[i]) return reject(r, at + i, "the words are true, false and null");
    }
    bool added = vt_tree_append(r->builder, type, offset_of(r, at)) != NULL;
    return added ? at + word.size : stop(r, at);
}

static inline char *read_scalar(json_reader *r, char *at) {
    switch (*at) {
    case '"':
        return read_string(r, at);
    case 't':
        return read_word(r, at, VT_TRUE, VT_TEXT("true"));
    case 'f':
        return read_word(r, at, VT_FALSE, VT_TEXT("false"));
    case 'n':
        return read_word(r, at, VT_NULL, VT_TEXT("null"));
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        return read_number(r, at);
    default:
        return reject(r, at, "a value is expected");
    }
}

/* A key of the innermost container, its colon and the white space after it. It is not counted yet. */
static inline char *read_key(json_reader *r, char *at) {
    at = skip_space(at);
    if (*at != '"') return reject(r, at, "a key in quotes is expected");
    at = read_string(r, at);
    if (!at) return NULL;
    at = skip_space(at);
    if (*at != ':') return reject(r, at, "a colon follows the key");
    return skip_space(at + 1);
}

/* Closing brackets of what is deeper than `floor`, up to the comma after them or the end. */
static inline char *read_ends(json_reader *r, char *at, uint32_t floor) {
    while (r->builder->depth > floor) {
        vt_value *container = vt_tree_innermost(r->builder);
        at = skip_space(at);
        if (*at == ',') break;
        bool object = container->type == VT_OBJECT;
        if (*at != (object ? '}' : ']')) {
            return reject(
                r, at, object ? "a comma or } follows a member" : "a comma or ] follows an item");
        }
        if (!vt_tree_close_counted(r->builder, container)) return NULL;
        at++;
    }
    return at;
}

/* A scalar, or an opening bracket and the white space after it. */
static inline char *read_start(json_reader *r, char *at) {
    if (*at != '{' && *at != '[') return read_scalar(r, at);
    vt_type type = *at == '{' ? VT_OBJECT : VT_ARRAY;
    return vt_tree_open(r->builder, type, offset_of(r, at)) ? skip_space(at + 1) : stop(r, at);
}

static char *drop_member(json_reader *r, char *at);
static char *defer_member(json_reader *r, char *at);

/* The key that was just read: whether its member is dropped. */
static bool is_dropped(const json_reader *r) {
    const vitals_document *document = r->builder->document;
    const vt_value *key = &document->values[document->value_count - 1];
    return vt_drop_member(r->drop, r->builder->depth, vt_value_text(key));
}

/* The value at `at` with everything in it. One iteration for each scalar, each opening bracket and
** each member that is dropped. */
static char *read_tree(json_reader *r, char *at) {
    uint32_t floor = r->builder->depth;
    bool inside = false;
    for (;; inside = true) {
        if (at >= r->ask_at && !ask(r, at)) return NULL;
        vt_value *container = inside ? vt_tree_innermost(r->builder) : NULL;
        bool dropped = false, is_member = false;
        if (container && container->type == VT_OBJECT) {
            at = read_key(r, at);
            if (!at) return NULL;
            dropped = r->drop && is_dropped(r);
            if (!dropped) vt_tree_count_key(r->builder);
            is_member = !dropped;
        } else if (container) {
            container->size++;
            if (r->drop) vt_drop_item(r->drop, r->builder->depth);
            at = skip_space(at);
        }
        char first = *at;
        char *end = NULL; /* of a value that is not built */
        if (dropped) {
            end = drop_member(r, at);
            if (!end) return NULL;
        } else if (is_member && first == '[') {
            end = defer_member(r, at);
        }
        at = end ? end : read_start(r, at);
        if (!at) return NULL;
        /* In ASCII a closing bracket is its opening one plus 2. */
        bool opened = !end && (first == '{' || first == '[');
        if (opened && *at != first + 2) continue;
        at = read_ends(r, at, floor);
        if (!at || r->builder->depth == floor) return at;
        at++;
    }
}

/* ------------------------------------------------------------ dropped members */

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
    const char *end = vt_json_skip_value(skip, at, r->end);
    return end ? at + (end - at) : NULL;
}

/* The value of a member that is dropped; its key is the last value of the tree. */
static char *drop_member(json_reader *r, char *at) {
    vt_json_skip skip = { .plain = false };
    char *end = skip_value(r, at, &skip);
    if (end) {
        vt_tree_skip_values(r->builder, skip.values);
    } else {
        end = read_and_remove(r, at);
    }
    r->builder->document->value_count--;
    vt_tree_skip_values(r->builder, 1);
    r->builder->document->dropped++;
    return end;
}

/* ----------------------------------------------------------- deferred members */

static bool is_key(const vitals_document *document, uint32_t index, const char *name) {
    return vt_value_text_is(&document->values[index], vt_text_from(name));
}

/* Whether the key that was appended last is .metadata.managedFields, in an event .object.metadata. */
static bool is_managed_fields(const vt_builder *builder) {
    const vitals_document *document = builder->document;
    uint32_t metadata = builder->innermost;
    if (builder->depth != 2 && builder->depth != 3) return false;
    if (!is_key(document, (uint32_t)document->value_count - 1, "managedFields")) return false;
    if (!is_key(document, metadata - 1, "metadata")) return false;
    uint32_t object = document->values[metadata].next; /* of an open container: its parent */
    return builder->depth == 2 || is_key(document, object - 1, "object");
}

/* The array at `at`, the value of the key that was appended last: its end when it was deferred, else
** NULL. */
static char *defer_member(json_reader *r, char *at) {
    vt_builder *builder = r->builder;
    vt_json_skip skip = { .plain = true };
    if (!builder->defers || !is_managed_fields(builder) || *skip_space(at + 1) == ']') return NULL;
    char *end = skip_value(r, at, &skip);
    if (!end) return NULL;
    vt_value *value =
        vt_tree_defer(builder, offset_of(r, at), (uint32_t)(end - at), skip.items, skip.values);
    if (value && skip.entries) value->flags |= VT_FLAG_ENTRIES;
    return value ? end : NULL;
}

/* ---------------------------------------------------------------------- source */

vitals_status vt_json_read(vt_builder *builder, vitals_diagnostics *diagnostics) {
    vt_text source = vt_builder_source(builder);
    json_reader r = { .builder = builder, .diagnostics = diagnostics, .drop = builder->drop };
    r.start = source.bytes;
    r.end = source.bytes + source.size;
    r.at = builder->source;
    r.ask_at = r.start;
    size_t mark = vt_text_starts(source, VT_TEXT("\xEF\xBB\xBF")) ? 3 : 0; /* a byte order mark */
    char *at = read_tree(&r, skip_space(builder->source + mark));
    if (at) at = skip_space(at);
    if (at && at != r.end) reject(&r, at, "nothing may follow the value");
    vt_builder_diagnose(builder, offset_of(&r, r.at), diagnostics);
    return builder->status;
}
