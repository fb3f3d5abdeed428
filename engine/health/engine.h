/* Inside of the health module: what an engine, a configuration, a worker and a verdict hold. */
#ifndef VITALS_HEALTH_ENGINE_H
#define VITALS_HEALTH_ENGINE_H

#include <stdatomic.h>

#include "base/map.h"
#include "health/health.h"
#include "health/policy.h"
#include "kstatus/kstatus.h"
#include "native/native.h"

#define VT_ALL_PROFILES ((1u << VITALS_PROFILE_COUNT) - 1)
#define VT_PROFILE_BIT(profile) (1u << (profile))

/* The parts one after the other, with a terminator behind; absent when memory runs out. */
vt_text vt_join(vt_arena *arena, const vt_text *parts, size_t count);
#define VT_JOIN(arena, ...)                                                                        \
    vt_join((arena), (const vt_text[]){ __VA_ARGS__ },                                             \
            sizeof((const vt_text[]){ __VA_ARGS__ }) / sizeof(vt_text))

/* ----------------------------------------------------------- configuration */

typedef enum vt_input_kind {
    VT_INPUT_ARGOCD_CM,
    VT_INPUT_CHECK,
    VT_INPUT_EXPRESSIONS,
    VT_INPUT_POLICY,
    VT_INPUT_DISABLED_CHECK
} vt_input_kind;

/* One thing that was added, as text. All of it is owned by the configuration. */
typedef struct vt_input {
    vt_input_kind kind;
    uint32_t layer; /* CHECK */
    vt_text name;   /* CHECK and DISABLED_CHECK: the directory */
    vt_text file;
    vt_text bytes;
} vt_input;

struct vitals_configuration {
    vitals_allocator allocator;
    vitals_limits limits;
    vitals_on_broken on_broken;
    bool bundled;
    bool missing_is_false;
    uint32_t layers;
    vt_input *inputs;
    size_t input_count, input_capacity;
};

/* Copy and keep one input. Errors: VITALS_ENOMEM. */
vitals_status vt_configuration_keep(vitals_configuration *configuration, vt_input_kind kind,
                                    vt_text name, vt_text file, vt_text bytes);
/* Add every health.lua below a directory. Errors: VITALS_EREAD, VITALS_ELIMIT, VITALS_ENOMEM. */
vitals_status vt_checks_read_directory(vitals_configuration *configuration, const char *directory,
                                       vitals_diagnostics *diagnostics);

/* ----------------------------------------------------------------- engines */

/* Rules by what they are looked up by. */
typedef struct vt_registry {
    vt_map customizations;               /* key: vt_rule with a script */
    const vt_rule **customization_globs; /* most specific first */
    size_t customization_glob_count;
    vt_map checks;               /* directory: chain of vt_rule, front layer first */
    const vt_rule **check_globs; /* front layer first, then by directory */
    size_t check_glob_count;
    vt_map expressions; /* group/Kind, or group/ for a whole group: chain of vt_rule */
} vt_registry;

struct vitals_engine {
    vitals_allocator allocator;
    atomic_size_t references;
    vitals_limits limits;
    bool missing_is_false;
    vt_arena arena;              /* rules and their texts */
    vitals_document **documents; /* what source maps look into */
    size_t document_count, document_capacity;
    vt_rule **rules;
    size_t rule_count, rule_capacity;
    vt_registry registry;
    const vt_expression_owner *owners; /* Kustomizations and HelmReleases, chained */
    vt_policy policy;
};

/* While an engine is made: where rules go and what was wrong with them. */
typedef struct vt_making {
    vitals_engine *engine;
    vitals_diagnostics *diagnostics;
    bool broken;                         /* something was told that REJECT refuses */
    vitals_status status;                /* VITALS_OK until memory or a limit ran out */
    const vitals_document **expressions; /* documents that may carry healthCheckExprs */
    size_t expression_count, expression_capacity;
} vt_making;

/* A new rule, filled with zeroes, at the end of the list; NULL when `making` has failed. */
vt_rule *vt_making_rule(vt_making *making, vitals_source source, vt_place place);
/* A parsed text that the engine keeps. NULL: it did not parse (`*status` says why) or no memory. */
vitals_document *vt_making_parse(vt_making *making, vt_text text, const char *file,
                                 const vt_source_map *map, vitals_status *status,
                                 vitals_diagnostics *diagnostics);
/* Give a document to the engine. false: no memory, and the document is gone. */
bool vt_making_keep_document(vt_making *making, vitals_document *document);
/* Tell that the configuration is broken. */
void vt_making_broken(vt_making *making, const char *rule, vt_place place, vt_text text);
void vt_making_no_memory(vt_making *making);

