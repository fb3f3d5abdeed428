/*
** The host's interrupt: every public call that takes untrusted bytes asks it as often as
** support/gaps.h says, and when it is stopped at the first, a middle or the last question it returns
** the documented status and leaks nothing.
**
** VITALS_INTERRUPT_FIGURES=1 prints the figures of each row. Times are held only in optimised builds:
** for each place that asks the least of several tries, and with the slowness that the machine has then.
*/
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vitals/cel.h>
#include <vitals/explain.h>
#include <vitals/lint.h>
#include <vitals/live.h>
#include <vitals/testing.h>
#include <vitals/vitals.h>

#include "base/memory/buffer.h"
#include "base/memory/memory.h"
#include "support/gaps.h"
#include "support/table.h"

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static const bool is_timed = true;
#else
static const bool is_timed = false;
#endif

/* ------------------------------------------------------------------ the host */

/* What the host noticed of one call. */
static struct probe {
    vt_counted_memory memory;
    vitals_allocator allocator;
    size_t asks, stop_at; /* 0: never */
    gaps gaps;            /* of the row */
    double gap_ms;
    double longest_ms; /* of all rows */
    const char *longest_name;
} probe;

static bool ask(void *user) {
    (void)user;
    gaps_note(&probe.gaps);
    probe.asks++;
    return probe.stop_at && probe.asks >= probe.stop_at;
}

static void begin(void) {
    probe.asks = 0;
    gaps_begin(&probe.gaps);
}

static void end(void) {
    gaps_note(&probe.gaps);
    probe.gap_ms = gaps_end(&probe.gaps);
}

/* The status of the one call that is looked at. */
#define CALL(call) (begin(), probe_status = (call), end(), probe_status)
static vitals_status probe_status;

/* ------------------------------------------------------------------ the inputs */

/* `head`, `count` times `item` with its number for %zu, `tail`. */
typedef struct input {
    size_t count;
    const char *head, *item, *tail;
} input;

struct row {
    TABLE_ROW;
    vitals_status (*run)(const struct row *row, vt_text text);
    input input;
    vitals_status finished; /* the status of a call that is not stopped */
    vitals_status stopped;  /* VITALS_OK: the verdict names "interrupt" */
    const char *extra;      /* an object, an expression or a configuration */
    vitals_profile profile;
};

static char *make_text(const input *from, size_t *size) {
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, from->head);
    for (size_t i = 0; i < from->count; i++) vt_buffer_printf(&text, from->item, i);
    vt_buffer_add_terminated(&text, from->tail);
    return vt_buffer_take(&text, size);
}

static vitals_document *parse(vt_text text) {
    vitals_document *document = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &probe.allocator;
    assert_int_equal(vitals_document_parse(text.bytes, text.size, &options, &document, NULL),
                     VITALS_OK);
    return document;
}

/* ------------------------------------------------------------------ documents */

static vitals_read_options read_options(void) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &probe.allocator;
    options.interrupt = ask;
    return options;
}

static vitals_status run_document(const struct row *row, vt_text text) {
    (void)row;
    vitals_document *document = NULL;
    vitals_read_options options = read_options();
    vitals_status status =
        CALL(vitals_document_parse(text.bytes, text.size, &options, &document, NULL));
    vitals_document_free(document);
    return status;
}

static vitals_status write_document(vt_text text, vitals_format format, unsigned indent) {
    char *written = NULL;
    size_t size = 0;
    vitals_document *document = parse(text);
    vitals_write_options options = VITALS_WRITE_OPTIONS_INIT;
    options.allocator = &probe.allocator;
    options.format = format;
    options.indent = indent;
    options.interrupt = ask;
    vitals_status status = CALL(vitals_document_write(document, &options, &written, &size));
    if (written) vitals_text_free(&probe.allocator, written, size);
    vitals_document_free(document);
    return status;
}

static vitals_status run_write_json(const struct row *row, vt_text text) {
    (void)row;
    return write_document(text, VITALS_FORMAT_JSON, 2);
}

static vitals_status run_write_yaml(const struct row *row, vt_text text) {
    (void)row;
    return write_document(text, VITALS_FORMAT_YAML, 0);
}

typedef struct reading {
    vt_text text;
    size_t at;
} reading;

static ptrdiff_t read_text(void *user, char *buffer, size_t capacity) {
    reading *from = user;
    size_t size = from->text.size - from->at;
    if (size > capacity) size = capacity;
    memcpy(buffer, from->text.bytes + from->at, size);
    from->at += size;
    return (ptrdiff_t)size;
}

/* All pieces until the end, or until the host stops; a stream that was stopped goes on. */
static vitals_status take_pieces(vitals_stream *stream) {
    vitals_status status, stopped = VITALS_OK;
    for (;;) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, NULL);
        vitals_piece_free(piece);
        if (status == VITALS_ESTOPPED) {
            stopped = status;
            probe.stop_at = 0;
        }
        if (status == VITALS_ENOTFOUND || status == VITALS_EAGAIN) return stopped;
    }
}

static vitals_status run_stream(const struct row *row, vt_text text) {
    (void)row;
    vitals_stream *stream = NULL;
    vitals_read_options options = read_options();
    reading from = { text, 0 };
    assert_int_equal(vitals_stream_new(&options, read_text, &from, &stream), VITALS_OK);
    vitals_status status = CALL(take_pieces(stream));
    vitals_stream_free(stream);
    return status;
}

