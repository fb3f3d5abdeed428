/*
** The text of the bundled checks. Most of their lines are in many of them, so each line is stored once:
** first all lines, each with its '\n', then for each script two bytes per line, the number of the line in
** base 224 with digits from ' ', and '\n'. tools/gen/embed writes it.
*/
#ifndef VITALS_HEALTH_BUNDLE_LINES_H
#define VITALS_HEALTH_BUNDLE_LINES_H

#include "base/memory/arena.h"

typedef struct vt_bundle_lines {
    const char *text;       /* not owned */
    const uint32_t *starts; /* of each line, and the end of the last; in the arena */
} vt_bundle_lines;

/* Find the lines of a text that begins with `count` of them. false: no memory. */
bool vt_bundle_lines_init(vt_bundle_lines *lines, vt_arena *arena, vt_text text, size_t count);

/* A line of a script, from 1, without its '\n'; absent: there is no such line. */
vt_text vt_bundle_line(const vt_bundle_lines *lines, vt_text script, uint32_t line);
/* A whole script, in the arena; absent: no memory. */
vt_text vt_bundle_script(const vt_bundle_lines *lines, vt_text script, vt_arena *arena);

#endif
