/*
** Work grows with the input and no faster than n log n, and so does what is charged for it: each script
** runs at n, 2n and 4n, and its steps and its thread's CPU time are compared. Times are the best of
** several, and are held only in optimised builds.
*/
#include <stdio.h>
#include <time.h>

#include "base/memory/buffer.h"
#include "support/script.h"

enum { SMALLEST = 3000, TRIES = 3, MOST_REPEATS = 10 };

/* Four times the input may cost that many times the steps, and the time: 4 log 4n / log n is 4.7. */
static const double most_steps = 6.5, most_time = 9.0;
static const double least_ms = 0.2; /* shorter times say nothing */

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static const bool is_timed = true;
#else
static const bool is_timed = false;
#endif

/* `n` is given; `list` of n numbers and `map` of n names exist when a row mentions them. */
static const struct row {
    TABLE_ROW;
    const char *script;
    bool only_time; /* numbers as keys may collide, which instructions are charged for */
} rows[] = {
    /* clang-format off */
    { "append with #", "local t = {} for i = 1, n do t[#t + 1] = i end" },
    { "table.insert at the end", "local t = {} for i = 1, n do table.insert(t, i) end" },
    { "table.insert and table.remove", "local t = {} for i = 1, n do table.insert(t, i) end for i = 1, n do table.remove(t) end" },
    { "table.insert in front", "table.insert(list, 1, 0)" },
    { "table.remove in front", "table.remove(list, 1)" },
    { "# of a list", "local x = #list" },
    { "# while a list is emptied", "for i = n, 1, -1 do list[i] = nil local x = #list end" },
    { "# of a map", "local x = #map" },
    { "table.getn and table.maxn", "for i = 1, 10 do table.getn(list) table.maxn(list) end" },
    { "table.concat", "local s = table.concat(list, ', ')" },
    { "table.sort, sorted", "table.sort(list)" },
    { "table.sort, reversed", "table.sort(list, function(a, b) return a > b end)" },
    { "table.sort, equal", "for i = 1, n do list[i] = 1 end table.sort(list)" },
    { "unpack in parts", "for i = 1, n - 100, 100 do unpack(list, i, i + 99) end" },
    { "ipairs", "for i, v in ipairs(list) do end" },
    { "pairs of a list", "for i, v in pairs(list) do end" },
    { "pairs of a map", "for k, v in pairs(map) do end" },
    { "pairs of a map that is emptied", "for k, v in pairs(map) do map[k] = nil end" },
    { "next of a map", "local k = next(map) while k do k = next(map, k) end" },
    { "next of numbers", "local t = {} for i = 1, n do t[-i] = 1 end next(t)", true },
    { "next of an emptied list", "for i = 1, n do list[i] = nil end next(list) next(list)" },
    { "rawset and rawget", "for i = 1, n do rawset(list, i, i) rawget(list, i) end" },
    { "a returned list", "return {status = 'Healthy', list = list}" },
    { "a returned map", "return {status = 'Healthy', map = map}" },
    { "string.rep", "local s = ('x'):rep(n)" },
    { "string.byte and string.char", "local s = ('x'):rep(n) for i = 1, n do s:byte(i) string.char(65) end" },
    { "string.find, plain", "local s = ('ab'):rep(n) s:find('b' .. 'b', 1, true)" },
    { "string.find, a pattern", "local s = ('ab'):rep(n) s:find('bb')" },
    { "string.find, captures", "local s = ('ab'):rep(n) s:find('(a)(c)')" },
    { "string.match, greedy", "local s = ('ab'):rep(n) s:match('^(.*)$')" },
    { "string.gmatch", "local s = ('ab '):rep(n) for w in s:gmatch('%a+') do end" },
    { "string.gsub with a string", "local s = ('ab'):rep(n) s:gsub('a', 'c')" },
    { "string.gsub with a function", "local s = ('ab'):rep(n) s:gsub('a', function(c) return c end)" },
    { "string.gsub with a table", "local s = ('ab'):rep(n) s:gsub('a', {a = 'x'})" },
    { "string.format, a long layout", "local f = ('%d '):rep(n) string.format(f, 1)" },
    { "string.format, brackets", "local f = ('%[[d'):rep(n) string.format(f)" },
    { "string.format, a long string", "local s = ('x'):rep(n) string.format('%s %q %x', s, s, s)" },
    { "string.lower and string.upper", "local s = ('xY'):rep(n) s:lower() s:upper()" },
    { "string.reverse, string.sub, string.len", "local s = ('xY'):rep(n) s:reverse() s:sub(2, -2) s:len()" },
    { "a pattern of many items", "local s, p = 'x', ('[a-f]'):rep(n / 10) .. 'y' s:find(p)" },
    { "a pattern of many captures", "local p = 'x' .. ('()'):rep(n / 100) local s = ('a'):rep(100) s:find(p)" },
    { "tonumber of a long string", "local s = ('1'):rep(n) tonumber(s) pcall(function() return s + 1 end)" },
    { "concatenation of parts", "local t = {} for i = 1, n do t[#t + 1] = 'a' .. i end local s = table.concat(t)" },
    { "comparison of long strings", "local s = ('x'):rep(n * 10) local t = s .. 'y' local b = s < t b = s == t" },
    { "values passed on", "local function f(...) return select('#', ...) end for i = 1, n, 50 do f(unpack(list, i, i + 49)) end" },
    { "coroutines", "for i = 1, n do coroutine.wrap(function() coroutine.yield(i) end)() end" },
    { "errors", "for i = 1, n do pcall(error, i) end" },
    { "tostring of tables", "for i = 1, n do tostring({}) end" },
    { "os.date with a long layout", "local s = ('%Y'):rep(n) os.date(s)" },
    /* clang-format on */
};

