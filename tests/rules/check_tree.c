/* Trees of checks and the cases in them. */
#include "rules/check_tree.h"
#include "health/prelude.h"

#include <dirent.h>
#include <stdio.h>

#include "base/text/glob.h"
#include "support/files.h"
#include "support/table.h"

static void add_kind(check_tree *tree, const char *group, const char *kind, const char *file) {
    char path[8192], directory[1024];
    snprintf(directory, sizeof directory, "%s/%s", group, kind);
    snprintf(path, sizeof path, "%s/%s/%s", tree->root, directory, file);
    FILE *found = fopen(path, "rb");
    if (!found) return;
    fclose(found);
    assert_in_range(tree->count, 0, TREE_MOST_DIRECTORIES - 1);
    tree->directories[tree->count++] = strdup(directory);
}

static void add_group(check_tree *tree, const char *group, const char *file) {
    char path[4608];
    snprintf(path, sizeof path, "%s/%s", tree->root, group);
    DIR *kinds = opendir(path);
    if (!kinds) return;
    for (struct dirent *kind; (kind = readdir(kinds)) != NULL;) {
        if (kind->d_name[0] != '.') add_kind(tree, group, kind->d_name, file);
    }
    closedir(kinds);
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool tree_read(check_tree *tree, const char *root, const char *file) {
    tree->count = 0;
    snprintf(tree->root, sizeof tree->root, "%s", root);
    DIR *groups = opendir(root);
    if (!groups) return false;
    for (struct dirent *group; (group = readdir(groups)) != NULL;) {
        if (group->d_name[0] != '.') add_group(tree, group->d_name, file);
    }
    closedir(groups);
    qsort(tree->directories, tree->count, sizeof tree->directories[0], by_bytes);
    return true;
}

void tree_done(check_tree *tree) {
    for (size_t i = 0; i < tree->count; i++) free(tree->directories[i]);
    tree->count = 0;
}

static bool matches(vt_arena *arena, const char *directory, vt_text kind) {
    const char *error = NULL;
    const vt_glob *glob = vt_directory_glob_compile(arena, vt_text_from(directory), &error);
    return glob && vt_glob_match(glob, kind, NULL);
}

const char *tree_find(const check_tree *tree, vt_text group, vt_text kind) {
    char wanted[1024];
    snprintf(wanted, sizeof wanted, "%.*s/%.*s", VT_TEXT_ARG(group), VT_TEXT_ARG(kind));
    const char *found = NULL;
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    for (size_t i = 0; i < tree->count; i++) {
        const char *directory = tree->directories[i];
        if (strcmp(directory, wanted) == 0) {
            found = directory;
            break;
        }
        if (!found && strchr(directory, '_') && matches(&arena, directory, vt_text_from(wanted))) {
            found = directory;
        }
    }
    vt_arena_done(&arena);
    return found;
}

vitals_document *tree_document(const check_tree *tree, const char *directory, vt_text file) {
    char path[8192];
    snprintf(path, sizeof path, "%s/%s/%.*s", tree->root, directory, VT_TEXT_ARG(file));
    size_t size;
    char *bytes = file_read(path, &size);
    if (!bytes) fail_msg("cannot read %s", path);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    vitals_document *document = NULL;
    if (vitals_document_parse(bytes, size, &options, &document, NULL) != VITALS_OK) {
        fail_msg("cannot parse %s", path);
    }
    free(bytes);
    return document;
}

/* Two of Argo CD's files spell it inputpath, which its decoder accepts. */
static vt_text input_path(const vitals_document *tests, const vt_value *item) {
    const vt_value *path = vt_document_get(tests, item, VT_TEXT("inputPath"));
    return vt_value_text(path ? path : vt_document_get(tests, item, VT_TEXT("inputpath")));
}

bool tree_next_case(const vitals_document *tests, const vt_value **at, tree_case *out) {
    const vt_value *list = vt_document_find(tests, "tests", NULL);
    *at = *at ? vt_array_next(list, *at) : vt_array_first(list);
    if (!*at) return false;
    const vt_value *health = vt_document_get(tests, *at, VT_TEXT("healthStatus"));
    out->input = input_path(tests, *at);
    out->status = vt_value_text(vt_document_get(tests, health, VT_TEXT("status")));
    out->message = vt_value_text(vt_document_get(tests, health, VT_TEXT("message")));
    return true;
}

char *tree_script(const check_tree *tree, const char *directory, size_t *size) {
    char path[8192];
    vt_arena arena;
    size_t prelude_size, script_size;
    snprintf(path, sizeof path, "%s/" VT_PRELUDE_NAME, tree->root);
    char *prelude = file_read(path, &prelude_size);
    snprintf(path, sizeof path, "%s/%s/health.lua", tree->root, directory);
    char *script = file_read(path, &script_size);
    assert_non_null(script);
    vt_arena_init(&arena, NULL, 0);
    const vt_text helpers = prelude ? vt_text_slice(prelude, prelude_size) : VT_TEXT_ABSENT;
    const vt_text text = vt_prelude_expand(helpers, vt_text_slice(script, script_size), &arena);
    char *out = malloc(text.size + 1);
    assert_non_null(out);
    memcpy(out, text.bytes, text.size);
    out[ *size = text.size] = '\0';
    vt_arena_done(&arena);
    free(prelude);
    free(script);
    return out;
}
