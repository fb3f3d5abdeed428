/* How far a delivery object has applied what is wanted. A pure function of its document. */
#ifndef VITALS_LIVE_DELIVERY_H
#define VITALS_LIVE_DELIVERY_H

#include <vitals/live.h>

/* Texts are borrowed from the document. State NONE: it is not an Application, Kustomization or
** HelmRelease. */
vitals_live_delivery_info vt_delivery_of(const vitals_document *document);

#endif
