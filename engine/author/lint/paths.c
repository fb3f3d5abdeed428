/* Reads the files below a directory in the order of their names. */

#include "author/lint/lint.h"
#include "base/run/files.h"
#include "base/run/limits.h"

enum { MOST_NESTING = 64 };

/* A walk; one file costs only itself. */
typedef struct lint_walk {
    vitals_lint *lint;
    vitals_diagnostics *diagnostics;
    vitals_status worst; /* of the files so far */
    bool alone;          /* the path is a file: what it names is not found otherwise */
} lint_walk;

static void fail(lint_walk *walk, const char *path, const char *limit, const char *why) {
    walk->worst = limit ? VITALS_ELIMIT : VITALS_EREAD;
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_ERROR, "lint-read",
                       (vt_place){ path, 0, 0, 0 }, limit, "%s", why);
}

static void skip(void *user, vt_text path, const char *why) {
    lint_walk *walk = user;
    if (vt_lint_excludes(walk->lint, path)) return;
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_WARNING, "lint-read",
                       (vt_place){ path.bytes, 0, 0, 0 }, NULL, "%s", why);
}

/* Take the content of a file; `key` as of vt_lint_named. */
static vitals_status take_content(vitals_lint *lint, vt_text path, vt_text key, vt_text content) {
    if (!vt_text_is_absent(key)) return vt_lint_take_member(lint, path.bytes, key, content);
    return vitals_lint_text(lint, path.bytes, content.bytes, content.size);
}

/* Lint an open file. Errors: VITALS_ENOMEM, VITALS_ESTOPPED. */
static vitals_status take_open(lint_walk *walk, vt_text path, vt_text key, int descriptor) {
    vt_buffer text;
    vt_buffer_init(&text, &walk->lint->allocator, (size_t)walk->lint->limits.configuration_bytes);
    const char *why = vt_file_read(descriptor, &text);
    vitals_status status = VITALS_OK;
    if (text.over_ceiling) {
        fail(walk, path.bytes, VT_LIMIT_NAME(configuration_bytes),
             "file is longer than the limit configuration_bytes");
    } else if (text.failed) {
        status = VITALS_ENOMEM;
    } else if (why) {
        fail(walk, path.bytes, NULL, why);
    } else {
        status = take_content(walk->lint, path, key, vt_buffer_text(&text));
    }
    vt_buffer_done(&text);
    return status;
}

/* The helpers of the tree that a check is in, unless they were read before. */
static vitals_status take_prelude(lint_walk *walk, vt_text path) {
    int descriptor;
    if (!vt_text_is(path, "health.lua") && !vt_text_ends(path, VT_TEXT("/health.lua"))) {
        return VITALS_OK;
    }
    const vt_text name = VT_TEXT(VT_PRELUDE_NAME);
    const vt_text prelude = vt_lint_prelude_path(walk->lint, path);
    if (vt_text_is_absent(prelude)) return VITALS_ENOMEM;
    if (vt_map_get(&walk->lint->texts, prelude)) return VITALS_OK;
    const vt_text tree =
        vt_lint_printf(walk->lint, "%.*s.", (int)(prelude.size - name.size), prelude.bytes);
    if (vt_text_is_absent(tree)) return VITALS_ENOMEM;
    if (vt_file_open_in(tree.bytes, VT_PRELUDE_NAME, &descriptor)) return VITALS_OK;
    return take_open(walk, prelude, VT_TEXT_ABSENT, descriptor);
}

static vitals_status take_file(void *user, vt_text path, int descriptor) {
    vitals_status status = take_open(user, path, VT_TEXT_ABSENT, descriptor);
    return status ? status : take_prelude(user, path);
}

/* The same for a file of a directory, which the settings may exclude. */
static vitals_status take_found(void *user, vt_text path, int descriptor) {
    lint_walk *walk = user;
    if (!vt_lint_excludes(walk->lint, path)) return take_file(user, path, descriptor);
    vt_file_close(descriptor);
    return VITALS_OK;
}

static bool wants(const char *name) {
    static const char *const endings[] = { ".lua", ".yaml", ".yml", ".json" };
    for (size_t i = 0; name[0] != '.' && i < sizeof endings / sizeof endings[0]; i++) {
        if (vt_text_ends(vt_text_from(name), vt_text_from(endings[i]))) return true;
    }
    return false;
}

static bool enters(const char *name) {
    return name[0] != '.';
}

static vitals_status walk_directory(lint_walk *walk, const char *root, const char *below) {
    vt_file_walk files = { .allocator = walk->lint->allocator,
                           .interrupt = walk->lint->interrupt,
                           .most_depth = MOST_NESTING,
                           .user = walk,
                           .enters = enters,
                           .wants = wants,
                           .file = take_found,
                           .skipped = skip };
    return vt_walk_files(&files, root, below);
}

