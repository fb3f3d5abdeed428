/* IP addresses and CIDR ranges, with the rules of Go's netip. */
#include "base/number/number.h"
#include "base/text/quote.h"
#include "cel/library/opaque.h"
#include "cel/library/rows.h"

/* --------------------------------------------------------------- reading */

static vt_cel_value new_address(vt_cel_state *state, vt_cel_kind kind, vt_address address,
                                int16_t bits) {
    vt_address *copy = vt_cel_allocate(state, sizeof *copy);
    if (!copy) return vt_cel_stopped_error(state);
    *copy = address;
    return (vt_cel_value){ .kind = (uint8_t)kind, .extra = bits, .as.address = copy };
}

/* The texts of errors: those of cel-go's library, and those of Kubernetes. */
enum { OF_CEL, OF_KUBERNETES };

/* head"text"tail. */
static vt_cel_value refuse(vt_cel_state *state, const char *head, vt_text text, const char *tail) {
    vt_buffer *buffer = vt_cel_scratch(state);
    vt_buffer_add_terminated(buffer, head);
    vt_quote_append_go(buffer, text);
    vt_buffer_add_terminated(buffer, tail);
    return vt_cel_scratch_error(state);
}

/* K8S: pkg/cel/library/ip.go. */
static vt_cel_value kubernetes_ip(vt_cel_state *state, vt_text text) {
    vt_address address;
    bool zone;
    vt_buffer error = vt_arena_buffer(&state->arena);
    if (!vt_address_parse(text, &address, &zone, &error)) {
        vt_buffer tail = vt_arena_buffer(&state->arena);
        vt_buffer_add(&tail, VT_TEXT(" parse error during conversion from string: "));
        vt_buffer_add(&tail, vt_buffer_text(&error));
        return refuse(state, "IP Address ", text, vt_buffer_text(&tail).bytes);
    }
    if (zone) return refuse(state, "IP address ", text, " with zone value is not allowed");
    if (vt_address_is_mapped(&address))
        return refuse(state, "IPv4-mapped IPv6 address ", text, " is not allowed");
    return new_address(state, VT_CEL_IP, address, 0);
}

/* CEL: an IPv4-mapped IPv6 address is the IPv4 address, unless it is written with dots. */
static vt_cel_value cel_ip(vt_cel_state *state, vt_text text) {
    vt_address address;
    bool zone;
    if (vt_text_find_byte(text, '%', 0) != SIZE_MAX) {
        return vt_cel_fail(state, "IP Address '%.*s' with zone value is not allowed",
                           VT_TEXT_ARG(text));
    }
    if (!vt_address_parse(text, &address, &zone, NULL)) {
        return vt_cel_fail(state, "IP Address '%.*s' parse error during conversion from string",
                           VT_TEXT_ARG(text));
    }
    if (!vt_address_is_mapped(&address)) return new_address(state, VT_CEL_IP, address, 0);
    if (vt_text_find_byte(text, '.', 0) != SIZE_MAX) {
        return vt_cel_fail(state, "IPv4-mapped IPv6 address '%.*s' is not allowed",
                           VT_TEXT_ARG(text));
    }
    vt_address_unmap(&address);
    return new_address(state, VT_CEL_IP, address, 0);
}

static vt_cel_value ip_of(vt_cel_state *state, vt_text text, int whose) {
    if (!vt_cel_charge_bytes(state, text.size)) return vt_cel_stopped_error(state);
    return whose == OF_KUBERNETES ? kubernetes_ip(state, text) : cel_ip(state, text);
}

