/*
** The attack suite: each hostile script must end at its named limit, within two seconds of CPU and
** in less than 64 MB, and the same state must then assess the next object correctly. The host's
** `interrupt` must be asked in between (support/gaps.h has the bound). docs/security.md has the figures.
**
** Run with VITALS_ATTACK_FIGURES=1 to print them. VITALS_ATTACK_STEPS=N lowers the limit on steps
** for slow environments such as Valgrind; attacks on other limits may then end at that one. Times
** are those of the thread, and are held only in optimised builds.
*/
#include "attack/lua_attacks.h"

#include <stdio.h>

#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "support/gaps.h"

enum {
    MOST_EXCESS = 6000000, /* steps by which the last charge may exceed the limit */
    MOST_CPU_MS = 2000
};

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static const bool is_timed = true;
#else
static const bool is_timed = false;
#endif

typedef struct attack_fixture {
    vt_counted_memory memory;
    vitals_allocator allocator;
    vitals_limits limits;
    vt_lua_state *lua;
    vt_arena arena;
    bool has_fewer_steps;
    gaps *gaps;        /* of this row, or of what is not looked at */
    double gap_ms;     /* the longest time between two questions of this row */
    double longest_ms; /* the longest of all rows */
    const char *longest_name;
} attack_fixture;

static attack_fixture fixture;

static bool ask(void *user) {
    (void)user;
    gaps_note(fixture.gaps);
    return false;
}

/* ---- running one attack */

/* Run a script; a rejected script gives a failed opinion. */
static vt_opinion assess(vt_text text, const vitals_document *object, uint64_t steps) {
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    vitals_limits limits = fixture.limits;
    if (steps > 0 && steps < limits.lua_steps) {
        limits.lua_steps = steps;
    }
    vitals_status status = vt_lua_script_new(&fixture.allocator, &limits, text, VT_LUA_ARGOCD,
                                             &script, &error, &problem);
    vt_opinion opinion;
    if (status == VITALS_OK) {
        vt_evaluation evaluation = {
            .reader = { object, NULL }, .arena = &fixture.arena, .limits = &limits, .interrupt = ask
        };
        gaps_begin(fixture.gaps);
        opinion = vt_lua_run(fixture.lua, script, true, &evaluation);
        gaps_note(fixture.gaps);
        fixture.gap_ms = gaps_end(fixture.gaps);
    } else {
        opinion = vt_opinion_failed(vt_arena_copy(&fixture.arena, vt_buffer_text(&error)), NULL);
        opinion.limit = problem.limit;
    }
    vt_lua_script_free(script);
    vt_buffer_done(&error);
    return opinion;
}

/* Check that the state still works. */
static void assess_the_next(void) {
    gaps others = { 0 };
    fixture.gaps = &others;
    vt_opinion opinion =
        assess(VT_TEXT("local n = 0 for k, v in pairs(obj) do n = n + 1 end "
                       "return {status = 'Healthy', message = obj.kind .. n .. tostring(x)}"),
               attack_object_of(OBJECT_SMALL), 0);
    assert_int_equal(opinion.kind, VT_OPINION_STATUS);
    assert_int_equal(opinion.health, VITALS_HEALTH_HEALTHY);
    assert_true(vt_text_is(opinion.message, "Widget1nil"));
    vt_arena_empty(&fixture.arena);
    gaps_done(&others);
}

static void check_limit(const attack_row *row, vt_opinion opinion) {
    assert_int_equal(opinion.kind, VT_OPINION_FAILED);
    assert_non_null(opinion.limit);
    if (!fixture.has_fewer_steps || strcmp(opinion.limit, "lua_steps") != 0) {
        assert_string_equal(opinion.limit, row->limit);
    }
    assert_non_null(strstr(opinion.message.bytes, opinion.limit));
}

