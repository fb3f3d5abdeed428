/* Listing the CEL functions of an environment. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include <stdbool.h>

/* `environment` is a vitals_cel_environment. */
void functions_print(unsigned environment, bool as_json);

#endif