/* netip.ParsePrefix: the address before the last slash. NULL: it is good; else what is wrong, in `why`. */
static bool read_prefix(vt_text text, vt_address *address, int16_t *bits, vt_buffer *why) {
    size_t slash = SIZE_MAX;
    bool zone;
    uint64_t number;
    for (size_t i = 0; i < text.size; i++) slash = text.bytes[i] == '/' ? i : slash;
    if (slash == SIZE_MAX) return vt_buffer_add(why, VT_TEXT("no '/'")) && false;
    if (!vt_address_parse(vt_text_between(text, 0, slash), address, &zone, why)) return false;
    if (zone) {
        vt_buffer_add(why, VT_TEXT("IPv6 zones cannot be present in a prefix"));
        return false;
    }
    const vt_text length = vt_text_between(text, slash + 1, text.size);
    const bool padded = length.size > 1 && (length.bytes[0] < '1' || length.bytes[0] > '9');
    if (padded || !vt_number_parse_uint64(length, 10, &number) || number > INT64_MAX) {
        vt_buffer_add(why, VT_TEXT("bad bits after slash: "));
        vt_quote_append_go(why, length);
        return false;
    }
    *bits = (int16_t)(number > 1024 ? 1024 : number);
    if (number <= address->size * 8u) return true;
    vt_buffer_add(why, VT_TEXT("prefix length out of range"));
    return false;
}

/* K8S: pkg/cel/library/cidr.go, which puts the same words in front twice. */
static vt_cel_value bad_prefix(vt_cel_state *state, vt_text text, vt_text why) {
    vt_buffer tail = vt_arena_buffer(&state->arena);
    vt_buffer_add(&tail, VT_TEXT("): "));
    vt_buffer_add(&tail, why);
    return refuse(state,
                  "network address parse error during conversion from string: network address "
                  "parse error during conversion from string: netip.ParsePrefix(",
                  text, vt_buffer_text(&tail).bytes);
}

