/* Counts objects on standard error, on one line that overwrites itself. */
#include "assess/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 1000, EVERY_MS = 200, STEPS_PER_LOOK = 64 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_start(cli_progress *progress, bool wanted) {
    *progress = (cli_progress){ .on = wanted && isatty(STDERR_FILENO) == 1 };
    if (progress->on) progress->next_ms = now_ms() + FIRST_MS;
}

void progress_step(cli_progress *progress) {
    if (!progress->on || ++progress->steps % STEPS_PER_LOOK != 0) return;
    const int64_t now = now_ms();
    if (now < progress->next_ms) return;
    fprintf(stderr, "\r%zu objects", progress->steps);
    progress->shown = true;
    progress->next_ms = now + EVERY_MS;
}

void progress_end(cli_progress *progress) {
    if (progress->shown) fputs("\r\x1b[K", stderr);
    progress->shown = false;
}
