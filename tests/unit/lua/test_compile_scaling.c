/*
** What it takes to compile a script grows no faster than n log n, whatever the script is made of:
** reading, resolving and translating it, and Lua's own compiler on the translation.
**
** Each construct is compiled at n, 2n and 4n. The best of several rounds counts, in CPU time of the
** thread. Four times as much may take up to 10 times as long, because larger trees fit the caches of
** the processor less well; a square would take 16 times. At 16n, near the limits, the time between two
** calls of interrupt is bounded. Set VITALS_SCALING_FIGURES=1 to print the figures.
*/
#include <stdio.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/run/limits.h"
#include "lua/host.h"
#include "support/table.h"

/* `count` times `part`, after `every` of which comes `glue`, between `head` and `tail`. In a part, %
** is the number of the part. */
static const struct row {
    TABLE_ROW;
    const char *head, *part, *tail;
    int count; /* the largest: 16n */
    int every;
    const char *glue;
} rows[] = {
    /* clang-format off */
    { "and", "return a", " and a", "", 90000, 0, "" },
    { "or of comparisons", "return a == 1", " or a == %", "", 16000, 0, "" },
    { "and of or in parentheses", "return a", " and (b or c)", "", 24000, 0, "" },
    { "elseif", "if a then", " elseif b then", " end", 36000, 0, "" },
    { "elseif with bodies", "if a then", " elseif b == % then c = %", " end", 12000, 0, "" },
    { "if after if", "", "if a then elseif b then else end ", "", 16000, 0, "" },
    { "labels", "", "::l%:: a() ", "", 1000, 0, "" },
    { "labels one after the other", "do ", "::l%:: ", "end", 40000, 900, "end do " },
    { "labels of many blocks", "do ", "::l%:: a() ", "end", 20000, 900, "end do " },
    { "labels at the end of blocks", "", "do ::a:: ::b:: ::c:: end ", "", 16000, 0, "" },
    { "gotos ahead", "do ", "goto a ", "::a:: end", 40000, 900, "::a:: end do " },
    { "gotos back", "::a:: ", "do goto a end ", "", 24000, 0, "" },
    { "gotos out of blocks", "do ", "do goto a end ", "::a:: end", 24000, 900, "::a:: end do " },
    { "breaks", "while a do ", "if b then break end ", "end", 16000, 900, "end while a do " },
    { "breaks of nested loops", "", "while a do while b do break end break end ", "", 12000, 0, "" },
    { "local variables", "do ", "local a% ", "end", 30000, 180, "end do " },
    { "names of local variables", "do ", "local a%, b% = 1, 2 ", "end", 12000, 90, "end do " },
    { "reads of the first of many", "local z %180x ", "z = z ", "", 24000, 0, "" },
    { "assignments of globals", "", "g% = %.5 ", "", 24000, 0, "" },
    { "globals inside functions", "%30f", "g = g ", "%30e", 24000, 0, "" },
    { "globals inside wide functions", "%20w", "g = g ", "%20e", 24000, 0, "" },
    { "upvalues", "%180x local function f() local function g() ", "z179 = z0 ", "end end", 24000, 0, "" },
    { "functions", "", "function f() return a end ", "", 16000, 0, "" },
    { "nested functions", "", "f(function() return function() return a end end) ", "", 8000, 0, "" },
    { "calls", "", "f(a, b) ", "", 18000, 0, "" },
    { "calls without parentheses", "", "f'' f{} ", "", 12000, 0, "" },
    { "methods", "", "a:b(c):d() ", "", 12000, 0, "" },
    { "table constructors", "return {", "1, ", "}", 45000, 0, "" },
    { "named fields", "return {", "a% = 1, ", "}", 30000, 0, "" },
    { "bracketed fields", "return {", "['a%'] = 1, ", "}", 30000, 0, "" },
    { "numbers as keys", "return {", "[%.25] = 1, ", "}", 24000, 0, "" },
    { "tables in tables", "return {", "{{}}, ", "}", 24000, 0, "" },
    { "whole numbers", "return {", "%, ", "}", 45000, 0, "" },
    { "fractions", "return {", "%.375, ", "}", 45000, 0, "" },
    { "numbers with one hash", "return {", "%c, ", "}", 24000, 0, "" },
    { "whole keys with one hash", "return {", "[%k] = 1, ", "}", 24000, 0, "" },
    { "strings", "return {", "'a%', ", "}", 45000, 0, "" },
    { "long strings", "return {", "[[a\n]], ", "}", 45000, 0, "" },
    { "brackets that do not close", "return [==[", "]=]====]", "]==]", 80000, 0, "" },
    { "escapes", "return '", "\\0\\n\\t\\\\\\1", "'", 80000, 0, "" },
    { "one long string", "return '", "aaaaaaaaaa", "'", 80000, 0, "" },
    { "comments", "", "--[[ a\n]] -- b\n", "", 50000, 0, "" },
    { "comments that do not close", "", "--[==[ ]=] \n", "--]==]", 60000, 0, "" },
    { "line breaks", "", "\n\r\n\n", "return 1", 200000, 0, "" },
    { "semicolons", "", ";;;;", "", 200000, 0, "" },
    { "concatenations", "", "a = a..a..a..a ", "", 12000, 0, "" },
    { "comparisons", "", "a = a < b and b >= a ", "", 8000, 0, "" },
    { "arithmetic", "", "a = a + b * c ^ d - #a ", "", 8000, 0, "" },
    { "parallel assignments", "", "a, b = b, a ", "", 16000, 0, "" },
    { "numeric loops", "do ", "for i = 1, n do a = i end ", "end ", 10000, 2000, "end f = function() " },
    { "generic loops", "do ", "for k, v in pairs(t) do a = v end ", "end ", 8000, 2000, "end f = function() " },
    { "nested blocks", "", "do do do do end end end end ", "", 20000, 0, "" },
    { "dotted paths", "", "a.b.c.d.e = a.b.c.d.e ", "", 5000, 0, "" },
    /* clang-format on */
};

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- scripts */

