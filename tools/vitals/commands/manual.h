/* The manual page, made from the tables of commands and options. */
#ifndef CLI_COMMANDS_MANUAL_H
#define CLI_COMMANDS_MANUAL_H

#include "commands/command.h"

void manual_print(FILE *out);

#endif
