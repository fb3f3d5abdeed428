/* Counts of a run: the summary line on stderr, and the exit status. */
#ifndef CLI_ASSESS_TALLY_H
#define CLI_ASSESS_TALLY_H

#include "output/answer.h"
#include "output/terminal.h"

typedef struct kind_count {
    char *kind;
    size_t count;
} kind_count;

typedef struct cli_tally {
    size_t resources; /* with health or without a rule; neither owned nor of healthless kinds */
    size_t owned;     /* by another object of the input */
    size_t skipped;   /* hooks, and resources annotated to be ignored */
    size_t by_health[VITALS_HEALTH_COUNT];
    size_t by_kstatus[VITALS_KSTATUS_COUNT];
    size_t without_health;
    kind_count *kinds; /* of objects without health */
    size_t kind_count;
    size_t unlike_live;  /* objects with neither uid nor status */
    size_t failed;       /* those that make the exit status 1 */
    size_t waiting;      /* and those that make it 4 */
    size_t without_rule; /* fine, but nothing is known */
    size_t objects;
    size_t undelivered;           /* their delivery has failed, whatever their health */
    size_t own_scripts;           /* decided by a check of vitals where Argo CD has its own */
    cli_names without_rule_kinds; /* group/Kind */
    cli_names argocd_kinds;       /* of these, those that Argo CD bundles a rule for */
    size_t files_without_object;
} cli_tally;

/* Which kinds must have a rule. */
typedef enum rule_requirement {
    RULE_NOT_REQUIRED,
    RULE_REQUIRED,
    RULE_REQUIRED_AS_ARGOCD /* where Argo CD bundles one */
} rule_requirement;

/* When the exit status is 1 or 4. */
typedef struct failure_rule {
    int failed_from;  /* severity */
    int waiting_from; /* severity; above that of every health: never */
    rule_requirement require_rule;
    bool health_only; /* a failed delivery, which counts like Degraded, does not count */
} failure_rule;

/* The default, or of `--fail-on HEALTH`: that and worse fails, and nothing is waited for. */
failure_rule failure_rule_default(void);
failure_rule failure_rule_of(vitals_health health);

/* Whether a failed delivery makes the exit status 1. */
bool failure_rule_counts_delivery(failure_rule failure);

typedef enum tally_outcome {
    TALLY_FINE,
    TALLY_WITHOUT_RULE,
    TALLY_WAITING,
    TALLY_FAILED
} tally_outcome;

/* What an object that counts makes of the exit status. */
tally_outcome tally_outcome_of(const cli_answer *answer, failure_rule failure);

void tally_add(cli_tally *tally, const cli_answer *answer, failure_rule failure);
/* Objects of a kind without health, which `without_health` counts. */
void tally_add_kind(cli_tally *tally, const char *kind, size_t count);
/* Add the counts of other objects. */
void tally_add_tally(cli_tally *tally, const cli_tally *more);
void tally_done(cli_tally *tally);

/* Print "3 objects without health: 2 ConfigMap, 1 ServiceAccount" after `indent`; nothing when
** there are none. */
void tally_print_without_health(cli_tally *tally, const char *indent, const cli_terminal *terminal);
/* Note the kind of an object without a rule, whose group and kind are filled. tally_add does so where it
** has them. */
void tally_note_kind(cli_tally *tally, const cli_answer *answer);
/* "2 kinds without a rule, 1 of them with one in Argo CD 3.6 …", and whose scripts decided; nothing when
** there is nothing to say. */
void tally_add_gaps(vt_buffer *out, const cli_tally *tally);
/* "4 resources: 1 Degraded, …; 3 owned, not counted; profile combined, aggregate argocd". */
void tally_add_summary(vt_buffer *out, const cli_tally *tally, const vitals_call *call,
                       vitals_aggregate aggregate);

#endif
