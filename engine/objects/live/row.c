/* Rows: their names, how they are found, and their end. */
#include "objects/live/live.h"

/* ------------------------------------------------------------------- hashing */

/* What a row is looked up by. */
typedef struct row_key {
    const vitals_live *live;
    uint32_t source, group, kind, namespace_; /* texts are interned */
    vt_text text;                             /* UID, owner's UID, or name */
} row_key;

static uint64_t hash_of(const row_key *key) {
    const uint32_t parts[] = { key->source, key->group, key->kind, key->namespace_ };
    return vt_table_mix(vt_hash(key->text, key->live->seed), parts, sizeof parts / sizeof *parts);
}

static row_key uid_key(const vitals_live *live, uint32_t source, vt_text uid) {
    return (row_key){ live, source, 0, 0, 0, uid };
}

static row_key name_key(const vitals_live *live, const vt_row *row) {
    return (row_key){ live, row->source, row->group, row->kind, row->namespace_, vt_row_name(row) };
}

static bool has_uid(const void *wanted, uint32_t number) {
    const row_key *key = wanted;
    const vt_row *row = vt_row_at(key->live, number);
    return row->source == key->source && vt_text_equal(vt_row_uid(row), key->text);
}

static bool has_owner(const void *wanted, uint32_t number) {
    const row_key *key = wanted;
    const vt_row *row = vt_row_at(key->live, number);
    return row->source == key->source && vt_text_equal(vt_row_owner(row), key->text);
}

static bool has_name(const void *wanted, uint32_t number) {
    const row_key *key = wanted;
    const vt_row *row = vt_row_at(key->live, number);
    return row->source == key->source && row->kind == key->kind && row->group == key->group &&
           row->namespace_ == key->namespace_ && vt_text_equal(vt_row_name(row), key->text);
}

/* ------------------------------------------------------------------- finding */

uint32_t vt_row_find_uid(const vitals_live *live, uint32_t source, vt_text uid) {
    if (uid.size == 0) return 0;
    row_key key = uid_key(live, source, uid);
    return vt_table_find(&live->by_uid, hash_of(&key), has_uid, &key);
}

uint32_t vt_row_first_child(const vitals_live *live, uint32_t source, vt_text uid) {
    if (uid.size == 0) return 0;
    row_key key = uid_key(live, source, uid);
    return vt_table_find(&live->by_owner, hash_of(&key), has_owner, &key);
}

uint32_t vt_row_find_name(const vitals_live *live, uint32_t source,
                          const vitals_live_object *object) {
    row_key key = { live,
                    source,
                    vt_intern_find(&live->texts, object->group),
                    vt_intern_find(&live->texts, object->kind),
                    vt_intern_find(&live->texts, object->namespace_),
                    object->name };
    bool known = key.kind && (key.group || object->group.size == 0) &&
                 (key.namespace_ || object->namespace_.size == 0);
    return known ? vt_table_find(&live->by_name, hash_of(&key), has_name, &key) : 0;
}

/* An object that is looked up by its UID and names, in any group. */
typedef struct version_key {
    row_key uid;
    uint32_t kind, namespace_;
    vt_text name;
} version_key;

static bool has_version(const void *wanted, uint32_t number) {
    const version_key *key = wanted;
    const vt_row *row = vt_row_at(key->uid.live, number);
    return row->kind == key->kind && row->namespace_ == key->namespace_ &&
           vt_text_equal(vt_row_name(row), key->name) && has_uid(&key->uid, number);
}

uint32_t vt_row_find_version(const vitals_live *live, uint32_t source,
                             const vitals_live_object *object) {
    if (object->uid.size == 0) return 0;
    version_key key = { uid_key(live, source, object->uid),
                        vt_intern_find(&live->texts, object->kind),
                        vt_intern_find(&live->texts, object->namespace_), object->name };
    bool known = key.kind && (key.namespace_ || object->namespace_.size == 0);
    return known ? vt_table_find(&live->by_uid, hash_of(&key.uid), has_version, &key) : 0;
}