/* The tests and fixtures of a check that is given by itself: without them it would seem to have
** none. */
static vitals_status take_companions(lint_walk *walk, vt_text path) {
    int descriptor;
    if (!vt_text_ends(path, VT_TEXT("/health.lua")) &&
        !vt_text_ends(path, VT_TEXT("/health.cel.yaml"))) {
        return VITALS_OK;
    }
    size_t size = path.size;
    while (size > 1 && path.bytes[size - 1] != '/') size--;
    vt_text directory = vt_lint_printf(walk->lint, "%.*s", (int)size, path.bytes);
    if (walk->lint->no_memory) return VITALS_ENOMEM;
    vitals_status status = VITALS_OK;
    if (!vt_file_open_in(directory.bytes, "health_test.yaml", &descriptor)) {
        vt_text tests = vt_lint_printf(walk->lint, "%.*shealth_test.yaml", VT_TEXT_ARG(directory));
        status = take_file(walk, tests, descriptor);
    }
    bool has_fixtures = false;
    vt_text fixtures = vt_lint_printf(walk->lint, "%.*stestdata", VT_TEXT_ARG(directory));
    if (vt_file_is_directory(fixtures.bytes, false, &has_fixtures)) has_fixtures = false;
    return status || !has_fixtures ? status : walk_directory(walk, directory.bytes, "testdata");
}

/* A file that a kustomization names, unless it was found before. */
static vitals_status take_named(lint_walk *walk, const vt_lint_named *named) {
    vitals_lint *lint = walk->lint;
    vt_text root = vt_lint_printf(
        lint, "%.*s", VT_TEXT_ARG(named->directory.size ? named->directory : VT_TEXT(".")));
    vt_text path =
        vt_lint_printf(lint, "%.*s%.*s", VT_TEXT_ARG(named->directory), VT_TEXT_ARG(named->path));
    int descriptor;
    if (lint->no_memory) return VITALS_ENOMEM;
    if (vt_map_get(&lint->texts, path) || vt_lint_excludes(lint, path)) return VITALS_OK;
    const char *why = vt_file_open_in(root.bytes, named->path.bytes, &descriptor);
    if (!why) return take_open(walk, path, named->key, descriptor);
    walk->worst = VITALS_EREAD;
    vt_diagnose_format(walk->diagnostics, VITALS_SEVERITY_ERROR, "lint-read", named->place, NULL,
                       "%.*s: %s", VT_TEXT_ARG(named->path), why);
    return VITALS_OK;
}

/* In a directory the files of resources and patches have been found already. */
static vitals_status follow(lint_walk *walk) {
    vitals_lint *lint = walk->lint;
    vitals_status status = VITALS_OK;
    const vt_lint_named *at = lint->named;
    lint->named = NULL;
    lint->named_end = NULL; /* files that are named do not name others */
    for (; at && !status; at = at->next) {
        if (walk->alone || !vt_text_is_absent(at->key)) status = take_named(walk, at);
    }
    lint->named_end = &lint->named;
    return status;
}

vitals_status vitals_lint_schemas(vitals_lint *lint, const char *path, size_t *count,
                                  vitals_diagnostics *diagnostics) {
    if (!lint) return VITALS_EINVAL;
    size_t before = lint->schemas.count, files = lint->file_count;
    lint->only_schemas = true;
    vitals_status status = vitals_lint_path(lint, path, diagnostics);
    lint->only_schemas = false;
    lint->file_count = files;
    if (count) *count = lint->schemas.count - before;
    return status;
}

vitals_status vitals_lint_path(vitals_lint *lint, const char *path,
                               vitals_diagnostics *diagnostics) {
    if (!lint) return VITALS_EINVAL;
    if (lint->finished) return VITALS_EINVAL;
    lint_walk walk = { .lint = lint, .diagnostics = diagnostics };
    bool is_directory = false;
    int descriptor;
    vitals_status status = VITALS_OK;
    if (!vt_file_is_directory(path, true, &is_directory) && is_directory) {
        status = walk_directory(&walk, path, "");
    } else {
        const char *why = vt_file_open_named(path, &descriptor);
        if (why) {
            fail(&walk, path, NULL, why);
        } else {
            walk.alone = true;
            status = take_file(&walk, vt_text_from(path), descriptor);
            if (!status) status = take_companions(&walk, vt_text_from(path));
        }
    }
    if (!status) status = follow(&walk);
    return status ? status : walk.worst;
}
