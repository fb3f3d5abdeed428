/*
** One object or kind as people write it: what kubectl and argocd accept, and what vitals prints.
**
**   KIND, KIND.GROUP, KIND.VERSION.GROUP      deploy, deployments.apps, deployments.v1.apps
**   KIND/NAME, KIND.GROUP/NAME                deploy/web
**   KIND/NAMESPACE/NAME                       deploy/shop/web
**   GROUP/KIND, GROUP/VERSION/KIND            apps/Deployment, apps/v1/Deployment, v1/Pod
**   GROUP/KIND:NAMESPACE/NAME, KIND:…         apps/Deployment:shop/web, Pod:shop/web
**   GROUP:KIND:NAMESPACE/NAME                 apps:Deployment:shop/web, :Pod:shop/web
**   KIND.GROUP NAMESPACE/NAME                 the first line of `vitals explain`
**   KIND.GROUP/NAME -n NAMESPACE              a line of -o name
**   all                                       every object
**
** Some words can be read in two ways, such as Role/Admin; they select what either reading does.
*/
#ifndef CLI_INPUT_TARGET_H
#define CLI_INPUT_TARGET_H

#include "base/text.h"

/* What one reading asks for. NULL: anything. Names match as they are and as they are printed. */
typedef struct target_reading {
    char *group, *version, *kind, *namespace, *name;
} target_reading;

enum { TARGET_READINGS = 5 };

typedef struct cli_target {
    const char *word; /* as given */
    target_reading readings[TARGET_READINGS];
    size_t count;
} cli_target;

/* false: the word has none of the forms. `target` borrows `word`; target_done in either case. */
bool target_parse(cli_target *target, const char *word);
void target_done(cli_target *target);

bool target_matches(const cli_target *target, const vitals_document *document);
/* The first reading that asks for a kind and not for a name, or NULL. */
const target_reading *target_kind(const cli_target *target);
/* Whether that is this kind. */
bool target_wants_kind(const cli_target *target, vitals_text group, vitals_text kind);

#endif
