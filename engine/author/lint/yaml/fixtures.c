/* Fixtures that no test names: what they were written for is not tested. */
#include "author/lint/lint.h"

/* Paths that tests name, from the root. */
typedef struct named_paths {
    vitals_lint *lint;
    vt_map paths, directories; /* of test files */
} named_paths;

static vt_text directory_of(const char *file) {
    vt_text path = vt_text_from(file);
    while (path.size && path.bytes[path.size - 1] != '/') path.size--;
    return path;
}

static void put(named_paths *named, vt_map *map, vt_text key) {
    if (!vt_map_put(map, key, named)) named->lint->no_memory = true;
}

/* inputPath, expectedOutputPath and the like, in any case. */
static bool is_path_key(vt_text key) {
    size_t size = sizeof "Path" - 1;
    return key.size >= size &&
           vt_text_equal_fold(vt_text_between(key, key.size - size, key.size), VT_TEXT("path"));
}

static void note_tests(named_paths *named, const vt_lint_document *tests) {
    const vt_value *root = vt_document_root(tests->document);
    vt_text directory = directory_of(tests->file);
    put(named, &named->directories, directory);
    for (const vt_value *at = root; at && at + 1 < root + root->next; at++) {
        if (!is_path_key(vt_value_text(at)) || !vt_value_is_string(at + 1)) continue;
        vt_text path = vt_value_text(at + 1);
        while (vt_text_starts(path, VT_TEXT("./"))) path = vt_text_between(path, 2, path.size);
        put(named, &named->paths,
            vt_lint_printf(named->lint, "%.*s%.*s", VT_TEXT_ARG(directory), VT_TEXT_ARG(path)));
    }
}

static void check(named_paths *named, const vt_lint_document *fixture) {
    vt_text above = directory_of(fixture->file);
    above.size -= sizeof "testdata/" - 1;
    if (!vt_map_get(&named->directories, above)) return;
    if (vt_map_get(&named->paths, vt_text_from(fixture->file))) return;
    vt_lint_add(named->lint, VT_LINT_FIXTURE_UNUSED, (vt_place){ fixture->file, 0, 1, 1 },
                VT_TEXT_ABSENT, "no test names this fixture");
}

void vt_lint_fixtures(vitals_lint *lint) {
    named_paths named = { .lint = lint };
    vt_map_init(&named.paths, &lint->allocator, 0);
    vt_map_init(&named.directories, &lint->allocator, 0);
    const vt_lint_document *at = lint->documents;
    for (; at && vt_lint_goes_on(lint); at = at->next) {
        if (at->tests || at->action_tests) note_tests(&named, at);
    }
    for (at = lint->documents; at && vt_lint_goes_on(lint); at = at->next) {
        if (at->fixture) check(&named, at);
    }
    vt_map_done(&named.paths);
    vt_map_done(&named.directories);
}
