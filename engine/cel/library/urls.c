/*
** URLs. K8S: k8s.io/apiserver v0.37.2, pkg/cel/library/urls.go. GO: net/url of Go 1.26, whose errors are kept.
*/
#include "base/text/ascii.h"
#include "base/text/quote.h"
#include "cel/library/named_formats.h"
#include "cel/library/opaque.h"
#include "cel/library/rows.h"

typedef vt_cel_url url;

/* A reader that stops at the first problem: "parse "text": " and what follows. */
typedef struct reader {
    vt_cel_state *state;
    vt_text source;
    vt_buffer *error; /* of the arena */
    bool failed;
} reader;

static bool fail(reader *r, const char *why, vt_text quoted, const char *tail) {
    if (r->failed) return false;
    r->failed = true;
    vt_buffer_add(r->error, VT_TEXT("parse "));
    vt_quote_append_go(r->error, r->source);
    vt_buffer_add(r->error, VT_TEXT(": "));
    vt_buffer_add_terminated(r->error, why);
    if (!vt_text_is_absent(quoted)) vt_quote_append_go(r->error, quoted);
    vt_buffer_add_terminated(r->error, tail);
    return false;
}

/* -------------------------------------------------------------- escaping */

typedef enum place { PATH, USER, HOST, ZONE, QUERY, FRAGMENT } place;

/* Characters besides letters, digits and -_.~ that stand for themselves. */
static const char *const plain[] = {
    [PATH] = "$&+,/:;=@",          [USER] = "$&+,;=", [HOST] = "!$&'()*+,;=:[]<>\"",
    [ZONE] = "!$&'()*+,;=:[]<>\"", [QUERY] = "",      [FRAGMENT] = "$&+,/:;=?@!()*",
};

