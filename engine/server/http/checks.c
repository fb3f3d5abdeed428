/* Checks of a request's head. */
#include "server/http/checks.h"
#include "base/text/percent.h"

/* RFC 9110, 5.6.2. */
static bool is_token(vt_text name) {
    for (size_t i = 0; i < name.size; i++) {
        const unsigned char c = (unsigned char)name.bytes[i];
        if (!vt_is_alphanumeric(c) && !(c && strchr("!#$%&'*+-.^_`|~", c))) return false;
    }
    return name.size > 0;
}

static bool has_control(vt_text value) {
    for (size_t i = 0; i < value.size; i++) {
        const unsigned char c = (unsigned char)value.bytes[i];
        if ((c < ' ' && c != '\t') || c == 0x7f) return true;
    }
    return false;
}

static bool read_length(vt_text value, uint64_t *out) {
    uint64_t number = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (!vt_is_digit(value.bytes[i]) || number > UINT64_MAX / 10 - 1) return false;
        number = number * 10 + (uint64_t)(value.bytes[i] - '0');
    }
    *out = number;
    return value.size > 0;
}

static void add_host(vt_head *head, vt_text value) {
    head->hosts++;
    head->host = value;
}

static void add_length(vt_head *head, vt_text value) {
    head->lengths++;
    head->bad_length |= !read_length(value, &head->length);
}

static void add_encoding(vt_head *head, vt_text value) {
    head->encodings++;
    head->bad_encoding |= !vt_text_equal_fold(value, VT_TEXT("chunked"));
}

static void add_origin(vt_head *head, vt_text value) {
    head->origin = value;
}

static void add_site(vt_head *head, vt_text value) {
    head->site = value;
}

static void add_type(vt_head *head, vt_text value) {
    head->type = value;
}

void vt_head_add(vt_head *head, vt_text name, vt_text value, size_t between) {
    static const struct {
        vt_text name;
        void (*add)(vt_head *head, vt_text value);
    } fields[] = { { VT_TEXT_INIT("Host"), add_host },
                   { VT_TEXT_INIT("Content-Length"), add_length },
                   { VT_TEXT_INIT("Transfer-Encoding"), add_encoding },
                   { VT_TEXT_INIT("Origin"), add_origin },
                   { VT_TEXT_INIT("Sec-Fetch-Site"), add_site },
                   { VT_TEXT_INIT("Content-Type"), add_type } };
    head->field_bytes += name.size + between + value.size + 2;
    head->bad_name |= !is_token(name);
    head->bad_value |= has_control(value);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (vt_text_equal_fold(name, fields[i].name)) fields[i].add(head, vt_text_trim(value));
    }
}

/* The name, the port after a colon, and nothing else. */
static bool is_host(vt_text host) {
    const vt_text name = vt_host_name(host);
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.bytes[i];
        if (!vt_is_alphanumeric(c) && !(c && strchr(".-_[]:", c))) return false;
    }
    const size_t digits = vt_text_skip_digits(host, name.size + 1);
    return name.size > 0 &&
           (name.size == host.size || (host.bytes[name.size] == ':' && digits == host.size));
}

/* Whether the head has as many bytes as what was read of it. Where it has not, it was read in another way than
** it was sent: lines that end with LF alone, lines that go on, bytes behind a NUL. */
static bool is_exact(const vt_head *head) {
    return head->size == 0 || head->size == head->line + head->field_bytes + 2;
}

vt_refusal_of_head vt_head_check(const vt_head *head) {
    const struct {
        bool wrong;
        const char *text;
    } rows[] = {
        { head->bad_name, "a header field has a name that is not a token" },
        { head->bad_value, "a header field has a control character" },
        { head->hosts != 1, "exactly one Host is required" },
        { head->hosts == 1 && !is_host(head->host), "the field Host is not a name with a port" },
        { head->lengths > 1, "more than one Content-Length" },
        { head->bad_length, "the Content-Length is not a number" },
        { head->lengths && head->encodings, "Content-Length and Transfer-Encoding together" },
        { !is_exact(head), "the head has bytes that are not part of a line or field" },
        { head->encodings > 1 || head->bad_encoding, "the Transfer-Encoding is not chunked" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].wrong) return (vt_refusal_of_head){ 400, rows[i].text };
    }
    return (vt_refusal_of_head){ 0, NULL };
}

/* None of these is a type that a form of another site can send. */
static bool is_body_type(vt_text type) {
    static const char *const types[] = { "application/json", "application/yaml",
                                         "application/x-ndjson" };
    const size_t semicolon = vt_text_find_byte(type, ';', 0);
    const vt_text name = vt_text_trim(vt_text_between(type, 0, semicolon));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (vt_text_equal_fold(name, vt_text_from(types[i]))) return true;
    }
    return false;
}

static bool is_own_origin(vt_text origin, vt_text host, bool tls) {
    const vt_text scheme = tls ? VT_TEXT("https://") : VT_TEXT("http://");
    /* Behind a proxy that ends TLS the scheme differs; the host may not. */
    const vt_text other = VT_TEXT("https://");
    const vt_text head = vt_text_starts(origin, scheme) ? scheme : other;
    return vt_text_starts(origin, head) &&
           vt_text_equal_fold(vt_text_between(origin, head.size, origin.size), host);
}

vt_refusal_of_head vt_head_check_site(const vt_head *head, bool has_body, bool tls) {
    const bool same = vt_text_is_absent(head->site) || vt_text_is(head->site, "same-origin") ||
                      vt_text_is(head->site, "none");
    if (has_body && !same)
        return (vt_refusal_of_head){ 403, "the request comes from another site" };
    if (has_body && !vt_text_is_absent(head->origin) &&
        !is_own_origin(head->origin, head->host, tls)) {
        return (vt_refusal_of_head){ 403, "the Origin is not this server" };
    }
    if (has_body && !is_body_type(head->type)) {
        return (vt_refusal_of_head){ 415, "the Content-Type must be application/json, "
                                          "application/yaml or application/x-ndjson" };
    }
    return (vt_refusal_of_head){ 0, NULL };
}

/* Whether a segment decodes to . or .. */
static bool is_dots(vt_text segment) {
    size_t dots = 0;
    for (size_t i = 0; i < segment.size; dots++) {
        const vt_text rest = vt_text_between(segment, i, i + 3);
        const bool coded = vt_text_equal_fold(rest, VT_TEXT("%2e"));
        if (!coded && segment.bytes[i] != '.') return false;
        i += coded ? 3 : 1;
    }
    return dots == 1 || dots == 2;
}

bool vt_path_is_safe(vt_text path) {
    if (path.size == 0 || path.bytes[0] != '/') return false;
    vt_text segment;
    for (size_t i = 0; i < path.size; i++) {
        const unsigned char c = (unsigned char)path.bytes[i];
        if (c <= ' ' || c >= 0x7f || c == '\\') return false;
        if (c == '%' && vt_percent_byte(vt_text_between(path, i, path.size)) < 0) return false;
    }
    while (vt_text_split(&path, '/', &segment)) {
        if (is_dots(segment)) return false;
    }
    return true;
}

vt_text vt_host_name(vt_text host) {
    if (host.size && host.bytes[0] == '[') {
        const size_t end = vt_text_find_byte(host, ']', 0);
        return end == SIZE_MAX ? vt_text_between(host, 0, 0) : vt_text_between(host, 0, end + 1);
    }
    const size_t colon = vt_text_find_byte(host, ':', 0);
    return vt_text_between(host, 0, colon);
}
