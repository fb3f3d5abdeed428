/* IP addresses and CIDR ranges, with the rules of Go's netip. */
#include "base/number/number.h"
#include "cel/library/rows.h"

/* --------------------------------------------------------------- reading */

/* Four decimal parts without leading zeroes. */
static bool parse_ipv4(vt_text text, uint8_t out[4]) {
    for (int i = 0; i < 4; i++) {
        size_t end = vt_text_find_byte(text, '.', 0);
        vt_text part = vt_text_between(text, 0, end);
        uint64_t value;
        if (end == SIZE_MAX) part = text;
        if ((i == 3) != (end == SIZE_MAX) || part.size == 0 || part.size > 3) return false;
        if (!vt_number_parse_uint64(part, 10, &value) || value > 255) return false;
        if (part.size > 1 && part.bytes[0] == '0') return false;
        out[i] = (uint8_t)value;
        text = vt_text_between(text, part.size + 1, text.size);
    }
    return true;
}

/* Groups read so far, and where "::" was among them. */
typedef struct groups {
    uint8_t bytes[16];
    size_t size;
    size_t gap; /* SIZE_MAX: none */
} groups;

/* One group of hexadecimal digits, or an IPv4 address at the end. */
static bool read_group(groups *g, vt_text part, bool last) {
    if (last && vt_text_find_byte(part, '.', 0) != SIZE_MAX) {
        if (g->size > 12 || !parse_ipv4(part, g->bytes + g->size)) return false;
        g->size += 4;
        return true;
    }
    uint64_t value;
    if (g->size > 14 || part.size > 4 || !vt_number_parse_uint64(part, 16, &value)) return false;
    g->bytes[g->size++] = (uint8_t)(value >> 8);
    g->bytes[g->size++] = (uint8_t)value;
    return true;
}

static bool parse_ipv6(vt_text text, uint8_t out[16]) {
    groups g = { .gap = SIZE_MAX };
    if (vt_text_starts(text, VT_TEXT("::"))) {
        g.gap = 0;
        text = vt_text_between(text, 2, text.size);
    }
    while (text.size > 0) {
        size_t colon = vt_text_find_byte(text, ':', 0);
        bool last = colon == SIZE_MAX;
        if (!read_group(&g, last ? text : vt_text_between(text, 0, colon), last)) return false;
        if (last) break;
        text = vt_text_between(text, colon + 1, text.size);
        if (text.size == 0) return false;
        if (text.bytes[0] != ':') continue;
        if (g.gap != SIZE_MAX) return false;
        g.gap = g.size;
        text = vt_text_between(text, 1, text.size);
    }
    if ((g.size == 16) != (g.gap == SIZE_MAX)) return false;
    memset(out, 0, 16);
    size_t head = g.gap == SIZE_MAX ? 16 : g.gap, tail = g.size - head;
    memcpy(out, g.bytes, head);
    memcpy(out + 16 - tail, g.bytes + head, tail);
    return true;
}

static bool parse_address(vt_text text, vt_cel_address *out) {
    out->size = vt_text_find_byte(text, ':', 0) == SIZE_MAX ? 4 : 16;
    return out->size == 4 ? parse_ipv4(text, out->bytes) : parse_ipv6(text, out->bytes);
}

/* ::ffff:0:0/96 */
static bool is_mapped(const vt_cel_address *address) {
    static const uint8_t prefix[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF };
    return address->size == 16 && memcmp(address->bytes, prefix, sizeof prefix) == 0;
}

static bool is_mapped_text(vt_text text, const vt_cel_address *address) {
    return is_mapped(address) && vt_text_find_byte(text, '.', 0) != SIZE_MAX;
}

static vt_cel_value new_address(vt_cel_state *state, vt_cel_kind kind, vt_cel_address address,
                                int16_t bits) {
    vt_cel_address *copy = vt_cel_allocate(state, sizeof *copy);
    if (!copy) return vt_cel_stopped_error(state);
    *copy = address;
    return (vt_cel_value){ .kind = (uint8_t)kind, .extra = bits, .as.address = copy };
}

