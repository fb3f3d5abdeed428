/* <vitals/cel.h> and cel/cel.h: out of memory, limits, interrupts, traces, reused states. */
#include "base/run/limits.h"
#include "cel/cel.h"
#include "support/cel.h"
#include "support/table.h"
#include "support/torture.h"

static const char object_text[] = "{\"metadata\":{\"generation\":2},\"status\":{\"conditions\":[{"
                                  "\"type\":\"Ready\",\"status\":\"True\"},"
                                  "{\"type\":\"Synced\",\"status\":\"False\"}]}}";
static vitals_document *object;

static vitals_cel_program *compile(const char *expression, const vitals_limits *limits) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.limits = limits;
    assert_int_equal(vitals_cel_compile(vt_text_from(expression), &options, &program, NULL),
                     VITALS_OK);
    return program;
}

static vitals_cel_answer evaluate(const vitals_cel_program *program, vitals_cel_state *state,
                                  const vitals_cel_input *input) {
    vitals_cel_answer answer;
    assert_int_equal(vitals_cel_evaluate(program, state, input, &answer, sizeof answer), VITALS_OK);
    return answer;
}

/* ---------------------------------------------------------------- memory */

/* Everything that allocates, in one expression each. */
static const char *const hungry[] = {
    "status.conditions.filter(e, e.type == 'Ready').map(e, e.status + '!') == ['True!']",
    "'%s %d'.format([[1, {'a': 2}], 3]) == '[1, {a: 2}] 3' && [1, 2].map(e, string(e)).join(',') "
    "== '1,2'",
    "'a,b'.split(',').size() == 2 && timestamp(0).getHours('Europe/Berlin') == 1",
    "status.?missing.orValue([1]).exists(e, e > 0) && 'abc'.matches('b') && 'abc'.matches('a' + "
    "'b')",
    "base64.decode(base64.encode(b'abc')) == b'abc' && {'a': [1, 2]}.a == [1, 2] && duration('1s') "
    "< duration('2s')",
};

static vitals_status work(torture *torture_state, void *user) {
    vitals_allocator allocator = torture_allocator(torture_state);
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_program *program = NULL;
    vitals_cel_state *state = NULL;
    vitals_cel_answer answer = { .failed = true };
    options.allocator = &allocator;
    input.object = object;
    vitals_status status = vitals_cel_compile(vt_text_from(user), &options, &program, NULL);
    if (status == VITALS_OK) status = vitals_cel_state_new(&allocator, &state);
    if (status == VITALS_OK)
        status = vitals_cel_evaluate(program, state, &input, &answer, sizeof answer);
    if (status == VITALS_OK) assert_true(answer.is_true);
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
    return status;
}

static void memory_runs_out(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(hungry); i++) {
        void *expression = (void *)(uintptr_t)hungry[i];
        assert_true(torture_run(work, expression) > 0);
    }
}

/* A check that allocates many blocks: names, types, bindings and overloads. */
static vitals_status work_on_types(torture *torture_state, void *user) {
    vitals_allocator allocator = torture_allocator(torture_state);
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.allocator = &allocator;
    options.check = true;
    options.container = VT_TEXT("a.b.c");
    options.declarations =
        VT_TEXT("message a.Widget { parts: list(a.Widget), size: int } w: a.Widget "
                "opaque pair(A, B) pair(A, B): pair(A, B) swap(pair(A, B)): pair(B, A) "
                "pair(A, B).first(): A a.b.f(A): list(A) a.b.f(A, B): map(A, B)");
    vitals_status status = vitals_cel_compile(vt_text_from(user), &options, &program, NULL);
    vitals_cel_program_free(program);
    return status;
}

static void memory_runs_out_over_types(void **state) {
    (void)state;
    static const char *const typed[] = {
        "f(f(w.parts.map(p, p.size))) == [[[1]]] && f(1, ['a'])[1] == [] && [[], [1]].size() == 2",
        "swap(swap(pair(1, [w]))).first() == 1 && a.b.f(w).size() == 1",
    };
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < TABLE_COUNT(typed); i++) {
        vt_buffer_clear(&text);
        for (int times = 0; times < 40; times++) {
            if (times > 0) vt_buffer_add(&text, VT_TEXT(" && "));
            vt_buffer_add_terminated(&text, typed[i]);
        }
        assert_true(torture_run(work_on_types, text.bytes) > 0);
    }
    vt_buffer_done(&text);
}

