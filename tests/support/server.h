/* Servers for tests of a live cluster: programs that read commands and answer each with one line.
** tests/cluster/README.md lists the commands. A server ends with the test, also when the test crashes. */
#ifndef TESTS_SUPPORT_SERVER_H
#define TESTS_SUPPORT_SERVER_H

#include <sys/types.h>

typedef struct test_server test_server;

/* Start the scripted fault server. Where it was not built, for want of Go, the test program ends here:
** skipped (77), or failed with CI=true. VITALS_FAULTS names another program. */
test_server *server_start_faults(void);
/* Start a real API server and its etcd with these options ("--controllers"; NULL: none), and wait until it
** answers. VITALS_TEST_CLUSTER names the program, as `tools/dev test-cluster` sets it; without it the test
** program ends here, skipped: CI runs that command. */
test_server *server_start_cluster(const char *options);
/* Start one of the programs on client-go ("oracle KUBECONFIG /v1/pods"). VITALS_TEST_PEERS names it, as above. */
test_server *server_start_peer(const char *arguments);
/* Run commands, one or more lines. Returns the answer to the last one without its "ok "; borrowed until
** the next call. A command that fails aborts the test and prints what the server answered. */
const char *server_ask(test_server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The answer as a number. */
long server_count(test_server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The process, for signals such as SIGSTOP. */
pid_t server_process(const test_server *server);
/* End the server and wait for it. NULL is allowed. */
void server_stop(test_server *server);

#endif
