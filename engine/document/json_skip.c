/* Passing over a JSON value without building it. */
#include "document/json_skip.h"

#include "base/number.h"
#include "base/utf8.h"
#include "document/json_bits.h"
#include "document/json_scan.h"

/* One bit for each open container. */
enum { MOST_LEVELS = 64 };

/* ------------------------------------------------------------------- strings */

/* Blocks that are scanned at once, and the quotes in them with one that is left from before. */
enum { MOST_BLOCKS = 4, MOST_QUOTES = MOST_BLOCKS * VT_JSON_BITS_BLOCK + 1 };

/* The quotes of the strings from the start of the value on. They are found for many strings at once,
** so that the walk need not wait for the end of one to find the next. */
typedef struct quotes {
    const char *start, *end; /* of the text from the value on */
    const char *next;        /* the block that is scanned next */
    const char *bad;         /* the first byte that a string cannot hold, or NULL */
    bool plain;              /* only ASCII and no \u */
    bool has_high;           /* there are bytes outside ASCII */
    bool in_string, escaped; /* at `next` */
    uint32_t blocks;         /* to scan at once */
    uint32_t used, count;
    size_t offsets[MOST_QUOTES];
} quotes;

typedef struct block_bits {
    uint64_t quotes, backslashes, others, high; /* others: control characters and `high` ones */
} block_bits;

#if defined(__SSE2__)
static inline block_bits scan_block(const char *bytes) {
    block_bits bits = { 0, 0, 0, 0 };
    for (int i = 0; i < VT_JSON_BITS_BLOCK; i += 16) {
        __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        /* Signed: bytes outside ASCII compare below the control characters. */
        __m128i others = _mm_cmplt_epi8(some, _mm_set1_epi8(' '));
        bits.quotes |= vt_json_equal_bits(some, '"') << i;
        bits.backslashes |= vt_json_equal_bits(some, '\\') << i;
        bits.others |= (uint64_t)_mm_movemask_epi8(others) << i;
        bits.high |= (uint64_t)_mm_movemask_epi8(some) << i;
    }
    return bits;
}
#else
static block_bits scan_block(const char *bytes) {
    block_bits bits = { 0, 0, 0, 0 };
    for (int i = 0; i < VT_JSON_BITS_BLOCK; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        bits.quotes |= (uint64_t)(byte == '"') << i;
        bits.backslashes |= (uint64_t)(byte == '\\') << i;
        bits.others |= (uint64_t)(byte < ' ' || byte >= 0x80) << i;
        bits.high |= (uint64_t)(byte >= 0x80) << i;
    }
    return bits;
}
#endif

/* Whether the letter after a backslash makes an escape. */
static bool is_escape(const char *letter, bool plain) {
    if (*letter == '"') return true; /* most are quotes */
    if (*letter != 'u') return *letter && strchr("\\/bfnrt", *letter);
    for (int i = 1; i < 5; i++) {
        if (vt_digit_value(letter[i]) >= 16) return false;
    }
    return !plain;
}

static void note_bad(quotes *q, const char *at) {
    if (!q->bad || at < q->bad) q->bad = at;
}

/* Backslashes: the quotes that they escape do not end a string. */
static void take_escapes(quotes *q, block_bits *bits) {
    uint64_t escaped = vt_json_escaped_bits(bits->backslashes, q->escaped);
    uint64_t last = UINT64_C(1) << (VT_JSON_BITS_BLOCK - 1);
    q->escaped = (bits->backslashes & last) && !(escaped & last);
    bits->quotes &= ~escaped;
    for (; escaped; escaped &= escaped - 1) {
        const char *letter = q->next + vt_json_lowest_bit(escaped);
        if (!is_escape(letter, q->plain)) note_bad(q, letter);
    }
}

static inline void take_block(quotes *q) {
    block_bits bits = scan_block(q->next);
    if (bits.backslashes || q->escaped) take_escapes(q, &bits);
    uint64_t inside = vt_json_bit_sums(bits.quotes) ^ (q->in_string ? UINT64_MAX : 0);
    uint64_t bad = (q->plain ? bits.others : bits.others & ~bits.high) & inside;
    if (bad) note_bad(q, q->next + vt_json_lowest_bit(bad));
    q->has_high |= bits.high != 0;
    q->in_string = inside >> (VT_JSON_BITS_BLOCK - 1);
    size_t offset = (size_t)(q->next - q->start);
    uint32_t count = q->count;
    for (uint64_t rest = bits.quotes; rest; rest &= rest - 1) {
        q->offsets[count++] = offset + vt_json_lowest_bit(rest);
    }
    q->count = count;
    q->next += VT_JSON_BITS_BLOCK;
}

