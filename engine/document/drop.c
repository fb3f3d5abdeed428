/* Members that are left out of a document. */
#include "document/drop.h"

/* -------------------------------------------------------------------- reading */

/* "key" with its quotes, in which nothing is escaped; the bytes, or 0. */
static size_t read_quoted(const char *text, vt_text *key) {
    const char *end = text[0] == '"' ? strchr(text + 1, '"') : NULL;
    if (!end) return 0;
    *key = vt_text_slice(text + 1, (size_t)(end - text - 1));
    return (size_t)(end - text) + 1;
}

/* One step: .key, ["key"] or []; the bytes, or 0 when it is none of them. */
static size_t read_step(const char *text, vt_text *key) {
    *key = VT_TEXT_ABSENT;
    if (text[0] == '.') {
        size_t size = strcspn(text + 1, ".[]\"");
        *key = vt_text_slice(text + 1, size);
        return size ? size + 1 : 0;
    }
    if (text[0] != '[') return 0;
    if (text[1] == ']') return 2;
    size_t size = read_quoted(text + 1, key);
    return size && text[1 + size] == ']' ? size + 2 : 0;
}

/* The steps are appended to `path`. */
static bool read_path(const char *text, vt_drop_path *path) {
    uint32_t most = path->step_count + VT_DROP_MOST_STEPS;
    vt_text key = VT_TEXT_ABSENT;
    if (!text || !*text) return false;
    while (*text) {
        size_t size = path->step_count < most ? read_step(text, &key) : 0;
        if (size == 0) return false;
        path->steps[path->step_count++] = key;
        text += size;
    }
    return !vt_text_is_absent(key);
}

bool vt_drop_is_valid(const char *const *paths, size_t count) {
    if (count > VT_DROP_MOST_PATHS || (count && !paths)) return false;
    for (size_t i = 0; i < count; i++) {
        vt_drop_path path = { 0 };
        if (!read_path(paths[i], &path)) return false;
    }
    return true;
}

vt_drop *vt_drop_new(vt_arena *arena, const char *const *paths, size_t count, bool event) {
    vt_drop *drop = vt_arena_allocate(arena, sizeof *drop);
    vt_drop_path *own = vt_arena_allocate_array(arena, count, sizeof *own);
    if (!drop || !own) return NULL;
    for (size_t i = 0; i < count; i++) {
        own[i].step_count = event;
        own[i].steps[0] = VT_TEXT("object");
        (void)read_path(paths[i], &own[i]);
    }
    drop->path_count = count;
    drop->paths = own;
    drop->live = 1;
    drop->matching[0] = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    return drop;
}

/* ------------------------------------------------------------------- following */

/* Take the step at `depth`: true when a path ends in it. */
static bool take_step(vt_drop *drop, uint32_t depth, vt_text key) {
    uint64_t next = 0;
    if (depth == 0 || depth > drop->live) return false;
    for (size_t i = 0; i < drop->path_count; i++) {
        const vt_drop_path *path = &drop->paths[i];
        if (!(drop->matching[depth - 1] >> i & 1) || path->step_count < depth) continue;
        vt_text step = path->steps[depth - 1];
        bool is_item = vt_text_is_absent(key);
        if (is_item != vt_text_is_absent(step) || (!is_item && !vt_text_equal(step, key))) continue;
        if (path->step_count == depth) return true;
        next |= UINT64_C(1) << i;
    }
    drop->matching[depth] = next;
    drop->live = next ? depth + 1 : depth;
    return false;
}

bool vt_drop_member(vt_drop *drop, uint32_t depth, vt_text key) {
    return take_step(drop, depth, key);
}

void vt_drop_item(vt_drop *drop, uint32_t depth) {
    (void)take_step(drop, depth, VT_TEXT_ABSENT);
}