/* CEL: an IPv4-mapped IPv6 address is the IPv4 address, unless it is written with dots. */
static vt_cel_value ip_of(vt_cel_state *state, vt_text text) {
    vt_cel_address address = { { 0 }, 0 };
    if (!vt_cel_charge_bytes(state, text.size)) return vt_cel_stopped_error(state);
    if (vt_text_find_byte(text, '%', 0) != SIZE_MAX) {
        return vt_cel_fail(state, "IP Address '%.*s' with zone value is not allowed",
                           VT_TEXT_ARG(text));
    }
    if (!parse_address(text, &address)) {
        return vt_cel_fail(state, "IP Address '%.*s' parse error during conversion from string",
                           VT_TEXT_ARG(text));
    }
    if (is_mapped_text(text, &address)) {
        return vt_cel_fail(state, "IPv4-mapped IPv6 address '%.*s' is not allowed",
                           VT_TEXT_ARG(text));
    }
    if (is_mapped(&address)) {
        memmove(address.bytes, address.bytes + 12, 4);
        address.size = 4;
    }
    return new_address(state, VT_CEL_IP, address, 0);
}

static vt_cel_value bad_cidr(vt_cel_state *state, vt_text text) {
    return vt_cel_fail(state,
                       "CIDR '%.*s' network address parse error during conversion from string",
                       VT_TEXT_ARG(text));
}

static vt_cel_value cidr_of(vt_cel_state *state, vt_text text) {
    vt_cel_address address = { { 0 }, 0 };
    size_t slash = vt_text_find_byte(text, '/', 0);
    uint64_t bits;
    if (!vt_cel_charge_bytes(state, text.size)) return vt_cel_stopped_error(state);
    if (vt_text_find_byte(text, '%', 0) != SIZE_MAX) {
        return vt_cel_fail(state, "CIDR '%.*s' with zone value is not allowed", VT_TEXT_ARG(text));
    }
    if (slash == SIZE_MAX || !parse_address(vt_text_between(text, 0, slash), &address)) {
        return bad_cidr(state, text);
    }
    vt_text length = vt_text_between(text, slash + 1, text.size);
    bool padded = length.size > 1 && length.bytes[0] == '0';
    if (padded || !vt_number_parse_uint64(length, 10, &bits) || bits > address.size * 8u) {
        return bad_cidr(state, text);
    }
    if (is_mapped(&address)) {
        return vt_cel_fail(state, "IPv4-mapped IPv6 address '%.*s' is not allowed",
                           VT_TEXT_ARG(text));
    }
    return new_address(state, VT_CEL_CIDR, address, (int16_t)bits);
}

/* --------------------------------------------------------------- writing */

/* RFC 5952: the longest run of two or more zero groups becomes "::". */
static void append_ipv6(vt_buffer *buffer, const uint8_t bytes[16]) {
    int best = -1, best_count = 1;
    for (int i = 0; i < 8; i++) {
        int count = 0;
        while (i + count < 8 && bytes[2 * (i + count)] == 0 && bytes[2 * (i + count) + 1] == 0)
            count++;
        if (count <= best_count) continue;
        best = i;
        best_count = count;
    }
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            vt_buffer_add(buffer, VT_TEXT("::"));
            i += best_count - 1;
            continue;
        }
        bool behind_run = best >= 0 && i == best + best_count;
        if (i > 0 && !behind_run) vt_buffer_add_byte(buffer, ':');
        vt_buffer_printf(buffer, "%x", (unsigned)(bytes[2 * i] << 8 | bytes[2 * i + 1]));
    }
}

