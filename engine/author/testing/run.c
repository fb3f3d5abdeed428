/* Runs tests directory by directory, each test as Argo CD's own harness runs it. */
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "base/run/limits.h"

/* ------------------------------------------------------------------- tests */

static bool is_wanted(const vt_test_run *run, vt_text name) {
    const vitals_test_options *options = &run->report->options;
    return !options->wants || options->wants(options->user, name.bytes);
}

/* A test that fails before any script is run. */
static vitals_status add_result(vt_test_run *run, const vt_check_directory *directory,
                                const char *file, vt_text error, vitals_outcome outcome) {
    vitals_report *report = run->report;
    vitals_test test = { .outcome = outcome, .error = error };
    test.name = vt_report_join(report, directory->name, vt_text_from(file));
    test.file = vt_report_join(report, directory->path, vt_text_from(file));
    if (!test.name.bytes || !test.file.bytes || !error.bytes) return VITALS_ENOMEM;
    return is_wanted(run, test.name) ? vt_run_add(run, &test) : VITALS_OK;
}

/* Keep the health that a script gave, or why there is none to compare: a wrong deletionMessage is an error, for
** it is not a part of the health that is shown. */
static vitals_status keep_result(vitals_report *report, const vt_opinion *opinion,
                                 const vt_fixture *fixture, vitals_test *test) {
    const vt_text deletion = opinion->deletion_message, want = fixture->deletion_message;
    if (opinion->kind == VT_OPINION_FAILED) {
        test->error = vt_report_keep(report, opinion->message);
    } else if (!report->options.statuses_only && !vt_text_equal(deletion, want)) {
        test->error = vt_arena_printf(&report->arena, "deletionMessage is \"%.*s\", not \"%.*s\"",
                                      VT_TEXT_ARG(deletion), VT_TEXT_ARG(want));
    } else {
        test->status = vt_text_from(vitals_health_name(opinion->health));
        test->message = vt_report_keep(report, opinion->message);
        if (!test->message.bytes) test->message = VT_TEXT("");
        return VITALS_OK;
    }
    return test->error.bytes ? VITALS_OK : VITALS_ENOMEM;
}

static vitals_status add_error(vt_test_run *run, const vt_check_directory *directory,
                               const char *file, vt_text error) {
    return add_result(run, directory, file, error, VITALS_OUTCOME_FAILED);
}

/* Keep the result; a failure is run again with a trace, which has the line. */
static vitals_status run_script(vt_test_run *run, const vt_rule *rule, const vt_fixture *fixture,
                                const vitals_document *object, vitals_test *test) {
    vitals_report *report = run->report;
    vt_arena_empty(&run->arena);
    vt_opinion opinion = vt_runner_run(&run->runner, rule, object, &report->limits,
                                       report->options.now_seconds, &run->arena, NULL);
    test->rule = vt_report_keep(report, rule->id);
    test->steps = opinion.steps;
    const vitals_status status = keep_result(report, &opinion, fixture, test);
    if (status) return status;
    bool same =
        !test->error.bytes && vt_text_equal(test->status, test->expected_status) &&
        (report->options.statuses_only || vt_text_equal(test->message, test->expected_message));
    if (same) return VITALS_OK;
    test->outcome = VITALS_OUTCOME_FAILED;
    vitals_trace_clear(run->trace);
    opinion = vt_runner_run(&run->runner, rule, object, &report->limits,
                            report->options.now_seconds, &run->arena, run->trace);
    vt_text script, line;
    vt_rule_place(rule, opinion.line, &script, &test->script_line, &line);
    test->script = vt_report_keep(report, script);
    test->script_text = vt_report_keep(report, line);
    return VITALS_OK;
}

static vitals_status run_object(vt_test_run *run, const vt_check_directory *directory,
                                const vt_fixture *fixture, const vitals_document *object,
                                vitals_test *test) {
    const vt_rule *rule = vt_runner_find_rule(&run->runner, object);
    if (!rule) {
        vt_text group = vitals_document_group(object), kind = vitals_document_kind(object);
        /* Another tree need not have a check for every kind of this one. */
        test->outcome =
            run->report->options.checks ? VITALS_OUTCOME_SKIPPED : VITALS_OUTCOME_FAILED;
        test->error = vt_arena_printf(&run->report->arena, "no check for %.*s%s%.*s",
                                      VT_TEXT_ARG(group), group.size ? "/" : "", VT_TEXT_ARG(kind));
        return test->error.bytes ? VITALS_OK : VITALS_ENOMEM;
    }
    vitals_status status = run_script(run, rule, fixture, object, test);
    if (!status && run->report->options.coverage) {
        status = vt_coverage_measure(run, rule, object);
    }
    if (!status && run->report->options.incomplete) {
        status = vt_incomplete_try(run, directory, rule, object);
    }
    return status;
}

