/* Comparing, counting and searching text, charged as it is read. */
#include "cel/library/scan.h"

#include "base/text/utf8.h"

#define PIECE_BYTES ((size_t)4096)
/* memcmp is fast enough for larger pieces. */
#define COMPARED_BYTES ((size_t)65536)

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* A code point has at most three continuation bytes. */
size_t vt_cel_piece_end(vt_text text, size_t from) {
    if (text.size - from <= PIECE_BYTES) return text.size;
    size_t end = from + PIECE_BYTES, at = end;
    while (end - at < 3 && is_continuation(text.bytes[at])) at--;
    return is_continuation(text.bytes[at]) ? end : at;
}

bool vt_cel_next_piece(vt_cel_state *state, vt_text text, size_t from, size_t *end) {
    *end = vt_cel_piece_end(text, from);
    return vt_cel_charge_bytes(state, *end - from);
}

int vt_cel_scan_compare(vt_cel_state *state, vt_text a, vt_text b) {
    size_t shorter = a.size < b.size ? a.size : b.size;
    for (size_t at = 0; at < shorter; at += COMPARED_BYTES) {
        size_t size = shorter - at < COMPARED_BYTES ? shorter - at : COMPARED_BYTES;
        if (!vt_cel_charge_bytes(state, size)) return 0;
        int order = memcmp(a.bytes + at, b.bytes + at, size);
        if (order != 0) return order;
    }
    return (a.size > b.size) - (a.size < b.size);
}

bool vt_cel_scan_equal(vt_cel_state *state, vt_text a, vt_text b) {
    if (a.size != b.size) return false;
    if (a.size <= VT_SHORT_BYTES) return vt_bytes_equal(a.bytes, b.bytes, a.size);
    return vt_cel_scan_compare(state, a, b) == 0;
}

size_t vt_cel_scan_count(vt_cel_state *state, vt_text text) {
    size_t count = 0;
    for (size_t at = 0, end; at < text.size; at = end) {
        if (!vt_cel_next_piece(state, text, at, &end)) break;
        count += vt_utf8_count(vt_text_between(text, at, end));
    }
    return count;
}

size_t vt_cel_scan_offset(vt_cel_state *state, vt_text text, size_t index) {
    for (size_t at = 0, end; at < text.size; at = end) {
        if (!vt_cel_next_piece(state, text, at, &end)) break;
        vt_text piece = vt_text_between(text, at, end);
        size_t count = vt_utf8_count(piece);
        if (index < count) return at + vt_utf8_offset(piece, index);
        index -= count;
    }
    return text.size;
}

bool vt_cel_scan_is_utf8(vt_cel_state *state, vt_text text) {
    for (size_t at = 0, end; at < text.size; at = end) {
        if (!vt_cel_next_piece(state, text, at, &end)) break;
        vt_text piece = vt_text_between(text, at, end);
        if (vt_utf8_valid_prefix(piece) != piece.size) return false;
    }
    return true;
}

/* ------------------------------------------------------------- searching */

/* Rabin and Karp: the hash of each window follows from that of its neighbour, and only windows with
** the hash of the wanted text are compared, which is charged too. */
#define BASE UINT64_C(0x9E3779B97F4A7C15)

typedef struct search {
    vt_cel_state *state;
    vt_text text, wanted;
    uint64_t hash;  /* of `wanted` */
    uint64_t power; /* BASE to the power of its size - 1 */
} search;

static uint64_t value_of(char byte) {
    return (unsigned char)byte + UINT64_C(1);
}

/* false: the state is stopped. */
static bool hash_window(vt_cel_state *state, const char *bytes, size_t size, uint64_t *hash) {
    *hash = 0;
    for (size_t i = 0; i < size; i++) {
        bool is_piece = i % PIECE_BYTES == 0;
        size_t ahead = size - i < PIECE_BYTES ? size - i : PIECE_BYTES;
        if (is_piece && !vt_cel_charge_bytes(state, ahead)) return false;
        *hash = *hash * BASE + value_of(bytes[i]);
    }
    return true;
}

static uint64_t power_of_base(size_t exponent) {
    uint64_t power = 1, square = BASE;
    for (; exponent > 0; exponent /= 2, square *= square) {
        if (exponent % 2 == 1) power *= square;
    }
    return power;
}

