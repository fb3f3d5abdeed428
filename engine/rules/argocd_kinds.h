/* Internal to the health module: what Argo CD bundles, release by release. */
#ifndef VITALS_HEALTH_ARGOCD_KINDS_H
#define VITALS_HEALTH_ARGOCD_KINDS_H

#include "document/evaluation.h"

/* The revision of Argo CD's own check for a kind in a release: the number of the release that brought the
** script or changed it last. 0: none. `release` as in vt_evaluation. */
unsigned vt_argocd_revision(unsigned release, vt_text group, vt_text kind);

#endif
