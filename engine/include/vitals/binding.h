/**
 * vitals/binding.h: the library as flat functions, for other languages.
 *
 * A `vitals_binding` is everything that one thread of the host needs: rules, a worker, a live, and
 * the memory of the last result. Bytes go in, integers and borrowed text come out; no struct and no
 * callback crosses the border, so that a foreign function interface, a WebAssembly import or a
 * generated stub can call it as it is.
 *
 *     b = vitals_binding_new();
 *     vitals_binding_configure(b, "{\"profile\":\"argocd\"}", 20);
 *     vitals_binding_assess(b, bytes, size, now_seconds);
 *     text = vitals_binding_text(b), size = vitals_binding_text_size(b);
 *
 * The following holds for every function here and is not repeated below.
 *
 *   Result      Functions that return int32_t or int64_t return a vitals_status: 0 for success,
 *               negative for failure, which leaves everything as it was. Where a positive number or
 *               an id is returned, the function says so.
 *   Text        Every call replaces the text. After a failure it is a list of diagnostics:
 *               {"diagnostics":[{"severity","rule","file","document","line","column","limit","text"}]},
 *               and it is empty where nothing was found. docs/schema/ has the schemas. Borrowed
 *               until the next call with the same handle, UTF-8, NUL-terminated.
 *   Threads     A handle serves one thread at a time. Handles share nothing, except that scripts
 *               are compiled once for the engines of one handle.
 *   Clock       No clock is read: `now_seconds` and `now_ms` are Unix time.
 *   Ids         Are positive, never 0, and never reused. In text they are decimal strings, since
 *               they do not fit a double.
 *   Input       Text that is given need not be terminated and is not kept. NULL with size 0 is empty.
 *   Objects     An object is one Kubernetes object in JSON or YAML, with a kind. Anything else fails with
 *               VITALS_EINVAL and a diagnostic: nothing ("no-object"), a value without a kind
 *               ("object-without-kind"), a list or several YAML documents ("several-objects"), a watch
 *               event ("watch-event"). In a column such a row could not be read.
 */
#ifndef VITALS_BINDING_H
#define VITALS_BINDING_H

#include <vitals/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vitals_binding vitals_binding;

/* ------------------------------------------------------------------ handles */

/** A handle with the bundled checks, where the library has them, and all defaults. NULL: no memory. */
VITALS_API vitals_binding *vitals_binding_new(void);
VITALS_API void vitals_binding_free(vitals_binding *binding);

/** The result of the last call; never NULL. */
VITALS_API const char *vitals_binding_text(const vitals_binding *binding);
VITALS_API size_t vitals_binding_text_size(const vitals_binding *binding);

/** A number that the host sets to anything but 0 to stop the call that runs, from any thread; the call
 * then fails with VITALS_ESTOPPED, or the rule with the error "stopped by the host". Rows of the live stay due.
 * The host sets it back. It
 * lives as long as the handle. */
VITALS_API int32_t *vitals_binding_stop(vitals_binding *binding);

/** Memory in the address space of the library, for hosts that have another one. NULL: none. */
VITALS_API char *vitals_binding_alloc(size_t bytes);
VITALS_API void vitals_binding_release(char *block, size_t bytes);

/**
 * Give a handle what a library may be built without: the scripts of the bundled checks (VITALS_BUNDLE=OFF)
 * and time zones (VITALS_FILES=OFF). Copied, and used from the next vitals_binding_configure on. Each can be
 * given once. Errors: VITALS_EINVAL: not of this version, not valid, or the second; VITALS_ENOMEM.
 */
VITALS_API int32_t vitals_binding_bundle(vitals_binding *binding, const char *bytes, size_t size);
VITALS_API int32_t vitals_binding_zones(vitals_binding *binding, const char *bytes, size_t size);

