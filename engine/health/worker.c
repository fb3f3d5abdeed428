/* Workers: the scratch memory and evaluator states of one thread. */
#include "health/assessment.h"

/* The Lua state caches compiled scripts, so it belongs to one engine. */
static vitals_status new_states(const vitals_engine *engine, vt_lua_state **lua,
                                vt_cel_state **cel) {
    vt_lua_state *new_lua = NULL;
    vt_cel_state *new_cel = NULL;
    vitals_status status = vt_lua_state_new(&engine->allocator, &engine->limits, &new_lua);
    if (!status) status = vt_cel_state_new(&engine->allocator, &new_cel);
    if (status) {
        vt_lua_state_free(new_lua);
        return status;
    }
    vt_cel_state_use_zones(new_cel, engine->zones);
    *lua = new_lua;
    *cel = new_cel;
    return VITALS_OK;
}

vitals_status vitals_worker_new(vitals_engine *engine, vitals_worker **out) {
    if (!engine || !out) return VITALS_EINVAL;
    vitals_worker *worker = vt_allocate_zeroed(&engine->allocator, sizeof *worker);
    if (!worker) return VITALS_ENOMEM;
    worker->allocator = engine->allocator;
    vt_arena_init(&worker->arena, &worker->allocator, 0);
    vt_buffer_init(&worker->remote_object, &worker->allocator, SIZE_MAX / 2);
    vt_buffer_init(&worker->remote_request, &worker->allocator, SIZE_MAX / 2);
    vitals_status status = vitals_verdict_new(&worker->allocator, &worker->verdict);
    if (!status) status = vitals_trace_new(&worker->allocator, &worker->values);
    if (!status) status = new_states(engine, &worker->lua, &worker->cel);
    if (!status) {
        worker->engine = vitals_engine_retain(engine);
        *out = worker;
        return VITALS_OK;
    }
    vitals_worker_free(worker);
    return status;
}

const vitals_limits *vt_worker_limits(const vitals_worker *worker) {
    return vt_health_limits(worker->engine);
}

void vitals_worker_free(vitals_worker *worker) {
    if (!worker) return;
    vitals_allocator memory = worker->allocator;
    vt_lua_state_free(worker->lua);
    vt_cel_state_free(worker->cel);
    vitals_trace_free(worker->values);
    vitals_verdict_free(worker->verdict);
    vitals_document_free(worker->document);
    vt_arena_done(&worker->arena);
    vt_buffer_done(&worker->remote_object);
    vt_buffer_done(&worker->remote_request);
    vitals_engine_release(worker->engine);
    vt_release(&memory, worker, sizeof *worker);
}

static void forget_rules(vitals_worker *worker) {
    memset(&worker->found, 0, sizeof worker->found);
}

vitals_status vitals_worker_use(vitals_worker *worker, vitals_engine *engine) {
    if (!worker || !engine) return VITALS_EINVAL;
    if (worker->engine == engine) return VITALS_OK;
    vt_lua_state *lua = NULL;
    vt_cel_state *cel = NULL;
    vitals_status status = new_states(engine, &lua, &cel);
    if (status) return status;
    vt_lua_state_free(worker->lua);
    vt_cel_state_free(worker->cel);
    worker->lua = lua;
    worker->cel = cel;
    vitals_engine_retain(engine);
    vitals_engine_release(worker->engine);
    worker->engine = engine;
    forget_rules(worker);
    return VITALS_OK;
}

void vitals_worker_scrub(vitals_worker *worker) {
    forget_rules(worker);
    vt_arena_scrub(&worker->arena);
    vt_cel_state_scrub(worker->cel);
    if (worker->engine->patterns) vt_cel_patterns_forget(worker->engine->patterns);
    vitals_trace_clear(worker->values);
    vitals_document_free(worker->document);
    worker->document = NULL;
    vt_verdict_scrub(worker->verdict);
    /* Without memory for a new state the old one is kept. */
    (void)vt_lua_state_scrub(worker->lua);
}
