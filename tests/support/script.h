/* Runs one Lua script on one object: for tables of scripts and answers. */
#ifndef VITALS_TESTS_SUPPORT_SCRIPT_H
#define VITALS_TESTS_SUPPORT_SCRIPT_H

#include "base/run/limits.h"
#include "lua/host.h"
#include "support/table.h"

enum { SCRIPT_NOW_SECONDS = 1700000000 }; /* 2023-11-14T22:13:20Z */

typedef struct script_fixture {
    vt_lua_state *lua;
    vt_arena arena;
    vitals_limits limits;
    vitals_document *object;
    int32_t zone_offset_seconds;
} script_fixture;

void script_fixture_init(script_fixture *fixture);
void script_fixture_done(script_fixture *fixture);
/* Run `script` on the object in `json`; a rejected script gives a failed opinion with its error.
** The opinion is valid until the next call. */
vt_opinion script_run(script_fixture *fixture, vt_lua_dialect dialect, bool open_libraries,
                      const char *script, const char *json);
/* The answer as one text: "Healthy: message" or "error: message". Same lifetime. */
const char *script_answer(script_fixture *fixture, vt_lua_dialect dialect, bool open_libraries,
                          const char *script, const char *json);

/* A table of scripts: the answer of each row must be `want`. */
typedef struct script_row {
    TABLE_ROW;
    const char *script;
    const char *want;
    const char *object; /* NULL is {} */
} script_row;

#define SCRIPT_TABLE_RUN(group, dialect, open_libraries, rows)                                     \
    script_table_run((group), (dialect), (open_libraries), (rows), TABLE_COUNT(rows))

int script_table_run(const char *group, vt_lua_dialect dialect, bool open_libraries,
                     const script_row *rows, size_t count);

#endif