static vitals_status run_fed_stream(const struct row *row, vt_text text) {
    (void)row;
    vitals_stream *stream = NULL;
    vitals_read_options options = read_options();
    assert_int_equal(vitals_stream_new(&options, NULL, NULL, &stream), VITALS_OK);
    assert_int_equal(vitals_stream_feed(stream, text.bytes, text.size), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    vitals_status status = CALL(take_pieces(stream));
    vitals_stream_free(stream);
    return status;
}

static vitals_status run_piece(const struct row *row, vt_text text) {
    (void)row;
    vitals_stream *stream = NULL;
    vitals_piece *piece = NULL;
    vitals_document *document = NULL;
    size_t stop_at = probe.stop_at;
    vitals_read_options options = read_options();
    probe.stop_at = 0;
    assert_int_equal(vitals_stream_new(&options, NULL, NULL, &stream), VITALS_OK);
    assert_int_equal(vitals_stream_feed(stream, text.bytes, text.size), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_int_equal(vitals_stream_next(stream, &piece, NULL), VITALS_OK);
    probe.stop_at = stop_at;
    vitals_status status = CALL(vitals_piece_parse(piece, &document, NULL, NULL));
    vitals_document_free(document);
    vitals_piece_free(piece);
    vitals_stream_free(stream);
    return status;
}

/* --------------------------------------------------------------- configurations */

static vitals_configuration *configure(void) {
    vitals_configuration *configuration = NULL;
    assert_int_equal(vitals_configuration_new(&probe.allocator, &configuration), VITALS_OK);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    vitals_configuration_set_bundled(configuration, false);
    return configuration;
}

typedef vitals_status (*add_fn)(vitals_configuration *configuration, const char *file,
                                const char *bytes, size_t size, vitals_diagnostics *diagnostics);

static vitals_status add(add_fn add_input, vt_text text) {
    vitals_configuration *configuration = configure();
    vitals_configuration_set_interrupt(configuration, ask, NULL);
    vitals_status status = CALL(add_input(configuration, "a", text.bytes, text.size, NULL));
    vitals_configuration_free(configuration);
    return status;
}

static vitals_status run_argocd_cm(const struct row *row, vt_text text) {
    (void)row;
    return add(vitals_configuration_add_argocd_cm, text);
}

static vitals_status run_policy(const struct row *row, vt_text text) {
    (void)row;
    return add(vitals_configuration_add_policy, text);
}

static vitals_status build(add_fn add_input, vt_text text) {
    vitals_configuration *configuration = configure();
    vitals_engine *engine = NULL;
    assert_int_equal(add_input(configuration, "a", text.bytes, text.size, NULL), VITALS_OK);
    vitals_configuration_set_interrupt(configuration, ask, NULL);
    vitals_status status = CALL(vitals_engine_new(configuration, &engine, NULL));
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
    return status;
}

static vitals_status run_engine_cm(const struct row *row, vt_text text) {
    (void)row;
    return build(vitals_configuration_add_argocd_cm, text);
}

static vitals_status add_any_rules(vitals_configuration *configuration, const char *file,
                                   const char *bytes, size_t size,
                                   vitals_diagnostics *diagnostics) {
    return vitals_configuration_add_rules(configuration, file, bytes, size, NULL, diagnostics);
}

static vitals_status run_engine_rules(const struct row *row, vt_text text) {
    (void)row;
    return build(add_any_rules, text);
}

static vitals_status run_engine_expressions(const struct row *row, vt_text text) {
    (void)row;
    return build(vitals_configuration_add_expressions, text);
}

static vitals_status run_engine_policy(const struct row *row, vt_text text) {
    (void)row;
    return build(vitals_configuration_add_policy, text);
}

static vitals_status add_check(vitals_configuration *configuration, const char *file,
                               const char *bytes, size_t size, vitals_diagnostics *diagnostics) {
    return vitals_configuration_add_check(configuration, "x.io/K", file, bytes, size, diagnostics);
}

static vitals_status run_engine_check(const struct row *row, vt_text text) {
    (void)row;
    return build(add_check, text);
}

/* A tree of `count` checks in a directory of its own. */
static void make_tree(char *tree, const struct row *row, vt_text text) {
    char path[200];
    snprintf(tree, 60, "/tmp/vitals-interrupts-XXXXXX");
    assert_non_null(mkdtemp(tree));
    snprintf(path, sizeof path, "%s/x.io", tree);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < row->input.count; i++) {
        snprintf(path, sizeof path, "%s/x.io/K%zu", tree, i);
        assert_int_equal(mkdir(path, 0700), 0);
        snprintf(path, sizeof path, "%s/x.io/K%zu/health.lua", tree, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fwrite(text.bytes, 1, text.size, file);
        assert_int_equal(fclose(file), 0);
    }
}

static void remove_tree(const char *tree, const struct row *row) {
    char path[200];
    for (size_t i = 0; i < row->input.count; i++) {
        snprintf(path, sizeof path, "%s/x.io/K%zu/health.lua", tree, i);
        assert_int_equal(remove(path), 0);
        snprintf(path, sizeof path, "%s/x.io/K%zu", tree, i);
        assert_int_equal(remove(path), 0);
    }
    snprintf(path, sizeof path, "%s/x.io", tree);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(tree), 0);
}

static vitals_status run_tree(const struct row *row, vt_text text) {
    char tree[60];
    make_tree(tree, row, text);
    vitals_configuration *configuration = configure();
    vitals_configuration_set_interrupt(configuration, ask, NULL);
    vitals_status status = CALL(vitals_configuration_add_checks(configuration, tree, NULL));
    vitals_configuration_free(configuration);
    remove_tree(tree, row);
    return status;
}

static vitals_status run_test_tree(const struct row *row, vt_text text) {
    char tree[60];
    make_tree(tree, row, text);
    const char *paths[] = { tree };
    vitals_report *report = NULL;
    vitals_test_options options = VITALS_TEST_OPTIONS_INIT;
    options.allocator = &probe.allocator;
    options.incomplete = options.coverage = true;
    options.interrupt = ask;
    vitals_status status = CALL(vitals_test_run(paths, 1, &options, &report, NULL));
    vitals_report_free(report);
    remove_tree(tree, row);
    return status;
}

/* --------------------------------------------------------------- assessments */

typedef struct setup {
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_verdict *verdict;
    vitals_call call;
} setup;

static setup set_up(const struct row *row, add_fn add_input, vt_text text) {
    setup made = { .call = VITALS_CALL_INIT };
    vitals_configuration *configuration = configure();
    if (add_input) {
        assert_int_equal(add_input(configuration, "a", text.bytes, text.size, NULL), VITALS_OK);
    }
    assert_int_equal(vitals_engine_new(configuration, &made.engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(made.engine, &made.worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(&probe.allocator, &made.verdict), VITALS_OK);
    vitals_configuration_free(configuration);
    made.call.profile = row->profile;
    made.call.interrupt = ask;
    return made;
}

/* A call that was stopped says so in its verdict. */
static void tear_down(setup *made, vitals_status status) {
    bool stopped = probe.stop_at && probe.asks >= probe.stop_at;
    if (stopped && status == VITALS_OK) {
        assert_int_equal(vitals_verdict_health(made->verdict), VITALS_HEALTH_UNKNOWN);
        assert_non_null(vitals_verdict_limit(made->verdict));
        assert_string_equal(vitals_verdict_limit(made->verdict), "interrupt");
    }
    vitals_verdict_free(made->verdict);
    vitals_worker_free(made->worker);
    vitals_engine_release(made->engine);
}

static vitals_status assess(const struct row *row, add_fn add_input, vt_text configuration,
                            vt_text object) {
    setup made = set_up(row, add_input, configuration);
    vitals_document *document = parse(object);
    vitals_status status = CALL(vitals_assess(made.worker, document, &made.call, made.verdict));
    tear_down(&made, status);
    vitals_document_free(document);
    return status;
}

static vitals_status run_assess_cm(const struct row *row, vt_text text) {
    return assess(row, vitals_configuration_add_argocd_cm, text, vt_text_from(row->extra));
}

static vitals_status run_assess_expressions(const struct row *row, vt_text text) {
    return assess(row, vitals_configuration_add_expressions, vt_text_from(row->extra), text);
}

static vitals_status run_assess_object(const struct row *row, vt_text text) {
    return assess(row, NULL, VT_TEXT(""), text);
}

/* ------------------------------------------------------------------------ live */

static void put_lines(vitals_live *live, vitals_live_id scope, vt_text text) {
    for (vt_text line; vt_text_split(&text, '\n', &line);) {
        if (line.size == 0) continue;
        assert_int_equal(vitals_live_put_text(live, scope, line.bytes, line.size, NULL, NULL),
                         VITALS_OK);
    }
}

static vitals_status run_all(vitals_live *live, vitals_worker *worker) {
    vitals_status status;
    do {
        status = vitals_live_run(live, worker, 0, 1000);
    } while (status == VITALS_EAGAIN);
    return status;
}

/* No row has a verdict that the host stopped, and what was due is done by the next run. */
static void check_rows(vitals_live *live, vitals_worker *worker, vitals_live_view *view) {
    vitals_live_row row;
    probe.stop_at = 0;
    assert_int_equal(run_all(live, worker), VITALS_OK);
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id));) {
        assert_int_equal(vitals_live_row_of(view, id, &row, sizeof row), VITALS_OK);
        assert_int_equal(vt_text_find(row.message, VT_TEXT("interrupt"), 0), SIZE_MAX);
    }
}

