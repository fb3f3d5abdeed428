/*
** What a run was to judge and has not seen: files and documents that cannot be read, and what they lose. A report
** carries it beside its answers, and in profile combined an application that may lack something is never Healthy.
** docs/cli.md explains it.
*/
#ifndef CLI_BASE_COVERAGE_H
#define CLI_BASE_COVERAGE_H

#include "base/text.h"

typedef enum coverage_state {
    COVERAGE_UNREADABLE, /* it is there and cannot be read */
    COVERAGE_LOST,       /* it was there, or should be */
    COVERAGE_NARROWED,   /* less was read than was asked for */
    COVERAGE_FORBIDDEN,
    COVERAGE_EXCLUDED,
    COVERAGE_UNKNOWN /* of a part of an older version */
} coverage_state;

/* One part that was not read. */
typedef struct coverage_part {
    coverage_state state;
    char *cluster;         /* only applications there may lack it; NULL: all may */
    char *what;            /* the file or the kind; NULL: the reason says it */
    char *namespace;       /* or NULL */
    char *kind;            /* "apps/Deployment", of a cluster; or NULL */
    bool outside;          /* the kind has no namespaces */
    uint32_t line, column; /* or 0 */
    char *reason;
} coverage_part;

/* Parts in the order in which they were found. Start from COVERAGE_INIT. */
typedef struct cli_coverage {
    coverage_part *parts; /* the first COVERAGE_PARTS of them */
    size_t count;
    size_t more; /* that are not kept; they are lost, and of any cluster */
} cli_coverage;

#define COVERAGE_INIT                                                                              \
    { NULL, 0, 0 }

enum { COVERAGE_PARTS = 100 };

void coverage_done(cli_coverage *coverage);
void coverage_clear(cli_coverage *coverage);
/* The texts are copied and made visible. */
void coverage_add(cli_coverage *coverage, const coverage_part *part);
/* Add the first `most` parts of another one, and empty that. */
void coverage_take(cli_coverage *coverage, cli_coverage *from, size_t most);

/* Parts of no cluster are of this one; NULL: they stay so. */
void coverage_set_cluster(cli_coverage *coverage, const char *cluster);

/* "unreadable"; and back: false when there is no such state. */
const char *coverage_state_name(coverage_state state);
bool coverage_state_from_name(vitals_text name, coverage_state *state);
/* Whether an application may be worse for it: it is unreadable, lost or narrowed. */
bool coverage_state_loses(coverage_state state);

/* Which parts an application may lack. NULL: all. */
typedef struct coverage_filter {
    bool (*touches)(const void *user, const coverage_part *part);
    const void *user;
} coverage_filter;

/* How many of them are lost. */
size_t coverage_lost(const cli_coverage *coverage, const coverage_filter *filter);
/* "1 of 2 parts of the input could not be read: half.yaml:7:3: …": those that are lost, where `read` parts were read;
** 0: how many is not known. Nothing when nothing is lost. */
void coverage_add_remark(cli_text *out, const cli_coverage *coverage, const coverage_filter *filter,
                         size_t read);
/* "incomplete: forbidden: pods, deployments.apps": the status of the rest stays. Nothing when nothing is forbidden. */
void coverage_add_incomplete(cli_text *out, const cli_coverage *coverage,
                             const coverage_filter *filter);
/* "half.yaml:7:3" */
void coverage_add_place(cli_text *out, const coverage_part *part);
/* The same as lines for people: one for each part, the first COVERAGE_LINES of them; one for all that are forbidden. */
enum { COVERAGE_LINES = 10 };
void coverage_add_lines(cli_text *out, const cli_coverage *coverage);
/* {"complete":…,"parts":[…]} */
void coverage_add_json(cli_text *out, const cli_coverage *coverage);
/* ,"coverage":{…} where there is something to say. */
void coverage_add_member(cli_text *out, const cli_coverage *coverage);
/* {"coverage":{…}} and a line break where there is something to say: the last line of a stream. */
void coverage_add_line(cli_text *out, const cli_coverage *coverage);

#endif