static vitals_status run_fixture(vt_test_run *run, const vt_check_directory *directory,
                                 const vitals_document *tests, const vt_fixture *fixture) {
    vitals_report *report = run->report;
    vitals_test test = { .outcome = VITALS_OUTCOME_PASSED };
    test.name = vt_report_join(report, directory->name, fixture->input);
    test.input = vt_report_join(report, directory->path, fixture->input);
    test.file = vt_report_join(report, directory->path, VT_TEXT("health_test.yaml"));
    test.line = vt_document_place(tests, fixture->item).line;
    test.expected_status = vt_report_keep(report, fixture->status);
    test.expected_message = vt_report_keep(report, fixture->message);
    if (!test.name.bytes || !test.input.bytes || !test.file.bytes || !test.expected_status.bytes ||
        !test.expected_message.bytes) {
        return VITALS_ENOMEM;
    }
    if (vt_interrupt_asked(vt_report_interrupt(report))) return VITALS_ESTOPPED;
    if (!is_wanted(run, test.name)) return VITALS_OK;
    vitals_document *object = NULL;
    vitals_status status = VITALS_OK;
    if (vt_run_parse(run, directory->path, fixture->input, &object, &test.error)) {
        status = run_object(run, directory, fixture, object, &test);
    } else {
        test.outcome = VITALS_OUTCOME_FAILED;
        if (!test.error.bytes) status = VITALS_ENOMEM;
    }
    if (!status) status = vt_run_add(run, &test);
    vitals_document_free(object);
    return status;
}

/* ------------------------------------------------------------- directories */

/* Action tests need Argo CD itself: each counts as a skipped test. */
static vitals_status skip_actions(vt_test_run *run, const vt_check_directory *directory) {
    static const char *const lists[] = { "discoveryTests", "actionTests" };
    vitals_report *report = run->report;
    vitals_document *document = NULL;
    vt_text error,
        file = vt_report_join(report, directory->path, VT_TEXT("actions/action_test.yaml"));
    if (!file.bytes) return VITALS_ENOMEM;
    if (!vt_run_parse(run, directory->path, VT_TEXT("actions/action_test.yaml"), &document, &error))
        return VITALS_OK;
    vitals_test test = { .outcome = VITALS_OUTCOME_SKIPPED, .file = file };
    test.name = vt_report_join(report, directory->name, VT_TEXT("actions/action_test.yaml"));
    vitals_status status = test.name.bytes ? VITALS_OK : VITALS_ENOMEM;
    const bool wanted = !status && is_wanted(run, test.name);
    for (size_t i = 0; wanted && i < sizeof lists / sizeof lists[0]; i++) {
        const vt_value *list =
            vt_fixture_member(vt_document_root(document), vt_text_from(lists[i]));
        if (!vt_value_is_array(list)) continue;
        for (const vt_value *item = vt_array_first(list); item && !status;
             item = vt_array_next(list, item)) {
            test.line = vt_document_place(document, item).line;
            status = vt_run_add(run, &test);
        }
    }
    vitals_document_free(document);
    return status;
}

/* What Argo CD's decoder refuses; empty: nothing. */
static const char *shape_problem(const vitals_document *tests) {
    const vt_value *root = vt_document_root(tests);
    const vt_value *list = vt_fixture_member(root, VT_TEXT("tests"));
    if (!vt_value_is_null(root) && !vt_value_is_object(root)) return "this is not a mapping";
    if (!list) return "";
    if (!vt_value_is_array(list)) return "tests is not a list";
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (!vt_value_is_null(item) && !vt_value_is_object(item)) return "a test is not a mapping";
    }
    return "";
}

