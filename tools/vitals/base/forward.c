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
static void add_own_folder(cli_text *path) {
    char own[4096];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = 0;
    const char *slash = strrchr(own, '/');
    if (slash) {
        text_add(path, own, (size_t)(slash - own) + 1);
    } else {
        text_printf(path, "%s/", VITALS_BIN); /* no /proc here */
    }
}

int forward_run(char **argv) {
    cli_text path = TEXT_INIT;
    int error = ENOENT;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && error == ENOENT; i++) {
        text_clear(&path);
        add_own_folder(&path);
        text_printf(&path, "%svitals-cluster", folders[i]);
        execv(text_string(&path), argv);
        error = errno;
    }
    fprintf(stderr,
            "vitals: cannot start %s, which holds the commands for clusters and the help: %s\n",
            text_string(&path), strerror(error));
    text_done(&path);
    return EXIT_INPUT;
}
