/* Finds the directories that hold checks and their tests, and reads the files in them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/memory.h"
#include "testing/testing.h"

enum { MOST_DEPTH = 8, MOST_PATH_BYTES = 4096 };

/* A walk below one path. */
typedef struct walk {
    vitals_report *report;
    vt_check_directories *directories;
    vitals_diagnostics *diagnostics;
    vt_buffer path; /* extended on the way down and cut back on the way up */
} tree_walk;

static vitals_status unreadable(vitals_diagnostics *diagnostics, const char *path,
                                const char *why) {
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "test-read", (vt_place){ path, 0, 0, 0 },
                       NULL, "%s", why);
    return VITALS_EREAD;
}

/* ------------------------------------------------------------- one directory */

static bool is_file(vt_buffer *path, const char *name) {
    size_t size = path->size;
    struct stat about;
    vt_buffer_add_byte(path, '/');
    bool there = vt_buffer_add_terminated(path, name) && stat(path->bytes, &about) == 0 &&
                 S_ISREG(about.st_mode);
    path->size = size;
    path->bytes[size] = '\0';
    return there;
}

/* The offset of the last `count` parts of a path; SIZE_MAX when it has fewer, or one is . or .. */
static size_t last_parts(vt_text path, unsigned count) {
    size_t end = path.size;
    for (;;) {
        size_t start = end;
        while (start > 0 && path.bytes[start - 1] != '/') start--;
        vt_text part = vt_text_between(path, start, end);
        if (part.size == 0 || vt_text_is(part, ".") || vt_text_is(part, "..")) return SIZE_MAX;
        if (--count == 0) return start;
        if (start == 0) return SIZE_MAX;
        end = start - 1;
    }
}

/* The path from the root of the file system, without . and .. */
static bool write_full_path(vt_text path, char full[2 * MOST_PATH_BYTES]) {
    full[0] = '\0';
    if (path.bytes[0] != '/' && !getcwd(full, MOST_PATH_BYTES)) return false;
    size_t size = strlen(full);
    vt_text part;
    while (vt_text_split(&path, '/', &part)) {
        if (part.size == 0 || vt_text_is(part, ".")) continue;
        if (vt_text_is(part, "..")) {
            while (size > 0 && full[--size] != '/') continue;
            full[size] = '\0';
            continue;
        }
        size += (size_t)snprintf(full + size, MOST_PATH_BYTES, "/%.*s", VT_TEXT_ARG(part));
        if (size > MOST_PATH_BYTES) return false;
    }
    return true;
}

/* Split the path into the root of the tree and the name of the check. A path that is too short for
** that is made absolute first. */
static bool split_path(vitals_report *report, vt_check_directory *directory) {
    vt_text path = directory->path;
    char full[2 * MOST_PATH_BYTES];
    size_t start = last_parts(path, 2);
    if (start == SIZE_MAX && write_full_path(path, full)) {
        path = vt_text_from(full);
        start = last_parts(path, 2);
    }
    if (start == SIZE_MAX) start = 0;
    vt_text tree =
        start > 1 ? vt_text_between(path, 0, start - 1) : vt_text_from(start ? "/" : ".");
    directory->tree = vt_report_keep(report, tree);
    directory->name = vt_report_keep(report, vt_text_between(path, start, path.size));
    return directory->tree.bytes && directory->name.bytes;
}

/* Add the directory at `path` if it holds a check or tests. */
static vitals_status add_directory(tree_walk *walk) {
    vt_check_directory found = {
        .has_script = is_file(&walk->path, "health.lua"),
        .has_tests = is_file(&walk->path, "health_test.yaml"),
        .has_expressions = is_file(&walk->path, "health.cel.yaml"),
        .has_actions = is_file(&walk->path, "actions/action_test.yaml"),
    };
    if (walk->path.failed && !walk->path.over_ceiling) return VITALS_ENOMEM;
    if (!found.has_script && !found.has_tests && !found.has_expressions && !found.has_actions) {
        return VITALS_OK;
    }
    vt_check_directories *list = walk->directories;
    found.path = vt_report_keep(walk->report, vt_buffer_text(&walk->path));
    if (!found.path.bytes || !split_path(walk->report, &found)) return VITALS_ENOMEM;
    void *items = list->items;
    bool room = vt_grow(&walk->report->allocator, &items, &list->capacity, list->count,
                        sizeof *list->items);
    list->items = items;
    if (!room) return VITALS_ENOMEM;
    list->items[list->count++] = found;
    return VITALS_OK;
}

/* -------------------------------------------------------------------- the walk */

static vitals_status walk_directory(tree_walk *walk, unsigned depth);

static bool is_skipped(const char *name) {
    return name[0] == '.' || strcmp(name, "testdata") == 0 || strcmp(name, "actions") == 0;
}

