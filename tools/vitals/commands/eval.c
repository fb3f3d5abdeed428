/* vitals eval: healthCheckExprs tried on objects, from the command line or from a file. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/objects.h"
#include "base/memory.h"
#include "input/command.h"

typedef struct eval_options {
    const char *api_version, *kind;
    const char *in_progress, *failed, *current;
    const char *expressions, *rules;
    unsigned missing; /* 1: false */
    unsigned output;  /* 1: ndjson */
    bool quiet;
} eval_options;

static const char *const missing_fields[] = { "error", "false", NULL };
static const char *const outputs[] = { "table", "ndjson", NULL };

#define FIELD(name) offsetof(eval_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 0, "current", NULL, OPTION_TEXT, FIELD(current), "EXPRESSION", NULL,
      "true when the object is as desired" },
    { 0, "failed", NULL, OPTION_TEXT, FIELD(failed), "EXPRESSION", NULL,
      "true when the object has failed; evaluated before current" },
    { 0, "in-progress", NULL, OPTION_TEXT, FIELD(in_progress), "EXPRESSION", NULL,
      "true while the object is in progress; evaluated first" },
    { 0, "api-version", NULL, OPTION_TEXT, FIELD(api_version), "VERSION", NULL,
      "the apiVersion that the expressions are for (default: that of the object)" },
    { 0, "kind", NULL, OPTION_TEXT, FIELD(kind), "KIND", NULL,
      "the kind that the expressions are for; with --api-version alone: all "
      "kinds of the group" },
    { 0, "exprs", NULL, OPTION_TEXT, FIELD(expressions), "FILE|DIR", NULL,
      "use the healthCheckExprs of a Kustomization, HelmRelease or bare list" },
    { 0, "rules", NULL, OPTION_TEXT, FIELD(rules), "FILE|DIR", NULL,
      "use the rules of kro, Crossplane, Open Cluster Management, Sveltos, "
      "flux-operator and Karmada found there" },
    { 0, "missing", NULL, OPTION_CHOICE, FIELD(missing), "error|false", missing_fields,
      "what an expression on a missing field gives: error, as in Flux "
      "(default), or false" },
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "table (default) or ndjson" },
    { 'q', "quiet", NULL, OPTION_FLAG, FIELD(quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &object_option_group, &own_group, NULL };

typedef struct cli_settings {
    object_options objects;
    eval_options own;
} cli_settings;

typedef struct eval_run {
    cli_run base;
    assess_options assess;
    const eval_options *options;
    vitals_verdict *verdict;
    cli_table table;
    size_t answered, failed, in_progress;
} eval_run;

/* ----------------------------------------------------------------- engines */

static void add_member(vt_buffer *out, const char *name, vitals_text value) {
    if (!value.size) return;
    vt_buffer_printf(out, "%s\"%s\":", out->bytes[out->size - 1] == '{' ? "" : ",", name);
    vt_quote_append_json(out, value);
}

static vitals_text option_or(const char *option, vitals_text otherwise) {
    return option ? vt_text_from(option) : otherwise;
}

/* The entry that a Kustomization would hold, as JSON. */
static void write_entry(const eval_options *options, const vitals_document *document,
                        vt_buffer *out) {
    const vitals_text none = { NULL, 0 };
    const bool by_group = options->api_version && !options->kind;
    vt_buffer_add_terminated(out, "{\"healthCheckExprs\":[{");
    add_member(out, "apiVersion",
               option_or(options->api_version, vitals_document_api_version(document)));
    add_member(out, "kind",
               by_group ? none : option_or(options->kind, vitals_document_kind(document)));
    add_member(out, "inProgress", option_or(options->in_progress, none));
    add_member(out, "failed", option_or(options->failed, none));
    add_member(out, "current", option_or(options->current, none));
    vt_buffer_add_terminated(out, "}]}");
}

/* Positions inside the generated entry mean nothing to the user: only the texts are reported. */
static void report(cli_problems *problems, const vitals_diagnostics *diagnostics) {
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        problems_add_error(problems, NULL, "%s", vitals_diagnostics_at(diagnostics, i)->text.bytes);
    }
}

