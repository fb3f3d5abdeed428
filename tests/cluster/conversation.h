/*
** A conversation with an API server without sockets: a transport whose answers are in a script, a clock that
** the script moves, and a log of what the watcher reported.
**
**     > PATH          the next request has this path and query
**     > PATCH PATH    the same with another method than GET
**     h TEXT          a header of the last `>` contains this
**     n TEXT          none does
**     < CODE BODY     the whole answer to the last `>`; JSON unless BODY begins with <
**     { CODE          the head of an answer
**     . BYTES         a part of its body; \n is a line break
**     } FAULT         its end: ok, reset, stream, refused, timeout, dead, name, tls
**     H NAME: VALUE   a header of the answers from here on (retry-after, etag, date); empty value: no longer
**     @ MS            so much time passes
**     = TEXT          what was reported since the last one: entries joined by "; "
**     -               no request is waiting for an answer
**     x               the watcher is freed
*/
#ifndef TESTS_CLUSTER_CONVERSATION_H
#define TESTS_CLUSTER_CONVERSATION_H

#include <vitals/cluster.h>

typedef struct conversation conversation;

typedef struct conversation_options {
    const vitals_allocator *allocator;         /* NULL: malloc */
    const char *kubeconfig;                    /* text; NULL: one with a token */
    const vitals_cluster_selection *selection; /* NULL: none is watched */
    bool tolerant; /* without memory: end quietly where the script does not fit any more */
} conversation_options;

/* Errors: VITALS_ENOMEM. */
vitals_status conversation_new(const conversation_options *options, conversation **out);
void conversation_free(conversation *own);
/* Run lines. What does not fit fails the test with the line. VITALS_ENOMEM: a callback of the library said
** so (tolerant). */
vitals_status conversation_run(conversation *own, const char *lines);

vitals_cluster *conversation_cluster(conversation *own);
vitals_cluster_loop *conversation_loop(conversation *own);
/* Append to the log. */
void conversation_note(conversation *own, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The path of the oldest request that waits for an answer, which is the one to answer now; NULL: none does. */
const char *conversation_waiting(conversation *own);
int64_t conversation_now(const conversation *own);
/* How many requests were sent so far, and the log of their paths, one on a line. */
const char *conversation_requests(const conversation *own);

/* Answers to discovery: core/v1 with pods, secrets, configmaps and namespaces, and apps/v1 with
** deployments. `version`: of the server, such as 26 (lists in pages) or 35 (streams). */
void conversation_discover(conversation *own, int version);
/* The same with so many further kinds of a group: /apis/x.io/v1/k000, k001, .... */
void conversation_discover_kinds(conversation *own, unsigned count);
/* The same with Kustomizations of Flux and StatefulSets instead of deployments. */
void conversation_discover_flux(conversation *own, int version);

#endif