/* A number that is one of many with the same hash in Lua: they differ in the last bits only. */
static void add_colliding(vt_buffer *out, int index) {
    vt_buffer_printf(out, "1.0000000%06d", index);
}

static void add_repeated(vt_buffer *out, int times, char what) {
    for (int i = 0; i < times; i++) {
        switch (what) {
        case 'x':
            vt_buffer_printf(out, "local z%d ", i);
            break;
        case 'w':
            vt_buffer_add_terminated(out, "local function f() local a");
            for (int j = 0; j < 150; j++) vt_buffer_printf(out, ", a%d", j);
            vt_buffer_add_byte(out, ' ');
            break;
        case 'f':
            vt_buffer_add_terminated(out, "local function f() ");
            break;
        default:
            vt_buffer_add_terminated(out, "end ");
            break;
        }
    }
}

/* Add a piece of a row: %c, %k and % alone are numbers, %30f, %30e, %20w and %180x are repeated. */
static void add_piece(vt_buffer *out, const char *piece, int index) {
    for (; *piece; piece++) {
        if (*piece != '%') {
            vt_buffer_add_byte(out, *piece);
        } else if (piece[1] == 'c') {
            add_colliding(out, index);
            piece++;
        } else if (piece[1] == 'k') {
            vt_buffer_printf(out, "%d", index * 127 % 1000000);
            piece++;
        } else if (piece[1] >= '1' && piece[1] <= '9') {
            char *end;
            long times = strtol(piece + 1, &end, 10);
            add_repeated(out, (int)times, *end);
            piece = end;
        } else {
            vt_buffer_printf(out, "%d", index);
        }
    }
}

static void build(const struct row *row, int count, vt_buffer *out) {
    vt_buffer_clear(out);
    vt_buffer_add_terminated(out, "do return {status='Healthy'} end "); /* the rest does not run */
    add_piece(out, row->head, 0);
    for (int i = 0; i < count; i++) {
        if (row->every && i > 0 && i % row->every == 0) add_piece(out, row->glue, i);
        add_piece(out, row->part, i);
    }
    add_piece(out, row->tail, 0);
}

/* ---- measuring */

typedef struct polls {
    double last, longest;
} polls;

/* The host's interrupt. */
static bool measure_poll(void *user) {
    polls *p = user;
    double now = cpu_seconds();
    if (p->last > 0 && now - p->last > p->longest) p->longest = now - p->last;
    p->last = now;
    return false;
}

