/* The answer about one object, in the words and columns that the outputs show. */
#ifndef CLI_OUTPUT_ANSWER_H
#define CLI_OUTPUT_ANSWER_H

#include "input/rules.h"

typedef struct cli_answer {
    vitals_health health;     /* MISSING for a desired object that is not there */
    vitals_kstatus kstatus;   /* NONE except in profiles flux and kstatus */
    bool failed;              /* the rule failed */
    bool without_health;      /* its kind never has health */
    bool counted;             /* takes part in the health of its application */
    bool owned;               /* by another object of the set */
    bool unlike_live;         /* neither uid nor status */
    bool stale;               /* an observedGeneration lags */
    int64_t since;            /* Unix time; below 0: unknown */
    vitals_health counted_as; /* `health` after the policy */
    /* Visible text; owned; NULL where the output does not show it. */
    char *group, *kind, *namespace, *name;
    char *message;   /* its first line */
    char *rule;      /* "native apps/Deployment", and its file and line */
    char *origin;    /* "live.yaml:14" */
    char *suspended; /* the reason; empty when it is not suspended */
    char *line;      /* the ndjson line, or the object's name for -o name */
    /* Its relations to other objects; owned; NULL where the output does not need them. */
    char *uid;
    char *owners;   /* UIDs of its owners, one per line */
    char *tracking; /* the application that tracks it */
    char *policy;   /* the rule of the policy that applies: "policy.yaml:2: parked" */
} cli_answer;

/* The parts of an answer that an output needs. */
typedef enum answer_part {
    ANSWER_COLUMNS = 1,
    ANSWER_JSON = 2,
    ANSWER_NAME = 4,
    ANSWER_PLACE = 8
} answer_part;

/* Fill `answer` (zeroed or done) from a verdict on `document`. */
void answer_fill(cli_answer *answer, const vitals_document *document, vitals_verdict *verdict,
                 unsigned parts);
/* Append the line for ANSWER_JSON or ANSWER_NAME, without a line break. */
void answer_add_line(cli_text *out, const vitals_document *document, vitals_verdict *verdict,
                     unsigned parts);
/* Group, kind, namespace and name alone, for an object that is not assessed. */
void answer_fill_identity(cli_answer *answer, const vitals_document *document);
/* For a desired object that the cluster does not have: Missing, or in profiles flux and kstatus
** NotFound. */
void answer_fill_missing(cli_answer *answer, const vitals_document *desired, vitals_profile profile,
                         unsigned parts);
/* Append the status that Flux would report for an object without a rule. */
void answer_add_flux(cli_answer *answer, vitals_kstatus status);
void answer_done(cli_answer *answer);

/* "Degraded", "InProgress", "Unassessed", "Empty" and so on. Static. */
const char *answer_word(const cli_answer *answer);
/* What the status counts as: a status, or Ignored. Static. */
const char *answer_counts_as(const cli_answer *answer);
/* Neither Unassessed nor Empty. */
bool answer_has_opinion(const cli_answer *answer);
/* 0 for the best. Outputs list the worst first: Unknown, Degraded, Missing, Progressing, Suspended,
** Unassessed, Empty, Healthy. */
int answer_badness(const cli_answer *answer);

/* All words that answer_word may return, for --only; ends with NULL. */
extern const char *const answer_words[];

/* "native apps/Deployment" and the file and line of the rule, visible; for the caller to free. */
char *answer_rule(const vitals_verdict *verdict);
/* "Deployment/web". */
void answer_add_resource(cli_text *out, const cli_answer *answer);
/* The status, in brackets when it does not count: "(Progressing)". */
void answer_add_status(cli_text *out, const cli_answer *answer);
/* The message, after what a policy made of the status. */
void answer_add_message(cli_text *out, const cli_answer *answer);

#endif