/* The readers of each kind of input. */
void vt_customizations_read(vt_making *making, const vt_input *input);
void vt_checks_add(vt_making *making, const vt_input *input);
void vt_bundled_add(vt_making *making, const vitals_configuration *configuration);
/* Warn about a name that no bundled check has; vt_bundled_add leaves the others out. */
void vt_bundled_disable(vt_making *making, const vt_input *input);
/* Expressions are kept as documents first; _finish reads them all and frees the list. */
void vt_expressions_read(vt_making *making, const vt_input *input);
void vt_expressions_finish(vt_making *making);
void vt_policy_read(vt_making *making, const vt_input *input);

/* Check the script of a rule in every dialect that its profiles speak. */
void vt_script_check(vt_making *making, vt_rule *rule);

bool vt_registry_build(vitals_engine *engine);
void vt_registry_done(vitals_engine *engine);
/* Note the customizations that match a kind as well as `winner`, and why they lost. */
void vt_registry_trace_losers(const vitals_engine *engine, vitals_trace *trace,
                              const vt_rule *winner, vt_text group, vt_text kind);

/* ----------------------------------------------------------------- workers */

struct vitals_worker {
    vitals_allocator allocator;
    vitals_engine *engine;
    vt_lua_state *lua;
    vt_cel_state *cel;
    vt_arena arena;            /* one call's */
    vitals_trace *values;      /* what the expression that decided has read */
    vitals_document *document; /* of vitals_assess_text */
    vitals_verdict *verdict;   /* of vitals_assess_text */
};

/* ---------------------------------------------------------------- verdicts */

/* Everything texts point into is the verdict's own arena, or static. What it says begins with
** `health`, so that it is cleared in one go; the conditions are those that are counted. */
struct vitals_verdict {
    vt_arena arena;
    vt_buffer json;
    vt_kstatus_condition conditions[VT_KSTATUS_MOST_CONDITIONS];
    vitals_health health;
    vitals_source source;
    vitals_kstatus kstatus;
    vt_text message, rule, rule_at, error, since, suspension, line_at;
    vt_text kstatus_message;
    size_t condition_count;
    const char *row;
    const char *limit;
    uint32_t line;
    bool stale, counted;
    uint64_t steps;
    vt_text api_version, kind, namespace_, name, uid, file;
    uint32_t input_document, input_line;
};

/* -------------------------------------------------------------- assessment */

/* One call on its way through the rules. */
typedef struct vt_assessment {
    vitals_worker *worker;
    const vitals_engine *engine;
    const vitals_call *call;
    vt_evaluation evaluation;
    vt_text group, kind;
    /* What decided. */
    const vt_rule *rule; /* NULL for what is built in C */
    vt_text rule_id;
    vt_kstatus_result kstatus; /* when a source that speaks kstatus decided */
    bool has_kstatus;
    bool no_memory;
} vt_assessment;

/* printf into the arena of the call; notes when there is no memory. */
vt_text vt_assessment_printf(vt_assessment *assessment, const char *format, ...)
    VITALS_PRINTF(2, 3);

/* A source of opinions in a profile's order. */
typedef vt_opinion (*vt_ask_fn)(vt_assessment *assessment);

typedef struct vt_profile_step {
    vitals_source source;
    vt_ask_fn ask;
} vt_profile_step;

/* The steps of a profile, ended by one without `ask`. */
const vt_profile_step *vt_profile_steps(vitals_profile profile, bool helm_controller_order);

/* Which dialect the scripts of a profile are in. */
vt_lua_dialect vt_dialect_of(vitals_profile profile);
/* Check the script of a rule in one dialect. One that does not compile is an answer for its kind,
** with the text in `arena`. Errors: VITALS_ENOMEM. */
vitals_status vt_script_check_in(const vitals_engine *engine, vt_arena *arena, vt_rule *rule,
                                 vt_lua_dialect dialect);
/* Run the script of a rule in the dialect of the call's profile. */
vt_opinion vt_ask_script(vt_assessment *assessment, const vt_rule *rule);
vt_opinion vt_ask_customization(vt_assessment *assessment);
vt_opinion vt_ask_bundled(vt_assessment *assessment);
vt_opinion vt_ask_expression(vt_assessment *assessment);
vt_opinion vt_ask_suspension(vt_assessment *assessment);

/* Make a verdict say nothing, keeping its memory. */
void vt_verdict_clear(vitals_verdict *verdict);
/* The same, overwriting what it said. */
void vt_verdict_scrub(vitals_verdict *verdict);
/* Copy what an assessment came to into the verdict. false: no memory. */
bool vt_verdict_fill(vitals_verdict *verdict, const vt_assessment *assessment,
                     const vt_opinion *opinion, vitals_source source);

/* Whether, how and why a Flux object is suspended; absent when it is not. */
vt_text vt_suspension_of(const vt_reader *reader, vt_arena *arena);

/* Pure functions of the object. */
bool vt_is_stale(const vt_reader *reader);
/* lastTransitionTime of the condition that decided: `condition`, or the one that says `message`. */
vt_text vt_since(const vt_reader *reader, const vt_value *condition, vt_text message);

#endif