/**
 * Replace the rules and options of a handle. `options` is a JSON or YAML object; every member may be
 * absent, and what is absent takes its default:
 *
 *     profile             "combined", "argocd", "flux" or "kstatus"
 *     argocdCM            text of an argocd-cm ConfigMap
 *     rules               list of texts with rules in any form that vitals_configuration_add_rules knows:
 *                         values of a Helm chart, patches, Kustomizations, scripts of Karmada
 *     expressions         list of texts with healthCheckExprs
 *     checks              map from "group/Kind" to the text of a health.lua
 *     policy              text of a policy
 *     bundled             false leaves out the checks of the library
 *     disableBundled      list of "group/Kind"
 *     onBroken            "skip" (default): affected kinds are Unknown; "reject": the call fails
 *     missing             "error" (default) or "false": a missing field in an expression
 *     controller          "kustomize" (default) or "helm": profile flux follows its order
 *     zoneOffsetSeconds   local time of the scripts, east of UTC
 *     explain             true: messages of expressions name the values that were read
 *     drop                list of paths that are not read, as in vitals_read_options
 *     limits              map from name to number
 *
 * The text lists the diagnostics also when the call succeeds: warnings, and rules that are broken.
 * Errors: VITALS_ECONFIG, VITALS_ESYNTAX, VITALS_ELIMIT, VITALS_ENOMEM: the old rules stay.
 */
VITALS_API int32_t vitals_binding_configure(vitals_binding *binding, const char *options,
                                            size_t size);

/* --------------------------------------------------------------- assessment */

/** Assess one object, JSON or YAML: the text is the verdict as in the CLI's ndjson. Errors: as
 * vitals_assess_text, too. */
VITALS_API int32_t vitals_binding_assess(vitals_binding *binding, const char *bytes, size_t size,
                                         int64_t now_seconds);

/** The fast path: returns the vitals_health (0 and up) and leaves the message as the text. Negative:
 * a vitals_status. */
VITALS_API int32_t vitals_binding_health(vitals_binding *binding, const char *bytes, size_t size,
                                         int64_t now_seconds);

/** What `out` of vitals_binding_many holds for an object that could not be read. */
#define VITALS_BINDING_UNREADABLE 255

/**
 * Assess a column of objects, laid out as a string column of Apache Arrow: object i is
 * bytes[offsets[i]] up to bytes[offsets[i + 1]]. `offsets` has count + 1 numbers, of 64 bits when
 * `wide` is not 0, else of 32. `out` gets one byte an object: its vitals_health, or
 * VITALS_BINDING_UNREADABLE. The text is {"unreadable":[{"row","diagnostics"}]} with the first 16
 * objects that could not be read; rows count from 0.
 *
 * Returns how many could not be read. Errors: VITALS_EINVAL, the offsets decrease or leave `bytes`;
 * VITALS_ENOMEM and VITALS_ESTOPPED, the column is incomplete.
 */
VITALS_API int64_t vitals_binding_many(vitals_binding *binding, const char *bytes, size_t size,
                                       const void *offsets, size_t count, int32_t wide,
                                       int64_t now_seconds, uint8_t *out);

/* ------------------------------------------------------- for authors of rules */

/** Explain the verdict of one object: the text is that of vitals_explanation_json. */
VITALS_API int32_t vitals_binding_explain(vitals_binding *binding, const char *bytes, size_t size,
                                          int64_t now_seconds);

/** Evaluate a CEL expression: one line as in vitals_cel_batch_answer. */
VITALS_API int32_t vitals_binding_cel(vitals_binding *binding, const char *line, size_t size);

/** Run a Lua script on an object: one line as in vitals_run_script_line. */
VITALS_API int32_t vitals_binding_lua(vitals_binding *binding, const char *line, size_t size,
                                      int64_t now_seconds);

/** Lint files that are in memory: {"files":{"PATH":"TEXT"}}. The paths say what each file is. The text
 * is that of vitals_lint_json. */
VITALS_API int32_t vitals_binding_lint(vitals_binding *binding, const char *request, size_t size);

/**
 * Run tests of check trees that are in memory:
 *
 *     {"files":{"group/Kind/health.lua":"…","group/Kind/health_test.yaml":"…"},
 *      "argocdCM":"…","statusesOnly":false,"incomplete":false,"coverage":false}
 *
 * The text is that of vitals_report_json.
 */
