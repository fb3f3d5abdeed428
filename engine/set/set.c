/* Many documents, found by name, by uid and by owner. Documents are indexed when they are added, so
** that any number of threads can read a complete set. */
#include "set/set.h"

#include "base/map.h"
#include "base/memory.h"

/* The children of one uid, in the order they were added. */
typedef struct children {
    uint32_t *indexes; /* into the documents */
    size_t count, capacity;
} children;

struct vitals_set {
    vitals_allocator allocator;
    vt_arena arena; /* keys of the maps, and lists of children */
    vitals_document **documents;
    size_t count, capacity;
    vt_map by_name;  /* key: the four parts of a name joined; value: the document */
    vt_map by_uid;   /* value: the document */
    vt_map by_owner; /* key: uid of the owner; value: children */
};

vitals_status vitals_set_new(const vitals_allocator *allocator, vitals_set **out) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_set *set = vt_allocate_zeroed(&own, sizeof *set);
    if (!set) return VITALS_ENOMEM;
    set->allocator = own;
    vt_arena_init(&set->arena, &own, 0);
    /* The address of the set is a seed that the author of the objects does not know. */
    uint64_t seed = (uint64_t)(uintptr_t)set;
    vt_map_init(&set->by_name, &own, seed);
    vt_map_init(&set->by_uid, &own, seed);
    vt_map_init(&set->by_owner, &own, seed);
    *out = set;
    return VITALS_OK;
}

void vitals_set_free(vitals_set *set) {
    if (!set) return;
    vitals_allocator allocator = set->allocator;
    size_t at = 0;
    for (const vt_map_entry *entry; (entry = vt_map_next(&set->by_owner, &at));) {
        children *list = entry->value;
        vt_release_array(&allocator, list->indexes, list->capacity, sizeof *list->indexes);
    }
    vt_map_done(&set->by_name);
    vt_map_done(&set->by_uid);
    vt_map_done(&set->by_owner);
    for (size_t i = 0; i < set->count; i++) vitals_document_free(set->documents[i]);
    vt_release_array(&allocator, set->documents, set->capacity, sizeof *set->documents);
    vt_arena_done(&set->arena);
    vt_release(&allocator, set, sizeof *set);
}

/* ------------------------------------------------------------------- indexing */

/* Point `key` of a map at `document`; what it pointed at before is stored in `*before`. Keys are
** copied, since a document that cannot be added remains the caller's. */
static bool set_key(vitals_set *set, vt_map *map, vt_text key, vitals_document *document,
                    void **before) {
    *before = vt_map_get(map, key);
    if (*before) return vt_map_put(map, key, document);
    vt_text copy = vt_arena_copy(&set->arena, key);
    return !vt_text_is_absent(copy) && vt_map_put(map, copy, document);
}

/* Undo what `set_key` did. Needs no memory: the key is there. */
static void restore_key(vt_map *map, vt_text key, void *before) {
    if (before) {
        (void)vt_map_put(map, key, before);
    } else {
        (void)vt_map_remove(map, key);
    }
}

/* -------------------------------------------------------------------- names */

/* Join a key of four parts, each terminated by a NUL, which Kubernetes names cannot contain. Absent
** when it does not fit. */
static vt_text join_name(char *block, size_t block_bytes, const vt_text parts[4]) {
    size_t size = 0;
    for (size_t i = 0; i < 4; i++) {
        if (parts[i].size >= block_bytes - size) return VT_TEXT_ABSENT;
        if (parts[i].size) memcpy(block + size, parts[i].bytes, parts[i].size);
        size += parts[i].size;
        block[size++] = '\0';
    }
    return vt_text_slice(block, size);
}

/* Enough for any group, kind, namespace and name that Kubernetes accepts. */
#define NAME_BYTES 1024

static bool is_named(const vitals_document *document, const vt_text parts[4]) {
    return vt_text_equal(vitals_document_group(document), parts[0]) &&
           vt_text_equal(vitals_document_kind(document), parts[1]) &&
           vt_text_equal(vitals_document_namespace(document), parts[2]) &&
           vt_text_equal(vitals_document_name(document), parts[3]);
}

const vitals_document *vitals_set_find(const vitals_set *set, vitals_text group, vitals_text kind,
                                       vitals_text namespace_, vitals_text name) {
    char block[NAME_BYTES];
    const vt_text parts[] = { group, kind, namespace_, name };
    vt_text key = join_name(block, sizeof block, parts);
    if (!vt_text_is_absent(key)) return vt_map_get(&set->by_name, key);
    /* Names that long are not indexed. */
    for (size_t i = set->count; i-- > 0;) {
        if (is_named(set->documents[i], parts)) return set->documents[i];
    }
    return NULL;
}

/* ------------------------------------------------------------------- owners */

/* The first entry of metadata.ownerReferences, and the array. */
static const vt_value *first_owner(const vitals_document *document, const vt_value **owners) {
    *owners =
        vt_document_field(document, vt_document_metadata(document), VT_TEXT("ownerReferences"));
    return vt_array_first(*owners);
}

