/* Passing over a JSON value without building it. */
#include "document/json_skip.h"

#include "base/number.h"
#include "base/utf8.h"
#include "document/json_scan.h"

/* One bit for each open container. */
enum { MOST_LEVELS = 64 };

/* ------------------------------------------------------------------- scalars */

/* An escape, `at` on the backslash. */
static const char *skip_escape(const char *at, bool plain) {
    if (at[1] == 'u') {
        if (plain) return NULL;
        for (int i = 2; i < 6; i++) {
            if (vt_digit_value(at[i]) >= 16) return NULL;
        }
        return at + 6;
    }
    static const bool known[128] = { ['"'] = true, ['\\'] = true, ['/'] = true, ['b'] = true,
                                     ['f'] = true, ['n'] = true,  ['r'] = true, ['t'] = true };
    return (unsigned char)at[1] < 128 && known[(unsigned char)at[1]] ? at + 2 : NULL;
}

/* The rest of a string from its first byte that is not plain. */
static const char *skip_special(const char *at, const char *end, bool plain) {
    for (;; at += vt_json_plain_bytes(at)) {
        if (*at == '"') return at + 1;
        if (*at == '\\') {
            at = skip_escape(at, plain);
            if (!at) return NULL;
        } else if ((unsigned char)*at >= 0x80 && !plain) {
            size_t size = 0;
            vt_text rest = vt_text_slice(at, (size_t)(end - at));
            if (vt_utf8_next(rest, &size) == VT_UTF8_INVALID) return NULL;
            at += size;
        } else if ((unsigned char)*at < ' ' || (unsigned char)*at >= 0x80) {
            return NULL;
        }
    }
}

/* A string with its quotes. */
static inline const char *skip_string(const vt_json_skip *skip, const char *at, const char *end) {
    size_t plain_bytes;
    at++;
    do {
        plain_bytes = vt_json_wide_plain_bytes(at);
        at += plain_bytes;
    } while (plain_bytes == VT_JSON_WIDE_BYTES);
    return *at == '"' ? at + 1 : skip_special(at, end, skip->plain);
}

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

/* The open containers, the innermost one in the lowest bit: 1 for an object. */
typedef struct levels {
    uint64_t objects;
    uint32_t count;
} levels;

/* A key, its colon and the white space after it. In managed fields most members are empty objects
** that another one follows: `"f:image":{},"f:name":{},`. They are recognised as a whole. */
static inline const char *skip_key(vt_json_skip *skip, uint32_t level, const char *at,
                                   const char *end) {
    for (;;) {
        if (*at != '"') return NULL;
        at = skip_string(skip, at, end);
        if (!at) return NULL;
        skip->values++;
        if (memcmp(at, ":{},\"", 5) != 0 || level >= skip->most_levels) break;
        skip->values++;
        at += 4;
        skip->items += level == 1;
    }
    at = vt_json_skip_space(at);
    return *at == ':' ? vt_json_skip_space(at + 1) : NULL;
}

/* Closing brackets, up to the next value or, with no level left, the end. */
static inline const char *skip_ends(vt_json_skip *skip, levels *open, const char *at,
                                    const char *end) {
    while (open->count > 0) {
        bool object = open->objects & 1;
        at = vt_json_skip_space(at);
        if (*at == ',') {
            skip->items += open->count == 1;
            at = vt_json_skip_space(at + 1);
            return object ? skip_key(skip, open->count, at, end) : at;
        }
        if (*at != (object ? '}' : ']')) return NULL;
        open->objects >>= 1;
        open->count--;
        at++;
    }
    return at;
}

const char *vt_json_skip_value(vt_json_skip *skip, const char *at, const char *end) {
    vt_json_skip own = *skip; /* so that the compiler can keep it in registers */
    levels open = { 0, 0 };
    if (own.most_levels > MOST_LEVELS) own.most_levels = MOST_LEVELS;
    own.values = 0;
    own.items = 1;
    do {
        char first = *at;
        own.values++;
        if (first == '"') {
            at = skip_string(&own, at, end);
        } else if (first == '{' || first == '[') {
            if (open.count++ == own.most_levels) return NULL;
            open.objects = open.objects << 1 | (first == '{');
            at = vt_json_skip_space(at + 1);
            /* In ASCII a closing bracket is its opening one plus 2. */
            if (*at != first + 2) {
                at = first == '{' ? skip_key(&own, open.count, at, end) : at;
                if (!at) return NULL;
                continue;
            }
        } else {
            at = skip_scalar(at);
        }
        at = at ? skip_ends(&own, &open, at, end) : NULL;
        if (!at) return NULL;
    } while (open.count > 0);
    *skip = own;
    return own.values <= own.most_values ? at : NULL;
}
