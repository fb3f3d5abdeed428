/*
** The server behind `vitals serve`: it shows what a vitals_live holds, over HTTP. It reads clusters
** through those who feed the live, and writes to none.
**
**     vt_server_new(&options, &server, diagnostics);
**     vt_server_add_source(server, &source, &id);
**     vt_server_add_files(server, id, paths, count, diagnostics);      or feed vt_server_live yourself
**     vt_server_listen(server, "127.0.0.1:7007", diagnostics);
**     while (!finished) vt_server_poll(server, -1);
**
** The following holds for every function here and is not repeated below.
**
**   Threads     A server serves one thread at a time. It has threads of its own for scripts; they
**               call nothing of the host's but `monotonic_ms`.
**   Waiting     No call blocks but vt_server_poll, for as long as it is asked to.
**   Outside     Clocks and random bytes are what the host's functions return. Files are those that the
**               host names.
**   Memory      All of it comes from the allocator, but that of libmicrohttpd and the stacks of threads.
**   Texts       Of options are copied.
*/
#ifndef VITALS_SERVER_SERVER_H
#define VITALS_SERVER_SERVER_H

#include <vitals/live.h>
#include <vitals/vitals.h>

typedef struct vt_server vt_server;

/* Start from zero. */
typedef struct vt_server_options {
    const vitals_allocator *allocator;   /* NULL for malloc */
    const vitals_limits *limits;         /* NULL for the defaults */
    void *user;                          /* passed to the functions below */
    int64_t (*wall_ms)(void *user);      /* Unix time; required */
    int64_t (*monotonic_ms)(void *user); /* never goes backwards, on any thread; required */
    uint64_t (*thread_ns)(
        void *user); /* CPU time of the thread that calls; NULL: nothing is measured */
    void (*random)(void *user, void *bytes, size_t size); /* secret; required */
    void (*log)(void *user, const char *line);            /* may be NULL */

    vitals_engine *engine; /* of POST /v1/assess; required */
    vitals_call call;      /* its profile and zone, and where rules run */
    vitals_live_settling settling;
    bool no_objects;  /* keep verdicts only: no YAML, no explanations */
    const char *page; /* serve the page from this directory; NULL: the one that is built in */

    const char *const *hosts; /* names of this server beside localhost and its addresses */
    size_t host_count;
    const char *frame_ancestors; /* origins that may embed the page; NULL: none */
    const char *token_file;      /* a bearer token is required; NULL: not */
    const char *proxy_user;      /* a field in which a trusted proxy names the user; NULL: none */
    const char *proxy_groups;    /* and the groups, separated by commas; NULL: none */
    const char *const *trusted;  /* addresses of proxies: 10.0.0.0/8 */
    size_t trusted_count;
    const char *access;      /* text of the file of `--access`; NULL: every login sees everything */
    const char *access_file; /* its name, for diagnostics */
    bool insecure;           /* listen beyond loopback without a login */
    const char *certificate, *key; /* PEM texts; NULL: no TLS */
    bool argocd_metrics;           /* argocd_app_info as well */
    bool eval;                     /* POST /v1/eval runs rules that clients send */
    const char *history;           /* a file to which settled changes are written; NULL: none */
    const char *public_url;        /* where people reach the page, in links; NULL: vt_server_url */
    const char *notify_url;  /* settled changes of applications are sent there; NULL: nowhere */
    const char *notify_key;  /* that signs what is sent; NULL: nothing is signed */
    int64_t notify_pause_ms; /* between two notifications about an application */
    /* Where `call.remote` runs rules: how many of its processes have ended; NULL: there are none. Any thread. */
    uint64_t (*rules_ended)(const void *user);
    const void *rules_ended_user;
} vt_server_options;

/* Errors: VITALS_EINVAL, something required is missing; VITALS_ECONFIG and VITALS_EREAD with a diagnostic;
** VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_server_new(const vt_server_options *options, vt_server **out,
                                            vitals_diagnostics *diagnostics);
void vt_server_free(vt_server *server);

/* Put into it, and never run it: the server does. */
vitals_live *vt_server_live(vt_server *server);

/* A source: what the API calls a cluster. Start from zero and VITALS_LIVE_SOURCE_OPTIONS_INIT. */
typedef struct vt_server_source {
    vitals_text name; /* unique, not empty */
    vitals_engine *engine;
    vitals_live_source_options options;
    bool pushed; /* clients may put objects into it over HTTP */
} vt_server_source;

/* Errors: VITALS_EINVAL, the name is empty or there is one of this name; VITALS_ELIMIT, server_sources;
** VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_server_add_source(vt_server *server,
                                                   const vt_server_source *source,
                                                   vitals_live_id *out);
/* Something was heard of a source: its age is counted from now. */
void vt_server_touch(vt_server *server, vitals_live_id source);
/* Why a source that was never read whole cannot be read; absent: nothing is known to be wrong. The text is copied. */
void vt_server_note_trouble(vt_server *server, vitals_live_id source, vitals_text why);
/* Replace the rules of a source. Errors: VITALS_ENOTFOUND, VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_server_use(vt_server *server, vitals_live_id source,
                                            vitals_engine *engine);

/* Objects are put, perhaps many at once: assess some of those that wait, so that they do not pile up in memory. Call it for
** each; it mostly does nothing. Rules that take long are left to the server's threads. */
void vt_server_relieve(vt_server *server);

/* Leave out of an object what nobody should see: `data` and `stringData` of Secrets. `*document` is replaced.
** Errors: VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_server_redact(vt_server *server, vitals_document **document);

/* Files and directories, or "-" for standard input, as the objects of a source: read now, and again when
** they change. `scope` of the live is made. What cannot be read is logged and is an error of the source.
** Errors: VITALS_ENOTFOUND, VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_server_add_files(vt_server *server, vitals_live_id source,
                                                  const char *const *paths, size_t count);

/* Listen on ADDRESS:PORT, [ADDRESS]:PORT or PORT alone (on 127.0.0.1); port 0 takes any. Errors: VITALS_ECONFIG
** with a diagnostic: not an address, not loopback without a login, or the system refuses; VITALS_ENOMEM. */
VITALS_MUST_USE vitals_status vt_server_listen(vt_server *server, const char *address,
                                               vitals_diagnostics *diagnostics);
/* "http://127.0.0.1:7007/"; borrowed. */
const char *vt_server_url(const vt_server *server);

enum { VT_SERVER_READABLE = 1, VT_SERVER_WRITABLE = 2 };

/* Descriptors and one time of the host's, such as those of a vitals_cluster_loop. `interest` 0: no longer.
** false: no memory. */
bool vt_server_watch(vt_server *server, int descriptor, unsigned interest,
                     void (*ready)(void *user, int descriptor, unsigned ready), void *user);
void vt_server_set_timer(vt_server *server, int64_t due_ms, void (*due)(void *user), void *user);

/* What the process has given up, for /readyz: a static text such as "no-new-privileges". */
void vt_server_note_confinement(vt_server *server, const char *what);

/* Wait until something happens, at most `timeout_ms` (negative: for ever), and handle it. A signal ends the
** waiting. */
void vt_server_poll(vt_server *server, int64_t timeout_ms);

#endif
