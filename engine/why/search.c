/* The search for the deepest object that explains another one. */
#include "why/why.h"

/* The worst member, then the deepest object, then the worst; the first of several. What says
** nothing explains nothing but that its member is the worst. */
static bool explains_better(const vt_why_step *one, const vt_why_step *other) {
    if (one->member_severity != other->member_severity) {
        return one->member_severity > other->member_severity;
    }
    if (!one->object->speaks) return false;
    if (one->depth != other->depth) return one->depth > other->depth;
    return vitals_health_severity(one->object->health) >
           vitals_health_severity(other->object->health);
}

size_t vt_why_search(vitals_why *why, vt_why_object *start) {
    size_t best = 0;
    why->question++;
    why->step_count = 0;
    why->looked = 0;
    why->limited = false;
    vt_why_add_step(why, (vt_why_step){ .object = start });
    for (size_t i = 0; i < why->step_count; i++) {
        if (explains_better(&why->steps[i], &why->steps[best])) best = i;
        vt_why_follow(why, i);
    }
    return best;
}
