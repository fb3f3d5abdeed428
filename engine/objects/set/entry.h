/* Inside the set: its entries, and the lists that they are found by. */
#ifndef VITALS_SET_ENTRY_H
#define VITALS_SET_ENTRY_H

#include <stdatomic.h>

#include "base/memory/hash_table.h"
#include "base/memory/sequence.h"
#include "objects/set/set.h"

/* What the entries of a list have in common. */
typedef enum vt_list_kind {
    VT_LIST_OWNER, /* they name this UID among their owners */
    VT_LIST_KIND,  /* namespace, group and kind */
    VT_LIST_LABEL  /* a label and its value, within a list of VT_LIST_KIND */
} vt_list_kind;

enum { VT_LIST_MOST_PARTS = 3 };

/* The key of a list. */
typedef struct vt_list_key {
    vt_list_kind kind;
    struct vt_set_list *within; /* of VT_LIST_LABEL, else NULL */
    vt_text parts[VT_LIST_MOST_PARTS];
} vt_list_key;

/* A list of entries. It exists as long as an entry or another list uses it. */
typedef struct vt_set_list {
    uint64_t hash;
    vt_list_key key; /* the parts are behind the struct */
    size_t bytes;    /* of the struct and the parts */
    size_t users;
    vt_sequence members; /* by the stamps of the entries */
    /* The entries whose selector asks for this label, or for objects of this kind without asking
    ** for any label by value. */
    vt_sequence selectors;
} vt_set_list;

/* One block of memory: the struct, its lists, and the texts. */
struct vt_set_entry {
    size_t bytes;
    uint64_t order; /* its position in the set: that of its first version */
    uint64_t stamp; /* its position in its lists: that of this version */
    uint64_t hash;  /* of the UID */
    uint64_t identity_hash, version_hash;
    /* A ring of the entries with this UID, in the order of their puts; those without UID are alone. */
    vt_set_entry *uid_next, *uid_before;
    atomic_uint_least64_t chain; /* what is known of the chain of owners: see set.c */
    vitals_document *document;   /* or NULL: */
    vt_set_fact fact;
    uint64_t tag;
    vt_text uid, name;
    vt_set_list *kind;
    vt_set_list *filed;          /* the list that its selector is filed in, or NULL */
    vt_label_selector *selector; /* a copy in one block, or NULL */
    size_t selector_bytes;
    size_t owner_count, label_count;
    vt_set_list *lists[]; /* of its owners, then of its labels */
};

struct vitals_set {
    vitals_allocator allocator;
    uint64_t seed;
    uint64_t last_stamp;
    vt_sequence order; /* all entries */
    vt_hash_table lists;
    vt_hash_table by_uid;      /* the first entry of each UID */
    vt_hash_table by_identity; /* group, kind, namespace and name */
    vt_hash_table by_version;  /* UID, kind, namespace and name */
    uint64_t links;            /* grows when chains of owners may have changed */
};

/* The list with this key, or NULL. */
vt_set_list *vt_set_find_list(const vitals_set *set, const vt_list_key *key);
/* The same, created if necessary, with one user more. NULL: no memory. */
vt_set_list *vt_set_use_list(vitals_set *set, const vt_list_key *key);
/* One user less; NULL is accepted. */
void vt_set_leave_list(vitals_set *set, vt_set_list *list);

uint64_t vt_set_uid_hash(const vitals_set *set, vt_text uid);
uint64_t vt_set_identity_hash(const vitals_set *set, vt_text group, vt_text kind,
                              vt_text namespace_, vt_text name);
/* Of what an object keeps when it is served in another group. */
uint64_t vt_set_version_hash(const vitals_set *set, vt_text uid, vt_text kind, vt_text namespace_,
                             vt_text name);

/* An entry for a document, which is in no list yet but has room in all of them. NULL: no memory. */
vt_set_entry *vt_set_entry_new(vitals_set *set, const vitals_document *document);
/* Put it into its lists. Cannot fail. */
void vt_set_entry_link(vitals_set *set, vt_set_entry *entry);
/* Take it out of the lists that it is in, and free it with its document. */
void vt_set_entry_free(vitals_set *set, vt_set_entry *entry);

#endif
