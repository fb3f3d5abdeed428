/* Opening files below a directory, and walking through it. */
#include "base/run/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory/memory.h"
#include "base/memory/sort.h"

enum { PATH_MOST_BYTES = 4096, MOST_LINKS = 8, MOST_OPEN = 64 };

const char vt_file_missing[] = "No such file or directory";

static const char not_regular[] = "is not a regular file";
static const char leaves[] = "leads out of the directory";

static const struct file_error {
    int error;
    const char *reason;
} file_errors[] = {
    { ENOENT, vt_file_missing },
    { EACCES, "Permission denied" },
    { EPERM, "Operation not permitted" },
    { ENOTDIR, "Not a directory" },
    { EISDIR, "Is a directory" },
    { ELOOP, "Too many levels of symbolic links" },
    { ENAMETOOLONG, "File name too long" },
    { EMFILE, "Too many open files" },
    { ENFILE, "Too many open files in system" },
    { ENOMEM, "Cannot allocate memory" },
    { EIO, "Input/output error" },
    { ENXIO, "No such device or address" },
    { EOVERFLOW, "Value too large for defined data type" },
    { EINTR, "Interrupted system call" },
};

const char *vt_file_reason(int error) {
    for (size_t i = 0; i < sizeof file_errors / sizeof *file_errors; i++) {
        if (file_errors[i].error == error) return file_errors[i].reason;
    }
    return "cannot be read";
}

/* --------------------------------------------------------------- one file */

/* The descriptor of a regular file, opened so that a FIFO or device does not block. */
static const char *open_regular(int directory, const char *name, int flags, int *descriptor) {
    struct stat about;
    int opened = openat(directory, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags);
    if (opened < 0) return vt_file_reason(errno);
    if (fstat(opened, &about) == 0 && S_ISREG(about.st_mode)) {
        *descriptor = opened;
        return NULL;
    }
    close(opened);
    return not_regular;
}

void vt_file_close(int descriptor) {
    close(descriptor);
}

const char *vt_file_is_directory(const char *path, bool follow, bool *is_directory) {
    struct stat about;
    if ((follow ? stat(path, &about) : lstat(path, &about)) != 0) return vt_file_reason(errno);
    *is_directory = S_ISDIR(about.st_mode);
    return NULL;
}

bool vt_file_working_directory(char *path, size_t size) {
    return getcwd(path, size) != NULL;
}

const char *vt_file_open_named(const char *path, int *descriptor) {
    struct stat about;
    if (stat(path, &about) != 0) return vt_file_reason(errno);
    if (!S_ISREG(about.st_mode)) return not_regular;
    return open_regular(AT_FDCWD, path, 0, descriptor);
}

/* A path that is being resolved: the directories that are open, and what is left of the path. */
typedef struct resolution {
    int open[MOST_OPEN]; /* the first one is the caller's */
    unsigned count;
    unsigned links;
    char rest[2 * PATH_MOST_BYTES];
    const char *at;
} resolution;

static int top_of(const resolution *path) {
    return path->open[path->count - 1];
}

