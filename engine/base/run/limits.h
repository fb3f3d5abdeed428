/* The one table of limits: defaults filled in, names for messages. Callers see limits by name only,
** so that a limit can be added without a change of the ABI. */
#ifndef VITALS_BASE_LIMITS_H
#define VITALS_BASE_LIMITS_H

#include <vitals/types.h>

/* One row is one limit: its field, its default, and what it counts. A new limit is one row here and
** one in docs/limits.md. */
#define VITALS_LIMIT_MAP(X)                                                                        \
    X(document_bytes, 16777216, "bytes of one object as text")                                     \
    X(document_depth, 512, "nesting of one object")                                                \
    X(document_values, 500000, "values of one object, aliases expanded")                           \
    X(alias_values, 400000, "values that YAML aliases of one document may add")                    \
    X(envelope_bytes, 16777216, "bytes of a list envelope outside its items")                      \
    X(diagnostics, 1000, "diagnostics kept; the rest is counted")                                  \
    X(script_bytes, 1048576, "bytes of one Lua script")                                            \
    X(script_nodes, 100000, "expressions, statements and variables of one Lua script")             \
    X(script_depth, 80, "nesting of statements and expressions in one Lua script")                 \
    X(script_upvalues, 240, "variables of enclosing functions that one Lua function uses")         \
    X(script_locals, 30000, "variables declared in one Lua function, hidden ones of loops too")    \
    X(script_jumps, 1000, "labels in scope in one Lua script, and its gotos and breaks ahead")     \
    X(lua_steps, 20000000, "steps of one run: instructions, bytes built, characters matched")      \
    X(lua_memory_bytes, 33554432, "memory of one Lua state")                                       \
    X(lua_call_depth, 190, "nested calls of C functions and pattern matching in Lua")              \
    X(lua_object_values, 1000000, "values handed to one script as obj")                            \
    X(lua_table_keys, 65536, "keys of one table in Lua, but indices")                              \
    X(message_bytes, 65536, "bytes of one verdict's message; the rest is cut")                     \
    X(cel_expression_code_points, 100000, "code points of one expression")                         \
    X(cel_depth, 250, "nesting of one expression")                                                 \
    X(cel_cost, 10000000, "cost units of one evaluation")                                          \
    X(cel_memory_bytes, 33554432, "memory of one evaluation")                                      \
    X(cel_compile_cost, 10000000, "cost units of compiling one expression")                        \
    X(cel_program_bytes, 33554432, "memory of one compiled expression")                            \
    X(cel_pattern_bytes, 4096, "bytes of one regular expression in CEL")                           \
    X(cel_pattern_size, 10000, "instructions of one compiled regular expression in CEL")           \
    X(cel_match_steps, 2000000, "instructions of a regular expression times bytes of its text")    \
    X(set_steps, 10000000, "objects and labels that one rule looks at in the set")                 \
    X(configuration_bytes, 4194304, "bytes of one configuration file")                             \
    X(rules, 25000, "rules of one engine")                                                         \
    X(look_up_steps, 10000000,                                                                     \
      "states of wildcards and entries looked at to find an object's rules")                       \
    X(trace_bytes, 4194304, "bytes of one trace")                                                  \
    X(server_sources, 256, "clusters and sets of files that `vitals serve` shows")                 \
    X(history_bytes, 1073741824, "bytes of the file of `vitals serve --history`")                  \
    X(history_days, 30, "days that the history of `vitals serve` is kept")                         \
    X(notify_queue, 1000, "notifications of `vitals serve` that wait to be sent")                  \
    X(server_changes, 20000, "rows and applications whose last changes are kept, of one audience") \
    X(http_connections, 1024, "open connections of `vitals serve`")                                \
    X(http_streams, 1000, "streams of events of `vitals serve`")                                   \
    X(http_body_bytes, 33554432, "bytes of the body of a request")                                 \
    X(http_feed_bytes, 16777216, "bytes of events kept for streams that resume, of one audience")  \
    X(http_filter_bytes, 256, "bytes of a filter in the query of a request")                       \
    X(lint_steps, 20000000, "steps of lint for one script, or for the wildcards of one ConfigMap") \
    X(lint_run_steps, 20000000000, "steps of lint for all files of one run")                       \
    X(rule_bytes, 8388608, "bytes of all scripts and expressions of one engine, aliases expanded") \
    X(live_rows, 500000, "objects of one live")                                                    \
    X(live_bytes, 2147483648, "memory of one live")                                                \
    X(live_applications, 50000, "applications of one live")                                        \
    X(live_feed, 32768, "changes that the feed of one view keeps")                                 \
    X(live_wanted, 10000, "objects on the list of wanted objects")                                 \
    X(live_row_message_bytes, 512, "bytes of a message that a row keeps; the rest is cut")         \
    X(live_clock_seconds, 10, "seconds between two runs of a script that asks for the time")       \
    X(why_objects, 2000, "objects that one search for a cause looks at")                           \
    X(credential_file_bytes, 1048576, "bytes of a file with a token, certificate or key")          \
    X(plugin_output_bytes, 1048576, "bytes that a credential plugin may write")                    \
    X(list_pages, 100000, "pages of one list of a cluster")                                        \
    X(list_empty_pages, 1000, "pages of one list of a cluster in a row without an object")         \
    X(request_seconds, 300, "seconds for one answer of a cluster, without --request-timeout")      \
    X(plugin_seconds, 60, "seconds that a credential plugin may run, unless it asks the user")

/* 0 in a field means the default. */
struct vitals_limits {
#define VITALS_X(name, value, text) uint64_t name;
    VITALS_LIMIT_MAP(VITALS_X)
#undef VITALS_X
};

/* A copy with every 0 replaced by its default, and values above their maximum by the maximum.
** `limits` may be NULL. */
vitals_limits vt_limits_or_default(const vitals_limits *limits);
/* The defaults. */
const vitals_limits *vt_limits_default(void);

/* The limits that reading one object obeys. */
typedef struct vt_document_limits {
    uint64_t document_bytes, document_depth, document_values, alias_values;
} vt_document_limits;
/* Those of `limits`, as vt_limits_or_default has them: reading a small object takes less time than to fill in all. */
vt_document_limits vt_document_limits_of(const vitals_limits *limits);
/* Limits with these; the others are 0. */
vitals_limits vt_limits_of_document(const vt_document_limits *limits);

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
