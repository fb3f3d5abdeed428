/* Exit statuses; docs/cli.md explains them. EXIT_INPUT takes precedence over EXIT_UNHEALTHY, and that
** over EXIT_WAITING. */
#ifndef CLI_BASE_EXIT_H
#define CLI_BASE_EXIT_H

enum {
    EXIT_HEALTHY = 0,
    EXIT_UNHEALTHY = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,   /* input or configuration that could not be read, results not written */
    EXIT_WAITING = 4, /* nothing failed, but something is still in progress */
    EXIT_LATER = 5    /* wait: a later revision has overtaken the one that was waited for */
};

#endif
