/* Heap sort of items of any size. */
#include "base/memory/sort.h"

#include <string.h>

/* Items that are sifted between two questions to the host: some ten thousand comparisons. */
enum { SIFTS_PER_ASK = 500, WORD_BYTES = 8 };

typedef struct sorting {
    unsigned char *items;
    size_t item_bytes;
    const vt_sort_order *order;
} sorting;

static unsigned char *item_at(const sorting *sort, size_t index) {
    return sort->items + index * sort->item_bytes;
}

static int compare_items(const sorting *sort, size_t a, size_t b) {
    return sort->order->compare(sort->order->user, item_at(sort, a), item_at(sort, b));
}

static void swap_bytes(unsigned char *left, unsigned char *right, size_t size) {
    for (size_t at = 0; at < size; at++) {
        unsigned char swapped = left[at];
        left[at] = right[at];
        right[at] = swapped;
    }
}

/* Word by word: most items are a pointer or a few. */
static void swap(const sorting *sort, size_t a, size_t b) {
    unsigned char *left = item_at(sort, a), *right = item_at(sort, b);
    size_t at = 0;
    for (; sort->item_bytes - at >= WORD_BYTES; at += WORD_BYTES) {
        uint64_t first, second;
        memcpy(&first, left + at, WORD_BYTES);
        memcpy(&second, right + at, WORD_BYTES);
        memcpy(left + at, &second, WORD_BYTES);
        memcpy(right + at, &first, WORD_BYTES);
    }
    swap_bytes(left + at, right + at, sort->item_bytes - at);
}

/* false: the caller stopped the sort. */
static bool sift_down(const sorting *sort, size_t root, size_t count) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && compare_items(sort, child, child + 1) < 0) child++;
        if (compare_items(sort, root, child) >= 0) break;
        swap(sort, root, child);
    }
    return sort->order->sifted(sort->order->user);
}

bool vt_sort_by(void *items, size_t count, size_t item_bytes, const vt_sort_order *order) {
    const sorting sort = { items, item_bytes, order };
    for (size_t start = count / 2; start-- > 0;) {
        if (!sift_down(&sort, start, count)) return false;
    }
    for (size_t end = count; end-- > 1;) {
        swap(&sort, 0, end);
        if (!sift_down(&sort, 0, end)) return false;
    }
    return true;
}

/* ------------------------------------------------------- with an interrupt */

typedef struct plain_order {
    vt_compare_fn compare;
    vt_interrupt interrupt;
    size_t sifted;
} plain_order;

static int compare_plainly(void *user, const void *a, const void *b) {
    const plain_order *order = user;
    return order->compare(a, b);
}

static bool ask_at_times(void *user) {
    plain_order *order = user;
    return ++order->sifted % SIFTS_PER_ASK != 0 || !vt_interrupt_asked(order->interrupt);
}

bool vt_sort(void *items, size_t count, size_t item_bytes, vt_compare_fn compare,
             vt_interrupt interrupt) {
    plain_order plain = { compare, interrupt, 0 };
    return vt_sort_by(items, count, item_bytes,
                      &(vt_sort_order){ compare_plainly, ask_at_times, &plain });
}
