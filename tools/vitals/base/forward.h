/*
** The second program, vitals-cluster.
**
** Linking libcurl and libmicrohttpd, with the libraries they need, takes most of the time of a short run. So `vitals`
** holds the commands that read files, and starts vitals-cluster for all others (and for help, which lists them).
*/
#ifndef CLI_BASE_FORWARD_H
#define CLI_BASE_FORWARD_H

/* Run vitals-cluster with these arguments in place of this program. Returns only where it cannot be started, with
** a line on stderr, and then EXIT_INPUT. */
int forward_run(char **argv);

#endif