/* A file without tests says so: nothing was left unread, but somebody may think it tests. */
static vitals_status note_empty(vt_test_run *run, const vt_check_directory *directory,
                                const vitals_document *tests) {
    const vt_value *list = vt_fixture_member(vt_document_root(tests), VT_TEXT("tests"));
    const bool required = directory->has_script && run->report->options.require_tests;
    if (list && vt_array_first(list)) return VITALS_OK;
    return add_result(run, directory, "health_test.yaml", VT_TEXT("there are no tests in it"),
                      required ? VITALS_OUTCOME_FAILED : VITALS_OUTCOME_SKIPPED);
}

static vitals_status run_scripts(vt_test_run *run, const vt_check_directory *directory,
                                 const vitals_document *tests) {
    vt_fixture fixture;
    vitals_status status = vt_incomplete_begin(run, directory, tests);
    for (const vt_value *at = NULL;
         !status && !run->stopped && (at = vt_fixture_next(run->report, tests, at, &fixture));) {
        status = run_fixture(run, directory, tests, &fixture);
    }
    return status;
}

static vitals_status run_tests(vt_test_run *run, const vt_check_directory *directory) {
    vitals_document *tests = NULL;
    vt_text error, file = vt_report_join(run->report, directory->path, VT_TEXT("health_test.yaml"));
    if (!file.bytes) return VITALS_ENOMEM;
    if (!vt_run_parse(run, directory->path, VT_TEXT("health_test.yaml"), &tests, &error)) {
        return add_error(run, directory, "health_test.yaml", error);
    }
    const char *problem = shape_problem(tests);
    if (*problem) {
        vitals_document_free(tests);
        return add_error(run, directory, "health_test.yaml", vt_text_from(problem));
    }
    vitals_status status = note_empty(run, directory, tests);
    if (!status && (directory->has_script || !directory->has_expressions)) {
        status = run_scripts(run, directory, tests);
    }
    if (!status && directory->has_expressions && !run->stopped) {
        status = vt_run_expressions(run, directory, tests);
    }
    vitals_document_free(tests);
    return status;
}

/* A script without fixtures appears in the coverage and is tried on incomplete objects too. */
static vitals_status begin_script(vt_test_run *run, const vt_check_directory *directory) {
    const vitals_test_options *options = &run->report->options;
    const vt_rule *rule = vt_runner_find_check(&run->runner, directory->name);
    vitals_status status = VITALS_OK;
    if (!rule) return VITALS_OK;
    if (options->coverage) status = vt_coverage_measure(run, rule, NULL);
    if (!status && options->incomplete && !directory->has_tests) {
        status = vt_incomplete_try_kind(run, directory, rule);
    }
    return status;
}

static vitals_status run_directory(vt_test_run *run, const vt_check_directory *directory) {
    vitals_status status = directory->has_script ? begin_script(run, directory) : VITALS_OK;
    if (status) return status;
    if (directory->has_tests) {
        status = run_tests(run, directory);
    } else if (directory->has_script && run->report->options.require_tests) {
        status = add_error(run, directory, "health.lua", VT_TEXT("there is no health_test.yaml"));
    }
    if (!status && directory->has_interpreter && !run->stopped)
        status = vt_run_interpreter(run, directory);
    if (!status && directory->has_actions && !run->stopped) status = skip_actions(run, directory);
    return status;
}

/* ------------------------------------------------------------------- trees */

static vitals_status configure(vt_test_run *run, const char *tree,
                               vitals_configuration *configuration) {
    const vitals_test_options *options = &run->report->options;
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_limits(configuration, &run->report->limits);
    vitals_configuration_set_interrupt(configuration, options->interrupt, options->interrupt_user);
    vitals_configuration_set_on_broken(configuration, VITALS_ON_BROKEN_SKIP);
    /* A tree without scripts is reported only when it was given for its scripts. */
    vitals_diagnostics *problems = options->checks ? run->diagnostics : NULL;
    vitals_status status =
        options->files
            ? vt_add_memory_checks(run->report, vt_text_from(tree), configuration, problems)
            : vitals_configuration_add_checks(configuration, tree, problems);
    if (!status && options->argocd_cm) {
        vitals_rules_options take = VITALS_RULES_OPTIONS_INIT;
        take.take = VITALS_RULES_CUSTOMIZATIONS;
        if (!options->files) take.take |= VITALS_RULES_FOLLOW;
        take.key = options->argocd_cm_key;
        status = vitals_configuration_add_rules(
            configuration, options->argocd_cm, options->argocd_cm_text.bytes,
            options->argocd_cm_text.size, &take, run->diagnostics);
    }
    return status;
}

