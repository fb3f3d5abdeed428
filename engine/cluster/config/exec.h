/*
** Runs a credential plugin: the only file of the library that starts processes. Left out when
** VITALS_CLUSTER_WRITE is off.
**
** No shell. The child gets the caller's environment with additions, its standard output is a pipe,
** standard error is the parent's, standard input is /dev/null unless the plugin is interactive, and every
** other descriptor is closed. Nothing blocks: the host polls the descriptor and calls vt_process_step.
*/
#ifndef VITALS_CLUSTER_EXEC_H
#define VITALS_CLUSTER_EXEC_H

#include "cluster/config/credentials.h"

typedef struct vt_process vt_process;

/*
** Start the command. `environment` is the parent's, NAME=VALUE texts ended by NULL, as in environ; the
** program is looked for in its PATH. A name without a slash is never taken from the working directory.
**
** VITALS_OK: it runs, or it could not be started, which vt_process_step reports at once. Errors:
** VITALS_ENOMEM.
*/
VITALS_MUST_USE vitals_status vt_process_start(const vt_command *command,
                                               const char *const *environment,
                                               const vitals_allocator *allocator, int64_t steady_ms,
                                               vt_process **out);
/* Kills what still runs, with its children when it is not interactive, and waits for it. Wipes the
** output. */
void vt_process_free(vt_process *process);

/* To be polled for reading; -1 when there is nothing to poll for. */
int vt_process_descriptor(const vt_process *process);
/* When to call vt_process_step at the latest, as steady_ms. */
int64_t vt_process_due(const vt_process *process);
/* Read what there is, without blocking. true: it has ended, and `result` is filled; its output is borrowed
** from the process. */
bool vt_process_step(vt_process *process, int64_t steady_ms, vt_command_result *result);

#endif
