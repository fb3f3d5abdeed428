#include "lua/sort.h"

/* Comparisons that cost one step, and bytes of text that count as one. */
enum { COMPARISONS_PER_STEP = 4, BYTES_PER_COMPARISON = 16 };

/* The items that are sorted. */
typedef struct sorting {
    lua_State *lua;
    char *items;
    size_t item_bytes;
    vt_lua_before_fn before;
} sorting;

uint64_t vt_lua_text_work(vt_text a, vt_text b) {
    return 1 + (a.size < b.size ? a.size : b.size) / BYTES_PER_COMPARISON;
}

static char *item_at(const sorting *sort, size_t index) {
    return sort->items + index * sort->item_bytes;
}

static void swap(const sorting *sort, size_t a, size_t b) {
    char swapped[VT_LUA_MOST_SORTED_BYTES];
    memcpy(swapped, item_at(sort, a), sort->item_bytes);
    memcpy(item_at(sort, a), item_at(sort, b), sort->item_bytes);
    memcpy(item_at(sort, b), swapped, sort->item_bytes);
}

static void sift_down(const sorting *sort, size_t root, size_t count) {
    uint64_t work = COMPARISONS_PER_STEP;
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count &&
            sort->before(item_at(sort, child), item_at(sort, child + 1), &work)) {
            child++;
        }
        if (!sort->before(item_at(sort, root), item_at(sort, child), &work)) break;
        swap(sort, root, child);
    }
    vt_lua_charge(sort->lua, work / COMPARISONS_PER_STEP);
}

void vt_lua_sort(lua_State *lua, void *items, size_t count, size_t item_bytes,
                 vt_lua_before_fn before) {
    const sorting sort = { lua, items, item_bytes, before };
    for (size_t start = count / 2; start-- > 0;) sift_down(&sort, start, count);
    for (size_t end = count; end-- > 1;) {
        swap(&sort, 0, end);
        sift_down(&sort, 0, end);
    }
}
