/* Completion for `kubectl vitals`, in the form that kubectl asks of its plugins. */
#include "commands/plugin.h"

#include <string.h>

#include "base/text.h"
#include "input/command.h"

enum { FILES_TOO = 0, NO_FILES = 4 }; /* directives */

bool plugin_completes(const char *program) {
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "kubectl_complete-vitals") == 0;
}

static bool begins(const char *word, const char *typed) {
    return strncmp(word, typed, strlen(typed)) == 0;
}

static void print_commands(const char *typed) {
    for (size_t i = 0; commands[i]; i++) {
        if (begins(commands[i]->name, typed)) {
            printf("%s\t%s\n", commands[i]->name, commands[i]->summary);
        }
    }
}

/* The option that a word is, as "--output" or "-o". NULL: none. */
static const option_row *option_of(const cli_command *command, const char *word) {
    for (size_t g = 0; word[0] == '-' && command->groups[g]; g++) {
        for (size_t i = 0; i < command->groups[g]->count; i++) {
            const option_row *row = &command->groups[g]->rows[i];
            const bool is_letter = row->letter && word[1] == row->letter && !word[2];
            if (is_letter || (word[1] == '-' && strcmp(word + 2, row->name) == 0)) return row;
        }
    }
    return NULL;
}

static void print_options(const cli_command *command, const char *typed) {
    vt_buffer word = BUFFER_INIT;
    for (size_t g = 0; command->groups[g]; g++) {
        for (size_t i = 0; i < command->groups[g]->count; i++) {
            const option_row *row = &command->groups[g]->rows[i];
            vt_buffer_clear(&word);
            vt_buffer_printf(&word, "--%s", row->name);
            if (begins(vt_buffer_string(&word), typed)) {
                printf("%s\t%.*s\n", vt_buffer_string(&word), (int)strcspn(row->about, "\n"),
                       row->about);
            }
        }
    }
    vt_buffer_done(&word);
}

static void print_values(const char *const *choices, const char *typed) {
    for (size_t i = 0; choices[i]; i++) {
        if (begins(choices[i], typed)) puts(choices[i]);
    }
}

static int finish(int directive) {
    printf(":%d\n", directive);
    return EXIT_HEALTHY;
}

int plugin_complete(int count, char **words) {
    const char *typed = count ? words[count - 1] : "";
    const cli_command *command = count > 1 ? command_find(words[0]) : NULL;
    if (count < 2 || (count == 2 && strcmp(words[0], "help") == 0)) {
        print_commands(typed);
        return finish(NO_FILES);
    }
    if (!command) return finish(NO_FILES);
    const option_row *before = option_of(command, words[count - 2]);
    if (before && before->choices) {
        print_values(before->choices, typed);
        return finish(NO_FILES);
    }
    if (*typed == '-') {
        print_options(command, typed);
        return finish(NO_FILES);
    }
    return finish(FILES_TOO);
}
