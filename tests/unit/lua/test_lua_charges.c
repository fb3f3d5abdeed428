/*
** What a step costs: every function is called over and over with large strings, lists, maps, tables that
** were emptied, and many values, until a limit ends the run. The thread's CPU time for a step may not
** be much more than that of an endless loop in the same process, whatever the function is: one that
** does not charge for its work is far beyond.
*/
#include <stdio.h>
#include <time.h>

#include "base/memory/buffer.h"
#include "support/script.h"

enum { STEPS = 300000, TRIES = 3 };

/* Times an instruction of an endless loop; 20 million steps must end within two seconds. */
static const double most_ratio = 30;

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static const bool is_timed = true;
#else
static const bool is_timed = false;
#endif

/* What is given to the function: `make` runs once, `call` again and again. */
static const struct row {
    TABLE_ROW;
    const char *make;
    const char *call;
} rows[] = {
    /* clang-format off */
    { "long strings", "local s = ('a'):rep(100000)", "pcall(f, s) pcall(f, s, s) pcall(f, s, s, s) pcall(f, s, 1, -1)" },
    { "long strings of digits", "local s = ('1'):rep(300)", "pcall(f, s) pcall(f, s, s) pcall(f, s, 10)" },
    { "long blanks", "local s = (' '):rep(100000)", "pcall(f, s) pcall(f, s, s)" },
    { "long layouts", "local s = ('%d%[['):rep(10000)", "pcall(f, s, 1) pcall(f, s, s)" },
    { "long patterns", "local s, p = ('a'):rep(1000), 'x' .. ('()'):rep(1000)", "pcall(f, s, p) pcall(f, s, p, s) pcall(f, s, 'a', p)" },
    { "lists", "local t = {} for i = 1, 4000 do t[i] = i end", "pcall(f, t) pcall(f, t, 1) pcall(f, t, '') pcall(f, t, 1, 1)" },
    { "lists of strings", "local t = {} for i = 1, 1000 do t[i] = 'item' .. i end", "pcall(f, t) pcall(f, t, 'item1') pcall(f, t, f)" },
    { "emptied lists", "local t = {} for i = 1, 8192 do t[i] = i end for i = 1, 8192 do t[i] = nil end", "pcall(f, t) pcall(f, t, 1) pcall(f, t, 'x') t[1] = nil" },
    { "maps", "local t = {} for i = 1, 1500 do t['k' .. i] = i end", "pcall(f, t) pcall(f, t, 'k1') pcall(f, t, {}) pcall(f, t, 'k1500')" },
    { "emptied maps", "local t = {} for i = 1, 1500 do t['k' .. i] = i end for i = 1, 1499 do t['k' .. i] = nil end", "pcall(f, t) pcall(f, t, 'k1500')" },
    { "many values", "local t = {} for i = 1, 1000 do t[i] = i end", "pcall(f, unpack(t)) pcall(f, f, unpack(t))" },
    { "functions and errors", "local function g(...) return ... end", "pcall(f, g) pcall(f, g, g) pcall(f, error, g) pcall(f, 'aaa', 'a', g)" },
    { "tables with metamethods", "local t = setmetatable({1, 2, 3}, {__index = function() return 1 end, __len = function() return 9 end, __lt = function() return true end})", "pcall(f, t) pcall(f, t, t) pcall(f, t, t, t)" },
    /* clang-format on */
};

static script_fixture fixture;
static double loop_ns; /* a step of an endless loop */
static double worst_ratio;
static char worst_name[128];

static double thread_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The time of one step, the best of several. */
static double step_ns(const char *script, int tries) {
    double best = 1e18;
    for (int try = 0; try < tries; try++) {
        double start = thread_ns();
        vt_opinion opinion = script_run(&fixture, VT_LUA_SAFE, true, script, "{}");
        double ns = (thread_ns() - start) / (double)opinion.steps;
        best = ns < best ? ns : best;
    }
    return best;
}

static void check_function(const struct row *row, const vt_lua_allowed *function) {
    vt_buffer script;
    vt_buffer_init(&script, NULL, SIZE_MAX / 2);
    vt_buffer_printf(
        &script, "local pcall, unpack = pcall, unpack %s local f = %s%s%s while true do %s end",
        row->make, function->library, *function->library ? "." : "", function->name, row->call);
    const char *text = vt_buffer_text(&script).bytes;
    double ratio = step_ns(text, 1) / loop_ns;
    if (ratio > most_ratio / 2) {
        ratio = step_ns(text, TRIES) / loop_ns;
    }
    if (ratio > worst_ratio) {
        worst_ratio = ratio;
        snprintf(worst_name, sizeof worst_name, "%s.%s, %s", function->library, function->name,
                 row->name);
    }
    if (is_timed && ratio > most_ratio) {
        fail_msg("%s.%s: a step takes %.1f times as long as one of a loop", function->library,
                 function->name, ratio);
    }
    vt_buffer_done(&script);
}

static void check(void **state) {
    vt_lua_allowed function;
    for (size_t index = 0; vt_lua_allowed_at(VT_LUA_SAFE, true, index, &function); index++) {
        if (!function.is_value && !function.is_refused && !strchr(function.library, ' ')) {
            check_function(*state, &function);
        }
    }
}

int main(void) {
    script_fixture_init(&fixture);
    fixture.limits.lua_steps = STEPS;
    loop_ns = step_ns("while true do end", 10 * TRIES);
    int failed = TABLE_RUN("the time of a step", check, rows);
    print_message("a step of a loop: %.1f ns; the longest: %.1f times that in %s\n", loop_ns,
                  worst_ratio, worst_name);
    script_fixture_done(&fixture);
    return failed;
}
