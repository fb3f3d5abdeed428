/* The search for the deepest object that explains another one. */
#include "why/why.h"

/* Owners, members and references of real objects are some ten levels deep. Without an end, asking about each object
** of a long chain of owners took time that grew with the square of its length. */
enum { MOST_DEPTH = 64 };

/* The first by its names, in whatever order the objects came. */
static bool comes_first(const vt_why_object *one, const vt_why_object *other) {
    const vt_text names[][2] = {
        { one->kind, other->kind },
        { one->namespace_, other->namespace_ },
        { one->name, other->name },
    };
    int order = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && order == 0; i++) {
        order = vt_text_compare(names[i][0], names[i][1]);
    }
    return order < 0;
}

/* The worst member, then the deepest object, then the worst, then by name. An object without an explanation
** is preferred only for a worse member. */
static bool explains_better(const vt_why_step *one, const vt_why_step *other) {
    if (one->member_severity != other->member_severity) {
        return one->member_severity > other->member_severity;
    }
    if (!one->object->has_explanation) return false;
    if (one->depth != other->depth) return one->depth > other->depth;
    const int worse =
        vitals_health_severity(one->object->health) - vitals_health_severity(other->object->health);
    return worse > 0 || (worse == 0 && one != other && comes_first(one->object, other->object));
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
        if (why->steps[i].depth < MOST_DEPTH) vt_why_follow(why, i);
    }
    return best;
}
