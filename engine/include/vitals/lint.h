/**
 * Lint: finds mistakes in argocd-cm ConfigMaps, check trees and healthCheckExprs before they reach
 * a controller.
 *
 * Add texts or paths, finish, then read the findings:
 *
 *     vitals_lint_new(NULL, NULL, &lint);
 *     vitals_lint_path(lint, "clusters/", NULL);
 *     vitals_lint_finish(lint);
 *     for (size_t i = 0; vitals_lint_finding_at(lint, i, &finding, sizeof finding); i++) …
 *
 * The conventions of <vitals/vitals.h> apply. Only one thread may use a lint at a time.
 */
#ifndef VITALS_LINT_H
#define VITALS_LINT_H

#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One rule. Ids are stable. All texts are static. */
typedef struct vitals_lint_rule {
    const char *id; /**< "key-unknown-group" and so on. */
    vitals_severity severity;
    const char *about;   /**< What it checks: "argocd-cm", "lua", "expressions", "files". */
    const char *summary; /**< What is wrong, one line. */
    const char *advice;  /**< What to do, one line. */
    bool off;            /**< A matter of taste: not reported unless it is given a level. */
} vitals_lint_rule;

/** The rule at `index`, from 0, in the order of the documentation; NULL past the end. */
VITALS_API const vitals_lint_rule *vitals_lint_rule_at(size_t index);

typedef struct vitals_lint vitals_lint;

/**
 * A new lint, to be freed with vitals_lint_free. `allocator` and `limits` may be NULL; both are
 * copied. Errors: VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_new(const vitals_allocator *allocator,
                                                         const vitals_limits *limits,
                                                         vitals_lint **out);
VITALS_API void vitals_lint_free(vitals_lint *lint);

/** Asked while files are read and checked; true stops the call with VITALS_ESTOPPED. NULL never
 * stops. */
VITALS_API void vitals_lint_set_interrupt(vitals_lint *lint, vitals_interrupt_fn interrupt,
                                          void *user);

/** How findings of a rule are reported: as a vitals_severity, or not at all. */
typedef enum vitals_lint_level {
    VITALS_LINT_ERROR,
    VITALS_LINT_WARNING,
    VITALS_LINT_NOTE,
    VITALS_LINT_OFF
} vitals_lint_level;

/**
 * Report a rule at this level, whatever its severity and whatever vitals_lint_configure says. `rule`
 * NULL: all rules that are off by themselves. Errors: VITALS_ENOTFOUND, there is no such rule;
 * VITALS_EINVAL after vitals_lint_finish.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_set_level(vitals_lint *lint, const char *rule,
                                                               vitals_lint_level level);

/**
 * Read the settings of a .vitals.yaml, levels and excluded paths, for the files that are added from
 * now on; settings that were read before end here. `path` is what will be added, a directory or a
 * file, and `relative` the same as seen from the directory of the settings, "" for that directory
 * itself: excluded paths are relative to it.
 *
 * Errors: VITALS_ECONFIG with diagnostics: the settings are wrong, and no longer have an effect;
 *         VITALS_EINVAL after vitals_lint_finish; VITALS_ENOMEM; VITALS_ESTOPPED.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_configure(vitals_lint *lint, const char *file,
                                                               const char *bytes, size_t size,
                                                               const char *path,
                                                               const char *relative,
                                                               vitals_diagnostics *diagnostics);

/** Where the data of an argocd-cm is in files that are added from now on, when it would not be
 * recognised: a path of vitals_document_field. Documents without that path are searched as usual. NULL: there is
 * none. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_set_key(vitals_lint *lint, const char *key);

/** Report only findings in files that `wants` accepts; all files are read nevertheless, because rules
 * look at several. NULL: all files. To be set before files are added; `wants` is called then and by vitals_lint_finish. */
VITALS_API void vitals_lint_set_filter(vitals_lint *lint,
                                       bool (*wants)(void *user, const char *file), void *user);

