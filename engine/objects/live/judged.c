/* Scopes that are another one: what they cover counts from the next run. */
#include "objects/live/live.h"

/* Whether a scope that is another one says something of a listed object. */
static bool is_touched(const vitals_live *live, const vt_source_row *source,
                       const vt_listed *listed) {
    uint32_t i = source->scope_went ? 0 : source->first_changed;
    for (; i; i = vt_scope_at(live, i)->next_changed) {
        const vt_scope *scope = vt_scope_at(live, i);
        if (!scope->kind || (scope->kind == listed->kind && scope->group == listed->group)) break;
    }
    return i || source->scope_went;
}

static void cover_again(vitals_live *live, const vt_source_row *source, uint32_t application) {
    for (uint32_t i = vt_app_at(live, application)->listed; i;
         i = vt_listed_at(live, i)->application_next) {
        vt_listed *listed = vt_listed_at(live, i);
        if (!is_touched(live, source, listed)) continue;
        const vitals_coverage_state state = vt_covered_of(live, listed);
        if (listed->covered == state) continue;
        vt_views_listed(live, listed, -1);
        listed->covered = (uint8_t)state;
        vt_views_listed(live, listed, 1);
    }
}

static void decide_again(vitals_live *live, uint32_t number) {
    vt_source_row *source = vt_source_at(live, number);
    for (uint32_t i = source->first_application; i; i = vt_app_at(live, i)->source_next) {
        cover_again(live, source, i);
    }
    while (source->first_changed) {
        vt_scope *scope = vt_scope_at(live, source->first_changed);
        source->first_changed = scope->next_changed;
        scope->changed = false;
    }
    source->judge_again = source->scope_went = false;
    live->judge_again--;
    vt_views_source(live, number);
}

/* Not while rows are due: what was listed and is not assessed yet would be missing. */
void vt_covered_run(vitals_live *live) {
    for (uint32_t i = 0; live->judge_again && (i = vt_slab_next(&live->sources, i)) != 0;) {
        const vt_source_row *source = vt_source_at(live, i);
        if (source->judge_again && source->queue.count == 0) decide_again(live, i);
    }
}
