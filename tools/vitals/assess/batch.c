/*
** vitals assess --batch: one script and one object a line, the script run alone as Argo CD would.
*/
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "commands/command.h"
#include "output/memory.h"

/* A line that is no such job gets an error as its answer, so that answers stay in step. */
static void refuse(cli_run *run, size_t number, const char *why) {
    cli_text answer = TEXT_INIT;
    problems_add_error(&run->problems, run->options->batch, "line %zu: %s", number, why);
    text_add_string(&answer, "{\"outcome\":\"error\",\"status\":null,\"message\":null,\"error\":");
    text_add_json(&answer, text_from(why));
    text_add_string(&answer, "}\n");
    terminal_write(answer.bytes, answer.size);
    text_done(&answer);
}

static void answer_line(cli_run *run, vitals_worker *worker, vitals_text line, size_t number,
                        vitals_diagnostics *diagnostics) {
    vitals_call call = run->rules.call;
    vitals_text answer = { "", 0 };
    call.profile = VITALS_PROFILE_ARGOCD;
    vitals_diagnostics_clear(diagnostics);
    const vitals_status status = vitals_run_script_line(worker, line, &call, &answer, diagnostics);
    if (status == VITALS_OK) {
        terminal_write(answer.bytes, answer.size);
        terminal_write("\n", 1);
    } else {
        const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
        refuse(run, number, first ? first->text.bytes : vitals_status_text(status));
    }
    problems_print(&run->problems, &run->errors);
}

static void answer_all(cli_run *run, FILE *input) {
    vitals_diagnostics *diagnostics = NULL;
    vitals_worker *worker = NULL;
    char *line = NULL;
    size_t capacity = 0, number = 0;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK ||
        vitals_worker_new(run->rules.engine, &worker) != VITALS_OK)
        memory_exhausted();
    for (ssize_t size; (size = getline(&line, &capacity, input)) > 0;) {
        number++;
        if (strspn(line, " \t\r\n") < (size_t)size)
            answer_line(run, worker, (vitals_text){ line, (size_t)size }, number, diagnostics);
    }
    free(line);
    vitals_worker_free(worker);
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
