/* The queues of rows with something due, one a source, and the list of wanted objects. Both are linked
** through the rows, so that queueing needs no memory. */
#include "objects/live/live.h"

static vt_queue *queue_of(vitals_live *live, const vt_row *row) {
    return row->list == VT_LIST_WANTED ? &live->wanted : &vt_source_at(live, row->source)->queue;
}

static void append(vitals_live *live, uint32_t number, uint8_t list) {
    vt_row *row = vt_row_at(live, number);
    row->list = list;
    vt_queue *queue = queue_of(live, row);
    row->queue_previous = queue->last;
    row->queue_next = 0;
    if (queue->last) {
        vt_row_at(live, queue->last)->queue_next = number;
    } else {
        queue->first = number;
    }
    queue->last = number;
    queue->count++;
    if (list == VT_LIST_QUEUE) live->queued++;
}

void vt_row_unlist(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    if (row->list == VT_LIST_NONE) return;
    vt_queue *queue = queue_of(live, row);
    vt_row *previous = vt_row_at(live, row->queue_previous),
           *next = vt_row_at(live, row->queue_next);
    *(previous ? &previous->queue_next : &queue->first) = row->queue_next;
    *(next ? &next->queue_previous : &queue->last) = row->queue_previous;
    queue->count--;
    if (row->list == VT_LIST_QUEUE) live->queued--;
    row->list = VT_LIST_NONE;
}

void vt_row_queue(vitals_live *live, uint32_t number, uint8_t due) {
    vt_row *row = vt_row_at(live, number);
    if (row->gone) return;
    row->due |= due;
    if (due & VT_DUE_VERDICT) row->asked++;
    if (row->list == VT_LIST_QUEUE) return;
    vt_row_unlist(live, number);
    append(live, number, VT_LIST_QUEUE);
}

static bool list_wanted(vitals_live *live, uint32_t number) {
    if (live->wanted.count >= live->limits.live_wanted) return false;
    append(live, number, VT_LIST_WANTED);
    return true;
}

bool vt_row_want(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    if (!row->wants) live->wants_count++;
    row->wants = true;
    return row->list != VT_LIST_NONE || list_wanted(live, number);
}

void vt_row_unwant(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    if (row->wants) live->wants_count--;
    row->wants = false;
    if (row->list == VT_LIST_WANTED) vt_row_unlist(live, number);
}

void vt_row_unqueue(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    vt_row_unlist(live, number);
    if (row->wants) (void)list_wanted(live, number); /* full: it gets there by the next refill */
}

void vt_wanted_refill(vitals_live *live) {
    if (live->wanted.count || live->wants_count == 0) return;
    for (uint32_t i = 0; (i = vt_slab_next(&live->rows, i));) {
        vt_row *row = vt_row_at(live, i);
        if (row->wants && row->list == VT_LIST_NONE && !list_wanted(live, i)) return;
    }
}
