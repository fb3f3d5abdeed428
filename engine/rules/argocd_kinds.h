/* Internal to the health module: releases of Argo CD and what they bundle, and the names of releases. */
#ifndef VITALS_HEALTH_ARGOCD_KINDS_H
#define VITALS_HEALTH_ARGOCD_KINDS_H

#include "document/evaluation.h"

/* The revision of Argo CD's own check for a kind in a release: the number of the release that brought the
** script or changed it last. 0: none. `release` as in vt_evaluation. */
unsigned vt_argocd_revision(unsigned release, vt_text group, vt_text kind);
/* Whether a name is that of a release, "3.1", or of a patch release up to the `last` one, "v3.1.16". */
bool vt_release_is_named(vt_text name, const char *release, const char *last);

#endif
