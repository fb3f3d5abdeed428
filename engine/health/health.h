/*
** The door of the health module for explain, lint and testing: the rules of an engine as they were
** read, and which of them apply to a kind. Programs use <vitals/vitals.h>.
*/
#ifndef VITALS_HEALTH_HEALTH_H
#define VITALS_HEALTH_HEALTH_H

#include <stdatomic.h>

#include "base/text/glob.h"
#include "cel/cel.h"
#include "health/prelude.h"
#include "lua/host.h"

/* A script compiled in one dialect. `script` NULL: it does not compile, for the reason `error`. */
typedef struct vt_checked_script {
    vt_lua_script *script;
    vt_text error;
    uint32_t line;     /* of the error in the script, or 0 */
    const char *limit; /* name of the limit that was hit, or NULL */
} vt_checked_script;

enum { VT_LUA_DIALECT_COUNT = 2 };

/* The expressions of one healthCheckExprs entry, in the order they are evaluated. */
typedef enum vt_expression_part {
    VT_EXPRESSION_IN_PROGRESS,
    VT_EXPRESSION_FAILED,
    VT_EXPRESSION_CURRENT,
    VT_EXPRESSION_PART_COUNT
} vt_expression_part;

typedef struct vt_expression {
    vt_text text;             /* absent or empty: none */
    vt_cel_program *program;  /* NULL: none */
    const vt_source_map *map; /* its position in the file, or NULL */
} vt_expression;

/* An object that a Kustomization names under healthChecks. */
typedef struct vt_listed_object {
    vt_text group, kind, namespace_, name;
} vt_listed_object;

/* The owner of expressions: a Kustomization or HelmRelease, or none for a bare list. */
typedef struct vt_expression_owner {
    vt_text name, namespace_; /* absent: a bare list, which applies to every object */
    const char *name_label;   /* labels that tie an object to its owner; NULL: bare list */
    const char *namespace_label;
    bool only_listed; /* `wait` is off: applies to `listed` only */
    const vt_listed_object *listed;
    size_t listed_count;
    const struct vt_expression_owner *next;
} vt_expression_owner;

/* One rule. Never changes once the engine is built, but for what `lazy` points to. */
typedef struct vt_rule vt_rule;
struct vt_rule {
    vitals_source source; /* CUSTOMIZATION, INTERPRETER, EXPRESSION, BUNDLED or NATIVE */
    vt_text id;           /* the key, the directory, or Kind.group */
    vt_text key;          /* for look-up: group/Kind, Kind, or a pattern */
    const vt_glob *glob;  /* NULL: not a pattern, or one that does not compile */
    bool wildcard;
    unsigned profiles;        /* bit 1 << vitals_profile for each that uses it */
    size_t number;            /* in the order in which the rules were read; 0: built in */
    uint32_t layer;           /* of a check tree: 0 is built in, higher ones override it */
    bool built_in;            /* engines share it, so nothing changes it once it is built */
    vt_place place;           /* of the key that holds the script or the entry */
    vt_text at;               /* "file:line", absent for what is built in */
    vt_text broken;           /* the error that makes it unusable, or absent */
    const char *broken_limit; /* the limit whose reaching made it so, or NULL */
    const vt_rule *next;      /* the same key in a lower layer or of another owner */

    vt_text script; /* CUSTOMIZATION, INTERPRETER, BUNDLED: as it was given; see vt_rule_text */
    struct vt_prelude *prelude; /* whose helpers the script may name; NULL: none */
    const vt_source_map *map;   /* of the script, or NULL */
    bool open_libraries;
    vt_checked_script checked[VT_LUA_DIALECT_COUNT]; /* by vt_lua_dialect; see vt_rule_script */
    /* By vt_lua_dialect too: scripts that are compiled on first use, NULL before. NULL: there are none. */
    vt_lua_script *_Atomic *lazy;