/* Scan until both quotes of the next string are known; false when they are not in the text. */
static bool find_quotes(quotes *q) {
    while (q->count - q->used < 2) {
        if (q->next >= q->end) return false;
        if (q->used < q->count) q->offsets[0] = q->offsets[q->used];
        q->count -= q->used;
        q->used = 0;
        for (uint32_t i = 0; i < q->blocks && q->next < q->end; i++) take_block(q);
        if (q->blocks < MOST_BLOCKS) q->blocks *= 2;
    }
    return true;
}

/* The string whose opening quote is at `at`. */
static inline const char *skip_string(quotes *q, const char *at) {
    if (q->count - q->used < 2 && !find_quotes(q)) return NULL;
    const size_t *pair = q->offsets + q->used;
    q->used += 2;
    return at == q->start + pair[0] ? q->start + pair[1] + 1 : NULL;
}

/* What was found of the strings before `at` makes them strings that can be skipped. */
static bool strings_are_good(const quotes *q, const char *at) {
    if (q->bad && q->bad < at) return false;
    if (!q->has_high) return true;
    vt_text text = vt_text_slice(q->start, (size_t)(at - q->start));
    for (size_t offset = 0; offset < text.size;) {
        if (vt_utf8_next(text, &offset) == VT_UTF8_INVALID) return false;
    }
    return true;
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

/* The walk over a value. */
typedef struct walk {
    quotes *quotes;
    uint64_t objects; /* a bit for each open container, the innermost one the lowest: an object */
    uint32_t level, most_levels;
    uint64_t values;
    uint32_t items;
    bool entries;
} walk;

/* "2006-01-02T15:04:05Z", on a day that every month has. */
static bool is_plain_time(const char *text) {
    static const char most[] = "\"9999-19-29T29:59:59Z\"";
    for (size_t i = 0; i < sizeof most - 1; i++) {
        bool digit = vt_is_digit(most[i]);
        if (digit ? !vt_is_digit(text[i]) || text[i] > most[i] : text[i] != most[i]) return false;
    }
    int month = (text[6] - '0') * 10 + text[7] - '0', day = (text[9] - '0') * 10 + text[10] - '0';
    int hour = (text[12] - '0') * 10 + text[13] - '0';
    return month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24;
}

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
static inline void note_member(walk *w, const char *key, const char *end, const char *value) {
    vt_text name = vt_text_slice(key + 1, (size_t)(end - key) - 2);
    if (vt_text_is(name, "time")) {
        w->entries &= is_plain_time(value);
    } else if (*value != '"' && holds_string(name)) {
        w->entries = false;
    }
}

/* A key, its colon and the white space after it. In managed fields most members are empty objects
** that another one follows: `"f:image":{},"f:name":{},`. They are recognised as a whole. */
static inline const char *skip_key(walk *w, const char *at) {
    const char *key;
    for (;;) {
        key = at;
        at = skip_string(w->quotes, at);
        if (!at) return NULL;
        w->values++;
        if (memcmp(at, ":{},\"", 5) != 0 || w->level >= w->most_levels || w->level == 2) break;
        w->values++;
        at += 4;
    }
    const char *end = at;
    at = vt_json_skip_space(at);
    if (*at != ':') return NULL;
    at = vt_json_skip_space(at + 1);
    if (w->level == 2) note_member(w, key, end, at);
    return at;
}

/* Closing brackets, up to the next value or, with no level left, the end. */
static inline const char *skip_ends(walk *w, const char *at) {
    while (w->level > 0) {
        bool object = w->objects & 1;
        at = vt_json_skip_space(at);
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

static const char *walk_value(walk *w, const char *at) {
    do {
        char first = *at;
        w->values++;
        if (w->level == 1 && first != '{') w->entries = false;
        if (first == '"') {
            at = skip_string(w->quotes, at);
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

const char *vt_json_skip_value(vt_json_skip *skip, const char *at, const char *end) {
    quotes found; /* not cleared as a whole: its offsets are large */
    found.start = found.next = at;
    found.end = end;
    found.bad = NULL;
    found.plain = skip->plain;
    found.has_high = found.in_string = found.escaped = false;
    found.blocks = 1;
    found.used = found.count = 0;
    walk w = { &found, 0, 0, skip->most_levels, 0, 1, *at == '[' };
    if (w.most_levels > MOST_LEVELS) w.most_levels = MOST_LEVELS;
    at = walk_value(&w, at);
    skip->values = w.values;
    skip->items = w.items;
    skip->entries = w.entries;
    return at && w.values <= skip->most_values && strings_are_good(&found, at) ? at : NULL;
}
