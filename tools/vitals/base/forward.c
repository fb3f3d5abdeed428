/* Where vitals-cluster is, and its start. */
#include "base/forward.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit.h"
#include "base/text.h"

/* The folders that may hold it, relative to this program's: a build tree's, and an installed one's. */
static const char *const folders[] = { "", VITALS_LIBEXEC_FROM_BIN };

/* The path of this program up to and including the last slash. */
static void add_own_folder(vt_buffer *path) {
    char own[4096];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = 0;
    const char *slash = strrchr(own, '/');
    if (slash) {
        vt_buffer_add_bytes(path, own, (size_t)(slash - own) + 1);
    } else {
        vt_buffer_printf(path, "%s/", VITALS_BIN); /* no /proc here */
    }
}

int forward_run(char **argv) {
    vt_buffer path = BUFFER_INIT;
    int error = ENOENT;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && error == ENOENT; i++) {
        vt_buffer_clear(&path);
        add_own_folder(&path);
        vt_buffer_printf(&path, "%svitals-cluster", folders[i]);
        execv(vt_buffer_string(&path), argv);
        error = errno;
    }
    fprintf(stderr,
            "vitals: cannot start %s, which holds the commands for clusters and the help: %s\n",
            vt_buffer_string(&path), strerror(error));
    vt_buffer_done(&path);
    return EXIT_INPUT;
}
