/* Included before libc's, which needs signals: no process is ever waited for. */
#ifndef VITALS_WASM_SYSTEM_WAIT_H
#define VITALS_WASM_SYSTEM_WAIT_H

#include <sys/types.h>

#define WIFEXITED(status) ((void)(status), 0)
#define WEXITSTATUS(status) (status)

pid_t waitpid(pid_t process, int *status, int options);

#endif
