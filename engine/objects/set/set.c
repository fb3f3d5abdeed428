/* Sets: putting, removing and finding objects. An entry is prepared with room everywhere before
** anything changes, so that a put that runs out of memory leaves the set as it was. */
#include "objects/set/set.h"

#include <string.h>

#include "base/memory/chain.h"
#include "base/memory/map.h"
#include "objects/set/entry.h"

vitals_status vitals_set_new(const vitals_allocator *allocator, vitals_set **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_set *set = vt_allocate_zeroed(&own, sizeof *set);
    if (!set) return VITALS_ENOMEM;
    set->allocator = own;
    /* The address of the set is a seed that the author of the objects does not know. */
    set->seed = (uint64_t)(uintptr_t)set;
    *out = set;
    return VITALS_OK;
}

void vitals_set_free(vitals_set *set) {
    if (!set) return;
    vitals_allocator allocator = set->allocator;
    uint64_t cursor = 0;
    for (vt_set_entry *entry; (entry = vt_sequence_next(&set->order, &cursor));) {
        vt_set_entry_free(set, entry);
    }
    vt_sequence_done(&set->order, &allocator);
    vt_hash_table_done(&set->by_uid, &allocator);
    vt_hash_table_done(&set->by_identity, &allocator);
    vt_hash_table_done(&set->by_version, &allocator);
    vt_hash_table_done(&set->lists, &allocator);
    vt_release(&allocator, set, sizeof *set);
}

/* -------------------------------------------------------------------- finding */

/* The identity of an object, and its UID. */
typedef struct identity {
    vt_text group, kind, namespace_, name, uid;
} identity;

static identity identity_of(const vitals_document *document) {
    return (identity){ vitals_document_group(document), vitals_document_kind(document),
                       vitals_document_namespace(document), vitals_document_name(document),
                       vitals_document_uid(document) };
}

static bool has_uid(const void *item, const void *uid) {
    return vt_text_equal(((const vt_set_entry *)item)->uid, *(const vt_text *)uid);
}

/* Whether it is the same but for the group. */
static bool has_names(const vt_set_entry *entry, const identity *key) {
    return vt_text_equal(entry->name, key->name) &&
           vt_text_equal(vt_set_entry_namespace(entry), key->namespace_) &&
           vt_text_equal(vt_set_entry_kind(entry), key->kind);
}

static bool has_identity(const void *item, const void *wanted) {
    const identity *key = wanted;
    return has_names(item, key) && vt_text_equal(vt_set_entry_group(item), key->group);
}

static bool has_version(const void *item, const void *wanted) {
    const identity *key = wanted;
    return has_uid(item, &key->uid) && has_names(item, key);
}

static vt_set_entry *find_uid(const vitals_set *set, vt_text uid) {
    if (uid.size == 0) return NULL;
    return vt_hash_table_find(&set->by_uid, vt_set_uid_hash(set, uid), has_uid, &uid);
}

static vt_set_entry *find_identity(const vitals_set *set, const identity *key) {
    if (key->name.size == 0) return NULL;
    uint64_t hash = vt_set_identity_hash(set, key->group, key->kind, key->namespace_, key->name);
    return vt_hash_table_find(&set->by_identity, hash, has_identity, key);
}

static vt_set_entry *find_version(const vitals_set *set, const identity *key) {
    if (key->uid.size == 0) return NULL;
    uint64_t hash = vt_set_version_hash(set, key->uid, key->kind, key->namespace_, key->name);
    return vt_hash_table_find(&set->by_version, hash, has_version, key);
}

/* What a put of an object replaces: the object itself, and another one that had its identity. */
typedef struct replaced {
    vt_set_entry *same, *other;
} replaced;

static replaced find_replaced(const vitals_set *set, const vitals_document *document) {
    const identity key = identity_of(document);
    vt_set_entry *version = find_version(set, &key), *by_identity = find_identity(set, &key);
    if (by_identity == version) by_identity = NULL;
    if (version || !by_identity) return (replaced){ version, by_identity };
    if (key.uid.size == 0 || by_identity->uid.size == 0) return (replaced){ by_identity, NULL };
    return (replaced){ NULL, by_identity };
}

const vt_set_entry *vt_set_find_uid(const vitals_set *set, vt_text uid) {
    return find_uid(set, uid);
}

const vt_set_entry *vt_set_find_same(const vitals_set *set, const vitals_document *document) {
    return find_replaced(set, document).same;
}

static const vitals_document *document_of(const vt_set_entry *entry) {
    return entry ? entry->document : NULL;
}

const vitals_document *vitals_set_find_uid(const vitals_set *set, vitals_text uid) {
    return document_of(find_uid(set, uid));
}

const vitals_document *vitals_set_find(const vitals_set *set, vitals_text group, vitals_text kind,
                                       vitals_text namespace_, vitals_text name) {
    const identity key = { group, kind, namespace_, name, VT_TEXT_ABSENT };
    return document_of(find_identity(set, &key));
}