/* Walk one entry, whose name is already at the end of the path, if it is a directory. */
static vitals_status walk_entry(tree_walk *walk, unsigned depth) {
    struct stat about;
    if (stat(walk->path.bytes, &about) != 0 || !S_ISDIR(about.st_mode)) return VITALS_OK;
    return depth < MOST_DEPTH ? walk_directory(walk, depth + 1) : VITALS_OK;
}

/* Recursion is bounded by MOST_DEPTH. */
static vitals_status walk_directory(tree_walk *walk, unsigned depth) {
    vitals_status status = add_directory(walk);
    if (status) return status;
    DIR *directory = opendir(walk->path.bytes);
    if (!directory) return unreadable(walk->diagnostics, walk->path.bytes, strerror(errno));
    size_t size = walk->path.size;
    for (struct dirent *entry; !status && (entry = readdir(directory));) {
        if (is_skipped(entry->d_name)) continue;
        vt_buffer_add_byte(&walk->path, '/');
        if (!vt_buffer_add_terminated(&walk->path, entry->d_name)) {
            status = walk->path.over_ceiling
                         ? unreadable(walk->diagnostics, walk->path.bytes, "path is too long")
                         : VITALS_ENOMEM;
        } else {
            status = walk_entry(walk, depth);
        }
        walk->path.size = size;
        walk->path.bytes[size] = '\0';
    }
    closedir(directory);
    return status;
}

static int by_path(const void *a, const void *b) {
    const vt_check_directory *left = a, *right = b;
    return vt_text_compare(left->path, right->path);
}

/* Files that may be given instead of their directory. */
static const char *const own_files[] = { "/health.lua", "/health_test.yaml", "/health.cel.yaml" };

static vitals_status begin_at(tree_walk *walk, const char *path) {
    struct stat about;
    if (stat(path, &about) != 0) return unreadable(walk->diagnostics, path, strerror(errno));
    vt_text start = vt_text_from(path);
    if (!S_ISDIR(about.st_mode)) {
        vt_buffer_add_terminated(&walk->path, strchr(path, '/') ? "" : "./");
    }
    while (start.size > 1 && start.bytes[start.size - 1] == '/') start.size--;
    if (!vt_buffer_add(&walk->path, start)) return VITALS_ENOMEM;
    if (S_ISDIR(about.st_mode)) return VITALS_OK;
    for (size_t i = 0; i < sizeof own_files / sizeof own_files[0]; i++) {
        vt_text tail = vt_text_from(own_files[i]);
        if (!vt_text_ends(vt_buffer_text(&walk->path), tail)) continue;
        walk->path.size -= tail.size;
        walk->path.bytes[walk->path.size] = '\0';
        return VITALS_OK;
    }
    vt_diagnose(walk->diagnostics, VITALS_SEVERITY_ERROR, "test-path", (vt_place){ path, 0, 0, 0 },
                NULL,
                VT_TEXT("is neither a check nor a tree of checks; for objects use vitals assess"));
    return VITALS_EINVAL;
}

vitals_status vt_find_check_directories(vitals_report *report, const char *path,
                                        vt_check_directories *directories,
                                        vitals_diagnostics *diagnostics) {
    tree_walk walk = { .report = report, .directories = directories, .diagnostics = diagnostics };
    vt_buffer_init(&walk.path, &report->allocator, MOST_PATH_BYTES);
    size_t before = directories->count;
    vitals_status status = begin_at(&walk, path);
    if (!status) status = walk_directory(&walk, 0);
    if (!status && directories->count == before) {
        status = unreadable(diagnostics, path, "there is no health.lua or health_test.yaml here");
    }
    vt_buffer_done(&walk.path);
    if (directories->count > before) {
        qsort(directories->items + before, directories->count - before, sizeof *directories->items,
              by_path);
    }
    return status;
}

/* ----------------------------------------------------------------------- files */

vitals_status vt_test_read_file(vitals_report *report, const char *path, vt_buffer *text,
                                vitals_diagnostics *diagnostics) {
    vt_buffer_clear(text);
    text->most_bytes = (size_t)report->limits.configuration_bytes;
    FILE *file = fopen(path, "rb");
    if (!file) return unreadable(diagnostics, path, strerror(errno));
    char chunk[4096];
    for (size_t size; (size = fread(chunk, 1, sizeof chunk, file)) > 0;) {
        if (!vt_buffer_add_bytes(text, chunk, size)) break;
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (text->over_ceiling) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "test-read", (vt_place){ path, 0, 0, 0 },
                    VT_LIMIT_NAME(configuration_bytes),
                    VT_TEXT("is longer than the limit configuration_bytes"));
        return VITALS_ELIMIT;
    }
    if (text->failed) return VITALS_ENOMEM;
    return failed ? unreadable(diagnostics, path, "reading failed") : VITALS_OK;
}
