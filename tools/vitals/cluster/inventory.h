/*
** Objects that files name: those in manifests, or those that an inventory lists. An inventory is one of
**
**     lines    NAMESPACE_NAME_GROUP_KIND, the ids of Flux and cli-utils, or KIND/NAMESPACE/NAME and KIND/NAME
**     objects  an Application, Kustomization or HelmRelease; a ResourceGroup of kpt; a ConfigMap of cli-utils;
**              the parent of an applyset of kubectl; {"entries": …}, the inventory of a Kustomization alone
*/
#ifndef CLI_CLUSTER_INVENTORY_H
#define CLI_CLUSTER_INVENTORY_H

#include <vitals/cluster.h>

#include "base/problems.h"
#include "input/options.h"

/* Zeroed: it names nothing. */
typedef struct cli_inventory {
    vitals_live_object *objects; /* without UIDs; the texts are its own */
    size_t count;
    vitals_live_object *defined; /* groups and kinds of the CustomResourceDefinitions among them */
    size_t defined_count;
    option_list words;      /* KIND/NAMESPACE/NAME, KIND of an applyset; owned */
    option_list namespaces; /* of an applyset; owned */
    char *labels;           /* the selector of an applyset, or NULL */
} cli_inventory;

/* Add the objects in these files and directories. What cannot be read is printed as it comes and added to
** `errors`. */
void inventory_read_manifests(cli_inventory *inventory, const option_list *files,
                              const vitals_limits *limits, cli_problems *problems, size_t *errors);
/* Add what the inventory in a file, or - for stdin, lists. */
void inventory_read(cli_inventory *inventory, const char *path, const vitals_limits *limits,
                    cli_problems *problems);
/* Whether it defines the kind, which the server may not have yet. */
bool inventory_defines(const cli_inventory *inventory, vitals_text group, vitals_text kind);
void inventory_done(cli_inventory *inventory);

#endif