static vt_text owner_uid(const vitals_document *document, const vt_value *owner) {
    return vt_value_text(vt_document_field(document, owner, VT_TEXT("uid")));
}

/* The list of a uid, created if necessary; the owner itself may be added later or never. */
static children *children_of(vitals_set *set, vt_text uid) {
    children *list = vt_map_get(&set->by_owner, uid);
    if (list) return list;
    list = vt_arena_allocate_zeroed(&set->arena, sizeof *list);
    vt_text key = vt_arena_copy(&set->arena, uid);
    if (!list || vt_text_is_absent(key)) return NULL;
    return vt_map_put(&set->by_owner, key, list) ? list : NULL;
}

/* Add the document at `index` as a child of `uid`, unless it already is one. */
static bool add_child(vitals_set *set, vt_text uid, uint32_t index) {
    children *list = children_of(set, uid);
    if (!list) return false;
    if (list->count && list->indexes[list->count - 1] == index) return true;
    void *indexes = list->indexes;
    bool room =
        vt_grow(&set->allocator, &indexes, &list->capacity, list->count, sizeof *list->indexes);
    list->indexes = indexes;
    if (room) list->indexes[list->count++] = index;
    return room;
}

static bool add_to_owners(vitals_set *set, const vitals_document *document, uint32_t index) {
    const vt_value *owners;
    for (const vt_value *owner = first_owner(document, &owners); owner;
         owner = vt_array_next(owners, owner)) {
        vt_text uid = owner_uid(document, owner);
        if (uid.size && !add_child(set, uid, index)) return false;
    }
    return true;
}

/* Undo what add_to_owners did, as far as it got. */
static void remove_from_owners(vitals_set *set, const vitals_document *document, uint32_t index) {
    const vt_value *owners;
    for (const vt_value *owner = first_owner(document, &owners); owner;
         owner = vt_array_next(owners, owner)) {
        children *list = vt_map_get(&set->by_owner, owner_uid(document, owner));
        if (list && list->count && list->indexes[list->count - 1] == index) list->count--;
    }
}

/* The first owner, in the order of the references, that is in the set. */
const vitals_document *vitals_set_owner(const vitals_set *set, const vitals_document *document) {
    const vt_value *owners;
    for (const vt_value *owner = first_owner(document, &owners); owner;
         owner = vt_array_next(owners, owner)) {
        const vitals_document *found = vt_set_find_uid(set, owner_uid(document, owner));
        if (found) return found;
    }
    return NULL;
}

static const children *find_children(const vitals_set *set, const vitals_document *owner) {
    vt_text uid = vitals_document_uid(owner);
    return uid.size ? vt_map_get(&set->by_owner, uid) : NULL;
}

size_t vt_set_child_count(const vitals_set *set, const vitals_document *owner) {
    const children *list = find_children(set, owner);
    return list ? list->count : 0;
}

const vitals_document *vt_set_child_at(const vitals_set *set, const vitals_document *owner,
                                       size_t index) {
    const children *list = find_children(set, owner);
    return list && index < list->count ? set->documents[list->indexes[index]] : NULL;
}

/* ------------------------------------------------------------------- the set */

static bool add_names(vitals_set *set, vitals_document *document) {
    char block[NAME_BYTES];
    const vt_text parts[] = { vitals_document_group(document), vitals_document_kind(document),
                              vitals_document_namespace(document), vitals_document_name(document) };
    vt_text uid = vitals_document_uid(document);
    vt_text name = join_name(block, sizeof block, parts);
    void *before = NULL, *named_before = NULL;
    if (uid.size && !set_key(set, &set->by_uid, uid, document, &before)) return false;
    if (vt_text_is_absent(name) || set_key(set, &set->by_name, name, document, &named_before)) {
        return true;
    }
    if (uid.size) restore_key(&set->by_uid, uid, before);
    return false;
}

/* All or nothing: index entries are removed again when memory runs out. */
vitals_status vitals_set_add(vitals_set *set, vitals_document *document) {
    if (set->count >= UINT32_MAX) return VITALS_ENOMEM;
    void *documents = set->documents;
    bool room =
        vt_grow(&set->allocator, &documents, &set->capacity, set->count, sizeof *set->documents);
    set->documents = documents;
    if (!room) return VITALS_ENOMEM;
    uint32_t index = (uint32_t)set->count;
    if (!add_to_owners(set, document, index) || !add_names(set, document)) {
        remove_from_owners(set, document, index);
        return VITALS_ENOMEM;
    }
    set->documents[set->count++] = document;
    return VITALS_OK;
}

size_t vitals_set_count(const vitals_set *set) {
    return set ? set->count : 0;
}

const vitals_document *vitals_set_at(const vitals_set *set, size_t index) {
    return set && index < set->count ? set->documents[index] : NULL;
}

const vitals_document *vt_set_find_uid(const vitals_set *set, vt_text uid) {
    return uid.size ? vt_map_get(&set->by_uid, uid) : NULL;
}
