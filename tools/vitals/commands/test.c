/* vitals test: the fixtures of checks, run as Argo CD runs them. */
#include <regex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/below.h"
#include "input/command.h"
#include "input/files.h"
#include "input/rules.h"
#include "input/time.h"
#include "output/show_tests.h"

typedef struct test_options {
    const char *checks, *argocd_cm, *key, *run, *now, *save_fixtures;
    bool statuses_only, fail_fast, require_tests, closed, update, watch, coverage, verbose, quiet;
    unsigned young, output, colour, threshold;
} test_options;

static const char *const forms[] = { "pretty", "tap", "junit", "github", "json", "lcov", NULL };
static const char *const young_modes[] = { "warn", "fail", "off", NULL };

#define FIELD(name) offsetof(test_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "checks", NULL, OPTION_TEXT, FIELD(checks), "TREE", NULL,
      "run the scripts of this tree, not those beside the tests" },
    { 0, "argocd-cm", "argocd-cm-path", OPTION_TEXT, FIELD(argocd_cm), "FILE", NULL,
      "use the customizations in it before the scripts: an argocd-cm ConfigMap, a "
      "kustomization, values of the argo-cd chart, an ArgoCD resource" },
    { 0, "key", NULL, OPTION_TEXT, FIELD(key), "PATH", NULL,
      "where the data of the argocd-cm is in that file, if it is not found: "
      ".gitops.argocd.cm" },
    { 0, "statuses-only", NULL, OPTION_FLAG, FIELD(statuses_only), NULL, NULL,
      "do not compare messages" },
    { 0, "run", NULL, OPTION_TEXT, FIELD(run), "REGEX", NULL,
      "only tests whose name (group/Kind/testdata/x.yaml) matches" },
    { 0, "fail-fast", NULL, OPTION_FLAG, FIELD(fail_fast), NULL, NULL,
      "stop at the first failure" },
    { 0, "require-tests", NULL, OPTION_FLAG, FIELD(require_tests), NULL, NULL,
      "fail checks without tests" },
    { 0, "closed-libraries", NULL, OPTION_FLAG, FIELD(closed), NULL, NULL,
      "run scripts as those of an argocd-cm without useOpenLibs: without string, "
      "math, os and others" },
    { 0, "incomplete", "young", OPTION_CHOICE, FIELD(young), "warn|fail|off", young_modes,
      "also try incomplete objects, such as one without status; what a check "
      "gets wrong is a warning (default) or a failure; or do not try them: off" },
    { 0, "save-fixtures", NULL, OPTION_TEXT, FIELD(save_fixtures), "DIR", NULL,
      "save the objects that --incomplete has found in this directory" },
    { 0, "coverage", NULL, OPTION_FLAG, FIELD(coverage), NULL, NULL,
      "report the lines, branches and statuses that no test reaches" },
    { 0, "threshold", NULL, OPTION_COUNT, FIELD(threshold), "N", NULL,
      "fail when coverage is below N per cent" },
    { 0, "update", NULL, OPTION_FLAG, FIELD(update), NULL, NULL,
      "write the actual results into health_test.yaml, whose comments and order "
      "stay" },
    { 0, "watch", NULL, OPTION_FLAG, FIELD(watch), NULL, NULL,
      "keep running, and test again what changes" },
    { 'v', "verbose", NULL, OPTION_FLAG, FIELD(verbose), NULL, NULL,
      "list the tests that pass too" },
    { 'q', "quiet", NULL, OPTION_FLAG, FIELD(quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", forms,
      "pretty (default), tap, junit, github, json or lcov" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
    { 0, "now", NULL, OPTION_TEXT, FIELD(now), "RFC3339", NULL,
      "the current time (default: the system clock)" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, NULL };

/* The state of one run of the command. */
typedef struct test_session {
    const test_options *options;
    vitals_test_options engine;
    test_view view;
    regex_t pattern;
    vt_buffer configmap, key;
    cli_problems problems;
    size_t errors;
    size_t test_count; /* tests so far, for the progress line */
} test_session;

/* ---------------------------------------------------------------- callbacks */

static bool wants(void *user, const char *name) {
    const test_session *session = user;
    return regexec(&session->pattern, name, 0, NULL, 0) == 0;
}

/* On a terminal the progress line overwrites itself. */
static void show_progress(void *user, const vitals_test *test) {
    test_session *session = user;
    (void)test;
    if (++session->test_count % 50 == 0) fprintf(stderr, "\r%zu tests", session->test_count);
}

static void clear_progress(const test_session *session) {
    if (session->engine.done && session->test_count >= 50) fputs("\r\x1b[K", stderr);
}

/* ------------------------------------------------------------------ writing */

static bool write_file(const char *path, const char *bytes, size_t size, cli_problems *problems) {
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0) ok = false;
    if (!ok) problems_add_error(problems, path, "cannot be written");
    return ok;
}

/* Replace the results in one file. */
static void update_file(test_session *session, const vitals_report *report, const char *path) {
    vt_buffer content = BUFFER_INIT;
    vitals_diagnostics *diagnostics = NULL;
    char *text = NULL;
    size_t size = 0, changed = 0;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    if (file_read(path, MAX_FILE_BYTES, &content, &session->problems)) {
        const vitals_status status =
            vitals_report_update(report, path, vt_buffer_string(&content), content.size, &text,
                                 &size, &changed, diagnostics);
        problems_add_all(&session->problems, path, status, diagnostics);
        if (status == VITALS_OK && changed && write_file(path, text, size, &session->problems)) {
            fprintf(stderr, "%s: %zu updated\n", path, changed);
        }
        if (status == VITALS_OK) {
            vitals_text_free(NULL, text, size);
        }
    }
    vitals_diagnostics_free(diagnostics);
    vt_buffer_done(&content);
}

/* Every file with a failed test, once: the tests of a file are consecutive. */
static void update_all(test_session *session, const vitals_report *report) {
    const char *last = "";
    vitals_test test;
    for (size_t i = 0; vitals_report_test_at(report, i, &test, sizeof test); i++) {
        if (test.outcome != VITALS_OUTCOME_FAILED || !test.status.bytes) continue;
        if (strcmp(last, test.file.bytes) == 0) continue;
        last = test.file.bytes;
        update_file(session, report, last);
    }
}

static void save_fixture(test_session *session, const char *name, vitals_text object) {
    const char *directory = session->options->save_fixtures, *why = NULL;
    vt_buffer path = BUFFER_INIT;
    vt_buffer_printf(&path, "%s/%s", directory, name);
    FILE *file = below_create(directory, name, true, &why);
    bool ok = file && fwrite(object.bytes, 1, object.size, file) == object.size;
    if (file && fclose(file) != 0) ok = false;
    if (ok) {
        fprintf(stderr, "%s written\n", vt_buffer_string(&path));
    } else {
        problems_add_error(&session->problems, vt_buffer_string(&path), "%s",
                           file ? "cannot be written" : why);
    }
    vt_buffer_done(&path);
}

/* "group_Kind_young_1.yaml" for each object that was found. */
static void save_fixtures(test_session *session, const vitals_report *report) {
    vitals_incomplete_finding finding;
    for (size_t i = 0; vitals_report_incomplete_at(report, i, &finding, sizeof finding); i++) {
        vt_buffer path = BUFFER_INIT;
        for (size_t at = 0; at < finding.check.size; at++) {
            const char byte = finding.check.bytes[at];
            vt_buffer_add_bytes(&path, byte == '/' ? "_" : &byte, 1);
        }
        vt_buffer_printf(&path, "_young_%zu.yaml", i + 1);
        save_fixture(session, vt_buffer_string(&path), finding.object);
        vt_buffer_done(&path);
    }
}

/* ------------------------------------------------------------------- running */

static bool has_failed(const test_session *session, const vitals_report *report) {
    vitals_incomplete_finding finding;
    if (vitals_report_count(report, VITALS_OUTCOME_FAILED)) return !session->options->update;
    if (session->view.young == YOUNG_FAIL &&
        vitals_report_incomplete_at(report, 0, &finding, sizeof finding)) {
        return true;
    }
    return session->options->threshold &&
           vitals_report_coverage_percent(report) < session->options->threshold;
}

static void report_threshold(const test_session *session, const vitals_report *report) {
    const unsigned percent = vitals_report_coverage_percent(report);
    if (session->options->threshold && percent < session->options->threshold) {
        fprintf(stderr, "vitals: coverage is %u per cent, the threshold is %u\n", percent,
                session->options->threshold);
    }
}

/* Run and show once. */
static int run_once(test_session *session, const option_list *paths) {
    vitals_report *report = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    session->test_count = 0;
    const vitals_status status =
        vitals_test_run(paths->items, paths->count, &session->engine, &report, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    clear_progress(session);
    problems_add_all(&session->problems, NULL, status, diagnostics);
    vitals_diagnostics_free(diagnostics);
    int result = EXIT_INPUT;
    vitals_test first;
    if (status == VITALS_OK && session->options->run &&
        !vitals_report_test_at(report, 0, &first, sizeof first)) {
        problems_add_error(&session->problems, NULL, "no test matches --run '%s'",
                           session->options->run);
    }
    if (status == VITALS_OK) {
        if (!session->options->quiet) tests_show(report, &session->view);
        terminal_flush();
        report_threshold(session, report);
        if (session->options->update) update_all(session, report);
        if (session->options->save_fixtures) save_fixtures(session, report);
        result = has_failed(session, report) ? EXIT_UNHEALTHY : EXIT_HEALTHY;
        vitals_report_free(report);
    }
    problems_print(&session->problems, &session->errors);
    return session->errors ? EXIT_INPUT : result;
}

/* Files are noted before a run reads them, so that what is saved meanwhile is not missed; after a run that
** writes files itself, again. */
static int run_and_watch(test_session *session, const option_list *paths) {
    const test_options *options = session->options;
    file_watch *watch = options->watch ? watch_begin(paths) : NULL;
    int status = run_once(session, paths);
    while (watch) {
        option_list changed = { NULL, 0 };
        fputs("vitals: watching; press Ctrl-C to stop\n", stderr);
        if (options->update || options->save_fixtures) watch_note(watch);
        watch_wait(watch, &changed);
        session->errors = 0;
        status = run_once(session, &changed);
        for (size_t i = 0; i < changed.count; i++) free((char *)(uintptr_t)changed.items[i]);
        free(changed.items);
    }
    return status;
}

/* ------------------------------------------------------------------- options */

static bool read_pattern(test_session *session, char *problem, size_t size) {
    if (!session->options->run) return true;
    const int error = regcomp(&session->pattern, session->options->run, REG_EXTENDED | REG_NOSUB);
    if (error == 0) {
        session->engine.wants = wants;
        return true;
    }
    char why[128];
    regerror(error, &session->pattern, why, sizeof why);
    snprintf(problem, size, "--run '%s': %s", session->options->run, why);
    return false;
}

static bool read_options(test_session *session, char *problem, size_t size) {
    const test_options *options = session->options;
    vitals_test_options *engine = &session->engine;
    session->view =
        (test_view){ (test_form)options->output, (young_mode)options->young,
                     options->coverage || options->threshold || options->output == TEST_FORM_LCOV,
                     options->verbose, terminal_of_stdout((colour_choice)options->colour) };
    engine->checks = options->checks;
    engine->statuses_only = options->statuses_only;
    engine->require_tests = options->require_tests;
    engine->fail_fast = options->fail_fast;
    engine->closed_libraries = options->closed;
    engine->incomplete = options->young != YOUNG_OFF;
    engine->coverage = session->view.coverage;
    engine->user = session;
    if (isatty(STDERR_FILENO) && options->output == TEST_FORM_PRETTY && !options->quiet)
        engine->done = show_progress;
    return time_read_now(options->now, &engine->now_seconds, problem, size) &&
           read_pattern(session, problem, size);
}

static bool read_configmap(test_session *session) {
    const char *path = session->options->argocd_cm;
    if (!path) return true;
    if (!file_read(path, MAX_FILE_BYTES, &session->configmap, &session->problems)) return false;
    session->engine.argocd_cm = path;
    session->engine.argocd_cm_text = vt_text_from(vt_buffer_string(&session->configmap));
    session->engine.argocd_cm_text.size = session->configmap.size;
    session->engine.argocd_cm_key = rules_read_key(session->options->key, &session->key);
    rules_check_argocd_cm(path, &session->configmap, session->engine.argocd_cm_key,
                          &session->problems);
    return true;
}

static int test_all(test_session *session, const option_list *paths) {
    int status = EXIT_INPUT;
    if (read_configmap(session)) {
        status = run_and_watch(session, paths);
    } else {
        problems_print(&session->problems, &session->errors);
    }
    vt_buffer_done(&session->configmap);
    vt_buffer_done(&session->key);
    problems_done(&session->problems);
    return status;
}

static int run_test(const cli_command *self, int argc, char **argv) {
    test_options options = { .young = YOUNG_WARN };
    void *const filled[] = { &options };
    test_session session = { .options = &options,
                             .engine = VITALS_TEST_OPTIONS_INIT,
                             .configmap = BUFFER_INIT,
                             .key = BUFFER_INIT,
                             .problems = PROBLEMS_INIT };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (result.arguments.count == 0) {
        status = command_usage_error(self, "expected a path: vitals test PATH");
    } else if (!read_options(&session, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = test_all(&session, &result.arguments);
    }
    if (session.engine.wants) regfree(&session.pattern);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_test = {
    "test",
    "run the fixtures of checks, as Argo CD does",
    "PATH…",
    groups,
    "  vitals test resource_customizations\n"
    "  vitals test resource_customizations/batch/CronJob --watch\n"
    "  vitals test checks --coverage --threshold 100 --incomplete=fail\n"
    "  vitals test fixtures --argocd-cm argocd-cm.yaml --statuses-only\n",
    run_test,
};
