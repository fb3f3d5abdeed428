/**
 * What all headers of vitals share: versions, status codes, texts, memory, limits, diagnostics, and
 * the names of statuses, profiles and rules. The conventions of <vitals/vitals.h> hold.
 */
#ifndef VITALS_TYPES_H
#define VITALS_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vitals/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------- version */

/** The version of this header. The build takes its own version from here. */
#define VITALS_VERSION_MAJOR 0
#define VITALS_VERSION_MINOR 2
#define VITALS_VERSION_PATCH 0
/** For #if: VITALS_VERSION_NUMBER >= VITALS_VERSION_OF(0, 3, 0). */
#define VITALS_VERSION_OF(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define VITALS_VERSION_NUMBER                                                                      \
    VITALS_VERSION_OF(VITALS_VERSION_MAJOR, VITALS_VERSION_MINOR, VITALS_VERSION_PATCH)

/** The version of the library that runs, which may be newer than the header: "0.2.0". Static. */
VITALS_API const char *vitals_version(void);
/** The same, to compare with VITALS_VERSION_NUMBER. */
VITALS_API int vitals_version_number(void);
/** Emulated programs, such as "Argo CD" "3.6.1"; false past the end. Static. */
VITALS_API bool vitals_version_of(size_t index, const char **name, const char **version);

/* ------------------------------------------------------------------ basics */

/** The result of a call. The codes are part of the ABI and are never renumbered. */
#define VITALS_STATUS_MAP(X)                                                                       \
    X(OK, 0, "success")                                                                            \
    X(ENOMEM, -1, "out of memory")                                                                 \
    X(EINVAL, -2, "invalid argument")                                                              \
    X(ESYNTAX, -3, "input does not parse")                                                         \
    X(ELIMIT, -4, "a limit was reached")                                                           \
    X(ECONFIG, -5, "invalid configuration")                                                        \
    X(ENOTFOUND, -6, "not found")                                                                  \
    X(EREAD, -7, "input could not be read")                                                        \
    X(ESTOPPED, -8, "stopped by the host")                                                         \
    X(EAGAIN, -9, "not finished: call again")                                                      \
    X(ELUA, -10, "the program has another Lua than the one that vitals was built with")

typedef enum vitals_status {
#define VITALS_X(name, code, text) VITALS_##name = (code),
    VITALS_STATUS_MAP(VITALS_X)
#undef VITALS_X
} vitals_status;

/** "success" and so on; "unknown status" for anything else. Static. */
VITALS_API const char *vitals_status_text(vitals_status status);

/** Borrowed text with its size. Absent text is {NULL, 0}, empty text {"", 0}. Never grows. */
typedef struct vitals_text {
    const char *bytes;
    size_t size;
} vitals_text;

/**
 * Where memory comes from. The signature is that of lua_Alloc, so one function serves the
 * library and its Lua states.
 *
 * With `new_bytes` 0 it frees `block` and returns NULL. Otherwise it returns a block of
 * `new_bytes`, aligned for any type and holding the old content, or NULL with the old block
 * untouched. `old_bytes` has no meaning when `block` is NULL.
 *
 * Threads: called by the thread that uses the handle; a function that counts must use atomics.
 */
typedef void *(*vitals_allocate_fn)(void *user, void *block, size_t old_bytes, size_t new_bytes);

/** This struct never grows. */
typedef struct vitals_allocator {
    vitals_allocate_fn allocate; /**< NULL for realloc() and free(). */
    void *user;                  /**< Passed to `allocate`. */
} vitals_allocator;

/**
 * The limits that make any input and any rule safe to run. Each has a name, by which it is set,
 * read and reported when it is hit; docs/limits.md lists them. Functions that take limits copy
 * them, and take NULL for the defaults.
 */
typedef struct vitals_limits vitals_limits;

/** One limit, for listing: its name, its default, and what it counts. Static; fields are appended
 * in later versions. */
typedef struct vitals_limit_row {
    const char *name;
    uint64_t default_value;
    const char *text;
} vitals_limit_row;

/** `index` counts from 0; NULL past the end. */
VITALS_API const vitals_limit_row *vitals_limit_at(size_t index);

