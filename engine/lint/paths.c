/* Reads the files below a directory in the order of their names. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/limits.h"
#include "lint/lint.h"

enum { MOST_NESTING = 64, PATH_MOST_BYTES = 4096 };

/* A walk; `path` is extended and cut back as it goes. */
typedef struct lint_walk {
    vitals_lint *lint;
    vitals_diagnostics *diagnostics;
    vt_buffer path;
    vitals_status worst;
} lint_walk;

static void fail(lint_walk *walk, vitals_status status, const char *limit, const char *why) {
    if (walk->worst != VITALS_ENOMEM) walk->worst = status;
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_ERROR, "lint-read",
                       (vt_place){ walk->path.bytes, 0, 0, 0 }, limit, "%s", why);
}

static bool read_all(lint_walk *walk, FILE *file, vt_buffer *text) {
    char chunk[16384];
    for (size_t size; (size = fread(chunk, 1, sizeof chunk, file)) > 0;) {
        if (!vt_buffer_add_bytes(text, chunk, size)) break;
    }
    if (text->over_ceiling) {
        fail(walk, VITALS_ELIMIT, VT_LIMIT_NAME(configuration_bytes),
             "file is longer than the limit configuration_bytes");
    } else if (text->failed) {
        walk->worst = VITALS_ENOMEM;
    } else if (ferror(file)) {
        fail(walk, VITALS_EREAD, NULL, strerror(errno));
    } else {
        return true;
    }
    return false;
}

static void take_file(lint_walk *walk) {
    FILE *file = fopen(walk->path.bytes, "rb");
    if (!file) {
        fail(walk, VITALS_EREAD, NULL, strerror(errno));
        return;
    }
    vt_buffer text;
    vt_buffer_init(&text, &walk->lint->allocator, (size_t)walk->lint->limits.configuration_bytes);
    if (read_all(walk, file, &text)) {
        vt_text content = vt_buffer_text(&text);
        vitals_status status =
            vitals_lint_text(walk->lint, walk->path.bytes, content.bytes, content.size);
        if (status) walk->worst = status;
    }
    fclose(file);
    vt_buffer_done(&text);
}

static bool has_ending(const char *name) {
    static const char *const endings[] = { ".lua", ".yaml", ".yml", ".json" };
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (vt_text_ends(vt_text_from(name), vt_text_from(endings[i]))) return true;
    }
    return false;
}

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void walk_directory(lint_walk *walk, unsigned depth);

/* Links to files are followed, as mounted ConfigMaps need; links to directories are not, so that
** the walk ends. */
static void walk_entry(lint_walk *walk, const char *name, unsigned depth) {
    struct stat about;
    if (lstat(walk->path.bytes, &about) == 0 && S_ISDIR(about.st_mode)) {
        walk_directory(walk, depth + 1);
    } else if (has_ending(name) && stat(walk->path.bytes, &about) == 0 && S_ISREG(about.st_mode)) {
        take_file(walk);
    }
}

/* Extend the path by a name; when it becomes too long, report that and return false. */
static bool extend(lint_walk *walk, const char *name) {
    if (walk->path.size && walk->path.bytes[walk->path.size - 1] != '/') {
        vt_buffer_add_byte(&walk->path, '/');
    }
    vt_buffer_add_terminated(&walk->path, name);
    if (!walk->path.failed) return true;
    if (walk->path.over_ceiling) {
        fail(walk, VITALS_EREAD, NULL, "path is too long");
    } else {
        walk->worst = VITALS_ENOMEM;
    }
    return false;
}

static void cut_back(lint_walk *walk, size_t size) {
    walk->path.size = size;
    walk->path.bytes[size] = '\0';
    walk->path.failed = walk->path.over_ceiling = false;
}

/* Recursion is bounded by MOST_NESTING. */
static void walk_directory(lint_walk *walk, unsigned depth) {
    struct dirent **names = NULL;
    if (depth > MOST_NESTING) {
        fail(walk, VITALS_EREAD, NULL, "directories are nested too deep");
        return;
    }
    int count = scandir(walk->path.bytes, &names, is_shown, by_bytes);
    if (count < 0) {
        fail(walk, VITALS_EREAD, NULL, strerror(errno));
        return;
    }
    size_t size = walk->path.size;
    for (int i = 0; i < count; i++) {
        if (walk->worst != VITALS_ENOMEM && extend(walk, names[i]->d_name)) {
            walk_entry(walk, names[i]->d_name, depth);
        }
        cut_back(walk, size);
        free(names[i]);
    }
    free(names);
}

/* The tests and fixtures of a check that is given by itself: without them it would seem to have
** none. */
static void take_companions(lint_walk *walk) {
    static const char *const companions[] = { "health_test.yaml", "testdata" };
    vt_text path = vt_buffer_text(&walk->path);
    size_t size = path.size;
    if (!vt_text_ends(path, VT_TEXT("/health.lua")) &&
        !vt_text_ends(path, VT_TEXT("/health.cel.yaml"))) {
        return;
    }
    while (size && path.bytes[size - 1] != '/') size--;
    for (size_t i = 0; i < sizeof companions / sizeof companions[0]; i++) {
        struct stat about;
        cut_back(walk, size);
        if (!extend(walk, companions[i]) || stat(walk->path.bytes, &about) != 0) continue;
        if (S_ISDIR(about.st_mode)) {
            walk_directory(walk, 1);
        } else {
            take_file(walk);
        }
    }
}

vitals_status vitals_lint_path(vitals_lint *lint, const char *path,
                               vitals_diagnostics *diagnostics) {
    if (lint->finished) return VITALS_EINVAL;
    lint_walk walk = { .lint = lint, .diagnostics = diagnostics };
    struct stat about;
    vt_buffer_init(&walk.path, &lint->allocator, PATH_MOST_BYTES);
    if (!vt_buffer_add_terminated(&walk.path, path)) {
        walk.worst = walk.path.over_ceiling ? VITALS_EINVAL : VITALS_ENOMEM;
    } else if (stat(path, &about) != 0) {
        fail(&walk, VITALS_EREAD, NULL, strerror(errno));
    } else if (S_ISDIR(about.st_mode)) {
        walk_directory(&walk, 0);
    } else {
        take_file(&walk);
        take_companions(&walk);
    }
    vt_buffer_done(&walk.path);
    return walk.worst;
}