/* An engine with the expressions of the command line, for the kind of `document` unless an option
** gives another. NULL: they are broken, which was reported. */
static vitals_engine *engine_for(eval_run *run, const vitals_document *document) {
    vitals_configuration *configuration = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_engine *engine = NULL;
    vt_buffer entry = BUFFER_INIT;
    if (vitals_configuration_new(NULL, &configuration) != VITALS_OK ||
        vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) {
        memory_exhausted();
    }
    write_entry(run->options, document, &entry);
    vitals_configuration_set_bundled(configuration, false);
    vitals_configuration_set_missing_is_false(configuration, run->options->missing == 1);
    if (vitals_configuration_add_expressions(configuration, "", entry.bytes, entry.size,
                                             diagnostics) != VITALS_OK ||
        vitals_engine_new(configuration, &engine, diagnostics) != VITALS_OK) {
        report(&run->base.problems, diagnostics);
    }
    vt_buffer_done(&entry);
    vitals_diagnostics_free(diagnostics);
    vitals_configuration_free(configuration);
    return engine;
}

/* ----------------------------------------------------------------- answers */

static void print_line(vitals_verdict *verdict) {
    vitals_text json;
    if (vitals_verdict_json(verdict, &json) != VITALS_OK) memory_exhausted();
    terminal_write(json.bytes, json.size);
    terminal_write("\n", 1);
}

static void add_row(eval_run *run, const vitals_document *document) {
    const vitals_verdict *verdict = run->verdict;
    cli_row *row = table_add_row(&run->table, vitals_verdict_health(verdict));
    vt_buffer resource = BUFFER_INIT;
    vt_quote_append_visible(&resource, vitals_document_kind(document));
    vt_buffer_add_terminated(&resource, "/");
    vt_quote_append_visible(&resource, vitals_document_name(document));
    row->cells[0] = text_visible(
        vt_text_from(run->options->rules ? vitals_health_name(vitals_verdict_health(verdict))
                                         : vitals_kstatus_name(vitals_verdict_kstatus(verdict))));
    row->cells[1] = vt_buffer_take(&resource, NULL);
    row->cells[2] = text_visible(vitals_verdict_message(verdict));
}

static void count(eval_run *run) {
    const vitals_kstatus status = vitals_verdict_kstatus(run->verdict);
    const vitals_health health = vitals_verdict_health(run->verdict);
    const bool of_rules = run->options->rules != NULL;
    const bool waiting =
        of_rules ? health == VITALS_HEALTH_PROGRESSING
                 : status == VITALS_KSTATUS_IN_PROGRESS || status == VITALS_KSTATUS_TERMINATING;
    const bool good = of_rules ? health == VITALS_HEALTH_HEALTHY : status == VITALS_KSTATUS_CURRENT;
    run->answered++;
    run->in_progress += waiting;
    run->failed += !waiting && !good;
}

static void answer(eval_run *run, vitals_worker *worker, const vitals_document *document) {
    vitals_call call = run->base.rules.call;
    call.profile = run->options->rules ? VITALS_PROFILE_COMBINED : VITALS_PROFILE_FLUX;
    call.helm_controller_order = true; /* expressions first, for Jobs too */
    if (vitals_assess(worker, document, &call, run->verdict) != VITALS_OK) memory_exhausted();
    const vitals_source source = vitals_verdict_source(run->verdict);
    if (source != VITALS_SOURCE_EXPRESSION && source != VITALS_SOURCE_INTERPRETER) return;
    count(run);
    if (run->options->quiet) return;
    if (run->options->output == 1) {
        print_line(run->verdict);
    } else {
        add_row(run, document);
    }
}

/* false: the expressions are broken, which was reported. */
static bool evaluate(eval_run *run, const vitals_document *document) {
    const bool from_file = run->options->expressions || run->options->rules;
    vitals_engine *engine =
        from_file ? vitals_engine_retain(run->base.rules.engine) : engine_for(run, document);
    vitals_worker *worker = NULL;
    if (!engine) return false;
    if (vitals_worker_new(engine, &worker) != VITALS_OK) memory_exhausted();
    answer(run, worker, document);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return true;
}

