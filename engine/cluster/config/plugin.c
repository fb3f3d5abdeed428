/* Credential plugins: what they are given, and what they answer. */
#include "base/number/clock.h"
#include "base/text/base64.h"
#include "base/text/json_writer.h"
#include "base/text/quote.h"
#include "cluster/config/credentials_state.h"
#include "cluster/transport/encoding.h"
#include "cluster/watch/fields.h"

/* ------------------------------------------------------------------ errors */

static vt_buffer *fail_plugin(vt_credentials *credentials) {
    vt_buffer *error = vt_credentials_fail(credentials);
    vt_buffer_add_terminated(error, "the program ");
    vt_quote_append_go(error, credentials->connection->plugin->command);
    if (credentials->connection->user.size) {
        vt_buffer_add_terminated(error, " for user ");
        vt_quote_append_go(error, credentials->connection->user);
    }
    vt_buffer_add_byte(error, ' ');
    return error;
}

/* The hint of a kubeconfig may have line breaks and escape sequences. */
static void add_hint(vt_buffer *out, vt_text hint) {
    vt_text line;
    for (const char *between = ": "; vt_text_split(&hint, '\n', &line); between = " ") {
        line = vt_text_trim(line);
        if (line.size == 0) continue;
        vt_buffer_add_terminated(out, between);
        vt_quote_append_visible(out, vt_text_cut(line, 300));
    }
}

/* ------------------------------------------------------------------ command */

/* Whether the plugin may ask the user; false with `*refused`: it must, and nobody is there. */
static bool is_interactive(const vt_credentials *credentials, bool *refused) {
    *refused = false;
    switch (credentials->connection->plugin->interactive) {
    case VT_INTERACTIVE_NEVER:
        return false;
    case VT_INTERACTIVE_IF_AVAILABLE:
        return credentials->stdin_is_terminal;
    case VT_INTERACTIVE_ALWAYS:
        *refused = !credentials->stdin_is_terminal;
        return true;
    }
    return false;
}

static void add_text_if_set(vt_json_writer *object, const char *name, vt_text text) {
    if (text.size) vt_json_add_text(object, name, text);
}

/* The cluster as client-go describes it: the certificate authority as data, whatever it was. */
static void add_cluster(const vt_credentials *credentials, vt_json_writer *spec) {
    const vt_connection *connection = credentials->connection;
    vt_json_writer cluster = vt_json_add_object(spec, "cluster");
    vt_json_add_text(&cluster, "server", connection->server.url);
    add_text_if_set(&cluster, "tls-server-name", connection->tls_server_name);
    if (connection->insecure) vt_json_add_bool(&cluster, "insecure-skip-tls-verify", true);
    if (credentials->ca.size) {
        vt_buffer data;
        vt_buffer_init(&data, &credentials->parent, SIZE_MAX / 2);
        if (!vt_base64_encode(&data, vt_buffer_text(&credentials->ca))) spec->out->failed = true;
        vt_json_add_text(&cluster, "certificate-authority-data", vt_buffer_text(&data));
        vt_buffer_done(&data);
    }
    add_text_if_set(&cluster, "proxy-url", connection->proxy_url);
    if (connection->disable_compression) vt_json_add_bool(&cluster, "disable-compression", true);
    if (connection->plugin->cluster_config.size)
        vt_json_add_json(&cluster, "config", connection->plugin->cluster_config);
    vt_json_close(&cluster);
}

/* KUBERNETES_EXEC_INFO=… */
static void add_exec_info(const vt_credentials *credentials, bool interactive, vt_buffer *out) {
    const vt_plugin *plugin = credentials->connection->plugin;
    vt_buffer_add_terminated(out, "KUBERNETES_EXEC_INFO=");
    vt_json_writer object = vt_json_open_object(out);
    vt_json_add_word(&object, "kind", "ExecCredential");
    vt_json_add_text(&object, "apiVersion", plugin->api_version);
    vt_json_writer spec = vt_json_add_object(&object, "spec");
    if (plugin->provide_cluster_info) add_cluster(credentials, &spec);
    vt_json_add_bool(&spec, "interactive", interactive);
    vt_json_close(&spec);
    vt_json_close(&object);
}

static bool make_environment(vt_credentials *credentials, bool interactive) {
    const vt_plugin *plugin = credentials->connection->plugin;
    vt_arena *arena = &credentials->command_arena;
    vt_text *lines = vt_arena_allocate_array(arena, plugin->environment_count + 1, sizeof *lines);
    size_t count = 0;
    vt_buffer info;
    if (!lines) return false;
    for (; count < plugin->environment_count; count++) {
        const vt_name_value *row = &plugin->environment[count];
        lines[count] = VT_JOIN(arena, row->name, VT_TEXT("="), row->value);
        if (!lines[count].bytes) return false;
    }
    vt_buffer_init(&info, &credentials->secret, SIZE_MAX / 2);
    add_exec_info(credentials, interactive, &info);
    lines[count] = vt_buffer_whole_text(&info);
    if (lines[count].bytes) lines[count] = vt_arena_copy(arena, lines[count]);
    vt_buffer_done(&info);
    credentials->command.environment = lines;
    credentials->command.environment_count = count + 1;
    return lines[count].bytes != NULL;
}

