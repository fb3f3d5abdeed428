/* The lint rules, one row each. The public table is made of them, and docs/lint.md must match. */
#ifndef VITALS_LINT_RULES_H
#define VITALS_LINT_RULES_H

#include <vitals/lint.h>

/* The severity of a rule, and whether it is off by itself. */
#define VT_LINT_IS_ERROR VITALS_SEVERITY_ERROR, false
#define VT_LINT_IS_WARNING VITALS_SEVERITY_WARNING, false
#define VT_LINT_IS_NOTE VITALS_SEVERITY_NOTE, false
#define VT_LINT_IS_TASTE VITALS_SEVERITY_NOTE, true

/* clang-format off */
/* name, id, severity, what it looks at, what is wrong, what to do */
#define VT_LINT_RULE_MAP(X)                                                                        \
    X(CONFIGMAP_BROKEN, "configmap-broken", ERROR, "argocd-cm",                                    \
      "Argo CD cannot read a customization and drops all of them",                                 \
      "Correct the value; until then no customization of this ConfigMap works")                    \
    X(NULL_ENTRY, "configmap-null-entry", ERROR, "argocd-cm",                                      \
      "an entry of resource.customizations is null, which crashes Argo CD",                        \
      "Give the entry its fields, or write {}")                                                    \
    X(UNQUOTED_WILDCARD, "configmap-unquoted-wildcard", ERROR, "argocd-cm",                        \
      "a key that begins with * is not quoted, so YAML reads it as an alias",                      \
      "Quote the key")                                                                             \
    X(ENTRY_FIELD, "configmap-entry-field", WARNING, "argocd-cm",                                  \
      "an entry of resource.customizations has a field that Argo CD does not know",                \
      "Use health.lua, health.lua.useOpenLibs, actions, ignoreDifferences, "                       \
      "ignoreResourceUpdates or knownTypeFields")                                                  \
    X(VALUE_NOT_SCRIPT, "configmap-not-a-script", ERROR, "argocd-cm",                              \
      "the value of a split health key is YAML; Argo CD runs all of it as the script",             \
      "Write only the script as the value")                                                        \
    X(VALUE_NOT_TEXT, "configmap-not-text", ERROR, "argocd-cm",                                    \
      "a value is not a string, and the API server rejects the ConfigMap",                         \
      "Quote the value")                                                                           \
    X(KEY_IGNORED, "key-ignored", ERROR, "argocd-cm",                                              \
      "Argo CD ignores this key",                                                                  \
      "Write resource.customizations.<type>.<group>_<Kind>")                                       \
    X(KEY_CHARACTERS, "key-characters", ERROR, "argocd-cm",                                        \
      "a ConfigMap key cannot contain this character; the API server rejects it",                  \
      "Separate group and kind with an underscore")                                                \
    X(KEY_SPLIT_WILDCARD, "key-split-wildcard", ERROR, "argocd-cm",                                \
      "a split key has a wildcard, which a ConfigMap key cannot contain",                          \
      "Move the entry into the map under resource.customizations and quote its key")               \
    X(KEY_UNDERSCORE, "key-underscore", ERROR, "argocd-cm",                                        \
      "a key in the map under resource.customizations separates group and kind with an underscore",\
      "Separate them with a slash")                                                                \
    X(KEY_CORE_GROUP, "key-core-group", ERROR, "argocd-cm",                                        \
      "a core kind is written with a group; core kinds have none",                                 \
      "Write only the kind")                                                                       \
    X(KEY_EMPTY_GROUP, "key-empty-group", ERROR, "argocd-cm",                                      \
      "there is nothing before the separator, so the key matches nothing",                         \
      "Write only the kind if it is a core kind, otherwise add its group")                         \
    X(KEY_EMPTY_KIND, "key-empty-kind", ERROR, "argocd-cm",                                        \
      "there is nothing after the separator, so the key matches nothing",                          \
      "Write the kind after the group")                                                            \
    X(KEY_NO_GROUP, "key-no-group", ERROR, "argocd-cm",                                            \
      "a kind that is not a core kind is written without its group, so the key matches nothing",   \
      "Write the group before the kind")                                                           \
    X(KEY_VERSION, "key-version", ERROR, "argocd-cm",                                              \
      "the key has a version; Argo CD looks up kinds by group and kind only",                      \
      "Remove the version")                                                                        \
    X(KEY_UNKNOWN_GROUP, "key-unknown-group", ERROR, "argocd-cm",                                  \
      "Kubernetes has no such group, and every other group has a dot in its name",                 \
      "Correct the group")                                                                         \
    X(KEY_GROUP_SPELLING, "key-group-spelling", WARNING, "argocd-cm",                              \
      "the group is unknown and looks like a known one",                                           \
      "Check the spelling of the group")                                                           \
    X(KEY_KIND_SPELLING, "key-kind-spelling", WARNING, "argocd-cm",                                \
      "the kind is unknown and looks like a known one of the group",                               \
      "Check the spelling of the kind; it is singular and begins with a capital letter")           \
    X(KEY_GLOB, "key-glob-syntax", ERROR, "argocd-cm",                                             \
      "the pattern does not compile, so the key matches nothing",                                  \
      "Correct the pattern: *, ?, [abc], [a-c], [!a], {a,b}, and \\ before a literal character")   \
    X(KEY_SHADOWED, "key-shadowed", WARNING, "argocd-cm",                                          \
      "two scripts have the same key, and the first one is not used",                              \
      "Keep one of them")                                                                          \
    X(WILDCARD_AMBIGUOUS, "wildcard-ambiguous", WARNING, "argocd-cm",                              \
      "two wildcards match the same kind; Argo CD picks one at random",                            \
      "Narrow one of them, or give the kind a key of its own")                                     \
    X(WILDCARD_SHADOWS, "wildcard-shadows", WARNING, "argocd-cm",                                  \
      "a wildcard overrides Argo CD's own checks for the kinds it matches",                        \
      "Narrow the wildcard, or add those checks under keys of their own")                          \
    X(WILDCARD_NO_CORE, "wildcard-no-core", WARNING, "argocd-cm",                                  \
      "the key all means */*, which does not match core kinds",                                    \
      "Use \"*\" in the map under resource.customizations if core kinds are meant too")            \
    X(OPEN_WITHOUT_SCRIPT, "open-libs-without-script", WARNING, "argocd-cm",                       \
      "useOpenLibs without a script under the same key has no effect",                             \
      "Remove it, or put the script under the same key")                                           \
    X(OPEN_UNNEEDED, "open-libs-unneeded", WARNING, "argocd-cm",                                   \
      "useOpenLibs opens libraries that the script does not use",                                  \
      "Remove it: the script runs without it")                                                     \
    X(LIBRARY_CLOSED, "lua-library-closed", ERROR, "lua",                                          \
      "the script needs a library that Argo CD does not give it",                                  \
      "Set useOpenLibs for the key, or do without the library")                                    \
    X(LIBRARY_NEEDED, "lua-library-needed", NOTE, "lua",                                           \
      "the script needs a library that argocd-cm does not give it without useOpenLibs",            \
      "Do without the library, or set useOpenLibs where the script is copied to argocd-cm")        \
    X(LIBRARY_UNKNOWN, "lua-library-unknown", ERROR, "lua",                                        \
      "Argo CD's Lua has no such function or module",                                              \
      "Use what Lua 5.1 has")                                                                      \
    X(LIBRARY_REFUSED, "lua-library-refused", WARNING, "lua",                                      \
      "the script uses a function that the sandbox of vitals refuses",                             \
      "A check needs only its object")                                                             \
    X(LIBRARY_DIFFERS, "lua-library-differs", NOTE, "lua",                                         \
      "the function returns a different value each time in Argo CD, but not in vitals",            \
      "Decide by the object only")                                                                 \
    X(LUA_SYNTAX, "lua-syntax", ERROR, "lua",                                                      \
      "Argo CD's Lua rejects the script",                                                          \
      "Correct the script; Argo CD has Lua 5.1 with goto")                                         \
    X(LUA_UNDEFINED, "lua-undefined", ERROR, "lua",                                                \
      "a global variable is read but never set",                                                   \
      "Check the spelling; the object is obj")                                                     \
    X(LUA_GLOBAL, "lua-global", NOTE, "lua",                                                       \
      "a global variable is assigned, which any function of the script can change",                \
      "Declare it local")                                                                          \
    X(LUA_FIELD, "lua-field-spelling", WARNING, "lua",                                             \
      "objects have no such top-level field, so it is nil",                                        \
      "Check the spelling: apiVersion, kind, metadata, spec, status")                              \
    X(LUA_COMPARISON, "lua-comparison", WARNING, "lua",                                            \
      "the two sides are never equal, by their types or by the values that the field has",         \
      "Compare with a value that the field has")                                                   \
    X(LUA_PRECEDENCE, "lua-precedence", WARNING, "lua",                                            \
      "and binds before or: the condition means something else than it looks like",                \
      "Put parentheses around what belongs together")                                              \
    X(LUA_ORDER, "lua-condition-order", WARNING, "lua",                                            \
      "the last condition decides, or the first one whatever its type: their order is not defined", \
      "Look at all conditions first, and then decide")                                             \
    X(LUA_FIRST, "lua-first-condition", TASTE, "lua",                                              \
      "the first of two conditions decides, where both are true; their order is not defined",      \
      "Look at all conditions first, and then decide")                                             \
    X(LUA_YOUNG, "lua-young", WARNING, "lua",                                                      \
      "an object without status, whose controller has not acted yet, gets a final answer",         \
      "Return Progressing until there is a status")                                                \
    X(LUA_UNUSED, "lua-unused", WARNING, "lua",                                                    \
      "a local variable is never read",                                                            \
      "Remove it, or begin its name with an underscore")                                           \
    X(LUA_UNREACHABLE, "lua-unreachable", WARNING, "lua",                                          \
      "the statement can never run",                                                               \
      "Remove it, or correct what comes before it")                                                \
    X(LUA_NO_RETURN, "lua-no-return", WARNING, "lua",                                              \
      "the script can end without a result: Argo CD up to 3.5 shows no health then, 3.6 asks the " \
      "built-in check",                                                                            \
      "Return a status on every path")                                                             \
    X(LUA_EMPTY_ANSWER, "lua-empty-answer", WARNING, "lua",                                        \
      "the result is empty, which disables the built-in check of the kind; nil does so up to "      \
      "Argo CD 3.5",                                                                               \
      "Return a status")                                                                           \
    X(LUA_NO_STATUS, "lua-no-status", WARNING, "lua",                                              \
      "the result may have no status",                                                             \
      "Set the status on every path")                                                              \
    X(LUA_NIL_INDEX, "lua-nil-index", WARNING, "lua",                                              \
      "indexing nil raises an error",                                                              \
      "Test that it is there first, as in if obj.status ~= nil then")                              \
    X(LUA_NIL_CONCAT, "lua-nil-concat", WARNING, "lua",                                            \
      "joining nil with .. raises an error",                                                       \
      "Give it a default, as in (condition.message or \"\")")                                      \
    X(LUA_NIL_OPERAND, "lua-nil-operand", WARNING, "lua",                                          \
      "comparing the size of nil, or calculating with it, raises an error",                        \
      "Give it a default, as in (obj.status.replicas or 0)")                                       \
    X(LUA_NIL_ARGUMENT, "lua-nil-argument", WARNING, "lua",                                        \
      "the function raises an error when it is given nil",                                         \
      "Give it a default, as in ipairs(obj.status.conditions or {})")                              \
    X(LUA_STATUS, "lua-invalid-status", ERROR, "lua",                                              \
      "Argo CD does not know this status and reports Unknown",                                     \
      "Use Healthy, Progressing, Degraded, Suspended, Missing or Unknown")                         \
    X(LUA_MESSAGE, "lua-message-type", ERROR, "lua",                                               \
      "status or message is not a string, which makes the whole result empty",                     \
      "Use tostring")                                                                              \
    X(LUA_GENERATION, "lua-observed-generation", TASTE, "lua",                                  \
      "the status is used although it may be of an older generation",                              \
      "Return Progressing while status.observedGeneration is behind metadata.generation")          \
    X(LUA_PARALLEL, "lua-parallel-assignment", WARNING, "lua",                                     \
      "Argo CD miscompiles this assignment of several locals: they get other values",              \
      "Assign one after the other")                                                                \
    X(LUA_NEXT_TABLE, "lua-next-table", WARNING, "lua",                                            \
      "Argo CD runs this loop zero times",                                                         \
      "Use pairs, or put the table into a variable")                                               \
    X(LUA_CAPTURED, "lua-captured-local", WARNING, "lua",                                          \
      "after a pcall that failed, Argo CD keeps two copies of a local variable",                   \
      "Return the value from the function, or keep it in a field of a table")                      \
    X(LUA_LONG_CONCAT, "lua-long-concat", NOTE, "lua",                                             \
      "table.concat of a list that can be long, which fails in Argo CD past some 2,500 items",     \
      "Stop adding items after the first few, or count them")                                      \
    X(LUA_NOT_A_NUMBER, "lua-not-a-number", WARNING, "lua",                                        \
      "Argo CD reads this numeral as NaN",                                                         \
      "Write the number in full")                                                                  \
    X(LUA_OCTAL, "lua-octal", WARNING, "lua",                                                      \
      "Argo CD reads this numeral as octal",                                                       \
      "Remove the leading zeros")                                                                  \
    X(TEST_KEY, "test-key", ERROR, "files",                                                        \
      "a key of health_test.yaml that Argo CD does not know; it is ignored",                       \
      "Use tests, inputPath, healthStatus, status, message and deletionMessage")                                    \
    X(NO_FIXTURES, "no-fixtures", WARNING, "files",                                                \
      "the check has no health_test.yaml",                                                         \
      "Write one; `vitals test` runs it")                                                          \
    X(FIXTURE_UNUSED, "fixture-unused", WARNING, "files",                                          \
      "no test names this fixture",                                                                \
      "Add a test with its path as inputPath, or remove the file")                                 \
    X(EXPRESSION_BROKEN, "expression-broken", ERROR, "expressions",                                \
      "Flux rejects the entry, and with it the whole Kustomization or HelmRelease",                \
      "Correct the entry")                                                                         \
    X(RULE_BROKEN, "rule-broken", ERROR, "expressions",                                            \
      "the rule does not compile, so that the project refuses it or it never holds",               \
      "Correct the expression or the script")                                                      \
    X(RULES_NOT_EVALUATED, "rules-not-evaluated", NOTE, "expressions",                             \
      "these rules are in a language that vitals does not evaluate",                               \
      "Test them with the tools of the project")                                                   \
    X(EXPRESSION_HAS_ROOT, "expression-has-root", ERROR, "expressions",                            \
      "has() takes a field, not a whole variable, so the expression does not parse",               \
      "Test a field, as in has(status.conditions)")                                                \
    X(EXPRESSION_FUNCTION, "expression-function", ERROR, "expressions",                            \
      "there is no such function or macro, so the expression fails on every object",               \
      "`vitals list functions` lists them")                                                        \
    X(EXPRESSION_ROOT, "expression-root", ERROR, "expressions",                                    \
      "objects have no such top-level field, so the expression fails on every object",             \
      "Check the spelling: apiVersion, kind, metadata, spec, status")                              \
    X(EXPRESSION_TYPE, "expression-type", ERROR, "expressions",                                    \
      "an operand or argument is of a type that fails on every object",                            \
      "Convert it, as in string(…) or int(…), or read another field")                              \
    X(EXPRESSION_NOT_BOOL, "expression-not-bool", ERROR, "expressions",                            \
      "the result is not a bool, which Flux rejects for every object",                              \
      "Compare it, as in status.phase == 'Ready'")                                                 \
    X(EXPRESSION_COMPARISON, "expression-comparison", WARNING, "expressions",                      \
      "the two sides are never equal, by their types or by the values that the field has",         \
      "Compare with a value that the field has")                                                   \
    X(EXPRESSION_FIELD, "expression-field", WARNING, "expressions",                                \
      "objects of the kind have no such field, by its schema, its fixtures or by custom",          \
      "Check the spelling, or add a fixture that has it")                                          \
    X(EXPRESSION_VACUOUS, "expression-vacuous", WARNING, "expressions",                            \
      "filter(…).all(…) is true when the filter matches nothing",                                  \
      "Write exists(e, …) with both conditions")                                                   \
    X(EXPRESSION_MISSING_FIELD, "expression-missing-field", WARNING, "expressions",                \
      "the expression fails on an object whose status is still empty, until the timeout",          \
      "Test first, as in has(status.conditions) && …")                                             \
    X(EXPRESSION_MISSING_STATUS, "expression-missing-status", NOTE, "expressions",                 \
      "the expression fails on an object without status, until the timeout",                       \
      "Use it for kinds whose controller writes a status; CEL cannot test for a missing status")   \
    X(EXPRESSION_FAILED_INCOMPLETE, "expression-failed-young", WARNING, "expressions",             \
      "failed is true for an object whose controller has not acted yet, and failed ends the wait", \
      "Test for the condition that reports it, with exists")                                       \
    X(EXPRESSION_CURRENT_INCOMPLETE, "expression-current-young", WARNING, "expressions",           \
      "current is true for an object whose controller has not acted yet",                          \
      "Test for the condition that reports it, with exists")                                       \
    X(EXPRESSIONS_IDLE, "expressions-idle", WARNING, "expressions",                                \
      "Flux never evaluates these expressions: it waits for nothing",                              \
      "Set wait: true, or name objects under healthChecks")                                        \
    X(CHECKS_IDLE, "health-checks-ignored", WARNING, "expressions",                                \
      "Flux ignores healthChecks beside wait: true, which waits for all that is applied",          \
      "Remove healthChecks, or wait: true to wait for these objects alone")                        \
    X(EXPRESSIONS_OLD_NAME, "expressions-old-name", WARNING, "expressions",                        \
      "customHealthChecksExprs is an older name, which released versions of Flux ignore",          \
      "Rename it to healthCheckExprs")                                                             \
    X(UNREADABLE, "unreadable", ERROR, "files",                                                    \
      "the file has rules but does not parse",                                                     \
      "Correct the syntax")                                                                        \
    X(INCOMPLETE, "lint-incomplete", NOTE, "files",                                                \
      "a limit was reached, and the rest was not checked",                                         \
      "Raise the limit, or make the script or the ConfigMap smaller")                              \
    X(IGNORE_INVALID, "ignore-invalid", WARNING, "files",                                          \
      "a vitals:ignore comment names no known rule, gives no reason, or silences nothing",         \
      "Write vitals:ignore RULE reason, or remove it")
/* clang-format on */

typedef enum vt_lint_rule_id {
#define VT_X(name, id, severity, about, summary, advice) VT_LINT_##name,
    VT_LINT_RULE_MAP(VT_X)
#undef VT_X
        VT_LINT_RULE_COUNT
} vt_lint_rule_id;

#endif
