/* The lists that entries are found by: one table for all of them. */
#include <string.h>

#include "base/memory/map.h"
#include "objects/set/entry.h"

/* Each part is hashed for itself, so that parts cannot run into each other. */
static uint64_t hash_of(const vitals_set *set, const vt_list_key *key) {
    uint64_t hash = key->within ? key->within->hash : set->seed + (uint64_t)key->kind;
    for (size_t i = 0; i < VT_LIST_MOST_PARTS; i++) hash = vt_hash(key->parts[i], hash);
    return hash;
}

static bool has_key(const void *item, const void *wanted) {
    const vt_list_key *own = &((const vt_set_list *)item)->key, *key = wanted;
    if (own->kind != key->kind || own->within != key->within) return false;
    for (size_t i = 0; i < VT_LIST_MOST_PARTS; i++) {
        if (!vt_text_equal(own->parts[i], key->parts[i])) return false;
    }
    return true;
}

vt_set_list *vt_set_find_list(const vitals_set *set, const vt_list_key *key) {
    return vt_hash_table_find(&set->lists, hash_of(set, key), has_key, key);
}

static vt_set_list *new_list(vitals_set *set, const vt_list_key *key) {
    size_t bytes = sizeof(vt_set_list);
    for (size_t i = 0; i < VT_LIST_MOST_PARTS; i++) bytes += key->parts[i].size;
    vt_set_list *list = vt_allocate_zeroed(&set->allocator, bytes);
    if (!list) return NULL;
    list->bytes = bytes;
    list->hash = hash_of(set, key);
    list->key = *key;
    char *at = (char *)(list + 1);
    for (size_t i = 0; i < VT_LIST_MOST_PARTS; i++) {
        vt_text part = key->parts[i];
        if (part.size) memcpy(at, part.bytes, part.size);
        list->key.parts[i] = vt_text_slice(at, part.size);
        at += part.size;
    }
    return list;
}

vt_set_list *vt_set_use_list(vitals_set *set, const vt_list_key *key) {
    vt_set_list *list = vt_set_find_list(set, key);
    if (!list) {
        if (!vt_hash_table_reserve(&set->lists, &set->allocator)) return NULL;
        list = new_list(set, key);
        if (!list) return NULL;
        vt_hash_table_insert(&set->lists, list->hash, list);
        if (key->within) key->within->users++;
    }
    list->users++;
    return list;
}

void vt_set_leave_list(vitals_set *set, vt_set_list *list) {
    while (list && --list->users == 0) {
        vt_set_list *within = list->key.within;
        vt_hash_table_remove(&set->lists, &set->allocator, list->hash, list);
        vt_sequence_done(&list->members, &set->allocator);
        vt_sequence_done(&list->selectors, &set->allocator);
        vt_release(&set->allocator, list, list->bytes);
        list = within;
    }
}

uint64_t vt_set_uid_hash(const vitals_set *set, vt_text uid) {
    return vt_hash(uid, set->seed);
}

uint64_t vt_set_identity_hash(const vitals_set *set, vt_text group, vt_text kind,
                              vt_text namespace_, vt_text name) {
    const vt_list_key key = { VT_LIST_KIND, NULL, { namespace_, group, kind } };
    return vt_hash(name, hash_of(set, &key));
}

uint64_t vt_set_version_hash(const vitals_set *set, vt_text uid, vt_text kind, vt_text namespace_,
                             vt_text name) {
    return vt_hash(uid, vt_set_identity_hash(set, VT_TEXT(""), kind, namespace_, name));
}
