/* Merge sort: stable, and never worse than n log n. */
#include "cel/library/sort.h"

typedef struct item {
    char bytes[VT_CEL_SORTED_BYTES];
} item;

/* Merge from[0 .. middle) and from[middle .. end), each sorted, into `to`. */
static bool merge(vt_cel_state *state, const item *from, size_t middle, size_t end, item *to,
                  vt_cel_order_fn order) {
    size_t left = 0, right = middle;
    while (left < middle || right < end) {
        if (!vt_cel_charge(state, 1)) return false;
        bool from_left =
            right == end || (left < middle && order(state, &from[left], &from[right]) <= 0);
        *to++ = from_left ? from[left++] : from[right++];
    }
    return true;
}

/* Merge neighbours of `run` items each. */
static bool merge_runs(vt_cel_state *state, const item *from, size_t count, size_t run, item *to,
                       vt_cel_order_fn order) {
    for (size_t start = 0; start < count; start += 2 * run) {
        size_t left = count - start;
        size_t end = left < 2 * run ? left : 2 * run, middle = end < run ? end : run;
        if (!merge(state, from + start, middle, end, to + start, order)) return false;
    }
    return true;
}

bool vt_cel_sort(vt_cel_state *state, void *items, size_t count, vt_cel_order_fn order) {
    item *from = items, *to = vt_arena_allocate_array(&state->arena, count + 1, sizeof *to);
    if (!to) {
        vt_cel_out_of_memory(state);
        return false;
    }
    for (size_t run = 1; run < count; run *= 2) {
        if (!merge_runs(state, from, count, run, to, order)) return false;
        item *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items) memcpy(items, from, count * sizeof *from);
    return true;
}