static vitals_status work_on_errors(torture *torture_state, void *user) {
    vitals_allocator allocator = torture_allocator(torture_state);
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.allocator = &allocator;
    options.check = true;
    vitals_status status = vitals_cel_compile(vt_text_from(user), &options, &program, NULL);
    vitals_cel_program_free(program);
    return status == VITALS_ESYNTAX ? VITALS_OK : status;
}

static void memory_runs_out_over_errors(void **state) {
    (void)state;
    static const char *const wrong[] = { "a.b..c + #", "[1, 'a'].all(x, y)", "'a'.matches('(')",
                                         "f(1)" };
    for (size_t i = 0; i < TABLE_COUNT(wrong); i++) {
        assert_true(torture_run(work_on_errors, (void *)(uintptr_t)wrong[i]) > 0);
    }
}

static vitals_status work_in_batch(torture *torture_state, void *user) {
    vitals_allocator allocator = torture_allocator(torture_state);
    vitals_cel_batch *batch = NULL;
    vt_text answer;
    vitals_status status = vitals_cel_batch_new(&allocator, NULL, &batch);
    if (status == VITALS_OK) {
        status = vitals_cel_batch_answer(batch, vt_text_from(user), &answer, NULL);
    }
    vitals_cel_batch_free(batch);
    return status;
}

static void memory_runs_out_in_batches(void **state) {
    (void)state;
    char line[] = "{\"env\":\"spec\",\"mode\":\"compile\",\"expr\":\"x + "
                  "[y]\",\"bindings\":{\"x\":{\"t\":\"list\","
                  "\"v\":[{\"t\":\"bytes\",\"v\":\"YQ==\"}]},\"y\":{\"t\":\"map\",\"v\":[[{\"t\":"
                  "\"int\",\"v\":\"1\"},"
                  "{\"t\":\"double\",\"v\":\"-inf\"}]]}}}";
    assert_true(torture_run(work_in_batch, line) > 0);
}

/* A warm state allocates nothing. */
static void warm_state_allocates_nothing(void **unused) {
    (void)unused;
    torture counting = { 0 };
    vitals_allocator allocator = torture_allocator(&counting);
    vitals_cel_program *program =
        compile("status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')", NULL);
    vitals_cel_state *state = NULL;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    input.object = object;
    assert_int_equal(vitals_cel_state_new(&allocator, &state), VITALS_OK);
    assert_true(evaluate(program, state, &input).is_true);
    size_t warm = counting.allocations;
    for (int i = 0; i < 100; i++) assert_true(evaluate(program, state, &input).is_true);
    assert_int_equal(counting.allocations, warm);
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
}

/* The bytes that a program of the expression holds. */
static size_t program_bytes(const vt_buffer *expression, vitals_cel_options options) {
    torture counting = { 0 };
    vitals_allocator allocator = torture_allocator(&counting);
    vitals_cel_program *program = NULL;
    options.allocator = &allocator;
    assert_int_equal(vitals_cel_compile(vt_buffer_text(expression), &options, &program, NULL),
                     VITALS_OK);
    size_t bytes = counting.live_bytes;
    vitals_cel_program_free(program);
    assert_int_equal(counting.live_bytes, 0);
    return bytes;
}

static void add_times(vt_buffer *buffer, int times, const char *text) {
    for (int i = 0; i < times; i++) vt_buffer_add_terminated(buffer, text);
}

/* Each level selects from all branches inside it; copies at each level would add up to megabytes. */
static void branches_take_little_memory(void **unused) {
    (void)unused;
    enum { LEVELS = 60, MOST_BYTES = 1 << 20 };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vt_buffer text;
    vt_buffer_init(&text, NULL, 4096);
    add_times(&text, LEVELS, "(c?a:");
    add_times(&text, 1, "a");
    add_times(&text, LEVELS, ".x)");
    add_times(&text, 1, ".x");
    assert_true(program_bytes(&text, options) < MOST_BYTES);
    vt_buffer_done(&text);
}

/* Each call tries all overloads, and all fit: without a bound, types would take gigabytes. */
static void overloads_take_little_memory(void **unused) {
    (void)unused;
    enum { OVERLOADS = 24, LEVELS = 230, CALLS = 40, MOST_BYTES = 64 << 20 };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vt_buffer declarations, text;
    vt_buffer_init(&declarations, NULL, SIZE_MAX / 2);
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    for (int i = 0; i < OVERLOADS; i++) {
        add_times(&declarations, 1, "f(");
        add_times(&declarations, LEVELS + i, "list(");
        add_times(&declarations, 1, "A");
        add_times(&declarations, LEVELS + i, ")");
        add_times(&declarations, 1, "): bool ");
    }
    add_times(&declarations, 1, "x: dyn");
    add_times(&text, CALLS, "f(x)||");
    add_times(&text, 1, "true");
    options.check = true;
    options.declarations = vt_buffer_text(&declarations);
    assert_true(program_bytes(&text, options) < MOST_BYTES);
    vt_buffer_done(&declarations);
    vt_buffer_done(&text);
}

