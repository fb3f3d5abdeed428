/* Which proxy a request goes through: the rules of Go's httpproxy. */
#include "cluster/transport/proxy.h"

#include "base/text/address.h"

/* --------------------------------------------------------------- addresses */

static bool read_address(vt_text text, vt_address *out) {
    bool zone;
    const bool good = vt_address_parse(text, out, &zone, NULL) && !zone;
    if (good) vt_address_unmap(out);
    return good;
}

static bool is_loopback(const vt_address *host) {
    static const uint8_t one[16] = { [15] = 1 };
    return host->size == 4 ? host->bytes[0] == 127 : vt_address_has_prefix(host, one, 128);
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
static bool is_in_network(vt_text network, const vt_address *host) {
    vt_address base;
    unsigned bits;
    const size_t slash = vt_text_find_byte(network, '/', 0);
    return slash != SIZE_MAX && read_address(vt_text_between(network, 0, slash), &base) &&
           read_prefix(vt_text_between(network, slash + 1, network.size), base.size * 8u, &bits) &&
           base.size == host->size && vt_address_has_prefix(host, base.bytes, (int)bits);
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

static bool matches_item(vt_text item, const vt_server *server, const vt_address *host) {
    vt_address other;
    vt_text name;
    if (host && is_in_network(item, host)) return true;
    if (!cut_port(item, server->port, &name)) return false;
    if (read_address(name, &other))
        return host && other.size == host->size &&
               memcmp(other.bytes, host->bytes, other.size) == 0;
    return is_in_domain(name, server->host);
}

static bool is_excepted(vt_text list, const vt_server *server, const vt_address *host) {
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
    vt_address host;
    if (connection->proxy_url.size) return connection->proxy_url;
    vt_text proxy = server->tls ? environment->https : environment->http;
    bool is_address = read_address(server->host, &host);
    if (!proxy.size || vt_text_equal_fold(server->host, VT_TEXT("localhost")) ||
        (is_address && is_loopback(&host)) ||
        is_excepted(environment->none, server, is_address ? &host : NULL))
        return VT_TEXT("");
    return proxy;
}
