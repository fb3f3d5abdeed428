/* What applications list, found by the names of the objects. Those with the same names are linked; the
** table has the first of them. */
#include "objects/live/live.h"

/* Names that are looked up; all but the name are interned. */
typedef struct listed_key {
    const vitals_live *live;
    uint32_t source, group, kind, namespace_;
    vt_text name;
} listed_key;

static uint64_t hash_of(const listed_key *key) {
    const uint32_t parts[] = { key->source, key->group, key->kind, key->namespace_ };
    return vt_table_mix(vt_hash(key->name, key->live->seed), parts, sizeof parts / sizeof *parts);
}

static listed_key key_of(const vitals_live *live, const vt_listed *listed) {
    return (listed_key){ live,
                         vt_app_at(live, listed->application)->source,
                         listed->group,
                         listed->kind,
                         listed->namespace_,
                         vt_live_text(live, listed->name) };
}

static bool is_listed(const void *wanted, uint32_t number) {
    const listed_key *key = wanted;
    const vt_listed *listed = vt_listed_at(key->live, number);
    return listed->kind == key->kind && listed->group == key->group &&
           listed->namespace_ == key->namespace_ &&
           vt_app_at(key->live, listed->application)->source == key->source &&
           vt_text_equal(vt_live_text(key->live, listed->name), key->name);
}

uint32_t vt_listed_find(const vitals_live *live, const vt_row *row) {
    listed_key key = {
        live, row->source, row->group, row->kind, row->namespace_, vt_row_name(row)
    };
    return vt_table_find(&live->by_listed, hash_of(&key), is_listed, &key);
}

uint32_t vt_listed_ordinal(const vitals_live *live, uint32_t application, uint32_t first) {
    uint32_t ordinal = UINT32_MAX;
    for (uint32_t i = first; i; i = vt_listed_at(live, i)->same_next) {
        const vt_listed *listed = vt_listed_at(live, i);
        if (listed->application == application && listed->ordinal < ordinal) {
            ordinal = listed->ordinal;
        }
    }
    return ordinal;
}

uint32_t vt_listed_find_object(const vitals_live *live, uint32_t source,
                               const vitals_live_object *object) {
    listed_key key = { live,
                       source,
                       vt_intern_find(&live->texts, object->group),
                       vt_intern_find(&live->texts, object->kind),
                       vt_intern_find(&live->texts, object->namespace_),
                       object->name };
    bool known = key.kind && (key.group || object->group.size == 0) &&
                 (key.namespace_ || object->namespace_.size == 0);
    return known ? vt_table_find(&live->by_listed, hash_of(&key), is_listed, &key) : 0;
}

uint32_t vt_listed_first(const vitals_live *live, const vt_listed *listed) {
    listed_key key = key_of(live, listed);
    return vt_table_find(&live->by_listed, hash_of(&key), is_listed, &key);
}

void vt_listed_index(vitals_live *live, uint32_t number) {
    vt_listed *listed = vt_listed_at(live, number);
    uint32_t first = vt_listed_first(live, listed);
    if (first) {
        listed->same_next = vt_listed_at(live, first)->same_next;
        vt_listed_at(live, first)->same_next = number;
        return;
    }
    listed_key key = key_of(live, listed);
    vt_table_add(&live->by_listed, hash_of(&key), number);
}

void vt_listed_unindex(vitals_live *live, uint32_t number) {
    const vt_listed *listed = vt_listed_at(live, number);
    listed_key key = key_of(live, listed);
    uint64_t hash = hash_of(&key);
    uint32_t first = vt_table_find(&live->by_listed, hash, is_listed, &key);
    if (first == number) {
        vt_table_remove(&live->by_listed, hash, number);
        if (listed->same_next) vt_table_add(&live->by_listed, hash, listed->same_next);
        return;
    }
    while (vt_listed_at(live, first)->same_next != number) {
        first = vt_listed_at(live, first)->same_next;
    }
    vt_listed_at(live, first)->same_next = listed->same_next;
}
