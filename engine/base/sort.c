/* Heap sort of pointers. */
#include "base/sort.h"

/* Items that are sifted between two questions to the host: some ten thousand comparisons. */
enum { SIFTS_PER_ASK = 500 };

static void swap(const void **items, size_t a, size_t b) {
    const void *swapped = items[a];
    items[a] = items[b];
    items[b] = swapped;
}

static void sift_down(const void **items, size_t root, size_t count, vt_compare_fn compare) {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && compare(items[child], items[child + 1]) < 0) child++;
        if (compare(items[root], items[child]) >= 0) return;
        swap(items, root, child);
    }
}

bool vt_sort_pointers(const void **items, size_t count, vt_compare_fn compare,
                      vt_interrupt interrupt) {
    for (size_t start = count / 2; start-- > 0;) {
        if (start % SIFTS_PER_ASK == 0 && vt_interrupt_asked(interrupt)) return false;
        sift_down(items, start, count, compare);
    }
    for (size_t end = count; end-- > 1;) {
        if (end % SIFTS_PER_ASK == 0 && vt_interrupt_asked(interrupt)) return false;
        swap(items, 0, end);
        sift_down(items, 0, end, compare);
    }
    return true;
}