VITALS_API int32_t vitals_binding_test(vitals_binding *binding, const char *request, size_t size,
                                       int64_t now_seconds);

/* -------------------------------------------------------------- applications */

/**
 * Make an application; returns its id. `options`: {"aggregate","uid","namespace","name"}, all of
 * which may be absent. It follows the policy of the rules that the handle has now.
 */
VITALS_API int64_t vitals_binding_application(vitals_binding *binding, const char *options,
                                              size_t size);
VITALS_API int32_t vitals_binding_application_free(vitals_binding *binding, int64_t application);

/**
 * Put one resource, which is assessed first. `target` is the desired object and `live` the one in the
 * cluster; one of them may be NULL. `membership` is a vitals_membership. When `key` is NULL it is
 * KIND.GROUP/NAMESPACE/NAME of the live object, or of the target, and the text of the call.
 */
VITALS_API int32_t vitals_binding_application_put(vitals_binding *binding, int64_t application,
                                                  const char *key, size_t key_size,
                                                  const char *target, size_t target_size,
                                                  const char *live, size_t live_size,
                                                  int32_t membership, int64_t now_seconds);
VITALS_API int32_t vitals_binding_application_remove(vitals_binding *binding, int64_t application,
                                                     const char *key, size_t key_size);
/** Say what the application lacks beside what was put: {"parts":[{"state","what","namespace","reason"}…]}, as
 * docs/schema/coverage.schema.json has it. See vitals_application_cover. */
VITALS_API int32_t vitals_binding_application_cover(vitals_binding *binding, int64_t application,
                                                    const char *coverage, size_t size);
/** Returns the vitals_health. The text is {"status","message","error","resources","counts","incomplete","coverage"};
 * the last two when something says what the application covers. */
VITALS_API int32_t vitals_binding_application_health(vitals_binding *binding, int64_t application);
/** Add the resources of `other`: see vitals_application_merge. */
VITALS_API int32_t vitals_binding_application_merge(vitals_binding *binding, int64_t application,
                                                    int64_t other);
/** Its resources as text, for another process: see vitals_application_partial. */
VITALS_API int32_t vitals_binding_application_partial(vitals_binding *binding, int64_t application);
/** Add the resources of a partial aggregate: see vitals_application_merge_partial. */
VITALS_API int32_t vitals_binding_application_merge_partial(vitals_binding *binding,
                                                            int64_t application,
                                                            const char *partial, size_t size);

/**
 * Assess a column of objects, laid out as for vitals_binding_many, and aggregate them by the
 * application that tracks each by Argo CD's annotation or label; a resource that names its controller
 * does not count. The text has a line for each application, in the order of names: the partial
 * aggregate, whose member "application" is the name, empty for what is not tracked. Objects that could not
 * be read may belong to any of them: "coverage" of each line says so. The first line is the text of
 * vitals_binding_many.
 *
 * Returns how many objects could not be read. Errors: those of vitals_binding_many.
 */
VITALS_API int64_t vitals_binding_partials(vitals_binding *binding, const char *bytes, size_t size,
                                           const void *offsets, size_t count, int32_t wide,
                                           int64_t now_seconds);

/* --------------------------------------------------------------------- live */

/**
 * Open the live of a handle, which has one at most: <vitals/live.h> says what it is. `options`:
 *
 *     keep       "needed" (default) or "all"
 *     settling   {"betterMs","worseMs","terminalAtOnce","flapChanges","flapWindowMs"}
 *     epoch      a number that differs from run to run
 *     limits     map from name to number
 */
VITALS_API int32_t vitals_binding_live_open(vitals_binding *binding, const char *options,
                                            size_t size);
/** Its sources, scopes and views are gone with it. */
VITALS_API void vitals_binding_live_close(vitals_binding *binding);

/**
 * Add a source with the rules that the handle has now; returns its id. `options`: {"name", "aggregate",
 * "tracking", "byNamespace", "instanceLabel", "installationId", "argocdNamespace"}.
 */