/* Each name is looked up in each container; keeping all these long names would take megabytes. */
static void containers_take_little_memory(void **unused) {
    (void)unused;
    enum { CONTAINERS = 50, LEVELS = 200, NAMES = 10, MOST_BYTES = 4 << 20 };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vt_buffer container, text;
    vt_buffer_init(&container, NULL, SIZE_MAX / 2);
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    add_times(&container, CONTAINERS, "container.");
    for (int i = 0; i < NAMES; i++) {
        add_times(&text, 1, i > 0 ? "||x" : "x");
        add_times(&text, LEVELS, ".y");
    }
    options.check = true;
    options.declarations = VT_TEXT("x: dyn");
    options.container = vt_buffer_text(&container);
    options.container.size--; /* the last dot */
    assert_true(program_bytes(&text, options) < MOST_BYTES);
    vt_buffer_done(&container);
    vt_buffer_done(&text);
}

/* f(f(…y)) doubles the type of y, whose name is long, and + has no overload for it. */
static void long_types_are_cut(void **unused) {
    (void)unused;
    enum { NAME_BYTES = 10000, MOST_BYTES = 1 << 15 };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vt_buffer declarations;
    vt_buffer_init(&declarations, NULL, SIZE_MAX / 2);
    add_times(&declarations, 1, "f(A): map(A, A) opaque long");
    add_times(&declarations, NAME_BYTES, "g");
    add_times(&declarations, 1, " y: long");
    add_times(&declarations, NAME_BYTES, "g");
    options.check = true;
    options.declarations = vt_buffer_text(&declarations);
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_cel_compile(VT_TEXT("f(f(f(f(f(f(f(f(f(f(y)))))))))) + 1"), &options,
                                        &program, diagnostics),
                     VITALS_ESYNTAX);
    vt_text reported = vitals_diagnostics_at(diagnostics, 0)->text;
    assert_true(reported.size > NAME_BYTES && reported.size < MOST_BYTES);
    assert_non_null(strstr(reported.bytes, "ggg, ...'\n"));
    vitals_diagnostics_free(diagnostics);
    vt_buffer_done(&declarations);
}

/* ---------------------------------------------------------------- limits */

static const struct limit_row {
    TABLE_ROW;
    const char *expression;
    uint64_t cost, bytes;
    const char *limit;
} limit_rows[] = {
    { "cost of loops", "[1,2,3,4,5].all(a, [1,2,3,4,5].all(b, [1,2,3,4,5].all(c, true)))", 100, 0,
      "cel_cost" },
    { "cost is not absorbed by ||", "[1,2,3,4,5].all(a, [1,2,3,4,5].all(b, true)) || true", 20, 0,
      "cel_cost" },
    { "cost is not absorbed by exists", "[1,2].exists(x, [1,2,3,4,5].all(b, true) && x == 2)", 12,
      0, "cel_cost" },
    { "memory of text",
      "'aaaaaaaaaa'.replace('', 'bbbbbbbbbbbbbbbbbbbb').replace('', "
      "'cccccccccccccccccccccccc').size() > 0",
      0, 4096, "cel_memory_bytes" },
    { "memory of lists", "[1,2,3,4,5,6,7,8].map(a, [1,2,3,4,5,6,7,8].map(b, [a, b])).size() > 0", 0,
      1024, "cel_memory_bytes" },
};

static void check_limit(void **unused) {
    const struct limit_row *row = *unused;
    vitals_limits limits = { .cel_cost = row->cost, .cel_memory_bytes = row->bytes };
    vitals_cel_program *program = compile(row->expression, &limits);
    vitals_cel_state *state = NULL;
    assert_int_equal(vitals_cel_state_new(NULL, &state), VITALS_OK);
    vitals_cel_answer answer = evaluate(program, state, NULL);
    assert_true(answer.failed);
    assert_string_equal(answer.limit, row->limit);
    assert_non_null(strstr(answer.text.bytes, row->limit));
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
}