/* A job that was stopped is given back, and its row is due again. */
static vitals_status run_jobs(vitals_live *live, vitals_worker *worker) {
    vitals_status stopped = VITALS_OK;
    vitals_live_job *job = NULL;
    while (!stopped && vitals_live_take(live, 0, &job) == VITALS_OK) {
        stopped = vitals_live_job_run(job, worker, ask, NULL);
        vitals_status status = vitals_live_give(live, job, 0);
        assert_true(status == VITALS_OK || status == VITALS_ESTOPPED);
    }
    return stopped;
}

typedef vitals_status (*work_fn)(vitals_live *live, vitals_worker *worker);

/* An object a line; all are assessed by one script. */
static vitals_status work_live(const struct row *row, vt_text text, work_fn work) {
    vitals_live *live = NULL;
    vitals_live_view *view = NULL;
    vitals_live_id source = 0, scope = 0;
    vitals_live_options options = VITALS_LIVE_OPTIONS_INIT;
    setup made = set_up(row, vitals_configuration_add_argocd_cm, vt_text_from(row->extra));
    size_t stop_at = probe.stop_at;
    options.allocator = &probe.allocator;
    options.keep = VITALS_LIVE_KEEP_ALL;
    assert_int_equal(vitals_live_new(&options, &live), VITALS_OK);
    assert_int_equal(vitals_live_view_new(live, NULL, &view), VITALS_OK);
    assert_int_equal(vitals_live_source_add(live, VT_TEXT("one"), made.engine, NULL, &source),
                     VITALS_OK);
    assert_int_equal(vitals_live_scope_add(live, source, NULL, &scope), VITALS_OK);
    put_lines(live, scope, text);
    vitals_live_set_interrupt(live, ask, NULL);
    vitals_status status = CALL(work(live, made.worker));
    if (stop_at) check_rows(live, made.worker, view);
    vitals_live_free(live);
    tear_down(&made, VITALS_ESTOPPED);
    return status;
}

