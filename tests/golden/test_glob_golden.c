/* Keys of an argocd-cm as globs: what gobwas/glob compiles and matches. */
#include "base/text/glob.h"
#include "support/golden.h"

static bool flag(const vitals_document *line, const char *name) {
    return vt_value_is_true(vt_document_find(line, name, NULL));
}

static bool agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    const char *error = NULL;
    const vt_glob *glob = vt_glob_compile(&arena, golden_text(line, root, "pattern"), &error);
    bool same = (glob == NULL) == flag(line, "compile_error");
    if (glob) {
        same &= vt_glob_match(glob, golden_text(line, root, "text"), NULL) == flag(line, "match");
    }
    vt_arena_done(&arena);
    return same;
}

int main(void) {
    return golden_run("argocd/glob-golden.jsonl", agrees);
}
