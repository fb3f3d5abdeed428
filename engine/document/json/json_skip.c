/* Passing over a JSON value without building it. */
#include "document/json/json_skip.h"

#include "base/number/clock.h"
#include "base/number/number.h"
#include "base/text/utf8.h"
#include "document/json/json_scan.h"

/* One bit for each open container. */
enum { MOST_LEVELS = 64 };

/* Strings of the value. */
typedef struct strings {
    vt_json_index *index;
    bool plain; /* skip only ASCII without \u */
} strings;

/* The walk over a value. */
typedef struct walk {
    strings strings;
    uint64_t objects; /* a bit for each open container, the innermost one the lowest: an object */
    uint32_t level, most_levels;
    uint64_t values;
    uint32_t items;
    bool entries;
} walk;

/* ------------------------------------------------------------------- strings */

/* The letter after a backslash, or the last digit of \u; NULL when it makes no escape. */
static const char *skip_escape(const char *letter, bool plain) {
    if (*letter != 'u') return *letter && strchr("\"\\/bfnrt", *letter) ? letter : NULL;
    for (int i = 1; i < 5; i++) {
        if (vt_digit_value(letter[i]) >= 16) return NULL;
    }
    return plain ? NULL : letter + 4;
}

/* The bytes from `at` on that are not plain; NULL when a string cannot hold them. */
static const char *skip_special(const strings *s, const char *at) {
    vt_text text = vt_text_slice(at, (size_t)(s->index->end - at));
    size_t offset = 0;
    for (;;) {
        unsigned char byte = (unsigned char)at[offset];
        if (byte == '\\') {
            const char *last = skip_escape(at + offset + 1, s->plain);
            if (!last) return NULL;
            offset = (size_t)(last - at) + 1;
        } else if (byte >= 0x80 && !s->plain) {
            if (vt_utf8_next(text, &offset) == VT_UTF8_INVALID) return NULL;
        } else {
            return byte >= ' ' && byte < 0x80 ? at + offset : NULL;
        }
    }
}

/* The next end from `at` on. */
static const char *end_from(const strings *s, const char *at) {
    const char *end;
    do {
        end = s->index->start + vt_json_index_next(s->index);
    } while (end < at);
    return end;
}

/* The rest of a string that is plain up to `at`: the byte after it. */
static const char *skip_special_string(const strings *s, const char *at) {
    while (*at != '"') {
        bool is_quote = at[0] == '\\' && at[1] == '"'; /* most are */
        at = is_quote ? at + 2 : skip_special(s, at);
        if (!at) return NULL;
        at = end_from(s, at);
    }
    return at + 1;
}

/* The string whose opening quote is at `at`. */
static inline const char *skip_string(const strings *s, const char *at) {
    if (*at != '"') return NULL;
    const char *end = s->index->start + vt_json_index_next(s->index);
    return *end == '"' ? end + 1 : skip_special_string(s, end);
}

/* ------------------------------------------------------------------- scalars */

static const char *skip_digits(const char *at) {
    while (vt_is_digit(*at)) at++;
    return at;
}

/* A number; one with a fraction or an exponent must fit a float64. */
static const char *skip_number(const char *start) {
    const char *digits = start + (*start == '-'), *at = skip_digits(digits);
    if (at == digits || (*digits == '0' && at - digits > 1)) return NULL;
    bool whole = *at != '.' && *at != 'e' && *at != 'E';
    if (whole && at - digits < 300) return at;
    if (*at == '.') {
        if (!vt_is_digit(at[1])) return NULL;
        at = skip_digits(at + 1);
    }
    if (*at == 'e' || *at == 'E') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        if (!vt_is_digit(*at)) return NULL;
        at = skip_digits(at);
    }
    double value = 0;
    bool fits = vt_number_parse_double(vt_text_slice(start, (size_t)(at - start)), &value);
    return fits && value - value == 0 ? at : NULL;
}

