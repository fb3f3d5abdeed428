/* What parts that were not read do to an answer in profile combined. */
#include "base/memory/sized.h"
#include "objects/coverage/coverage.h"

/* Forbidden parts named in a remark. */
enum { NAMES_SHOWN = 5 };

typedef vitals_coverage_question question;

static bool read_question(const question *given, question *own) {
    *own = (question)VITALS_COVERAGE_QUESTION_INIT;
    return !given || vt_sized_read(given, own, sizeof *own);
}

static bool may_lack(const vitals_coverage_part *part, const question *asked) {
    return !part->healthless && (!asked->touches || asked->touches(asked->user, part));
}

/* It may lack the part, and that loses something. */
static bool loses(const vitals_coverage_part *part, const question *asked) {
    return vitals_coverage_state_loses(part->state) && may_lack(part, asked);
}

/* It may lack the part, and the status stays. */
static bool leaves_open(const vitals_coverage_part *part, const question *asked) {
    return vt_coverage_leaves_open(part->state) && may_lack(part, asked);
}

static size_t count_lost(const vitals_coverage_list *list, const question *asked) {
    size_t lost = list->more;
    for (size_t i = 0; i < list->count; i++) lost += loses(&list->parts[i], asked);
    return lost;
}

size_t vitals_coverage_lost(const vitals_coverage_list *list,
                            const vitals_coverage_question *given) {
    question asked;
    return list && read_question(given, &asked) ? count_lost(list, &asked) : 0;
}

/* -------------------------------------------------------------------- remarks */

/* "pods in shop", "half.yaml:7:3" */
static void add_place(vt_buffer *out, const vitals_coverage_part *part) {
    if (part->cluster.size) {
        vt_buffer_add_terminated(out, "cluster ");
        vt_buffer_add(out, part->cluster);
        vt_buffer_add_terminated(out, ": ");
    }
    vt_buffer_add(out, part->what);
    if (part->what.size && part->namespace_.size) {
        vt_buffer_add_terminated(out, " in ");
        vt_buffer_add(out, part->namespace_);
    }
    if (part->what.size && part->line) vt_buffer_printf(out, ":%u", part->line);
    if (part->what.size && part->line && part->column) vt_buffer_printf(out, ":%u", part->column);
}

static void add_part(vt_buffer *out, const vitals_coverage_part *part) {
    add_place(out, part);
    if (part->what.size) vt_buffer_add_terminated(out, ": ");
    if (part->reason.size) {
        vt_buffer_add(out, part->reason);
    } else {
        vt_buffer_add_terminated(out, vitals_coverage_state_name(part->state));
    }
}

static void add_count(vt_buffer *out, const question *asked, size_t lost) {
    const size_t all = lost + asked->read;
    vt_buffer_printf(out, "%zu", lost);
    if (asked->read) vt_buffer_printf(out, " of %zu", all);
    vt_buffer_printf(out, asked->members ? " member%s could" : " part%s of the input could",
                     all == 1 ? "" : "s");
    vt_buffer_add_terminated(out, " not be read");
}

/* "1 of 2 parts of the input could not be read: half.yaml:7:3: …; and 2 more" */
static void add_lost(vt_buffer *out, const vitals_coverage_list *list, const question *asked,
                     size_t lost) {
    size_t first = 0;
    while (first < list->count && !loses(&list->parts[first], asked)) first++;
    const bool known = first < list->count;
    const bool named = known && list->parts[first].what.size;
    if (named || !known) add_count(out, asked, lost);
    if (named) vt_buffer_add_terminated(out, ": ");
    if (known) add_part(out, &list->parts[first]);
    if (lost > 1) vt_buffer_printf(out, "; and %zu more", lost - 1);
}

/* "forbidden: pods in shop, deployments.apps, and 2 more", of one state. Whether there are any. */
static bool add_open_state(vt_buffer *out, const vitals_coverage_list *list, const question *asked,
                           vitals_coverage_state state, const char *between) {
    size_t found = 0;
    for (size_t i = 0; i < list->count; i++) {
        const vitals_coverage_part *part = &list->parts[i];
        if (part->state != state || !leaves_open(part, asked)) continue;
        if (found++ >= NAMES_SHOWN) continue;
        if (found == 1) vt_buffer_printf(out, "%s%s: ", between, vitals_coverage_state_name(state));
        if (found > 1) vt_buffer_add_terminated(out, ", ");
        if (part->what.size) {
            add_place(out, part);
        } else {
            add_part(out, part);
        }
    }
    if (found > NAMES_SHOWN) vt_buffer_printf(out, ", and %zu more", found - NAMES_SHOWN);
    return found > 0;
}

/* "incomplete: forbidden: pods": the status of the rest stays. */
static bool add_open(vt_buffer *out, const vitals_coverage_list *list, const question *asked) {
    const bool forbidden =
        add_open_state(out, list, asked, VITALS_COVERAGE_FORBIDDEN, "incomplete: ");
    const bool unknown = add_open_state(out, list, asked, VITALS_COVERAGE_UNKNOWN,
                                        forbidden ? "; " : "incomplete: ");
    return forbidden || unknown;
}

vitals_status vitals_coverage_judge(vitals_coverage_list *list,
                                    const vitals_coverage_question *given, vitals_health *health,
                                    bool *incomplete, vitals_text *remark) {
    question asked;
    if (!list || !health || !incomplete || !remark || !read_question(given, &asked)) {
        return VITALS_EINVAL;
    }
    vt_buffer_clear(&list->text);
    const size_t lost = count_lost(list, &asked);
    if (lost) add_lost(&list->text, list, &asked, lost);
    const bool open = !lost && add_open(&list->text, list, &asked);
    if (list->text.failed) return VITALS_ENOMEM;
    *health = vt_coverage_health(*health, lost);
    *incomplete = open;
    *remark = vt_buffer_text(&list->text);
    return VITALS_OK;
}
