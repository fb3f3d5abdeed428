/* The other side: a process that runs the scripts and expressions it is sent, and knows nothing else. */
#include "base/memory/map.h"
#include "base/text/message.h"
#include "document/pack.h"
#include "health/remote.h"

/* Compiled rules that are kept. */
#define MOST_RULES 1024
#define MOST_RULE_BYTES ((size_t)16 << 20)

/* Behind it is what it is looked up by: a letter for the language and dialect, and its text. */
typedef struct compiled {
    vt_lua_script *script;
    vt_cel_program *program;
} compiled;

struct vitals_runner {
    vitals_allocator allocator;
    vitals_limits limits; /* of what is compiled */
    vt_lua_state *lua;
    vt_cel_state *cel;
    vt_map rules; /* compiled */
    vt_arena texts;
    vt_arena arena; /* of one run */
    vitals_document *document;
    vitals_trace *trace;
    vt_buffer error, answer;
};

/* --------------------------------------------------------------------- memory */

static void forget(vitals_runner *runner) {
    const vt_map_entry *entry;
    for (size_t at = 0; (entry = vt_map_next(&runner->rules, &at));) {
        const compiled *rule = entry->value;
        vt_lua_script_free(rule->script);
        vt_cel_program_free(rule->program);
    }
    vt_map_clear(&runner->rules);
    vt_arena_release(&runner->texts);
    vt_lua_state_free(runner->lua);
    runner->lua = NULL;
}

vitals_status vitals_runner_new(const vitals_allocator *allocator, vitals_runner **out) {
    if (!out) return VITALS_EINVAL;
    const vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_runner *runner = vt_allocate_zeroed(&own, sizeof *runner);
    if (!runner) return VITALS_ENOMEM;
    runner->allocator = own;
    vt_map_init(&runner->rules, &own, 0);
    vt_arena_init(&runner->texts, &own, 0);
    vt_arena_init(&runner->arena, &own, 0);
    vt_buffer_init(&runner->error, &own, SIZE_MAX / 2);
    vt_buffer_init(&runner->answer, &own, SIZE_MAX / 2);
    vitals_status status = vt_cel_state_new(&own, &runner->cel);
    if (status == VITALS_OK) status = vitals_trace_new(&own, &runner->trace);
    if (status == VITALS_OK) {
        *out = runner;
    } else {
        vitals_runner_free(runner);
    }
    return status;
}

void vitals_runner_free(vitals_runner *runner) {
    if (!runner) return;
    forget(runner);
    vt_map_done(&runner->rules);
    vt_arena_done(&runner->texts);
    vt_arena_done(&runner->arena);
    vt_buffer_done(&runner->error);
    vt_buffer_done(&runner->answer);
    vt_cel_state_free(runner->cel);
    vitals_trace_free(runner->trace);
    vitals_document_free(runner->document);
    const vitals_allocator allocator = runner->allocator;
    vt_release(&allocator, runner, sizeof *runner);
}

/* What was compiled under other limits, or is too much, is forgotten. */
static vitals_status make_room(vitals_runner *runner, const vitals_limits *limits) {
    const bool same = memcmp(&runner->limits, limits, sizeof *limits) == 0;
    if (!same || runner->rules.live_count >= MOST_RULES ||
        vt_arena_held_bytes(&runner->texts) > MOST_RULE_BYTES) {
        forget(runner);
    }
    runner->limits = *limits;
    if (runner->lua) return VITALS_OK;
    return vt_lua_state_new(&runner->allocator, limits, &runner->lua);
}

/* ---------------------------------------------------------------------- rules */

/* What was compiled of the rule of a question, or nothing of a new one. NULL: no memory. */
static compiled *find_rule(vitals_runner *runner, const vt_remote_question *question) {
    const char letter = (char)(question->language == VT_REMOTE_CEL ? 'e' : '0' + question->dialect);
    vt_buffer key = vt_arena_buffer(&runner->arena);
    vt_buffer_add_byte(&key, letter);
    vt_buffer_add(&key, question->rule);
    if (key.failed) return NULL;
    compiled *rule = vt_map_get(&runner->rules, vt_buffer_text(&key));
    if (rule) return rule;
    rule = vt_arena_allocate_zeroed(&runner->texts, sizeof *rule);
    const vt_text kept = vt_arena_copy(&runner->texts, vt_buffer_text(&key));
    if (!rule || vt_text_is_absent(kept)) return NULL;
    return vt_map_put(&runner->rules, kept, rule) ? rule : NULL;
}

/* ------------------------------------------------------------------------ runs */