static const char *enter(resolution *path, const char *name) {
    if (path->count == MOST_OPEN) return "is nested too deep";
    int opened = openat(top_of(path), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (opened < 0) return vt_file_reason(errno);
    path->open[path->count++] = opened;
    return NULL;
}

static const char *leave(resolution *path) {
    if (path->count == 1) return leaves;
    close(path->open[--path->count]);
    return NULL;
}

/* Put the target of a link in front of the rest. */
static const char *follow(resolution *path, const char *name) {
    char target[2 * PATH_MOST_BYTES];
    if (++path->links > MOST_LINKS) return "is a link that leads to too many others";
    ssize_t size = readlinkat(top_of(path), name, target, PATH_MOST_BYTES);
    if (size < 0) return vt_file_reason(errno);
    if (size > 0 && target[0] == '/') return leaves;
    size_t rest = strlen(path->at);
    if ((size_t)size + 1 + rest >= PATH_MOST_BYTES) return "is a link whose path is too long";
    target[size] = '/';
    memcpy(target + size + 1, path->at, rest + 1);
    memcpy(path->rest, target, (size_t)size + rest + 2);
    path->at = path->rest;
    return NULL;
}

/* Cut the next name off the rest; false at the end. */
static bool next_name(resolution *path, char name[PATH_MOST_BYTES]) {
    while (*path->at == '/') path->at++;
    size_t size = strcspn(path->at, "/");
    memcpy(name, path->at, size);
    name[size] = '\0';
    path->at += size;
    return size > 0;
}

static bool is_last(const resolution *path) {
    return path->at[strspn(path->at, "/")] == '\0';
}

static const char *resolve(resolution *path, int *descriptor) {
    char name[PATH_MOST_BYTES];
    const char *why = NULL;
    while (!why && next_name(path, name)) {
        struct stat about;
        if (strcmp(name, ".") == 0) continue;
        if (strcmp(name, "..") == 0) {
            why = leave(path);
        } else if (fstatat(top_of(path), name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
            why = vt_file_reason(errno);
        } else if (S_ISLNK(about.st_mode)) {
            why = follow(path, name);
        } else if (S_ISDIR(about.st_mode)) {
            why = enter(path, name);
        } else if (!S_ISREG(about.st_mode) || !is_last(path)) {
            why = not_regular;
        } else {
            return open_regular(top_of(path), name, O_NOFOLLOW, descriptor);
        }
    }
    return why ? why : not_regular;
}

const char *vt_file_open(int directory, const char *path, int *descriptor) {
    resolution resolved = { .open = { directory }, .count = 1 };
    size_t size = strlen(path);
    if (path[0] == '/') return leaves;
    if (size >= PATH_MOST_BYTES) return "has a path that is too long";
    memcpy(resolved.rest, path, size + 1);
    resolved.at = resolved.rest;
    const char *why = resolve(&resolved, descriptor);
    while (resolved.count > 1) close(resolved.open[--resolved.count]);
    return why;
}

static int open_root(const char *root) {
    return open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

const char *vt_file_open_in(const char *root, const char *path, int *descriptor) {
    int directory = open_root(root);
    if (directory < 0) return vt_file_reason(errno);
    const char *why = vt_file_open(directory, path, descriptor);
    close(directory);
    return why;
}

const char *vt_file_read(int descriptor, vt_buffer *text) {
    char chunk[16384];
    ssize_t size;
    while ((size = read(descriptor, chunk, sizeof chunk)) > 0) {
        if (!vt_buffer_add_bytes(text, chunk, (size_t)size)) break;
    }
    const char *why = size < 0 ? vt_file_reason(errno) : NULL;
    close(descriptor);
    return why;
}

/* ----------------------------------------------------------------- the walk */

/* A walk that is under way. `path` is extended for each entry and cut back afterwards. */
typedef struct walk_state {
    const vt_file_walk *walk;
    int root;
    vt_buffer path;
    size_t root_bytes; /* of `path`, with the slash after it */
} walk_state;

typedef struct name_list {
    char **items;
    size_t count, capacity;
} name_list;

static void free_names(const walk_state *state, name_list *names) {
    for (size_t i = 0; i < names->count; i++) {
        vt_release(&state->walk->allocator, names->items[i], strlen(names->items[i]) + 1);
    }
    vt_release_array(&state->walk->allocator, names->items, names->capacity, sizeof *names->items);
}

static bool add_name(const walk_state *state, name_list *names, const char *name) {
    void *items = names->items;
    bool room = vt_grow(&state->walk->allocator, &items, &names->capacity, names->count,
                        sizeof *names->items);
    names->items = items;
    size_t size = strlen(name) + 1;
    char *copy = room ? vt_allocate(&state->walk->allocator, size) : NULL;
    if (!copy) return false;
    memcpy(copy, name, size);
    names->items[names->count++] = copy;
    return true;
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void skip(walk_state *state, const char *why) {
    state->walk->skipped(state->walk->user, vt_buffer_text(&state->path), why);
}

/* The names in a directory, sorted. */
static vitals_status read_names(walk_state *state, int descriptor, name_list *names) {
    int own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* WASI has no dup */
    DIR *directory = own < 0 ? NULL : fdopendir(own);
    if (!directory) {
        skip(state, vt_file_reason(errno));
        if (own >= 0) close(own);
        return VITALS_EREAD;
    }
    bool room = true;
    for (struct dirent *entry; room && (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        room = add_name(state, names, entry->d_name);
    }
    closedir(directory);
    if (!room) return VITALS_ENOMEM;
    return vt_sort(names->items, names->count, sizeof *names->items, by_bytes,
                   state->walk->interrupt)
               ? VITALS_OK
               : VITALS_ESTOPPED;
}

static vitals_status walk_directory(walk_state *state, int descriptor, unsigned depth);

static vitals_status enter_directory(walk_state *state, int parent, const char *name,
                                     unsigned depth) {
    if (depth >= state->walk->most_depth) {
        skip(state, "is nested too deep");
        return VITALS_OK;
    }
    int opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (opened < 0) {
        skip(state, vt_file_reason(errno));
        return VITALS_OK;
    }
    vitals_status status = walk_directory(state, opened, depth + 1);
    close(opened);
    return status;
}

static vitals_status open_wanted(walk_state *state) {
    int descriptor;
    const char *why = vt_file_open(state->root, state->path.bytes + state->root_bytes, &descriptor);
    if (!why) return state->walk->file(state->walk->user, vt_buffer_text(&state->path), descriptor);
    skip(state, why);
    return VITALS_OK;
}

/* One entry; `path` ends with its name. */
static vitals_status walk_entry(walk_state *state, int parent, const char *name, unsigned depth) {
    const vt_file_walk *walk = state->walk;
    struct stat about;
    if (vt_interrupt_asked(walk->interrupt)) return VITALS_ESTOPPED;
    if (fstatat(parent, name, &about, AT_SYMLINK_NOFOLLOW) != 0) return VITALS_OK;
    if (S_ISDIR(about.st_mode)) {
        return walk->enters(name) ? enter_directory(state, parent, name, depth) : VITALS_OK;
    }
    if (walk->wants(name)) return open_wanted(state);
    if (S_ISLNK(about.st_mode) && walk->enters(name) && fstatat(parent, name, &about, 0) == 0 &&
        S_ISDIR(about.st_mode)) {
        skip(state, "is a link to a directory, which is not followed");
    }
    return VITALS_OK;
}

/* Extend the path by a name; false, and reported, when it becomes too long. */
static bool extend(walk_state *state, const char *name) {
    vt_buffer_add_byte(&state->path, '/');
    return vt_buffer_add_terminated(&state->path, name);
}

static void cut_back(walk_state *state, size_t size) {
    state->path.size = size;
    state->path.bytes[size] = '\0';
    state->path.failed = state->path.over_ceiling = false;
}

/* Recursion is bounded by most_depth. */
static vitals_status walk_directory(walk_state *state, int descriptor, unsigned depth) {
    const vt_file_walk *walk = state->walk;
    name_list names = { NULL, 0, 0 };
    vitals_status status = VITALS_OK;
    if (walk->directory) {
        status = walk->directory(walk->user, vt_buffer_text(&state->path), descriptor);
    }
    if (!status) status = read_names(state, descriptor, &names);
    size_t size = state->path.size;
    for (size_t i = 0; !status && i < names.count; i++) {
        if (extend(state, names.items[i])) {
            status = walk_entry(state, descriptor, names.items[i], depth);
        } else if (state->path.over_ceiling) {
            skip(state, "has a path that is too long");
        } else {
            status = VITALS_ENOMEM;
        }
        cut_back(state, size);
    }
    free_names(state, &names);
    return status;
}

/* The path without slashes at its end. */
static vt_text trimmed(const char *path) {
    vt_text text = vt_text_from(path);
    while (text.size > 1 && text.bytes[text.size - 1] == '/') text.size--;
    return text;
}

vitals_status vt_walk_files(const vt_file_walk *walk, const char *root, const char *below) {
    walk_state state = { .walk = walk };
    vt_buffer_init(&state.path, &walk->allocator, PATH_MOST_BYTES);
    vitals_status status = VITALS_ENOMEM;
    if (vt_buffer_add(&state.path, trimmed(root))) {
        state.root_bytes = state.path.size + 1;
        state.root = open_root(state.path.bytes);
        if (*below) extend(&state, below);
        int start =
            state.root < 0 || !*below
                ? state.root
                : openat(state.root, below, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        status = VITALS_EREAD;
        if (start < 0) {
            skip(&state, vt_file_reason(errno));
        } else {
            status = walk_directory(&state, start, 0);
        }
        if (start >= 0 && start != state.root) close(start);
        if (state.root >= 0) close(state.root);
    }
    vt_buffer_done(&state.path);
    return status;
}
