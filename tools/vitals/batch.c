/*
** vitals assess --batch: one script and one object a line, the script run alone as Argo CD would.
** The script becomes the customization of every kind, in an engine of its own.
*/
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "command.h"
#include "memory.h"

/* The members of one line, each still JSON. Absent ones are {NULL, 0}. */
typedef struct batch_line {
    vitals_text script, open_libs, object;
} batch_line;

/* What one line needs, in the order it is made. */
typedef struct batch_job {
    vitals_configuration *configuration;
    vitals_engine *engine;
    vitals_worker *worker;
    vitals_document *document;
    vitals_verdict *verdict;
} batch_job;

/* ----------------------------------------------------------------- members */

/* The end of the JSON string that starts at `at`. */
static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++) at += *at == '\\';
    return at < end ? at + 1 : end;
}

/* The end of the JSON value that starts at `at`; the text is known to be valid. */
static const char *skip_value(const char *at, const char *end) {
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
            if (depth == 0) return at;
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (depth == 0 && (*at == ',' || *at == '}' || isspace((unsigned char)*at))) return at;
        if ((*at == '}' || *at == ']') && --depth == 0) return at + 1;
        at++;
    }
    return end;
}

static const char *skip_to_value(const char *at, const char *end) {
    while (at < end && (isspace((unsigned char)*at) || *at == ':' || *at == ',')) at++;
    return at;
}

static vitals_text *member_named(batch_line *line, const char *name, size_t size) {
    const struct {
        const char *name;
        vitals_text *member;
    } members[] = { { "\"script\"", &line->script },
                    { "\"open_libs\"", &line->open_libs },
                    { "\"object\"", &line->object } };
    for (size_t i = 0; i < COUNT_OF(members); i++)
        if (strlen(members[i].name) == size && memcmp(members[i].name, name, size) == 0)
            return members[i].member;
    return NULL;
}

/* Cut a valid JSON object into its members. */
static batch_line cut(const char *at, const char *end) {
    batch_line line = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    at = skip_to_value(at, end);
    if (at < end && *at == '{') at++;
    for (;;) {
        const char *name = skip_to_value(at, end);
        if (name >= end || *name != '"') return line;
        const char *name_end = skip_string(name, end);
        const char *value = skip_to_value(name_end, end);
        at = skip_value(value, end);
        vitals_text *member = member_named(&line, name, (size_t)(name_end - name));
        if (member) *member = (vitals_text){ value, (size_t)(at - value) };
    }
}

/* --------------------------------------------------------------- one line */

/* An argocd-cm whose split keys hold the script for all kinds; the script's JSON goes in as it is. */
static void write_config_map(cli_text *out, const batch_line *line) {
    text_add_string(out, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                         "\"metadata\":{\"name\":\"argocd-cm\"},\"data\":{"
                         "\"resource.customizations.useOpenLibs.*\":");
    text_add_string(out, text_is(line->open_libs, "true") ? "\"true\"" : "\"false\"");
    text_add_string(out, ",\"resource.customizations.health.*\":");
    text_add(out, line->script.bytes, line->script.size);
    text_add_string(out, "}}");
}

static vitals_status make_engine(batch_job *job, const cli_run *run, const batch_line *line,
                                 vitals_diagnostics *diagnostics) {
    cli_text config_map = TEXT_INIT;
    write_config_map(&config_map, line);
    vitals_status status = vitals_configuration_new(NULL, &job->configuration);
    if (status == VITALS_OK) {
        vitals_configuration_set_limits(job->configuration, &run->rules.limits);
        vitals_configuration_set_bundled(job->configuration, false);
        vitals_configuration_set_on_broken(job->configuration, VITALS_ON_BROKEN_SKIP);
        status = vitals_configuration_add_argocd_cm(job->configuration, "", config_map.bytes,
                                                    config_map.size, diagnostics);
    }
    if (status == VITALS_OK)
        status = vitals_engine_new(job->configuration, &job->engine, diagnostics);
    text_done(&config_map);
    return status;
}

static vitals_status assess_line(batch_job *job, const cli_run *run, const batch_line *line,
                                 vitals_diagnostics *diagnostics) {
    vitals_call call = run->rules.call;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    call.profile = VITALS_PROFILE_ARGOCD;
    options.limits = &run->rules.limits;
    options.format = VITALS_FORMAT_JSON;
    vitals_status status = make_engine(job, run, line, diagnostics);
    if (status == VITALS_OK) status = vitals_worker_new(job->engine, &job->worker);
    if (status == VITALS_OK) status = vitals_verdict_new(NULL, &job->verdict);
    if (status == VITALS_OK)
        status = vitals_document_parse(line->object.bytes, line->object.size, &options,
                                       &job->document, diagnostics);
    if (status == VITALS_OK)
        status = vitals_assess(job->worker, job->document, &call, job->verdict);
    return status;
}

