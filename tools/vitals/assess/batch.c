/*
** vitals assess --batch: one script and one object a line, the script run alone as Argo CD would.
*/
#include "assess/assess.h"
#include "base/memory.h"
#include "input/command.h"

/* The answer to a line that cannot be run is an error, so that there is one answer per line. */
static void refuse(cli_run *run, size_t number, const char *why) {
    vt_buffer answer = BUFFER_INIT;
    problems_add_error(&run->problems, run->options->batch, "line %zu: %s", number, why);
    vt_buffer_add_terminated(&answer,
                             "{\"outcome\":\"error\",\"status\":null,\"message\":null,\"error\":");
    vt_quote_append_json(&answer, vt_text_from(why));
    vt_buffer_add_terminated(&answer, "}\n");
    terminal_write(answer.bytes, answer.size);
    vt_buffer_done(&answer);
}

typedef struct batch_session {
    cli_run *run;
    vitals_worker *worker;
    vitals_diagnostics *diagnostics;
} batch_session;

static void answer_line(void *user, vitals_text line, size_t number) {
    const batch_session *session = user;
    cli_run *run = session->run;
    vitals_call call = run->rules.call;
    vitals_text answer = { "", 0 };
    call.profile = VITALS_PROFILE_ARGOCD;
    vitals_diagnostics_clear(session->diagnostics);
    const vitals_status status =
        vitals_run_script_line(session->worker, line, &call, &answer, session->diagnostics);
    if (status == VITALS_OK) {
        terminal_write(answer.bytes, answer.size);
        terminal_write("\n", 1);
    } else {
        const vitals_diagnostic *first = vitals_diagnostics_at(session->diagnostics, 0);
        refuse(run, number, first ? first->text.bytes : vitals_status_text(status));
    }
    problems_print(&run->problems, &run->errors);
}

int batch_run(cli_run *run) {
    batch_session session = { .run = run };
    if (vitals_diagnostics_new(NULL, &session.diagnostics) != VITALS_OK ||
        vitals_worker_new(run->rules.engine, &session.worker) != VITALS_OK) {
        memory_exhausted();
    }
    file_read_lines(run->options->batch, answer_line, &session, &run->problems);
    problems_print(&run->problems, &run->errors);
    terminal_flush();
    vitals_worker_free(session.worker);
    vitals_diagnostics_free(session.diagnostics);
    return run->errors ? EXIT_INPUT : EXIT_HEALTHY;
}
