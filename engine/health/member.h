/* Inside applications: one resource, how it counts, and the order of resources. */
#ifndef VITALS_HEALTH_MEMBER_H
#define VITALS_HEALTH_MEMBER_H

#include "health/engine.h"

/* The texts of a member, in the order in which members of one ordinal follow each other. */
typedef enum vt_member_text {
    VT_MEMBER_GROUP,
    VT_MEMBER_KIND,
    VT_MEMBER_NAMESPACE,
    VT_MEMBER_NAME,
    VT_MEMBER_KEY,
    VT_MEMBER_ERROR, /* of its verdict */
    VT_MEMBER_TEXTS
} vt_member_text;

#define VT_MEMBER_NOWHERE UINT32_MAX

/* A resource as the aggregate sees it. One block of memory with the texts behind the struct. */
typedef struct vt_member {
    size_t bytes;
    uint64_t hash;   /* of the key */
    uint64_t number; /* its position in the iteration */
    uint64_t ordinal;
    const char *why; /* as in vitals_application_entry; static or of the engine */
    uint32_t sizes[VT_MEMBER_TEXTS];
    uint32_t cause_at, error_at; /* in the heaps, or NOWHERE */
    uint8_t health;              /* the true status; MISSING when absent from the cluster */
    uint8_t counted_as;
    bool counted;
    bool live;
    vt_counting_facts facts;
    bool failed;  /* the verdict has an error */
    bool wrapped; /* the error is one of a check: GetResourceHealth wraps it */
    char texts[];
} vt_member;

/* The identity of the application, so that it does not count itself. */
typedef struct vt_member_self {
    vt_text uid, namespace_, name;
} vt_member_self;

/* A member for a resource, not classified yet. NULL: no memory. */
vt_member *vt_member_new(const vitals_allocator *allocator, const vitals_resource *resource,
                         const vt_member_self *self);
/* The same from its texts, with all else zero. NULL: no memory, or a text of 4 GiB. */
vt_member *vt_member_of_texts(const vitals_allocator *allocator,
                              const vt_text texts[VT_MEMBER_TEXTS]);
vt_member *vt_member_copy(const vitals_allocator *allocator, const vt_member *from);
void vt_member_free(const vitals_allocator *allocator, vt_member *member);

vt_text vt_member_text_of(const vt_member *member, vt_member_text which);
/* How a member counts under an engine's policy; the member does not change. */
vt_counting vt_member_classify(const vt_member *member, const vitals_engine *engine,
                               vitals_aggregate aggregate);
void vt_member_set_class(vt_member *member, vt_counting class);

/* By ordinal, group, kind, namespace, name, key. */
int vt_member_compare(const vt_member *a, const vt_member *b);
/* Of two members with one key the one that a merge keeps: the first when not greater than 0. */
int vt_member_compare_versions(const vt_member *a, const vt_member *b);

#endif
