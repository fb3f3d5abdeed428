/*
** The rules that a cluster's own controllers use: the argocd-cm of Argo CD, and the healthCheckExprs of
** Kustomizations and HelmReleases. They are read by a watcher of their own, and followed where changes matter.
*/
#ifndef CLI_CLUSTER_OWN_RULES_H
#define CLI_CLUSTER_OWN_RULES_H

#include <vitals/cluster.h>

#include "base/problems.h"
#include "input/rules.h"

typedef struct own_rules own_rules;

/* Start reading. `argocd_namespace` is where the argocd-cm is. */
own_rules *own_rules_new(vitals_cluster *cluster, const char *argocd_namespace, bool follow);
/* With its watcher, unless the loop was freed before. */
void own_rules_free(own_rules *rules);

/* Whether everything was read once, or cannot be. */
bool own_rules_are_read(const own_rules *rules);
/* What could not be read, but what the server does not have; then forget it. `context` begins the texts, or
** NULL. */
void own_rules_report(own_rules *rules, const char *context, cli_problems *problems);
/* Whether rules have changed since the last call of own_rules_texts. */
bool own_rules_have_changed(const own_rules *rules);
/* The rules as they are, valid until the next step of the loop. The caller frees the array. */
rule_text *own_rules_texts(own_rules *rules, size_t *count);
/* The argocd-cm, or NULL. The caller frees it. */
vitals_document *own_rules_argocd_cm(const own_rules *rules);

#endif
