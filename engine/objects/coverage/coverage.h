/* The inside of a list of coverage. */
#ifndef VITALS_COVERAGE_COVERAGE_H
#define VITALS_COVERAGE_COVERAGE_H

#include <vitals/coverage.h>

#include "base/memory/arena.h"
#include "base/memory/buffer.h"

struct vitals_coverage_list {
    vitals_allocator allocator;
    vt_arena arena; /* owns the texts of the parts */
    vitals_coverage_part *parts;
    size_t count, capacity;
    size_t more;
    vt_buffer text; /* what was answered last */
};

/* Whether a part in this state leaves the status and marks it incomplete. */
static inline bool vt_coverage_leaves_open(vitals_coverage_state state) {
    return state == VITALS_COVERAGE_FORBIDDEN || state == VITALS_COVERAGE_UNKNOWN;
}
/* The rule of profile combined: the status where so many parts that may be lacking lose something. */
static inline vitals_health vt_coverage_health(vitals_health health, size_t lost) {
    return lost && health != VITALS_HEALTH_DEGRADED ? VITALS_HEALTH_UNKNOWN : health;
}

/* The texts of a part, for loops over them. */
enum { VT_COVERAGE_TEXTS = 6 };
static inline vt_text *vt_coverage_text_of(vitals_coverage_part *part, size_t index) {
    vt_text *const texts[VT_COVERAGE_TEXTS] = { &part->cluster, &part->what, &part->namespace_,
                                                &part->group,   &part->kind, &part->reason };
    return texts[index];
}

#endif
