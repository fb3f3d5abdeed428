/* Counts objects on standard error, on one line that overwrites itself. */
#include "output/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum { FIRST_MS = 1000, EVERY_MS = 200, STEPS_PER_LOOK = 64 };

void progress_start(cli_progress *progress, bool wanted) {
    *progress = (cli_progress){ .on = wanted && isatty(STDERR_FILENO) == 1 };
    if (progress->on) progress->next_ms = clock_monotonic_ms(NULL) + FIRST_MS;
}

void progress_step(cli_progress *progress) {
    if (!progress->on || ++progress->steps % STEPS_PER_LOOK != 0) return;
    const int64_t now = clock_monotonic_ms(NULL);
    if (now < progress->next_ms) return;
    fprintf(stderr, "\r%zu objects", progress->steps);
    progress->shown = true;
    progress->next_ms = now + EVERY_MS;
}

void progress_end(cli_progress *progress) {
    if (progress->shown) fputs("\r\x1b[K", stderr);
    progress->shown = false;
}
