/* The end of a row: it leaves everything that names it. */
#include "objects/live/live.h"

void vt_row_remove(vitals_live *live, uint32_t number) {
    vt_row *row = vt_row_at(live, number);
    vt_row_unwant(live, number);
    vt_row_unlist(live, number);
    vt_timers_set(&live->timers, number, INT64_MAX);
    vt_row_leave_set(live, row);
    vt_listed_lost(live, number);
    vt_row_unlead(live, number);
    vt_views_remove(live, number);
    vt_listed_announce(live, number);
    vt_row_leave(live, number);
    vt_row_unindex(live, number);
    row->gone = true;
    vt_row_queue_children(live, number);
    vt_row_drop_content(live, row);
    live->row_count--;
    if (row->holders == 0) vt_row_free(live, number);
}
