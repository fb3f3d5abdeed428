/* Assessing: the sources of the profile are evaluated in order until one has an opinion. */
#include "base/memory/sized.h"
#include "base/text/quote.h"
#include "document/builder.h"
#include "health/assessment.h"

static void begin(vt_assessment *assessment, vitals_worker *worker, const vitals_document *document,
                  const vitals_call *call) {
    vt_arena_empty(&worker->arena);
    assessment->worker = worker;
    assessment->engine = worker->engine;
    assessment->call = call;
    assessment->evaluation = (vt_evaluation){
        .reader = { document, call->trace },
        .arena = &worker->arena,
        .limits = &worker->engine->limits,
        .now_seconds = call->now_seconds,
        .zone_offset_seconds = call->zone_offset_seconds,
        .set = call->set,
        .interrupt = call->interrupt,
        .interrupt_user = call->interrupt_user,
        .valid_until_seconds = &assessment->valid_until_seconds,
        .argocd_release = call->profile == VITALS_PROFILE_ARGOCD ? call->argocd_release : 0,
        .flux_release = call->profile == VITALS_PROFILE_FLUX ? call->flux_release : 0,
        .strict = call->profile == VITALS_PROFILE_COMBINED,
    };
    assessment->valid_until_seconds = INT64_MAX;
    vitals_trace_clear(call->trace);
    vt_trace_set_limits(call->trace, &worker->engine->limits);
    assessment->group = vt_document_parts(document)->identity.group;
    assessment->kind = vt_document_parts(document)->identity.kind;
    assessment->steps =
        vt_steps_of(VT_LIMIT_NAME(look_up_steps), worker->engine->limits.look_up_steps,
                    vt_evaluation_interrupt(&assessment->evaluation));
    assessment->waited_for = true;
    assessment->rule = NULL;
    assessment->rule_id = VT_TEXT_ABSENT;
    assessment->failures = vt_document_failures(document);
    assessment->has_kstatus = assessment->no_memory = assessment->packed = assessment->deleting =
        false; /* `kstatus` is unread then */
    assessment->silent = VITALS_SOURCE_NONE;
}

/* Profile flux: find out whether the object is waited for, which the verdict says. false: the look-up
** ended early, and `*opinion` says why. */
static bool find_owner(vt_assessment *assessment, vt_opinion *opinion) {
    if (assessment->call->profile != VITALS_PROFILE_FLUX) return true;
    const vt_reader reader = { assessment->evaluation.reader.document, NULL };
    assessment->waited_for =
        vt_health_is_waited_for(assessment->engine, &reader, &assessment->steps);
    if (!assessment->steps.stopped) return true;
    *opinion = vt_look_up_stopped(&assessment->steps);
    opinion->kstatus = VITALS_KSTATUS_UNKNOWN;
    assessment->has_kstatus = true;
    assessment->kstatus =
        (vt_kstatus_result){ .status = VITALS_KSTATUS_UNKNOWN, .message = VT_TEXT("") };
    return false;
}

/* The words that explain knows. */
static const char *outcome(const vt_opinion *opinion) {
    switch (opinion->kind) {
    case VT_OPINION_NONE:
        return "no opinion";
    case VT_OPINION_STATUS:
        return "decided";
    case VT_OPINION_FAILED:
        return "failed";
    }
    return "";
}

/* Trace the outcome of a source and which rule it was. */
static void trace_source(const vt_assessment *assessment, vitals_source source,
                         const vt_opinion *opinion) {
    vitals_trace *trace = assessment->call->trace;
    vt_trace_considered(trace, source, vt_text_from(outcome(opinion)));
    if (opinion->kind == VT_OPINION_NONE) return;
    vt_trace_decided(trace, source, opinion->row ? vt_text_from(opinion->row) : assessment->rule_id,
                     opinion->line);
}

/* Trace the sources after the one that decided. */
static void trace_rest(const vt_assessment *assessment, const vt_profile_step *step) {
    if (!step->evaluate) return;
    for (step++; step->evaluate; step++) {
        vt_trace_considered(assessment->call->trace, step->source, VT_TEXT("not asked"));
    }
}

static void decided_by(vt_assessment *assessment, const vt_rule *rule) {
    assessment->rule = rule;
    assessment->rule_id = rule ? rule->id : VT_TEXT_ABSENT;
}

/* Whether evaluate_sources is still to say what comes of a source. */
static bool is_traced_later(const vt_assessment *assessment, vitals_source source) {
    return assessment->deleting && source == VITALS_SOURCE_DELETION;
}

/* Evaluate one source after another until one has an opinion. */
static const vt_profile_step *ask_sources(vt_assessment *assessment, vt_opinion *opinion) {
    const vt_profile_step *step =
        vt_profile_steps(assessment->call->profile, assessment->call->helm_controller_order);
    for (; step->evaluate; step++) {
        decided_by(assessment, NULL);
        *opinion = step->evaluate(assessment);
        if (opinion->kind != VT_OPINION_NONE) return step;
        if (assessment->call->trace && !is_traced_later(assessment, step->source)) {
            trace_source(assessment, step->source, opinion);
        }
    }
    decided_by(assessment, NULL);
    *opinion = (vt_opinion){ 0 };
    return step;
}