static bool is_plain(char c, place where) {
    if (vt_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')) return true;
    return c && (strchr("-_.~", c) || strchr(plain[where], c));
}

static int hexadecimal(char c) {
    return vt_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

static bool is_escape(vt_text text, size_t at) {
    return at + 2 < text.size && vt_is_hexadecimal(text.bytes[at + 1]) &&
           vt_is_hexadecimal(text.bytes[at + 2]);
}

/* RFC 6874: what may be written with % in the name of a host and of a zone. */
static bool may_escape(vt_text text, size_t at, place where) {
    const vt_text three = vt_text_between(text, at, at + 3);
    const int high = hexadecimal(text.bytes[at + 1]);
    if (vt_text_is(three, "%25")) return true;
    if (where == HOST) return high >= 8;
    const int value = high * 16 + hexadecimal(text.bytes[at + 2]);
    return where != ZONE || value == ' ' || is_plain((char)value, HOST);
}

static bool check_escapes(reader *r, vt_text text, place where) {
    for (size_t at = 0; at < text.size; at++) {
        const char c = text.bytes[at];
        if (c == '%') {
            if (!is_escape(text, at) || !may_escape(text, at, where)) {
                return fail(r, "invalid URL escape ", vt_text_between(text, at, at + 3), "");
            }
            at += 2;
        } else if ((where == HOST || where == ZONE) && (unsigned char)c < 0x80 &&
                   !is_plain(c, where)) {
            return fail(r, "invalid character ", vt_text_between(text, at, at + 1),
                        " in host name");
        }
    }
    return true;
}

static void append_unescaped(vt_buffer *out, vt_text text, place where) {
    for (size_t at = 0; at < text.size; at++) {
        char c = text.bytes[at];
        if (c == '%' && is_escape(text, at)) {
            c = (char)(hexadecimal(text.bytes[at + 1]) * 16 + hexadecimal(text.bytes[at + 2]));
            at += 2;
        } else if (c == '+' && where == QUERY) {
            c = ' ';
        }
        vt_buffer_add_byte(out, c);
    }
}

static vt_text unescaped(reader *r, vt_text text, place where) {
    if (!check_escapes(r, text, where)) return VT_TEXT_ABSENT;
    if (vt_text_find_byte(text, '%', 0) == SIZE_MAX) return text;
    vt_buffer out = vt_arena_buffer(&r->state->arena);
    append_unescaped(&out, text, where);
    return vt_buffer_whole_text(&out);
}

static void append_escaped(vt_buffer *out, vt_text text, place where) {
    for (size_t at = 0; at < text.size; at++) {
        if (is_plain(text.bytes[at], where))
            vt_buffer_add_byte(out, text.bytes[at]);
        else
            vt_buffer_printf(out, "%%%02X", (unsigned char)text.bytes[at]);
    }
}

/* GO: validEncoded. */
static bool is_encoded(vt_text text, place where) {
    for (size_t at = 0; at < text.size; at++) {
        const char c = text.bytes[at];
        if (!c || (!strchr("!$&'()*+,;=:@[]%", c) && !is_plain(c, where))) return false;
    }
    return true;
}

/* A path or a fragment as it is written again: as it was, unless that is not well formed. */
static vt_text encoded(reader *r, vt_text text, place where) {
    const vt_text decoded = unescaped(r, text, where);
    if (vt_text_is_absent(decoded) || is_encoded(text, where) || vt_text_is(text, "*")) return text;
    vt_buffer out = vt_arena_buffer(&r->state->arena);
    append_escaped(&out, decoded, where);
    return vt_buffer_whole_text(&out);
}

/* ------------------------------------------------------------- authority */

static bool is_port(vt_text text) {
    if (text.size == 0) return true;
    return text.bytes[0] == ':' && vt_text_skip_digits(text, 1) == text.size;
}

static size_t find_last(vt_text text, char byte) {
    size_t found = SIZE_MAX;
    for (size_t at = 0; at < text.size; at++) {
        if (text.bytes[at] == byte) found = at;
    }
    return found;
}

static bool check_port(reader *r, vt_text port) {
    return is_port(port) || fail(r, "invalid port ", port, " after host");
}

/* The part in brackets of "[fe80::1%25en0]:80". */
static bool check_literal(reader *r, vt_text inside) {
    const size_t zone_at = vt_text_find(inside, VT_TEXT("%25"), 0);
    const vt_text head = vt_text_between(inside, 0, zone_at);
    vt_buffer name = vt_arena_buffer(&r->state->arena), why = vt_arena_buffer(&r->state->arena);
    const vt_text host = unescaped(r, head, HOST);
    if (vt_text_is_absent(host)) return false;
    vt_buffer_add(&name, host);
    if (zone_at != SIZE_MAX) {
        const vt_text zone = unescaped(r, vt_text_between(inside, zone_at, inside.size), ZONE);
        if (vt_text_is_absent(zone)) return false;
        vt_buffer_add(&name, zone);
    }
    vt_address address;
    bool has_zone;
    if (!vt_address_parse(vt_buffer_text(&name), &address, &has_zone, &why)) {
        vt_buffer text = vt_arena_buffer(&r->state->arena);
        vt_buffer_add(&text, VT_TEXT("invalid host: "));
        vt_buffer_add(&text, vt_buffer_text(&why));
        return fail(r, vt_buffer_text(&text).bytes, VT_TEXT_ABSENT, "");
    }
    return address.size == 16 || fail(r, "invalid IP-literal", VT_TEXT_ABSENT, "");
}

static vt_text read_literal(reader *r, vt_text host) {
    const size_t close = find_last(host, ']');
    if (close == SIZE_MAX) {
        fail(r, "missing ']' in host", VT_TEXT_ABSENT, "");
        return VT_TEXT_ABSENT;
    }
    const vt_text port = vt_text_between(host, close + 1, host.size);
    const vt_text inside = vt_text_between(host, 1, close);
    if (!check_port(r, port) || !check_literal(r, inside)) return VT_TEXT_ABSENT;
    vt_buffer out = vt_arena_buffer(&r->state->arena);
    vt_buffer_add_byte(&out, '[');
    append_unescaped(&out, inside, HOST);
    vt_buffer_add_byte(&out, ']');
    vt_buffer_add(&out, port);
    return vt_buffer_whole_text(&out);
}

/* Absent: failed. */
static vt_text read_host(reader *r, vt_text scheme, vt_text host) {
    const size_t open = find_last(host, '[');
    if (open != SIZE_MAX && open > 0) {
        fail(r, "invalid IP-literal", VT_TEXT_ABSENT, "");
        return VT_TEXT_ABSENT;
    }
    if (open == 0) return read_literal(r, host);
    size_t colon = vt_text_find_byte(host, ':', 0);
    if (colon != SIZE_MAX) {
        /* GO: only http is strict; databases write lists of hosts. */
        const bool strict = vt_text_is(scheme, "http") || vt_text_is(scheme, "https");
        if (!strict) colon = find_last(host, ':');
        if (!check_port(r, vt_text_between(host, colon, host.size))) return VT_TEXT_ABSENT;
    }
    return unescaped(r, host, HOST);
}

static bool is_user_info(vt_text text) {
    for (size_t at = 0; at < text.size; at++) {
        const char c = text.bytes[at];
        if (!is_plain(c, USER) && !(c && strchr(":!'()*%@", c))) return false;
    }
    return true;
}

/* "user:password" as it is written again. Absent: failed. */
static vt_text read_user(reader *r, vt_text text) {
    if (!is_user_info(text)) {
        fail(r, "net/url: invalid userinfo", VT_TEXT_ABSENT, "");
        return VT_TEXT_ABSENT;
    }
    const size_t colon = vt_text_find_byte(text, ':', 0);
    const vt_text name = unescaped(r, vt_text_between(text, 0, colon), USER);
    vt_buffer out = vt_arena_buffer(&r->state->arena);
    if (vt_text_is_absent(name)) return name;
    append_escaped(&out, name, USER);
    if (colon != SIZE_MAX) {
        const vt_text word = unescaped(r, vt_text_between(text, colon + 1, text.size), USER);
        if (vt_text_is_absent(word)) return word;
        vt_buffer_add_byte(&out, ':');
        append_escaped(&out, word, USER);
    }
    vt_buffer_add_byte(&out, '@');
    return vt_buffer_whole_text(&out);
}

/* ------------------------------------------------------------------- url */

/* What is in front of a path, and the path. */
typedef struct pieces {
    vt_text scheme, opaque, user, host, path, query;
    bool force_query, omit_host;
} pieces;

static bool has_control(vt_text text) {
    for (size_t at = 0; at < text.size; at++) {
        if ((unsigned char)text.bytes[at] < ' ' || text.bytes[at] == 0x7F) return true;
    }
    return false;
}

/* Cut "http:" off. false: there is nothing before the colon. */
static bool cut_scheme(reader *r, vt_text *rest, vt_text *scheme) {
    *scheme = VT_TEXT("");
    for (size_t at = 0; at < rest->size; at++) {
        const char c = rest->bytes[at];
        if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') continue;
        if (c == ':' && at == 0) return fail(r, "missing protocol scheme", VT_TEXT_ABSENT, "");
        if (c == ':') {
            vt_buffer out = vt_arena_buffer(&r->state->arena);
            for (size_t i = 0; i < at; i++) {
                const char letter = rest->bytes[i];
                vt_buffer_add_byte(&out,
                                   letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter);
            }
            *scheme = vt_buffer_whole_text(&out);
            *rest = vt_text_between(*rest, at + 1, rest->size);
            return !vt_text_is_absent(*scheme);
        }
        if (at == 0 || !(vt_is_digit(c) || strchr("+-.", c ? c : ' '))) return true;
    }
    return true;
}

static void cut_query(vt_text *rest, pieces *out) {
    const size_t mark = vt_text_find_byte(*rest, '?', 0);
    out->query = VT_TEXT("");
    if (mark == SIZE_MAX) return;
    out->force_query = mark + 1 == rest->size;
    out->query = vt_text_between(*rest, mark + 1, rest->size);
    *rest = vt_text_between(*rest, 0, mark);
}

static bool read_authority(reader *r, vt_text authority, pieces *out) {
    const size_t at = find_last(authority, '@');
    const vt_text host =
        at == SIZE_MAX ? authority : vt_text_between(authority, at + 1, authority.size);
    out->host = read_host(r, out->scheme, host);
    if (vt_text_is_absent(out->host)) return false;
    if (at != SIZE_MAX) out->user = read_user(r, vt_text_between(authority, 0, at));
    return at == SIZE_MAX || !vt_text_is_absent(out->user);
}

/* A text without a leading slash: opaque, or refused. */
static bool read_rootless(reader *r, vt_text rest, bool via_request, pieces *out) {
    if (out->scheme.size) {
        out->opaque = rest;
        return true;
    }
    if (via_request) return fail(r, "invalid URI for request", VT_TEXT_ABSENT, "");
    const vt_text segment = vt_text_between(rest, 0, vt_text_find_byte(rest, '/', 0));
    if (vt_text_find_byte(segment, ':', 0) == SIZE_MAX) return true;
    return fail(r, "first path segment in URL cannot contain colon", VT_TEXT_ABSENT, "");
}

static bool parse(reader *r, vt_text text, bool via_request, pieces *out) {
    *out = (pieces){ .path = VT_TEXT("") };
    if (has_control(text))
        return fail(r, "net/url: invalid control character in URL", VT_TEXT_ABSENT, "");
    if (text.size == 0 && via_request) return fail(r, "empty url", VT_TEXT_ABSENT, "");
    out->scheme = out->query = out->host = VT_TEXT("");
    if (vt_text_is(text, "*")) {
        out->path = text;
        return true;
    }
    vt_text rest = text;
    if (!cut_scheme(r, &rest, &out->scheme)) return false;
    cut_query(&rest, out);
    if (!vt_text_starts(rest, VT_TEXT("/"))) {
        if (!read_rootless(r, rest, via_request, out)) return false;
        if (out->scheme.size) return true;
    }
    const bool relative = !via_request && !vt_text_starts(rest, VT_TEXT("///"));
    if ((out->scheme.size || relative) && vt_text_starts(rest, VT_TEXT("//"))) {
        const vt_text all = vt_text_between(rest, 2, rest.size);
        const size_t slash = vt_text_find_byte(all, '/', 0);
        rest = slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(all, slash, all.size);
        if (!read_authority(r, vt_text_between(all, 0, slash), out)) return false;
    } else if (out->scheme.size && vt_text_starts(rest, VT_TEXT("/"))) {
        out->omit_host = true;
    }
    out->path = encoded(r, rest, PATH);
    return !r->failed;
}

/* url.String(). */
static void append_url(vt_buffer *out, const pieces *from, vt_text fragment) {
    const bool has_user = !vt_text_is_absent(from->user);
    if (from->scheme.size) {
        vt_buffer_add(out, from->scheme);
        vt_buffer_add_byte(out, ':');
    }
    if (from->opaque.size) {
        vt_buffer_add(out, from->opaque);
    } else {
        const bool has_authority = from->scheme.size || from->host.size || has_user;
        const bool omitted = from->omit_host && !from->host.size && !has_user;
        if (has_authority && !omitted && (from->host.size || from->path.size || has_user))
            vt_buffer_add(out, VT_TEXT("//"));
        if (has_user) vt_buffer_add(out, from->user);
        append_escaped(out, from->host, HOST);
        if (from->path.size && from->path.bytes[0] != '/' && from->host.size)
            vt_buffer_add_byte(out, '/');
        vt_buffer_add(out, from->path);
    }
    if (from->force_query || from->query.size) vt_buffer_add_byte(out, '?');
    vt_buffer_add(out, from->query);
    if (fragment.size) vt_buffer_add_byte(out, '#');
    vt_buffer_add(out, fragment);
}

/* K8S: a request URI first, and then what net/url makes of the text with its fragment. */
static bool read_url(reader *r, url *out) {
    pieces first, whole;
    const vt_text source = r->source;
    if (!parse(r, source, true, &first)) return false;
    const size_t mark = vt_text_find_byte(source, '#', 0);
    r->source = vt_text_between(source, 0, mark);
    if (!parse(r, r->source, false, &whole)) return false;
    r->source = source;
    vt_text fragment =
        mark == SIZE_MAX ? VT_TEXT("") : vt_text_between(source, mark + 1, source.size);
    fragment = encoded(r, fragment, FRAGMENT);
    vt_buffer text = vt_arena_buffer(&r->state->arena);
    append_url(&text, &whole, fragment);
    *out = (url){ whole.scheme, whole.host, whole.path, whole.query, vt_buffer_whole_text(&text) };
    return !r->failed && !text.failed;
}

/* ------------------------------------------------------------- functions */

static vt_cel_value make(const vt_cel_call *call) {
    vt_cel_state *state = call->state;
    vt_buffer error = vt_arena_buffer(&state->arena);
    reader r = { .state = state, .source = vt_cel_text(call->arguments[0]), .error = &error };
    if (!vt_cel_charge_bytes(state, r.source.size)) return vt_cel_stopped_error(state);
    url *made = vt_cel_allocate(state, sizeof *made);
    if (!made) return vt_cel_stopped_error(state);
    if (read_url(&r, made)) return (vt_cel_value){ .kind = VT_CEL_URL, .as.opaque = made };
    if (!r.failed) return vt_cel_out_of_memory(state);
    vt_buffer *text = vt_cel_scratch(state);
    vt_buffer_add(text, VT_TEXT("URL parse error during conversion from string: "));
    vt_buffer_add(text, vt_buffer_text(&error));
    return vt_cel_scratch_error(state);
}

static vt_cel_value is_url(const vt_cel_call *call) {
    vt_buffer error = vt_arena_buffer(&call->state->arena);
    reader r = { .state = call->state, .source = vt_cel_text(call->arguments[0]), .error = &error };
    pieces whole;
    if (!vt_cel_charge_bytes(call->state, r.source.size)) return vt_cel_stopped_error(call->state);
    return vt_cel_of_bool(parse(&r, r.source, true, &whole));
}

/* Why a text is not a URI; absent when it is one. For the format of that name. */
vt_text vt_cel_uri_problem(vt_cel_state *state, vt_text text) {
    vt_buffer error = vt_arena_buffer(&state->arena);
    reader r = { .state = state, .source = text, .error = &error };
    pieces whole;
    return parse(&r, text, true, &whole) ? VT_TEXT_ABSENT : vt_buffer_text(&error);
}

static const url *url_of(const vt_cel_call *call) {
    return call->arguments[0].as.opaque;
}

/* Where the port of a host begins; its size when there is none. */
static size_t port_at(vt_text host) {
    const size_t colon = find_last(host, ':');
    const bool has_port = colon != SIZE_MAX && is_port(vt_text_between(host, colon, host.size));
    return has_port ? colon : host.size;
}

enum { SCHEME, WHOLE_HOST, HOSTNAME, PORT, ESCAPED_PATH };

static vt_cel_value part_of(const vt_cel_call *call) {
    const url *from = url_of(call);
    const size_t colon = port_at(from->host);
    vt_text name = vt_text_between(from->host, 0, colon);
    if (vt_text_starts(name, VT_TEXT("[")) && vt_text_ends(name, VT_TEXT("]")))
        name = vt_text_between(name, 1, name.size - 1);
    const vt_text parts[] = { [SCHEME] = from->scheme,
                              [WHOLE_HOST] = from->host,
                              [HOSTNAME] = name,
                              [PORT] = vt_text_between(from->host, colon + 1, from->host.size),
                              [ESCAPED_PATH] = from->escaped_path };
    return vt_cel_of_string(parts[call->function->variant]);
}

static bool add_value(vt_cel_state *state, vt_cel_entries *entries, vt_text key, vt_text value) {
    vt_cel_value list = vt_cel_of_list(NULL, 0);
    const vt_cel_value name = vt_cel_of_string(key);
    const uint32_t at = vt_cel_map_number(state, vt_cel_entries_map(entries), name, vt_cel_equal);
    if (at < entries->count) list = entries->items[2 * at + 1];
    const vt_cel_value item = vt_cel_of_string(value);
    vt_cel_value *items = vt_cel_allocate_values(state, list.size + 1);
    if (!items || !vt_cel_charge(state, list.size + 1)) return false;
    if (list.size) memcpy(items, list.as.items, list.size * sizeof *items);
    items[list.size] = item;
    list = vt_cel_of_list(items, list.size + 1);
    if (at == entries->count) return vt_cel_entries_add(state, entries, name, list);
    entries->items[2 * at + 1] = list;
    return true;
}

/* GO: url.Query: pairs that are not well formed are left out. */
static vt_cel_value query_of(const vt_cel_call *call) {
    vt_cel_state *state = call->state;
    vt_cel_entries entries = { 0 };
    vt_text rest = url_of(call)->query, pair;
    if (!vt_cel_charge_bytes(state, rest.size)) return vt_cel_stopped_error(state);
    while (rest.size && vt_text_split(&rest, '&', &pair)) {
        vt_buffer error = vt_arena_buffer(&state->arena);
        reader r = { .state = state, .source = pair, .error = &error };
        if (pair.size == 0 || vt_text_find_byte(pair, ';', 0) != SIZE_MAX) continue;
        if (!check_escapes(&r, pair, QUERY)) continue;
        const size_t equals = vt_text_find_byte(pair, '=', 0);
        vt_buffer key = vt_arena_buffer(&state->arena), value = vt_arena_buffer(&state->arena);
        append_unescaped(&key, vt_text_between(pair, 0, equals), QUERY);
        if (equals != SIZE_MAX)
            append_unescaped(&value, vt_text_between(pair, equals + 1, pair.size), QUERY);
        if (key.failed || value.failed) return vt_cel_out_of_memory(state);
        if (!add_value(state, &entries, vt_buffer_text(&key), vt_buffer_text(&value)))
            return vt_cel_stopped_error(state);
    }
    return vt_cel_entries_map(&entries);
}

static const vt_cel_type map_of_lists = {
    VT_CEL_TYPE_MAP, 0, { &vt_cel_string, &vt_cel_list_string }, NULL
};

#define IN (KUBERNETES | OCM | KRO)
#define ROW(name, id, result, a, run, variant, flags, doc, example, cost)                          \
    { name, id, result, { a }, run, variant, flags, IN, "urls", 0, doc, example, cost }

/* clang-format off */
const vt_cel_function vt_cel_url_functions[] = {
    ROW("url", "string_to_url", URL, STRING, make, 0, 0, "the URL", "url('https://example.com:80/a').getHost() == 'example.com:80'", COST_READS),
    ROW("isURL", "is_url_string", BOOL, STRING, is_url, 0, 0, "whether the text is an absolute URI or an absolute path", "isURL('/a') && !isURL('a')", COST_READS),
    ROW("getScheme", "url_get_scheme", STRING, URL, part_of, SCHEME, MEMBER, "its scheme, or ''", "url('https://example.com/').getScheme() == 'https'", COST_CALL),
    ROW("getHost", "url_get_host", STRING, URL, part_of, WHOLE_HOST, MEMBER, "its host with the port, or ''", "url('https://[::1]:80/').getHost() == '[::1]:80'", COST_CALL),
    ROW("getHostname", "url_get_hostname", STRING, URL, part_of, HOSTNAME, MEMBER, "its host without port and brackets, or ''", "url('https://[::1]:80/').getHostname() == '::1'", COST_CALL),
    ROW("getPort", "url_get_port", STRING, URL, part_of, PORT, MEMBER, "its port, or ''", "url('https://[::1]:80/').getPort() == '80'", COST_CALL),
    ROW("getEscapedPath", "url_get_escaped_path", STRING, URL, part_of, ESCAPED_PATH, MEMBER, "its path as it is written, or ''", "url('https://a/b c').getEscapedPath() == '/b%20c'", COST_CALL),
    ROW("getQuery", "url_get_query", &map_of_lists, URL, query_of, 0, MEMBER, "its parameters, each with all its values", "url('/a?k=1&k=2').getQuery() == {'k': ['1', '2']}", COST_WRITES),
    VT_CEL_END,
};
/* clang-format on */
