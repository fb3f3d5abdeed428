/* Engines: built once from a configuration, then shared, immutable and counted. */
#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "health/prelude.h"
#include "native/native.h"
#include "rules/build_context.h"

/* ---------------------------------------------------------------- building */

/* Native checks are found by kind, not through the list of rules; they are in it for listings. */
static void add_native(vt_build_context *context) {
    const vt_native_check *check;
    for (size_t i = 0; (check = vt_native_at(i)); i++) {
        vt_rule *rule =
            vt_context_add_rule(context, VITALS_SOURCE_NATIVE, (vt_place){ "", 0, 0, 0 });
        if (!rule) return;
        rule->id = VT_JOIN(&context->engine->arena, check->group,
                           check->group.size ? VT_TEXT("/") : VT_TEXT(""), check->kind);
        rule->key = rule->id;
        rule->profiles = VT_PROFILE_BIT(VITALS_PROFILE_COMBINED) |
                         (check->further ? 0 : VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD));
        if (vt_text_is_absent(rule->id)) vt_context_no_memory(context);
    }
}

typedef void (*input_reader)(vt_build_context *context, const vt_input *input);

static void read_inputs(vt_build_context *context, const vitals_configuration *configuration) {
    static const input_reader readers[] = {
        [VT_INPUT_ARGOCD_CM] = vt_customizations_read,
        [VT_INPUT_CHECK] = vt_checks_add,
        [VT_INPUT_PRELUDE] = vt_prelude_take,
        [VT_INPUT_EXPRESSIONS] = vt_expressions_read,
        [VT_INPUT_POLICY] = vt_policy_read,
        [VT_INPUT_DISABLED_CHECK] = vt_bundled_disable,
        [VT_INPUT_RULES] = vt_rules_read,
    };
    for (size_t i = 0; configuration && i < configuration->input_count; i++) {
        const vt_input *input = &configuration->inputs[i];
        if (vt_context_continue(context)) readers[input->kind](context, input);
    }
    vt_customizations_finish(context);
    vt_expressions_finish(context);
    if (!configuration || configuration->bundled) vt_bundled_add(context, configuration);
    add_native(context);
    if (!context->status) {
        context->status = vt_registry_build(context->engine, context->interrupt);
    }
}

/* What was compiled under other limits might be refused under ours. */
static bool may_share(const vitals_engine *engine, const vitals_engine *shared) {
    return shared && memcmp(&engine->limits, &shared->limits, sizeof engine->limits) == 0 &&
           engine->allocator.allocate == shared->allocator.allocate &&
           engine->allocator.user == shared->allocator.user;
}

static void index_rule(vt_build_context *context, vt_rule *rule) {
    if (rule->script.size && !rule->built_in &&
        !vt_map_put(&context->shared_scripts, rule->script, rule)) {
        vt_context_no_memory(context);
    }
    for (int i = 0; rule->expressions && i < VT_EXPRESSION_PART_COUNT; i++) {
        vt_expression *expression = &rule->expressions[i];
        if (expression->program &&
            !vt_map_put(&context->shared_expressions, expression->text, expression)) {
            vt_context_no_memory(context);
        }
    }
}

/* Index what another engine compiled. It lives as long as the build: the configuration has it. */
static void find_shared(vt_build_context *context, const vitals_engine *shared) {
    if (!may_share(context->engine, shared)) return;
    if (shared->patterns) context->engine->patterns = vt_cel_patterns_retain(shared->patterns);
    if (shared->bundle && !shared->bundle->broken) {
        context->engine->bundle = vt_bundle_retain(shared->bundle);
    }
    for (size_t i = 0; i < shared->rule_count && !context->status; i++) {
        if (!shared->rules[i]->built_in) index_rule(context, shared->rules[i]);
    }
}

vitals_status vitals_engine_new(const vitals_configuration *configuration, vitals_engine **out,
                                vitals_diagnostics *diagnostics) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator memory =
        vt_allocator_or_default(configuration ? &configuration->allocator : NULL);
    vitals_engine *engine = vt_allocate_zeroed(&memory, sizeof *engine);
    if (!engine) return VITALS_ENOMEM;
    engine->allocator = memory;
    atomic_init(&engine->references, 1);
    engine->limits = vt_limits_or_default(configuration ? &configuration->limits : NULL);
    if (configuration) engine->zones = configuration->zones;
    engine->missing_is_false = configuration && configuration->missing_is_false;
    engine->owned_only = configuration && configuration->owned_only;
    vt_arena_init(&engine->arena, &memory, 0);
    vt_build_context context = { .engine = engine,
                                 .arena = &engine->arena,
                                 .diagnostics = diagnostics };
    vt_map_init(&context.shared_scripts, &memory, (uint64_t)(uintptr_t)engine);
    vt_map_init(&context.shared_expressions, &memory, (uint64_t)(uintptr_t)engine);
    vt_map_init(&context.customizations, &memory, 0);
    if (configuration) {
        context.interrupt = configuration->interrupt;
        find_shared(&context, configuration->shared);
    }
    read_inputs(&context, configuration);
    vt_map_done(&context.shared_scripts);
    vt_map_done(&context.shared_expressions);
    vt_map_done(&context.customizations);
    bool reject = !configuration || configuration->on_broken == VITALS_ON_BROKEN_REJECT;
    if (!context.status && context.broken && reject) context.status = VITALS_ECONFIG;
    if (context.status) {
        vitals_engine_release(engine);
        return context.status;
    }
    *out = engine;
    return VITALS_OK;
}