/**
 * Add one file. Its path `file` says what it is: health.lua, health_test.yaml, health.cel.yaml, or a
 * file in a directory testdata. A file with nothing to lint is skipped. Both texts are copied.
 *
 * Errors: VITALS_EINVAL after vitals_lint_finish; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_text(vitals_lint *lint, const char *file,
                                                          const char *bytes, size_t size);

/**
 * Add a file, or every .lua, .yaml, .yml and .json file below a directory in the order of their
 * names, except those that the settings exclude. Hidden files are skipped and links to directories are not followed. A check that is given
 * by itself brings the tests and fixtures beside it.
 *
 * Errors: VITALS_EREAD, VITALS_ELIMIT, with a diagnostic; the other files are added nevertheless.
 *         VITALS_EINVAL after vitals_lint_finish; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_path(vitals_lint *lint, const char *path,
                                                          vitals_diagnostics *diagnostics);

/**
 * Take the schemas of kinds from a file, or from every file below a directory: of
 * CustomResourceDefinitions, and of the OpenAPI v3 documents that a cluster serves under /openapi/v3.
 * Nothing else in these files is linted. Definitions among the files of vitals_lint_path are taken
 * without this. `*count` gets the number of kinds and versions that are new; may be NULL.
 *
 * Errors: as vitals_lint_path.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_schemas(vitals_lint *lint, const char *path,
                                                             size_t *count,
                                                             vitals_diagnostics *diagnostics);

/** Check everything that was added. Errors: VITALS_EINVAL, on a second call; VITALS_ENOMEM;
 * VITALS_ESTOPPED, with the findings so far. */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_finish(vitals_lint *lint);

/** The number of files with something to lint. */
VITALS_API size_t vitals_lint_file_count(const vitals_lint *lint);

/** One finding. Texts are borrowed from the lint. */
typedef struct vitals_lint_finding {
    const vitals_lint_rule *rule;
    const char *file;
    uint32_t line, column;    /**< From 1. */
    vitals_text text;         /**< What is wrong here. */
    vitals_text advice;       /**< What to do: the rule's advice, or something more specific. */
    bool ignored;             /**< A comment `vitals:ignore` silences it. */
    vitals_text reason;       /**< The reason given in that comment, or absent. */
    vitals_severity severity; /**< That of the rule, or the level it was given. */
} vitals_lint_finding;

/** The finding at `index`, from 0, by file, line and column; false past the end. */
VITALS_API bool vitals_lint_finding_at(const vitals_lint *lint, size_t index,
                                       vitals_lint_finding *out, size_t out_bytes);

/** A mechanical correction of one finding. Texts are borrowed from the lint. */
typedef struct vitals_lint_edit {
    const vitals_lint_rule *rule;
    const char *file;
    size_t offset, size; /**< Bytes of the file to replace. */
    vitals_text text;    /**< What to put there; empty to remove them. */
} vitals_lint_edit;

/**
 * The correction at `index`, from 0, by file and offset; false past the end. They do not overlap. There
 * are corrections for some findings that are reported and not silenced: of the mistakes whose only
 * remedy is known and changes no verdict. Corrections may bring other findings to light.
 */
VITALS_API bool vitals_lint_edit_at(const vitals_lint *lint, size_t index, vitals_lint_edit *out,
                                    size_t out_bytes);

/** A field of a kind, or a value that a text may have, as the schemas say. Texts are borrowed from
 * the lint. */
typedef struct vitals_lint_field {
    vitals_text name;
    vitals_text description; /**< As in the schema; absent: it says nothing. */
    const char *type; /**< "string", "integer", "number", "boolean", "integer or string", "list",
                           "map", "object", "any", or "value" for a value of a text. Static. */
    bool required;    /**< Every object that can have the field has it. */
} vitals_lint_field;

/**
 * What the schemas that were added know about objects of a kind at `path`, a path of
 * vitals_document_field ("." is the object, ".spec.ports[0]" an item of a list): the field at
 * `index`, from 0, by name, or the value at `index` of a text. false past the end, and when nothing
 * is known about that path or kind.
 */
VITALS_API bool vitals_lint_field_at(vitals_lint *lint, vitals_text group, vitals_text kind,
                                     vitals_text path, size_t index, vitals_lint_field *out,
                                     size_t out_bytes);

/**
 * All findings as one JSON object without a line break, as `vitals lint -o json` prints it:
 * docs/schema/lint.schema.json. `*text` is the caller's, to be freed with vitals_text_free and the
 * allocator of the lint.
 *
 * Errors: VITALS_EINVAL, VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status vitals_lint_json(const vitals_lint *lint, char **text,
                                                          size_t *size);

#ifdef __cplusplus
}
#endif

#endif