uint32_t vt_row_find(const vitals_live *live, uint32_t source, const vitals_live_object *object) {
    if (object->uid.size == 0) return vt_row_find_name(live, source, object);
    if (object->name.size == 0) return vt_row_find_uid(live, source, object->uid);
    return vt_row_find_version(live, source, object);
}

/* --------------------------------------------------------------------- names */

/* The names of a row in one block, each with its terminator. NULL: no memory. */
static char *join(vitals_live *live, const vt_text texts[4]) {
    size_t bytes = 4;
    for (size_t i = 0; i < 4; i++) bytes += texts[i].size;
    char *block = vt_allocate(&live->allocator, bytes), *at = block;
    for (size_t i = 0; block && i < 4; i++) {
        if (texts[i].size) memcpy(at, texts[i].bytes, texts[i].size);
        at += texts[i].size;
        *at++ = '\0';
    }
    return block;
}

static size_t names_bytes(const vt_row *row) {
    return (size_t)row->name_size + row->uid_size + row->owner_size + row->version_size + 4;
}

static bool set_names(vitals_live *live, vt_row *row, const vt_text texts[4]) {
    char *block = join(live, texts);
    if (!block) return false;
    if (row->names) vt_release(&live->allocator, row->names, names_bytes(row));
    row->names = block;
    row->name_size = (uint16_t)texts[0].size;
    row->uid_size = (uint16_t)texts[1].size;
    row->owner_size = (uint16_t)texts[2].size;
    row->version_size = (uint16_t)texts[3].size;
    return true;
}

/* --------------------------------------------------------------------- owners */

/* The siblings of an owner are linked; the table has the first of them. */
static void link_owner(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    if (row->owner_size == 0) return;
    row_key key = uid_key(live, row->source, vt_row_owner(row));
    uint64_t hash = hash_of(&key);
    uint32_t first = vt_table_find(&live->by_owner, hash, has_owner, &key);
    row->sibling_next = first;
    if (first) {
        vt_row_at(live, first)->sibling_previous = number;
        vt_table_remove(&live->by_owner, hash, first);
    }
    vt_table_add(&live->by_owner, hash, number);
}

static void unlink_owner(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    if (row->owner_size == 0) return;
    row_key key = uid_key(live, row->source, vt_row_owner(row));
    uint64_t hash = hash_of(&key);
    vt_row *previous = vt_row_at(live, row->sibling_previous);
    vt_row *next = vt_row_at(live, row->sibling_next);
    if (previous) {
        previous->sibling_next = row->sibling_next;
    } else {
        vt_table_remove(&live->by_owner, hash, number);
        if (next) vt_table_add(&live->by_owner, hash, row->sibling_next);
    }
    if (next) next->sibling_previous = row->sibling_previous;
    row->sibling_next = row->sibling_previous = 0;
}

bool vt_row_rename(vitals_live *live, uint32_t number, vt_text owner, vt_text version) {
    vt_row *row = vt_row_at(live, number);
    bool same_owner = vt_text_equal(owner, vt_row_owner(row));
    if (same_owner && vt_text_equal(version, vt_row_version(row))) return true;
    if (!same_owner && !vt_table_reserve(&live->by_owner)) return false;
    vt_row before = *row;
    const vt_text texts[] = { vt_row_name(row), vt_row_uid(row), owner, version };
    row->names = NULL; /* the block is read until the row is linked again */
    if (!set_names(live, row, texts)) {
        row->names = before.names;
        return false;
    }
    vt_row after = *row;
    if (!same_owner) {
        row->names = before.names;
        row->owner_size = before.owner_size;
        unlink_owner(live, number);
        row->names = after.names;
        row->owner_size = after.owner_size;
        link_owner(live, number);
        vt_row_queue(live, number, VT_DUE_MEMBERS);
    }
    vt_release(&live->allocator, before.names, names_bytes(&before));
    return true;
}

bool vt_row_set_uid(vitals_live *live, uint32_t number, vt_text uid) {
    vt_row *row = vt_row_at(live, number);
    if (!vt_table_reserve(&live->by_uid)) return false;
    vt_row before = *row;
    const vt_text texts[] = { vt_row_name(row), uid, vt_row_owner(row), vt_row_version(row) };
    row->names = NULL;
    if (!set_names(live, row, texts)) {
        row->names = before.names;
        return false;
    }
    vt_release(&live->allocator, before.names, names_bytes(&before));
    row_key key = uid_key(live, row->source, uid);
    vt_table_add(&live->by_uid, hash_of(&key), number);
    return true;
}