static const char *skip_scalar(const char *at) {
    switch (*at) {
    case 't':
        return memcmp(at, "true", 4) == 0 ? at + 4 : NULL;
    case 'f':
        return memcmp(at, "false", 5) == 0 ? at + 5 : NULL;
    case 'n':
        return memcmp(at, "null", 4) == 0 ? at + 4 : NULL;
    default:
        return skip_number(at);
    }
}

/* ---------------------------------------------------------------- containers */

/* Members of managed fields whose value is a string. */
static bool holds_string(vt_text name) {
    static const vt_text names[] = { VT_TEXT_INIT("apiVersion"), VT_TEXT_INIT("fieldsType"),
                                     VT_TEXT_INIT("manager"), VT_TEXT_INIT("operation"),
                                     VT_TEXT_INIT("subresource") };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (vt_text_equal(name, names[i])) return true;
    }
    return false;
}

/* A member of an item: whether its value has the type that managed fields have. `end` is after the
** key. */
static bool is_entry_member(const char *key, const char *end, const char *value) {
    vt_text name = vt_text_slice(key + 1, (size_t)(end - key) - 2);
    if (vt_text_is(name, "time")) {
        return *value == '"' && vt_is_plain_time(value + 1) && value[21] == '"';
    }
    return *value == '"' || !holds_string(name);
}

/* A key, its colon and the white space after it. In managed fields most members are empty objects
** that another one follows: `"f:image":{},"f:name":{},`. They are recognised as a whole. */
static inline const char *skip_key(walk *w, const char *at) {
    const char *key;
    for (;;) {
        key = at;
        at = skip_string(&w->strings, at);
        if (!at) return NULL;
        w->values++;
        if (memcmp(at, ":{},\"", 5) != 0 || w->level >= w->most_levels || w->level == 2) break;
        w->values++;
        at += 4;
    }
    const char *end = at;
    at = vt_json_skip_to(at, ':');
    if (*at != ':') return NULL;
    at = vt_json_skip_space(at + 1);
    if (w->level == 2) w->entries &= is_entry_member(key, end, at);
    return at;
}

/* Closing brackets, up to the next value or, with no level left, the end. */
static inline const char *skip_ends(walk *w, const char *at) {
    while (w->level > 0) {
        bool object = w->objects & 1;
        at = vt_json_skip_to(at, ',');
        if (*at == ',') {
            w->items += w->level == 1;
            at = vt_json_skip_space(at + 1);
            return object ? skip_key(w, at) : at;
        }
        if (*at != (object ? '}' : ']')) return NULL;
        w->objects >>= 1;
        w->level--;
        at++;
    }
    return at;
}

/* --------------------------------------------------- entries of managed fields */

/* How a member of an entry begins: the key, the colon, and of a string the opening quote. Or the whole of a
** member that most entries have: where the next one begins is then known before its text is looked at. */
typedef struct member_start {
    enum { MEMBER_WHOLE, MEMBER_STRING, MEMBER_TIME, MEMBER_FIELDS } value;
    vt_text text;
} member_start;

static const member_start *find_member_start(const char *at) {
    static const member_start starts[] = {
        { MEMBER_STRING, VT_TEXT_INIT("\"manager\":\"") },
        { MEMBER_WHOLE, VT_TEXT_INIT("\"operation\":\"Update\"") },
        { MEMBER_WHOLE, VT_TEXT_INIT("\"operation\":\"Apply\"") },
        { MEMBER_STRING, VT_TEXT_INIT("\"operation\":\"") },
        { MEMBER_STRING, VT_TEXT_INIT("\"apiVersion\":\"") },
        { MEMBER_TIME, VT_TEXT_INIT("\"time\":\"") },
        { MEMBER_WHOLE, VT_TEXT_INIT("\"fieldsType\":\"FieldsV1\"") },
        { MEMBER_STRING, VT_TEXT_INIT("\"fieldsType\":\"") },
        { MEMBER_FIELDS, VT_TEXT_INIT("\"fieldsV1\":") },
        { MEMBER_WHOLE, VT_TEXT_INIT("\"subresource\":\"status\"") },
        { MEMBER_STRING, VT_TEXT_INIT("\"subresource\":\"") },
    };
#pragma GCC unroll 12
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (vt_bytes_equal(at, starts[i].text.bytes, starts[i].text.size)) return &starts[i];
    }
    return NULL;
}