bool vt_cel_append_address(vt_buffer *buffer, vt_cel_value value) {
    const vt_cel_address *address = value.as.address;
    if (address->size == 4) {
        vt_buffer_printf(buffer, "%u.%u.%u.%u", address->bytes[0], address->bytes[1],
                         address->bytes[2], address->bytes[3]);
    } else {
        append_ipv6(buffer, address->bytes);
    }
    if (value.kind == VT_CEL_CIDR) vt_buffer_printf(buffer, "/%d", value.extra);
    return !buffer->failed;
}

/* ------------------------------------------------------------- functions */

static vt_cel_value argument(const vt_cel_call *call) {
    return call->arguments[0];
}

static vt_cel_value ip(const vt_cel_call *call) {
    return ip_of(call->state, vt_cel_text(argument(call)));
}
static vt_cel_value cidr(const vt_cel_call *call) {
    return cidr_of(call->state, vt_cel_text(argument(call)));
}
static vt_cel_value is_ip(const vt_cel_call *call) {
    return vt_cel_of_bool(!vt_cel_is_error(ip(call)));
}
static vt_cel_value is_cidr(const vt_cel_call *call) {
    return vt_cel_of_bool(!vt_cel_is_error(cidr(call)));
}

static vt_cel_value to_string(const vt_cel_call *call) {
    if (!vt_cel_charge(call->state, 5)) return vt_cel_stopped_error(call->state);
    vt_cel_append_address(vt_cel_scratch(call->state), argument(call));
    return vt_cel_scratch_string(call->state);
}

static vt_cel_value is_canonical(const vt_cel_call *call) {
    vt_cel_value address = ip(call);
    if (vt_cel_is_error(address)) return address;
    vt_buffer *text = vt_cel_scratch(call->state);
    vt_cel_append_address(text, address);
    return vt_cel_of_bool(vt_text_equal(vt_buffer_text(text), vt_cel_text(argument(call))));
}

static vt_cel_value family(const vt_cel_call *call) {
    return vt_cel_of_int(argument(call).as.address->size == 4 ? 4 : 6);
}

/* Whether the first `bits` bits of the address are those of `prefix`. */
static bool has_prefix(const vt_cel_address *address, const uint8_t *prefix, int bits) {
    int whole = bits / 8, rest = bits % 8;
    if (memcmp(address->bytes, prefix, (size_t)whole) != 0) return false;
    if (rest == 0) return true;
    uint8_t mask = (uint8_t)(0xFF << (8 - rest));
    return ((address->bytes[whole] ^ prefix[whole]) & mask) == 0;
}

static bool is_all(const vt_cel_address *address, uint8_t byte, uint8_t last) {
    for (int i = 0; i < address->size; i++) {
        if (address->bytes[i] != (i + 1 < address->size ? byte : last)) return false;
    }
    return true;
}

/* One row for each named range: its IPv4 and its IPv6 prefix. */
enum { LOOPBACK, LINK_LOCAL, LINK_LOCAL_MULTICAST, MULTICAST };
static const struct {
    uint8_t ipv4[4];
    int ipv4_bits;
    uint8_t ipv6[16];
    int ipv6_bits;
} ranges[] = {
    [LOOPBACK] = { { 127 }, 8, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, 128 },
    [LINK_LOCAL] = { { 169, 254 }, 16, { 0xFE, 0x80 }, 10 },
    [LINK_LOCAL_MULTICAST] = { { 224, 0, 0 }, 24, { 0xFF, 0x02 }, 16 },
    [MULTICAST] = { { 224 }, 4, { 0xFF }, 8 },
};

static bool is_in_range(const vt_cel_address *address, int range) {
    if (address->size == 4) return has_prefix(address, ranges[range].ipv4, ranges[range].ipv4_bits);
    return has_prefix(address, ranges[range].ipv6, ranges[range].ipv6_bits);
}

static vt_cel_value in_range(const vt_cel_call *call) {
    return vt_cel_of_bool(is_in_range(argument(call).as.address, call->function->variant));
}

