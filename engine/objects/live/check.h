/* Internal to the live module: what must hold between two calls, computed from scratch. */
#ifndef VITALS_LIVE_CHECK_H
#define VITALS_LIVE_CHECK_H

#include "objects/live/live.h"

/* What does not hold, static; NULL: everything holds. Views are compared with the rows, memberships and lists
** that they are made of. After VITALS_ENOMEM a view may lack what is due still. Cost: linear in everything. */
const char *vt_live_check(const vitals_live *live);

/* In a debug build, end the program where something does not hold; only where that is quick. */
#ifdef NDEBUG
#define VT_LIVE_CHECK(live) ((void)0)
#else
#include <assert.h>
enum { VT_LIVE_MOST_CHECKED = 64 };
#define VT_LIVE_CHECK(live)                                                                        \
    assert((live)->row_count > VT_LIVE_MOST_CHECKED || vt_live_check(live) == NULL)
#endif

#endif
