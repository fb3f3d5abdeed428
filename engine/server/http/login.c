/* Tokens, cookies and the word of a proxy. */
#include "server/http/login.h"

#include <arpa/inet.h>
#include <stdio.h>

#include "base/run/files.h"
#include "server/api/routes.h"

enum { TOKEN_LEAST = 32, TOKEN_MOST = 4096, SECRET_BYTES = 32, SESSIONS = 64 };

static const char cookie_name[] = "vitals_session=";

/* A range of addresses, IPv4 as ::ffff:a.b.c.d. */
typedef struct range {
    unsigned char address[16];
    unsigned bits;
} range;

typedef struct session {
    char id[SECRET_BYTES * 2 + 1]; /* "": free */
    uint64_t used;                 /* counts uses; the oldest makes room */
} session;

struct vt_login {
    range *ranges;
    size_t range_count;
    session sessions[SESSIONS];
    uint64_t uses;
    vt_buffer token; /* as it was read last */
};

/* ------------------------------------------------------------------ constants */

/* In time that does not depend on where they differ. */
static bool same_secret(vt_text a, vt_text b) {
    unsigned char different = a.size != b.size;
    for (size_t i = 0; i < a.size; i++) {
        const char other = b.size ? b.bytes[i % b.size] : 0;
        different |= (unsigned char)(a.bytes[i] ^ other);
    }
    return !different && a.size > 0;
}

static const char *read_token_into(const vt_server *server, vt_buffer *token) {
    int descriptor = -1;
    const char *why = vt_file_open_named(server->options.token_file, &descriptor);
    if (!why) why = vt_file_read(descriptor, token);
    if (why) return why;
    const vt_text text = vt_text_trim(vt_buffer_text(token));
    if (token->failed || text.size > TOKEN_MOST) return "the token is longer than 4,096 bytes";
    return text.size < TOKEN_LEAST ? "the token is shorter than 32 bytes" : NULL;
}

/* Read the token. NULL: success; else why not. It is read again for each login, so that a file that is
** replaced takes effect at once, and sessions of the old token end. */
static const char *read_token(vt_server *server) {
    vt_login *login = server->login;
    vt_buffer token;
    vt_buffer_init(&token, &server->allocator, 2 * TOKEN_MOST);
    const char *why = read_token_into(server, &token);
    if (why) vt_buffer_clear(&token);
    if (!vt_text_equal(vt_buffer_text(&token), vt_buffer_text(&login->token))) {
        memset(login->sessions, 0, sizeof login->sessions);
    }
    if (login->token.bytes) memset(login->token.bytes, 0, login->token.capacity);
    vt_buffer_done(&login->token);
    login->token = token;
    return why;
}

/* ------------------------------------------------------------------- addresses */

static bool read_range(const char *text, range *out) {
    char address[64];
    const char *slash = strchr(text, '/');
    const size_t size = slash ? (size_t)(slash - text) : strlen(text);
    if (size >= sizeof address) return false;
    memcpy(address, text, size);
    address[size] = 0;
    memset(out, 0, sizeof *out);
    unsigned base = 0, most = 128;
    if (inet_pton(AF_INET, address, out->address + 12) == 1) {
        out->address[10] = out->address[11] = 0xff;
        base = 96;
        most = 32;
    } else if (inet_pton(AF_INET6, address, out->address) != 1) {
        return false;
    }
    unsigned bits = slash ? 0 : most;
    for (const char *at = slash ? slash + 1 : ""; *at; at++) {
        if (!vt_is_digit(*at) || (bits = bits * 10 + (unsigned)(*at - '0')) > most) return false;
    }
    out->bits = base + bits;
    return !slash || slash[1];
}

static bool is_in(const range *self, const unsigned char address[16]) {
    const unsigned whole = self->bits / 8, rest = self->bits % 8;
    if (memcmp(self->address, address, whole) != 0) return false;
    return rest == 0 || (self->address[whole] ^ address[whole]) >> (8 - rest) == 0;
}

bool vt_login_trusts(const vt_server *server, const vt_http_exchange *exchange) {
    unsigned char address[16];
    vt_http_peer(exchange, address);
    for (size_t i = 0; i < server->login->range_count; i++) {
        if (is_in(&server->login->ranges[i], address)) return true;
    }
    return false;
}

/* -------------------------------------------------------------------- sessions */

/* The value of our cookie in the field Cookie. */
static vt_text cookie_of(const vt_http_exchange *exchange) {
    vt_text rest = vt_http_field(exchange, "Cookie"), part;
    const vt_text name = vt_text_from(cookie_name);
    while (vt_text_split(&rest, ';', &part)) {
        part = vt_text_trim(part);
        if (vt_text_starts(part, name)) return vt_text_between(part, name.size, part.size);
    }
    return VT_TEXT_ABSENT;
}

static bool has_session(vt_login *login, vt_text id) {
    bool found = false;
    for (size_t i = 0; i < SESSIONS; i++) {
        session *each = &login->sessions[i];
        if (!each->id[0] || !same_secret(id, vt_text_from(each->id))) continue;
        each->used = ++login->uses;
        found = true;
    }
    return found;
}

/* A new one in place of that which was not used for longest. */
static const char *make_session(vt_server *server) {
    vt_login *login = server->login;
    session *oldest = &login->sessions[0];
    unsigned char secret[SECRET_BYTES];
    for (size_t i = 1; i < SESSIONS; i++) {
        if (login->sessions[i].used < oldest->used) oldest = &login->sessions[i];
    }
    server->options.random(server->options.user, secret, sizeof secret);
    for (size_t i = 0; i < SECRET_BYTES; i++) {
        snprintf(oldest->id + 2 * i, 3, "%02x", secret[i]);
    }
    oldest->used = ++login->uses;
    return oldest->id;
}

