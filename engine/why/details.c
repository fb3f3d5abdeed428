/* The lines below a cause. */
#include "why/details.h"

void vt_why_end_detail(vt_why_details *details) {
    if (details->line.size && details->count < VT_WHY_MOST_DETAILS) {
        const vt_text line = vt_text_cut(vt_buffer_text(&details->line), VT_WHY_MOST_LINE_BYTES);
        const vt_text copy = vt_arena_copy(&details->why->arena, line);
        if (vt_text_is_absent(copy) || details->line.failed) details->why->no_memory = true;
        details->items[details->count++] = copy;
    }
    vt_buffer_clear(&details->line);
}

bool vt_why_has_said(const vt_why_details *details, const char *what) {
    return vt_text_find(details->because, vt_text_from(what), 0) != SIZE_MAX;
}
