/* What one object came to, in the words and columns that the outputs show. */
#ifndef CLI_OUTPUT_ANSWER_H
#define CLI_OUTPUT_ANSWER_H

#include "input/rules.h"

typedef struct cli_answer {
    vitals_health health;     /* MISSING for a desired object that is not there */
    vitals_kstatus kstatus;   /* NONE but in profiles flux and kstatus */
    bool failed;              /* the rule did */
    bool without_health;      /* its kind has none by nature */
    bool counted;             /* may change its application's health */
    bool owned;               /* by another object of the set */
    bool unlike_live;         /* neither uid nor status */
    bool stale;               /* an observedGeneration lags */
    size_t named_term;        /* the KIND/NAME that it answers; SIZE_MAX */
    int64_t since;            /* Unix time; below 0: not known */
    vitals_health counted_as; /* what a policy made of `health` */
    /* Visible text; owned; NULL where the output does not show it. */
    char *group, *kind, *namespace, *name;
    char *message;   /* its first line */
    char *rule;      /* "native apps/Deployment" and where it stands */
    char *origin;    /* "live.yaml:14" */
    char *suspended; /* why it is; empty when it is not */
    char *line;      /* the ndjson line, or the object's name for -o name */
    /* Its place among the others; owned; NULL where the output does not ask. */
    char *uid;
    char *owners;   /* UIDs of its owners, a line each */
    char *tracking; /* the application that tracks it */
} cli_answer;

/* What of it the output needs. */
typedef enum answer_part {
    ANSWER_COLUMNS = 1,
    ANSWER_JSON = 2,
    ANSWER_NAME = 4,
    ANSWER_PLACE = 8
} answer_part;

/* Fill `answer` (zeroed or done) from a verdict on `document`. */
void answer_fill(cli_answer *answer, const vitals_document *document, vitals_verdict *verdict,
                 unsigned parts);
/* The line of it that ANSWER_JSON or ANSWER_NAME asks for, without a line break. */
void answer_add_line(cli_text *out, const vitals_document *document, vitals_verdict *verdict,
                     unsigned parts);
/* Group, kind, namespace and name alone, for an object that is not assessed. */
void answer_fill_identity(cli_answer *answer, const vitals_document *document);
/* For a desired object that the cluster does not have: Missing, or in profiles flux and kstatus
** NotFound. */
void answer_fill_missing(cli_answer *answer, const vitals_document *desired, vitals_profile profile,
                         unsigned parts);
/* Append what Flux would call an object that no rule knows. */
void answer_add_flux(cli_answer *answer, vitals_kstatus status);
void answer_done(cli_answer *answer);

/* "Degraded", "InProgress", "Unassessed", "Empty" and so on. Static. */
const char *answer_word(const cli_answer *answer);
/* Neither Unassessed nor Empty. */
bool answer_has_opinion(const cli_answer *answer);
/* 0 for the best, in the order the outputs list: Unknown, Degraded, Missing, Progressing,
** Suspended, Unassessed, Healthy is worst to best. */
int answer_badness(const cli_answer *answer);

/* All words that answer_word may give, for --only and --fail-on; ends with NULL. */
extern const char *const answer_words[];

/* "native apps/Deployment" and the file and line of the rule, visible; for the caller to free. */
char *answer_rule(const vitals_verdict *verdict);
/* "Deployment/web". */
void answer_add_resource(cli_text *out, const cli_answer *answer);

#endif