static void job_done(batch_job *job) {
    vitals_verdict_free(job->verdict);
    vitals_document_free(job->document);
    vitals_worker_free(job->worker);
    vitals_engine_release(job->engine);
    vitals_configuration_free(job->configuration);
}

/* An empty script is no customization to Argo CD, so nobody was asked; run, it returns nothing. */
static const char *status_of(const vitals_verdict *verdict) {
    const bool asked = vitals_verdict_source(verdict) != VITALS_SOURCE_NONE;
    return asked ? vitals_health_name(vitals_verdict_health(verdict)) : "";
}

static void write_answer(cli_text *out, const vitals_verdict *verdict) {
    const vitals_text error = vitals_verdict_error(verdict);
    if (error.bytes) {
        text_add_string(out, "{\"outcome\":\"error\",\"status\":null,\"message\":null,\"error\":");
        text_add_json(out, error);
    } else {
        text_add_string(out, "{\"outcome\":\"status\",\"status\":");
        text_add_json(out, text_from(status_of(verdict)));
        text_add_string(out, ",\"message\":");
        text_add_json(out, vitals_verdict_message(verdict));
        text_add_string(out, ",\"error\":null");
    }
    text_add_string(out, "}\n");
}

/* ------------------------------------------------------------- the whole */

/* A line that is no such job gets an error as its answer, so that answers stay in step. */
static void refuse(cli_run *run, cli_text *answer, size_t number, const char *why) {
    problems_add_error(&run->problems, run->options->batch, "line %zu: %s", number, why);
    text_add_string(answer, "{\"outcome\":\"error\",\"status\":null,\"message\":null,\"error\":");
    text_add_json(answer, text_from(why));
    text_add_string(answer, "}\n");
}

static bool is_valid_json(const char *bytes, size_t size) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    options.format = VITALS_FORMAT_JSON;
    const vitals_status status = vitals_document_parse(bytes, size, &options, &document, NULL);
    vitals_document_free(document);
    return status == VITALS_OK;
}

static void answer_line(cli_run *run, const char *bytes, size_t size, size_t number,
                        vitals_diagnostics *diagnostics) {
    batch_job job = { .verdict = NULL };
    cli_text answer = TEXT_INIT;
    const bool valid = is_valid_json(bytes, size);
    const batch_line line =
        valid ? cut(bytes, bytes + size) : (batch_line){ .script = { NULL, 0 } };
    vitals_diagnostics_clear(diagnostics);
    if (!valid)
        refuse(run, &answer, number, "this is no JSON");
    else if (!line.script.size || *line.script.bytes != '"' || !line.object.size)
        refuse(run, &answer, number, "it needs a string \"script\" and an \"object\"");
    else if (assess_line(&job, run, &line, diagnostics) != VITALS_OK)
        refuse(run, &answer, number,
               vitals_diagnostics_count(diagnostics)
                   ? vitals_diagnostics_at(diagnostics, 0)->text.bytes
                   : "it could not be run");
    else
        write_answer(&answer, job.verdict);
    terminal_write(answer.bytes, answer.size);
    problems_print(&run->problems, &run->errors);
    text_done(&answer);
    job_done(&job);
}

static void answer_all(cli_run *run, FILE *input) {
    vitals_diagnostics *diagnostics = NULL;
    char *line = NULL;
    size_t capacity = 0, number = 0;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    for (ssize_t size; (size = getline(&line, &capacity, input)) > 0;) {
        number++;
        if (strspn(line, " \t\r\n") < (size_t)size)
            answer_line(run, line, (size_t)size, number, diagnostics);
    }
    free(line);
    vitals_diagnostics_free(diagnostics);
}

int batch_run(cli_run *run) {
    const char *path = run->options->batch;
    const bool from_stdin = strcmp(path, "-") == 0;
    FILE *input = from_stdin ? stdin : fopen(path, "r");
    if (input) answer_all(run, input);
    if (!input || ferror(input)) problems_add_error(&run->problems, path, "%s", strerror(errno));
    if (input && !from_stdin) fclose(input);
    problems_print(&run->problems, &run->errors);
    terminal_flush();
    return run->errors ? EXIT_INPUT : EXIT_HEALTHY;
}