/* No source had an opinion, but a script was asked and returned nothing: not the same as no rule. */
static vt_opinion return_nothing(vt_assessment *assessment, vitals_source *source) {
    decided_by(assessment, assessment->silent_rule);
    *source = assessment->silent;
    return assessment->silence;
}

/* The object is being deleted. */
static vt_opinion overrule(vt_assessment *assessment, const vt_opinion *opinion,
                           vitals_source *source) {
    vitals_trace *trace = assessment->call->trace;
    const bool stands =
        opinion->kind == VT_OPINION_FAILED || !vt_text_is_absent(opinion->deletion_message);
    if (stands && trace) {
        vt_trace_considered(trace, VITALS_SOURCE_DELETION, VT_TEXT("overruled"));
    }
    if (stands) {
        vt_opinion kept = *opinion;
        if (kept.kind != VT_OPINION_FAILED) kept.message = kept.deletion_message;
        return kept;
    }
    if (trace && *source) vt_trace_considered(trace, *source, VT_TEXT("overruled"));
    decided_by(assessment, NULL);
    *source = VITALS_SOURCE_DELETION;
    return vt_pending_deletion(assessment);
}

/* `*source` is the one that decides, or NONE. */
static vt_opinion evaluate_sources(vt_assessment *assessment, vitals_source *source) {
    vt_opinion opinion;
    const vt_profile_step *step = ask_sources(assessment, &opinion);
    *source = step->source;
    if (assessment->deleting) {
        opinion = overrule(assessment, &opinion, source);
    } else if (opinion.kind == VT_OPINION_NONE && assessment->silent) {
        opinion = return_nothing(assessment, source);
    }
    if (assessment->call->trace && opinion.kind != VT_OPINION_NONE) {
        trace_source(assessment, *source, &opinion);
        trace_rest(assessment, step);
    }
    return opinion;
}

const vitals_call *vt_health_call_of(const vitals_call *call, vitals_call *own) {
    static const vitals_call defaults = VITALS_CALL_INIT;
    const vitals_call *read = call ? vt_sized_view(call, own, &defaults, sizeof *own) : &defaults;
    bool valid = read && (unsigned)read->profile < VITALS_PROFILE_COUNT &&
                 read->argocd_release <= VT_ARGOCD_NEWEST && read->flux_release <= VT_FLUX_NEWEST;
    return valid ? read : NULL;
}

bool vt_health_read_call(const vitals_call *call, vitals_call *own) {
    const vitals_call *read = vt_health_call_of(call, own);
    if (read && read != own) *own = *read;
    return read != NULL;
}

/* Turn the deciding opinion into the verdict. */
static vitals_status finish(vt_assessment *assessment, const vt_opinion *opinion,
                            vitals_source source, vitals_verdict *verdict) {
    vt_verdict_clear(verdict);
    const vitals_document *document = assessment->evaluation.reader.document;
    if (vt_document_failures(document) != assessment->failures) assessment->no_memory = true;
    if (assessment->no_memory || !vt_verdict_fill(verdict, assessment, opinion, source)) {
        vt_verdict_clear(verdict);
        return VITALS_ENOMEM;
    }
    return VITALS_OK;
}

vitals_status vitals_assess(vitals_worker *worker, const vitals_document *document,
                            const vitals_call *call, vitals_verdict *verdict) {
    vitals_call own;
    const vitals_call *read = vt_health_call_of(call, &own);
    if (!worker || !document || !verdict || !read) return VITALS_EINVAL;
    vt_assessment assessment;
    begin(&assessment, worker, document, read);
    vt_opinion opinion;
    vitals_source source = VITALS_SOURCE_EXPRESSION; /* owners are of healthCheckExprs */
    if (find_owner(&assessment, &opinion)) opinion = evaluate_sources(&assessment, &source);
    return finish(&assessment, &opinion, source, verdict);
}

static vitals_read_options read_options(const vitals_worker *worker, const vitals_call *call) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.interrupt = call->interrupt;
    options.interrupt_user = call->interrupt_user;
    options.allocator = &worker->allocator;
    options.limits = &worker->engine->limits;
    return options;
}

vitals_status vitals_assess_text(vitals_worker *worker, const char *bytes, size_t size,
                                 const vitals_call *call, vitals_text *json,
                                 vitals_diagnostics *diagnostics) {
    vitals_call own;
    if (!worker || (!bytes && size) || !json) return VITALS_EINVAL;
    if (!vt_health_read_call(call, &own)) return VITALS_EINVAL;
    vitals_read_options options = read_options(worker, &own);
    vitals_status status =
        vitals_document_parse(bytes, size, &options, &worker->document, diagnostics);
    if (!status) status = vitals_assess(worker, worker->document, &own, worker->verdict);
    return status ? status : vitals_verdict_json(worker->verdict, json);
}

/* --------------------------------------------------------- one script alone */

