/*
** vitals lsp: the parts of a server of the Language Server Protocol 3.17 on standard input and output.
** All it says comes from the functions of lint and from the tables of functions and statuses.
*/
#ifndef CLI_LSP_LSP_H
#define CLI_LSP_LSP_H

#include <vitals/lint.h>
#include <vitals/testing.h>

#include "base/memory.h"
#include "base/text/json_writer.h"
#include "input/options.h"

/* A text that is open in the editor, as it is there. */
typedef struct lsp_text {
    char *uri, *path;
    vt_buffer bytes;
    int64_t version;
    bool dirty;        /* `lint` is not about these bytes */
    vitals_lint *lint; /* finished, or NULL */
    struct lsp_text *next;
} lsp_text;

typedef struct lsp_server {
    vt_buffer input; /* what was read and not taken yet */
    bool utf8;       /* positions count bytes; otherwise units of UTF-16 */
    bool ended;      /* of the input */
    bool initialized, stdio;
    bool shut_down, done; /* it was asked to shut down; to exit */
    option_list schemas;
    lsp_text *texts;
} lsp_server;

/* A message of the client. Texts and values are borrowed from it. */
typedef struct lsp_message {
    vitals_document *document;
    vitals_text method, id; /* the id as JSON; absent: a notification */
    char *id_text;
    size_t id_size;
} lsp_message;

/* ---- wire.c: messages */

/* Take the next message out of what was read. false: it is not whole, or its header is broken, which ends the input. */
bool wire_take(lsp_server *server, lsp_message *message);
void wire_free(lsp_message *message);
/* Whether the request is cancelled by a message that was read and not taken yet. */
bool wire_is_cancelled(lsp_server *server, vitals_text id);
/* Wait for input, and read some; false at its end. */
bool wire_read(lsp_server *server);
/* Whether a message waits, or a part of one: a vitals_interrupt_fn over lsp_server. */
bool wire_has_input(void *server);
/* Write one message. */
void wire_send(const vt_buffer *body);

const vitals_value *message_at(const lsp_message *message, const char *path);
vitals_text message_text(const lsp_message *message, const char *path);
int64_t message_integer(const lsp_message *message, const char *path);

/* ---- texts.c: open texts, and positions in them */

lsp_text *texts_find(const lsp_server *server, vitals_text uri);
lsp_text *texts_find_path(const lsp_server *server, const char *path);
void texts_open(lsp_server *server, const lsp_message *message);
void texts_change(lsp_server *server, const lsp_message *message);
void texts_close(lsp_server *server, vitals_text uri);
void texts_done(lsp_server *server);

/* The offset of a position with members line and character, clamped to the line and the text. */
size_t position_read(const lsp_server *server, const lsp_text *text, const vitals_value *position,
                     const lsp_message *message);
/* Add a member `range` that spans the bytes from `from` up to before `to`. */
void range_write(vt_json_writer *out, const lsp_server *server, const lsp_text *text, size_t from,
                 size_t to);
/* The bytes of a finding: the word at its line and column. */
void finding_span(const lsp_text *text, const vitals_lint_finding *finding, size_t *from,
                  size_t *to);

/* ---- check.c: lint of a text */

/* Lint an open text with the files of its check, and publish the findings. With `yields` it stops, and leaves the text
** dirty, as soon as there is input. */
void check_text(lsp_server *server, lsp_text *text, bool yields);
/* Publish that a closed text has no findings. */
void check_forget(vitals_text uri);
/* The directory of the check that a path belongs to: with its slash, for free(); NULL: it belongs to none. */
char *check_directory(const lsp_server *server, const char *path);
/* Call `take` with every file of a check, as the editor has it. */
typedef void (*check_file_fn)(void *user, const char *path, vitals_text bytes);
void check_each_file(const lsp_server *server, const char *directory, check_file_fn take,
                     void *user);

/* ---- subject.c: kinds */

/* Texts are borrowed from the open text; empty: the core group, no kind. */
typedef struct lsp_subject {
    vt_text group, kind;
} lsp_subject;

/* The kind that a place is about: that of the check's directory, of the key of an argocd-cm above it, or of the
** item of healthCheckExprs around it. */
lsp_subject subject_at(const lsp_server *server, const lsp_text *text, size_t at);

/* ---- keys.c: keys of an argocd-cm */

/* CompletionItemKind of LSP 3.17. */
enum { LSP_COMPLETION_FUNCTION = 3, LSP_COMPLETION_FIELD = 5, LSP_COMPLETION_VALUE = 12 };

/* Complete the key that is written in front of an offset; false: it is none. */
bool keys_complete(vt_json_writer *items, const lsp_server *server, const lsp_text *text,
                   size_t at);

/* ---- lenses.c: tests of a check */

/* Run the tests of the check that an open text belongs to, with all files as the editor has them; NULL: there is none, or it
** cannot be run. For vitals_report_free. */
vitals_report *lenses_run(const lsp_server *server, const lsp_text *text);
/* Add a line for every test whose script ended on this line of the text. */
void lenses_write_line(vt_buffer *out, const vitals_report *report, const lsp_text *text,
                       size_t line);
void lenses_list(vt_json_writer *out, lsp_server *server, const lsp_message *message);
/* The command of the lenses: shows the results of one test or of all. */
void lenses_execute(vt_json_writer *out, lsp_server *server, const lsp_message *message);

/* ---- assist.c: answers to requests about a position */

void assist_actions(vt_json_writer *out, lsp_server *server, const lsp_message *message);
void assist_hover(vt_json_writer *out, lsp_server *server, const lsp_message *message);
void assist_complete(vt_json_writer *out, lsp_server *server, const lsp_message *message);
void assist_definition(vt_json_writer *out, lsp_server *server, const lsp_message *message);

#endif
