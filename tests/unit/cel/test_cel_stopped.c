/*
** Compiling that is stopped at any point, by limit cel_compile_cost or by the host: the program is
** refused with the name of the reason, whatever had been read, checked or planned by then.
*/
#include <stdio.h>

#include <vitals/cel.h>

#include "base/memory/memory.h"
#include "base/text/text.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *expression;
    bool check;
} rows[] = {
    { "list", "[1, 2 + 3, 4 * 5, 6]", true },
    { "list, not checked", "[1, 2 + 3, 4 * 5, 6]", false },
    { "map", "{'a': 1, 'b': 2 + 3, 'c': [4]}", true },
    { "optionals", "[?optional.of(1), ?optional.none(), 2]", true },
    { "macros", "[1, 2, 3].map(x, x + 1).exists(y, y == 2)", true },
    { "nested macros", "[[1], [2]].all(x, x.all(y, y > 0)) && has({'a': 1}.a)", true },
    { "format", "'%s %d'.format(['a', 1]) + '%s'.format([[1, 'a']])", true },
    { "conditions", "true ? [1] : [2 + 3]", true },
    { "pattern", "'abc'.matches('a.c') && 'b'.matches('[a-z]+')", true },
    { "does not parse", "a b c [1, }", true },
    { "does not check", "[1, 'a', true] + {'b': 1 + 'a'}", true },
    { "declared types", "dyn([1]) + [dyn(2)] == [1, 2]", true },
};

enum { MOST_COST = 4000, MOST_ASKS = 400 };

typedef struct host {
    size_t asks, stop_at;
} host;

static bool ask(void *user) {
    host *h = user;
    return ++h->asks == h->stop_at;
}

static vitals_status compile(const struct row *row, const vitals_limits *limits, host *h,
                             const vitals_allocator *memory, vitals_diagnostics *diagnostics) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.check = row->check;
    options.allocator = memory;
    options.limits = limits;
    options.interrupt = ask;
    options.interrupt_user = h;
    vitals_status status =
        vitals_cel_compile(vt_text_from(row->expression), &options, &program, diagnostics);
    vitals_cel_program_free(program);
    return status;
}

static void check(void **state) {
    const struct row *row = *state;
    vt_counted_memory counted = { .parent = vt_allocator_or_default(NULL) };
    const vitals_allocator memory = { vt_counted_allocate, &counted };
    vitals_limits *limits = NULL;
    vitals_diagnostics *diagnostics = NULL;
    host h = { 0, 0 };
    assert_int_equal(vitals_limits_new(NULL, &limits), VITALS_OK);
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_status finished = compile(row, limits, &h, &memory, NULL);
    bool stopped = true;
    for (uint64_t cost = 1; cost < MOST_COST && stopped; cost++) {
        assert_int_equal(vitals_limits_set(limits, "cel_compile_cost", cost), VITALS_OK);
        vitals_diagnostics_clear(diagnostics);
        vitals_status status = compile(row, limits, &h, &memory, diagnostics);
        const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
        stopped = first && strstr(first->text.bytes, "cel_compile_cost");
        assert_int_equal(status, stopped ? VITALS_ESYNTAX : finished);
        assert_int_equal(counted.live_bytes, 0);
    }
    assert_false(stopped);
    vitals_diagnostics_free(diagnostics);
    vitals_limits_free(limits);
}

/* The host is asked at each thousandth unit of cost: a long list stops at each of the questions. */
static void stopped_at_each_question(void **state) {
    (void)state;
    static char text[60000];
    size_t size = (size_t)snprintf(text, sizeof text, "[0");
    for (size_t i = 0; i < 3000; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, ", %zu + 1", i);
    }
    snprintf(text + size, sizeof text - size, "]");
    const struct row row = { "a long list", text, true };
    vt_counted_memory counted = { .parent = vt_allocator_or_default(NULL) };
    const vitals_allocator memory = { vt_counted_allocate, &counted };
    host h = { 0, 0 };
    assert_int_equal(compile(&row, NULL, &h, &memory, NULL), VITALS_OK);
    size_t asks = h.asks;
    assert_in_range(asks, 20, 4000);
    for (size_t at = 1; at <= asks; at += 1 + asks / MOST_ASKS) {
        h = (host){ 0, at };
        assert_int_equal(compile(&row, NULL, &h, &memory, NULL), VITALS_ESTOPPED);
        assert_int_equal(counted.live_bytes, 0);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = { cmocka_unit_test(stopped_at_each_question) };
    int failed = TABLE_RUN("compiling that is stopped", check, rows);
    return failed + cmocka_run_group_tests_name("by the host", tests, NULL, NULL);
}