static bool begin(search *s, size_t from, uint64_t *hash) {
    s->power = power_of_base(s->wanted.size - 1);
    return hash_window(s->state, s->wanted.bytes, s->wanted.size, &s->hash) &&
           hash_window(s->state, s->text.bytes + from, s->wanted.size, hash);
}

static bool is_match(const search *s, size_t at, uint64_t hash) {
    if (hash != s->hash || !vt_cel_charge(s->state, 1)) return false;
    vt_text window = vt_text_between(s->text, at, at + s->wanted.size);
    return vt_cel_scan_equal(s->state, window, s->wanted);
}

/* Text is charged in pieces that grow, so that a match nearby costs little. */
typedef struct charged {
    vt_cel_state *state;
    size_t left;  /* bytes that are charged and not yet visited */
    size_t piece; /* bytes of the next piece */
} charged;

/* Charge the next piece of at most `most` bytes. false: the state is stopped. */
static bool charge_piece(charged *c, size_t most) {
    c->piece = c->piece == 0 ? 64 : c->piece < PIECE_BYTES ? 2 * c->piece : PIECE_BYTES;
    c->left = most < c->piece ? most : c->piece;
    return vt_cel_charge_bytes(c->state, c->left);
}

/* One byte: memchr, piece by piece. */
static size_t find_byte(vt_cel_state *state, vt_text text, char byte, size_t from) {
    charged c = { state, 0, 0 };
    for (size_t at = from; at < text.size; at += c.left) {
        if (!charge_piece(&c, text.size - at)) break;
        const char *found = memchr(text.bytes + at, byte, c.left);
        if (found) return (size_t)(found - text.bytes);
    }
    return SIZE_MAX;
}

size_t vt_cel_scan_find(vt_cel_state *state, vt_text text, vt_text wanted, size_t from) {
    if (from > text.size || wanted.size > text.size - from) return SIZE_MAX;
    if (wanted.size == 0) return from;
    if (wanted.size == 1) return find_byte(state, text, wanted.bytes[0], from);
    search s = { state, text, wanted, 0, 0 };
    charged c = { state, 0, 0 };
    uint64_t hash;
    if (!begin(&s, from, &hash)) return SIZE_MAX;
    size_t last = text.size - wanted.size;
    for (size_t at = from;; at++, c.left--) {
        if (is_match(&s, at, hash)) return at;
        if (at == last) return SIZE_MAX;
        if (c.left == 0 && !charge_piece(&c, last - at)) return SIZE_MAX;
        hash = (hash - value_of(text.bytes[at]) * s.power) * BASE +
               value_of(text.bytes[at + wanted.size]);
    }
}

/* The hash is that of the reversed window, so that a window follows from the one behind it. */
static bool begin_backwards(search *s, size_t from, uint64_t *hash) {
    uint64_t wanted = 0, window = 0;
    size_t size = s->wanted.size;
    if (!vt_cel_charge_bytes(s->state, 2 * (uint64_t)size)) return false;
    for (size_t i = size; i > 0; i--) {
        bool is_piece = i % PIECE_BYTES == 0;
        if (is_piece && !vt_cel_charge(s->state, 1)) return false;
        wanted = wanted * BASE + value_of(s->wanted.bytes[i - 1]);
        window = window * BASE + value_of(s->text.bytes[from + i - 1]);
    }
    s->hash = wanted;
    s->power = power_of_base(size - 1);
    *hash = window;
    return true;
}

size_t vt_cel_scan_find_last(vt_cel_state *state, vt_text text, vt_text wanted, size_t from) {
    if (wanted.size > text.size) return SIZE_MAX;
    if (from > text.size - wanted.size) from = text.size - wanted.size;
    search s = { state, text, wanted, 0, 0 };
    charged c = { state, 0, 0 };
    uint64_t hash;
    if (!begin_backwards(&s, from, &hash)) return SIZE_MAX;
    for (size_t at = from;; at--, c.left--) {
        if (is_match(&s, at, hash)) return at;
        if (at == 0) return SIZE_MAX;
        if (c.left == 0 && !charge_piece(&c, at)) return SIZE_MAX;
        hash = (hash - value_of(text.bytes[at + wanted.size - 1]) * s.power) * BASE +
               value_of(text.bytes[at - 1]);
    }
}
