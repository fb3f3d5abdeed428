/*
** The credentials of a connection: headers and certificate for the next request, or a refresh to start.
**
** A state machine over file contents, the output of a plugin, and a clock. It starts no process and makes
** no request. For each request the caller asks vt_credentials_state:
**
**     READY     build the request from vt_credentials_headers and vt_credentials_identity
**     RUN       start the plugin (vt_credentials_command), then vt_credentials_started
**     PENDING   the plugin runs; hold the request and ask again after vt_credentials_ran
**     FAILED    vt_credentials_error has one line; ask again later: a failed plugin is started again
**               only after VT_CREDENTIALS_PAUSE_MS
**
** Secrets are in no error text. All memory is wiped before it is freed.
*/
#ifndef VITALS_CLUSTER_CREDENTIALS_H
#define VITALS_CLUSTER_CREDENTIALS_H

#include "base/memory/buffer.h"
#include "cluster/config/connection.h"
#include "cluster/transport/clock.h"

typedef struct vt_credentials vt_credentials;

/* How files are read: tokens, certificates, keys. Append the content of `path` to `out`; NULL: success, or
** `out` failed; otherwise why not, static. It must not block. */
typedef const char *(*vt_read_file_fn)(void *user, const char *path, vt_buffer *out);

/* Reads regular files; never blocks. */
const char *vt_read_file_of_system(void *user, const char *path, vt_buffer *out);

typedef struct vt_credentials_options {
    const vitals_allocator *allocator; /* NULL for malloc. Copied. */
    const vitals_limits *limits;       /* NULL for the defaults. Read at once. */
    vt_read_file_fn read;              /* NULL: vt_read_file_of_system */
    void *read_user;
    bool stdin_is_terminal; /* and is not needed for input: plugins may ask there */
} vt_credentials_options;

enum {
    VT_CREDENTIALS_EARLY_MS = 10000, /* a credential is refreshed so long before it expires */
    VT_CREDENTIALS_PAUSE_MS = 5000,  /* between two starts of a plugin, the first of which failed */
    VT_CREDENTIALS_TRUST_MS =
        60000,                /* a credential that is refused so soon after it was obtained is not
                                        obtained again */
    VT_TOKEN_FILE_MS = 50000, /* a token file is read again after this time */
    VT_CERTIFICATE_FILE_MS = 300000 /* and a certificate with its key after this one */
};

/* `connection` must outlive the credentials. Reads nothing yet. Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_credentials_new(const vt_connection *connection,
                                                 const vt_credentials_options *options,
                                                 vt_credentials **out);
void vt_credentials_free(vt_credentials *credentials);

typedef enum vt_credentials_state {
    VT_CREDENTIALS_READY,
    VT_CREDENTIALS_RUN,
    VT_CREDENTIALS_PENDING,
    VT_CREDENTIALS_FAILED
} vt_credentials_state;

/* What the next request needs. Reads files whose time has come. Without memory: FAILED. */
vt_credentials_state vt_credentials_state_at(vt_credentials *credentials, vt_clock now);
/* Why, when FAILED: one line that names user, file or program and never a secret. Borrowed until the next
** call. */
vt_text vt_credentials_error(const vt_credentials *credentials);
/* What the user should see once, such as a clock that is wrong; absent when there is nothing new. */
vt_text vt_credentials_warning(vt_credentials *credentials);

/* READY: the number of the credential, larger after each change. A request keeps it for
** vt_credentials_refused. */
uint64_t vt_credentials_number(const vt_credentials *credentials);
/* The headers at `index`, from 0: Authorization and Impersonate-*, "NAME: VALUE", NUL-terminated; absent
** past the end. Borrowed until the next call of vt_credentials_state_at. Nothing over plain HTTP. */
vt_text vt_credentials_header(const vt_credentials *credentials, size_t index);

/* When a certificate in PEM text ends (notAfter), as Unix time; false: it cannot be read. The first one of
** several counts. */
bool vt_certificate_end(vt_text pem, int64_t *seconds);

/* PEM texts for TLS. `number` changes when the client certificate does: connections made with another
** number are to be closed, and may finish what they do. */
typedef struct vt_identity {
    vt_text ca;          /* absent: the system's */
    vt_text certificate; /* absent: none */
    vt_text key;
    uint64_t number;
} vt_identity;

/* READY: borrowed until the next call of vt_credentials_state_at. */
vt_identity vt_credentials_identity(const vt_credentials *credentials);

/*
** A request made with credential `number` got a 401; `date` is its Date header, or absent. Returns
** whether to ask for the state again and send this one request once more: a file is read again, a plugin
** is run again, or the credential has changed meanwhile. false: the server does not accept these
** credentials.
*/
bool vt_credentials_refused(vt_credentials *credentials, uint64_t number, vt_text date,
                            vt_clock now);

/* Append what to say when that is final: "the server does not accept the credentials of user X of context
** Y", and what to do about it, by the kind of credential. */
bool vt_credentials_explain_refusal(const vt_credentials *credentials, vt_clock now,
                                    vt_buffer *out);

/* ---------------------------------------------------------------- plugins */

/* What to run. Borrowed until the state changes. */
typedef struct vt_command {
    vt_text program;          /* a path, or a name to look for in PATH; NUL-terminated */
    const vt_text *arguments; /* without the program; NUL-terminated */
    size_t argument_count;
    const vt_text *environment; /* NAME=VALUE, over the parent's; NUL-terminated */
    size_t environment_count;
    bool interactive; /* standard input is the terminal */
    int64_t most_ms;  /* time limit; VT_NEVER when interactive */
    size_t most_output_bytes;
} vt_command;

/* RUN: what to run. */
const vt_command *vt_credentials_command(const vt_credentials *credentials);
/* RUN: it runs. */
void vt_credentials_started(vt_credentials *credentials);

/* How a plugin ended. */
typedef enum vt_command_end {
    VT_COMMAND_EXITED,
    VT_COMMAND_SIGNALED,
    VT_COMMAND_NOT_FOUND,   /* there is no such program */
    VT_COMMAND_NOT_STARTED, /* `why` has the reason */
    VT_COMMAND_TIMED_OUT,
    VT_COMMAND_TOO_LONG /* its output */
} vt_command_end;

typedef struct vt_command_result {
    vt_command_end end;
    int code;        /* exit status or signal */
    const char *why; /* static, or NULL */
    vt_text output;  /* what it wrote to standard output */
} vt_command_result;

/* RUN or PENDING: it ended, or could not be started. `output` is read here and not kept. */
void vt_credentials_ran(vt_credentials *credentials, const vt_command_result *result, vt_clock now);

#endif
