/* Building the automaton of a pattern; shared by the pattern languages. */
#ifndef VITALS_BASE_GLOB_BUILDER_H
#define VITALS_BASE_GLOB_BUILDER_H

#include "base/text/glob.h"

/* Code point 0 ends a pattern, as in gobwas/glob. */
#define VT_GLOB_EOF UINT32_C(0)

/* An open `{`: its last FORK and the chain of JUMPs that lead past its `}`. */
typedef struct vt_glob_terms {
    uint32_t fork;
    uint32_t jump;
} vt_glob_terms;

typedef struct vt_glob_builder {
    vt_arena *arena;
    vt_glob_state *states;
    uint32_t count, capacity;
    uint32_t literal_count, wildcard_count;
    vt_glob_terms open[VT_GLOB_MOST_NESTING];
    uint32_t depth;
    vt_text pattern;
    size_t at;    /* in `pattern` */
    bool is_path; /* see vt_path_glob_compile */
    bool failed;
    const char *error;   /* NULL after `failed`: no memory */
    vt_glob_state scrap; /* returned once building has failed */
} vt_glob_builder;

void vt_glob_builder_begin(vt_glob_builder *builder, vt_arena *arena, vt_text pattern);
/* Only the first error is kept. */
void vt_glob_builder_fail(vt_glob_builder *builder, const char *error);
/* The next code point, or VT_GLOB_EOF. Fails on text that is not UTF-8. */
uint32_t vt_glob_builder_peek(vt_glob_builder *builder);
uint32_t vt_glob_builder_read(vt_glob_builder *builder);

/* Never NULL. Borrowed until the next call. */
vt_glob_state *vt_glob_builder_add(vt_glob_builder *builder, vt_glob_op op);
void vt_glob_builder_literal(vt_glob_builder *builder, uint32_t code_point);
/* `{`, `,` and `}`. A `{` that is never closed ends with the pattern. */
void vt_glob_builder_open(vt_glob_builder *builder);
void vt_glob_builder_alternative(vt_glob_builder *builder);
void vt_glob_builder_close(vt_glob_builder *builder);

/* Borrowed from the arena; NULL as for vt_glob_compile. */
vt_glob *vt_glob_builder_end(vt_glob_builder *builder, const char **error);

#endif