/* --------------------------------------------------------------- references */

vitals_engine *vitals_engine_retain(vitals_engine *engine) {
    atomic_fetch_add_explicit(&engine->references, 1, memory_order_relaxed);
    return engine;
}

void vitals_engine_release(vitals_engine *engine) {
    if (!engine) return;
    if (atomic_fetch_sub_explicit(&engine->references, 1, memory_order_acq_rel) != 1) return;
    vitals_allocator memory = engine->allocator;
    for (size_t i = 0; i < engine->rule_count; i++) {
        if (!engine->rules[i]->built_in) vt_rule_done(engine->rules[i]);
    }
    for (size_t i = 0; i < engine->prelude_count; i++) vt_prelude_done(engine->preludes[i]);
    vt_release_array(&memory, engine->preludes, engine->prelude_capacity, sizeof *engine->preludes);
    vt_bundle_release(engine->bundle);
    vt_cel_patterns_free(engine->patterns);
    vt_release_array(&memory, engine->rules, engine->rule_capacity, sizeof *engine->rules);
    for (size_t i = 0; i < engine->document_count; i++) {
        vitals_document_free(engine->documents[i]);
    }
    vt_release_array(&memory, engine->documents, engine->document_capacity,
                     sizeof(vitals_document *));
    vt_registry_done(engine);
    vt_release_array(&memory, engine->policy.graces, engine->policy.grace_capacity,
                     sizeof *engine->policy.graces);
    vt_release_array(&memory, engine->policy.rules, engine->policy.capacity,
                     sizeof *engine->policy.rules);
    vt_arena_done(&engine->arena);
    vt_release(&memory, engine, sizeof *engine);
}

/* ----------------------------------------------------------------- listing */

const vitals_limits *vt_health_limits(const vitals_engine *engine) {
    return &engine->limits;
}

const vt_rule *vt_health_rule_at(const vitals_engine *engine, size_t index) {
    return index < engine->rule_count ? engine->rules[index] : NULL;
}

size_t vitals_engine_rule_count(const vitals_engine *engine) {
    return engine->rule_count;
}

static const char *broken_text(const vt_rule *rule) {
    if (!vt_text_is_absent(rule->broken)) return rule->broken.bytes;
    for (int i = 0; i < VT_LUA_DIALECT_COUNT; i++) {
        if (rule->checked[i].error.bytes) return rule->checked[i].error.bytes;
    }
    return NULL;
}

static vitals_rule describe(const vt_rule *rule) {
    return (vitals_rule){ .source = rule->source,
                          .id = rule->id.bytes,
                          .file = rule->place.file ? rule->place.file : "",
                          .line = rule->place.line,
                          .wildcard = rule->wildcard,
                          .open_libraries = rule->open_libraries,
                          .broken = broken_text(rule),
                          .profiles = rule->profiles };
}

bool vitals_engine_rule_at(const vitals_engine *engine, size_t index, vitals_rule *out,
                           size_t out_bytes) {
    const vt_rule *rule = vt_health_rule_at(engine, index);
    if (!rule) return false;
    const vitals_rule described = describe(rule);
    vt_sized_write(out, out_bytes, &described, sizeof described);
    return true;
}

vitals_status vitals_engine_rule_script(const vitals_engine *engine, size_t index, char **text,
                                        size_t *size) {
    if (!engine || !text || !size) return VITALS_EINVAL;
    const vt_rule *rule = vt_health_rule_at(engine, index);
    if (!rule || vt_text_is_absent(rule->script)) return VITALS_ENOTFOUND;
    vt_arena arena;
    vt_buffer out;
    vt_arena_init(&arena, &engine->allocator, 0);
    vt_buffer_init(&out, &engine->allocator, SIZE_MAX / 2);
    const vt_text script =
        vt_prelude_stand_alone(vt_prelude_text(rule->prelude), rule->script, &arena);
    if (!vt_text_is_absent(script)) vt_buffer_add(&out, script);
    char *taken = vt_text_is_absent(script) ? NULL : vt_buffer_take(&out, size);
    vt_buffer_done(&out);
    vt_arena_done(&arena);
    if (!taken) return VITALS_ENOMEM;
    *text = taken;
    return VITALS_OK;
}
