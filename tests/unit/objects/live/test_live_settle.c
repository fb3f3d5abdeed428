/* Settling and flapping: a pure function, tested on timelines. */
#include "objects/live/settle.h"
#include "support/table.h"

#define H VITALS_HEALTH_HEALTHY
#define D VITALS_HEALTH_DEGRADED
#define P VITALS_HEALTH_PROGRESSING
#define U VITALS_HEALTH_UNKNOWN
enum { SAME = -1, END = -2 };

/* At `at` seconds a health is observed (SAME: only time passes); then the settled one is `want`, and it
** settles at `settles` seconds (-1: it has). */
typedef struct step {
    int at, health, want, settles;
    bool at_once, flapping;
} step;

#define WAITING                                                                                    \
    { .better_ms = 2000, .worse_ms = 30000 }
#define FLAPS                                                                                      \
    { .flap_changes = 4, .flap_window_ms = 60000 }

static const struct row {
    TABLE_ROW;
    vitals_live_settling rules;
    step steps[12];
} rows[] = {
    { "the first health settles at once", WAITING, { { 0, D, D, -1, 0, 0 }, { .at = END } } },
    { "without rules every change settles at once",
      { 0 },
      { { 0, H, H, -1, 0, 0 }, { 1, D, D, -1, 0, 0 }, { 1, H, H, -1, 0, 0 }, { .at = END } } },
    { "worse waits",
      WAITING,
      { { 0, H, H, -1, 0, 0 },
        { 10, D, H, 40, 0, 0 },
        { 39, SAME, H, 40, 0, 0 },
        { 40, SAME, D, -1, 0, 0 },
        { .at = END } } },
    { "a recovery within the wait is never announced",
      WAITING,
      { { 0, H, H, -1, 0, 0 },
        { 10, D, H, 40, 0, 0 },
        { 20, H, H, -1, 0, 0 },
        { 99, SAME, H, -1, 0, 0 },
        { .at = END } } },
    { "worse still does not begin again",
      WAITING,
      { { 0, H, H, -1, 0, 0 },
        { 10, P, H, 40, 0, 0 },
        { 30, D, H, 40, 0, 0 },
        { 40, SAME, D, -1, 0, 0 },
        { .at = END } } },
    { "better waits for its own time",
      WAITING,
      { { 0, D, D, -1, 0, 0 }, { 10, H, D, 12, 0, 0 }, { 12, SAME, H, -1, 0, 0 }, { .at = END } } },
    { "a change of side begins again",
      WAITING,
      { { 0, P, P, -1, 0, 0 },
        { 10, D, P, 40, 0, 0 },
        { 11, H, P, 13, 0, 0 },
        { 12, D, P, 42, 0, 0 },
        { .at = END } } },
    { "at once", WAITING, { { 0, H, H, -1, 0, 0 }, { 10, U, U, -1, 1, 0 }, { .at = END } } },
    { "a clock that went back does not prolong the wait",
      WAITING,
      { { 100, H, H, -1, 0, 0 },
        { 110, D, H, 140, 0, 0 },
        { 50, SAME, H, 80, 0, 0 },
        { 80, SAME, D, -1, 0, 0 },
        { .at = END } } },
    { "four changes in a window flap, one is left at the end",
      FLAPS,
      { { 0, H, H, -1, 0, 0 },
        { 10, D, D, -1, 0, 0 },
        { 20, H, H, -1, 0, 0 },
        { 30, D, D, -1, 0, 0 },
        { 40, H, H, -1, 0, 1 },
        { 89, SAME, H, -1, 0, 1 },
        { 90, SAME, H, -1, 0, 0 },
        { .at = END } } },
    { "changes far apart do not flap",
      FLAPS,
      { { 0, H, H, -1, 0, 0 },
        { 10, D, D, -1, 0, 0 },
        { 40, H, H, -1, 0, 0 },
        { 75, D, D, -1, 0, 0 },
        { 110, H, H, -1, 0, 0 },
        { .at = END } } },
    { "after months old changes do not count",
      FLAPS,
      { { 0, H, H, -1, 0, 0 },
        { 10, D, D, -1, 0, 0 },
        { 20, H, H, -1, 0, 0 },
        { 30, D, D, -1, 0, 0 },
        { 4294967 + 35, H, H, -1, 0, 0 }, /* 2^32 ms later */
        { .at = END } } },
};

static void check(void **state) {
    const struct row *row = *state;
    vt_settle settle = { 0 };
    for (const step *s = row->steps; s->at != END; s++) {
        int64_t now = (int64_t)s->at * 1000;
        vitals_health before = (vitals_health)settle.settled;
        bool was_flapping = settle.flapping, first = !settle.started;
        bool changed = s->health == SAME
                           ? vt_settle_advance(&settle, &row->rules, now)
                           : vt_settle_observe(&settle, &row->rules, (vitals_health)s->health,
                                               s->at_once, now);
        assert_int_equal(settle.settled, s->want);
        assert_int_equal(settle.flapping, s->flapping);
        assert_true(vt_settle_settles_ms(&settle, &row->rules) ==
                    (s->settles < 0 ? INT64_MAX : (int64_t)s->settles * 1000));
        assert_true(vt_settle_deadline_ms(&settle, &row->rules, now) > now);
        assert_int_equal(changed,
                         first || before != settle.settled || was_flapping != settle.flapping);
    }
}

int main(void) {
    return TABLE_RUN("settling", check, rows);
}