static vitals_status run_live(const struct row *row, vt_text text) {
    return work_live(row, text, run_all);
}

static vitals_status run_live_jobs(const struct row *row, vt_text text) {
    return work_live(row, text, run_jobs);
}

static vitals_status run_script(const struct row *row, vt_text text) {
    setup made = set_up(row, NULL, VT_TEXT(""));
    vitals_document *document = parse(VT_TEXT("{\"kind\": \"K\"}"));
    vitals_status status =
        CALL(vitals_run_script(made.worker, text, true, document, &made.call, made.verdict));
    tear_down(&made, status);
    vitals_document_free(document);
    return status;
}

static vitals_status run_script_line(const struct row *row, vt_text text) {
    setup made = set_up(row, NULL, VT_TEXT(""));
    vt_text answer = VT_TEXT_ABSENT;
    vitals_status status =
        CALL(vitals_run_script_line(made.worker, text, &made.call, &answer, NULL));
    vitals_verdict_free(made.verdict);
    vitals_worker_free(made.worker);
    vitals_engine_release(made.engine);
    return status;
}

static vitals_status run_assess_text(const struct row *row, vt_text text) {
    setup made = set_up(row, NULL, VT_TEXT(""));
    vt_text json = VT_TEXT_ABSENT;
    vitals_status status =
        CALL(vitals_assess_text(made.worker, text.bytes, text.size, &made.call, &json, NULL));
    vitals_verdict_free(made.verdict);
    vitals_worker_free(made.worker);
    vitals_engine_release(made.engine);
    return status;
}

static vitals_status run_explain(const struct row *row, vt_text text) {
    setup made = set_up(row, vitals_configuration_add_argocd_cm, text);
    vitals_document *document = parse(vt_text_from(row->extra));
    vitals_explanation *explanation = NULL;
    vitals_status status =
        CALL(vitals_explain(made.engine, document, &made.call, &probe.allocator, &explanation));
    vitals_explanation_free(explanation);
    vitals_document_free(document);
    vitals_verdict_free(made.verdict);
    vitals_worker_free(made.worker);
    vitals_engine_release(made.engine);
    return status;
}

/* ------------------------------------------------------------------------ CEL */

static vitals_status run_cel_compile(const struct row *row, vt_text text) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.allocator = &probe.allocator;
    options.check = row->extra != NULL;
    options.interrupt = ask;
    vitals_status status = CALL(vitals_cel_compile(text, &options, &program, NULL));
    vitals_cel_program_free(program);
    return status;
}

static vitals_status run_cel_evaluate(const struct row *row, vt_text text) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    vitals_cel_state *state = NULL;
    vitals_cel_answer answer = { .failed = false };
    vitals_cel_input given = VITALS_CEL_INPUT_INIT;
    vitals_document *document = parse(text);
    options.allocator = &probe.allocator;
    assert_int_equal(vitals_cel_compile(vt_text_from(row->extra), &options, &program, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_cel_state_new(&probe.allocator, &state), VITALS_OK);
    given.object = document;
    given.interrupt = ask;
    vitals_status status =
        CALL(vitals_cel_evaluate(program, state, &given, &answer, sizeof answer));
    if (probe.stop_at && probe.asks >= probe.stop_at) {
        assert_true(answer.failed);
        assert_string_equal(answer.limit, "interrupt");
    }
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
    vitals_document_free(document);
    return status;
}

static vitals_status run_cel_batch(const struct row *row, vt_text text) {
    (void)row;
    vitals_cel_batch *batch = NULL;
    vt_text answer = VT_TEXT_ABSENT;
    assert_int_equal(vitals_cel_batch_new(&probe.allocator, NULL, &batch), VITALS_OK);
    vitals_cel_batch_set_interrupt(batch, ask, NULL);
    vitals_status status = CALL(vitals_cel_batch_answer(batch, text, &answer, NULL));
    vitals_cel_batch_free(batch);
    return status;
}

/* ----------------------------------------------------------------------- lint */

