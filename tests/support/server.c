/* Test servers as child processes: commands to their standard input, answers from their standard output. */
#include "support/server.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NOT_RUN = 77, MOST_ARGUMENTS = 16 };

struct test_server {
    pid_t process;
    FILE *commands, *answers;
    char *line;
    size_t room;
    unsigned asked;
};

static void fail(const char *message, const char *detail) {
    fprintf(stderr, "%s: %s\n", message, detail);
    abort();
}

/* A test that cannot run is skipped; in CI it fails. */
static void give_up(const char *why) {
    const char *ci = getenv("CI");
    bool fails = ci && strcmp(ci, "true") == 0;
    fprintf(stderr, "%s: %s\n", fails ? "FAILED" : "SKIPPED", why);
    exit(fails ? EXIT_FAILURE : NOT_RUN);
}

/* A pipe whose ends no other child inherits: a server ends when its last writer does. */
static void open_pipe(int ends[2]) {
    if (pipe(ends) || fcntl(ends[0], F_SETFD, FD_CLOEXEC) || fcntl(ends[1], F_SETFD, FD_CLOEXEC))
        fail("server", "a pipe could not be made");
}

static test_server *start(char *const arguments[]) {
    int to[2], from[2];
    open_pipe(to);
    open_pipe(from);
    test_server *made = calloc(1, sizeof *made);
    posix_spawn_file_actions_t actions;
    if (!made || posix_spawn_file_actions_init(&actions)) fail("server", "no memory");
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    if (posix_spawn(&made->process, arguments[0], &actions, NULL, arguments, environ))
        fail("server", arguments[0]);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    made->commands = fdopen(to[1], "w");
    made->answers = fdopen(from[0], "r");
    if (!made->commands || !made->answers) fail("server", "no memory");
    return made;
}

test_server *server_start_faults(void) {
    const char *named = getenv("VITALS_FAULTS");
    char *program = strdup(named ? named : VITALS_FAULTS_PROGRAM);
    if (!program || access(program, X_OK)) give_up("the fault server was not built; it needs Go");
    char *arguments[] = { program, NULL };
    test_server *made = start(arguments);
    free(program);
    return made;
}

/* PROGRAM FIRST WORD…, where a variable names the program. */
static test_server *start_real(const char *variable, const char *first, const char *words) {
    const char *named = getenv(variable);
    if (!named) {
        fprintf(stderr,
                "SKIPPED: run tools/dev test-cluster for tests against a real API server\n");
        exit(NOT_RUN);
    }
    char line[4096], *arguments[MOST_ARGUMENTS + 1] = { 0 }, *rest = NULL;
    snprintf(line, sizeof line, "%s %s %s", named, first, words ? words : "");
    size_t count = 0;
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (count < MOST_ARGUMENTS) arguments[count++] = word;
    }
    test_server *made = start(arguments);
    server_ask(made, "sync started");
    return made;
}

test_server *server_start_cluster(const char *options) {
    return start_real("VITALS_TEST_CLUSTER", "up", options);
}

test_server *server_start_peer(const char *arguments) {
    return start_real("VITALS_TEST_PEERS", "", arguments);
}

/* The next line, without its line break. */
static const char *next_answer(test_server *server) {
    ssize_t size = getline(&server->line, &server->room, server->answers);
    if (size < 1) fail("server", "ended before it answered");
    server->line[size - 1] = '\0';
    return server->line;
}

/* Write the commands, and after them one whose answer nobody else gives. */
static void send_commands(test_server *server, const char *format, va_list arguments) {
    vfprintf(server->commands, format, arguments);
    fprintf(server->commands, "\nsync %u of these\n", ++server->asked);
    if (fflush(server->commands)) fail("server", "does not read any more");
}

static const char *ask(test_server *server, const char *format, va_list arguments) {
    static char last[65536];
    char end[64];
    snprintf(end, sizeof end, "ok %u of these", server->asked + 1);
    send_commands(server, format, arguments);
    last[0] = '\0';
    for (;;) {
        const char *answer = next_answer(server);
        if (strncmp(answer, "error", 5) == 0) fail("server", answer);
        if (strcmp(answer, end) == 0) break;
        snprintf(last, sizeof last, "%s", answer);
    }
    return strncmp(last, "ok ", 3) == 0 ? last + 3 : "";
}

const char *server_ask(test_server *server, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *answer = ask(server, format, arguments);
    va_end(arguments);
    return answer;
}

long server_count(test_server *server, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *answer = ask(server, format, arguments);
    va_end(arguments);
    return strtol(answer, NULL, 10);
}

pid_t server_process(const test_server *server) {
    return server->process;
}

void server_stop(test_server *server) {
    if (!server) return;
    fclose(server->commands);
    fclose(server->answers);
    while (waitpid(server->process, NULL, 0) < 0) continue;
    free(server->line);
    free(server);
}
