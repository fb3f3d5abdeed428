/* The lint rules as data: one row each, from which the public table, the listing and the documentation
** follow. */
#ifndef VITALS_LINT_RULES_H
#define VITALS_LINT_RULES_H

#include <vitals/lint.h>

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
      "a key that begins with * stands without quotes, so YAML takes it for an alias",             \
      "Put the key in quotes")                                                                     \
    X(ENTRY_FIELD, "configmap-entry-field", WARNING, "argocd-cm",                                  \
      "an entry of resource.customizations has a field that Argo CD does not know",                \
      "Use health.lua, health.lua.useOpenLibs, actions, ignoreDifferences, "                       \
      "ignoreResourceUpdates or knownTypeFields")                                                  \
    X(VALUE_NOT_SCRIPT, "configmap-not-a-script", ERROR, "argocd-cm",                              \
      "the value of a split health key is YAML; Argo CD takes all of it for the script",           \
      "Write the script alone as the value")                                                       \
    X(KEY_IGNORED, "key-ignored", ERROR, "argocd-cm",                                              \
      "Argo CD does not look at this key",                                                         \
      "Write resource.customizations.<type>.<group>_<Kind>")                                       \
    X(KEY_CHARACTERS, "key-characters", ERROR, "argocd-cm",                                        \
      "a key of a ConfigMap cannot hold this character; the API server refuses it",                \
      "Separate group and kind by an underscore")                                                  \
    X(KEY_SPLIT_WILDCARD, "key-split-wildcard", ERROR, "argocd-cm",                                \
      "a wildcard in a split key: no key of a ConfigMap can hold one",                             \
      "Move the entry into the map under resource.customizations, its key in quotes")              \
    X(KEY_UNDERSCORE, "key-underscore", ERROR, "argocd-cm",                                        \
      "a key in the map under resource.customizations separates group and kind by an underscore",  \
      "Separate them by a slash")                                                                  \
    X(KEY_CORE_GROUP, "key-core-group", ERROR, "argocd-cm",                                        \
      "a core kind is written with a group; core kinds have none",                                 \
      "Write the kind alone")                                                                      \
    X(KEY_EMPTY_GROUP, "key-empty-group", ERROR, "argocd-cm",                                      \
      "nothing stands in front of the separator, so the key matches nothing",                      \
      "Write the kind alone if it is a core kind, else its group too")                             \
    X(KEY_EMPTY_KIND, "key-empty-kind", ERROR, "argocd-cm",                                        \
      "nothing stands behind the separator, so the key matches nothing",                           \
      "Write the kind behind the group")                                                           \
    X(KEY_NO_GROUP, "key-no-group", ERROR, "argocd-cm",                                            \
      "a kind that is no core kind is written without its group, so the key matches nothing",      \
      "Write the group in front of the kind")                                                      \
    X(KEY_VERSION, "key-version", ERROR, "argocd-cm",                                              \
      "the key holds a version; Argo CD looks kinds up by group and kind alone",                   \
      "Leave the version out")                                                                     \
    X(KEY_UNKNOWN_GROUP, "key-unknown-group", ERROR, "argocd-cm",                                  \
      "Kubernetes has no such group, and groups of others have a point in their name",             \
      "Correct the group")                                                                         \
    X(KEY_GROUP_SPELLING, "key-group-spelling", WARNING, "argocd-cm",                              \
      "the group is not known and looks like one that is",                                         \
      "Check the spelling of the group")                                                           \
    X(KEY_KIND_SPELLING, "key-kind-spelling", WARNING, "argocd-cm",                                \
      "the group is known and the kind looks like one of its kinds",                               \
      "Check the spelling of the kind; it begins with a capital letter and is in the singular")    \
    X(KEY_GLOB, "key-glob-syntax", ERROR, "argocd-cm",                                             \
      "the pattern does not compile, so the key matches nothing",                                  \
      "Correct the pattern: *, ?, [abc], [a-c], [!a], {a,b}, and \\ in front of what is literal")  \
    X(KEY_SHADOWED, "key-shadowed", WARNING, "argocd-cm",                                          \
      "the same script is given twice, and the one in front is not used",                          \
      "Keep one of them")                                                                          \
    X(WILDCARD_AMBIGUOUS, "wildcard-ambiguous", WARNING, "argocd-cm",                              \
      "two wildcards match the same kind; Argo CD takes either, at random",                        \
      "Narrow one of them, or give the kind a key of its own")                                     \
    X(WILDCARD_SHADOWS, "wildcard-shadows", WARNING, "argocd-cm",                                  \
      "a wildcard takes kinds away from the checks that Argo CD has for them",                     \
      "Narrow the wildcard, or repeat those checks in front of it")                                \
    X(WILDCARD_NO_CORE, "wildcard-no-core", WARNING, "argocd-cm",                                  \
      "the key all stands for */*, which matches no core kind",                                    \
      "Use \"*\" in the map under resource.customizations if core kinds are meant too")            \
    X(OPEN_WITHOUT_SCRIPT, "open-libs-without-script", WARNING, "argocd-cm",                       \
      "useOpenLibs without a script of the same key has no effect",                                \
      "Remove it, or put the script under the same key")                                           \
    X(OPEN_UNNEEDED, "open-libs-unneeded", WARNING, "argocd-cm",                                   \
      "useOpenLibs opens libraries that the script does not use",                                  \
      "Remove it: the script runs without")                                                        \
    X(LIBRARY_CLOSED, "lua-library-closed", ERROR, "lua",                                          \
      "the script needs a library that Argo CD does not give it",                                  \
      "Set useOpenLibs for the key, or do without the library")                                    \
    X(LIBRARY_UNKNOWN, "lua-library-unknown", ERROR, "lua",                                        \
      "Argo CD's Lua has no such function or module",                                              \
      "Use what Lua 5.1 has")                                                                      \
    X(LIBRARY_REFUSED, "lua-library-refused", WARNING, "lua",                                      \
      "the script reaches out of its sandbox, which vitals refuses",                               \
      "A check needs only its object")                                                             \
    X(LIBRARY_DIFFERS, "lua-library-differs", NOTE, "lua",                                         \
      "the function answers otherwise each time in Argo CD, and always the same here",             \
      "Decide by the object alone")                                                                \
    X(LUA_SYNTAX, "lua-syntax", ERROR, "lua",                                                      \
      "Argo CD's Lua refuses the script",                                                          \
      "Correct the script; Argo CD has Lua 5.1 with goto")                                         \
    X(LUA_UNDEFINED, "lua-undefined", ERROR, "lua",                                                \
      "a global is read that nothing sets",                                                        \
      "Check the spelling; the object is obj")                                                     \
    X(LUA_GLOBAL, "lua-global", NOTE, "lua",                                                       \
      "a global variable is assigned",                                                             \
      "Put local in front")                                                                        \
    X(LUA_UNUSED, "lua-unused", WARNING, "lua",                                                    \
      "a local variable is never read",                                                            \
      "Remove it, or begin its name with an underscore")                                           \
    X(LUA_UNREACHABLE, "lua-unreachable", WARNING, "lua",                                          \
      "the statement can never run",                                                               \
      "Remove it, or correct what stands in front")                                                \
    X(LUA_NO_RETURN, "lua-no-return", WARNING, "lua",                                              \
      "the script can end without an answer, which switches off the checks behind it",             \
      "End every path with a status")                                                              \
    X(LUA_EMPTY_ANSWER, "lua-empty-answer", WARNING, "lua",                                        \
      "the answer is empty, which switches off the checks behind it",                              \
      "Answer with a status")                                                                      \
    X(LUA_NO_STATUS, "lua-no-status", WARNING, "lua",                                              \
      "the answer can be without a status",                                                        \
      "Set the status on every path")                                                              \
    X(LUA_STATUS, "lua-invalid-status", ERROR, "lua",                                              \
      "Argo CD does not know this status and answers Unknown",                                     \
      "Use Healthy, Progressing, Degraded, Suspended, Missing or Unknown")                         \
    X(LUA_MESSAGE, "lua-message-type", ERROR, "lua",                                               \
      "status or message is no text, which empties the whole answer",                              \
      "Use tostring")                                                                              \
    X(LUA_GENERATION, "lua-observed-generation", WARNING, "lua",                                   \
      "the status is believed although it may speak of an older generation",                       \
      "Answer Progressing while status.observedGeneration is behind metadata.generation")          \
    X(LUA_PARALLEL, "lua-parallel-assignment", WARNING, "lua",                                     \
      "Argo CD miscompiles this assignment of several locals and sees other values",               \
      "Assign one after the other")                                                                \
    X(LUA_NEXT_TABLE, "lua-next-table", WARNING, "lua",                                            \
      "Argo CD runs this loop zero times",                                                         \
      "Use pairs, or put the table into a variable")                                               \
    X(LUA_NOT_A_NUMBER, "lua-not-a-number", WARNING, "lua",                                        \
      "Argo CD reads this numeral as NaN",                                                         \
      "Write the number in full")                                                                  \
    X(LUA_OCTAL, "lua-octal", WARNING, "lua",                                                      \
      "Argo CD reads this numeral as octal",                                                       \
      "Leave the zeros in front out")                                                              \
    X(NO_FIXTURES, "no-fixtures", WARNING, "files",                                                \
      "the check has no health_test.yaml",                                                         \
      "Write one; `vitals test` runs it")                                                          \
    X(EXPRESSION_BROKEN, "expression-broken", ERROR, "expressions",                                \
      "Flux refuses the entry, and with it the whole Kustomization or HelmRelease",                \
      "Correct the entry")                                                                         \
    X(EXPRESSION_HAS_ROOT, "expression-has-root", ERROR, "expressions",                            \
      "has() takes a field and no whole variable, so the expression does not parse",               \
      "Ask for a field, as in has(status.conditions)")                                             \
    X(EXPRESSION_ROOT, "expression-root", WARNING, "expressions",                                  \
      "no object has such a field at its top",                                                     \
      "Check the spelling: apiVersion, kind, metadata, spec, status")                              \
    X(EXPRESSION_FIELD, "expression-field", WARNING, "expressions",                                \
      "no fixture of the kind has this field",                                                     \
      "Check the spelling, or add a fixture that has it")                                          \
    X(EXPRESSION_VACUOUS, "expression-vacuous", WARNING, "expressions",                            \
      "filter(…).all(…) is true when the filter finds nothing",                                    \
      "Write exists(e, …) with both conditions")                                                   \
    X(EXPRESSION_MISSING_FIELD, "expression-missing-field", WARNING, "expressions",                \
      "an object whose status is still empty makes the expression fail, until the timeout",        \
      "Ask first, as in has(status.conditions) && …")                                              \
    X(EXPRESSION_MISSING_STATUS, "expression-missing-status", NOTE, "expressions",                 \
      "an object without status makes the expression fail, until the timeout",                     \
      "Use it for kinds whose controller writes a status; nothing in CEL can ask for a status")    \
    X(EXPRESSION_FAILED_YOUNG, "expression-failed-young", WARNING, "expressions",                  \
      "failed holds for an object that is merely young, and failed ends the wait",                 \
      "Ask for a condition that says so, with exists")                                             \
    X(EXPRESSION_CURRENT_YOUNG, "expression-current-young", WARNING, "expressions",                \
      "current holds for an object whose controller has not acted yet",                            \
      "Ask for a condition that says so, with exists")                                             \
    X(EXPRESSIONS_IDLE, "expressions-idle", WARNING, "expressions",                                \
      "Flux never evaluates these: nothing is waited for",                                         \
      "Set wait: true, or name objects under healthChecks")                                        \
    X(EXPRESSIONS_OLD_NAME, "expressions-old-name", WARNING, "expressions",                        \
      "customHealthChecksExprs is an older spelling, which released Flux ignores",                 \
      "Rename it to healthCheckExprs")                                                             \
    X(UNREADABLE, "unreadable", ERROR, "files",                                                    \
      "the file holds rules and does not parse",                                                   \
      "Correct the syntax")                                                                        \
    X(IGNORE_INVALID, "ignore-invalid", WARNING, "files",                                          \
      "a comment vitals:ignore without a known rule and a reason, or one that silences nothing",   \
      "Write vitals:ignore RULE reason, or remove it")
/* clang-format on */

typedef enum vt_lint_rule_id {
#define VT_X(name, id, severity, about, summary, advice) VT_LINT_##name,
    VT_LINT_RULE_MAP(VT_X)
#undef VT_X
        VT_LINT_RULE_COUNT
} vt_lint_rule_id;

#endif
