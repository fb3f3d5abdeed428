/*
** The time of expressions and of compiling them grows no faster than n log n: each row at n, 2n and
** 4n, in thread CPU time, the best of several runs.
*/
#include <stdio.h>
#include <time.h>

#include <vitals/cel.h>

#include "base/memory/buffer.h"
#include "document/document.h"
#include "support/table.h"

enum {
    SIZE = 5000,  /* n of evaluations; the text has ten times as many bytes */
    PARTS = 4000, /* n of expressions, of any length */
    RUNS = 5,
    MOST_REPEATS = 10, /* other processes lengthen some of the times */
    MOST_GROWTH = 9    /* from n to 4n: 4.6 is n log n, 16 is quadratic */
};

static const struct scaling_row {
    TABLE_ROW;
    const char *expression; /* over list, strs, map, text and half */
} rows[] = {
    { "equal lists", "list == list" },
    { "equal texts", "strs == strs && text == text" },
    { "equal maps", "map == map" },
    { "equal built lists", "list + list == list + list" },
    { "element in list", "!(-1 in list) && !('x' in strs)" },
    { "subset", "sets.contains(list, [1, 2, 3]) && sets.intersects([1], list)" },
    { "all", "list.all(i, i >= 0)" },
    { "exists over a map", "!map.exists(k, k == '')" },
    { "map", "list.map(i, i + 1).size() > 0" },
    { "filter", "list.filter(i, i > 3).map(i, string(i)).size() > 0" },
    { "list to map", "list.transformMap(i, v, v).size() > 0" },
    { "map to map", "map.transformMap(k, v, v).size() > 0" },
    { "entries", "list.transformMapEntry(i, v, {string(i): v}).size() > 0" },
    { "look up all keys", "cel.bind(m, map.transformMap(k, v, v), map.all(k, m[k] == 1))" },
    { "look up all numbers", "cel.bind(m, list.transformMap(i, v, v), list.all(i, m[i] == i))" },
    { "equal built maps", "cel.bind(m, map.transformMap(k, v, [v]), m == m)" },
    { "joined twice", "(strs.join() + text).size() > 0" },
    { "contains", "!text.contains(half + 'c')" },
    { "last index", "text.lastIndexOf(half + 'c') == -1" },
    { "index of short text", "text.indexOf('abbbbbbbbbbbbbbbbbbbc') == -1" },
    { "split and join", "text.split('a').join('c').size() > 0" },
    { "split into characters", "half.split('').size() > 0" },
    { "replace", "text.replace('a', 'bb').replace('', 'c').size() > 0" },
    { "rebuild", "text.reverse().upperAscii().trim().substring(3).size() > 0" },
    { "quote", "strings.quote(text).size() > 0" },
    { "base64", "base64.decode(base64.encode(bytes(text))) == bytes(text)" },
    { "format", "'%s %s %s %x'.format([list, map, text, text]).size() > 0" },
    { "a list as the answer", "list" },
    { "a map as the answer", "map.transformMap(k, v, v)" },
    { "greatest", "math.greatest(list) > 0" },
};

static const struct compile_row {
    TABLE_ROW;
    bool check;
    const char *head, *part, *tail;
} compile_rows[] = {
    { "operands", false, "", "a.b == 'c' || ", "true" },
    { "list", false, "[", "1, ", "1]" },
    { "list of names", false, "[", "a.b, ", "1]" },
    { "keys", false, "{", "#: 1, ", "'a': 1}" },
    { "calls", false, "", "size(a) > # || ", "true" },
    { "loops", false, "", "[#].all(x, x > 0) || ", "true" },
    { "patterns", false, "", "'a'.matches('b#') || ", "true" },
    { "mistakes", false, "", "1 1\n", "" },
    { "unknown characters", false, "", "~\n", "" },
    { "checked operands", true, "", "# < 2 || ", "true" },
    { "checked list", true, "[", "[#], ", "[1]]" },
    { "checked calls", true, "", "size('a') > # || ", "true" },
    { "checked loops", true, "", "[#].map(x, [x]).size() > 0 || ", "true" },
    { "checked format", true, "'", "%d", "'.format([]) == ''" },
    { "checked mistakes", true, "", "z || ", "true" },
};

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void add_numbered(vt_buffer *text, char open, const char *format, int count,
                         const char *tail) {
    vt_buffer_add_byte(text, open);
    for (int i = 0; i < count; i++) vt_buffer_printf(text, format, i);
    vt_buffer_add_terminated(text, tail);
}

static void add_text(vt_buffer *text, const char *name, int bytes) {
    uint32_t random = 7;
    vt_buffer_printf(text, "\"%s\":\"", name);
    for (int i = 0; i < bytes; i++) {
        random = random * 1664525 + 1013904223;
        vt_buffer_add_byte(text, random >> 31 ? 'a' : 'b');
    }
    vt_buffer_add_terminated(text, "\",");
}

static vitals_document *make_object(int n) {
    vitals_document *document = NULL;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_byte(&text, '{');
    add_text(&text, "text", 10 * n);
    add_text(&text, "half", 5 * n);
    vt_buffer_add_terminated(&text, "\"list\":");
    add_numbered(&text, '[', "%d,", n - 1, "0],\"strs\":");
    add_numbered(&text, '[', "\"s%d\",", n - 1, "\"\"],\"map\":");
    add_numbered(&text, '{', "\"k%d\":1,", n - 1, "\"k\":1}}");
    assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &document, NULL),
                     VITALS_OK);
    vt_buffer_done(&text);
    return document;
}

/* Whether the time at 4n is in proportion. */
static bool is_fast(const double seconds[3]) {
    return seconds[2] <= MOST_GROWTH * seconds[0];
}