/** The defaults, to be changed and freed by the caller. `allocator` may be NULL. Errors:
 * VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_limits_new(const vitals_allocator *allocator,
                                                           vitals_limits **out);
VITALS_API void vitals_limits_free(vitals_limits *limits);

/** Set a limit; 0 means its default, and a value above its maximum counts as the maximum. Errors:
 * VITALS_ENOTFOUND, no limit has this name. */
VITALS_API VITALS_MUST_USE vitals_status vitals_limits_set(vitals_limits *limits, const char *name,
                                                           uint64_t value);
/** The value that applies: the default when none is set, at most the maximum. `limits` may be NULL.
 * Errors: VITALS_ENOTFOUND, no limit has this name. */
VITALS_API VITALS_MUST_USE vitals_status vitals_limits_get(const vitals_limits *limits,
                                                           const char *name, uint64_t *value);

/** Called regularly while a rule runs; true stops it. Must be quick and thread-safe. */
typedef bool (*vitals_interrupt_fn)(void *user);

/* ------------------------------------------------------------- diagnostics */

typedef enum vitals_severity {
    VITALS_SEVERITY_ERROR,
    VITALS_SEVERITY_WARNING,
    VITALS_SEVERITY_NOTE
} vitals_severity;
/** "error", "warning" or "note". Static. */
VITALS_API const char *vitals_severity_name(vitals_severity severity);

/** One finding about an input: where it is and what is wrong. */
typedef struct vitals_diagnostic {
    vitals_severity severity;
    const char *rule;  /**< Stable id such as "json-syntax". Static. */
    const char *file;  /**< As the caller named it; "" when there is none. */
    uint32_t document; /**< Which document of the file, from 1; 0 when it does not apply. */
    uint32_t line;     /**< 0: not known. */
    uint32_t column;   /**< 0 when line is 0. */
    const char *limit; /**< Name of the limit that was hit, or NULL. Static. */
    vitals_text text;  /**< May contain line breaks in texts of upstream programs. */
} vitals_diagnostic;

/** A list of findings, to which calls append. Threads: one at a time. */
typedef struct vitals_diagnostics vitals_diagnostics;

/** An empty list. `allocator` may be NULL. Errors: VITALS_ENOMEM. */
VITALS_API VITALS_MUST_USE vitals_status vitals_diagnostics_new(const vitals_allocator *allocator,
                                                                vitals_diagnostics **out);
VITALS_API void vitals_diagnostics_free(vitals_diagnostics *diagnostics);

/** The number that is kept. Those over the limit `diagnostics` are only counted, by _lost. */
VITALS_API size_t vitals_diagnostics_count(const vitals_diagnostics *diagnostics);
VITALS_API size_t vitals_diagnostics_lost(const vitals_diagnostics *diagnostics);

/** The one at `index`, or NULL. Borrowed until the list is cleared or freed. */
VITALS_API const vitals_diagnostic *vitals_diagnostics_at(const vitals_diagnostics *diagnostics,
                                                          size_t index);
/** Forget all of them. */
VITALS_API void vitals_diagnostics_clear(vitals_diagnostics *diagnostics);

/**
 * Append a finding of the host's own. `text` and `file` are copied; `rule` and `limit` must be static.
 * One for which there is no memory, or no room, is only counted. `diagnostics` may be NULL. Errors:
 * VITALS_EINVAL, `rule` is NULL.
 */
VITALS_API vitals_status vitals_diagnostics_add(vitals_diagnostics *diagnostics,
                                                const vitals_diagnostic *finding);

/* ------------------------------------------------------------------ health */

/**
 * Health statuses. UNASSESSED: no rule knows this kind. EMPTY: a script ran and returned
 * nothing, which in Argo CD suppresses the native check; the two are different answers. The
 * order of the enum has no meaning: see vitals_health_severity.
 */
#define VITALS_HEALTH_MAP(X)                                                                       \
    X(UNASSESSED, "Unassessed")                                                                    \
    X(EMPTY, "")                                                                                   \
    X(HEALTHY, "Healthy")                                                                          \
    X(SUSPENDED, "Suspended")                                                                      \
    X(PROGRESSING, "Progressing")                                                                  \
    X(MISSING, "Missing")                                                                          \
    X(DEGRADED, "Degraded")                                                                        \
    X(UNKNOWN, "Unknown")

