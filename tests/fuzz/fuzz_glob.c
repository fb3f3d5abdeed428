/* A pattern, a line break, a text: both pattern languages compile and match without a fault. */
#include "base/text/glob.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void match(vt_arena *arena, vt_text pattern, vt_text text,
                  const vt_glob *(*compile)(vt_arena *, vt_text, const char **)) {
    const char *error = NULL;
    const vt_glob *glob = compile(arena, pattern, &error);
    if (glob && glob->state_count > VT_GLOB_MOST_STATES) __builtin_trap();
    /* Matching is a function: the same question has the same answer. */
    if (glob && vt_glob_match(glob, text, NULL) != vt_glob_match(glob, text, NULL))
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vt_text text = { (const char *)data, size }, pattern;
    if (size == 0) return 0;
    vt_text_split(&text, '\n', &pattern);
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    match(&arena, pattern, text, vt_glob_compile);
    match(&arena, pattern, text, vt_directory_glob_compile);
    vt_arena_done(&arena);
    return 0;
}
