/* The credentials of a connection: files, headers, certificates. */
#include "cluster/config/credentials.h"

#include "base/run/files.h"
#include "base/text/base64.h"
#include "base/text/quote.h"
#include "cluster/config/credentials_state.h"
#include "cluster/config/secret.h"
#include "cluster/transport/encoding.h"

/* ------------------------------------------------------------------- memory */

static uint64_t limit(const vitals_limits *limits, const char *name) {
    uint64_t value = 0;
    (void)!vitals_limits_get(limits, name, &value);
    return value;
}

static void read_limits(vt_credentials *made, const vitals_limits *limits) {
    made->file_bytes = limit(limits, "credential_file_bytes");
    made->plugin_bytes = limit(limits, "plugin_output_bytes");
    made->plugin_seconds = limit(limits, "plugin_seconds");
}

/* Inline texts are bounded by the kubeconfig, and those of plugins by their output. */
static void init_buffers(vt_credentials *made) {
    vt_buffer *const secrets[] = { &made->ca, &made->certificate, &made->key, &made->token };
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
        vt_buffer_init(secrets[i], &made->secret, SIZE_MAX / 2);
    vt_buffer_init(&made->headers, &made->secret, SIZE_MAX / 2);
    vt_buffer_init(&made->error, &made->parent, 4096);
    vt_buffer_init(&made->warning, &made->parent, 4096);
    vt_arena_init(&made->command_arena, &made->secret, 0);
}

vitals_status vt_credentials_new(const vt_connection *connection,
                                 const vt_credentials_options *options, vt_credentials **out) {
    vitals_allocator own = vt_allocator_or_default(options->allocator);
    vt_credentials *made = vt_allocate_zeroed(&own, sizeof *made);
    if (!made) return VITALS_ENOMEM;
    made->parent = own;
    made->secret = vt_secret_allocator(&made->parent);
    made->connection = connection;
    made->read = options->read ? options->read : vt_read_file_of_system;
    made->read_user = options->read_user;
    made->stdin_is_terminal = options->stdin_is_terminal;
    made->obtained_ms = INT64_MIN / 2;
    made->material_due_ms = made->token_due_ms = INT64_MIN;
    made->number = made->identity_number = 1;
    made->changed = true;
    read_limits(made, options->limits);
    init_buffers(made);
    *out = made;
    return VITALS_OK;
}

void vt_credentials_free(vt_credentials *credentials) {
    if (!credentials) return;
    vitals_allocator allocator = credentials->parent;
    vt_buffer *const buffers[] = { &credentials->ca,      &credentials->certificate,
                                   &credentials->key,     &credentials->token,
                                   &credentials->headers, &credentials->error,
                                   &credentials->warning };
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) vt_buffer_done(buffers[i]);
    vt_arena_done(&credentials->command_arena);
    vt_release(&allocator, credentials, sizeof *credentials);
}

/* --------------------------------------------------------------------- files */

const char *vt_read_file_of_system(void *user, const char *path, vt_buffer *out) {
    int descriptor;
    (void)user;
    const char *why = vt_file_open_named(path, &descriptor);
    return why ? why : vt_file_read(descriptor, out);
}

static bool is_pem(vt_text text, const char *what) {
    size_t begin = vt_text_find(text, VT_TEXT("-----BEGIN "), 0);
    return begin != SIZE_MAX && vt_text_find(text, vt_text_from(what), begin) != SIZE_MAX &&
           vt_text_find(text, VT_TEXT("-----END "), begin) != SIZE_MAX;
}

/* The content of a file; NULL: success, else why not. No memory is a reason, too. */
static const char *read_file(vt_credentials *credentials, vt_text path, vt_buffer *out) {
    const char *why = credentials->read(credentials->read_user, path.bytes, out);
    if (why) return why;
    if (out->over_ceiling) return "is over the limit credential_file_bytes";
    return out->failed ? "out of memory" : NULL;
}

/* One of the PEM texts: from the connection, or from a file, of which the last good content stays. */
static const char *read_material(vt_credentials *credentials, const vt_material *from,
                                 const char *what, vt_buffer *content) {
    if (from->data.size) {
        content->most_bytes = SIZE_MAX / 2;
        return vt_buffer_add(content, from->data) ? NULL : "out of memory";
    }
    const char *why = read_file(credentials, from->path, content);
    if (why) return why;
    return is_pem(vt_buffer_text(content), what) ? NULL : "is not PEM text";
}

static bool is_set(const vt_material *material) {
    return material->data.size || material->path.size;
}

static void complain_file(vt_credentials *credentials, const char *what, const vt_material *from,
                          const char *why) {
    vt_buffer *error = vt_credentials_fail(credentials);
    vt_buffer_printf(error, "the %s", what);
    if (from->path.size && !from->data.size) {
        vt_buffer_add_byte(error, ' ');
        vt_quote_append_visible(error, from->path);
    }
    vt_buffer_printf(error, ": %s", why);
}

