/* The answer about one object, in the words and columns that the outputs show. */
#ifndef CLI_OUTPUT_ANSWER_H
#define CLI_OUTPUT_ANSWER_H

#include <vitals/live.h>

#include "base/names.h"
#include "input/rules.h"

typedef struct cli_answer {
    vitals_health health;          /* MISSING for a desired object that is not there */
    vitals_kstatus kstatus;        /* NONE except in profiles flux and kstatus */
    vitals_health counted_as;      /* `health` after the policy */
    vitals_live_delivery delivery; /* counts for the exit status beside the health */
    bool failed;                   /* the rule failed */
    bool without_health;           /* its kind never has health */
    bool counted;                  /* takes part in the health of its application */
    bool owned;                    /* by another object of the set */
    bool unlike_live;              /* neither uid nor status */
    bool stale;                    /* an observedGeneration lags */
    bool argocd_rule;              /* no rule here, but Argo CD bundles one */
    bool own_script;          /* profile argocd: decided by a check of vitals, not by Argo CD's */
    bool show_group;          /* another object shown has its kind in another group */
    bool show_namespace;      /* another one has its kind and name in another namespace */
    bool show_cluster;        /* there are several clusters */
    bool show_cost;           /* JSON says what its rule cost */
    uint32_t message_hash;    /* of the whole message */
    uint64_t identity;        /* in a stream: see seen_identity */
    uint32_t document, place; /* of the input: the document of its file, and the line */
    int64_t since;            /* Unix time; below 0: unknown */
    /* Visible text; owned, unless answer_keep was called; NULL where the output does not show it. */
    char *group, *kind, *namespace, *name;
    char *cluster;          /* it was read from: a context, or the server; NULL: a file */
    char *file;             /* it was read from */
    char *api_version;      /* for JSON */
    char *message;          /* its first line */
    char *rule;             /* "native apps/Deployment", and its file and line */
    char *suspended;        /* the reason; NULL when it is not suspended */
    char *delivery_message; /* NULL: none */
    char *line;             /* its JSON: see answer_json.h */
    /* Its relations to other objects; NULL where the output does not need them. */
    char *uid;    /* as text_exact has it */
    char *owners; /* UIDs of its owners like that, one per line */
    char *
        exact; /* what group, kind, namespace and name do not show, so that no two objects are one; mostly NULL */
    char *tracking; /* the application that tracks it */
    char *policy;   /* the rule of the policy that applies: "policy.yaml:2: parked" */
    char *block;    /* the memory of the texts, once they are kept */
} cli_answer;

/* The parts of an answer that an output needs. */
typedef enum answer_part {
    ANSWER_IDENTITY = 1, /* group, kind, namespace, name and where it was read from */
    ANSWER_COLUMNS = 2,
    ANSWER_JSON = 4,
    ANSWER_PLACE = 8, /* relations to other objects */
    ANSWER_COST = 16  /* of the rule, in JSON */
} answer_part;

/* Fill `answer` (zeroed or done) from a verdict on `document`. */
void answer_fill(cli_answer *answer, const vitals_document *document, vitals_verdict *verdict,
                 unsigned parts);
/* Move the texts into one block of memory, except those that many objects share. `names` keeps these for good, so
** that JSON is shared only where objects do not come again and again. */
void answer_keep(cli_answer *answer, cli_names *names, bool shares_json);
/* Group, kind, namespace and name alone, for an object that is not assessed. */
void answer_fill_identity(cli_answer *answer, const vitals_document *document);
/* The same with its UID, owners and application. */
void answer_fill_relations(cli_answer *answer, const vitals_document *document);
/* An object that should exist and does not. */
typedef struct answer_absence {
    vitals_profile profile;
    const char *message; /* in profiles other than flux and kstatus */
    const char *unknown; /* why it may exist all the same; NULL: it does not */
    const char *cluster; /* that lacks it; NULL: a file */
} answer_absence;
/* Missing, in profiles flux and kstatus NotFound; Unknown where it may exist. */
void answer_fill_missing(cli_answer *answer, const vitals_document *desired,
                         const answer_absence *absence, unsigned parts);
/* The last that is known of an object that is gone: its identity and health. Keeps the cluster. */
void answer_fill_row(cli_answer *answer, const vitals_live_row *row, const char *api_version);
/* Append the status that Flux would report for an object without a rule. */
void answer_add_flux(cli_answer *answer, vitals_kstatus status);
void answer_done(cli_answer *answer);

/* By cluster, group, kind, namespace and name, as strcmp; 0 for answers about objects of files. */
int answer_compare(const cli_answer *a, const cli_answer *b);

/* "Degraded", "InProgress", "Unassessed", "Empty" and so on. Static. */
const char *answer_word(const cli_answer *answer);
/* What the status counts as: a status, or Ignored. Static. */
const char *answer_counts_as(const cli_answer *answer);
/* Neither Unassessed nor Empty. */
bool answer_has_opinion(const cli_answer *answer);

/* All words that answer_word may return, for --only; ends with NULL. */
extern const char *const answer_words[];

/* "native apps/Deployment" and the file and line of the rule, visible; for the caller to free. */
char *answer_rule(const vitals_verdict *verdict);
/* "Deployment/web". */
void answer_add_resource(vt_buffer *out, const cli_answer *answer);
/* "deployment.apps/web -n shop": as kubectl's -o name, and the words that select the object; of several
** clusters also "--context prod". */
void answer_add_name(vt_buffer *out, const cli_answer *answer);
/* "live.yaml:14". */
void answer_add_origin(vt_buffer *out, const cli_answer *answer);
/* The status, in brackets when it does not count: "(Progressing)". */
void answer_add_status(vt_buffer *out, const cli_answer *answer);
/* Whether what it delivers has failed, whatever its health. */
bool answer_delivery_failed(const cli_answer *answer);
/* The health in whose colour and rank it is shown: its own, or Degraded when its delivery has failed. */
vitals_health answer_colour(const cli_answer *answer);
/* The message, after what a policy made of the status and how its delivery stands. */
void answer_add_message(vt_buffer *out, const cli_answer *answer);

#endif
