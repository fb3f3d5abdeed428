/* vitals lsp: takes messages in their order; lint runs when none waits. */
#include <stddef.h>
#include <string.h>

#include "input/command.h"
#include "lsp/lsp.h"

/* clang-format off */
static const option_row rows[] = {
    { 0, "schemas", NULL, OPTION_LIST, offsetof(lsp_server, schemas), "PATH", NULL,
      "take schemas of kinds from this file or directory, as vitals lint does" },
    { 0, "stdio", NULL, OPTION_FLAG, offsetof(lsp_server, stdio), NULL, NULL,
      "speak on standard input and output: what it always does" },
};
/* clang-format on */

static const option_group own_group = { "Options", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, NULL };

/* JSON-RPC 2.0, and LSP 3.17. */
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    CANCELLED = -32800,
    NOT_INITIALIZED = -32002
};

static void send_error(vitals_text id, int code, const char *text) {
    vt_buffer out = BUFFER_INIT;
    vt_json_writer answer = vt_json_open_object(&out);
    vt_json_add_word(&answer, "jsonrpc", "2.0");
    vt_json_add_json(&answer, "id", id.bytes ? id : VT_TEXT("null"));
    vt_json_writer error = vt_json_add_object(&answer, "error");
    vt_json_add_integer(&error, "code", code);
    vt_json_add_word(&error, "message", text);
    vt_json_close(&error);
    vt_json_close(&answer);
    wire_send(&out);
    vt_buffer_done(&out);
}

/* ------------------------------------------------------------------- requests */

static void choose_encoding(lsp_server *server, const lsp_message *message) {
    const vitals_value *list =
        message_at(message, ".params.capabilities.general.positionEncodings");
    const vitals_value *item;
    uint64_t cursor = 0;
    while (vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        if (vt_text_is(vitals_value_string(item), "utf-8")) server->utf8 = true;
    }
}

static void add_words(vt_json_writer *out, const char *name, const char *const *words,
                      size_t count) {
    vt_json_writer list = vt_json_add_array(out, name);
    for (size_t i = 0; i < count; i++) vt_json_add_word(&list, NULL, words[i]);
    vt_json_close(&list);
}

static void answer_initialize(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    static const char *const triggers[] = { ".", "\"", "'" };
    static const char *const command_names[] = { "vitals.test" };
    choose_encoding(server, message);
    server->initialized = true;
    vt_json_writer result = vt_json_add_object(out, "result");
    vt_json_writer can = vt_json_add_object(&result, "capabilities");
    vt_json_add_word(&can, "positionEncoding", server->utf8 ? "utf-8" : "utf-16");
    vt_json_writer sync = vt_json_add_object(&can, "textDocumentSync");
    vt_json_add_bool(&sync, "openClose", true);
    vt_json_add_integer(&sync, "change", 2); /* incremental */
    vt_json_close(&sync);
    vt_json_add_bool(&can, "hoverProvider", true);
    vt_json_add_bool(&can, "definitionProvider", true);
    vt_json_add_bool(&can, "codeActionProvider", true);
    vt_json_writer lenses = vt_json_add_object(&can, "codeLensProvider");
    vt_json_close(&lenses);
    vt_json_writer execute = vt_json_add_object(&can, "executeCommandProvider");
    add_words(&execute, "commands", command_names, COUNT_OF(command_names));
    vt_json_close(&execute);
    vt_json_writer completion = vt_json_add_object(&can, "completionProvider");
    add_words(&completion, "triggerCharacters", triggers, COUNT_OF(triggers));
    vt_json_close(&completion);
    vt_json_close(&can);
    vt_json_writer about = vt_json_add_object(&result, "serverInfo");
    vt_json_add_word(&about, "name", "vitals");
    vt_json_add_word(&about, "version", vitals_version());
    vt_json_close(&about);
    vt_json_close(&result);
}

static void check_all(lsp_server *server) {
    for (lsp_text *at = server->texts; at; at = at->next) {
        if (at->dirty) check_text(server, at, false);
    }
}

static void answer_shutdown(vt_json_writer *out, lsp_server *server, const lsp_message *message) {
    (void)message;
    check_all(server); /* who reads until the end gets the last findings */
    server->shut_down = true;
    vt_json_add_null(out, "result");
}

static const struct request_row {
    const char *method;
    void (*answer)(vt_json_writer *out, lsp_server *server, const lsp_message *message);
} requests[] = {
    { "initialize", answer_initialize },
    { "shutdown", answer_shutdown },
    { "textDocument/codeAction", assist_actions },
    { "textDocument/codeLens", lenses_list },
    { "textDocument/completion", assist_complete },
    { "textDocument/definition", assist_definition },
    { "textDocument/hover", assist_hover },
    { "workspace/executeCommand", lenses_execute },
};

