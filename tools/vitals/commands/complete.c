/* Completion in the form that kubectl asks of its plugins, which the scripts for shells use as well. */
#include "commands/complete.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/command.h"
#include "input/files.h"
#include "input/kinds.h"

enum { FILES_TOO = 0, NO_FILES = 4 }; /* directives */

/* What is being completed. */
typedef struct completion {
    const cli_command *command;
    char **words; /* after the command; the last is `typed` */
    int count;
    const char *typed;
} completion;

static bool begins(const char *word, const char *typed) {
    return strncmp(word, typed, strlen(typed)) == 0;
}

static int finish(int directive) {
    printf(":%d\n", directive);
    return EXIT_HEALTHY;
}

static void print_commands(const char *typed) {
    for (size_t i = 0; commands[i]; i++) {
        if (begins(commands[i]->name, typed)) {
            printf("%s\t%s\n", commands[i]->name, commands[i]->summary);
        }
    }
}

/* ----------------------------------------------------------------- options */

static void print_options(const completion *c) {
    vt_buffer word = BUFFER_INIT;
    for (size_t g = 0; c->command->groups[g]; g++) {
        for (size_t i = 0; i < c->command->groups[g]->count; i++) {
            const option_row *row = &c->command->groups[g]->rows[i];
            vt_buffer_clear(&word);
            vt_buffer_printf(&word, "--%s", row->name);
            if (begins(vt_buffer_string(&word), c->typed)) {
                printf("%s\t%.*s\n", vt_buffer_string(&word), (int)strcspn(row->about, "\n"),
                       row->about);
            }
        }
    }
    vt_buffer_done(&word);
}

/* The last word of a list with commas is the one that is being typed. */
static void print_values(const char *const *choices, const char *typed) {
    const char *comma = strrchr(typed, ',');
    const char *last = comma ? comma + 1 : typed;
    for (size_t i = 0; choices[i]; i++) {
        if (begins(choices[i], last)) printf("%.*s%s\n", (int)(last - typed), typed, choices[i]);
    }
}

#ifdef VITALS_WITH_CLUSTER
/* The value of an option among the words, or NULL. */
static const char *value_of(const completion *c, const char *name) {
    const char *value = NULL;
    for (int i = 0; i + 2 < c->count; i++) {
        if (strcmp(c->words[i], name) == 0) value = c->words[i + 1];
    }
    return value;
}

static void print_context(void *user, const char *name) {
    const completion *c = user;
    if (begins(name, c->typed)) puts(name);
}

static void print_contexts(const completion *c) {
    completion self = *c;
    command_each_context(value_of(c, "--kubeconfig"), print_context, &self);
}
#endif

/* false: nothing but a file may be meant. */
static bool print_option_values(const completion *c, const option_row *row) {
    if (row->choices) {
        print_values(row->choices, c->typed);
        return true;
    }
#ifdef VITALS_WITH_CLUSTER
    if (strcmp(row->name, "context") == 0) {
        print_contexts(c);
        return true;
    }
#endif
    return false;
}

/* --------------------------------------------------------------- arguments */

/* A command whose first argument is one of some words, as in "checks|kinds|functions [WORD]". */
static bool print_arguments(const completion *c) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    const char *at = c->command->arguments;
    if (c->count > 1 || at[strspn(at, letters)] != '|') return false;
    for (size_t size = strspn(at, letters); size; size = strspn(at, letters)) {
        if (strncmp(at, c->typed, strlen(c->typed)) == 0) printf("%.*s\n", (int)size, at);
        at += size + (at[size] == '|');
    }
    return true;
}

/* Lower case, as kubectl has kinds. */
static void print_kind(void *user, const char *name) {
    const completion *c = user;
    char lower[64];
    size_t size = 0;
    for (; name[size] && size + 1 < sizeof lower; size++) {
        lower[size] = (char)tolower((unsigned char)name[size]);
    }
    lower[size] = 0;
    if (begins(lower, c->typed)) puts(lower);
}

/* "deploy/we": the name of an object in the files. */
static void print_name(void *user, vitals_document *document) {
    const completion *c = user;
    const size_t kind_size = strcspn(c->typed, "/");
    const vitals_text name = vitals_document_name(document);
    char *kind = memory_copy(c->typed, kind_size);
    const char *typed = c->typed + kind_size + 1;
    if (kind_is_named(kind, vitals_document_kind(document)) && name.size >= strlen(typed) &&
        memcmp(name.bytes, typed, strlen(typed)) == 0) {
        printf("%s/%.*s\n", kind, (int)name.size, name.bytes);
    }
    free(kind);
    vitals_document_free(document);
}

/* A file that is typed as one, or is the value of -f. */
static bool is_file(const completion *c, int i) {
    const char *before = i ? c->words[i - 1] : "";
    return file_has_extension(c->words[i]) || strcmp(before, "-f") == 0 ||
           strcmp(before, "--filename") == 0;
}

static void print_names(const completion *c) {
    cli_problems problems = PROBLEMS_INIT;
    option_list files = { NULL, 0 };
    source_list sources = { NULL, 0 };
    size_t errors = 0;
    for (int i = 0; i + 1 < c->count; i++) {
        if (is_file(c, i) && strcmp(c->words[i], "-") != 0) option_list_add(&files, c->words[i]);
    }
    sources_find(&sources, &files, &problems);
    for (size_t i = 0; i < sources.count; i++) {
        completion self = *c;
        source_read_documents(&sources.items[i], NULL, print_name, &self, &problems, &errors, NULL);
    }
    sources_done(&sources);
    option_list_done(&files);
    problems_done(&problems);
}

static int complete_argument(const completion *c) {
    if (print_arguments(c)) return finish(NO_FILES);
    if (strcmp(c->command->name, "help") == 0) {
        print_commands(c->typed);
        return finish(NO_FILES);
    }
    if (!strstr(c->command->arguments, "KIND")) return finish(FILES_TOO);
    completion self = *c;
    if (strchr(c->typed, '/')) {
        print_names(c);
    } else if (*c->typed) {
        kinds_each(print_kind, &self);
    }
    return finish(FILES_TOO);
}

/* ---------------------------------------------------------------- the whole */

int complete_words(int count, char **words) {
    const char *typed = count ? words[count - 1] : "";
    const cli_command *command = count > 1 ? command_find(words[0]) : NULL;
    if (count < 2) {
        print_commands(typed);
        return finish(NO_FILES);
    }
    if (!command) return finish(NO_FILES);
    completion c = { command, words + 1, count - 1, typed };
    /* bash takes --color=al apart: "--color", "=", "al". */
    const bool apart = count > 2 && strcmp(words[count - 2], "=") == 0;
    const bool equals = strcmp(typed, "=") == 0;
    if (equals) c.typed = "";
    const int before = count - 2 - apart;
    const option_row *row = before > 0 ? option_of(command->groups, words[before]) : NULL;
    if (row && option_takes_word(row, apart || equals)) {
        return finish(print_option_values(&c, row) ? NO_FILES : FILES_TOO);
    }
    if (*typed == '-') {
        print_options(&c);
        return finish(NO_FILES);
    }
    return complete_argument(&c);
}
