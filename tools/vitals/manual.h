/* The manual page, made from the tables of commands and options. */
#ifndef MANUAL_H
#define MANUAL_H

#include "command.h"

void manual_print(FILE *out);

#endif