/* The rest of a plain string, with its closing quote. */
static const char *skip_plain_string(const char *at) {
    size_t plain;
    while ((plain = vt_json_plain_bytes(at)) == VT_JSON_BLOCK_BYTES) at += plain;
    return at[plain] == '"' ? at + plain + 1 : NULL;
}

static const char *skip_plain_time(const char *at) {
    return vt_is_plain_time(at) && at[VT_PLAIN_TIME_BYTES] == '"' ? at + VT_PLAIN_TIME_BYTES + 1
                                                                  : NULL;
}

/* The value of a member that begins so. */
static const char *skip_member_value(walk *w, const member_start *start, const char *at) {
    if (start->value == MEMBER_FIELDS) {
        return w->strings.index->level->skip_fields(at, w->most_levels - 2, &w->values);
    }
    w->values++;
    if (start->value == MEMBER_WHOLE) return at;
    return start->value == MEMBER_TIME ? skip_plain_time(at) : skip_plain_string(at);
}

/* An entry in the form in which servers write it, in any order of its members and without white space;
** NULL: it has another form, and the walk decides what it is. The index is not needed for it. */
static const char *skip_entry(walk *w, const char *at) {
    uint64_t values = w->values++;
    const char *last = at;
    do {
        const member_start *start = find_member_start(last + 1);
        w->values++;
        last = start ? skip_member_value(w, start, last + 1 + start->text.size) : NULL;
    } while (last && *last == ',');
    if (last && *last == '}') return last + 1;
    w->values = values;
    return NULL;
}

/* Whether a value is an entry that was skipped; `*at` is then after it. */
static bool is_skipped_entry(walk *w, const char **at) {
    if (w->level != 1 || !w->entries || **at != '{' || w->most_levels <= 2) return false;
    const char *end = skip_entry(w, *at);
    if (!end) return false;
    vt_json_index_move(w->strings.index, end);
    *at = end;
    return true;
}

static const char *walk_value(walk *w, const char *at) {
    do {
        if (is_skipped_entry(w, &at)) {
            at = skip_ends(w, at);
            if (!at) return NULL;
            continue;
        }
        char first = *at;
        w->values++;
        if (w->level == 1 && first != '{') w->entries = false;
        if (first == '"') {
            at = skip_string(&w->strings, at);
        } else if (first == '{' || first == '[') {
            if (w->level++ == w->most_levels) return NULL;
            w->objects = w->objects << 1 | (first == '{');
            at = vt_json_skip_space(at + 1);
            /* In ASCII a closing bracket is its opening one plus 2. */
            if (*at != first + 2) {
                at = first == '{' ? skip_key(w, at) : at;
                if (!at) return NULL;
                continue;
            }
        } else {
            at = skip_scalar(at);
        }
        at = at ? skip_ends(w, at) : NULL;
        if (!at) return NULL;
    } while (w->level > 0);
    return at;
}

/* The index finds no end in strings that are UTF-8. */
static bool is_ascii(const vt_json_index *index, const char *at, const char *end) {
    if (!index->carry.beyond_ascii) return true;
    while (at < end && (unsigned char)*at < 0x80) at++;
    return at == end;
}

const char *vt_json_skip_value(vt_json_skip *skip, vt_json_index *index, const char *at) {
    walk w = { .strings = { index, skip->plain },
               .most_levels = skip->most_levels < MOST_LEVELS ? skip->most_levels : MOST_LEVELS,
               .items = 1,
               .entries = *at == '[' };
    const char *end = walk_value(&w, at);
    skip->values = w.values;
    skip->items = w.items;
    skip->entries = w.entries;
    bool skips = end && w.values <= skip->most_values;
    if (skips && (!skip->plain || is_ascii(index, at, end))) return end;
    vt_json_index_restart(index, at);
    return NULL;
}
