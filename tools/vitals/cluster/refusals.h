/*
** What of a cluster could not be read: forbidden kinds; kinds that were lost, of which nothing is known for
** another reason; and kinds of all namespaces that were narrowed to one. Ordered by name.
*/
#ifndef CLI_CLUSTER_REFUSALS_H
#define CLI_CLUSTER_REFUSALS_H

#include <vitals/cluster.h>

#include "base/problems.h"

typedef struct cli_refusal {
    uint64_t scope; /* its tag */
    char *name;     /* "deployments.apps in namespace shop", visible */
    char *text;     /* why, visible */
    char *group, *resource, *kind, *namespace;
    vitals_cluster_failure failure;
    bool asked_for, narrowed;
    bool outside;  /* the kind has no namespaces */
    bool of_group; /* the group does not answer: `resource` is "*" */
    bool broken;   /* an object of the scope cannot be read, and the others can */
} cli_refusal;

/* Zeroed: none. */
typedef struct cli_refusals {
    cli_refusal *items;
    size_t count;
} cli_refusals;

void refusals_add(cli_refusals *refusals, const vitals_cluster_scope *scope,
                  const vitals_cluster_problem *problem);
/* The scope was read; what that leaves out. */
void refusals_take_read(cli_refusals *refusals, const vitals_cluster_scope *scope);
/* The groups that do not answer at present, instead of those before: see vitals_cluster_events. */
void refusals_set_groups(cli_refusals *refusals, const vitals_cluster_resource *groups,
                         size_t count);
/* An object of the scope could not be read. The first one is kept until refusals_forget_broken. */
void refusals_add_broken(cli_refusals *refusals, const vitals_cluster_scope *scope,
                         const vitals_cluster_problem *problem);
/* The scope is listed anew, or gone. */
void refusals_forget_broken(cli_refusals *refusals, const vitals_cluster_scope *scope);
/* The scope is gone: forget all of it but broken objects. */
void refusals_clear(cli_refusals *refusals, const vitals_cluster_scope *scope);
/* What was asked for, lost or narrowed is an error, and with `all_are_errors` everything; those with the same
** text are one. The rest is one line on stderr, or with `in_full` one for each. `context` begins the lines, or
** NULL. Each becomes a part of the coverage, see problems_print_unread. Returns whether anything was refused. */
bool refusals_report(const cli_refusals *refusals, const char *context, bool in_full,
                     bool all_are_errors, cli_problems *problems);
/* What was lost or narrowed as one line, "pods: only namespace shop; …"; "": nothing. The caller frees it. */
char *refusals_errors(const cli_refusals *refusals);
/* One object of a scope could not be read: the same for it. */
void refusals_report_broken(const vitals_cluster_scope *scope,
                            const vitals_cluster_problem *problem, const char *context,
                            cli_problems *problems);
/* Append {"cluster","state","group","resource","namespace","reason","message"} for each, with commas between and before
** them unless `out` is empty. */
void refusals_add_json(const cli_refusals *refusals, const char *cluster, vt_buffer *out);
void refusals_done(cli_refusals *refusals);

/* "deployments.apps in namespace shop", visible; for the caller to free. */
char *refusals_name(const vitals_cluster_scope *scope);

#endif