static bool read_ca(vt_credentials *credentials) {
    const vt_material *from = &credentials->connection->ca;
    vt_buffer content;
    if (!is_set(from)) return true;
    vt_buffer_init(&content, &credentials->secret, (size_t)credentials->file_bytes);
    const char *why = read_material(credentials, from, "CERTIFICATE-----", &content);
    if (!why && vt_credentials_replace(&credentials->ca, vt_buffer_text(&content)))
        credentials->identity_number++;
    vt_buffer_done(&content);
    bool good = credentials->ca.size && !credentials->ca.failed;
    if (!good)
        complain_file(credentials, "certificate authority", from, why ? why : "out of memory");
    return good;
}

/* Both or none: a pair that is half written keeps the old one. */
static bool read_pair(vt_credentials *credentials) {
    const vt_connection *connection = credentials->connection;
    vt_buffer certificate, key;
    if (!is_set(&connection->certificate)) return true;
    vt_buffer_init(&certificate, &credentials->secret, (size_t)credentials->file_bytes);
    vt_buffer_init(&key, &credentials->secret, (size_t)credentials->file_bytes);
    const char *no_key = NULL,
               *no_certificate = read_material(credentials, &connection->certificate,
                                               "CERTIFICATE-----", &certificate);
    if (!no_certificate)
        no_key = read_material(credentials, &connection->key, "PRIVATE KEY-----", &key);
    if (!no_certificate && !no_key) {
        bool other =
            vt_credentials_replace(&credentials->certificate, vt_buffer_text(&certificate));
        if (vt_credentials_replace(&credentials->key, vt_buffer_text(&key)) || other) {
            credentials->identity_number++;
            credentials->number++;
        }
    }
    vt_buffer_done(&certificate);
    vt_buffer_done(&key);
    bool good =
        credentials->key.size && !credentials->certificate.failed && !credentials->key.failed;
    if (good) return true;
    if (no_key) {
        complain_file(credentials, "client key", &connection->key, no_key);
    } else {
        complain_file(credentials, "client certificate", &connection->certificate,
                      no_certificate ? no_certificate : "out of memory");
    }
    return false;
}

/* The file counts as long as it can be read; then the last content; then `token`. */
static bool read_token(vt_credentials *credentials) {
    const vt_connection *connection = credentials->connection;
    const vt_material from = { .path = connection->token_file };
    vt_buffer content;
    vt_buffer_init(&content, &credentials->secret, (size_t)credentials->file_bytes);
    const char *why = read_file(credentials, connection->token_file, &content);
    vt_text text = vt_text_trim(vt_buffer_text(&content));
    if (!why && text.size == 0) why = "is empty";
    if (!why && !vt_is_header_value(text)) why = "holds control characters";
    if (why)
        text = credentials->token.size ? vt_buffer_text(&credentials->token) : connection->token;
    if (text.size && vt_credentials_replace(&credentials->token, text)) {
        credentials->changed = true;
        credentials->number++;
    }
    vt_buffer_done(&content);
    bool good = credentials->token.size && !credentials->token.failed;
    if (!good) complain_file(credentials, "token file", &from, why ? why : "out of memory");
    return good;
}

bool vt_credentials_read_files(vt_credentials *credentials, vt_clock now) {
    if (now.steady_ms >= credentials->material_due_ms) {
        if (!read_ca(credentials) || !read_pair(credentials)) return false;
        credentials->material_due_ms = now.steady_ms + VT_CERTIFICATE_FILE_MS;
    }
    if (credentials->connection->token_file.size && now.steady_ms >= credentials->token_due_ms) {
        if (!read_token(credentials)) return false;
        credentials->token_due_ms = now.steady_ms + VT_TOKEN_FILE_MS;
    }
    return true;
}

void vt_credentials_expire_files(vt_credentials *credentials) {
    credentials->material_due_ms = credentials->token_due_ms = INT64_MIN;
}

/* ------------------------------------------------------------------- headers */

vt_credentials_source vt_credentials_source_of(const vt_credentials *credentials) {
    const vt_connection *connection = credentials->connection;
    if (connection->plugin) return VT_FROM_PLUGIN;
    if (connection->token_file.size) return VT_FROM_TOKEN_FILE;
    if (connection->token.size) return VT_FROM_TOKEN;
    if (connection->username.size || connection->password.size) return VT_FROM_BASIC;
    return is_set(&connection->certificate) ? VT_FROM_CERTIFICATE : VT_FROM_NOTHING;
}

static void end_header(vt_buffer *out) {
    vt_buffer_add_byte(out, '\0');
}