typedef struct measured {
    double steps;
    double ms;
} measured;

static script_fixture fixture;

static double thread_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void add_script(vt_buffer *out, const char *script, int n) {
    vt_buffer_printf(out, "local n = %d ", n);
    if (strstr(script, "list")) {
        vt_buffer_add_terminated(out, "local list = {} for i = 1, n do list[i] = i end ");
    }
    if (strstr(script, "map")) {
        vt_buffer_add_terminated(out, "local map = {} for i = 1, n do map['k' .. i] = i end ");
    }
    vt_buffer_add_terminated(out, script);
}

static void measure(const struct row *row, int n, measured *best) {
    vt_buffer script;
    vt_buffer_init(&script, NULL, SIZE_MAX / 2);
    add_script(&script, row->script, n);
    for (int try = 0; try < TRIES; try++) {
        double start = thread_ms();
        vt_opinion opinion =
            script_run(&fixture, VT_LUA_ARGOCD, true, vt_buffer_text(&script).bytes, "{}");
        double ms = thread_ms() - start;
        if (opinion.kind == VT_OPINION_FAILED) {
            fail_msg("n = %d: %.*s", n, VT_TEXT_ARG(opinion.message));
        }
        best->steps = (double)opinion.steps;
        best->ms = ms < best->ms ? ms : best->ms;
    }
    vt_buffer_done(&script);
}

static bool is_fast(measured one, measured four) {
    return !is_timed || one.ms <= least_ms || four.ms <= most_time * one.ms;
}

static void check(void **state) {
    const struct row *row = *state;
    measured one = { 0, 1e9 }, two = one, four = one;
    int repeats = 0;
    /* Other processes lengthen some of the times: what is out of proportion is measured again. */
    do {
        measure(row, SMALLEST, &one);
        measure(row, 2 * SMALLEST, &two);
        measure(row, 4 * SMALLEST, &four);
    } while (!is_fast(one, four) && ++repeats < MOST_REPEATS);
    if (getenv("VITALS_SCALING_FIGURES")) {
        print_message("| %s | %.0f | %.2f | %.2f | %.2f ms | %.2f | %.2f\n", row->name, one.steps,
                      two.steps / one.steps, four.steps / one.steps, one.ms, two.ms / one.ms,
                      four.ms / one.ms);
    }
    assert_true(row->only_time || four.steps <= most_steps * one.steps);
    assert_true(is_fast(one, four));
}

int main(void) {
    script_fixture_init(&fixture);
    fixture.limits.lua_steps = 2000000000;
    int failed = TABLE_RUN("growth with the input", check, rows);
    script_fixture_done(&fixture);
    return failed;
}
