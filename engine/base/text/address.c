/* IP addresses, as Go's net/netip reads them. */
#include "base/text/address.h"

#include "base/number/number.h"
#include "base/text/quote.h"

/* A reader of an address; `error` gets the text of netip.ParseAddr, or is NULL. */
typedef struct reader {
    vt_text source;
    vt_buffer *error;
} reader;

/* `at`: what is not read yet, or absent. */
static bool fail(const reader *r, const char *why, vt_text at) {
    if (!r->error) return false;
    vt_buffer_add(r->error, VT_TEXT("ParseAddr("));
    vt_quote_append_go(r->error, r->source);
    vt_buffer_add(r->error, VT_TEXT("): "));
    vt_buffer_add_terminated(r->error, why);
    if (at.size == 0) return false;
    vt_buffer_add(r->error, VT_TEXT(" (at "));
    vt_quote_append_go(r->error, at);
    vt_buffer_add_byte(r->error, ')');
    return false;
}

/* Four decimal parts without leading zeroes. */
static bool read_ipv4(const reader *r, vt_text text, uint8_t out[4]) {
    unsigned value = 0, digits = 0, fields = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.bytes[i];
        const vt_text rest = vt_text_between(text, i, text.size);
        if (vt_is_digit(c)) {
            if (digits == 1 && value == 0)
                return fail(r, "IPv4 field has octet with leading zero", VT_TEXT_ABSENT);
            value = value * 10 + (unsigned)(c - '0');
            digits++;
            if (value > 255) return fail(r, "IPv4 field has value >255", VT_TEXT_ABSENT);
        } else if (c != '.') {
            return fail(r, "unexpected character", rest);
        } else if (i == 0 || i + 1 == text.size || text.bytes[i - 1] == '.') {
            return fail(r, "IPv4 field must have at least one digit", rest);
        } else if (fields == 3) {
            return fail(r, "IPv4 address too long", VT_TEXT_ABSENT);
        } else {
            out[fields++] = (uint8_t)value;
            value = digits = 0;
        }
    }
    out[3] = (uint8_t)value;
    return fields == 3 || fail(r, "IPv4 address too short", VT_TEXT_ABSENT);
}

/* Groups read so far, and where "::" was among them. */
typedef struct groups {
    uint8_t bytes[16];
    size_t size;
    size_t gap; /* SIZE_MAX: none */
} groups;

/* An IPv4 address in place of the last two groups. */
static bool read_embedded(const reader *r, groups *g, vt_text text) {
    if (g->gap == SIZE_MAX && g->size != 12) {
        return fail(r, "embedded IPv4 address must replace the final 2 fields of the address",
                    text);
    }
    if (g->size > 12) {
        return fail(r, "too many hex fields to fit an embedded IPv4 at the end of the address",
                    text);
    }
    g->size += 4;
    return read_ipv4(r, text, g->bytes + g->size - 4);
}

/* One group of up to four hexadecimal digits; it is cut off. */
static bool read_group(const reader *r, groups *g, vt_text *text) {
    uint64_t value;
    size_t size = 0;
    while (size < text->size && vt_is_hexadecimal(text->bytes[size])) {
        if (size > 3) return fail(r, "each group must have 4 or less digits", *text);
        size++;
    }
    if (size == 0) return fail(r, "each colon-separated field must have at least one digit", *text);
    if (size < text->size && text->bytes[size] == '.') {
        const bool good = read_embedded(r, g, *text);
        *text = VT_TEXT("");
        return good;
    }
    (void)vt_number_parse_uint64(vt_text_between(*text, 0, size), 16, &value);
    g->bytes[g->size++] = (uint8_t)(value >> 8);
    g->bytes[g->size++] = (uint8_t)value;
    *text = vt_text_between(*text, size, text->size);
    return true;
}

/* The colon behind a group, or two of them; they are cut off. */
static bool read_colons(const reader *r, groups *g, vt_text *text) {
    if (text->bytes[0] != ':') return fail(r, "unexpected character, want colon", *text);
    if (text->size == 1) return fail(r, "colon must be followed by more characters", *text);
    *text = vt_text_between(*text, 1, text->size);
    if (text->bytes[0] != ':') return true;
    if (g->gap != SIZE_MAX) return fail(r, "multiple :: in address", *text);
    g->gap = g->size;
    *text = vt_text_between(*text, 1, text->size);
    return true;
}

static bool read_groups(const reader *r, groups *g, vt_text text) {
    *g = (groups){ .gap = SIZE_MAX };
    if (vt_text_starts(text, VT_TEXT("::"))) {
        g->gap = 0;
        text = vt_text_between(text, 2, text.size);
    }
    bool more = text.size > 0;
    while (more && g->size < 16) {
        if (!read_group(r, g, &text)) return false;
        more = text.size > 0;
        if (more && !read_colons(r, g, &text)) return false;
        more = text.size > 0;
    }
    if (text.size) return fail(r, "trailing garbage after address", text);
    if (g->size < 16 && g->gap == SIZE_MAX)
        return fail(r, "address string too short", VT_TEXT_ABSENT);
    if (g->size == 16 && g->gap != SIZE_MAX)
        return fail(r, "the :: must expand to at least one field of zeros", VT_TEXT_ABSENT);
    return true;
}

static bool read_ipv6(const reader *r, vt_text text, bool *zone, uint8_t out[16]) {
    groups g;
    const size_t percent = vt_text_find_byte(text, '%', 0);
    *zone = percent != SIZE_MAX;
    if (*zone && percent + 1 == text.size)
        return fail(r, "zone must be a non-empty string", VT_TEXT_ABSENT);
    if (!read_groups(r, &g, vt_text_between(text, 0, percent))) return false;
    memset(out, 0, 16);
    const size_t head = g.gap == SIZE_MAX ? 16 : g.gap, tail = g.size - head;
    memcpy(out, g.bytes, head);
    memcpy(out + 16 - tail, g.bytes + head, tail);
    return true;
}

bool vt_address_parse(vt_text text, vt_address *out, bool *zone, vt_buffer *error) {
    const reader r = { text, error };
    *zone = false;
    for (size_t i = 0; i < text.size; i++) {
        out->size = text.bytes[i] == '.' ? 4 : 16;
        if (text.bytes[i] == '.') return read_ipv4(&r, text, out->bytes);
        if (text.bytes[i] == ':') return read_ipv6(&r, text, zone, out->bytes);
        if (text.bytes[i] == '%') return fail(&r, "missing IPv6 address", VT_TEXT_ABSENT);
    }
    return fail(&r, "unable to parse IP", VT_TEXT_ABSENT);
}

/* ::ffff:0:0/96 */
bool vt_address_is_mapped(const vt_address *address) {
    static const uint8_t prefix[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF };
    return address->size == 16 && memcmp(address->bytes, prefix, sizeof prefix) == 0;
}

void vt_address_unmap(vt_address *address) {
    if (!vt_address_is_mapped(address)) return;
    memmove(address->bytes, address->bytes + 12, 4);
    address->size = 4;
}

bool vt_address_has_prefix(const vt_address *address, const uint8_t *prefix, int bits) {
    int whole = bits / 8, rest = bits % 8;
    if (memcmp(address->bytes, prefix, (size_t)whole) != 0) return false;
    if (rest == 0) return true;
    uint8_t mask = (uint8_t)(0xFF << (8 - rest));
    return ((address->bytes[whole] ^ prefix[whole]) & mask) == 0;
}
