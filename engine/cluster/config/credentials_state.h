/* What credentials are made of. Inside of credentials.c, plugin.c and refusal.c. */
#ifndef VITALS_CLUSTER_CREDENTIALS_STATE_H
#define VITALS_CLUSTER_CREDENTIALS_STATE_H

#include "base/memory/arena.h"
#include "base/memory/memory.h"
#include "cluster/config/credentials.h"

/* Where the current credential comes from. */
typedef enum vt_credentials_source {
    VT_FROM_NOTHING,
    VT_FROM_TOKEN,
    VT_FROM_TOKEN_FILE,
    VT_FROM_BASIC,
    VT_FROM_CERTIFICATE,
    VT_FROM_PLUGIN
} vt_credentials_source;

typedef enum vt_plugin_phase {
    VT_PLUGIN_IDLE, /* nothing was obtained yet, or it is no longer good */
    VT_PLUGIN_RUNS,
    VT_PLUGIN_HAS,
    VT_PLUGIN_FAILED
} vt_plugin_phase;

struct vt_credentials {
    vitals_allocator parent, secret; /* everything that is a secret is in wiped memory */
    const vt_connection *connection;
    vt_read_file_fn read;
    void *read_user;
    bool stdin_is_terminal;
    uint64_t file_bytes, plugin_bytes, plugin_seconds; /* limits */

    uint64_t number, identity_number;
    int64_t obtained_ms; /* steady: when the current credential was obtained because another one was
                            refused; else far in the past */

    vt_buffer ca, certificate, key; /* PEM */
    int64_t material_due_ms;        /* steady: when files are read again */
    vt_buffer token;
    int64_t token_due_ms;

    vt_plugin_phase phase;
    int64_t refresh_ms; /* wall: HAS until then */
    int64_t failed_ms;  /* steady: FAILED since */
    bool refused;       /* the next run follows a refusal */
    int64_t ahead_ms;   /* the server's clock before ours at the last refusal; 0: about the same */
    vt_arena command_arena;
    vt_command command;

    vt_buffer headers; /* NUL-terminated lines one after another */
    bool changed;      /* the headers are to be made again */
    vt_buffer error, warning;
    bool failed;
};

vt_credentials_source vt_credentials_source_of(const vt_credentials *credentials);

/* Read files whose time has come. false: FAILED, with the error set. */
bool vt_credentials_read_files(vt_credentials *credentials, vt_clock now);
/* Make the material and the token file due now. */
void vt_credentials_expire_files(vt_credentials *credentials);

/* Replace a secret; true: it is another one. Without memory `to` fails. */
bool vt_credentials_replace(vt_buffer *to, vt_text text);

/* What the plugin needs; sets the error when FAILED. */
vt_credentials_state vt_plugin_state_at(vt_credentials *credentials, vt_clock now);

/* Begin an error: one line that starts with `what`. */
vt_buffer *vt_credentials_fail(vt_credentials *credentials);

#endif