VITALS_API int64_t vitals_binding_live_source(vitals_binding *binding, const char *options,
                                              size_t size);
VITALS_API int32_t vitals_binding_live_source_remove(vitals_binding *binding, int64_t source);
/** Let a source use the rules that the handle has now; its rows are assessed again by _run. */
VITALS_API int32_t vitals_binding_live_use(vitals_binding *binding, int64_t source);

/** Add what is listed and watched as one: {"group","kind","namespace"}, absent for any. Returns the
 * id of the scope. */
VITALS_API int64_t vitals_binding_live_scope(vitals_binding *binding, int64_t source,
                                             const char *key, size_t size);
VITALS_API int32_t vitals_binding_live_scope_remove(vitals_binding *binding, int64_t scope);
/** A list begins; the list is complete; `state` is a vitals_live_state, with a reason. */
VITALS_API int32_t vitals_binding_live_begin(vitals_binding *binding, int64_t scope);
VITALS_API int32_t vitals_binding_live_synced(vitals_binding *binding, int64_t scope);
VITALS_API int32_t vitals_binding_live_lost(vitals_binding *binding, int64_t scope, int32_t state,
                                            const char *reason, size_t size);
/** Put an object from its bytes, without the paths of the option `drop`. It needs a name. */
VITALS_API int32_t vitals_binding_live_put(vitals_binding *binding, int64_t scope,
                                           const char *bytes, size_t size);
/**
 * The same for hosts that may put many objects between two runs. Objects wait until they are assessed,
 * and take many times the memory of a row: so that few wait, every 256th call assesses up to 256 rows
 * that are due, as _run does. It succeeds when the object was put; rows that could not be assessed stay due.
 */
VITALS_API int32_t vitals_binding_live_put_at(vitals_binding *binding, int64_t scope,
                                              const char *bytes, size_t size, int64_t now_ms);
/** Remove an object: {"uid","group","kind","namespace","name"}; by uid when it is given. */
VITALS_API int32_t vitals_binding_live_remove(vitals_binding *binding, int64_t scope,
                                              const char *object, size_t size);
/** Assess at most `budget` rows that are due. VITALS_EAGAIN: more is due. */
VITALS_API int32_t vitals_binding_live_run(vitals_binding *binding, int64_t now_ms, size_t budget);
/** When there is something to run: 0 at once, INT64_MAX not before a change. */
VITALS_API int64_t vitals_binding_live_next_ms(const vitals_binding *binding);

/**
 * A view: {"sources":[…],"namespaces":[…],"projects":[…],"applications":[…]}; what it leaves out is
 * neither counted nor numbered in it. Empty: everything. Returns its id.
 */
VITALS_API int64_t vitals_binding_live_view(vitals_binding *binding, const char *filter,
                                            size_t size);
VITALS_API int32_t vitals_binding_live_view_free(vitals_binding *binding, int64_t view);

/**
 * A page of a view: {"position","counts","sources","scopes","applications","rows","after"}. Start with `after` 0:
 * the first page has all but the rows of the next ones. "after" is the last row of the page, to give
 * for the next page, and absent on the last one. Follow the changes after "position".
 */
VITALS_API int32_t vitals_binding_live_snapshot(vitals_binding *binding, int64_t view,
                                                int64_t after, size_t most_rows);
/**
 * The changes of a view after a position: {"position","changes":[…]}, at most `most`, each with its row
 * or application as it is now. VITALS_ENOTFOUND: the feed does not reach back so far; take a snapshot.
 */
VITALS_API int32_t vitals_binding_live_changes(vitals_binding *binding, int64_t view, int64_t epoch,
                                               int64_t sequence, size_t most);
/** An application of a view with its message and its rows, worst first, at most `most`. */
VITALS_API int32_t vitals_binding_live_application(vitals_binding *binding, int64_t view,
                                                   int64_t application, size_t most);
/** The object of a row as JSON. VITALS_ENOTFOUND: it is not kept. */
VITALS_API int32_t vitals_binding_live_object(vitals_binding *binding, int64_t view, int64_t row);

#ifdef __cplusplus
}
#endif

#endif
