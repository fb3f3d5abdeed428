/* Which proxy a request goes through: the rules of Go's httpproxy. */
#include "cluster/transport/proxy.h"

/* --------------------------------------------------------------- addresses */

/* An address as 16 bytes; one of IPv4 is mapped into ::ffff:0:0/96. */
typedef struct address {
    unsigned char bytes[16];
    bool four;
} address;

static bool read_octet(vt_text *rest, unsigned char *out) {
    vt_text part;
    unsigned value = 0;
    if (!vt_text_split(rest, '.', &part) || part.size == 0 || part.size > 3 ||
        vt_text_skip_digits(part, 0) != part.size || (part.size > 1 && part.bytes[0] == '0'))
        return false;
    for (size_t i = 0; i < part.size; i++) value = value * 10 + (unsigned)(part.bytes[i] - '0');
    *out = (unsigned char)value;
    return value <= 255;
}

static bool read_four(vt_text text, unsigned char out[4]) {
    for (size_t i = 0; i < 4; i++) {
        if (!read_octet(&text, &out[i])) return false;
    }
    return vt_text_is_absent(text);
}

/* Up to eight groups of 16 bits, as many as there are; the last may be an IPv4 address. */
static bool read_groups(vt_text text, unsigned char out[16], size_t *bytes) {
    vt_text part;
    *bytes = 0;
    if (text.size == 0) return true;
    while (vt_text_split(&text, ':', &part)) {
        unsigned value = 0;
        if (vt_text_is_absent(text) && *bytes <= 12 && read_four(part, out + *bytes)) {
            *bytes += 4;
            return true;
        }
        if (part.size == 0 || part.size > 4 || *bytes > 14) return false;
        for (size_t i = 0; i < part.size; i++) {
            if (!vt_is_hexadecimal(part.bytes[i])) return false;
            value = value * 16 + (unsigned)vt_digit_value(part.bytes[i]);
        }
        out[(*bytes)++] = (unsigned char)(value >> 8);
        out[(*bytes)++] = (unsigned char)value;
    }
    return true;
}

static bool read_six(vt_text text, unsigned char out[16]) {
    unsigned char head[16], tail[16];
    size_t head_bytes, tail_bytes = 0;
    size_t gap = vt_text_find(text, VT_TEXT("::"), 0);
    if (!read_groups(vt_text_between(text, 0, gap), head, &head_bytes)) return false;
    if (gap == SIZE_MAX) {
        if (head_bytes != 16) return false;
    } else if (!read_groups(vt_text_between(text, gap + 2, text.size), tail, &tail_bytes) ||
               head_bytes + tail_bytes > 14) {
        return false;
    }
    memset(out, 0, 16);
    memcpy(out, head, head_bytes);
    memcpy(out + 16 - tail_bytes, tail, tail_bytes);
    return true;
}

static bool read_address(vt_text text, address *out) {
    static const unsigned char mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF };
    memcpy(out->bytes, mapped, sizeof mapped);
    out->four = read_four(text, out->bytes + 12);
    if (out->four) return true;
    if (!read_six(text, out->bytes)) return false;
    out->four = memcmp(out->bytes, mapped, sizeof mapped) == 0;
    return true;
}

