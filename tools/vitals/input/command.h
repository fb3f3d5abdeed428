/* The commands: one file each, one row in main.c. */
#ifndef CLI_INPUT_COMMAND_H
#define CLI_INPUT_COMMAND_H

#include "base/exit.h"
#include "input/options.h"

typedef struct cli_command {
    const char *name;
    const char *summary;               /* one line, lower case, no full stop */
    const char *arguments;             /* what follows the options in the usage line, or "" */
    const option_group *const *groups; /* ends with NULL */
    const char *examples;              /* lines as the help shows them */
    int (*run)(const struct cli_command *self, int argc, char **argv);
} cli_command;

/* The commands in the order of the help; ends with NULL. */
extern const cli_command *const commands[];

/* `vitals list access`: cluster/access.c, in builds with VITALS_CLUSTER. */
extern const cli_command command_list_access;

/* The names of the contexts in a kubeconfig, NULL for the usual one: cluster/connect.c, in builds with VITALS_CLUSTER.
** What cannot be read has none. */
void command_each_context(const char *kubeconfig, void (*take)(void *user, const char *name),
                          void *user);

/* The command of this name, or NULL. */
const cli_command *command_find(const char *name);
/* `vitals COMMAND --help`. */
void command_print_help(const cli_command *self);
/* Print help that fits the terminal. */
void command_print_fitting(void (*print)(const cli_command *self, FILE *out),
                           const cli_command *self);
/* "vitals: " and the text on stderr, for wrong usage of `self` (NULL: of vitals itself).
** Returns EXIT_USAGE. */
int command_usage_error(const cli_command *self, const char *format, ...) VITALS_PRINTF(2, 3);

/* The manual page, made from the tables of commands and options. */
void manual_print(FILE *out);

#endif
