/* Finds the directories that hold checks and their tests, and reads the files in them. */
#include "author/testing/testing.h"
#include "base/memory/memory.h"
#include "base/memory/sort.h"
#include "base/run/files.h"
#include "base/run/limits.h"
#include <stdio.h>

enum { MOST_DEPTH = 8, MOST_PATH_BYTES = 4096 };

/* A walk below one path. */
typedef struct tree_walk {
    vitals_report *report;
    vt_check_directories *directories;
    vitals_diagnostics *diagnostics;
} tree_walk;

static vitals_status unreadable(vitals_diagnostics *diagnostics, const char *path,
                                const char *why) {
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "test-read", (vt_place){ path, 0, 0, 0 },
                       NULL, "%s", why);
    return VITALS_EREAD;
}

/* ------------------------------------------------------------- one directory */

/* Whether a directory has a file; one that is there and cannot be opened is reported. */
static bool has_file(const tree_walk *walk, vt_text path, int directory, const char *name) {
    int descriptor;
    const char *why = vt_file_open(directory, name, &descriptor);
    if (!why) vt_file_close(descriptor);
    if (why && why != vt_file_missing) {
        vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_WARNING, "test-read",
                           (vt_place){ path.bytes, 0, 0, 0 }, NULL, "%s %s", name, why);
    }
    return !why;
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
    if (path.bytes[0] != '/' && !vt_file_working_directory(full, MOST_PATH_BYTES)) return false;
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
static vitals_status add_directory(void *user, vt_text path, int descriptor) {
    tree_walk *walk = user;
    vt_check_directory found = {
        .has_script = has_file(walk, path, descriptor, "health.lua"),
        .has_tests = has_file(walk, path, descriptor, "health_test.yaml"),
        .has_expressions = has_file(walk, path, descriptor, "health.cel.yaml"),
        .has_actions = has_file(walk, path, descriptor, "actions/action_test.yaml"),
        .has_interpreter = has_file(walk, path, descriptor, "customizations.yaml") &&
                           has_file(walk, path, descriptor, "testdata/interprethealth-test.yaml"),
    };
    if (!found.has_script && !found.has_tests && !found.has_expressions && !found.has_actions &&
        !found.has_interpreter) {
        return VITALS_OK;
    }
    vt_check_directories *list = walk->directories;
    found.path = vt_report_keep(walk->report, path);
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

static bool enters(const char *name) {
    return name[0] != '.' && strcmp(name, "testdata") != 0 && strcmp(name, "actions") != 0;
}

static bool wants(const char *name) {
    (void)name;
    return false;
}

static void skip(void *user, vt_text path, const char *why) {
    const tree_walk *walk = user;
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_WARNING, "test-read",
                       (vt_place){ path.bytes, 0, 0, 0 }, NULL, "%s", why);
}

static int by_path(const void *a, const void *b) {
    const vt_check_directory *left = a, *right = b;
    return vt_text_compare(left->path, right->path);
}

/* Files that may be given instead of their directory; and an object of a fixture. */
static const char *const own_files[] = { "/health.lua", "/health_test.yaml", "/health.cel.yaml" };
static const char objects_of_fixtures[] = "/testdata/";

/* The part of a file's name that names its check; absent: it belongs to none. */
static vt_text directory_of(vt_text name) {
    for (size_t i = 0; i < sizeof own_files / sizeof own_files[0]; i++) {
        const vt_text tail = vt_text_from(own_files[i]);
        if (vt_text_ends(name, tail)) return vt_text_between(name, 0, name.size - tail.size);
    }
    const size_t objects = vt_text_find(name, vt_text_from(objects_of_fixtures), 0);
    return objects < name.size ? vt_text_between(name, 0, objects) : VT_TEXT_ABSENT;
}

/* The directory that `path` is or belongs to, in the report's memory. */
static vitals_status find_start(const tree_walk *walk, const char *path, vt_text *out) {
    bool is_directory = false;
    const char *why = vt_file_is_directory(path, true, &is_directory);
    if (why) return unreadable(walk->diagnostics, path, why);
    vt_text start = vt_text_from(path);
    if (is_directory) {
        *out = vt_report_keep(walk->report, start);
        return out->bytes ? VITALS_OK : VITALS_ENOMEM;
    }
    vt_text name =
        vt_arena_printf(&walk->report->arena, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (vt_text_is_absent(name)) return VITALS_ENOMEM;
    const vt_text directory = directory_of(name);
    if (!vt_text_is_absent(directory)) {
        *out = vt_report_keep(walk->report, directory);
        return out->bytes ? VITALS_OK : VITALS_ENOMEM;
    }
    vt_diagnose(walk->diagnostics, VITALS_SEVERITY_ERROR, "test-path", (vt_place){ path, 0, 0, 0 },
                NULL,
                VT_TEXT("is neither a check nor a tree of checks; for objects use vitals assess"));
    return VITALS_EINVAL;
}

vitals_status vt_find_check_directories(vitals_report *report, const char *path,
                                        vt_check_directories *directories,
                                        vitals_diagnostics *diagnostics) {
    tree_walk tree = { report, directories, diagnostics };
    vt_file_walk walk = { .allocator = report->allocator,
                          .interrupt = vt_report_interrupt(report),
                          .most_depth = MOST_DEPTH,
                          .user = &tree,
                          .enters = enters,
                          .wants = wants,
                          .directory = add_directory,
                          .skipped = skip };
    const bool in_memory = report->options.files != NULL;
    size_t before = directories->count;
    vt_text start;
    vitals_status status = in_memory ? vt_find_memory_directories(report, path, directories)
                                     : find_start(&tree, path, &start);
    if (!status && !in_memory) status = vt_walk_files(&walk, start.bytes, "");
    if (!status && directories->count == before) {
        status = unreadable(diagnostics, path, "there is no health.lua or health_test.yaml here");
    }
    if (directories->count > before &&
        !vt_sort(directories->items + before, directories->count - before,
                 sizeof *directories->items, by_path, vt_report_interrupt(report))) {
        return VITALS_ESTOPPED;
    }
    if (in_memory) vt_join_memory_directories(directories, before);
    return status;
}

/* ----------------------------------------------------------------------- files */

/* Append the file to `text`. NULL: success; otherwise why not. */
static const char *read_below(const vitals_report *report, vt_text directory, vt_text name,
                              vt_text path, vt_buffer *text) {
    int descriptor;
    if (strlen(name.bytes) != name.size) return "has a NUL byte in its name";
    if (report->options.files) return vt_read_memory_file(report, path, text);
    const char *why = vt_file_open_in(directory.bytes, name.bytes, &descriptor);
    return why ? why : vt_file_read(descriptor, text);
}

vitals_status vt_test_read_file(vitals_report *report, vt_text directory, vt_text name,
                                vt_buffer *text, vitals_diagnostics *diagnostics) {
    if (vt_text_is_absent(name)) name = VT_TEXT("");
    vt_text path = vt_report_join(report, directory, name);
    if (vt_text_is_absent(path)) return VITALS_ENOMEM;
    vt_buffer_clear(text);
    text->most_bytes = (size_t)report->limits.configuration_bytes;
    const char *why = read_below(report, directory, name, path, text);
    if (text->over_ceiling) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "test-read",
                    (vt_place){ path.bytes, 0, 0, 0 }, VT_LIMIT_NAME(configuration_bytes),
                    VT_TEXT("is longer than the limit configuration_bytes"));
        return VITALS_ELIMIT;
    }
    if (text->failed) return VITALS_ENOMEM;
    return why ? unreadable(diagnostics, path.bytes, why) : VITALS_OK;
}
