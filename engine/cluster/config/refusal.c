/* Credentials that the server does not accept. */
#include "base/text/quote.h"
#include "cluster/config/credentials_state.h"

enum { SKEW_MS = 60000 };

static void add_skew(int64_t ahead_ms, vt_buffer *out) {
    vt_buffer_printf(out, "the clock of the server is %lld s %s this one",
                     (long long)((ahead_ms < 0 ? -ahead_ms : ahead_ms) / 1000),
                     ahead_ms < 0 ? "behind" : "ahead of");
}

/* A credential that should still be good and a server whose clock says otherwise. */
static void note_skew(vt_credentials *credentials, vt_text date, vt_clock now) {
    int64_t server_s;
    if (!vt_http_date_parse(date, &server_s)) return;
    const int64_t ahead_ms = server_s * 1000 - now.wall_ms, before_ms = credentials->ahead_ms;
    const int64_t moved_ms = ahead_ms - before_ms;
    const bool warned = before_ms && moved_ms < SKEW_MS && moved_ms > -SKEW_MS;
    credentials->ahead_ms = ahead_ms < SKEW_MS && ahead_ms > -SKEW_MS ? 0 : ahead_ms;
    if (!credentials->ahead_ms || warned) return;
    vt_buffer_clear(&credentials->warning);
    add_skew(ahead_ms, &credentials->warning);
    vt_buffer_add_terminated(&credentials->warning, ": credentials may expire early or late");
}

/* Read the files again; whether one of them has another content. */
static bool files_have_changed(vt_credentials *credentials, vt_clock now) {
    uint64_t before = credentials->number;
    vt_credentials_expire_files(credentials);
    (void)vt_credentials_read_files(credentials, now);
    return credentials->number != before;
}

bool vt_credentials_refused(vt_credentials *credentials, uint64_t number, vt_text date,
                            vt_clock now) {
    if (!credentials->connection->server.tls) return false;
    if (number != credentials->number) return true;
    note_skew(credentials, date, now);
    if (files_have_changed(credentials, now)) return true;
    if (!credentials->connection->plugin) return false;
    if (credentials->phase == VT_PLUGIN_RUNS) return true;
    if (credentials->phase != VT_PLUGIN_HAS ||
        now.steady_ms - credentials->obtained_ms < VT_CREDENTIALS_TRUST_MS)
        return false;
    credentials->phase = VT_PLUGIN_IDLE;
    credentials->refused = true;
    return true;
}

/* ------------------------------------------------------------- explanations */

static void add_user(const vt_connection *connection, vt_buffer *out) {
    vt_buffer_add_terminated(out, "the server does not accept the credentials");
    if (connection->user.size) {
        vt_buffer_add_terminated(out, " of user ");
        vt_quote_append_go(out, connection->user);
    }
    if (connection->context.size) {
        vt_buffer_add_terminated(out, " of context ");
        vt_quote_append_go(out, connection->context);
    }
}

static void explain_certificate(const vt_credentials *credentials, vt_clock now, vt_buffer *out) {
    int64_t end;
    if (!vt_certificate_end(vt_buffer_text(&credentials->certificate), &end)) {
        vt_buffer_add_terminated(out, ": its client certificate was refused");
    } else if (end * 1000 <= now.wall_ms) {
        long long days = (long long)((now.wall_ms / 1000 - end) / 86400);
        vt_buffer_printf(out, ": its client certificate expired %lld day%s ago; get a new one",
                         days, days == 1 ? "" : "s");
    } else {
        vt_buffer_add_terminated(out,
                                 ": its client certificate has not expired, but the server does "
                                 "not trust it");
    }
}

bool vt_credentials_explain_refusal(const vt_credentials *credentials, vt_clock now,
                                    vt_buffer *out) {
    const vt_connection *connection = credentials->connection;
    add_user(connection, out);
    switch (vt_credentials_source_of(credentials)) {
    case VT_FROM_NOTHING:
        vt_buffer_add_terminated(out, ": there are none");
        break;
    case VT_FROM_TOKEN:
        vt_buffer_add_terminated(out, ": its token was refused or has expired; get a new one");
        break;
    case VT_FROM_TOKEN_FILE:
        vt_buffer_add_terminated(out, ": the token in ");
        vt_quote_append_visible(out, connection->token_file);
        vt_buffer_add_terminated(out, " was refused or has expired");
        break;
    case VT_FROM_BASIC:
        vt_buffer_add_terminated(out, ": its user name or password was refused");
        break;
    case VT_FROM_CERTIFICATE:
        explain_certificate(credentials, now, out);
        break;
    case VT_FROM_PLUGIN:
        vt_buffer_add_terminated(out, ": what the program ");
        vt_quote_append_go(out, connection->plugin->command);
        vt_buffer_add_terminated(out, " returned was refused; log in again");
        break;
    }
    if (credentials->ahead_ms) {
        vt_buffer_add_terminated(out, "; ");
        add_skew(credentials->ahead_ms, out);
    }
    return !out->failed;
}
