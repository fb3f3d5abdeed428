/*
** Which applications an object names, and what an application lists. Pure functions of one document:
** all texts are borrowed from it. Sources of the rules: docs/live.md.
*/
#ifndef VITALS_LIVE_MEMBERSHIP_H
#define VITALS_LIVE_MEMBERSHIP_H

#include <vitals/live.h>

#include "base/text/text.h"

/* How a source marks members; from vitals_live_source_options, with the defaults filled in. */
typedef struct vt_tracking {
    vitals_live_tracking method;
    vt_text instance_label, installation_id, argocd_namespace;
    bool by_namespace;
} vt_tracking;

typedef struct vt_membership {
    vitals_live_method method;
    vitals_live_application_key application;
} vt_membership;

enum { VT_MOST_MEMBERSHIPS = 4 };

/* The applications that the object itself names, in the order of precedence. Returns how many. */
size_t vt_memberships_of(const vitals_document *document, const vt_tracking *tracking,
                         vt_membership out[VT_MOST_MEMBERSHIPS]);

/* The application of a namespace, for an object that no application names or lists. false: the source does
** not want it, or the object has an owner, whose application it follows. */
bool vt_namespace_application(const vt_tracking *tracking, vt_text namespace_, vt_text owner,
                              vitals_live_application_key *out);

/* The uid of the owner reference that is the controller, else of the first one; else absent. */
vt_text vt_owner_of(const vitals_document *document);

/* The application that an object is: an Application, Kustomization or HelmRelease. */
bool vt_application_of(const vitals_document *document, const vt_tracking *tracking,
                       vitals_live_application_key *out);
/* Its Argo CD project; absent: not an Application, or none. */
vt_text vt_project_of(const vitals_document *document);

/* Read the objects that an application lists, one after another. */
typedef struct vt_inventory {
    const vitals_document *document;
    const void *list, *item;
    bool argocd;
} vt_inventory;

/* An application without a list, and one whose objects are in another cluster, lists nothing. */
void vt_inventory_begin(vt_inventory *inventory, const vitals_document *document);
/* The next object; false at the end. Entries that are malformed are skipped. A name in which `__`
** stands for `:` is written into `scratch`. */
bool vt_inventory_next(vt_inventory *inventory, char scratch[256], vitals_live_object *out);

#endif
