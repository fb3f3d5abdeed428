/* Which files differ from a base: asks git, which is started without a shell. */
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "lint/lint.h"

extern char **environ;

/* ----------------------------------------------------------------- running git */

static void read_all(int descriptor, vt_buffer *out) {
    char buffer[65536];
    for (;;) {
        const ssize_t size = read(descriptor, buffer, sizeof buffer);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return;
        vt_buffer_add_bytes(out, buffer, (size_t)size);
    }
}

enum { MOST_ARGUMENTS = 16 };

/* posix_spawn does not change its arguments, but wants them so. */
static int start(const char *const *arguments, int output, pid_t *process) {
    posix_spawn_file_actions_t actions;
    char *words[MOST_ARGUMENTS] = { NULL };
    for (size_t i = 0; i + 1 < MOST_ARGUMENTS && arguments[i]; i++) {
        words[i] = (char *)(uintptr_t)arguments[i];
    }
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (!error) error = posix_spawnp(process, "git", &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int wait_for(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The output of git; what it prints on stderr goes to ours. */
static bool run_git(const char *const *arguments, vt_buffer *out, cli_problems *problems) {
    int ends[2];
    pid_t process = 0;
    vt_buffer_clear(out);
    if (pipe(ends) != 0) {
        problems_add_error(problems, NULL, "--changed: git cannot be started: %s", strerror(errno));
        return false;
    }
    const int error = start(arguments, ends[1], &process);
    close(ends[1]);
    if (!error) read_all(ends[0], out);
    close(ends[0]);
    if (error) {
        problems_add_error(problems, NULL, "--changed: git cannot be started: %s", strerror(error));
        return false;
    }
    const int status = wait_for(process);
    if (status != 0) {
        const char *name = arguments[strcmp(arguments[1], "-C") == 0 ? 3 : 1];
        problems_add_error(problems, NULL, "--changed: git %s failed", name);
    }
    return status == 0;
}

static void cut_line(vt_buffer *text) {
    while (text->size && strchr("\r\n", text->bytes[text->size - 1])) {
        vt_buffer_cut(text, text->size - 1);
    }
    vt_buffer_add_bytes(text, "", 0);
}

/* ------------------------------------------------------------------------ names */

/* Names that git ended with NUL, relative to the root of the repository. */
static void add_names(changed_files *changed, const char *root, const vt_buffer *names) {
    for (size_t at = 0; at < names->size;) {
        const char *name = names->bytes + at;
        const size_t size = strnlen(name, names->size - at);
        vt_buffer path = BUFFER_INIT;
        vt_buffer_printf(&path, "%s/%.*s", root, (int)size, name);
        changed->paths = memory_grow(changed->paths, changed->count, sizeof *changed->paths);
        changed->paths[changed->count++] = vt_buffer_take(&path, NULL);
        at += size + 1;
    }
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool changed_find(changed_files *changed, const char *base, cli_problems *problems) {
    const char *const top[] = { "git", "rev-parse", "--show-toplevel", NULL };
    vt_buffer root = BUFFER_INIT, common = BUFFER_INIT, names = BUFFER_INIT;
    const char *const merge_base[] = { "git", "merge-base", base, "HEAD", NULL };
    bool ok = run_git(top, &root, problems) && run_git(merge_base, &common, problems);
    cut_line(&root);
    cut_line(&common);
    char *directory = memory_copy_string(vt_buffer_string(&root));
    char *commit = memory_copy_string(vt_buffer_string(&common));
    const char *const differ[] = { "git",           "-C",          directory,
                                   "diff",          "--name-only", "--no-renames",
                                   "--no-relative", "-z",          "--diff-filter=ACMT",
                                   commit,          "--",          NULL };
    const char *const unknown[] = { "git",      "-C",       directory,
                                    "ls-files", "--others", "--exclude-standard",
                                    "-z",       NULL };
    ok = ok && run_git(differ, &names, problems);
    if (ok) add_names(changed, directory, &names);
    ok = ok && run_git(unknown, &names, problems);
    if (ok) add_names(changed, directory, &names);
    if (changed->count > 1) {
        qsort(changed->paths, changed->count, sizeof *changed->paths, compare_paths);
    }
    free(directory);
    free(commit);
    vt_buffer_done(&root);
    vt_buffer_done(&common);
    vt_buffer_done(&names);
    return ok;
}

void changed_done(changed_files *changed) {
    for (size_t i = 0; i < changed->count; i++) free(changed->paths[i]);
    free(changed->paths);
    *changed = (changed_files){ 0 };
}

/* ----------------------------------------------------------------------- wanting */

static bool ends_with(const char *path, size_t size, const char *tail) {
    const size_t length = strlen(tail);
    return size >= length && memcmp(path + size - length, tail, length) == 0;
}

/* The size of the directory of the check that a file is part of; 0: it is not part of one. */
static size_t check_directory(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return 0;
    size_t size = (size_t)(slash - path);
    if (ends_with(path, size, "/testdata")) {
        size -= sizeof "/testdata" - 1;
    } else if (strncmp(slash + 1, "health", 6) != 0) {
        return 0;
    }
    return ends_with(path, size, "/actions") ? size - (sizeof "/actions" - 1) : size;
}

bool changed_wants(void *user, const char *file) {
    const changed_files *changed = user;
    char *path = realpath(file, NULL);
    bool wanted = false;
    if (!path) return false;
    const size_t size = check_directory(path);
    if (changed->count) {
        wanted = bsearch(&path, changed->paths, changed->count, sizeof *changed->paths,
                         compare_paths) != NULL;
    }
    for (size_t i = 0; size && !wanted && i < changed->count; i++) {
        wanted = check_directory(changed->paths[i]) == size &&
                 memcmp(changed->paths[i], path, size) == 0;
    }
    free(path);
    return wanted;
}
