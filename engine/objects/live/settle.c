/* Settling and flapping. Flapping has hysteresis, as Nagios has it: it begins with several changes in
** a window and ends after a window with at most one. */
#include "objects/live/settle.h"

/* Negative: better. */
static int direction(vitals_health from, vitals_health to) {
    return vitals_health_severity(to) - vitals_health_severity(from);
}

static uint32_t waits(const vitals_live_settling *rules, int worse) {
    return worse > 0 ? rules->worse_ms : worse < 0 ? rules->better_ms : 0;
}

/* Forget the changes that a window does not reach. Times are compared by their low bits: the newest
** one decides whether all are out of reach. */
static void drop_old_flaps(vt_settle *state, const vitals_live_settling *rules, int64_t now_ms) {
    if (now_ms - state->changed_ms >= rules->flap_window_ms) state->flap_count = 0;
    uint32_t old = 0;
    while (old < state->flap_count &&
           (uint32_t)now_ms - state->flap_at[old] >= rules->flap_window_ms) {
        old++;
    }
    for (uint32_t i = old; i < state->flap_count; i++) state->flap_at[i - old] = state->flap_at[i];
    state->flap_count = (uint8_t)(state->flap_count - old);
}

static uint32_t flap_limit(const vitals_live_settling *rules) {
    return rules->flap_changes < VT_SETTLE_MOST_FLAPS ? rules->flap_changes : VT_SETTLE_MOST_FLAPS;
}

static void note_flap(vt_settle *state, const vitals_live_settling *rules, int64_t now_ms) {
    if (rules->flap_changes == 0) return;
    drop_old_flaps(state, rules, now_ms);
    if (state->flap_count == VT_SETTLE_MOST_FLAPS) {
        for (uint32_t i = 1; i < VT_SETTLE_MOST_FLAPS; i++) {
            state->flap_at[i - 1] = state->flap_at[i];
        }
        state->flap_count--;
    }
    state->flap_at[state->flap_count++] = (uint32_t)now_ms;
    if (state->flap_count >= flap_limit(rules)) state->flapping = true;
}

static void settle(vt_settle *state, const vitals_live_settling *rules, int64_t now_ms) {
    if (state->started) note_flap(state, rules, now_ms);
    state->settled = state->health;
    state->changed_ms = now_ms;
}

/* When the settled change before the newest one leaves the window: one is left then. */
static int64_t flap_end(const vt_settle *state, const vitals_live_settling *rules, int64_t now_ms) {
    if (!state->flapping) return INT64_MAX;
    if (state->flap_count < 2) return now_ms;
    uint32_t age = (uint32_t)now_ms - state->flap_at[state->flap_count - 2];
    return now_ms + (int64_t)rules->flap_window_ms - age;
}

/* A clock that went back must not make anything wait longer than it would from now on. */
static void accept_clock(vt_settle *state, int64_t now_ms) {
    if (now_ms < state->pending_since_ms) state->pending_since_ms = now_ms;
    if (now_ms >= state->changed_ms) return;
    state->changed_ms = now_ms;
    state->flap_count = 0;
}

int64_t vt_settle_settles_ms(const vt_settle *state, const vitals_live_settling *rules) {
    if (state->settled == state->health) return INT64_MAX;
    int worse = direction((vitals_health)state->settled, (vitals_health)state->health);
    return state->pending_since_ms + waits(rules, worse);
}

int64_t vt_settle_deadline_ms(const vt_settle *state, const vitals_live_settling *rules,
                              int64_t now_ms) {
    int64_t settles = vt_settle_settles_ms(state, rules), end = flap_end(state, rules, now_ms);
    return end < settles ? end : settles;
}

bool vt_settle_advance(vt_settle *state, const vitals_live_settling *rules, int64_t now_ms) {
    bool changed = false;
    accept_clock(state, now_ms);
    if (vt_settle_settles_ms(state, rules) <= now_ms) {
        settle(state, rules, now_ms);
        changed = true;
    }
    if (state->flapping) drop_old_flaps(state, rules, now_ms);
    if (state->flapping && state->flap_count <= 1) {
        state->flapping = false;
        changed = true;
    }
    return changed;
}

bool vt_settle_observe(vt_settle *state, const vitals_live_settling *rules, vitals_health health,
                       bool at_once, int64_t now_ms) {
    accept_clock(state, now_ms);
    int before = direction((vitals_health)state->settled, (vitals_health)state->health);
    int after = direction((vitals_health)state->settled, health);
    bool same_side = (before > 0) == (after > 0) && (before < 0) == (after < 0);
    if (!same_side || state->settled == state->health) state->pending_since_ms = now_ms;
    state->health = (uint8_t)health;
    bool changed = !state->started;
    if ((!state->started || at_once) && state->settled != state->health) {
        settle(state, rules, now_ms);
        changed = true;
    }
    if (!state->started) state->changed_ms = now_ms;
    state->started = true;
    return vt_settle_advance(state, rules, now_ms) || changed;
}
