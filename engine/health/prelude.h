/*
** Helpers that the checks of one tree share: the file prelude.lua at its root.
**
** A check names in its first line the helpers that it uses, `-- uses: map, condition`. They are put in
** place of that line, with those that they use themselves, and all on one line, so that the other
** lines of the check keep their numbers. Each begins at a line with `local`, ends at an empty line, and
** is preceded by comments, of which `-- uses: map` names helpers. Scripts of trees without a prelude,
** and scripts without such a line, are never changed.
*/
#ifndef VITALS_HEALTH_PRELUDE_H
#define VITALS_HEALTH_PRELUDE_H

#include "base/memory/arena.h"

/* The name of the file in the root of a tree. */
#define VT_PRELUDE_NAME "prelude.lua"

/* A script with its helpers, in the arena; the script itself where it names none or `prelude` is absent.
** A helper that the prelude does not have is left out. Absent: no memory. */
vt_text vt_prelude_expand(vt_text prelude, vt_text script, vt_arena *arena);

/* The same for readers, and for programs that know no prelude: the comments that the script begins with, the
** helpers line by line, and the rest. Its lines have other numbers. */
vt_text vt_prelude_stand_alone(vt_text prelude, vt_text script, vt_arena *arena);

/* A helper that the script names and the prelude does not have; absent: none, or `prelude` is absent. */
vt_text vt_prelude_missing(vt_text prelude, vt_text script);

/* Whether the first line of a script names helpers, or has them already: nothing else is on that line. */
bool vt_prelude_is_named(vt_text script);

#endif