static void check_opinion(const attack_row *row, vt_opinion opinion, double cpu_ms) {
    if (getenv("VITALS_ATTACK_FIGURES")) {
        print_message("| %s | %s | %.0f ms | %.1f ms | %.1f MB | %llu | %.*s\n", row->name,
                      opinion.limit ? opinion.limit : "", cpu_ms, fixture.gap_ms,
                      (double)fixture.memory.peak_bytes / 1048576,
                      (unsigned long long)opinion.steps,
                      (int)(opinion.message.size > 60 ? 60 : opinion.message.size),
                      opinion.message.bytes ? opinion.message.bytes : "");
    }
    if (row->limit) {
        check_limit(row, opinion);
    } else {
        assert_true(opinion.limit == NULL || strcmp(opinion.limit, "lua_steps") != 0);
    }
    uint64_t most = row->steps > 0 ? row->steps : fixture.limits.lua_steps;
    assert_true(opinion.steps <= most + MOST_EXCESS);
    assert_true(fixture.memory.peak_bytes < (size_t)64 << 20);
}

/* What one run of a row took: CPU time, and the longest time between two questions. */
typedef struct row_times {
    double cpu_ms, gap_ms;
} row_times;

static row_times run_row(const attack_row *row, vt_text text, gaps *found) {
    const vitals_document *object = attack_object_of(row->object);
    fixture.memory.peak_bytes = fixture.memory.live_bytes;
    fixture.gaps = found;
    fixture.gap_ms = 0;
    double start = thread_ms();
    vt_opinion opinion = assess(text, object, row->steps);
    double cpu_ms = thread_ms() - start;
    double gap_ms = fixture.gap_ms;
    check_opinion(row, opinion, cpu_ms);
    vt_arena_empty(&fixture.arena);
    assess_the_next();
    return (row_times){ cpu_ms, gap_ms };
}

static double least(double one, double other) {
    return one < other ? one : other;
}

static void check(void **state) {
    const attack_row *row = *state;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    attack_script(row, &text);
    gaps found = { 0 };
    row_times best = run_row(row, vt_buffer_text(&text), &found);
    for (int try = 1;
         is_timed && try < GAPS_TRIES && (best.gap_ms > GAPS_MOST_MS || best.cpu_ms >= MOST_CPU_MS);
         try++) {
        row_times again = run_row(row, vt_buffer_text(&text), &found);
        best = (row_times){ least(best.cpu_ms, again.cpu_ms), least(best.gap_ms, again.gap_ms) };
    }
    gaps_done(&found);
    vt_buffer_done(&text);
    if (best.gap_ms > fixture.longest_ms) {
        fixture.longest_ms = best.gap_ms;
        fixture.longest_name = row->name;
    }
    if (is_timed) {
        assert_true(best.cpu_ms < MOST_CPU_MS * slowness());
        assert_true(best.gap_ms <= GAPS_MOST_MS * slowness());
    }
}

/* Check that every class has enough attacks. */
static void check_quota(void **state) {
    (void)state;
    size_t counts[CLASS_COUNT] = { 0 };
    for (size_t index = 0; index < attack_row_count; index++) {
        counts[attack_rows[index].class]++;
    }
    for (int class = 0; class < CLASS_COUNT; class ++) {
        assert_true(counts[class] >= 5);
    }
    assert_true(attack_row_count >= 200);
}

static void lower_steps(const char *steps) {
    if (steps) {
        fixture.limits.lua_steps = strtoull(steps, NULL, 10);
        fixture.has_fewer_steps = true;
    }
}

int main(void) {
    fixture.memory.parent = vt_allocator_or_default(NULL);
    fixture.allocator = (vitals_allocator){ vt_counted_allocate, &fixture.memory };
    fixture.limits = vt_limits_or_default(NULL);
    lower_steps(getenv("VITALS_ATTACK_STEPS"));
    vt_arena_init(&fixture.arena, NULL, 0);
    if (vt_lua_state_new(&fixture.allocator, &fixture.limits, &fixture.lua) != VITALS_OK) {
        return 1;
    }
    const struct CMUnitTest quota = cmocka_unit_test(check_quota);
    int failed = _cmocka_run_group_tests("attack quota", &quota, 1, NULL, NULL);
    failed += table_run("attacks", check, attack_rows, attack_row_count, sizeof *attack_rows);
    print_message("%zu attacks; the longest time between two calls of interrupt: %.1f ms in '%s'\n",
                  attack_row_count, fixture.longest_ms,
                  fixture.longest_name ? fixture.longest_name : "");
    vt_lua_state_free(fixture.lua);
    vt_arena_done(&fixture.arena);
    attack_objects_free();
    return failed;
}
