/* Directories with `_` as wildcards over group and kind: what doublestar matches. */
#include "base/text/glob.h"
#include "support/golden.h"

static bool agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_text group = golden_text(line, root, "group"), kind = golden_text(line, root, "kind");
    vt_text key = vt_arena_printf(&arena, "%.*s%s%.*s", VT_TEXT_ARG(group), group.size ? "/" : "",
                                  VT_TEXT_ARG(kind));
    const char *error = NULL;
    const vt_glob *glob = vt_directory_glob_compile(&arena, golden_text(line, root, "dir"), &error);
    bool valid = vt_value_is_true(vt_document_find(line, "valid", NULL));
    bool match = vt_value_is_true(vt_document_find(line, "match", NULL));
    bool same = (glob != NULL) == valid && (!glob || vt_glob_match(glob, key, NULL) == match);
    vt_arena_done(&arena);
    return same;
}

int main(void) {
    return golden_run("argocd/dirglob-golden.jsonl", agrees);
}
