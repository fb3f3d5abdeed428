/* One call: ask the sources of the profile in their order until one has an opinion. */
#include "health/engine.h"

#include <stdarg.h>

static const vitals_call default_call = VITALS_CALL_INIT;

vt_text vt_assessment_printf(vt_assessment *assessment, const char *format, ...) {
    vt_buffer text;
    vt_buffer_init(&text, &assessment->worker->allocator, SIZE_MAX / 2);
    va_list arguments;
    va_start(arguments, format);
    vt_buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    vt_text copy = vt_arena_copy(assessment->evaluation.arena, vt_buffer_text(&text));
    if (text.failed || vt_text_is_absent(copy)) assessment->no_memory = true;
    vt_buffer_done(&text);
    return copy;
}

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
    };
    assessment->group = vt_document_parts(document)->identity.group;
    assessment->kind = vt_document_parts(document)->identity.kind;
    assessment->rule = NULL;
    assessment->rule_id = VT_TEXT_ABSENT;
    assessment->has_kstatus = assessment->no_memory = false; /* without it `kstatus` is not read */
}

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

/* Note what a source said and whose rule it was. */
static void note(const vt_assessment *assessment, vitals_source source, const vt_opinion *opinion) {
    vitals_trace *trace = assessment->call->trace;
    vt_trace_considered(trace, source, vt_text_from(outcome(opinion)));
    if (opinion->kind == VT_OPINION_NONE) return;
    vt_trace_decided(trace, source, opinion->row ? vt_text_from(opinion->row) : assessment->rule_id,
                     opinion->line);
}

/* The sources behind the one that decided. */
static void note_rest(const vt_assessment *assessment, const vt_profile_step *step) {
    for (step++; step->ask; step++) {
        vt_trace_considered(assessment->call->trace, step->source, VT_TEXT("not asked"));
    }
}

/* Ask one source after the other; returns the one that decided, NONE when none did. */
static vitals_source ask_all(vt_assessment *assessment, vt_opinion *opinion) {
    const vt_profile_step *step =
        vt_profile_steps(assessment->call->profile, assessment->call->helm_controller_order);
    const bool traced = assessment->call->trace != NULL;
    for (; step->ask; step++) {
        assessment->rule = NULL;
        assessment->rule_id = VT_TEXT_ABSENT;
        const vt_opinion said = step->ask(assessment);
        if (traced) note(assessment, step->source, &said);
        if (said.kind == VT_OPINION_NONE) continue;
        if (traced) note_rest(assessment, step);
        *opinion = said;
        return step->source;
    }
    *opinion = (vt_opinion){ 0 };
    return VITALS_SOURCE_NONE;
}

static bool is_allowed(const vitals_call *call) {
    return call->struct_bytes == sizeof *call && (unsigned)call->profile < VITALS_PROFILE_COUNT;
}

/* From what was said to the verdict. */
static vitals_status finish(vt_assessment *assessment, const vt_opinion *opinion,
                            vitals_source source, vitals_verdict *verdict) {
    vt_verdict_clear(verdict);
    if (assessment->no_memory || !vt_verdict_fill(verdict, assessment, opinion, source)) {
        vt_verdict_clear(verdict);
        return VITALS_ENOMEM;
    }
    return VITALS_OK;
}

vitals_status vitals_assess(vitals_worker *worker, const vitals_document *document,
                            const vitals_call *call, vitals_verdict *verdict) {
    if (!call) call = &default_call;
    if (!worker || !document || !verdict || !is_allowed(call)) return VITALS_EINVAL;
    vt_assessment assessment;
    begin(&assessment, worker, document, call);
    vt_opinion opinion;
    vitals_source source = ask_all(&assessment, &opinion);
    return finish(&assessment, &opinion, source, verdict);
}

vitals_status vitals_run_script(vitals_worker *worker, vitals_text script, bool open_libraries,
                                const vitals_document *document, const vitals_call *call,
                                vitals_verdict *verdict) {
    if (!call) call = &default_call;
    if (!worker || !document || !verdict || !is_allowed(call)) return VITALS_EINVAL;
    vt_assessment assessment;
    begin(&assessment, worker, document, call);
    vt_rule rule = { .source = VITALS_SOURCE_CUSTOMIZATION,
                     .id = VT_TEXT("script"),
                     .script = script,
                     .open_libraries = open_libraries };
    vt_lua_dialect dialect = vt_dialect_of(call->profile);
    vitals_status status = vt_script_check_in(worker->engine, &worker->arena, &rule, dialect);
    if (!status) {
        vt_opinion opinion = vt_ask_script(&assessment, &rule);
        if (call->trace) note(&assessment, rule.source, &opinion);
        status = finish(&assessment, &opinion, rule.source, verdict);
    }
    vt_lua_script_free(rule.checked[dialect].script);
    return status;
}

vitals_status vitals_assess_text(vitals_worker *worker, const char *bytes, size_t size,
                                 const vitals_call *call, vitals_text *json,
                                 vitals_diagnostics *diagnostics) {
    if (!worker || (!bytes && size) || !json) return VITALS_EINVAL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &worker->allocator;
    options.limits = &worker->engine->limits;
    vitals_status status =
        vitals_document_parse(bytes, size, &options, &worker->document, diagnostics);
    if (!status) status = vitals_assess(worker, worker->document, call, worker->verdict);
    return status ? status : vitals_verdict_json(worker->verdict, json);
}
