/*
** vitals wait, in parts: wait.c has the command and the loop, wait_state.c finds out where the objects
** stand, wait_causes.c what they wait for in vain, wait_show.c prints, wait_ci.c writes for CI.
*/
#ifndef CLI_CLUSTER_WAIT_H
#define CLI_CLUSTER_WAIT_H

#include "base/index.h"
#include "cluster/inventory.h"
#include "cluster/session.h"
#include "cluster/wait_delivery.h"
#include "cluster/wait_goal.h"
#include "output/terminal.h"

typedef struct wait_options {
    const char *namespace, *labels, *application,
        *revision;         /* the first three: several with commas */
    int64_t spent_ms;      /* of the timeout, by waits before this one */
    const char *only;      /* --only: words with commas; NULL: all of them */
    option_list resources; /* --resource */
    const char *until;     /* --for; NULL: healthy */
    const char *timeout, *settle, *grace, *disconnect_grace; /* durations; NULL: the default */
    option_list files;                                       /* -f */
    const char *inventory;                                   /* a file, or NULL */
    bool all_namespaces, all, quiet, require_rule, or_later, no_fail_fast, allow_partial;
    bool refresh, with_source; /* ask the controllers to look again first */
    unsigned output, colour;
    session_options session;
} wait_options;

enum { WAIT_TEXT, WAIT_JSON, WAIT_NDJSON, WAIT_JUNIT };

typedef enum wait_outcome {
    WAIT_GOES_ON,
    WAIT_DONE,
    WAIT_FAILED,     /* terminal, or Degraded for too long, or the delivery failed */
    WAIT_SUPERSEDED, /* the revision was overtaken by a later one */
    WAIT_IMPOSSIBLE, /* no revision can ever be the one that is waited for */
    WAIT_TIMED_OUT,
    WAIT_DISCONNECTED, /* the server does not answer */
    WAIT_FORBIDDEN,    /* something that is waited for cannot be read */
    WAIT_NOT_JUDGED,   /* no rule knows any of the objects, or there are none */
    WAIT_INTERRUPTED,
    WAIT_OUTCOMES
} wait_outcome;

/* What of an application is waited for. */
typedef enum wait_part {
    WAIT_HEALTH = 1,   /* its members */
    WAIT_SYNC = 2,     /* that its revision is delivered */
    WAIT_OPERATION = 4 /* that no operation runs */
} wait_part;

/* One object that is waited for. */
typedef struct wait_member {
    char *name;                              /* "Deployment/web in shop", visible */
    char *group, *kind, *namespace, *object; /* its identity */
    char *message;                           /* visible */
    vitals_health health;                    /* MISSING when it is not there */
    bool seen;                               /* it still belongs here */
    bool done, judged, terminal;
    bool met;           /* what is asked of its fields holds */
    char *state;        /* how that stands, visible; NULL: nothing is asked of them */
    bool suspended;     /* by the switch of its kind, whatever the rule makes of that */
    bool unwritten;     /* its kind has a status, and nobody has written it */
    bool unobserved;    /* for that reason it is neither judged nor done */
    bool changed;       /* since it was printed */
    int64_t changed_ms; /* Unix time of its health */
    int64_t settles_ms;
    char *cause;            /* why it will not get well by waiting, visible, or NULL */
    char *cause_key;        /* what causes have in common, visible, or NULL */
    int64_t cause_since_ms; /* monotonic: when it was seen first */
} wait_member;

typedef struct wait_causes wait_causes;

/* Where a run stands. */
typedef struct cli_wait {
    const wait_options *options;
    cli_rules rules;
    cli_session session;
    cli_problems problems;
    cli_coverage coverage; /* what is waited for, or was to be looked at, and was not read */
    cli_terminal terminal;
    wait_causes *causes; /* NULL: nothing is late yet */
    wait_goal goal;
    unsigned parts;          /* of wait_part; without an application WAIT_HEALTH */
    bool open;               /* what appears joins */
    cli_inventory inventory; /* of -f and --inventory */
    wait_member *members;
    size_t member_count;
    cli_index by_name;
    size_t done, judged, total;
    wait_delivery *roots; /* of --app: one, unless several have its name */
    size_t root_count;
    char *delivery;          /* how it stands, visible, or NULL */
    bool delivery_changed;   /* since it was printed */
    char *target;            /* the revision that must be applied; NULL: none is known yet */
    char *first_wanted;      /* by the controller when the wait began; NULL: not known yet */
    bool target_seen;        /* the controller wanted the target at some time of the wait */
    bool superseded;         /* `failure` says by what */
    char *impossible;        /* why the target can never be delivered, or NULL */
    bool delivered;          /* or nothing is delivered here */
    bool connected;          /* every scope is up to date */
    char *failure;           /* why it failed, visible, or NULL */
    char *error;             /* why the server is out of reach, visible, or NULL */
    bool error_changed;      /* since it was printed */
    int64_t silent_since_ms; /* monotonic; below 0: it is connected */
    int64_t done_since_ms;   /* the same; below 0: it is not done */
    int64_t started_ms, timeout_ms, settle_ms, grace_ms, disconnect_ms, heartbeat_ms;
    int64_t look_ms;    /* Unix time of the last look */
    size_t drawn_lines; /* of the block on a terminal */
    wait_outcome outcome;
} cli_wait;

/* Wait for what the words name. Returns the exit status. */
int wait_run(const wait_options *options, const connect_options *connect, const rule_options *rules,
             const option_list *words);

/* -------------------------------------------------------------- wait_state.c */

/* The object of the application that is waited for came, or went. */
void wait_take_root(cli_wait *run, const vitals_document *document, bool deleted);

/* An object of what is waited for came, and will be assessed. */
void wait_take_object(cli_wait *run, const vitals_document *document,
                      const vitals_cluster_resource *resource);
/* An object was assessed, with --for suspended. */
void wait_take_assessed(cli_wait *run, const vitals_document *document);
/* Look at the view again: members, delivery, connection. */
void wait_look(cli_wait *run, int64_t now_ms);
/* What follows from it. */
wait_outcome wait_decide(cli_wait *run, int64_t now_ms);
void wait_members_done(cli_wait *run);

/* -------------------------------------------------------------- wait_causes.c */

/* Watch what is around late members, and ask why they are late, once half of the grace is over. */
void wait_causes_look(cli_wait *run, int64_t now_ms);
/* A member that has waited longer than the grace for something that waiting does not bring, or NULL. */
const wait_member *wait_causes_failed(const cli_wait *run, int64_t now_ms);
/* After the session, whose loop frees the watchers. NULL is allowed. */
void wait_causes_free(wait_causes *causes);

/* --------------------------------------------------------------- wait_show.c */

/* What has changed; a heartbeat where nothing did for a minute. */
void wait_show(cli_wait *run, int64_t now_ms);
/* The last lines. */
void wait_show_end(cli_wait *run, int64_t now_ms);
/* "timeout", and the same in words: "timed out". */
const char *wait_outcome_name(wait_outcome outcome);
const char *wait_outcome_sentence(wait_outcome outcome);
/* "Degraded", "not judged", "not observed", "waiting". */
const char *wait_member_word(const wait_member *member);

/* ---------------------------------------------------------------- wait_ci.c */

/* JUnit's XML at the end. */
void wait_ci_add(const cli_wait *run, vt_buffer *out, int64_t now_ms);

#endif
