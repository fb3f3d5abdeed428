#include "lua/library/sort.h"

#include "base/memory/sort.h"

/* Comparisons that cost one step, and bytes of text that count as one. */
enum { COMPARISONS_PER_STEP = 4, BYTES_PER_COMPARISON = 16 };

typedef struct charged_order {
    lua_State *lua;
    vt_lua_compare_fn compare;
    uint64_t work; /* since the last charge */
} charged_order;

uint64_t vt_lua_text_work(vt_text a, vt_text b) {
    return 1 + (a.size < b.size ? a.size : b.size) / BYTES_PER_COMPARISON;
}

static int compare_items(void *user, const void *a, const void *b) {
    charged_order *order = user;
    return order->compare(a, b, &order->work);
}

/* An item costs a step, and its comparisons. */
static bool charge(void *user) {
    charged_order *order = user;
    uint64_t work = order->work;
    order->work = 0;
    vt_lua_charge(order->lua, 1 + work / COMPARISONS_PER_STEP);
    return true;
}

void vt_lua_sort(lua_State *lua, void *items, size_t count, size_t item_bytes,
                 vt_lua_compare_fn compare) {
    charged_order order = { lua, compare, 0 };
    (void)vt_sort_by(items, count, item_bytes, &(vt_sort_order){ compare_items, charge, &order });
}
