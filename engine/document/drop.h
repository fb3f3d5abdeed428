/*
** Members of an object that are left out of its document: `.metadata.managedFields`,
** `.metadata.annotations["a/b"]`, `.spec.versions[].schema`. A path ends in a member, and [] stands
** for every item of an array.
**
** Reader and builder follow the tree along the paths from its root; the steps of a path are at
** increasing depths, so a set of paths that still match is kept for each depth.
*/
#ifndef VITALS_DOCUMENT_DROP_H
#define VITALS_DOCUMENT_DROP_H

#include "base/memory/arena.h"

#define VT_DROP_MOST_PATHS 64
#define VT_DROP_MOST_STEPS 16

typedef struct vt_drop_path {
    uint32_t step_count;
    vt_text steps[VT_DROP_MOST_STEPS + 1]; /* absent: every item of an array */
} vt_drop_path;

typedef struct vt_drop {
    size_t path_count;
    const vt_drop_path *paths;
    uint64_t matching[VT_DROP_MOST_STEPS + 2]; /* a bit for each path that leads to this depth */
    uint32_t live;                             /* the depth up to which there are such bits */
} vt_drop;

/* Whether this can be read as paths: at most VT_DROP_MOST_PATHS of VT_DROP_MOST_STEPS steps. */
bool vt_drop_is_valid(const char *const *paths, size_t count);
/* Valid paths, from the root or, with `event`, from its member `object`. Texts are borrowed. NULL:
** no memory. */
vt_drop *vt_drop_new(vt_arena *arena, const char *const *paths, size_t count, bool event);

/* A walk reaches the member `key` of an object with `depth` containers around its members: whether
** it is dropped. Members and items are visited in document order. */
bool vt_drop_member(vt_drop *drop, uint32_t depth, vt_text key);
/* It reaches an item of an array. */
void vt_drop_item(vt_drop *drop, uint32_t depth);

#endif
