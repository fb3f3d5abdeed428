/* resource.exclusions and resource.inclusions of an argocd-cm: the kinds that Argo CD does not look at. */
#ifndef VITALS_CLUSTER_EXCLUSIONS_H
#define VITALS_CLUSTER_EXCLUSIONS_H

#include "base/text/text.h"

typedef struct vt_exclusions vt_exclusions;

/*
** Read both settings. `allocator` and `limits` may be NULL; the ConfigMap is not needed afterwards. A setting
** that is not a list is reported and ignored; so is a pattern that does not compile: as in Argo CD, it
** matches nothing.
**
** Errors: VITALS_ENOMEM.
*/
VITALS_MUST_USE vitals_status vt_exclusions_new(const vitals_document *configmap,
                                                const vitals_allocator *allocator,
                                                const vitals_limits *limits, vt_exclusions **out,
                                                vitals_diagnostics *diagnostics);
void vt_exclusions_free(vt_exclusions *exclusions);

/* Whether the settings leave a kind out: an exclusion matches it, or there are inclusions and none does.
** `cluster` is the address of the server. As in Argo CD, groups and clusters are patterns of gobwas/glob, a
** kind is a name or "*", and an empty list matches all. */
bool vt_exclusions_has(const vt_exclusions *exclusions, vt_text group, vt_text kind,
                       vt_text cluster);

#endif