static vt_cel_value cidr_of(vt_cel_state *state, vt_text text, int whose) {
    vt_address address;
    int16_t bits = 0;
    vt_buffer why = vt_arena_buffer(&state->arena);
    const bool ours = whose == OF_CEL;
    if (!vt_cel_charge_bytes(state, text.size)) return vt_cel_stopped_error(state);
    if (ours && vt_text_find_byte(text, '%', 0) != SIZE_MAX) {
        return vt_cel_fail(state, "CIDR '%.*s' with zone value is not allowed", VT_TEXT_ARG(text));
    }
    if (!read_prefix(text, &address, &bits, &why)) {
        if (!ours) return bad_prefix(state, text, vt_buffer_text(&why));
        return vt_cel_fail(state,
                           "CIDR '%.*s' network address parse error during conversion from string",
                           VT_TEXT_ARG(text));
    }
    if (!vt_address_is_mapped(&address)) return new_address(state, VT_CEL_CIDR, address, bits);
    if (!ours) {
        return refuse(state,
                      "network address parse error during conversion from string: IPv4-mapped "
                      "IPv6 address ",
                      text, " is not allowed");
    }
    return vt_cel_fail(state, "IPv4-mapped IPv6 address '%.*s' is not allowed", VT_TEXT_ARG(text));
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
    const vt_address *address = value.as.address;
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

/* variant: whose errors. */
static vt_cel_value ip(const vt_cel_call *call) {
    return ip_of(call->state, vt_cel_text(argument(call)), call->function->variant);
}
static vt_cel_value cidr(const vt_cel_call *call) {
    return cidr_of(call->state, vt_cel_text(argument(call)), call->function->variant);
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

static bool is_all(const vt_address *address, uint8_t byte, uint8_t last) {
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

static bool is_in_range(const vt_address *address, int range) {
    if (address->size == 4)
        return vt_address_has_prefix(address, ranges[range].ipv4, ranges[range].ipv4_bits);
    return vt_address_has_prefix(address, ranges[range].ipv6, ranges[range].ipv6_bits);
}

static vt_cel_value in_range(const vt_cel_call *call) {
    return vt_cel_of_bool(is_in_range(argument(call).as.address, call->function->variant));
}

static vt_cel_value is_unspecified(const vt_cel_call *call) {
    return vt_cel_of_bool(is_all(argument(call).as.address, 0, 0));
}

/* GO: neither unspecified, loopback, multicast, link-local nor IPv4 broadcast. */
static vt_cel_value is_global_unicast(const vt_cel_call *call) {
    const vt_address *address = argument(call).as.address;
    bool broadcast = address->size == 4 && is_all(address, 0xFF, 0xFF);
    return vt_cel_of_bool(!is_all(address, 0, 0) && !broadcast && !is_in_range(address, LOOPBACK) &&
                          !is_in_range(address, MULTICAST) && !is_in_range(address, LINK_LOCAL));
}

static bool range_holds(vt_cel_value range, const vt_address *address) {
    const vt_address *base = range.as.address;
    return base->size == address->size && vt_address_has_prefix(address, base->bytes, range.extra);
}

static vt_cel_value contains_ip(const vt_cel_call *call) {
    vt_cel_value address = call->arguments[1];
    const int whose = call->function->variant;
    if (address.kind == VT_CEL_STRING) address = ip_of(call->state, vt_cel_text(address), whose);
    /* K8S: the error of the text is lost. */
    if (vt_cel_is_error(address) && whose == OF_KUBERNETES && !vt_cel_is_fatal(address))
        return vt_cel_no_such_overload();
    if (vt_cel_is_error(address)) return address;
    return vt_cel_of_bool(range_holds(argument(call), address.as.address));
}

static vt_cel_value contains_cidr(const vt_cel_call *call) {
    vt_cel_value other = call->arguments[1];
    if (other.kind == VT_CEL_STRING)
        other = cidr_of(call->state, vt_cel_text(other), call->function->variant);
    if (vt_cel_is_error(other)) return other;
    return vt_cel_of_bool(argument(call).extra <= other.extra &&
                          range_holds(argument(call), other.as.address));
}

static vt_cel_value address_of(const vt_cel_call *call) {
    return new_address(call->state, VT_CEL_IP, *argument(call).as.address, 0);
}

static vt_address mask(vt_cel_value range) {
    vt_address address = *range.as.address;
    for (int bit = range.extra; bit < address.size * 8; bit++) {
        address.bytes[bit / 8] &= (uint8_t) ~(0x80 >> bit % 8);
    }
    return address;
}

static vt_cel_value masked(const vt_cel_call *call) {
    return new_address(call->state, VT_CEL_CIDR, mask(argument(call)), argument(call).extra);
}

static vt_cel_value is_mask(const vt_cel_call *call) {
    vt_address address = mask(argument(call));
    return vt_cel_of_bool(memcmp(address.bytes, argument(call).as.address->bytes, address.size) ==
                          0);
}

static vt_cel_value prefix_length(const vt_cel_call *call) {
    return vt_cel_of_int(argument(call).extra);
}

#define THERE (SINCE(30) | OCM | KRO)
#define NETWORK_IN(where, name, id, result, a, b, run, variant, flags, doc, example, cost)         \
    { name, id, result, { a, b }, run, variant, flags, where, "network", 1, doc, example, cost }
#define NETWORK(name, id, result, a, b, run, variant, flags, doc, example, cost)                   \
    NETWORK_IN(SPEC | THERE, name, id, result, a, b, run, variant, flags, doc, example, cost)
/* With errors: a row for cel-go's library, and one for Kubernetes. */
#define BOTH(name, id, result, a, b, run, flags, doc, example, cost)                               \
    NETWORK_IN(SPEC, name, id, result, a, b, run, OF_CEL, flags, doc, example, cost),              \
        NETWORK_IN(THERE, name, id "_kubernetes", result, a, b, run, OF_KUBERNETES, flags, doc,    \
                   example, cost)

/* clang-format off */
const vt_cel_function vt_cel_network_functions[] = {
    BOTH("ip", "string_to_ip", IP, STRING, NULL, ip, 0, "the address", "ip('10.0.0.1').family() == 4", COST_READS),
    NETWORK("ip", "cidr_ip", IP, CIDR, NULL, address_of, 0, MEMBER, "the address of a range, unmasked", "cidr('10.0.0.1/8').ip() == ip('10.0.0.1')", COST_CALL),
    BOTH("isIP", "is_ip", BOOL, STRING, NULL, is_ip, 0, "whether the text is an address", "isIP('::1')", COST_READS),
    BOTH("ip.isCanonical", "ip_is_canonical", BOOL, STRING, NULL, is_canonical, 0, "whether the text is the usual form of the address", "ip.isCanonical('2001:db8::1')", COST_READS),
    NETWORK("family", "ip_family", INT, IP, NULL, family, 0, MEMBER, "4 or 6", "ip('::1').family() == 6", COST_CALL),
    NETWORK("isUnspecified", "ip_is_unspecified", BOOL, IP, NULL, is_unspecified, 0, MEMBER, "0.0.0.0 or ::", "ip('::').isUnspecified()", COST_CALL),
    NETWORK("isLoopback", "ip_is_loopback", BOOL, IP, NULL, in_range, LOOPBACK, MEMBER, "127.0.0.0/8 or ::1", "ip('127.0.0.1').isLoopback()", COST_CALL),
    NETWORK("isLinkLocalMulticast", "ip_is_link_local_multicast", BOOL, IP, NULL, in_range, LINK_LOCAL_MULTICAST, MEMBER, "224.0.0.0/24 or ff02::/16", "ip('ff02::1').isLinkLocalMulticast()", COST_CALL),
    NETWORK("isLinkLocalUnicast", "ip_is_link_local_unicast", BOOL, IP, NULL, in_range, LINK_LOCAL, MEMBER, "169.254.0.0/16 or fe80::/10", "ip('fe80::1').isLinkLocalUnicast()", COST_CALL),
    NETWORK("isGlobalUnicast", "ip_is_global_unicast", BOOL, IP, NULL, is_global_unicast, 0, MEMBER, "none of the special ranges", "ip('10.0.0.1').isGlobalUnicast()", COST_CALL),
    NETWORK("string", "ip_to_string", STRING, IP, NULL, to_string, 0, VT_CEL_FOLD, "the canonical form", "string(ip('::0')) == '::'", COST_NUMBER),
    NETWORK("string", "cidr_to_string", STRING, CIDR, NULL, to_string, 0, VT_CEL_FOLD, "the canonical form", "string(cidr('10.0.0.0/8')) == '10.0.0.0/8'", COST_NUMBER),
    BOTH("cidr", "string_to_cidr", CIDR, STRING, NULL, cidr, 0, "the range", "cidr('10.0.0.0/8').prefixLength() == 8", COST_READS),
    BOTH("isCIDR", "is_cidr", BOOL, STRING, NULL, is_cidr, 0, "whether the text is a range", "isCIDR('10.0.0.0/8')", COST_READS),
    NETWORK("containsIP", "cidr_contains_ip_ip", BOOL, CIDR, IP, contains_ip, 0, MEMBER, "whether the address is in the range", "cidr('10.0.0.0/8').containsIP(ip('10.1.2.3'))", COST_CALL),
    BOTH("containsIP", "cidr_contains_ip_string", BOOL, CIDR, STRING, contains_ip, MEMBER, "whether the address is in the range", "cidr('10.0.0.0/8').containsIP('10.1.2.3')", COST_READS),
    NETWORK("containsCIDR", "cidr_contains_cidr", BOOL, CIDR, CIDR, contains_cidr, 0, MEMBER, "whether the other range is inside", "cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16'))", COST_CALL),
    BOTH("containsCIDR", "cidr_contains_cidr_string", BOOL, CIDR, STRING, contains_cidr, MEMBER, "whether the other range is inside", "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", COST_READS),
    NETWORK("masked", "cidr_masked", CIDR, CIDR, NULL, masked, 0, MEMBER, "the range without host bits", "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')", COST_CALL),
    NETWORK("prefixLength", "cidr_prefix_length", INT, CIDR, NULL, prefix_length, 0, MEMBER, "how many bits the prefix has", "cidr('10.0.0.0/8').prefixLength() == 8", COST_CALL),
    NETWORK_IN(SPEC, "isMask", "cidr_is_mask", BOOL, CIDR, NULL, is_mask, 0, MEMBER, "whether there are no host bits", "cidr('10.0.0.0/8').isMask()", COST_CALL),
    VT_CEL_END,
};
/* clang-format on */
