/* The rows of kinds that can be suspended. Inside of suspendable.c and patch.c. */
#ifndef VITALS_CLUSTER_SUSPENDABLE_H
#define VITALS_CLUSTER_SUSPENDABLE_H

#include "cluster/actions/patch.h"

/* How a kind is switched: what its field or annotation holds when it is suspended, and when it is not. JSON;
** NULL is null, which removes it. */
typedef struct vt_suspend_row {
    vt_suspendable about;
    const char *path; /* of the field; of an annotation its key */
    bool annotation;
    const char *on, *off;
    const char
        *resume_status; /* a patch of the subresource status that comes with resuming, or NULL */
} vt_suspend_row;

/* NULL: the kind cannot be suspended. */
const vt_suspend_row *vt_suspend_row_of(vt_text group, vt_text kind);

/* A text annotation by its key, or NULL. */
const vitals_value *vt_suspend_annotation(const vitals_document *object, const char *key);

#endif
