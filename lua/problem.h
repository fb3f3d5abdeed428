/* Why a script was rejected, apart from the message. */
#ifndef VITALS_LUA_PROBLEM_H
#define VITALS_LUA_PROBLEM_H

#include <stdint.h>

/* Start from all zeroes. Set only when the script was rejected. */
typedef struct vt_lua_problem {
    uint32_t line, column; /* from 1, columns in code points; 0: no place in particular */
    const char *limit;     /* the name of the limit that was hit, static; NULL: a syntax error */
} vt_lua_problem;

#endif
