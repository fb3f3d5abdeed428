/*
** Rules in processes of their own: --isolate-rules.
**
** The server starts its own program again, without arguments of its own, environment and descriptors but
** one end of a socket pair. Both sides speak in messages: four bytes with a size, then as many bytes.
**
**     process -> server   on start: one byte, what it gave up (RULE_PROCESS_...)
**     server -> process   a request of vitals_remote_fn
**     process -> server   the answer of vitals_runner_run; empty: it could not run it
**     server -> process   meanwhile, a size of 0: stop. The answer still comes
**
** A process runs one rule at a time. There are as many as threads that assess, started when they are
** first needed. A process that ends, writes what is not an answer, or takes too long is killed and replaced:
** that costs the verdict that it was working on, and nothing else.
*/
#ifndef CLI_SERVE_ISOLATE_H
#define CLI_SERVE_ISOLATE_H

#include <vitals/vitals.h>

#include "serve/confine.h"

/* What follows `vitals serve` where the server starts a process for rules. Not for users. */
#define RULE_PROCESS_WORD "--rule-process"

typedef struct isolation isolation;

/* Start the first process, and add to `confined` what it gave up. NULL: it cannot be started; stderr says why. */
isolation *isolation_new(confinement *confined);
/* Kills all processes. No rule may be running. */
void isolation_free(isolation *self);

/* A vitals_remote_fn: `user` is an isolation. Any number of threads. */
vitals_status isolation_carry(void *user, vitals_text request, const vitals_allocator *allocator,
                              vitals_interrupt_fn interrupt, void *interrupt_user, char **answer,
                              size_t *size);
/* How many processes have ended although nobody wanted it; `user` is an isolation. Any thread. */
uint64_t isolation_ended(const void *user);

/* The life of such a process. Returns when the server is gone. */
int rule_process_run(void);

#endif
