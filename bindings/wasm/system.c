/*
** What the command line asks of an operating system and WASI lacks. Other programs, and pipes to them, fail, so
** `--changed`, which asks git, reports that git cannot be started. Files with new names are made here.
*/
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

/* WASI has no working directory: the host names its own in PWD. */
__attribute__((constructor)) static void enter_directory(void) {
    const char *name = getenv("PWD");
    if (name) (void)chdir(name);
}

int mkstemp(char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    const size_t size = strlen(name);
    uint8_t random[6];
    if (size < sizeof random || strcmp(name + size - sizeof random, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    for (int attempt = 0; attempt < 100; attempt++) {
        if (getentropy(random, sizeof random) != 0) return -1;
        for (size_t i = 0; i < sizeof random; i++)
            name[size - sizeof random + i] = letters[random[i] % 32];
        const int file = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

int pipe(int ends[2]) {
    (void)ends;
    errno = ENOSYS;
    return -1;
}

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions) {
    (void)actions;
    return ENOSYS;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int descriptor,
                                     const char *path, int flags, mode_t mode) {
    (void)actions, (void)descriptor, (void)path, (void)flags, (void)mode;
    return ENOSYS;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) {
    (void)actions, (void)from, (void)to;
    return ENOSYS;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions) {
    (void)actions;
    return 0;
}

int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
    (void)process, (void)file, (void)actions, (void)attributes, (void)arguments, (void)environment;
    return ENOSYS;
}

pid_t waitpid(pid_t process, int *status, int options) {
    (void)process, (void)status, (void)options;
    errno = ECHILD;
    return -1;
}
