/* Asks the controllers of an application to look again before it is waited for. */
#ifndef CLI_CLUSTER_WAIT_TRIGGER_H
#define CLI_CLUSTER_WAIT_TRIGGER_H

#include "cluster/wait.h"

/* With --refresh and --with-source, in an open session that watches nothing yet. Each annotation is printed before it
** is sent. A source of Flux has answered before its application is asked. false: `problems` says why, or a signal came. */
bool wait_trigger(cli_wait *run);

#endif