typedef enum vitals_health {
#define VITALS_X(name, text) VITALS_HEALTH_##name,
    VITALS_HEALTH_MAP(VITALS_X)
#undef VITALS_X
        VITALS_HEALTH_COUNT
} vitals_health;

/** "Healthy" and so on, "" for EMPTY, "Unassessed" for UNASSESSED. Static. */
VITALS_API const char *vitals_health_name(vitals_health health);

/** The status with this name, case-sensitive; UNASSESSED when there is none. */
VITALS_API vitals_health vitals_health_from_name(vitals_text name);

/**
 * Severity: Healthy 0, Suspended 1, Progressing 2, Missing 3, Degraded 4, Unknown 5; 0 for
 * UNASSESSED and EMPTY. The order of Argo CD's health.IsWorse.
 */
VITALS_API int vitals_health_severity(vitals_health health);

/** Statuses of kstatus, which the profiles flux and kstatus answer with. */
#define VITALS_KSTATUS_MAP(X)                                                                      \
    X(NONE, "")                                                                                    \
    X(IN_PROGRESS, "InProgress")                                                                   \
    X(FAILED, "Failed")                                                                            \
    X(CURRENT, "Current")                                                                          \
    X(TERMINATING, "Terminating")                                                                  \
    X(NOT_FOUND, "NotFound")                                                                       \
    X(UNKNOWN, "Unknown")

typedef enum vitals_kstatus {
#define VITALS_X(name, text) VITALS_KSTATUS_##name,
    VITALS_KSTATUS_MAP(VITALS_X)
#undef VITALS_X
        VITALS_KSTATUS_COUNT
} vitals_kstatus;

VITALS_API const char *vitals_kstatus_name(vitals_kstatus status);

/**
 * Conversion between the two. Current is Healthy, InProgress and Terminating are Progressing,
 * Failed is Degraded, NotFound is Missing; in the other direction Suspended is Current.
 */
VITALS_API vitals_health vitals_health_from_kstatus(vitals_kstatus status);
VITALS_API vitals_kstatus vitals_kstatus_from_health(vitals_health health);

/** Which rules are evaluated, and in which order. */
#define VITALS_PROFILE_MAP(X)                                                                      \
    X(COMBINED, "combined", "everything vitals knows; unknown kinds are Unassessed")               \
    X(ARGOCD, "argocd", "as Argo CD 3.6 does: customizations, bundled checks, native checks")      \
    X(FLUX, "flux", "as Flux waits: job reader, healthCheckExprs, kstatus")                        \
    X(KSTATUS, "kstatus", "kstatus alone")

typedef enum vitals_profile {
#define VITALS_X(name, text, about) VITALS_PROFILE_##name,
    VITALS_PROFILE_MAP(VITALS_X)
#undef VITALS_X
        VITALS_PROFILE_COUNT
} vitals_profile;

VITALS_API const char *vitals_profile_name(vitals_profile profile);
/** Errors: VITALS_ENOTFOUND. */
VITALS_API VITALS_MUST_USE vitals_status vitals_profile_from_name(const char *name,
                                                                  vitals_profile *out);

/** Which kind of rule decided. */
#define VITALS_SOURCE_MAP(X)                                                                       \
    X(NONE, "none")                                                                                \
    X(DELETION, "deletion")                                                                        \
    X(CUSTOMIZATION, "customization")                                                              \
    X(INTERPRETER, "interpreter")                                                                  \
    X(EXPRESSION, "expression")                                                                    \
    X(SUSPENSION, "suspension")                                                                    \
    X(BUNDLED, "bundled")                                                                          \
    X(NATIVE, "native")                                                                            \
    X(KSTATUS, "kstatus")                                                                          \
    X(JOB_READER, "job-reader")

typedef enum vitals_source {
#define VITALS_X(name, text) VITALS_SOURCE_##name,
    VITALS_SOURCE_MAP(VITALS_X)
#undef VITALS_X
        VITALS_SOURCE_COUNT
} vitals_source;

VITALS_API const char *vitals_source_name(vitals_source source);

#ifdef __cplusplus
}
#endif

#endif