/* Load the scripts of a tree into `run->runner`, unless they are there already. */
static vitals_status use_tree(vt_test_run *run, vt_text tree) {
    vitals_report *report = run->report;
    if (report->options.checks) tree = vt_text_from(report->options.checks);
    if (!vt_text_is_absent(run->tree) && vt_text_equal(run->tree, tree)) return VITALS_OK;
    vitals_configuration *configuration = NULL;
    vitals_status status = vt_coverage_finish(run);
    vt_runner_done(&run->runner);
    run->tree = VT_TEXT_ABSENT;
    if (!status) status = vitals_configuration_new(&report->allocator, &configuration);
    if (!status) status = configure(run, tree.bytes, configuration);
    /* The tests of a broken script report what is wrong with it. */
    if (!status) {
        status = vt_runner_init(&run->runner, report, configuration,
                                report->options.argocd_cm ? run->diagnostics : NULL);
    }
    vitals_configuration_free(configuration);
    if (!status) run->tree = tree;
    return status;
}

static vitals_status run_all(vt_test_run *run, const char *const *paths, size_t count) {
    vt_check_directories directories = { NULL, 0, 0 };
    vitals_status status = VITALS_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = vt_find_check_directories(run->report, paths[i], &directories, run->diagnostics);
    }
    for (size_t i = 0; i < directories.count && !status && !run->stopped; i++) {
        status = use_tree(run, directories.items[i].tree);
        if (!status) status = run_directory(run, &directories.items[i]);
    }
    vt_release_array(&run->report->allocator, directories.items, directories.capacity,
                     sizeof *directories.items);
    return status;
}

/* ------------------------------------------------------------------ public API */

/* A vitals_interrupt_fn. */
static bool ask_host(void *user) {
    vitals_report *report = user;
    report->stopped = report->stopped || vt_interrupt_asked(report->host);
    return report->stopped;
}

static vitals_status new_report(const vitals_test_options *options, vitals_report **out) {
    vitals_allocator memory = vt_allocator_or_default(options->allocator);
    vitals_report *report = vt_allocate_zeroed(&memory, sizeof *report);
    if (!report) return VITALS_ENOMEM;
    report->allocator = memory;
    report->limits = vt_limits_or_default(options->limits);
    report->options = *options;
    report->host = (vt_interrupt){ options->interrupt, options->interrupt_user };
    report->options.interrupt = ask_host;
    report->options.interrupt_user = report;
    vt_arena_init(&report->arena, &memory, 0);
    *out = report;
    return VITALS_OK;
}

vitals_status vitals_test_run(const char *const *paths, size_t count,
                              const vitals_test_options *options, vitals_report **out,
                              vitals_diagnostics *diagnostics) {
    vitals_test_options own = VITALS_TEST_OPTIONS_INIT;
    if ((!paths && count) || !out) return VITALS_EINVAL;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    vitals_report *report = NULL;
    vitals_status status = new_report(&own, &report);
    if (status) return status;
    vt_test_run run = { .report = report, .diagnostics = diagnostics };
    vt_arena_init(&run.arena, &report->allocator, 0);
    vt_arena_init(&run.covered_arena, &report->allocator, 0);
    vt_buffer_init(&run.text, &report->allocator, 0);
    status = vitals_diagnostics_new(&report->allocator, &run.problems);
    if (!status) status = vitals_trace_new(&report->allocator, &run.trace);
    if (!status) status = vt_index_memory_files(report);
    if (!status) status = run_all(&run, paths, count);
    vitals_status finished = vt_coverage_finish(&run);
    if (!status) status = finished;
    if (!status && report->stopped) status = VITALS_ESTOPPED;
    vt_runner_done(&run.runner);
    vt_arena_done(&run.covered_arena);
    vitals_trace_free(run.trace);
    vitals_diagnostics_free(run.problems);
    vt_buffer_done(&run.text);
    vt_arena_done(&run.arena);
    if (status) {
        vitals_report_free(report);
        return status;
    }
    *out = report;
    return VITALS_OK;
}
