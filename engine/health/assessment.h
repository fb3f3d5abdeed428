/* Internal to the health module: one call on its way through the rules to a verdict. */
#ifndef VITALS_HEALTH_ASSESSMENT_H
#define VITALS_HEALTH_ASSESSMENT_H

#include "health/engine.h"
#include "health/found_rules.h"
#include "kstatus/kstatus.h"

/* ----------------------------------------------------------------- workers */

struct vitals_worker {
    vitals_allocator allocator;
    vitals_engine *engine;
    vt_lua_state *lua;
    vt_cel_state *cel;
    vt_arena arena;            /* emptied by each call */
    vitals_trace *values;      /* the fields that the deciding expression read */
    vitals_document *document; /* of vitals_assess_text */
    vitals_verdict *verdict;   /* of vitals_assess_text */
    vt_found_rules found;
    vt_buffer remote_object, remote_request; /* of calls whose rules run elsewhere */
};

/* ---------------------------------------------------------------- verdicts */

/* All texts point into the verdict's own arena or are static. The fields from `health` on are
** cleared in one go; `conditions` is bounded by `condition_count`. */
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
    vitals_counting counting;
    bool stale;
    uint64_t steps;
    int64_t valid_until_seconds;
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
    int64_t valid_until_seconds; /* INT64_MAX while no rule has read the clock */
    vt_text group, kind;
    vt_steps steps;  /* what finding the rules may still cost */
    bool waited_for; /* profile flux: by the Kustomization of the object */
    /* The rule that decided. */
    const vt_rule *rule; /* NULL: written in C */
    vt_text rule_id;
    vt_kstatus_result kstatus; /* when a source that speaks kstatus decided */
    bool has_kstatus;
    bool no_memory;
    /* The object is being deleted: unless the rule that decides fails or answers with a message for this
    ** case, the verdict is that of the deletion. */
    bool deleting;
    vitals_source
        silent; /* the source of the first script that returned nil; NONE: there was none */
    const vt_rule *silent_rule; /* the script, and its opinion; unread otherwise */
    vt_opinion silence;
    bool packed;       /* `remote_object` of the worker is the object */
    unsigned failures; /* of the document, when the assessment began */
} vt_assessment;

/* A source of opinions in a profile's order. */
typedef vt_opinion (*vt_evaluate_fn)(vt_assessment *assessment);

typedef struct vt_profile_step {
    vitals_source source;
    vt_evaluate_fn evaluate;
} vt_profile_step;

/* The steps of a profile, ended by one without `evaluate`. */
const vt_profile_step *vt_profile_steps(vitals_profile profile, bool helm_controller_order);

/* Progressing, for an object that is being deleted. */
vt_opinion vt_pending_deletion(vt_assessment *assessment);

/* The dialect of a profile's scripts. */
vt_lua_dialect vt_dialect_of(vitals_profile profile);
/* Compile a script in one dialect. One that does not compile is the answer for its kind: its error
** is kept in `arena`. Errors: VITALS_ENOMEM, VITALS_ESTOPPED. */
vitals_status vt_script_compile(const vitals_engine *engine, vt_interrupt interrupt,
                                vt_arena *arena, vt_text script, vt_lua_dialect dialect,
                                vt_checked_script *out);
/* The place of a line of a rule's script; 0 is the rule itself. */
vt_place vt_script_place(const vt_rule *rule, uint32_t line);
/* Run the script of a rule in the dialect of the call's profile. */
vt_opinion vt_evaluate_script(vt_assessment *assessment, const vt_rule *rule);
vt_opinion vt_evaluate_customization(vt_assessment *assessment);
vt_opinion vt_evaluate_interpreter(vt_assessment *assessment);
vt_opinion vt_evaluate_bundled(vt_assessment *assessment);
vt_opinion vt_evaluate_expression(vt_assessment *assessment);
/* " (.status.phase is "Ready", …)": the first few fields that an expression read. */
void vt_append_read_values(vitals_trace *trace, vt_buffer *message);
vt_opinion vt_evaluate_suspension(vt_assessment *assessment);

/* Empty a verdict, keeping its memory. */
void vt_verdict_clear(vitals_verdict *verdict);
/* The same, overwriting the memory. */
void vt_verdict_scrub(vitals_verdict *verdict);
/* Copy the result of an assessment into the verdict. false: no memory. */
bool vt_verdict_fill(vitals_verdict *verdict, const vt_assessment *assessment,
                     const vt_opinion *opinion, vitals_source source);

/* Why a Flux object is suspended; absent when it is not. */
vt_text vt_suspension_of(const vt_reader *reader, vt_arena *arena);

#endif