/* --------------------------------------------------------------- the whole */

static void evaluate_all(eval_run *run) {
    run->table = (cli_table){ .column_count = 3, .status_column = 0 };
    if (vitals_verdict_new(NULL, &run->verdict) != VITALS_OK) memory_exhausted();
    size_t next = 0;
    const vitals_document *document = objects_next(&run->base, &next);
    while (document && evaluate(run, document)) document = objects_next(&run->base, &next);
    const cli_terminal terminal = terminal_of_stdout(COLOUR_AUTO);
    table_print(&run->table, &terminal);
    terminal_flush();
    if (run->answered == 0 && run->base.problems.errors + run->base.errors == 0) {
        problems_add_error(&run->base.problems, NULL, "no expression applies to these objects");
    }
    problems_print(&run->base.problems, &run->base.errors);
    vitals_verdict_free(run->verdict);
}

static int run_all(eval_run *run) {
    const char *file = run->options->expressions, *other = run->options->rules;
    const rule_options rules = { .expressions = { &file, file != NULL },
                                 .rules = { &other, other != NULL },
                                 .without_bundled = true,
                                 .missing = run->options->missing,
                                 .on_broken = 1 };
    char problem[256];
    if (!rules_read_options(&run->base.rules, &rules, problem, sizeof problem)) return EXIT_INPUT;
    const bool made = rules_make_engine(&run->base.rules, &rules, &run->base.problems);
    problems_print(&run->base.problems, &run->base.errors);
    if (!made) return EXIT_INPUT;
    objects_read(&run->base, &run->base.objects->files);
    objects_check(&run->base);
    evaluate_all(run);
    if (run->base.errors) return EXIT_INPUT;
    if (run->failed) return EXIT_UNHEALTHY;
    return run->in_progress ? EXIT_WAITING : EXIT_HEALTHY;
}

/* Combinations of options that the tables cannot rule out. NULL: there is none. */
static const char *contradiction(cli_settings *settings) {
    const eval_options *options = &settings->own;
    const bool written = options->current || options->failed || options->in_progress;
    const bool from_file = options->expressions || options->rules;
    if (from_file && (written || options->api_version || options->kind)) {
        return "give --exprs or --rules, or expressions on the command line, not both";
    }
    if (options->expressions && options->rules) return "give --exprs or --rules, not both";
    if (!from_file && !options->current) {
        return "give --current EXPRESSION, --exprs FILE or --rules FILE";
    }
    if (options->kind && !options->api_version) return "--kind needs --api-version";
    if (!sources_default_to_stdin(&settings->objects.files)) {
        return "no objects: give files with -f, or pipe them in";
    }
    return NULL;
}

static bool prepare(eval_run *run, cli_settings *settings, const option_list *words, char *problem,
                    size_t size) {
    run->options = &settings->own;
    run->base.options = &run->assess;
    run->base.objects = &settings->objects;
    run->base.keeps_set = true;
    if (!selection_parse(run->base.selection, words, &settings->objects, problem, size)) {
        return false;
    }
    const char *wrong = contradiction(settings);
    if (wrong) snprintf(problem, size, "%s", wrong);
    return !wrong;
}

static int run_eval(const cli_command *self, int argc, char **argv) {
    cli_settings settings = { .own.current = NULL };
    void *const filled[] = { &settings.objects, &settings.own };
    cli_selection selection = { .terms = NULL };
    eval_run run = { .base = { .selection = &selection, .problems = PROBLEMS_INIT } };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (!prepare(&run, &settings, &result.arguments, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else {
        status = run_all(&run);
    }
    objects_done(&run.base);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_eval = {
    "eval",
    "try expressions, and rules of other projects, on objects",
    "[FILE…] [KIND[/NAME]…]",
    groups,
    "  vitals eval --current \"status.phase == 'Ready'\" -f live.yaml\n"
    "  vitals eval --kind Widget --failed 'status.errors > 0' \\\n"
    "      --current 'status.ready' -f widgets.yaml\n"
    "  vitals eval --exprs apps.yaml -f live.yaml\n"
    "  vitals eval --rules graph.yaml -f live.yaml\n",
    run_eval,
};