/* ---------------------------------------------------------------------- logins */

vitals_status vt_login_new(vt_server *server, vitals_diagnostics *diagnostics) {
    const vt_server_options *options = &server->options;
    vt_login *login = vt_allocate_zeroed(&server->allocator, sizeof *login);
    if (!login) return VITALS_ENOMEM;
    server->login = login;
    vt_buffer_init(&login->token, &server->allocator, 2 * TOKEN_MOST);
    login->ranges =
        vt_allocate_array(&server->allocator, options->trusted_count + 1, sizeof *login->ranges);
    if (!login->ranges) return VITALS_ENOMEM;
    vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR, .rule = "login", .file = "" };
    for (size_t i = 0; i < options->trusted_count; i++) {
        if (read_range(options->trusted[i], &login->ranges[login->range_count++])) continue;
        finding.file = options->trusted[i];
        finding.text = VT_TEXT("this is not an address or a range such as 10.0.0.0/8");
        vitals_diagnostics_add(diagnostics, &finding);
        return VITALS_ECONFIG;
    }
    const char *why = options->token_file ? read_token(server) : NULL;
    if (!why) return VITALS_OK;
    finding.file = options->token_file;
    finding.text = vt_text_from(why);
    vitals_diagnostics_add(diagnostics, &finding);
    return VITALS_EREAD;
}

void vt_login_free(vt_server *server) {
    vt_login *login = server->login;
    if (!login) return;
    if (login->token.bytes) memset(login->token.bytes, 0, login->token.capacity);
    vt_buffer_done(&login->token);
    vt_release_array(&server->allocator, login->ranges, server->options.trusted_count + 1,
                     sizeof *login->ranges);
    vt_release(&server->allocator, login, sizeof *login);
    server->login = NULL;
}

bool vt_login_is_needed(const vt_server *server) {
    return server->options.token_file || server->options.proxy_user;
}

static bool has_token(const vt_server *server, const vt_http_exchange *exchange) {
    const vt_text field = vt_http_field(exchange, "Authorization");
    const vt_text scheme = VT_TEXT("Bearer ");
    const vt_text head = vt_text_between(field, 0, scheme.size);
    if (!vt_text_equal_fold(head, scheme)) return false;
    return same_secret(vt_text_trim(vt_text_between(field, scheme.size, field.size)),
                       vt_text_trim(vt_buffer_text(&server->login->token)));
}

bool vt_login_check(vt_server *server, const vt_http_exchange *exchange, vt_text *user,
                    vt_text *groups) {
    const vt_server_options *options = &server->options;
    *user = *groups = VT_TEXT_ABSENT;
    if (!vt_login_is_needed(server)) return true;
    if (options->proxy_user && vt_login_trusts(server, exchange)) {
        *user = vt_http_field(exchange, options->proxy_user);
        if (options->proxy_groups) *groups = vt_http_field(exchange, options->proxy_groups);
        if (user->size) return true;
        *user = VT_TEXT_ABSENT;
    }
    const char *why = options->token_file ? read_token(server) : "";
    if (why) {
        if (*why) vt_server_log(server, "%s: %s", options->token_file, why);
        return false;
    }
    *user = VT_TEXT("token");
    return has_session(server->login, cookie_of(exchange)) || has_token(server, exchange);
}

/* --------------------------------------------------------------------- handlers */

static void write_session(vt_visit *visit, vt_text user) {
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_add_bool(&writer, "login", vt_login_is_needed(visit->server));
    vt_json_add_text_if(&writer, "user", user);
    vt_json_close(&writer);
}

void vt_answer_session(vt_visit *visit) {
    vt_text user, groups;
    const bool in = vt_login_check(visit->server, visit->exchange, &user, &groups);
    write_session(visit, in ? user : VT_TEXT_ABSENT);
    vt_visit_send(visit, "application/json");
}

/* The member `token` of the body. */
static bool body_has_token(vt_visit *visit) {
    const vt_text body = vt_http_request_of(visit->exchange)->body;
    vitals_document *document = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    const vitals_value *value = NULL;
    bool right = false;
    options.allocator = &visit->server->allocator;
    options.format = VITALS_FORMAT_JSON;
    const char *why = read_token(visit->server);
    if (why) vt_server_log(visit->server, "%s: %s", visit->server->options.token_file, why);
    if (!why &&
        vitals_document_parse(body.bytes, body.size, &options, &document, NULL) == VITALS_OK &&
        vitals_document_field(document, NULL, VT_TEXT(".token"), &value) == VITALS_OK) {
        right = same_secret(vitals_value_string(value),
                            vt_text_trim(vt_buffer_text(&visit->server->login->token)));
    }
    vitals_document_free(document);
    return right;
}

void vt_answer_login(vt_visit *visit) {
    vt_server *server = visit->server;
    if (!server->options.token_file) {
        vt_visit_fail(visit, 404, "not found", "this server takes no tokens");
        return;
    }
    if (!body_has_token(visit)) {
        vt_visit_fail(visit, 401, "the token is wrong",
                      "send {\"token\": …} with the content of "
                      "the file of --login-token");
        return;
    }
    const bool secure = vt_http_request_of(visit->exchange)->tls;
    vt_http_response response = { .status = 200, .type = "application/json", .body = &visit->out };
    response.fields[0].name = "Set-Cookie";
    response.fields[0].value =
        vt_arena_printf(&visit->memory, "%s%s; HttpOnly; SameSite=Strict; Path=/%s", cookie_name,
                        make_session(server), secure ? "; Secure" : "");
    response.field_count = 1;
    write_session(visit, VT_TEXT("token"));
    vt_http_respond(visit->exchange, &response);
}
