/* The side of the assessment: it asks, and believes nothing of the reply but what it says about the rule. */
#include "health/remote.h"

#include "document/pack.h"

/* What a worker keeps of its buffers between two calls. */
#define MOST_KEPT_BYTES ((size_t)1 << 20)

static void give_back(vt_buffer *buffer) {
    if (buffer->capacity <= MOST_KEPT_BYTES) return;
    const vitals_allocator allocator = buffer->allocator;
    vt_buffer_done(buffer);
    vt_buffer_init(buffer, &allocator, SIZE_MAX / 2);
}

/* The object is packed once for all expressions of a rule. */
static bool pack_object(vt_assessment *assessment) {
    vitals_worker *worker = assessment->worker;
    vt_buffer *object = &worker->remote_object;
    if (assessment->packed) return true;
    give_back(object);
    vt_buffer_clear(object);
    assessment->packed = vt_document_pack(assessment->evaluation.reader.document, object);
    return assessment->packed;
}

static bool write_question(vt_assessment *assessment, vt_remote_question *question) {
    vitals_worker *worker = assessment->worker;
    const vt_evaluation *evaluation = &assessment->evaluation;
    vt_buffer *request = &worker->remote_request;
    if (!pack_object(assessment)) return false;
    question->argocd_release = evaluation->argocd_release;
    question->now_seconds = evaluation->now_seconds;
    question->zone_offset_seconds = evaluation->zone_offset_seconds;
    question->limits = *evaluation->limits;
    question->object = vt_buffer_text(&worker->remote_object);
    give_back(request);
    vt_buffer_clear(request);
    vt_remote_write_question(request, question);
    return !request->failed;
}

/* Copy a text of a reply. false: no memory. */
static bool keep(vt_arena *arena, vt_text *text) {
    if (vt_text_is_absent(*text)) return true;
    *text = vt_arena_copy(arena, *text);
    return !vt_text_is_absent(*text);
}

/* Errors: those of the host, or VITALS_EREAD for a reply that is not one. Texts are in the arena of the evaluation. */
static vitals_status read_answer(vt_assessment *assessment, vt_text answer, vitals_trace *trace,
                                 vt_remote_reply *out) {
    const vt_evaluation *evaluation = &assessment->evaluation;
    if (!vt_remote_read_reply(answer, out) ||
        !vt_remote_read_notes(out->notes, trace, evaluation->reader.document, evaluation->arena)) {
        return VITALS_EREAD;
    }
    if (!keep(evaluation->arena, &out->opinion.message) ||
        !keep(evaluation->arena, &out->opinion.deletion_message)) {
        return VITALS_ENOMEM;
    }
    vt_evaluation_expires(evaluation, out->valid_until_seconds);
    return VITALS_OK;
}

static vitals_status ask(vt_assessment *assessment, vt_remote_question *question,
                         vitals_trace *trace, vt_remote_reply *out) {
    const vitals_call *call = assessment->call;
    const vitals_allocator *allocator = &assessment->worker->allocator;
    char *answer = NULL;
    size_t size = 0;
    question->traced = trace != NULL;
    if (!write_question(assessment, question)) return VITALS_ENOMEM;
    vitals_status status =
        call->remote(call->remote_user, vt_buffer_text(&assessment->worker->remote_request),
                     allocator, call->interrupt, call->interrupt_user, &answer, &size);
    if (status == VITALS_OK) {
        status = read_answer(assessment, vt_text_slice(answer, size), trace, out);
        vitals_text_free(allocator, answer, size);
    }
    if (status == VITALS_OK && out->status == VITALS_ENOMEM) status = VITALS_ENOMEM;
    return status;
}

/* The reason for which a rule has no answer. `*limit` is set where it was the host's wish. */
static vt_text no_answer(vt_assessment *assessment, vitals_status status, const char **limit) {
    if (status == VITALS_ENOMEM) assessment->no_memory = true;
    if (status == VITALS_ESTOPPED) {
        *limit = "interrupt";
        return VT_TEXT("stopped by the host: interrupt");
    }
    const vt_evaluation *evaluation = &assessment->evaluation;
    vt_evaluation_expires(evaluation, evaluation->now_seconds + VT_REMOTE_AGAIN_SECONDS);
    return VT_TEXT("the process that ran the rule ended; the rule is run again soon");
}

vt_opinion vt_remote_run_script(vt_assessment *assessment, vt_text script, bool open_libraries,
                                vt_lua_dialect dialect) {
    vt_remote_reply reply;
    vt_remote_question question = {
        .language = VT_REMOTE_LUA,
        .dialect = (uint8_t)dialect,
        .open_libraries = open_libraries,
        .rule = script,
    };
    vitals_status status = VITALS_ENOMEM;
    if (!vt_text_is_absent(script)) {
        status = ask(assessment, &question, assessment->evaluation.reader.trace, &reply);
    }
    if (status == VITALS_OK && reply.opinion.kind != VT_OPINION_NONE) return reply.opinion;
    vt_opinion opinion = vt_opinion_failed(VT_TEXT_ABSENT, NULL);
    opinion.message = no_answer(assessment, status, &opinion.limit);
    return opinion;
}

vitals_status vt_remote_evaluate(vt_assessment *assessment, vt_text expression, vitals_trace *trace,
                                 bool *out, vt_buffer *error, const char **limit, uint64_t *cost) {
    vt_remote_reply reply;
    vt_remote_question question = {
        .language = VT_REMOTE_CEL,
        .missing_is_false = assessment->engine->missing_is_false,
        .rule = expression,
    };
    const vitals_status status = ask(assessment, &question, trace, &reply);
    if (status == VITALS_OK) {
        *limit = reply.opinion.limit;
        *cost = reply.opinion.steps;
        *out = reply.holds;
        vt_buffer_add(error, reply.opinion.message);
        return (vitals_status)reply.status;
    }
    vt_buffer_add(error, no_answer(assessment, status, limit));
    return status;
}