static vitals_status run_lint_text(const struct row *row, vt_text text) {
    vitals_lint *lint = NULL;
    assert_int_equal(vitals_lint_new(&probe.allocator, NULL, &lint), VITALS_OK);
    vitals_lint_set_interrupt(lint, ask, NULL);
    vitals_status status = CALL(vitals_lint_text(lint, row->extra, text.bytes, text.size));
    vitals_lint_free(lint);
    return status;
}

static vitals_status run_lint_finish(const struct row *row, vt_text text) {
    vitals_lint *lint = NULL;
    assert_int_equal(vitals_lint_new(&probe.allocator, NULL, &lint), VITALS_OK);
    assert_int_equal(vitals_lint_text(lint, row->extra, text.bytes, text.size), VITALS_OK);
    vitals_lint_set_interrupt(lint, ask, NULL);
    vitals_status status = CALL(vitals_lint_finish(lint));
    vitals_lint_free(lint);
    return status;
}

static vitals_status run_lint_path(const struct row *row, vt_text text) {
    char tree[60];
    make_tree(tree, row, text);
    vitals_lint *lint = NULL;
    assert_int_equal(vitals_lint_new(&probe.allocator, NULL, &lint), VITALS_OK);
    vitals_lint_set_interrupt(lint, ask, NULL);
    vitals_status status = CALL(vitals_lint_path(lint, tree, NULL));
    vitals_lint_free(lint);
    remove_tree(tree, row);
    return status;
}

/* ------------------------------------------------------------------- the rows */

#define CM "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n"
#define LEGACY CM "  resource.customizations: |\n"
#define SCRIPT LEGACY "    K:\n      health.lua: |\n"
#define FLUX "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n"
#define OWNER FLUX "metadata: {name: a, namespace: b}\nspec:\n  wait: true\n  healthCheckExprs:\n"
#define POD "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}, "
#define STOPS VITALS_OK, VITALS_ESTOPPED
#define SAYS VITALS_OK, VITALS_OK
#define EITHER VITALS_EAGAIN /* the call is stopped, or the script in it */
#define SILENT VITALS_EINVAL /* takes too little time to ask, whatever the object */