static bool make_command(vt_credentials *credentials, bool interactive) {
    const vt_plugin *plugin = credentials->connection->plugin;
    vt_arena_empty(&credentials->command_arena);
    credentials->command =
        (vt_command){ .program = plugin->command,
                      .arguments = plugin->arguments,
                      .argument_count = plugin->argument_count,
                      .interactive = interactive,
                      .most_ms =
                          interactive ? VT_NEVER : (int64_t)credentials->plugin_seconds * 1000,
                      .most_output_bytes = (size_t)credentials->plugin_bytes };
    return make_environment(credentials, interactive);
}

const vt_command *vt_credentials_command(const vt_credentials *credentials) {
    return &credentials->command;
}

/* --------------------------------------------------------------------- state */

static vt_credentials_state start(vt_credentials *credentials) {
    bool refused, interactive = is_interactive(credentials, &refused);
    if (refused) {
        vt_buffer_add_terminated(
            fail_plugin(credentials),
            "must ask the user (interactiveMode is Always), and standard input "
            "is not a terminal");
        return VT_CREDENTIALS_FAILED;
    }
    if (make_command(credentials, interactive)) return VT_CREDENTIALS_RUN;
    vt_buffer_add_terminated(vt_credentials_fail(credentials), "out of memory");
    return VT_CREDENTIALS_FAILED;
}

vt_credentials_state vt_plugin_state_at(vt_credentials *credentials, vt_clock now) {
    switch (credentials->phase) {
    case VT_PLUGIN_RUNS:
        return VT_CREDENTIALS_PENDING;
    case VT_PLUGIN_HAS:
        if (now.wall_ms < credentials->refresh_ms) return VT_CREDENTIALS_READY;
        break;
    case VT_PLUGIN_FAILED:
        credentials->failed = now.steady_ms - credentials->failed_ms < VT_CREDENTIALS_PAUSE_MS;
        if (credentials->failed) return VT_CREDENTIALS_FAILED;
        break;
    case VT_PLUGIN_IDLE:
        break;
    }
    return start(credentials);
}

void vt_credentials_started(vt_credentials *credentials) {
    credentials->phase = VT_PLUGIN_RUNS;
}

/* -------------------------------------------------------------------- answers */

/* What an ExecCredential holds. */
typedef struct answer {
    vt_text token, certificate, key;
    int64_t expires_ms; /* wall; VT_NEVER: it does not say */
} answer;

static bool complain(vt_credentials *credentials, const char *what) {
    vt_buffer_add_terminated(fail_plugin(credentials), what);
    return false;
}

static bool read_expiration(const vitals_document *document, answer *out) {
    vt_text text = vt_field_text(document, NULL, ".status.expirationTimestamp");
    vt_instant instant;
    out->expires_ms = VT_NEVER;
    if (!text.size) return true;
    if (!vt_instant_parse(text, &instant)) return false;
    out->expires_ms = instant.seconds * 1000;
    return true;
}

static bool check_version(vt_credentials *credentials, const vitals_document *document) {
    vt_text version = vitals_document_api_version(document);
    vt_text wanted = credentials->connection->plugin->api_version;
    if (!vt_text_is(vitals_document_kind(document), "ExecCredential"))
        return complain(credentials, "did not return an ExecCredential");
    if (vt_text_equal(version, wanted)) return true;
    vt_buffer *error = fail_plugin(credentials);
    vt_buffer_add_terminated(error, "returned an ExecCredential of apiVersion ");
    vt_quote_append_go(error, vt_text_cut(version, 100));
    vt_buffer_add_terminated(error, ", but the kubeconfig wants ");
    vt_quote_append_go(error, wanted);
    return false;
}

static bool read_answer(vt_credentials *credentials, const vitals_document *document, answer *out) {
    if (!check_version(credentials, document)) return false;
    if (vitals_value_type_of(vt_field(document, NULL, ".status")) != VITALS_VALUE_MAP)
        return complain(credentials, "returned an ExecCredential without status");
    out->token = vt_field_text(document, NULL, ".status.token");
    out->certificate = vt_field_text(document, NULL, ".status.clientCertificateData");
    out->key = vt_field_text(document, NULL, ".status.clientKeyData");
    if ((out->certificate.size == 0) != (out->key.size == 0))
        return complain(credentials, out->key.size ? "returned a client key without a certificate"
                                                   : "returned a client certificate without a key");
    if (!out->token.size && !out->key.size)
        return complain(credentials, "returned neither a token nor a client certificate");
    if (!vt_is_header_value(out->token))
        return complain(credentials, "returned a token with control characters");
    if (!read_expiration(document, out))
        return complain(credentials,
                        "returned an expirationTimestamp that is not a date of RFC 3339");
    return true;
}

