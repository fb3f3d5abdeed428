/* Rules of one source among several: --rules-from, and --argocd-cm NAME=FILE. */
#ifndef CLI_SERVE_OWN_RULES_H
#define CLI_SERVE_OWN_RULES_H

#include "base/problems.h"
#include "input/rules.h"

/*
** Which rules a source has. Words of --rules-from are `cluster`, NAME=cluster and NAME=FILE; those of
** --argocd-cm may be NAME=FILE. NAME is a context, a name of --push or that of --name.
*/
typedef struct source_rules {
    rule_options options; /* those of all, and the source's own */
    bool own;             /* it has some of its own */
    bool from_cluster;    /* the rules that the controllers of the cluster use come as well */
} source_rules;

/* Texts are borrowed from both. `all` is left as it is. */
source_rules source_rules_of(const char *name, const rule_options *all,
                             const option_list *rules_from);
void source_rules_done(source_rules *rules);
/* What applies to every source: `all` without words of one source. Freed by source_rules_done. */
source_rules source_rules_of_all(const rule_options *all);

/* A sentence about a word that cannot be meant; NULL: none is wrong. */
const char *source_rules_check(const option_list *rules_from);

#endif
