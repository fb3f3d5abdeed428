/* Internal to the health module: an engine, and its rules by what they are looked up by. */
#ifndef VITALS_HEALTH_ENGINE_H
#define VITALS_HEALTH_ENGINE_H

#include <stdatomic.h>

#include "base/memory/map.h"
#include "base/run/limits.h"
#include "health/health.h"
#include "health/policy.h"

#define VT_ALL_PROFILES ((1u << VITALS_PROFILE_COUNT) - 1)
#define VT_PROFILE_BIT(profile) (1u << (profile))

/* Rules by what they are looked up by. */
typedef struct vt_registry {
    vt_map customizations;               /* key: vt_rule with a script */
    const vt_rule **customization_globs; /* most specific first */
    size_t customization_glob_count;
    vt_map interpreters;         /* apiVersion/Kind: vt_rule */
    vt_map checks;               /* directory: chain of vt_rule, highest layer first */
    const vt_rule **check_globs; /* highest layer first, then by directory */
    size_t check_glob_count;
    vt_map dialects;    /* the same, of other projects */
    vt_map expressions; /* group/Kind, or group/ for a whole group: chain of vt_rule */
} vt_registry;

/* The checks that are built in. Engines that may share what they compile have the same one. Counted;
** immutable once it is built, but for scripts that are compiled on first use. */
typedef struct vt_bundle {
    vitals_allocator allocator;
    atomic_size_t references;
    vt_arena arena;      /* the rules and what they point to */
    const char *scripts; /* of the bundled checks; not owned */
    struct vt_prelude *prelude;
    vt_rule **rules;
    size_t count;
    bool broken; /* a script was refused, by the limits of the engine that built it */
} vt_bundle;

vt_bundle *vt_bundle_retain(vt_bundle *bundle);
/* NULL: nothing happens. */
void vt_bundle_release(vt_bundle *bundle);

struct vitals_engine {
    vitals_allocator allocator;
    atomic_size_t references;
    vitals_limits limits;
    bool missing_is_false, owned_only; /* as in the configuration */
    vt_arena arena;                    /* rules and their texts */
    vitals_document **documents;       /* that source maps and rules point into */
    size_t document_count, document_capacity;
    vt_rule **rules;
    size_t rule_count, rule_capacity;
    vt_bundle *bundle;            /* NULL: without built-in checks */
    struct vt_prelude **preludes; /* of check trees */
    size_t prelude_count, prelude_capacity;
    vt_registry registry;
    const vt_expression_owner *owners; /* Kustomizations and HelmReleases, chained */
    vt_text zones;                     /* absent: those of the system; not owned */
    struct vt_cel_patterns *patterns;  /* of all expressions; NULL: there are none */
    vt_policy policy;
};

/* Free what a rule compiled. */
void vt_rule_done(vt_rule *rule);
/* Sort the rules of an engine and index them. false: no memory. */
vitals_status vt_registry_build(vitals_engine *engine, vt_interrupt interrupt);
void vt_registry_done(vitals_engine *engine);
/* The answer when the steps of a look-up ended before the rule was found. */
vt_opinion vt_look_up_stopped(const vt_steps *steps);
/* Trace the other customizations that match a kind, and why `chosen` overrides them. */
void vt_registry_trace_overridden(const vitals_engine *engine, vitals_trace *trace,
                                  const vt_rule *chosen, vt_text group, vt_text kind,
                                  vt_steps *steps);

#endif