static void expect_growth(const char *name, const double seconds[3]) {
    double growth = seconds[2] / seconds[0];
    if (getenv("VITALS_SCALING_FIGURES"))
        print_message("| %s | %.2f ms | %.2f ms | %.2f ms | %.1f\n", name, seconds[0] * 1e3,
                      seconds[1] * 1e3, seconds[2] * 1e3, growth);
    if (!is_fast(seconds)) fail_msg("four times as much takes %.1f times as long", growth);
}

/* ---------------------------------------------------------------- evaluation */

static vitals_document *objects[3];
static vitals_cel_state *state;
static vitals_limits *limits; /* of compiling: higher than usual */

static vitals_limits *high_limits(void) {
    vitals_limits *made = NULL;
    assert_int_equal(vitals_limits_new(NULL, &made), VITALS_OK);
    assert_int_equal(vitals_limits_set(made, "cel_expression_code_points", 10000000), VITALS_OK);
    assert_int_equal(vitals_limits_set(made, "cel_compile_cost", 1000000000), VITALS_OK);
    assert_int_equal(vitals_limits_set(made, "cel_program_bytes", 1000000000), VITALS_OK);
    return made;
}

static vitals_cel_program *compile(vt_text text, bool check, const vitals_allocator *allocator) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    options.allocator = allocator;
    vitals_cel_program *program = NULL;
    options.environment = VITALS_CEL_ENVIRONMENT_SPEC;
    options.check = check;
    options.limits = limits;
    return vitals_cel_compile(text, &options, &program, NULL) ? NULL : program;
}

static void time_evaluation(const vitals_cel_program *program, const vitals_document *object,
                            double *best) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_answer answer;
    input.object = object;
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();
        assert_int_equal(vitals_cel_evaluate(program, state, &input, &answer, sizeof answer),
                         VITALS_OK);
        double taken = cpu_seconds() - start;
        if (answer.failed) fail_msg("%.*s", (int)answer.text.size, answer.text.bytes);
        if (taken < *best) *best = taken;
    }
}

static void check_evaluation(void **unused) {
    const struct scaling_row *row = *unused;
    vitals_cel_program *program = compile(vt_text_from(row->expression), false, NULL);
    double seconds[3] = { 1e9, 1e9, 1e9 };
    int repeats = 0;
    assert_non_null(program);
    do {
        for (int i = 0; i < 3; i++) time_evaluation(program, objects[i], &seconds[i]);
    } while (!is_fast(seconds) && ++repeats < MOST_REPEATS);
    vitals_cel_program_free(program);
    expect_growth(row->name, seconds);
}

/* ----------------------------------------------------------------- compiling */

/* Memory that is mapped already, so that page faults are not measured; nothing is given back. */
static struct pool {
    char *bytes;
    size_t used;
} pool;

enum { POOL_BYTES = 128 << 20 };

static void *take_from_pool(void *user, void *block, size_t old_bytes, size_t new_bytes) {
    (void)user;
    size_t rounded = (new_bytes + 15) / 16 * 16;
    if (new_bytes == 0 || rounded > POOL_BYTES - pool.used) return NULL;
    void *fresh = pool.bytes + pool.used;
    pool.used += rounded;
    if (block) memcpy(fresh, block, old_bytes < new_bytes ? old_bytes : new_bytes);
    return fresh;
}

static void make_pool(void) {
    pool.bytes = malloc(POOL_BYTES);
    assert_non_null(pool.bytes);
    memset(pool.bytes, 1, POOL_BYTES);
}

/* A # of the part is the number of the part. */
static void write_expression(const struct compile_row *row, int parts, vt_buffer *text) {
    vt_buffer_clear(text);
    vt_buffer_add_terminated(text, row->head);
    for (int i = 0; i < parts; i++) {
        for (const char *at = row->part; *at; at++) {
            if (*at == '#')
                vt_buffer_printf(text, "%d", i);
            else
                vt_buffer_add_byte(text, *at);
        }
    }
    vt_buffer_add_terminated(text, row->tail);
}

static void time_compiling(const struct compile_row *row, vt_text text, double *best) {
    const vitals_allocator allocator = { take_from_pool, NULL };
    for (int run = 0; run < RUNS; run++) {
        pool.used = 0;
        double start = cpu_seconds();
        vitals_cel_program *program = compile(text, row->check, &allocator);
        double taken = cpu_seconds() - start;
        vitals_cel_program_free(program);
        if (taken < *best) *best = taken;
    }
}

static void check_compiling(void **unused) {
    const struct compile_row *row = *unused;
    vt_buffer text;
    double seconds[3] = { 1e9, 1e9, 1e9 };
    int repeats = 0;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    do {
        for (int i = 0; i < 3; i++) {
            write_expression(row, PARTS << i, &text);
            time_compiling(row, vt_buffer_text(&text), &seconds[i]);
        }
    } while (!is_fast(seconds) && ++repeats < MOST_REPEATS);
    vt_buffer_done(&text);
    expect_growth(row->name, seconds);
}

int main(void) {
    for (int i = 0; i < 3; i++) objects[i] = make_object(SIZE << i);
    limits = high_limits();
    make_pool();
    if (vitals_cel_state_new(NULL, &state)) return 1;
    int failed = TABLE_RUN("scaling of expressions", check_evaluation, rows);
    failed += TABLE_RUN("scaling of compiling", check_compiling, compile_rows);
    vitals_cel_state_free(state);
    vitals_limits_free(limits);
    free(pool.bytes);
    for (int i = 0; i < 3; i++) vitals_document_free(objects[i]);
    return failed;
}