static vt_opinion run_script(vitals_runner *runner, const vt_remote_question *question,
                             compiled *rule, const vt_evaluation *evaluation) {
    vt_lua_problem problem = { 0 };
    vitals_status status = VITALS_OK;
    if (!rule->script) {
        status = vt_lua_script_new_asking(
            &runner->allocator, &runner->limits, question->rule, (vt_lua_dialect)question->dialect,
            vt_evaluation_interrupt(evaluation), &rule->script, &runner->error, &problem);
    }
    /* What is explained is run in a new state, so that the steps shown are those of a first run. */
    if (status == VITALS_OK && question->traced) status = vt_lua_state_scrub(runner->lua);
    if (status == VITALS_OK) {
        return vt_lua_run(runner->lua, rule->script, question->open_libraries, evaluation);
    }
    vt_opinion opinion = vt_opinion_failed(vt_buffer_text(&runner->error), NULL);
    opinion.line = problem.line;
    opinion.limit = status == VITALS_ESTOPPED ? "interrupt" : problem.limit;
    return opinion;
}

static vitals_status compile_expression(vitals_runner *runner, const vt_remote_question *question,
                                        compiled *rule, const vt_evaluation *evaluation,
                                        const char **limit) {
    const vt_cel_host host = { .interrupt = evaluation->interrupt,
                               .interrupt_user = evaluation->interrupt_user,
                               .limit = limit };
    if (rule->program) return VITALS_OK;
    return vt_cel_program_new(&runner->allocator, &runner->limits, &host, question->rule,
                              &rule->program, &runner->error);
}

static void evaluate(vitals_runner *runner, const vt_remote_question *question, compiled *rule,
                     const vt_evaluation *evaluation, vt_remote_reply *reply) {
    vt_opinion *opinion = &reply->opinion;
    vitals_status status = compile_expression(runner, question, rule, evaluation, &opinion->limit);
    if (status == VITALS_OK) {
        status =
            vt_cel_evaluate_bool(rule->program, runner->cel, evaluation, question->missing_is_false,
                                 &reply->holds, &runner->error, &opinion->limit, &opinion->steps);
    }
    reply->status = status;
    opinion->message = vt_buffer_text(&runner->error);
}

static vitals_status answer(vitals_runner *runner, const vt_remote_question *question,
                            const vt_evaluation *evaluation, vt_remote_reply *reply) {
    compiled *rule = find_rule(runner, question);
    if (!rule) return VITALS_ENOMEM;
    if (question->language == VT_REMOTE_CEL) {
        evaluate(runner, question, rule, evaluation, reply);
    } else {
        reply->opinion = run_script(runner, question, rule, evaluation);
    }
    vt_remote_write_reply(&runner->answer, reply);
    if (question->traced) {
        vt_remote_write_notes(&runner->answer, runner->trace, runner->document);
    }
    const bool whole = !runner->error.failed && !runner->answer.failed &&
                       (!question->traced || vt_trace_is_complete(runner->trace));
    return whole ? VITALS_OK : VITALS_ENOMEM;
}

static vitals_status run(vitals_runner *runner, vt_remote_question *question,
                         vt_interrupt interrupt) {
    vt_remote_reply reply = { .valid_until_seconds = INT64_MAX };
    vitals_status status = make_room(runner, &question->limits);
    if (status == VITALS_OK) {
        status = vt_document_unpack(question->object, &runner->allocator, &runner->document);
    }
    if (status != VITALS_OK) return status;
    vitals_trace_clear(runner->trace);
    vt_trace_set_limits(runner->trace, &runner->limits);
    const vt_evaluation evaluation = {
        .reader = { runner->document, question->traced ? runner->trace : NULL },
        .arena = &runner->arena,
        .limits = &runner->limits,
        .now_seconds = question->now_seconds,
        .zone_offset_seconds = (int32_t)question->zone_offset_seconds,
        .interrupt = interrupt.ask,
        .interrupt_user = interrupt.user,
        .valid_until_seconds = &reply.valid_until_seconds,
        .argocd_release = question->argocd_release,
    };
    return answer(runner, question, &evaluation, &reply);
}

vitals_status vitals_runner_run(vitals_runner *runner, vitals_text request,
                                vitals_interrupt_fn interrupt, void *interrupt_user,
                                vitals_text *out) {
    vt_remote_question question;
    if (!runner || !out || (!request.bytes && request.size)) return VITALS_EINVAL;
    if (!vt_remote_read_question(request, &question)) return VITALS_ESYNTAX;
    vt_arena_empty(&runner->arena);
    vt_buffer_clear(&runner->error);
    vt_buffer_clear(&runner->answer);
    const vitals_status status =
        run(runner, &question, (vt_interrupt){ interrupt, interrupt_user });
    if (status == VITALS_OK) *out = vt_buffer_text(&runner->answer);
    return status;
}