static void send_answer(lsp_server *server, const lsp_message *message,
                        const struct request_row *row) {
    vt_buffer out = BUFFER_INIT;
    vt_json_writer answer = vt_json_open_object(&out);
    vt_json_add_word(&answer, "jsonrpc", "2.0");
    vt_json_add_json(&answer, "id", message->id);
    row->answer(&answer, server, message);
    vt_json_close(&answer);
    wire_send(&out);
    vt_buffer_done(&out);
}

/* What waits is read first. */
static bool is_cancelled(lsp_server *server, const lsp_message *message) {
    if (wire_has_input(server)) (void)wire_read(server);
    return wire_is_cancelled(server, message->id);
}

static void handle_request(lsp_server *server, const lsp_message *message) {
    const struct request_row *row = NULL;
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        if (vt_text_is(message->method, requests[i].method)) row = &requests[i];
    }
    if (!message->method.bytes) return; /* an answer, and nothing was asked */
    if (!server->initialized && (!row || row->answer != answer_initialize)) {
        send_error(message->id, NOT_INITIALIZED, "initialize comes first");
    } else if (server->shut_down) {
        send_error(message->id, INVALID_REQUEST, "the server was shut down");
    } else if (row && row->answer != answer_shutdown && is_cancelled(server, message)) {
        send_error(message->id, CANCELLED, "the request was cancelled");
    } else if (!row) {
        send_error(message->id, METHOD_NOT_FOUND, "no such method");
    } else {
        send_answer(server, message, row);
    }
}

/* -------------------------------------------------------------- notifications */

static void close_text(lsp_server *server, const lsp_message *message) {
    const vitals_text uri = message_text(message, ".params.textDocument.uri");
    if (!texts_find(server, uri)) return;
    texts_close(server, uri);
    check_forget(uri);
}

static void open_text(lsp_server *server, const lsp_message *message) {
    texts_open(server, message);
}

static void change_text(lsp_server *server, const lsp_message *message) {
    texts_change(server, message);
}

/* A file changed on the disk. */
static void mark_all(lsp_server *server, const lsp_message *message) {
    (void)message;
    for (lsp_text *at = server->texts; at; at = at->next) at->dirty = true;
}

static void leave(lsp_server *server, const lsp_message *message) {
    (void)message;
    server->done = true;
}

static const struct notification_row {
    const char *method;
    void (*take)(lsp_server *server, const lsp_message *message);
} notifications[] = {
    { "exit", leave },
    { "textDocument/didChange", change_text },
    { "textDocument/didClose", close_text },
    { "textDocument/didOpen", open_text },
    { "textDocument/didSave", mark_all },
    { "workspace/didChangeWatchedFiles", mark_all },
};

static void handle(lsp_server *server, const lsp_message *message) {
    if (!message->document) {
        send_error(VT_TEXT_ABSENT, PARSE_ERROR, "this is not JSON");
        return;
    }
    if (message->id.bytes) {
        handle_request(server, message);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(notifications); i++) {
        if (vt_text_is(message->method, notifications[i].method))
            notifications[i].take(server, message);
    }
}

/* ------------------------------------------------------------------------ run */

static lsp_text *first_dirty(const lsp_server *server) {
    lsp_text *at = server->texts;
    while (at && !at->dirty) at = at->next;
    return at;
}

static void serve(lsp_server *server) {
    lsp_message message;
    while (!server->done) {
        lsp_text *text = first_dirty(server);
        if (wire_take(server, &message)) {
            handle(server, &message);
            wire_free(&message);
        } else if (text && !wire_has_input(server)) {
            check_text(server, text, true);
        } else if (!wire_read(server)) {
            return;
        }
    }
}

static int run_lsp(const cli_command *self, int argc, char **argv) {
    lsp_server server = { .input = BUFFER_INIT };
    void *const filled[] = { &server };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if (result.arguments.count > 0) {
        status = command_usage_error(self, "it takes no files: the editor sends them");
    } else {
        serve(&server);
        if (!server.shut_down) status = EXIT_UNHEALTHY; /* as the protocol has it */
    }
    texts_done(&server);
    vt_buffer_done(&server.input);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_lsp = {
    "lsp",
    "serve an editor: findings, fixes, hover and completion as you type",
    "",
    groups,
    "  vitals lsp\n"
    "  vitals lsp --schemas crds/\n",
    run_lsp,
};
