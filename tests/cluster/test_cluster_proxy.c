/* Which proxy a request goes through, and URLs of servers. */
#include "cluster/transport/proxy.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *server, *https, *none, *want; /* "": none */
    const char *proxy_url, *http;
} rows[] = {
    { "no proxy", "https://h", NULL, NULL, "" },
    { "of the environment", "https://h", "http://p:3128", NULL, "http://p:3128" },
    { "of HTTP_PROXY", "http://h", "http://p", NULL, "http://q", NULL, "http://q" },
    { "HTTP_PROXY is not for https", "https://h", NULL, NULL, "", NULL, "http://q" },
    { "proxy-url first", "https://h", "http://p", "h", "socks5://s:1", "socks5://s:1" },
    { "proxy-url also for loopback", "https://127.0.0.1", NULL, NULL, "http://p", "http://p" },
    { "never localhost", "https://localhost:6443", "http://p", NULL, "" },
    { "never 127.0.0.1", "https://127.0.0.1:6443", "http://p", NULL, "" },
    { "never 127.9.9.9", "https://127.9.9.9", "http://p", NULL, "" },
    { "never ::1", "https://[::1]:6443", "http://p", NULL, "" },
    { "never 127 mapped", "https://[::ffff:127.0.0.1]", "http://p", NULL, "" },
    { "not localhost at all", "https://localhost.example.com", "http://p", NULL, "http://p" },
    { "everything", "https://h", "http://p", "*", "" },
    { "a name", "https://k8s.example.com", "http://p", "other, k8s.example.com", "" },
    { "a name in capitals", "https://K8S.example.com", "http://p", "k8s.EXAMPLE.com", "" },
    { "below a name", "https://a.k8s.example.com", "http://p", "example.com", "" },
    { "not the end of a name", "https://badexample.com", "http://p", "example.com", "http://p" },
    { "only below", "https://a.example.com", "http://p", ".example.com", "" },
    { "only below, not itself", "https://example.com", "http://p", ".example.com", "http://p" },
    { "a star is the same", "https://a.example.com", "http://p", "*.example.com", "" },
    { "a star, not itself", "https://example.com", "http://p", "*.example.com", "http://p" },
    { "a port", "https://h:6443", "http://p", "h:6443", "" },
    { "another port", "https://h:6443", "http://p", "h:443", "http://p" },
    { "the usual port", "https://h", "http://p", "h:443", "" },
    { "a port that is not a number", "https://h", "http://p", "h:https", "http://p" },
    { "an address", "https://10.0.0.1", "http://p", "10.0.0.1", "" },
    { "an address with a port", "https://10.0.0.1:6443", "http://p", "10.0.0.1:6443", "" },
    { "an address with another port", "https://10.0.0.1:6443", "http://p", "10.0.0.1:1",
      "http://p" },
    { "CIDR", "https://10.1.2.3", "http://p", "10.0.0.0/8", "" },
    { "CIDR of 12 bits", "https://172.31.0.1", "http://p", "172.16.0.0/12", "" },
    { "outside of CIDR", "https://172.32.0.1", "http://p", "172.16.0.0/12", "http://p" },
    { "CIDR of all", "https://8.8.8.8", "http://p", "0.0.0.0/0", "" },
    { "CIDR of one", "https://8.8.8.8", "http://p", "8.8.8.8/32", "" },
    { "CIDR is not for names", "https://ten", "http://p", "0.0.0.0/0", "http://p" },
    { "CIDR too long", "https://8.8.8.8", "http://p", "8.8.8.8/33", "http://p" },
    { "IPv6", "https://[fd00::1]:6443", "http://p", "fd00::1", "" },
    { "IPv6 in full", "https://[fd00::1]", "http://p", "fd00:0:0:0:0:0:0:1", "" },
    { "IPv6 with a port", "https://[fd00::1]:6443", "http://p", "[fd00::1]:6443", "" },
    { "IPv6 with another port", "https://[fd00::1]:6443", "http://p", "[fd00::1]:1", "http://p" },
    { "IPv6 CIDR", "https://[fd12::1]", "http://p", "fd00::/8", "" },
    { "IPv6 CIDR of odd bits", "https://[2001:db8:8000::1]", "http://p", "2001:db8::/33",
      "http://p" },
    { "four is not six", "https://10.0.0.1", "http://p", "::/0", "http://p" },
    { "garbage", "https://h", "http://p", "/,:,[,[::1,],..,1.2.3.4.5,::::,a:b:c,/8,*.,., ",
      "http://p" },
    { "octets", "https://10.0.0.1", "http://p", "10.0.0.256,10.0.0,010.0.0.1", "http://p" },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_connection connection = { .proxy_url = vt_text_from(row->proxy_url) };
    vt_proxy_environment environment = { vt_text_from(row->https), vt_text_from(row->http),
                                         vt_text_from(row->none) };
    assert_null(vt_server_parse(vt_text_from(row->server), &connection.server));
    vt_text got = vt_proxy_choose(&connection, &environment);
    assert_non_null(got.bytes);
    assert_true(vt_text_is(got, row->want));
}