static const struct row rows[] = {
    /* clang-format off */
    { "JSON: values", run_document, { 480000, "[", "1,", "0]" }, STOPS, NULL, 0 },
    { "JSON: one large object", run_document, { 240000, "{", "\"k%zu\":1,", "\"z\":0}" }, STOPS, NULL, 0 },
    { "JSON: objects", run_document, { 80000, "[", "{\"a\":{\"b\":[%zu]}},", "0]" }, STOPS, NULL, 0 },
    { "JSON: one long string", run_document, { 800000, "[1,\"", "\\u00e9\\ud83d\\ude00", "\",2]" }, STOPS, NULL, 0 },
    { "JSON: long strings", run_document, { 5000, "[", "\"\\u00e9 %0500zu\",", "2]" }, STOPS, NULL, 0 },
    { "JSON: one long number", run_document, { 4000000, "[0.", "12", "]" }, STOPS, NULL, 0 },
    { "JSON: numbers", run_document, { 480000, "[", "%zu.125e-7,", "0]" }, STOPS, NULL, 0 },
    { "YAML: map", run_document, { 100000, "", "k%zu: v\n", "" }, STOPS, NULL, 0 },
    { "YAML: lists", run_document, { 100000, "", "- [1, 2.5, a]\n", "" }, STOPS, NULL, 0 },
    { "YAML: one long plain text", run_document, { 1000000, "a:\n", " line\n", "" }, STOPS, NULL, 0 },
    { "YAML: one long number", run_document, { 2000000, "a: ", "123", "" }, STOPS, NULL, 0 },
    { "YAML: one long quoted text", run_document, { 800000, "a: \"", "\\u00e9", "\"" }, STOPS, NULL, 0 },
    { "YAML: one long literal", run_document, { 1000000, "a: |\n", " line\n", "" }, STOPS, NULL, 0 },
    { "YAML: long base64", run_document, { 1500000, "a: !!binary ", "QUJD", "" }, STOPS, NULL, 0 },
    { "YAML: comments", run_document, { 500000, "", "# comment\n", "a: b\n" }, STOPS, NULL, 0 },
    { "YAML: aliases", run_document, { 100000, "- &a {b: c}\n", "- *a\n", "" }, STOPS, NULL, 0 },
    { "YAML: merges", run_document, { 50000, "x: &a {b: c}\n", "k%zu: {<<: *a}\n", "" }, STOPS, NULL, 0 },
    { "YAML: brackets", run_document, { 200000, "", "[", "" }, VITALS_ELIMIT, VITALS_ESTOPPED, NULL, 0 },
    { "stream: JSON lines", run_stream, { 100000, "", "{\"kind\":\"K\",\"n\":%zu}\n", "" }, STOPS, NULL, 0 },
    { "stream: items of a list", run_stream, { 100000, "{\"kind\":\"List\",\"items\":[", "{\"n\":%zu},", "{}]}" }, STOPS, NULL, 0 },
    { "stream: items of a list, fed", run_fed_stream, { 100000, "{\"kind\":\"List\",\"items\":[", "{\"n\":%zu},", "{}]}" }, STOPS, NULL, 0 },
    { "stream: one long value, fed", run_fed_stream, { 1500000, "[1,", "[12345],", "0]" }, STOPS, NULL, 0 },
    { "stream: YAML documents", run_stream, { 50000, "", "---\na: %zu\n", "" }, STOPS, NULL, 0 },
    { "stream: YAML items", run_stream, { 80000, "kind: List\nitems:\n", "- a: %zu\n", "" }, STOPS, NULL, 0 },
    { "stream: one long object, fed", run_fed_stream, { 1500000, "{\"a\":[1,", "[12345],", "0]}" }, STOPS, NULL, 0 },
    { "stream: one long YAML document, fed", run_fed_stream, { 1500000, "a:\n", "- b: cd\n", "" }, STOPS, NULL, 0 },
    { "piece: JSON", run_piece, { 150000, "{\"a\":[", "{\"b\":%zu},", "0]}" }, STOPS, NULL, 0 },
    { "piece: YAML", run_piece, { 100000, "a:\n", "- b%zu\n", "" }, STOPS, NULL, 0 },
    { "argocd-cm: YAML", run_argocd_cm, { 30000, LEGACY, "    x%zu.io/K:\n      health.lua: return {}\n", "" }, STOPS, NULL, 0 },
    { "argocd-cm: split keys", run_argocd_cm, { 20000, CM, "  resource.customizations.health.x%zu.io_K: return {}\n", "" }, STOPS, NULL, 0 },
    { "argocd-cm: JSON", run_argocd_cm, { 60000, "{\"kind\":\"ConfigMap\",\"data\":{", "\"resource.customizations.health.x%zu.io_K\":\"return {}\",", "\"a\":\"\"}}" }, STOPS, NULL, 0 },
    { "policy", run_policy, { 50000, "policy:\n", "- {match: {kind: K%zu}, countsAs: Healthy}\n", "" }, STOPS, NULL, 0 },
    { "engine: entries of the legacy key", run_engine_cm, { 20000, LEGACY, "    x%zu.io/K:\n      health.lua: return {}\n", "" }, STOPS, NULL, 0 },
    { "engine: split keys", run_engine_cm, { 20000, CM, "  resource.customizations.health.x%zu.io_K: return {}\n", "" }, STOPS, NULL, 0 },
    { "rules: values of a chart", run_engine_rules, { 20000, "configs:\n  cm:\n", "    resource.customizations.health.x%zu.io_K: return {}\n", "" }, STOPS, NULL, 0 },
    { "rules: maps without rules", run_engine_rules, { 60000, "a: resource.customizations\nb:\n", "- {a: {b%zu: 1}}\n", "" }, STOPS, NULL, 0 },
    { "rules: a text inside", run_engine_rules, { 20000, "values: |\n  configs:\n    cm:\n", "      resource.customizations.health.x%zu.io_K: return {}\n", "" }, STOPS, NULL, 0 },
    { "rules: JSON patches", run_engine_rules, { 20000, "", "- {op: add, path: /data/resource.customizations.health.x%zu.io_K, value: return}\n", "" }, STOPS, NULL, 0 },
    { "engine: keys of one entry", run_engine_cm, { 100000, LEGACY "    K:\n", "      k%zu: 1\n", "" }, STOPS, NULL, 0 },
    { "engine: known types", run_engine_cm, { 60000, LEGACY "    K:\n      knownTypeFields:\n", "      - {field: f%zu, type: t}\n", "" }, STOPS, NULL, 0 },
    { "engine: wildcards", run_engine_cm, { 20000, LEGACY, "    '*.x%zu.io/*':\n      health.lua: return {}\n", "" }, STOPS, NULL, 0 },
    { "engine: one large script", run_engine_cm, { 30000, SCRIPT, "        x%zu = x + 1\n", "" }, STOPS, NULL, 0 },
    { "engine: one script of calls", run_engine_check, { 95000, "f(", "x,", "1)" }, STOPS, NULL, 0 },
    { "engine: one script of names", run_engine_check, { 24000, "", "a%zu = b%zu\n", "" }, STOPS, NULL, 0 },
    { "engine: one script of locals", run_engine_check, { 10000, "", "do local a%zu = 1 end\n", "" }, STOPS, NULL, 0 },
    { "engine: one script of comments", run_engine_check, { 100000, "", "-- more\n", "x = 1" }, VITALS_OK, VITALS_ESTOPPED, NULL, 0 },
    { "engine: expressions", run_engine_expressions, { 10000, OWNER, "  - {apiVersion: x%zu.io/v1, kind: K, current: status.ok}\n", "" }, STOPS, NULL, 0 },
    { "engine: objects under healthChecks", run_engine_expressions, { 50000, FLUX "metadata: {name: a}\nspec:\n  healthChecks:\n", "  - {apiVersion: x.io/v1, kind: K, name: n%zu}\n", "" }, STOPS, NULL, 0 },
    { "engine: Kustomizations", run_engine_expressions, { 20000, "", FLUX "metadata: {name: a%zu}\nspec: {wait: true}\n---\n", "" }, STOPS, NULL, 0 },
    { "engine: policy", run_engine_policy, { 30000, "policy:\n", "- {match: {kind: K%zu}, countsAs: Healthy}\n", "" }, STOPS, NULL, 0 },
    { "write: JSON", run_write_json, { 100000, "[", "{\"a\":%zu},", "0]" }, STOPS, NULL, 0 },
    { "write: long strings", run_write_json, { 10000, "[", "\"\\n%0400zu\",", "0]" }, STOPS, NULL, 0 },
    { "write: YAML", run_write_yaml, { 50000, "[", "{\"a\":[\"x y\",%zu]},", "0]" }, STOPS, NULL, 0 },
    { "live: run", run_live, { 2000, "", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"n%zu\"}}\n", "" }, STOPS, LEGACY "    Pod:\n      health.lua: |\n        for i = 1, 2000 do obj.n = i end\n        return {status = 'Healthy'}\n", VITALS_PROFILE_ARGOCD },
    { "live: jobs", run_live_jobs, { 500, "", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"n%zu\"}}\n", "" }, STOPS, LEGACY "    Pod:\n      health.lua: |\n        for i = 1, 20000 do obj.n = i end\n        return {status = 'Healthy'}\n", VITALS_PROFILE_ARGOCD },
    { "live: one large object", run_live, { 300000, POD "\"status\":{\"a\":[", "%zu,", "0]}}\n" }, STOPS, LEGACY "    Pod:\n      health.lua: |\n        return {status = 'Healthy'}\n", VITALS_PROFILE_ARGOCD },
    { "check tree", run_tree, { 300, "", "", "return {}" }, STOPS, NULL, 0 },
    { "test run", run_test_tree, { 300, "", "", "return {}" }, STOPS, NULL, 0 },
    { "assess: wildcards", run_assess_cm, { 20000, LEGACY, "    '*.x%zu.io/*':\n      health.lua: return {}\n", "" }, SAYS, "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Other\"}", VITALS_PROFILE_ARGOCD },
    { "assess: Lua", run_assess_cm, { 1, SCRIPT, "        for i = 1, 100000 do obj.n = i end\n", "        return {status = 'Healthy'}\n" }, SAYS, "{\"kind\":\"K\"}", VITALS_PROFILE_ARGOCD },
    { "assess: CEL", run_assess_expressions, { 100000, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"K\",\"status\":{\"a\":[", "%zu,", "1]}}" }, SAYS, OWNER "  - {apiVersion: x.io/v1, kind: K, current: 'status.a.all(i, i > -1)'}\n", VITALS_PROFILE_FLUX },
    { "assess: native, many containers", run_assess_object, { 60000, "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"spec\":{\"template\":{\"spec\":{\"containers\":[", "{\"name\":\"c%zu\",\"ports\":[{\"containerPort\":80}]},", "{}]}}}}" }, VITALS_OK, SILENT, NULL, VITALS_PROFILE_ARGOCD },
    { "assess: native, many conditions", run_assess_object, { 90000, "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"status\":{\"conditions\":[", "{\"type\":\"T%zu\",\"status\":\"True\"},", "{}]}}" }, VITALS_OK, SILENT, NULL, VITALS_PROFILE_ARGOCD },
    { "assess: kstatus, many conditions", run_assess_object, { 90000, "{\"apiVersion\":\"x.io/v1\",\"kind\":\"K\",\"status\":{\"conditions\":[", "{\"type\":\"T%zu\",\"status\":\"True\"},", "{}]}}" }, VITALS_OK, SILENT, NULL, VITALS_PROFILE_KSTATUS },
    { "run_script: one large script", run_script, { 24000, "", "a%zu = b%zu\n", "" }, SAYS, NULL, VITALS_PROFILE_ARGOCD },
    { "run_script_line: a large object", run_script_line, { 150000, "{\"script\":\"return {}\",\"object\":{\"a\":[", "{\"b\":%zu},", "0]}}" }, VITALS_OK, EITHER, NULL, VITALS_PROFILE_ARGOCD },
    { "assess_text: a large object", run_assess_text, { 150000, POD "\"spec\":{\"a\":[", "{\"b\":%zu},", "0]}}" }, VITALS_OK, EITHER, NULL, VITALS_PROFILE_ARGOCD },
    { "explain: wildcards", run_explain, { 5000, LEGACY, "    '*.x%zu.io/*':\n      health.lua: return {}\n", "" }, VITALS_OK, VITALS_OK, "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Other\"}", VITALS_PROFILE_ARGOCD },
    { "CEL: compile a list", run_cel_compile, { 10000, "[", "%zu,", "0]" }, STOPS, NULL, 0 },
    { "CEL: compile and check", run_cel_compile, { 5000, "[", "%zu + 1,", "0]" }, STOPS, "", 0 },
    { "CEL: compile what does not parse", run_cel_compile, { 20000, "", "a b ", "" }, VITALS_ESYNTAX, VITALS_ESTOPPED, NULL, 0 },
    { "CEL: evaluate", run_cel_evaluate, { 100000, "{\"a\":[", "%zu,", "0]}" }, SAYS, "a.all(i, a[i % 7] > -1)", 0 },
    { "CEL: a line with large variables", run_cel_batch, { 100000, "{\"expr\":\"a.all(i, i > -1)\",\"vars\":{\"a\":[", "%zu,", "0]}}" }, STOPS, NULL, 0 },
    { "CEL: a line with a long expression", run_cel_batch, { 10000, "{\"expr\":\"[", "%zu,", "0].size()\"}" }, STOPS, NULL, 0 },
    { "CEL: a line with large bindings", run_cel_batch, { 90000, "{\"expr\":\"a.size()\",\"bindings\":{\"a\":{\"t\":\"list\",\"v\":[", "{\"t\":\"int\",\"v\":\"%zu\"},", "{\"t\":\"null\"}]}}}" }, STOPS, NULL, 0 },
    { "lint: text", run_lint_text, { 30000, LEGACY, "    x%zu.io/K:\n      health.lua: return {}\n", "" }, STOPS, "a.yaml", 0 },
    { "lint: documents", run_lint_text, { 15000, "", "---\nkind: ConfigMap\nmetadata: {name: argocd-cm}\n", "" }, STOPS, "a.yaml", 0 },
    { "lint: entries of the legacy key", run_lint_finish, { 6000, LEGACY, "    x%zu.io/K:\n      health.lua: return {}\n", "" }, STOPS, "a.yaml", 0 },
    { "lint: wildcards", run_lint_finish, { 1000, LEGACY, "    '*.x%zu.io/*':\n      health.lua: return {}\n", "" }, STOPS, "a.yaml", 0 },
    { "lint: a large script", run_lint_finish, { 20000, "", "a%zu = b%zu\n", "" }, STOPS, "x.io/K/health.lua", 0 },
    { "lint: a script of conditions", run_lint_finish, { 8000, "local x = obj.status\n", "if x.a%zu then return {status='Healthy'} end\n", "" }, STOPS, "x.io/K/health.lua", 0 },
    { "lint: expressions", run_lint_finish, { 4000, OWNER, "  - {apiVersion: x%zu.io/v1, kind: K, current: status.ok}\n", "" }, STOPS, "a.yaml", 0 },
    { "lint: one long expression", run_lint_finish, { 4000, OWNER "  - {apiVersion: x.io/v1, kind: K, current: \"true", " && obj.a%zu", "\"}\n" }, STOPS, "a.yaml", 0 },
    { "lint: an expression of has(", run_lint_finish, { 200000, OWNER "  - {apiVersion: x.io/v1, kind: K, current: \"", "has(", "\"}\n" }, STOPS, "a.yaml", 0 },
    { "lint: a tree", run_lint_path, { 300, "", "", "return {}" }, STOPS, NULL, 0 },
    /* clang-format on */
};