    vt_expression *expressions; /* EXPRESSION: VT_EXPRESSION_PART_COUNT of them; NULL: none */
    /* EXPRESSION of another project, in place of `expressions`; see rules/dialects. NULL: of Flux. */
    struct vt_dialect_rule *dialect;
    const vt_expression_owner *owner;
};

/* The text of a rule's script with its helpers; in the arena if it has to be put together. Absent: no memory. */
vt_text vt_rule_text(const vt_rule *rule, vt_arena *arena);

/* A line of the script, from 1, without the line break and without helpers; absent: there is none. */
vt_text vt_rule_line(const vt_rule *rule, uint32_t line);

/* A caller's call with defaults for NULL and for the fields that it lacks: itself, or a copy in `own`. NULL: it
** is not valid. */
const vitals_call *vt_health_call_of(const vitals_call *call, vitals_call *own);
/* A complete copy of it. False: it is not valid. */
bool vt_health_read_call(const vitals_call *call, vitals_call *own);

/* Rules in the order of vitals_engine_rule_at; NULL past the end. */
const vt_rule *vt_health_rule_at(const vitals_engine *engine, size_t index);

/* What the look-ups for one object may cost: limit look_up_steps. A wildcard costs the states that it
** visits, an entry that is compared one step. Once the budget is stopped the look-ups below find
** nothing, and the caller says so. */
vt_steps vt_health_look_up_steps(const vitals_engine *engine, vt_interrupt interrupt);

/* The customization for a kind, exact before wildcards; NULL: none. */
const vt_rule *vt_health_find_customization(const vitals_engine *engine, vt_text group,
                                            vt_text kind, vt_steps *steps);
/* The health script of Karmada for an apiVersion and a kind; NULL: none. */
const vt_rule *vt_health_find_interpreter(const vitals_engine *engine, vt_text api_version,
                                          vt_text kind);
/* The check for a kind in a profile; NULL: none. */
const vt_rule *vt_health_find_bundled(const vitals_engine *engine, vt_text group, vt_text kind,
                                      vitals_profile profile, vt_steps *steps);
/* The check for a kind whatever its profiles, which Argo CD does not know: exact before wildcards;
** NULL: none. */
const vt_rule *vt_health_find_check(const vitals_engine *engine, vt_text group, vt_text kind,
                                    vt_steps *steps);
/* The healthCheckExprs entry for an object: its exact kind before its whole group; NULL: none. */
const vt_rule *vt_health_find_expression(const vitals_engine *engine, const vt_reader *reader,
                                         vt_steps *steps);

/* The rules of other projects for a kind, chained; with an empty kind, for plurals of the group. */
const vt_rule *vt_health_find_dialect(const vitals_engine *engine, vt_text group, vt_text kind);
/* The expressions of a rule of another project, in order; false past the end. `name`: of what. */
bool vt_dialect_expression_at(const vt_rule *rule, size_t index, vt_text *expression);

/* Whether Flux waits for an object. It does not when the Kustomization of the object has `wait` off
** and does not list it under healthChecks. */
bool vt_health_is_waited_for(const vitals_engine *engine, const vt_reader *reader, vt_steps *steps);

/* The kinds that Argo CD bundles a check for, without wildcards; false past the end. */
bool vt_argocd_kind_at(size_t index, vt_text *group, vt_text *kind);
/* The kinds without health, in order; false past the end. */
bool vt_healthless_kind_at(size_t index, vt_text *group, vt_text *kind);
/* Whether a check for this kind is built in, or one for any kind of the group. Wildcards do not
** count. */
bool vt_bundle_has_kind(vt_text group, vt_text kind);
bool vt_bundle_has_group(vt_text group);

const vitals_limits *vt_health_limits(const vitals_engine *engine);
/* Those of the engine that the worker uses. */
const vitals_limits *vt_worker_limits(const vitals_worker *worker);

