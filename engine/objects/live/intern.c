/* Counted texts in a hash table. */
#include "objects/live/intern.h"

#include "base/memory/map.h"

typedef struct interned {
    vt_slab_item item;
    uint32_t references;
    uint32_t size;
    char *bytes;
} interned;

/* A text that is looked up. */
typedef struct wanted {
    const vt_intern *intern;
    vt_text text;
} wanted;

void vt_intern_init(vt_intern *intern, const vitals_allocator *allocator, uint64_t seed) {
    intern->seed = seed;
    vt_slab_init(&intern->texts, allocator, sizeof(interned));
    vt_table_init(&intern->table, allocator);
}

static void free_bytes(const vt_intern *intern, const interned *text) {
    vt_release(intern->texts.allocator, text->bytes, (size_t)text->size + 1);
}

void vt_intern_done(vt_intern *intern) {
    for (uint32_t i = 0; (i = vt_slab_next(&intern->texts, i));) {
        free_bytes(intern, vt_slab_at(&intern->texts, i));
    }
    vt_slab_done(&intern->texts);
    vt_table_done(&intern->table);
}

void vt_intern_trim(vt_intern *intern) {
    vt_slab_trim(&intern->texts);
    vt_table_trim(&intern->table);
}

vt_text vt_intern_text(const vt_intern *intern, uint32_t number) {
    const interned *text = vt_slab_at(&intern->texts, number);
    return text ? (vt_text){ text->bytes, text->size } : VT_TEXT("");
}

static bool same(const void *key, uint32_t number) {
    const wanted *want = key;
    return vt_text_equal(vt_intern_text(want->intern, number), want->text);
}

static uint32_t find(const vt_intern *intern, vt_text text, uint64_t hash) {
    wanted want = { intern, text };
    return vt_table_find(&intern->table, hash, same, &want);
}

uint32_t vt_intern_find(const vt_intern *intern, vt_text text) {
    return text.size ? find(intern, text, vt_hash(text, intern->seed)) : 0;
}

static uint32_t add(vt_intern *intern, vt_text text, uint64_t hash) {
    if (text.size >= UINT32_MAX || !vt_table_reserve(&intern->table)) return 0;
    char *bytes = vt_allocate(intern->texts.allocator, text.size + 1);
    uint32_t number = bytes ? vt_slab_take(&intern->texts) : 0;
    if (number == 0) {
        vt_release(intern->texts.allocator, bytes, text.size + 1);
        return 0;
    }
    memcpy(bytes, text.bytes, text.size);
    bytes[text.size] = '\0';
    interned *added = vt_slab_at(&intern->texts, number);
    added->bytes = bytes;
    added->size = (uint32_t)text.size;
    vt_table_add(&intern->table, hash, number);
    return number;
}

bool vt_intern_take(vt_intern *intern, vt_text text, uint32_t *number) {
    *number = 0;
    if (text.size == 0) return true;
    uint64_t hash = vt_hash(text, intern->seed);
    uint32_t found = find(intern, text, hash);
    if (found == 0) found = add(intern, text, hash);
    if (found == 0) return false;
    vt_intern_keep(intern, found);
    *number = found;
    return true;
}

void vt_intern_keep(vt_intern *intern, uint32_t number) {
    interned *text = vt_slab_at(&intern->texts, number);
    if (text) text->references++;
}

void vt_intern_release(vt_intern *intern, uint32_t number) {
    interned *text = vt_slab_at(&intern->texts, number);
    if (!text || --text->references) return;
    vt_text old = { text->bytes, text->size };
    vt_table_remove(&intern->table, vt_hash(old, intern->seed), number);
    free_bytes(intern, text);
    vt_slab_give(&intern->texts, number);
}