static bool is_loopback(const address *host) {
    static const unsigned char one[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    return host->four ? host->bytes[12] == 127 : memcmp(host->bytes, one, 16) == 0;
}

/* -------------------------------------------------------------------- CIDR */

static bool read_prefix(vt_text text, unsigned most, unsigned *out) {
    unsigned value = 0;
    if (text.size == 0 || text.size > 3 || vt_text_skip_digits(text, 0) != text.size) return false;
    for (size_t i = 0; i < text.size; i++) value = value * 10 + (unsigned)(text.bytes[i] - '0');
    *out = value;
    return value <= most;
}

/* Whether `host` is in ADDRESS/BITS. */
static bool is_in_network(vt_text network, const address *host) {
    address base;
    unsigned bits;
    size_t slash = vt_text_find_byte(network, '/', 0);
    if (slash == SIZE_MAX || !read_address(vt_text_between(network, 0, slash), &base)) return false;
    if (!read_prefix(vt_text_between(network, slash + 1, network.size), base.four ? 32 : 128,
                     &bits))
        return false;
    if (base.four != host->four) return false;
    if (base.four) bits += 96;
    size_t whole = bits / 8, rest = bits % 8;
    if (memcmp(base.bytes, host->bytes, whole) != 0) return false;
    unsigned char mask = (unsigned char)(0xFF00U >> rest);
    return rest == 0 || ((base.bytes[whole] ^ host->bytes[whole]) & mask) == 0;
}

/* ---------------------------------------------------------------- NO_PROXY */

/* Whether the text is this port; 0 is none. */
static bool is_port(vt_text text, uint16_t port) {
    unsigned number = 0;
    if (text.size == 0 || text.size > 5 || vt_text_skip_digits(text, 0) != text.size) return false;
    for (size_t i = 0; i < text.size; i++) number = number * 10 + (unsigned)(text.bytes[i] - '0');
    return number == port;
}

/* HOST, HOST:PORT, [ADDRESS], [ADDRESS]:PORT: `*host` is the first part. false: the port is another one.
** More than one colon without brackets is an address of IPv6. */
static bool cut_port(vt_text item, uint16_t port, vt_text *host) {
    size_t colon = vt_text_find_byte(item, ':', 0), behind;
    *host = item;
    if (item.size && item.bytes[0] == '[') {
        size_t end = vt_text_find_byte(item, ']', 0);
        if (end == SIZE_MAX) return false;
        *host = vt_text_between(item, 1, end);
        if (end + 1 == item.size) return true;
        behind = end + 1;
        if (item.bytes[behind] != ':') return false;
    } else {
        if (colon == SIZE_MAX || vt_text_find_byte(item, ':', colon + 1) != SIZE_MAX) return true;
        *host = vt_text_between(item, 0, colon);
        behind = colon;
    }
    return is_port(vt_text_between(item, behind + 1, item.size), port);
}

/* `name` itself or what is below it; `.name` and `*.name` only what is below. */
static bool is_in_domain(vt_text item, vt_text host) {
    bool below_only = false;
    if (item.size > 1 && item.bytes[0] == '*' && item.bytes[1] == '.') {
        item = vt_text_between(item, 1, item.size);
    }
    if (item.size && item.bytes[0] == '.') {
        below_only = true;
        item = vt_text_between(item, 1, item.size);
    }
    if (item.size == 0 || item.size > host.size) return false;
    vt_text tail = vt_text_between(host, host.size - item.size, host.size);
    if (!vt_text_equal_fold(tail, item)) return false;
    if (host.size == item.size) return !below_only;
    return host.bytes[host.size - item.size - 1] == '.';
}

static bool matches_item(vt_text item, const vt_server *server, const address *host) {
    address other;
    vt_text name;
    if (host && is_in_network(item, host)) return true;
    if (!cut_port(item, server->port, &name)) return false;
    if (read_address(name, &other))
        return host && memcmp(other.bytes, host->bytes, sizeof other.bytes) == 0;
    return is_in_domain(name, server->host);
}

static bool is_excepted(vt_text list, const vt_server *server, const address *host) {
    vt_text item;
    while (vt_text_split(&list, ',', &item)) {
        item = vt_text_trim(item);
        if (vt_text_is(item, "*")) return true;
        if (item.size && matches_item(item, server, host)) return true;
    }
    return false;
}

vt_text vt_proxy_choose(const vt_connection *connection, const vt_proxy_environment *environment) {
    const vt_server *server = &connection->server;
    address host;
    if (connection->proxy_url.size) return connection->proxy_url;
    vt_text proxy = server->tls ? environment->https : environment->http;
    bool is_address = read_address(server->host, &host);
    if (!proxy.size || vt_text_equal_fold(server->host, VT_TEXT("localhost")) ||
        (is_address && is_loopback(&host)) ||
        is_excepted(environment->none, server, is_address ? &host : NULL))
        return VT_TEXT("");
    return proxy;
}
