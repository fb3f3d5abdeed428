/* Runs fixtures against the healthCheckExprs beside them, as Flux would. */
#include "author/testing/testing.h"

/* The expressions in health.cel.yaml as an engine. */
static vitals_status make_runner(vt_test_run *run, const vt_check_directory *directory,
                                 vt_runner *runner) {
    vitals_report *report = run->report;
    vt_text file = vt_report_join(report, directory->path, VT_TEXT("health.cel.yaml"));
    vitals_configuration *configuration = NULL;
    vitals_status status = file.bytes ? VITALS_OK : VITALS_ENOMEM;
    if (!status) status = vitals_configuration_new(&report->allocator, &configuration);
    if (!status) {
        vitals_configuration_set_bundled(configuration, false);
        vitals_configuration_set_limits(configuration, &report->limits);
        status = vt_test_read_file(report, directory->path, VT_TEXT("health.cel.yaml"), &run->text,
                                   run->diagnostics);
    }
    if (!status) {
        status = vitals_configuration_add_expressions(configuration, file.bytes,
                                                      run->text.bytes ? run->text.bytes : "",
                                                      run->text.size, run->diagnostics);
    }
    if (!status) status = vt_runner_init(runner, report, configuration, run->diagnostics);
    vitals_configuration_free(configuration);
    return status;
}

/* The expected status may be kstatus's or Argo CD's. */
static bool is_expected(vt_text expected, const vitals_verdict *verdict) {
    return vt_text_is(expected, vitals_kstatus_name(vitals_verdict_kstatus(verdict))) ||
           vt_text_is(expected, vitals_health_name(vitals_verdict_health(verdict)));
}

static void compare(vt_test_run *run, const vt_check_directory *directory,
                    const vt_fixture *fixture, const vitals_verdict *verdict, vitals_test *test) {
    vitals_report *report = run->report;
    /* Flux has messages of its own: those expected of a script are not compared. */
    bool with_message =
        fixture->message_value && !directory->has_script && !report->options.statuses_only;
    test->rule = vt_report_keep(report, vitals_verdict_rule(verdict));
    test->status = vt_text_from(vitals_kstatus_name(vitals_verdict_kstatus(verdict)));
    test->message = vt_report_keep(report, vitals_verdict_message(verdict));
    test->error = vt_report_keep(report, vitals_verdict_error(verdict));
    test->steps = vitals_verdict_steps(verdict);
    bool same = !test->error.bytes && is_expected(test->expected_status, verdict) &&
                (!with_message || vt_text_equal(test->message, test->expected_message));
    test->outcome = same ? VITALS_OUTCOME_PASSED : VITALS_OUTCOME_FAILED;
}

static vitals_status run_one(vt_test_run *run, const vt_check_directory *directory,
                             const vt_runner *runner, const vt_fixture *fixture,
                             vitals_test *test) {
    vitals_document *object = NULL;
    if (!vt_run_parse(run, directory->path, fixture->input, &object, &test->error)) {
        test->outcome = VITALS_OUTCOME_FAILED;
        return test->error.bytes ? vt_run_add(run, test) : VITALS_ENOMEM;
    }
    vitals_call call = VITALS_CALL_INIT;
    call.profile = VITALS_PROFILE_FLUX;
    call.now_seconds = run->report->options.now_seconds;
    call.interrupt = run->report->options.interrupt;
    call.interrupt_user = run->report->options.interrupt_user;
    vitals_verdict *verdict = NULL;
    vitals_status status = vitals_verdict_new(&run->report->allocator, &verdict);
    if (!status) status = vitals_assess(runner->worker, object, &call, verdict);
    if (!status) {
        compare(run, directory, fixture, verdict, test);
        status = vt_run_add(run, test);
    }
    vitals_verdict_free(verdict);
    vitals_document_free(object);
    return status;
}

/* "group/Kind/testdata/x.yaml (expressions)" where a script has a test of the same name. */
static bool name_test(vt_test_run *run, const vt_check_directory *directory,
                      const vitals_document *tests, const vt_fixture *fixture, vitals_test *test) {
    vitals_report *report = run->report;
    test->name =
        vt_arena_printf(&report->arena, "%.*s/%.*s%s", VT_TEXT_ARG(directory->name),
                        VT_TEXT_ARG(fixture->input), directory->has_script ? " (expressions)" : "");
    test->input = vt_report_join(report, directory->path, fixture->input);
    test->file = vt_report_join(report, directory->path, VT_TEXT("health_test.yaml"));
    test->line = vt_document_place(tests, fixture->item).line;
    test->expected_status = vt_report_keep(report, fixture->status);
    test->expected_message = vt_report_keep(report, fixture->message);
    return test->name.bytes && test->input.bytes && test->file.bytes &&
           test->expected_status.bytes && test->expected_message.bytes;
}

vitals_status vt_run_expressions(vt_test_run *run, const vt_check_directory *directory,
                                 const vitals_document *tests) {
    const vitals_test_options *options = &run->report->options;
    vt_runner runner;
    vitals_status status = make_runner(run, directory, &runner);
    if (status) return status;
    vt_fixture fixture;
    for (const vt_value *at = NULL;
         !status && !run->stopped && (at = vt_fixture_next(run->report, tests, at, &fixture));) {
        vitals_test test = { .outcome = VITALS_OUTCOME_PASSED };
        if (!name_test(run, directory, tests, &fixture, &test)) {
            status = VITALS_ENOMEM;
        } else if (!options->wants || options->wants(options->user, test.name.bytes)) {
            status = run_one(run, directory, &runner, &fixture, &test);
        }
    }
    vt_runner_done(&runner);
    return status;
}