/* Compile the script of a rule in a dialect, whether or not its profiles use it. `out->script` is the caller's; it is
** NULL for a script that does not compile, with the reason in `arena`. Errors: VITALS_ENOMEM,
** VITALS_ESTOPPED. */
vitals_status vt_rule_compile(const vitals_engine *engine, const vt_rule *rule,
                              vt_lua_dialect dialect, vt_interrupt interrupt, vt_arena *arena,
                              vt_checked_script *out);
/* The script of a rule in a dialect. One that is built in is compiled on first use, and kept for all
** engines that share it; `interrupt` is asked meanwhile. `out->script` NULL: it does not compile; its
** error is the rule's or in `arena`. Threads: any. Errors: VITALS_ENOMEM, VITALS_ESTOPPED. */
vitals_status vt_rule_script(const vitals_engine *engine, const vt_rule *rule,
                             vt_lua_dialect dialect, vt_interrupt interrupt, vt_arena *arena,
                             vt_checked_script *out);

/* The answer of a rule whose `broken` is set. */
vt_opinion vt_opinion_broken(const vt_rule *rule);

/* ------------------------------------------------- what a resource of an application counts as */

/* Why a resource cannot count under any policy, in the order in which the reasons are named. */
typedef struct vt_counting_facts {
    bool hook : 1; /* it is not considered at all */
    bool ignored : 1;
    bool itself : 1;         /* it is the application */
    bool not_waited_for : 1; /* profile flux: Flux does not wait for it */
    bool not_tracked : 1;
    bool owned : 1;
    bool ignored_in_manifest : 1; /* counts in Argo CD up to 3.1, instead of `ignored` */
} vt_counting_facts;

/* What the object alone says; `not_waited_for` only in profile flux, by the engine. */
vt_counting_facts vt_counting_facts_of(const vitals_engine *engine, vitals_profile profile,
                                       const vitals_document *document);
/* Annotated argocd.argoproj.io/ignore-healthcheck. */
bool vt_counting_is_ignored(const vt_reader *reader);
/* The first reason, or NULL. Static. */
const char *vt_counting_excluded(vt_counting_facts facts);

/* A resource of an application, from facts instead of its document. */
typedef struct vt_counting_resource {
    vt_text group, kind, namespace_, name;
    vitals_health health; /* MISSING when it is absent */
    bool absent;          /* from the cluster */
    vt_counting_facts facts;
} vt_counting_resource;

/* Whether nothing follows from the absence of an object: clients do not request Secrets. Where it is absent, such
** an object is neither counted nor absent. */
bool vt_counting_is_unread(vt_text group, vt_text kind);

/* Whether it counts, and as what after the policy. */
typedef struct vt_counting {
    uint8_t counts_as;
    bool counted;
    const char *why; /* it does not count, or which policy applied; may be NULL. Of the engine */
} vt_counting;

/* How long a worse health that `rule` decided must hold before it counts, by the list `grace` of the policy. false: it
** says nothing of this resource. */
bool vt_grace_of(const vitals_engine *engine, const vt_counting_resource *resource, vt_text rule,
                 uint32_t *worse_ms);

vt_counting vt_counting_of(const vitals_engine *engine, vitals_aggregate aggregate,
                           const vt_counting_resource *resource);

/* The resources of an application in figures. Hooks are neither present nor absent. */
typedef struct vt_counting_sums {
    uint32_t counted[VITALS_HEALTH_COUNT]; /* that count, by what they count as */
    uint32_t present, absent;              /* from the cluster; counted or not */
} vt_counting_sums;

vitals_health vt_counting_health(vitals_aggregate aggregate, const vt_counting_sums *sums);
/* Whether a resource that counts as `counts_as` causes the health of its application. */
bool vt_counting_is_cause(vitals_aggregate aggregate, vitals_health application,
                          vitals_health counts_as);

/* The file and line of line `line` of a rule's script, and the text of that line. */
void vt_rule_place(const vt_rule *rule, uint32_t line, vt_text *file, uint32_t *file_line,
                   vt_text *text);

#endif