/* ------------------------------------------------------------------- checking */

static vitals_status run(const struct row *row, vt_text text, size_t stop_at) {
    size_t before = probe.memory.live_bytes;
    probe.stop_at = stop_at;
    probe.asks = 0;
    vitals_status status = row->run(row, text);
    assert_int_equal(probe.memory.live_bytes, before);
    return status;
}

static bool is_gap_short(const struct row *row, vt_text text, double *gap_ms) {
    bool is_short = *gap_ms <= GAPS_MOST_MS * slowness();
    for (int try = 1; !is_short && try < GAPS_TRIES; try++) {
        run(row, text, 0);
        *gap_ms = probe.gap_ms;
        is_short = *gap_ms <= GAPS_MOST_MS * slowness();
    }
    return is_short;
}

static void check_stops(const struct row *row, vt_text text, size_t asks) {
    if (row->stopped == SILENT) return;
    assert_true(asks >= 1);
    const size_t stops[] = { 1, asks / 2, asks };
    for (size_t i = 0; i < 3; i++) {
        if (!stops[i]) continue;
        vitals_status status = run(row, text, stops[i]);
        bool either = row->stopped == EITHER && status == VITALS_ESTOPPED;
        assert_int_equal(status, either                   ? VITALS_ESTOPPED
                                 : row->stopped == EITHER ? VITALS_OK
                                                          : row->stopped);
    }
}