/* Paths that are walked in different ways; a key with a dot makes all of them go the longest one. */
static const char *const paths[] = {
    "status.conditions.all(e, e.type != 'x' && e.status != 'x')",
    "status.conditions.map(e, [e]).all(e, e[0].type == 'Ready' || e[0].type == 'Synced')",
    "[{'a': {'b': 1}}].all(e, e.a.b == 1 && e.a == {'b': 1})",
    "cel.bind(s, status, s.conditions.exists(c, c.status == s.conditions[0].status))",
    "status.missing.deeper.still == 1",
    "status.conditions.all(e, e.missing == 1)",
    "status.conditions.all(e, e.type.missing == 1)",
    "metadata.generation.missing == 1",
    "[1].all(e, e.missing == 1)",
    "missing.status == 1",
    "missing == 1",
};

/* The cost and the value of an expression do not depend on how its paths were walked. */
static void every_way_costs_the_same(void **unused) {
    (void)unused;
    static const char dotted_text[] =
        "{\"a.b\":0,\"metadata\":{\"generation\":2},\"status\":{\"conditions\":[{\"type\":"
        "\"Ready\","
        "\"status\":\"True\"},{\"type\":\"Synced\",\"status\":\"False\"}]}}";
    vitals_document *dotted = NULL;
    vitals_cel_state *states[2] = { NULL, NULL };
    vitals_cel_input plain_input = VITALS_CEL_INPUT_INIT, dotted_input = VITALS_CEL_INPUT_INIT;
    assert_int_equal(
        vitals_document_parse(dotted_text, sizeof dotted_text - 1, NULL, &dotted, NULL), VITALS_OK);
    plain_input.object = object;
    dotted_input.object = dotted;
    for (int i = 0; i < 2; i++) assert_int_equal(vitals_cel_state_new(NULL, &states[i]), VITALS_OK);
    for (size_t i = 0; i < TABLE_COUNT(paths); i++) {
        vitals_cel_program *program = compile(paths[i], NULL);
        vitals_cel_answer one = evaluate(program, states[0], &plain_input);
        vitals_cel_answer other = evaluate(program, states[1], &dotted_input);
        assert_string_equal(one.text.bytes, other.text.bytes);
        assert_int_equal(one.failed, other.failed);
        assert_int_equal(one.cost, other.cost);
        vitals_cel_program_free(program);
    }
    for (int i = 0; i < 2; i++) vitals_cel_state_free(states[i]);
    vitals_document_free(dotted);
}

static bool stop_at_once(void *user) {
    ++*(int *)user;
    return true;
}

static void host_interrupts(void **unused) {
    (void)unused;
    int asked = 0;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    input.interrupt = stop_at_once;
    input.interrupt_user = &asked;
    vitals_cel_program *program = compile("[1, 2].all(x, true) || true", NULL);
    vitals_cel_state *state = NULL;
    assert_int_equal(vitals_cel_state_new(NULL, &state), VITALS_OK);
    vitals_cel_answer answer = evaluate(program, state, &input);
    assert_true(answer.failed);
    assert_string_equal(answer.text.bytes, "operation interrupted");
    assert_int_equal(asked, 1);
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
}

/* ------------------------------------------------------- traces and cel.h */

static size_t count_kind(vitals_trace *trace, vitals_trace_kind kind) {
    vitals_trace_event event;
    size_t count = 0;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++)
        count += event.kind == kind;
    return count;
}

static void trace_has_reads_and_values(void **unused) {
    (void)unused;
    vitals_trace *trace = NULL;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_state *state = NULL;
    vitals_cel_program *program = compile("has(status.missing) || metadata.generation == 2", NULL);
    assert_int_equal(vitals_trace_new(NULL, &trace), VITALS_OK);
    assert_int_equal(vitals_cel_state_new(NULL, &state), VITALS_OK);
    input.object = object;
    input.trace = trace;
    assert_true(evaluate(program, state, &input).is_true);
    assert_int_equal(count_kind(trace, VITALS_TRACE_READ), 4);
    assert_int_equal(count_kind(trace, VITALS_TRACE_EXPRESSION), 4);
    /* The next call with the same trace starts anew. */
    assert_true(evaluate(program, state, &input).is_true);
    assert_int_equal(count_kind(trace, VITALS_TRACE_EXPRESSION), 4);
    vitals_cel_state_free(state);
    vitals_trace_free(trace);
    vitals_cel_program_free(program);
}