/* -------------------------------------------------------------------- URLs */

static const struct url_row {
    TABLE_ROW;
    const char *url, *host, *prefix, *shown; /* host NULL: refused */
    unsigned port;
    const char *why;
} urls[] = {
    { "usual", "https://h:6443", "h", "", "https://h:6443", 6443 },
    { "no port", "https://h", "h", "", "https://h", 443 },
    { "http", "HTTP://h/", "h", "", "HTTP://h", 80 },
    { "a path prefix", "https://h/k8s/clusters/c-1/", "h", "/k8s/clusters/c-1",
      "https://h/k8s/clusters/c-1", 443 },
    { "query and fragment are dropped", "https://h:1/p?q=1#f", "h", "/p", "https://h:1/p", 1 },
    { "IPv6", "https://[fd00::1]:6443/x", "fd00::1", "/x", "https://[fd00::1]:6443/x", 6443 },
    { "IPv6 without port", "https://[::1]", "::1", "", "https://[::1]", 443 },
    { "an empty port", "https://h:", "h", "", "https://h:", 443 },
    { "no scheme", "h:6443", NULL, NULL, NULL, 0, "https://" },
    { "another scheme", "ftp://h", NULL, NULL, NULL, 0, "https://" },
    { "empty", "", NULL, NULL, NULL, 0, "empty" },
    { "no host", "https://", NULL, NULL, NULL, 0, "host" },
    { "no host but a port", "https://:6443", NULL, NULL, NULL, 0, "host" },
    { "a user", "https://me:pw@h", NULL, NULL, NULL, 0, "user" },
    { "a port with letters", "https://h:64x3", NULL, NULL, NULL, 0, "number" },
    { "a port too large", "https://h:65536", NULL, NULL, NULL, 0, "65535" },
    { "port 0", "https://h:0", NULL, NULL, NULL, 0, "65535" },
    { "white space", "https://h\r\nX: y", NULL, NULL, NULL, 0, "characters" },
    { "no closing bracket", "https://[::1", NULL, NULL, NULL, 0, "bracket" },
    { "text behind an address", "https://[::1]x", NULL, NULL, NULL, 0, "behind" },
};

static void url(void **state) {
    const struct url_row *row = *state;
    vt_server server;
    const char *wrong = vt_server_parse(vt_text_from(row->url), &server);
    if (!row->host) {
        assert_non_null(wrong);
        assert_non_null(strstr(wrong, row->why));
        return;
    }
    assert_null(wrong);
    assert_true(vt_text_is(server.host, row->host));
    assert_true(vt_text_is(server.prefix, row->prefix));
    assert_true(vt_text_is(server.url, row->shown));
    assert_int_equal(server.port, row->port);
}

int main(void) {
    return TABLE_RUN("proxies", check, rows) + TABLE_RUN("URLs", url, urls);
}
