/* vitals: is this Kubernetes object healthy, and why? The table of commands and its lookup. */
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/forward.h"
#include "base/memory.h"
#include "commands/complete.h"
#include "input/command.h"
#include "output/terminal.h"

extern const cli_command command_get, command_why, command_wait, command_suspend, command_resume,
    command_new, command_assess, command_explain, command_test, command_lint, command_compare,
    command_export, command_merge, command_eval, command_cel, command_list, command_version,
    command_help, command_completion, command_serve, command_lsp;

/* clang-format off */
const cli_command *const commands[] = {
    &command_assess,
#ifndef VITALS_FORWARDS
#ifdef VITALS_WITH_CLUSTER
    &command_get,
#endif
    &command_why,
#ifdef VITALS_WITH_CLUSTER
    &command_wait,
    &command_suspend,
    &command_resume,
#endif
#ifdef VITALS_WITH_SERVER
    &command_serve,
#endif
#endif
    &command_explain,
    &command_test,
    &command_new,
    &command_lint,
    &command_lsp,
#ifndef VITALS_FORWARDS
    &command_compare,
#endif
    &command_merge,
    &command_eval,
    &command_cel,
#ifndef VITALS_FORWARDS
    &command_list,
    &command_export,
#endif
    &command_version,
#ifndef VITALS_FORWARDS
    &command_help,
    &command_completion,
#endif
    NULL,
};
/* clang-format on */

const cli_command *command_find(const char *name) {
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

int command_usage_error(const cli_command *self, const char *format, ...) {
    va_list arguments;
    fputs("vitals: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (self) {
        fprintf(stderr, "\nvitals: see `vitals help %s`\n", self->name);
    } else {
        fputs("\nvitals: see `vitals help`\n", stderr);
    }
    return EXIT_USAGE;
}

static void print_help(const cli_command *self, FILE *out) {
    fprintf(out, "vitals %s: %s\n\n", self->name, self->summary);
    fprintf(out, "Usage: vitals %s%s%s%s\n", self->name, self->groups[0] ? " [options]" : "",
            *self->arguments ? " " : "", self->arguments);
    options_print_help(self->groups, out);
    if (*self->examples) fprintf(out, "\nExamples:\n%s", self->examples);
}

/* The column of what options do in the help. */
enum { HELP_HANG = 34 };

void command_print_fitting(void (*print)(const cli_command *self, FILE *out),
                           const cli_command *self) {
    const cli_terminal terminal = terminal_of_stdout(COLOUR_NEVER);
    char *bytes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&bytes, &size);
    if (!memory) memory_exhausted();
    print(self, memory);
    if (fclose(memory) != 0) memory_exhausted();
    vt_buffer text = BUFFER_INIT;
    vt_buffer_add_bytes(&text, bytes, size);
    terminal_write_wrapped(&terminal, &text, HELP_HANG);
    vt_buffer_done(&text);
    free(bytes);
}

void command_print_help(const cli_command *self) {
    command_print_fitting(print_help, self);
}

/* kubectl runs kubectl_complete-vitals for what is typed after `kubectl vitals`, the last word being unfinished. */
static bool is_for_kubectl(const char *program) {
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "kubectl_complete-vitals") == 0;
}

#ifdef VITALS_FORWARDS
/* Help, wrong names and commands for clusters are for the program that knows all commands. */
static int run_other(int argc, char **argv) {
    (void)argc;
    return forward_run(argv);
}
#else
/* What other programs call it. */
static const char *const other_names[][2] = {
    { "check", "assess" },  { "describe", "explain" }, { "diff", "compare" },
    { "health", "assess" }, { "status", "assess" },    { "validate", "lint" },
};

static int unknown_command(const char *name) {
    cli_suggestion nearest = { name, NULL, 0 };
    for (size_t i = 0; commands[i]; i++) suggestion_offer(&nearest, commands[i]->name);
    for (size_t i = 0; i < COUNT_OF(other_names); i++) {
        if (strcmp(other_names[i][0], name) == 0) nearest.best = other_names[i][1];
    }
    if (nearest.best) {
        return command_usage_error(NULL, "no command '%s'; did you mean '%s'?", name, nearest.best);
    }
    return command_usage_error(NULL, "no command '%s'", name);
}

static int run_other(int argc, char **argv) {
    if (argc > 0 && is_for_kubectl(argv[0])) return complete_words(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], COMPLETE_COMMAND) == 0) {
        return complete_words(argc - 2, argv + 2);
    }
    if (argc > 1) return unknown_command(argv[1]);
    command_help.run(&command_help, 0, NULL);
    return EXIT_USAGE;
}
#endif

/* Common options that stand for a command. */
static const struct alias {
    const char *word, *command;
} aliases[] = {
    { "-h", "help" },
    { "--help", "help" },
    { "-V", "version" },
    { "--version", "version" },
};

static const char *command_name(const char *word) {
    for (size_t i = 0; i < COUNT_OF(aliases); i++) {
        if (strcmp(aliases[i].word, word) == 0) return aliases[i].command;
    }
    return word;
}

#ifndef VITALS_FORWARDS
/* Whether the word is an option of some command that takes the next word as its value. */
static bool takes_word(const char *word) {
    for (size_t i = 0; commands[i]; i++) {
        const option_row *row = option_of(commands[i]->groups, word);
        if (row && option_takes_word(row, false)) return true;
    }
    return false;
}
#endif

/* kubectl, argocd and flux also take options before the command. The command is the first word that is one and no
** option's value. NULL: there is none, or this program does not know all. It becomes argv[1]. */
static const cli_command *command_behind_options(int argc, char **argv) {
#ifdef VITALS_FORWARDS
    (void)argc, (void)argv;
#else
    for (int i = 2; i < argc; i++) {
        const cli_command *command = command_find(argv[i]);
        if (!command) continue;
        if (takes_word(argv[i - 1])) continue;
        memmove(argv + 2, argv + 1, (size_t)(i - 1) * sizeof *argv);
        return command;
    }
#endif
    return NULL;
}

static const cli_command *command_of(int argc, char **argv) {
    if (argc < 2 || is_for_kubectl(argv[0])) return NULL;
    const cli_command *command = command_find(command_name(argv[1]));
    return command || argv[1][0] != '-' ? command : command_behind_options(argc, argv);
}

int main(int argc, char **argv) {
    /* A closed pipe is noticed as a write error, so that no result is lost silently. */
    signal(SIGPIPE, SIG_IGN);
    terminal_buffer_results();
    const cli_command *command = command_of(argc, argv);
    if (!command) return run_other(argc, argv);
    const int status = command->run(command, argc - 2, argv + 2);
    terminal_flush();
    return status;
}
