/* "12000 objects" on a terminal, for work that takes longer than a second. */
#ifndef CLI_OUTPUT_PROGRESS_H
#define CLI_OUTPUT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_progress {
    bool on;      /* standard error is a terminal, and nothing else is written to it meanwhile */
    bool shown;   /* there is a line to be cleared */
    size_t steps; /* objects */
    int64_t next_ms;
} cli_progress;

void progress_start(cli_progress *progress, bool wanted);
/* One more object. Looks at the clock once in a while. */
void progress_step(cli_progress *progress);
void progress_end(cli_progress *progress);

#endif
