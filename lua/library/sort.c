#include "lua/library/sort.h"

#include "base/memory/sort.h"

/* Comparisons that cost one step, and bytes of text that count as one. */
enum { COMPARISONS_PER_STEP = 4, BYTES_PER_COMPARISON = 16 };

typedef struct charged_order {
    lua_State *lua;
    vt_lua_compare_fn compare;
    uint64_t item_steps;
} charged_order;

static int compare_items(void *user, const void *a, const void *b) {
    const charged_order *order = user;
    return order->compare(a, b);
}

static bool charge(void *user) {
    const charged_order *order = user;
    vt_lua_charge(order->lua, order->item_steps);
    return true;
}

/* Sifting an item compares two pairs on each level of the heap. */
static uint64_t comparisons_of(size_t count) {
    uint64_t levels = 0;
    for (; count > 1; count /= 2) levels++;
    return 2 * levels;
}

void vt_lua_longer_texts_add(vt_lua_longer_texts *longer, size_t bytes) {
    if (bytes > longer->longest) {
        longer->second = longer->longest;
        longer->longest = bytes;
    } else if (bytes > longer->second) {
        longer->second = bytes;
    }
}

void vt_lua_sort(lua_State *lua, void *items, size_t count, size_t item_bytes,
                 vt_lua_compare_fn compare, const vt_lua_longer_texts *longer) {
    const uint64_t work = 1 + longer->second / BYTES_PER_COMPARISON;
    charged_order order = { lua, compare, 1 + comparisons_of(count) * work / COMPARISONS_PER_STEP };
    (void)vt_sort_by(items, count, item_bytes, &(vt_sort_order){ compare_items, charge, &order });
}
