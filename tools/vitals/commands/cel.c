/* vitals cel: one expression over one object, or a batch of lines. */
#include <stddef.h>
#include <string.h>

#include <vitals/cel.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "input/command.h"

typedef struct cel_options {
    const char *file;
    const char *batch;
    const char *container;
    unsigned environment;
    const char *dependency;
    option_list declarations;
    bool check, ready, trace;
} cel_options;

/* In the order of VITALS_CEL_ENVIRONMENT_MAP. */
static const char *const environments[] = {
#define VITALS_X(name, text, about) text,
    VITALS_CEL_ENVIRONMENT_MAP(VITALS_X)
#undef VITALS_X
        NULL
};

/* clang-format off */
static const option_row rows[] = {
    { 'f', "filename", "file", OPTION_TEXT, offsetof(cel_options, file), "FILE", NULL,
      "the object whose top-level fields are the variables; - is stdin" },
    { 0, "env", NULL, OPTION_CHOICE, offsetof(cel_options, environment), "ENV", environments,
      "flux (default), spec, standard, ocm, kro, or kubernetes, also of one version: "
      "kubernetes@1.34" },
    { 0, "check", NULL, OPTION_FLAG, offsetof(cel_options, check), NULL, NULL,
      "check types first, with self and dep declared, as Flux does for a "
      "readyExpr" },
    { 0, "ready-expr", NULL, OPTION_FLAG, offsetof(cel_options, ready), NULL, NULL,
      "treat it as a readyExpr of dependsOn: it is type-checked, and must be a "
      "bool" },
    { 0, "dep", NULL, OPTION_TEXT, offsetof(cel_options, dependency), "FILE", NULL,
      "the object dep; -f is then self (default: -f is both)" },
    { 0, "declare", NULL, OPTION_LIST, offsetof(cel_options, declarations), "TEXT", NULL,
      "check types with this declaration, such as 'replicas: int'; @FILE reads "
      "declarations from a file; repeatable" },
    { 0, "container", NULL, OPTION_TEXT, offsetof(cel_options, container), "NAME", NULL,
      "also look names up in this container" },
    { 0, "trace", NULL, OPTION_FLAG, offsetof(cel_options, trace), NULL, NULL,
      "show the value of each sub-expression" },
    { 0, "batch", NULL, OPTION_TEXT, offsetof(cel_options, batch), "FILE", NULL,
      "print one line for each line of JSON in FILE; - is stdin" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, NULL };

/* ------------------------------------------------------------------- batch */

typedef struct batch_session {
    vitals_cel_batch *batch;
    vitals_diagnostics *diagnostics;
    cli_problems problems;
} batch_session;

static void answer_line(void *user, vitals_text line, size_t number) {
    batch_session *session = user;
    const vitals_diagnostics *diagnostics = session->diagnostics;
    vitals_text answer;
    vitals_diagnostics_clear(session->diagnostics);
    const vitals_status status =
        vitals_cel_batch_answer(session->batch, line, &answer, session->diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status == VITALS_OK) {
        fwrite(answer.bytes, 1, answer.size, stdout);
    } else {
        /* One answer per line, whatever the line holds. */
        fputs("{\"outcome\":\"parse_error\",\"type\":\"\",\"text\":\"not a line of a batch\"}",
              stdout);
        problems_add_error(&session->problems, NULL, "line %zu: %s", number,
                           vitals_diagnostics_count(diagnostics)
                               ? vitals_diagnostics_at(diagnostics, 0)->text.bytes
                               : vitals_status_text(status));
    }
    putchar('\n');
}

static int run_batch(const cel_options *options) {
    batch_session session = { .problems = PROBLEMS_INIT };
    size_t errors = 0;
    if (vitals_diagnostics_new(NULL, &session.diagnostics) != VITALS_OK ||
        vitals_cel_batch_new(NULL, NULL, &session.batch) != VITALS_OK) {
        memory_exhausted();
    }
    file_read_lines(options->batch, answer_line, &session, &session.problems);
    problems_print(&session.problems, &errors);
    problems_done(&session.problems);
    vitals_cel_batch_free(session.batch);
    vitals_diagnostics_free(session.diagnostics);
    return errors ? EXIT_INPUT : EXIT_HEALTHY;
}

/* -------------------------------------------------------------- expression */

static bool is_checked(const cel_options *options) {
    return options->check || options->ready || options->dependency || options->declarations.count;
}

/* What one evaluation owns. */
typedef struct cel_job {
    vitals_document *document;
    vitals_document *dependency;
    vt_buffer declarations;
    vitals_cel_program *program;
    vitals_cel_state *state;
    vitals_trace *trace;
    vitals_diagnostics *diagnostics;
    cli_problems problems;
} cel_job;

static void job_done(cel_job *job) {
    vitals_trace_free(job->trace);
    vitals_cel_state_free(job->state);
    vitals_cel_program_free(job->program);
    vitals_document_free(job->document);
    vitals_document_free(job->dependency);
    vt_buffer_done(&job->declarations);
    vitals_diagnostics_free(job->diagnostics);
    problems_done(&job->problems);
}

/* Collect the declarations, one per line; @FILE adds the lines of a file. */
static bool read_declarations(cel_job *job, const option_list *given) {
    for (size_t i = 0; i < given->count; i++) {
        vt_buffer content = BUFFER_INIT;
        const char *text = given->items[i];
        if (text[0] == '@' && !file_read(text + 1, MAX_FILE_BYTES, &content, &job->problems)) {
            return false;
        }
        vt_buffer_add_terminated(&job->declarations,
                                 text[0] == '@' ? vt_buffer_string(&content) : text);
        vt_buffer_add_terminated(&job->declarations, "\n");
        vt_buffer_done(&content);
    }
    return true;
}

/* Read the object in a file; without a file there is none. */
static bool read_object(cel_job *job, const char *file, vitals_document **document) {
    vitals_read_options reading = VITALS_READ_OPTIONS_INIT;
    vt_buffer content = BUFFER_INIT;
    reading.file = file;
    if (!file) return true;
    if (!file_read(file, MAX_FILE_BYTES, &content, &job->problems)) return false;
    const vitals_status status =
        vitals_document_parse(content.bytes, content.size, &reading, document, job->diagnostics);
    problems_add_all(&job->problems, file, status, job->diagnostics);
    vt_buffer_done(&content);
    return status == VITALS_OK;
}

/* In checked mode self and dep are declared; both are the object, unless --dep gives another. */
static const vitals_text declared[] = { { "self", 4 }, { "dep", 3 } };

static bool compile(cel_job *job, const cel_options *options, const char *expression) {
    vitals_cel_options how = VITALS_CEL_OPTIONS_INIT;
    how.environment = (vitals_cel_environment)options->environment;
    how.check = is_checked(options);
    how.output_type = options->ready ? "bool" : NULL;
    how.container = vt_text_from(options->container ? options->container : "");
    how.variables = declared;
    how.variable_count = COUNT_OF(declared);
    if (job->declarations.size) {
        how.declarations = (vitals_text){ job->declarations.bytes, job->declarations.size };
    }
    vitals_diagnostics_clear(job->diagnostics);
    const vitals_status status =
        vitals_cel_compile(vt_text_from(expression), &how, &job->program, job->diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status != VITALS_OK) {
        fprintf(stderr, "%s\n", vitals_diagnostics_at(job->diagnostics, 0)->text.bytes);
    }
    return status == VITALS_OK;
}

static void print_trace(vitals_trace *trace) {
    vitals_trace_event event;
    vt_buffer line = BUFFER_INIT;
    for (size_t i = 0; vitals_trace_at(trace, i, &event, sizeof event); i++) {
        if (event.kind != VITALS_TRACE_EXPRESSION) continue;
        vt_buffer_clear(&line);
        vt_quote_append_visible(&line, event.path);
        vt_buffer_add_terminated(&line, " = ");
        vt_quote_append_visible(&line, event.value);
        printf("%s\n", vt_buffer_string(&line));
    }
    vt_buffer_done(&line);
}

static int print_answer(const vitals_cel_answer *answer) {
    vt_buffer shown = BUFFER_INIT;
    vt_quote_append_visible(&shown, answer->text);
    if (answer->failed) {
        fprintf(stderr, "vitals: %s\n", vt_buffer_string(&shown));
    } else {
        printf("%s\n", vt_buffer_string(&shown));
    }
    vt_buffer_done(&shown);
    if (answer->failed) return EXIT_INPUT;
    return answer->is_bool && !answer->is_true ? EXIT_UNHEALTHY : EXIT_HEALTHY;
}

static int evaluate(cel_job *job, const cel_options *options) {
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    vitals_cel_variable variables[COUNT_OF(declared)];
    vitals_cel_answer answer;
    for (size_t i = 0; i < COUNT_OF(declared); i++) {
        variables[i] = (vitals_cel_variable){ declared[i], job->document };
    }
    if (job->dependency) variables[1].document = job->dependency;
    if (is_checked(options) && job->document) {
        input.variables = variables;
        input.variable_count = COUNT_OF(declared);
    }
    if (!is_checked(options) || options->declarations.count) input.object = job->document;
    if (vitals_cel_state_new(NULL, &job->state) != VITALS_OK ||
        vitals_trace_new(NULL, &job->trace) != VITALS_OK) {
        memory_exhausted();
    }
    if (options->trace) input.trace = job->trace;
    if (vitals_cel_evaluate(job->program, job->state, &input, &answer, sizeof answer) !=
        VITALS_OK) {
        memory_exhausted();
    }
    if (options->trace) print_trace(job->trace);
    return print_answer(&answer);
}

static int run_expression(const cel_options *options, const char *expression) {
    cel_job job = { .problems = PROBLEMS_INIT, .declarations = BUFFER_INIT };
    size_t errors = 0;
    int status = EXIT_INPUT;
    if (vitals_diagnostics_new(NULL, &job.diagnostics) != VITALS_OK) memory_exhausted();
    if (read_object(&job, options->file, &job.document) &&
        read_object(&job, options->dependency, &job.dependency) &&
        read_declarations(&job, &options->declarations) && compile(&job, options, expression)) {
        status = evaluate(&job, options);
    }
    problems_print(&job.problems, &errors);
    job_done(&job);
    return status;
}

/* --------------------------------------------------------------- the whole */

static int run_cel(const cli_command *self, int argc, char **argv) {
    cel_options options = { 0 };
    void *const settings[] = { &options };
    option_result result;
    char problem[256];
    int status;
    if (!options_parse(groups, settings, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
        status = EXIT_HEALTHY;
    } else if (options.dependency && !options.file) {
        status = command_usage_error(self, "--dep needs -f");
    } else if (options.batch && result.arguments.count == 0) {
        status = run_batch(&options);
    } else if (result.arguments.count != 1) {
        status = command_usage_error(self, "cel takes one expression, or --batch FILE");
    } else {
        status = run_expression(&options, result.arguments.items[0]);
    }
    options_done(groups, settings, &result);
    return status;
}

const cli_command command_cel = {
    "cel",
    "evaluate a CEL expression on an object, as Flux does",
    "EXPRESSION",
    groups,
    "  vitals cel 'status.phase == \"Ready\"' -f object.yaml\n"
    "  kubectl get deployment web -o json | vitals cel 'has(status.replicas)' -f -\n"
    "  vitals cel --check 'dep.metadata.generation == dep.status.observedGeneration'\n"
    "  vitals cel --ready-expr 'dep.status.ready' -f app.yaml --dep database.yaml\n"
    "  vitals cel --declare 'spec: map(string, int)' 'spec.replicas > 1' -f web.yaml\n"
    "  vitals cel --batch cases.jsonl\n",
    run_cel,
};