typedef struct figures {
    double reading, loading, gap;
} figures;

static figures compile(vt_text source) {
    figures f = { 0, 0, 0 };
    vitals_limits limits = vt_limits_or_default(NULL);
    vt_lua_script *script = NULL;
    vt_lua_problem problem;
    vt_buffer error;
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    double start = cpu_seconds();
    vitals_status status =
        vt_lua_script_new(NULL, &limits, source, VT_LUA_ARGOCD, &script, &error, &problem);
    f.reading = cpu_seconds() - start;
    if (status != VITALS_OK) fail_msg("%s", error.bytes);
    vt_lua_state *lua = NULL;
    assert_int_equal(vt_lua_state_new(NULL, &limits, &lua), VITALS_OK);
    vitals_document *object = NULL;
    assert_int_equal(vitals_document_parse("{}", 2, NULL, &object, NULL), VITALS_OK);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    polls polled = { 0, 0 };
    vt_evaluation evaluation = { { object, NULL }, &arena, &limits, 0, 0, NULL,
                                 measure_poll,     &polled };
    start = cpu_seconds();
    vt_opinion opinion = vt_lua_run(lua, script, false, &evaluation);
    f.loading = cpu_seconds() - start;
    if (opinion.health != VITALS_HEALTH_HEALTHY) fail_msg("%s", opinion.message.bytes);
    f.gap = polled.longest;
    vt_lua_state_free(lua);
    vt_lua_script_free(script);
    vitals_document_free(object);
    vt_arena_done(&arena);
    vt_buffer_done(&error);
    return f;
}

static void keep_best(double *best, double seconds) {
    if (*best == 0 || seconds < *best) *best = seconds;
}

enum { ROUNDS = 3, MOST_REPEATS = 5, SIZES = 4 };
static const double MOST_GROWTH = 10, FEWEST_SECONDS = 0.0003;
#ifdef NDEBUG
static const double LONGEST_GAP_SECONDS = 0.02;
#else /* sanitizers and debug builds are slower */
static const double LONGEST_GAP_SECONDS = 1;
#endif

static void measure(const struct row *row, figures best[SIZES]) {
    vt_buffer source;
    vt_buffer_init(&source, NULL, SIZE_MAX / 2);
    for (int size = 0; size < SIZES; size++) {
        build(row, row->count >> (size == SIZES - 1 ? 0 : 4 - size), &source);
        for (int round = 0; round < ROUNDS; round++) {
            figures f = compile(vt_buffer_text(&source));
            keep_best(&best[size].reading, f.reading);
            keep_best(&best[size].loading, f.loading);
            keep_best(&best[size].gap, f.gap);
        }
    }
    vt_buffer_done(&source);
}

/* Times too short to measure do not count. */
static bool is_fast(double once, double four_times) {
    return four_times <= MOST_GROWTH * (once > FEWEST_SECONDS ? once : FEWEST_SECONDS);
}

static bool is_good(const figures best[SIZES]) {
    return is_fast(best[0].reading, best[2].reading) && is_fast(best[0].loading, best[2].loading) &&
           best[3].gap < LONGEST_GAP_SECONDS;
}

static void check(void **state) {
    const struct row *row = *state;
    figures best[SIZES] = { { 0, 0, 0 } };
    measure(row, best);
    for (int i = 0; i < MOST_REPEATS && !is_good(best); i++) measure(row, best);
    if (getenv("VITALS_SCALING_FIGURES")) {
        print_message("| %s | %d | %.2f %.2f %.2f ms | %.2f %.2f %.2f ms | %.2f ms |\n", row->name,
                      row->count, best[0].reading * 1e3, best[1].reading * 1e3,
                      best[2].reading * 1e3, best[0].loading * 1e3, best[1].loading * 1e3,
                      best[2].loading * 1e3, best[3].gap * 1e3);
    }
    assert_true(is_fast(best[0].reading, best[2].reading));
    assert_true(is_fast(best[0].loading, best[2].loading));
    assert_true(best[3].gap < LONGEST_GAP_SECONDS);
}

int main(void) {
#ifdef __GLIBC__
    /* Memory is kept, so that page faults are not part of the figures. */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
    return TABLE_RUN("compile scaling", check, rows);
}
