/*
** Helpers that the checks of one tree share: the file prelude.lua at its root.
**
** A check names in its first line the helpers that it uses, `-- uses: map, condition`. They are put in
** place of that line, with those that they use themselves, and all on one line, so that the other
** lines of the check keep their numbers. Each begins at a line with `local`, ends at an empty line, and
** is preceded by comments, of which `-- uses: map` names helpers. Scripts of trees without a prelude,
** and scripts without such a line, are never changed.
**
** An engine compiles most helpers once and not in each check: vt_prelude_script. The answers are as if each check had
** them; what a run is charged differs by some tens of steps, always the same.
*/
#ifndef VITALS_HEALTH_PRELUDE_H
#define VITALS_HEALTH_PRELUDE_H

#include "base/memory/arena.h"
#include "lua/host.h"

/* The name of the file in the root of a tree. */
#define VT_PRELUDE_NAME "prelude.lua"

/* The helpers of one tree. Immutable but for what it compiles on first use. */
typedef struct vt_prelude vt_prelude;

/* Read a prelude, whose text must live as long. All but the scripts is in `arena`. NULL: no memory. */
vt_prelude *vt_prelude_new(vt_text text, vt_arena *arena);
/* Release the scripts. NULL: nothing happens. */
void vt_prelude_done(vt_prelude *prelude);
/* Absent: `prelude` is NULL. */
vt_text vt_prelude_text(const vt_prelude *prelude);

/* A script that shares the helpers that it names. `scratch` is used meanwhile. *out NULL without an error: it does
** not, and vt_prelude_expand is for it. Threads: any. Errors: VITALS_ENOMEM, VITALS_ESTOPPED. */
typedef struct vt_prelude_host {
    const vitals_allocator *allocator;
    const vitals_limits *limits;
    vt_interrupt interrupt;
    vt_arena *scratch;
} vt_prelude_host;
vitals_status vt_prelude_script(vt_prelude *prelude, vt_text script, vt_lua_dialect dialect,
                                const vt_prelude_host *host, vt_lua_script **out);

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