/* ------------------------------------------------------------------- lifetime */

static void link_scope(vitals_live *live, uint32_t number, uint32_t to) {
    vt_row *row = vt_row_at(live, number);
    vt_scope *scope = vt_scope_at(live, to);
    row->scope = to;
    row->scope_previous = 0;
    row->scope_next = scope->first_row;
    if (scope->first_row) vt_row_at(live, scope->first_row)->scope_previous = number;
    scope->first_row = number;
    scope->rows++;
}

static void unlink_scope(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    vt_scope *scope = vt_scope_at(live, row->scope);
    vt_row *previous = vt_row_at(live, row->scope_previous),
           *next = vt_row_at(live, row->scope_next);
    *(previous ? &previous->scope_next : &scope->first_row) = row->scope_next;
    if (next) next->scope_previous = row->scope_previous;
    scope->rows--;
}

void vt_row_move(vitals_live *live, uint32_t number, uint32_t scope) {
    vt_row *row = vt_row_at(live, number);
    if (row->scope == scope) return;
    unlink_scope(live, number);
    link_scope(live, number, scope);
    row->stamp++;
    vt_row_queue(live, number, VT_DUE_VIEWS);
}

static bool fill_row(vitals_live *live, vt_row *row, const vitals_live_object *object) {
    const vt_text names[] = { object->name, object->uid, VT_TEXT(""), VT_TEXT("") };
    return vt_intern_take(&live->texts, object->group, &row->group) &&
           vt_intern_take(&live->texts, object->kind, &row->kind) &&
           vt_intern_take(&live->texts, object->namespace_, &row->namespace_) &&
           set_names(live, row, names);
}

static bool reserve(vitals_live *live) {
    return vt_table_reserve(&live->by_uid) && vt_table_reserve(&live->by_name);
}

vitals_status vt_row_new(vitals_live *live, uint32_t scope, const vitals_live_object *object,
                         uint32_t *out) {
    if (live->row_count >= live->limits.live_rows) return VITALS_ELIMIT;
    uint32_t number = reserve(live) ? vt_slab_take(&live->rows) : 0;
    if (number == 0) return VITALS_ENOMEM;
    vt_row *row = vt_row_at(live, number);
    row->source = vt_scope_at(live, scope)->source;
    vt_source_at(live, row->source)->users++;
    row->valid_until_ms = row->since_ms = INT64_MAX;
    if (!fill_row(live, row, object)) {
        vt_row_free(live, number);
        return VITALS_ENOMEM;
    }
    link_scope(live, number, scope);
    row_key by_name = name_key(live, row);
    vt_table_add(&live->by_name, hash_of(&by_name), number);
    if (row->uid_size) {
        row_key by_uid = uid_key(live, row->source, vt_row_uid(row));
        vt_table_add(&live->by_uid, hash_of(&by_uid), number);
    }
    live->row_count++;
    *out = number;
    return VITALS_OK;
}

void vt_row_unindex(vitals_live *live, uint32_t number) {
    const vt_row *row = vt_row_at(live, number);
    row_key by_name = name_key(live, row);
    vt_table_remove(&live->by_name, hash_of(&by_name), number);
    if (row->uid_size) {
        row_key by_uid = uid_key(live, row->source, vt_row_uid(row));
        vt_table_remove(&live->by_uid, hash_of(&by_uid), number);
    }
    unlink_owner(live, number);
    unlink_scope(live, number);
}

void vt_row_free(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    vt_row_drop_content(live, row);
    if (row->names) vt_release(&live->allocator, row->names, names_bytes(row));
    vt_intern_release(&live->texts, row->group);
    vt_intern_release(&live->texts, row->kind);
    vt_intern_release(&live->texts, row->namespace_);
    vt_source_release(live, row->source);
    vt_slab_give(&live->rows, number);
}