static void check(void **state) {
    const struct row *row = *state;
    size_t size;
    char *bytes = make_text(&row->input, &size);
    vt_text text = vt_text_slice(bytes, size);
    vitals_status finished = run(row, text, 0);
    size_t asks = probe.asks;
    double gap_ms = probe.gap_ms;
    bool is_short = !is_timed || is_gap_short(row, text, &gap_ms);
    if (getenv("VITALS_INTERRUPT_FIGURES")) {
        print_message("| %s | %zu | %.1f ms | %d\n", row->name, asks, gap_ms, (int)finished);
    }
    if (gap_ms > probe.longest_ms) {
        probe.longest_ms = gap_ms;
        probe.longest_name = row->name;
    }
    assert_int_equal(finished, row->finished);
    check_stops(row, text, asks);
    assert_true(is_short);
    gaps_done(&probe.gaps);
    free(bytes);
}

int main(void) {
    probe.memory.parent = vt_allocator_or_default(NULL);
    probe.allocator = (vitals_allocator){ vt_counted_allocate, &probe.memory };
    int failed = TABLE_RUN("interrupts", check, rows);
    print_message("%zu calls; the longest time between two calls of interrupt: %.1f ms in '%s'\n",
                  TABLE_COUNT(rows), probe.longest_ms,
                  probe.longest_name ? probe.longest_name : "");
    return failed;
}
