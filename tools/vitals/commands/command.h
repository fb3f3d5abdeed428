/* The commands: one file each, one row in main.c. `test` and `explain` have headers of their own for
** the files that print their results. */
#ifndef CLI_COMMANDS_COMMAND_H
#define CLI_COMMANDS_COMMAND_H

#include "input/options.h"

/* Exit statuses; docs/cli.md explains them. EXIT_INPUT takes precedence over
** EXIT_UNHEALTHY, and that over EXIT_WAITING. */
enum {
    EXIT_HEALTHY = 0,
    EXIT_UNHEALTHY = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,  /* input or configuration that could not be read, results not written */
    EXIT_WAITING = 4 /* nothing failed, but something is still in progress */
};

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

/* The command of this name, or NULL. */
const cli_command *command_find(const char *name);
/* `vitals COMMAND --help`. */
void command_print_help(const cli_command *self, FILE *out);
/* "vitals: " and the text on stderr, for wrong usage of `self` (NULL: of vitals itself).
** Returns EXIT_USAGE. */
int command_usage_error(const cli_command *self, const char *format, ...) VITALS_PRINTF(2, 3);

/* The manual page, made from the tables of commands and options. */
void manual_print(FILE *out);

/* The CEL functions of a vitals_cel_environment, as a table or as JSON. */
void functions_print(unsigned environment, bool as_json);

#endif
