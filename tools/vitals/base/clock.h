/* The clocks of the system in milliseconds, in the form that clusters and the server take them. */
#ifndef CLI_BASE_CLOCK_H
#define CLI_BASE_CLOCK_H

#include <stdint.h>

/* Since 1970. */
int64_t clock_wall_ms(void *unused);
/* Never set back. */
int64_t clock_monotonic_ms(void *unused);

#endif
