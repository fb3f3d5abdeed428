/* The one table of limits: defaults filled in, names for messages. */
#ifndef VITALS_BASE_LIMITS_H
#define VITALS_BASE_LIMITS_H

#include <vitals/vitals.h>

/* A copy with every 0 replaced by its default, and values above their maximum by the maximum.
** `limits` may be NULL. */
vitals_limits vt_limits_or_default(const vitals_limits *limits);
/* The maximum of the limit in row `index`, to which larger values are reduced; UINT64_MAX when it
** has none. */
uint64_t vt_limit_maximum(size_t index);

/* The row of the limit called `name`, one of the table's. */
const vitals_limit_row *vt_limit_row(const char *name);
/* What `limits` sets the limit called `name` to. */
uint64_t vt_limit_value(const vitals_limits *limits, const char *name);

/* The name of a limit as a static string, checked by the compiler: VT_LIMIT_NAME(lua_steps). */
#define VT_LIMIT_NAME(field) ((void)sizeof(((vitals_limits *)0)->field), #field)

#endif
