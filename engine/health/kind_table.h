/* Sorted tables of group and kind. */
#ifndef VITALS_HEALTH_KIND_TABLE_H
#define VITALS_HEALTH_KIND_TABLE_H

#include "base/text/text.h"

typedef struct vt_kind_row {
    const char *group;
    const char *kind;
} vt_kind_row;

/* By group, then kind, bytewise. */
static inline int vt_kind_compare(vt_text group, vt_text kind, const vt_kind_row *row) {
    int order = vt_text_compare(group, vt_text_from(row->group));
    return order ? order : vt_text_compare(kind, vt_text_from(row->kind));
}

/* Binary search; `rows` must be sorted. */
static inline bool vt_kind_table_has(vt_text group, vt_text kind, const vt_kind_row *rows,
                                     size_t count) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = vt_kind_compare(group, kind, &rows[middle]);
        if (order == 0) return true;
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return false;
}

#endif