static void add_basic(vt_credentials *credentials) {
    const vt_connection *connection = credentials->connection;
    vt_buffer both;
    vt_buffer_init(&both, &credentials->secret, SIZE_MAX / 2);
    vt_buffer_add(&both, connection->username);
    vt_buffer_add_byte(&both, ':');
    vt_buffer_add(&both, connection->password);
    if (both.failed) credentials->headers.failed = true;
    vt_buffer_add_terminated(&credentials->headers, "Authorization: Basic ");
    vt_base64_encode(&credentials->headers, vt_buffer_text(&both));
    end_header(&credentials->headers);
    vt_buffer_done(&both);
}

static void add_authorization(vt_credentials *credentials) {
    vt_credentials_source source = vt_credentials_source_of(credentials);
    vt_text token = source == VT_FROM_TOKEN ? credentials->connection->token
                                            : vt_buffer_text(&credentials->token);
    if (source == VT_FROM_BASIC) {
        add_basic(credentials);
    } else if (token.size) {
        vt_buffer_add_terminated(&credentials->headers, "Authorization: Bearer ");
        vt_buffer_add(&credentials->headers, token);
        end_header(&credentials->headers);
    }
}

static void add_header(vt_buffer *out, const char *name, vt_text value) {
    vt_buffer_add_terminated(out, name);
    vt_buffer_add_terminated(out, ": ");
    vt_buffer_add(out, value);
    end_header(out);
}

static void add_impersonation(const vt_impersonation *as, vt_buffer *out) {
    if (as->user.size) add_header(out, "Impersonate-User", as->user);
    if (as->uid.size) add_header(out, "Impersonate-Uid", as->uid);
    for (size_t i = 0; i < as->group_count; i++)
        add_header(out, "Impersonate-Group", as->groups[i]);
    for (size_t i = 0; i < as->extra_count; i++) {
        vt_buffer_add_terminated(out, "Impersonate-Extra-");
        vt_header_key_encode(out, as->extra[i].name);
        add_header(out, "", as->extra[i].value);
    }
}

static bool make_headers(vt_credentials *credentials) {
    if (!credentials->changed) return true;
    vt_buffer_clear(&credentials->headers);
    add_authorization(credentials);
    add_impersonation(&credentials->connection->as, &credentials->headers);
    credentials->changed = credentials->headers.failed;
    if (credentials->headers.failed)
        vt_buffer_add_terminated(vt_credentials_fail(credentials), "out of memory");
    return !credentials->headers.failed;
}

vt_text vt_credentials_header(const vt_credentials *credentials, size_t index) {
    vt_text rest = vt_buffer_text(&credentials->headers), line;
    while (rest.size && vt_text_split(&rest, '\0', &line)) {
        if (index-- == 0) return line;
    }
    return VT_TEXT_ABSENT;
}

/* --------------------------------------------------------------------- state */

/* Over plain HTTP nothing is read and nothing is sent. */
vt_credentials_state vt_credentials_state_at(vt_credentials *credentials, vt_clock now) {
    if (!credentials->connection->server.tls) return VT_CREDENTIALS_READY;
    credentials->failed = false;
    if (!vt_credentials_read_files(credentials, now)) return VT_CREDENTIALS_FAILED;
    vt_credentials_state state = VT_CREDENTIALS_READY;
    if (credentials->connection->plugin) state = vt_plugin_state_at(credentials, now);
    if (state == VT_CREDENTIALS_READY && !make_headers(credentials)) state = VT_CREDENTIALS_FAILED;
    return state;
}

vt_text vt_credentials_error(const vt_credentials *credentials) {
    if (!credentials->failed) return VT_TEXT_ABSENT;
    return credentials->error.failed ? VT_TEXT("out of memory")
                                     : vt_buffer_text(&credentials->error);
}

vt_text vt_credentials_warning(vt_credentials *credentials) {
    vt_text text = vt_buffer_text(&credentials->warning);
    if (text.size == 0 || credentials->warning.failed) return VT_TEXT_ABSENT;
    credentials->warning.size = 0; /* said once; the bytes stay until the next one */
    return text;
}

uint64_t vt_credentials_number(const vt_credentials *credentials) {
    return credentials->number;
}

static vt_text pem_of(const vt_buffer *buffer) {
    return buffer->size ? vt_buffer_text(buffer) : VT_TEXT_ABSENT;
}

vt_identity vt_credentials_identity(const vt_credentials *credentials) {
    vt_identity none = { .number = credentials->identity_number };
    if (!credentials->connection->server.tls) return none;
    return (vt_identity){ pem_of(&credentials->ca), pem_of(&credentials->certificate),
                          pem_of(&credentials->key), credentials->identity_number };
}
