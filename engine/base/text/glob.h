/*
** Patterns, compiled to a small automaton.
**
** Four languages share it: the patterns of an argocd-cm (gobwas/glob, no separators), the `_`
** directories of a check tree (doublestar, `/` separates), paths with stars, and text with stars.
** Matching is linear in the text, does not recurse and allocates nothing.
*/
#ifndef VITALS_BASE_GLOB_H
#define VITALS_BASE_GLOB_H

#include "base/memory/arena.h"
#include "base/run/steps.h"

/* A match keeps two sets of states on the stack. */
enum { VT_GLOB_MOST_STATES = 4096, VT_GLOB_MOST_NESTING = 64 };

typedef enum vt_glob_op {
    VT_GLOB_RANGE, /* one code point of lo to hi */
    VT_GLOB_LIST,  /* one code point of `list`, made of pairs lo, hi */
    VT_GLOB_ONE,   /* any one code point */
    VT_GLOB_MANY,  /* any run of them */
    VT_GLOB_FORK,  /* continue at the next state and at `target` */
    VT_GLOB_JUMP,  /* continue at `target` */
    VT_GLOB_END
} vt_glob_op;

/* One state. Edges that consume nothing only lead forward, so one pass in order closes a set. */
typedef struct vt_glob_state {
    uint8_t op;
    bool negated;        /* RANGE, LIST */
    bool within_segment; /* never matches a slash: LIST, RANGE, ONE, MANY */
    uint32_t low, high;  /* RANGE */
    uint32_t target;     /* FORK, JUMP */
    const uint32_t *list;
    uint32_t list_count; /* of pairs */
} vt_glob_state;

typedef struct vt_glob {
    const vt_glob_state *states;
    uint32_t state_count;
    /* Patterns of an argocd-cm: what gobwas/glob says about empty text, whatever the states say. */
    bool ignores_states_for_empty, matches_empty;
    /* The same: a key that is text, stars and text matches whatever has both ends, even if they overlap:
    ** `Po*od` matches `Pod`. Empty for other keys. */
    vt_text start, end;
    /* for vt_glob_compare */
    uint32_t literal_count, wildcard_count;
} vt_glob;

/* Compile a pattern of an argocd-cm. NULL: it does not compile and `*error` says why, in the words of
** gobwas/glob; or memory ran out and `*error` is NULL. Lives in `arena`. */
const vt_glob *vt_glob_compile(vt_arena *arena, vt_text pattern, const char **error);
/* The same for the directory of a check, where `_` means `*`. */
const vt_glob *vt_directory_glob_compile(vt_arena *arena, vt_text directory, const char **error);
/* A path where only `*`, `?` and `**` as a whole segment are special. */
const vt_glob *vt_path_glob_compile(vt_arena *arena, vt_text path, const char **error);
/* Text where only `*` is special: any run of characters. */
const vt_glob *vt_star_glob_compile(vt_arena *arena, vt_text pattern, const char **error);

/* Each state that is looked at is a step; false also when they end. NULL: matching has no limit. */
bool vt_glob_match(const vt_glob *glob, vt_text text, vt_steps *steps);

/* Order patterns by how specific they are: most literal characters, then
** fewest wildcards, then byte order of the pattern. Negative: `a` is more specific. */
int vt_glob_compare(const vt_glob *a, vt_text a_pattern, const vt_glob *b, vt_text b_pattern);

#endif