/* --------------------------------------------------------------------- owners */

/* The first owner, in the order of the references, that is in the set. */
static const vt_set_entry *find_owner(const vitals_set *set, const vitals_document *document) {
    const vt_value *owners = vt_document_parts(document)->owner_references;
    for (const vt_value *owner = vt_array_first(owners); owner;
         owner = vt_array_next(owners, owner)) {
        const vt_set_entry *found =
            find_uid(set, vt_value_text(vt_document_field(document, owner, VT_TEXT("uid"))));
        if (found) return found;
    }
    return NULL;
}

const vitals_document *vitals_set_owner(const vitals_set *set, const vitals_document *document) {
    return document_of(find_owner(set, document));
}

/* The first owner of an entry that is in the set. */
static uint64_t owner_of(void *user, uint64_t node) {
    const vt_set_entry *entry = (const vt_set_entry *)(uintptr_t)node;
    for (size_t i = 0; i < entry->owner_count; i++) {
        const vt_set_entry *found = find_uid(user, entry->lists[i]->key.parts[0]);
        if (found) return (uintptr_t)found;
    }
    return VT_CHAIN_NONE;
}

/* What was found out is kept with the version of the links that it holds for. */
enum { CHAIN_STATES = 4 };

static vt_chain_state chain_state(void *user, uint64_t node) {
    vt_set_entry *entry = (vt_set_entry *)(uintptr_t)node;
    const uint64_t known = atomic_load_explicit(&entry->chain, memory_order_relaxed);
    const bool is_current = known / CHAIN_STATES == ((const vitals_set *)user)->links;
    return is_current ? (vt_chain_state)(known % CHAIN_STATES) : VT_CHAIN_UNKNOWN;
}

static void mark_chain(void *user, uint64_t node, vt_chain_state state) {
    vt_set_entry *entry = (vt_set_entry *)(uintptr_t)node;
    const uint64_t known = ((const vitals_set *)user)->links * CHAIN_STATES + state;
    atomic_store_explicit(&entry->chain, known, memory_order_relaxed);
}

bool vitals_set_is_owned(const vitals_set *set, const vitals_document *document) {
    const vt_chain chain = { (void *)(uintptr_t)set, owner_of, chain_state, mark_chain };
    const vt_set_entry *owner = find_owner(set, document);
    return owner && vt_chain_ends(&chain, (uintptr_t)owner);
}

const vt_set_entry *vt_set_next_child(const vitals_set *set, vt_text owner_uid, uint64_t *cursor) {
    const vt_list_key key = { VT_LIST_OWNER, NULL, { owner_uid } };
    const vt_set_list *list = owner_uid.size ? vt_set_find_list(set, &key) : NULL;
    return list ? vt_sequence_next(&list->members, cursor) : NULL;
}

const vitals_document *vitals_set_next_child(const vitals_set *set, vitals_text owner_uid,
                                             uint64_t *cursor) {
    for (const vt_set_entry *child; (child = vt_set_next_child(set, owner_uid, cursor));) {
        if (child->document) return child->document;
    }
    return NULL;
}

/* ------------------------------------------------------------------- changing */

/* A change of this entry may change chains of owners: others name it as theirs. */
static void note_links(vitals_set *set, const vt_set_entry *entry) {
    const vt_list_key key = { VT_LIST_OWNER, NULL, { entry->uid } };
    if (entry->uid.size && vt_set_find_list(set, &key)) set->links++;
}

/* Whether `a` can take the place of `b` with no chain of owners changed. */
static bool has_same_links(const vt_set_entry *a, const vt_set_entry *b) {
    const bool is_alone = b->uid_next == b;
    return is_alone && vt_text_equal(a->uid, b->uid) && a->owner_count == b->owner_count &&
           (a->owner_count == 0 ||
            memcmp(a->lists, b->lists, a->owner_count * sizeof *a->lists) == 0);
}

static void insert_uid(vitals_set *set, vt_set_entry *entry) {
    vt_set_entry *first = find_uid(set, entry->uid);
    if (!first) {
        vt_hash_table_insert(&set->by_uid, entry->hash, entry);
        return;
    }
    entry->uid_next = first;
    entry->uid_before = first->uid_before;
    first->uid_before->uid_next = entry;
    first->uid_before = entry;
}

/* The next one with the UID is the first then. */
static void remove_uid(vitals_set *set, vt_set_entry *entry) {
    vt_set_entry *next = entry->uid_next;
    if (find_uid(set, entry->uid) == entry) {
        vt_hash_table_remove(&set->by_uid, &set->allocator, entry->hash, entry);
        if (next != entry) vt_hash_table_insert(&set->by_uid, next->hash, next);
    }
    next->uid_before = entry->uid_before;
    entry->uid_before->uid_next = next;
}