static vt_cel_value is_unspecified(const vt_cel_call *call) {
    return vt_cel_of_bool(is_all(argument(call).as.address, 0, 0));
}

/* GO: neither unspecified, loopback, multicast, link-local nor IPv4 broadcast. */
static vt_cel_value is_global_unicast(const vt_cel_call *call) {
    const vt_cel_address *address = argument(call).as.address;
    bool broadcast = address->size == 4 && is_all(address, 0xFF, 0xFF);
    return vt_cel_of_bool(!is_all(address, 0, 0) && !broadcast && !is_in_range(address, LOOPBACK) &&
                          !is_in_range(address, MULTICAST) && !is_in_range(address, LINK_LOCAL));
}

static bool range_holds(vt_cel_value range, const vt_cel_address *address) {
    const vt_cel_address *base = range.as.address;
    return base->size == address->size && has_prefix(address, base->bytes, range.extra);
}

static vt_cel_value contains_ip(const vt_cel_call *call) {
    vt_cel_value address = call->arguments[1];
    if (address.kind == VT_CEL_STRING) address = ip_of(call->state, vt_cel_text(address));
    if (vt_cel_is_error(address)) return address;
    return vt_cel_of_bool(range_holds(argument(call), address.as.address));
}

static vt_cel_value contains_cidr(const vt_cel_call *call) {
    vt_cel_value other = call->arguments[1];
    if (other.kind == VT_CEL_STRING) other = cidr_of(call->state, vt_cel_text(other));
    if (vt_cel_is_error(other)) return other;
    return vt_cel_of_bool(argument(call).extra <= other.extra &&
                          range_holds(argument(call), other.as.address));
}

static vt_cel_value address_of(const vt_cel_call *call) {
    return new_address(call->state, VT_CEL_IP, *argument(call).as.address, 0);
}

static vt_cel_address mask(vt_cel_value range) {
    vt_cel_address address = *range.as.address;
    for (int bit = range.extra; bit < address.size * 8; bit++) {
        address.bytes[bit / 8] &= (uint8_t) ~(0x80 >> bit % 8);
    }
    return address;
}

static vt_cel_value masked(const vt_cel_call *call) {
    return new_address(call->state, VT_CEL_CIDR, mask(argument(call)), argument(call).extra);
}

static vt_cel_value is_mask(const vt_cel_call *call) {
    vt_cel_address address = mask(argument(call));
    return vt_cel_of_bool(memcmp(address.bytes, argument(call).as.address->bytes, address.size) ==
                          0);
}

static vt_cel_value prefix_length(const vt_cel_call *call) {
    return vt_cel_of_int(argument(call).extra);
}

#define IP &vt_cel_ip
#define CIDR &vt_cel_cidr
#define NETWORK(name, id, result, a, b, run, variant, flags, doc, example, cost)                   \
    { name, id, result, { a, b }, run, variant, flags, SPEC, "network", 1, doc, example, cost }