/* When to run again. A credential that has expired when it comes is used until the server refuses it: more
** often than not, this machine's clock is wrong. */
static int64_t refresh_time(vt_credentials *credentials, int64_t expires_ms, vt_clock now) {
    if (expires_ms == VT_NEVER) return VT_NEVER;
    if (expires_ms <= now.wall_ms) {
        vt_buffer *warning = &credentials->warning;
        vt_buffer_clear(warning);
        vt_buffer_add_terminated(warning, "the program ");
        vt_quote_append_go(warning, credentials->connection->plugin->command);
        vt_buffer_printf(warning,
                         " returned a credential that expired %lld s ago by the clock of "
                         "this machine",
                         (long long)((now.wall_ms - expires_ms) / 1000));
        return VT_NEVER;
    }
    int64_t early = expires_ms - VT_CREDENTIALS_EARLY_MS;
    return early > now.wall_ms ? early : expires_ms;
}

/* Each change makes a new number; another certificate also a new identity. */
static bool take(vt_credentials *credentials, const answer *got, vt_clock now) {
    bool other = vt_credentials_replace(&credentials->certificate, got->certificate);
    if (vt_credentials_replace(&credentials->key, got->key) || other)
        credentials->identity_number++;
    vt_credentials_replace(&credentials->token, got->token);
    credentials->number++;
    credentials->changed = true;
    if (credentials->refused) credentials->obtained_ms = now.steady_ms;
    credentials->refused = false;
    credentials->refresh_ms = refresh_time(credentials, got->expires_ms, now);
    if (!credentials->certificate.failed && !credentials->key.failed && !credentials->token.failed)
        return true;
    vt_buffer_add_terminated(vt_credentials_fail(credentials), "out of memory");
    return false;
}

static bool read_output(vt_credentials *credentials, vt_text output, vt_clock now) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    answer got = { .expires_ms = VT_NEVER };
    options.allocator = &credentials->secret;
    options.format = VITALS_FORMAT_JSON;
    if (vt_text_trim(output).size == 0) return complain(credentials, "returned nothing");
    vitals_status status =
        vitals_document_parse(output.bytes, output.size, &options, &document, NULL);
    bool good = false;
    if (status == VITALS_OK) {
        good = read_answer(credentials, document, &got) && take(credentials, &got, now);
    } else if (status == VITALS_ENOMEM) {
        vt_buffer_add_terminated(vt_credentials_fail(credentials), "out of memory");
    } else {
        complain(credentials, "did not return JSON");
    }
    vitals_document_free(document);
    return good;
}

/* ----------------------------------------------------------------------- ends */

static void explain_end(vt_credentials *credentials, const vt_command_result *result) {
    vt_buffer *error = fail_plugin(credentials);
    switch (result->end) {
    case VT_COMMAND_EXITED:
        vt_buffer_printf(error, "failed with exit code %d", result->code);
        break;
    case VT_COMMAND_SIGNALED:
        vt_buffer_printf(error, "was ended by signal %d", result->code);
        break;
    case VT_COMMAND_NOT_FOUND:
        vt_buffer_add_terminated(error, "was not found");
        add_hint(error, credentials->connection->plugin->install_hint);
        break;
    case VT_COMMAND_NOT_STARTED:
        vt_buffer_printf(error, "could not be started: %s",
                         result->why ? result->why : "no reason");
        break;
    case VT_COMMAND_TIMED_OUT:
        vt_buffer_printf(error, "was stopped: it did not end within plugin_seconds (%llu)",
                         (unsigned long long)credentials->plugin_seconds);
        break;
    case VT_COMMAND_TOO_LONG:
        vt_buffer_printf(error, "was stopped: it wrote more than plugin_output_bytes (%llu)",
                         (unsigned long long)credentials->plugin_bytes);
        break;
    }
}

void vt_credentials_ran(vt_credentials *credentials, const vt_command_result *result,
                        vt_clock now) {
    credentials->failed = false;
    bool exited = result->end == VT_COMMAND_EXITED && result->code == 0;
    if (!exited) explain_end(credentials, result);
    if (exited && read_output(credentials, result->output, now)) {
        credentials->phase = VT_PLUGIN_HAS;
        return;
    }
    credentials->phase = VT_PLUGIN_FAILED;
    credentials->failed_ms = now.steady_ms;
}