/* Take an entry out of the tables, but not out of the order, and free it. */
static void drop(vitals_set *set, vt_set_entry *entry) {
    if (entry->uid.size) {
        remove_uid(set, entry);
        vt_hash_table_remove(&set->by_version, &set->allocator, entry->version_hash, entry);
    }
    if (entry->name.size) {
        vt_hash_table_remove(&set->by_identity, &set->allocator, entry->identity_hash, entry);
    }
    vt_set_entry_free(set, entry);
}

static void remove_entry(vitals_set *set, vt_set_entry *entry) {
    note_links(set, entry);
    vt_sequence_remove(&set->order, &set->allocator, entry->order);
    drop(set, entry);
}

/* Put a prepared entry in the place of what it replaces. Cannot fail. */
static void commit(vitals_set *set, vt_set_entry *entry, replaced old) {
    vt_set_entry_link(set, entry);
    entry->order = old.same ? old.same->order : entry->stamp;
    if (!old.same || !has_same_links(entry, old.same)) note_links(set, entry);
    if (old.same) {
        if (!vt_text_equal(entry->uid, old.same->uid)) note_links(set, old.same);
        vt_sequence_replace(&set->order, entry->order, entry);
        drop(set, old.same);
    } else {
        vt_sequence_append(&set->order, entry->order, entry);
    }
    if (old.other) remove_entry(set, old.other);
    if (entry->uid.size) {
        insert_uid(set, entry);
        vt_hash_table_insert(&set->by_version, entry->version_hash, entry);
    }
    if (entry->name.size) vt_hash_table_insert(&set->by_identity, entry->identity_hash, entry);
}

/* NULL: no memory. */
static vt_set_entry *put(vitals_set *set, const vitals_document *document, uint64_t tag) {
    vt_set_entry *entry = vt_set_entry_new(set, document);
    if (!entry) return NULL;
    if (!vt_sequence_reserve(&set->order, &set->allocator) ||
        !vt_hash_table_reserve(&set->by_uid, &set->allocator) ||
        !vt_hash_table_reserve(&set->by_version, &set->allocator) ||
        !vt_hash_table_reserve(&set->by_identity, &set->allocator)) {
        vt_set_entry_free(set, entry);
        return NULL;
    }
    entry->tag = tag;
    commit(set, entry, find_replaced(set, document));
    return entry;
}

vitals_status vt_set_put(vitals_set *set, vitals_document *document, uint64_t tag,
                         const vt_set_entry **out) {
    if (!set || !document) return VITALS_EINVAL;
    vt_set_entry *entry = put(set, document, tag);
    if (!entry) return VITALS_ENOMEM;
    entry->document = document;
    if (out) *out = entry;
    return VITALS_OK;
}

vitals_status vt_set_put_fact(vitals_set *set, const vitals_document *document,
                              const vt_set_fact *fact, uint64_t tag, const vt_set_entry **out) {
    vt_set_entry *entry = put(set, document, tag);
    if (!entry) return VITALS_ENOMEM;
    entry->fact = *fact;
    if (out) *out = entry;
    return VITALS_OK;
}

/* The entries of a set that may change are not const for the set itself. */
static vt_set_entry *own(vitals_set *set, const vt_set_entry *entry) {
    return vt_sequence_find(&set->order, entry->order);
}

void vt_set_change_fact(vitals_set *set, const vt_set_entry *entry, const vt_set_fact *fact) {
    own(set, entry)->fact = *fact;
}

void vt_set_remove_entry(vitals_set *set, const vt_set_entry *entry) {
    remove_entry(set, own(set, entry));
}

vitals_status vitals_set_put(vitals_set *set, vitals_document *document) {
    return vt_set_put(set, document, 0, NULL);
}

/* An object without UID and name is found only as itself, among those of its kind. */
static vt_set_entry *find_itself(const vitals_set *set, const vitals_document *document) {
    const identity own_identity = identity_of(document);
    const vt_list_key key = { VT_LIST_KIND,
                              NULL,
                              { own_identity.namespace_, own_identity.group, own_identity.kind } };
    const vt_set_list *list = vt_set_find_list(set, &key);
    uint64_t cursor = 0;
    for (vt_set_entry *entry; list && (entry = vt_sequence_next(&list->members, &cursor));) {
        if (entry->document == document) return entry;
    }
    return NULL;
}

vitals_status vitals_set_remove(vitals_set *set, const vitals_document *document) {
    if (!set || !document) return VITALS_EINVAL;
    vt_set_entry *entry = find_replaced(set, document).same;
    bool unnamed = !vitals_document_uid(document).size && !vitals_document_name(document).size;
    if (!entry && unnamed) entry = find_itself(set, document);
    if (!entry) return VITALS_ENOTFOUND;
    remove_entry(set, entry);
    return VITALS_OK;
}

size_t vitals_set_count(const vitals_set *set) {
    return set ? set->order.live_count : 0;
}

const vitals_document *vitals_set_next(const vitals_set *set, uint64_t *cursor) {
    if (!set) return NULL;
    for (const vt_set_entry *entry; (entry = vt_sequence_next(&set->order, cursor));) {
        if (entry->document) return entry->document;
    }
    return NULL;
}