/* clang-format off */
const vt_cel_function vt_cel_network_functions[] = {
    NETWORK("ip", "string_to_ip", IP, STRING, NULL, ip, 0, 0, "the address", "ip('10.0.0.1').family() == 4", COST_READS),
    NETWORK("ip", "cidr_ip", IP, CIDR, NULL, address_of, 0, MEMBER, "the address of a range, unmasked", "cidr('10.0.0.1/8').ip() == ip('10.0.0.1')", COST_CALL),
    NETWORK("isIP", "is_ip", BOOL, STRING, NULL, is_ip, 0, 0, "whether the text is an address", "isIP('::1')", COST_READS),
    NETWORK("ip.isCanonical", "ip_is_canonical", BOOL, STRING, NULL, is_canonical, 0, 0, "whether the text is the usual form of the address", "ip.isCanonical('2001:db8::1')", COST_READS),
    NETWORK("family", "ip_family", INT, IP, NULL, family, 0, MEMBER, "4 or 6", "ip('::1').family() == 6", COST_CALL),
    NETWORK("isUnspecified", "ip_is_unspecified", BOOL, IP, NULL, is_unspecified, 0, MEMBER, "0.0.0.0 or ::", "ip('::').isUnspecified()", COST_CALL),
    NETWORK("isLoopback", "ip_is_loopback", BOOL, IP, NULL, in_range, LOOPBACK, MEMBER, "127.0.0.0/8 or ::1", "ip('127.0.0.1').isLoopback()", COST_CALL),
    NETWORK("isLinkLocalMulticast", "ip_is_link_local_multicast", BOOL, IP, NULL, in_range, LINK_LOCAL_MULTICAST, MEMBER, "224.0.0.0/24 or ff02::/16", "ip('ff02::1').isLinkLocalMulticast()", COST_CALL),
    NETWORK("isLinkLocalUnicast", "ip_is_link_local_unicast", BOOL, IP, NULL, in_range, LINK_LOCAL, MEMBER, "169.254.0.0/16 or fe80::/10", "ip('fe80::1').isLinkLocalUnicast()", COST_CALL),
    NETWORK("isGlobalUnicast", "ip_is_global_unicast", BOOL, IP, NULL, is_global_unicast, 0, MEMBER, "none of the special ranges", "ip('10.0.0.1').isGlobalUnicast()", COST_CALL),
    NETWORK("string", "ip_to_string", STRING, IP, NULL, to_string, 0, VT_CEL_FOLD, "the canonical form", "string(ip('::0')) == '::'", COST_NUMBER),
    NETWORK("string", "cidr_to_string", STRING, CIDR, NULL, to_string, 0, VT_CEL_FOLD, "the canonical form", "string(cidr('10.0.0.0/8')) == '10.0.0.0/8'", COST_NUMBER),
    NETWORK("cidr", "string_to_cidr", CIDR, STRING, NULL, cidr, 0, 0, "the range", "cidr('10.0.0.0/8').prefixLength() == 8", COST_READS),
    NETWORK("isCIDR", "is_cidr", BOOL, STRING, NULL, is_cidr, 0, 0, "whether the text is a range", "isCIDR('10.0.0.0/8')", COST_READS),
    NETWORK("containsIP", "cidr_contains_ip_ip", BOOL, CIDR, IP, contains_ip, 0, MEMBER, "whether the address is in the range", "cidr('10.0.0.0/8').containsIP(ip('10.1.2.3'))", COST_CALL),
    NETWORK("containsIP", "cidr_contains_ip_string", BOOL, CIDR, STRING, contains_ip, 0, MEMBER, "whether the address is in the range", "cidr('10.0.0.0/8').containsIP('10.1.2.3')", COST_READS),
    NETWORK("containsCIDR", "cidr_contains_cidr", BOOL, CIDR, CIDR, contains_cidr, 0, MEMBER, "whether the other range is inside", "cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16'))", COST_CALL),
    NETWORK("containsCIDR", "cidr_contains_cidr_string", BOOL, CIDR, STRING, contains_cidr, 0, MEMBER, "whether the other range is inside", "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", COST_READS),
    NETWORK("masked", "cidr_masked", CIDR, CIDR, NULL, masked, 0, MEMBER, "the range without host bits", "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')", COST_CALL),
    NETWORK("prefixLength", "cidr_prefix_length", INT, CIDR, NULL, prefix_length, 0, MEMBER, "how many bits the prefix has", "cidr('10.0.0.0/8').prefixLength() == 8", COST_CALL),
    NETWORK("isMask", "cidr_is_mask", BOOL, CIDR, NULL, is_mask, 0, MEMBER, "whether there are no host bits", "cidr('10.0.0.0/8').isMask()", COST_CALL),
    VT_CEL_END,
};
/* clang-format on */