/* The opinion of a script whose compilation ended with `compiled`. */
static vt_opinion run_alone(vt_assessment *assessment, const vt_rule *rule,
                            vitals_status compiled) {
    vt_opinion opinion;
    if (compiled == VITALS_ESTOPPED) {
        vt_steps_interrupt(&assessment->steps);
        return vt_look_up_stopped(&assessment->steps);
    }
    if (find_owner(assessment, &opinion)) opinion = vt_evaluate_script(assessment, rule);
    return opinion;
}

vitals_status vitals_run_script(vitals_worker *worker, vitals_text script, bool open_libraries,
                                const vitals_document *document, const vitals_call *call,
                                vitals_verdict *verdict) {
    vitals_call own;
    if (!worker || !document || !verdict || !vt_health_read_call(call, &own)) return VITALS_EINVAL;
    vt_assessment assessment;
    begin(&assessment, worker, document, &own);
    vt_rule rule = { .source = VITALS_SOURCE_CUSTOMIZATION,
                     .id = VT_TEXT("script"),
                     .script = script,
                     .open_libraries = open_libraries };
    vt_lua_dialect dialect = vt_dialect_of(own.profile);
    vitals_status status =
        vt_script_compile(worker->engine, assessment.steps.interrupt, &worker->arena, script,
                          dialect, &rule.checked[dialect]);
    if (!status || status == VITALS_ESTOPPED) {
        const vt_opinion opinion = run_alone(&assessment, &rule, status);
        if (own.trace) trace_source(&assessment, rule.source, &opinion);
        status = finish(&assessment, &opinion, rule.source, verdict);
    }
    vt_lua_script_free(rule.checked[dialect].script);
    return status;
}

/* Copy the object of a line into its own document. */
static vitals_status object_of(vitals_worker *worker, const vitals_document *line,
                               const vt_value *object, const vitals_call *call,
                               vitals_document **out) {
    vitals_read_options options = read_options(worker, call);
    vt_builder builder;
    bool begun = vt_builder_begin(&builder, &options, VT_TEXT(""), out);
    builder.interrupt = (vt_interrupt){ call->interrupt, call->interrupt_user };
    if (begun && vt_build_copy(&builder, line, object) && vt_builder_end(&builder)) {
        return VITALS_OK;
    }
    vitals_status status = builder.status;
    vt_builder_abandon(&builder);
    return status;
}

static vitals_status write_answer(vitals_verdict *verdict, vt_text *answer) {
    vt_buffer *json = &verdict->json;
    vt_buffer_clear(json);
    if (!vt_text_is_absent(verdict->error)) {
        vt_buffer_add_terminated(json, "{\"outcome\":\"error\",\"status\":null,\"message\":null,"
                                       "\"error\":");
        vt_quote_append_json(json, verdict->error);
    } else {
        vt_buffer_add_terminated(json, "{\"outcome\":\"status\",\"status\":");
        vt_quote_append_json(json, vt_text_from(vitals_health_name(verdict->health)));
        vt_buffer_add_terminated(json, ",\"message\":");
        vt_quote_append_json(json, verdict->message);
        vt_buffer_add_terminated(json, ",\"error\":null");
    }
    vt_buffer_add_byte(json, '}');
    if (json->failed) return VITALS_ENOMEM;
    *answer = vt_buffer_text(json);
    return VITALS_OK;
}

/* Run the script of a parsed line on its object. */
static vitals_status answer_line(vitals_worker *worker, const vitals_document *line,
                                 const vitals_call *call, vitals_text *answer,
                                 vitals_diagnostics *diagnostics) {
    const vt_value *script = vt_document_find(line, "script", NULL);
    const vt_value *object = vt_document_find(line, "object", NULL);
    if (!vt_value_is_string(script) || !object) {
        vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "script-line",
                    vt_document_place(line, vt_document_root(line)), NULL,
                    VT_TEXT("the line needs a string \"script\" and an \"object\""));
        return VITALS_ESYNTAX;
    }
    vitals_document *document = NULL;
    vitals_status status = object_of(worker, line, object, call, &document);
    if (!status) {
        bool open = vt_value_is_true(vt_document_find(line, "open_libs", NULL));
        status =
            vitals_run_script(worker, vt_value_text(script), open, document, call, worker->verdict);
    }
    if (!status) status = write_answer(worker->verdict, answer);
    vitals_document_free(document);
    return status;
}

vitals_status vitals_run_script_line(vitals_worker *worker, vitals_text line,
                                     const vitals_call *call, vitals_text *answer,
                                     vitals_diagnostics *diagnostics) {
    vitals_call own;
    if (!worker || !line.bytes || !answer) return VITALS_EINVAL;
    if (!vt_health_read_call(call, &own)) return VITALS_EINVAL;
    vitals_read_options options = read_options(worker, &own);
    options.format = VITALS_FORMAT_JSON;
    vitals_status status =
        vitals_document_parse(line.bytes, line.size, &options, &worker->document, diagnostics);
    return status ? status : answer_line(worker, worker->document, &own, answer, diagnostics);
}
