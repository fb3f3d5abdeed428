/* Listing the CEL functions of an environment. */
#ifndef CLI_COMMANDS_FUNCTIONS_H
#define CLI_COMMANDS_FUNCTIONS_H

#include <stdbool.h>

/* `environment` is a vitals_cel_environment. */
void functions_print(unsigned environment, bool as_json);

#endif
