/* Files below a directory whose content others may have written. */
#include "input/below.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

static const char leaves[] = "is a link that leads out of the directory";
static const char not_regular[] = "is not a regular file";
static const char linked[] = "is below a link to a directory, which is not followed";

/* ----------------------------------------------------------------- reading */

/* Where a path leads, when that is below the directory: to be freed. */
static char *resolve(const char *root, const char *path, const char **why) {
    char *top = realpath(root, NULL), *whole = top ? realpath(path, NULL) : NULL;
    const size_t size = top ? strlen(top) : 0;
    const bool all = top && !top[1]; /* "/" */
    *why = NULL;
    if (!whole) {
        *why = strerror(errno);
    } else if (strncmp(whole, top, size) != 0 || (!all && whole[size] != '/')) {
        *why = leaves;
    }
    free(top);
    if (!*why) return whole;
    free(whole);
    return NULL;
}

const char *below_problem(const char *root, const char *path) {
    const char *why;
    struct stat about;
    char *whole = resolve(root, path, &why);
    if (whole && (lstat(whole, &about) != 0 || !S_ISREG(about.st_mode))) why = not_regular;
    free(whole);
    return why;
}

int below_open(const char *root, const char *path, const char **why) {
    struct stat about;
    char *whole = resolve(root, path, why);
    if (!whole) return -1;
    const int descriptor = open(whole, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    free(whole);
    if (descriptor < 0) {
        *why = strerror(errno);
    } else if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
        *why = not_regular;
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* ----------------------------------------------------------------- writing */

/* Create a directory and all that are missing above it. A failure is reported when it is opened. */
static void make_directories(const char *path) {
    char *own = memory_copy_string(path);
    for (char *slash = strchr(own + (*own == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(own, 0777);
        *slash = '/';
    }
    (void)mkdir(own, 0777);
    free(own);
}

static bool is_plain_name(const char *name) {
    return *name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* Enter a directory, which is created when it is missing, and close the one above it. */
static int enter(int above, const char *name, const char **why) {
    struct stat about;
    int entered = -1;
    if (!is_plain_name(name)) {
        *why = "has a directory that cannot be created";
    } else {
        (void)mkdirat(above, name, 0777);
        entered = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (entered < 0) {
            *why = strerror(errno);
            if (fstatat(above, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode))
                *why = linked;
        }
    }
    close(above);
    return entered;
}

static FILE *create_in(int directory, const char *name, bool replace, const char **why) {
    const int how = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    struct stat about;
    int file = openat(directory, name, how | (replace ? 0 : O_EXCL), 0666);
    if (file < 0) {
        *why = errno == ELOOP ? "is a link, which is not followed" : strerror(errno);
        return NULL;
    }
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || ftruncate(file, 0) != 0) {
        *why = not_regular;
        close(file);
        return NULL;
    }
    return fdopen(file, "wb");
}

FILE *below_create(const char *root, const char *below, bool replace, const char **why) {
    char *own = memory_copy_string(below), *name = own;
    make_directories(root);
    int directory = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *why = directory < 0 ? strerror(errno) : NULL;
    for (char *slash; directory >= 0 && (slash = strchr(name, '/')); name = slash + 1) {
        *slash = '\0';
        directory = enter(directory, name, why);
    }
    FILE *file = directory >= 0 ? create_in(directory, name, replace, why) : NULL;
    const int error = errno;
    if (directory >= 0) close(directory);
    free(own);
    errno = error;
    return file;
}
