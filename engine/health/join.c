/* Putting counted texts together; unlike printf, what they hold does not matter. */
#include "health/engine.h"

vt_text vt_join(vt_arena *arena, const vt_text *parts, size_t count) {
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        if (!vt_size_add(size, parts[i].size, &size)) return VT_TEXT_ABSENT;
    }
    char *bytes = vt_arena_allocate(arena, size + 1);
    if (!bytes) return VT_TEXT_ABSENT;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].size) memcpy(bytes + at, parts[i].bytes, parts[i].size);
        at += parts[i].size;
    }
    bytes[size] = '\0';
    return vt_text_slice(bytes, size);
}