static void documents_as_variables(void **unused) {
    (void)unused;
    vitals_cel_variable variables[] = { { VT_TEXT("self"), object }, { VT_TEXT("dep"), object } };
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_state *state = NULL;
    char type[32];
    vt_text names[] = { VT_TEXT("self"), VT_TEXT("dep") };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.check = true;
    options.variables = names;
    options.variable_count = 2;
    assert_int_equal(
        vitals_cel_compile(VT_TEXT("self.metadata == dep.metadata"), &options, &program, NULL),
        VITALS_OK);
    vitals_cel_program_type(program, type, sizeof type);
    assert_string_equal(type, "bool");
    vitals_cel_program *refused = NULL;
    options.output_type = "bool";
    assert_int_equal(vitals_cel_compile(VT_TEXT("dep.status.ready"), &options, &refused, NULL),
                     VITALS_ESYNTAX);
    assert_null(refused);
    options.check = false;
    assert_int_equal(vitals_cel_compile(VT_TEXT("true"), &options, &refused, NULL), VITALS_EINVAL);
    assert_int_equal(vitals_cel_state_new(NULL, &state), VITALS_OK);
    input.variables = variables;
    input.variable_count = 2;
    assert_true(evaluate(program, state, &input).is_true);
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
}

static const struct door_row {
    TABLE_ROW;
    const char *expression;
    bool missing_is_false;
    vitals_status status;
    bool result;
    const char *error;
} door_rows[] = {
    { "true", "metadata.generation == 2", false, VITALS_OK, true, "" },
    { "a missing key", "status.phase == 'x'", false, VITALS_ESYNTAX, false,
      "failed to evaluate the CEL expression 'status.phase == 'x'': no such key: phase" },
    { "a missing key that is false", "status.phase == 'x'", true, VITALS_OK, false, "" },
    { "a missing variable that is false", "spec.x", true, VITALS_OK, false, "" },
    { "another error is one", "1 / 0 == 1", true, VITALS_ESYNTAX, false,
      "failed to evaluate the CEL expression '1 / 0 == 1': division by zero" },
    { "no bool", "status", false, VITALS_ESYNTAX, false,
      "failed to evaluate CEL expression as boolean: 'status'" },
    { "does not parse", "status.", false, VITALS_ESYNTAX, false,
      "failed to parse the CEL expression 'status.': ERROR: <input>:1:8: Syntax error: no viable "
      "alternative at input '.'\n | status.\n | .......^" },
    { "is wrong at construction", "int('x') == 1", false, VITALS_ESYNTAX, false,
      "failed to create CEL program: type conversion error from 'string' to 'int'" },
};

static void check_door(void **unused) {
    const struct door_row *row = *unused;
    vt_evaluation evaluation = { .reader = { object, NULL } };
    vt_cel_program *program = NULL;
    vt_cel_state *state = NULL;
    vt_buffer error;
    bool result = false;
    vt_buffer_init(&error, NULL, 4096);
    assert_int_equal(vt_cel_state_new(NULL, &state), VITALS_OK);
    vitals_status status =
        vt_cel_program_new(NULL, NULL, NULL, vt_text_from(row->expression), &program, &error);
    if (status == VITALS_OK) {
        status = vt_cel_evaluate_bool(program, state, &evaluation, row->missing_is_false, &result,
                                      &error, NULL, NULL);
    }
    assert_int_equal(status, row->status);
    assert_int_equal(result, row->result);
    assert_string_equal(error.bytes ? error.bytes : "", row->error);
    vt_cel_state_scrub(state);
    vt_cel_state_free(state);
    vt_cel_program_free(program);
    vt_buffer_done(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(branches_take_little_memory),
        cmocka_unit_test(overloads_take_little_memory),
        cmocka_unit_test(containers_take_little_memory),
        cmocka_unit_test(long_types_are_cut),
        cmocka_unit_test(memory_runs_out_over_types),
        cmocka_unit_test(memory_runs_out_over_errors),
        cmocka_unit_test(memory_runs_out_in_batches),
        cmocka_unit_test(warm_state_allocates_nothing),
        cmocka_unit_test(every_way_costs_the_same),
        cmocka_unit_test(host_interrupts),
        cmocka_unit_test(trace_has_reads_and_values),
        cmocka_unit_test(documents_as_variables),
    };
    if (vitals_document_parse(object_text, sizeof object_text - 1, NULL, &object, NULL) !=
        VITALS_OK)
        return 1;
    int failed = cmocka_run_group_tests_name("cel api", tests, NULL, NULL);
    failed += TABLE_RUN("cel limits", check_limit, limit_rows);
    failed += TABLE_RUN("cel door", check_door, door_rows);
    vitals_document_free(object);
    return failed;
}
