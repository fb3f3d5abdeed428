/* Making engines: every input is read and every rule checked, once; then nothing changes. */
#include "health/engine.h"
#include "base/limits.h"

void vt_making_no_memory(vt_making *making) {
    if (!making->status) making->status = VITALS_ENOMEM;
}

void vt_making_broken(vt_making *making, const char *rule, vt_place place, vt_text text) {
    making->broken = true;
    vt_diagnose(making->diagnostics, VITALS_SEVERITY_ERROR, rule, place, NULL, text);
}

/* "file:line" of a place; absent without a file. */
static vt_text place_text(vt_making *making, vt_place place) {
    if (!place.file || !*place.file) return VT_TEXT_ABSENT;
    vt_text text =
        vt_arena_printf(&making->engine->arena, "%s:%u", place.file, place.line ? place.line : 1);
    if (vt_text_is_absent(text)) vt_making_no_memory(making);
    return text;
}

vt_rule *vt_making_rule(vt_making *making, vitals_source source, vt_place place) {
    vitals_engine *engine = making->engine;
    if (making->status) return NULL;
    if (engine->rule_count >= engine->limits.rules) {
        vt_diagnose(making->diagnostics, VITALS_SEVERITY_ERROR, "rules", place,
                    VT_LIMIT_NAME(rules), VT_TEXT("more rules than the limit rules allows"));
        making->status = VITALS_ELIMIT;
        return NULL;
    }
    void *items = engine->rules;
    bool room = vt_grow(&engine->allocator, &items, &engine->rule_capacity, engine->rule_count,
                        sizeof *engine->rules);
    engine->rules = items;
    vt_rule *rule = room ? vt_arena_allocate_zeroed(&engine->arena, sizeof *rule) : NULL;
    if (!rule) {
        vt_making_no_memory(making);
        return NULL;
    }
    rule->source = source;
    rule->place = place;
    rule->at = place_text(making, place);
    engine->rules[engine->rule_count++] = rule;
    return rule;
}

bool vt_making_keep_document(vt_making *making, vitals_document *document) {
    vitals_engine *engine = making->engine;
    void *items = engine->documents;
    bool room = vt_grow(&engine->allocator, &items, &engine->document_capacity,
                        engine->document_count, sizeof(vitals_document *));
    engine->documents = items;
    if (room) {
        engine->documents[engine->document_count++] = document;
    } else {
        vitals_document_free(document);
        vt_making_no_memory(making);
    }
    return room;
}

vitals_document *vt_making_parse(vt_making *making, vt_text text, const char *file,
                                 const vt_source_map *map, vitals_status *status,
                                 vitals_diagnostics *diagnostics) {
    vitals_engine *engine = making->engine;
    vitals_limits limits = engine->limits;
    limits.document_bytes = limits.configuration_bytes;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &engine->allocator;
    options.limits = &limits;
    options.file = file;
    /* Text inside of a ConfigMap is YAML, even where it looks like JSON. */
    options.format = map ? VITALS_FORMAT_YAML : VITALS_FORMAT_AUTO;
    vitals_document *document = NULL;
    *status = vt_document_parse_inner(text, &options, map, &document, diagnostics);
    if (*status == VITALS_ENOMEM) vt_making_no_memory(making);
    if (*status) {
        vitals_document_free(document);
        return NULL;
    }
    return vt_making_keep_document(making, document) ? document : NULL;
}

/* ----------------------------------------------------------------- scripts */

/* Where a line of a script stands in its file. */
static vt_place script_place(const vt_rule *rule, uint32_t line) {
    if (rule->map && line) return vt_source_map_place(rule->map, line, 1);
    vt_place place = rule->place;
    if (line && place.line) place.line += line - 1;
    return place;
}

void vt_script_check(vt_making *making, vt_rule *rule) {
    static const unsigned speakers[VT_LUA_DIALECT_COUNT] = {
        [VT_LUA_ARGOCD] = VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD),
        [VT_LUA_SAFE] = VT_ALL_PROFILES & ~VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD),
    };
    vitals_engine *engine = making->engine;
    const vt_checked_script *told = NULL;
    for (int i = 0; i < VT_LUA_DIALECT_COUNT && !making->status; i++) {
        if (!(rule->profiles & speakers[i])) continue;
        if (vt_script_check_in(engine, &engine->arena, rule, (vt_lua_dialect)i)) {
            vt_making_no_memory(making);
        }
        const vt_checked_script *checked = &rule->checked[i];
        if (checked->script || told || making->status) continue;
        told = checked;
        vt_diagnose_format(making->diagnostics, VITALS_SEVERITY_WARNING, "lua-syntax",
                           script_place(rule, checked->line), checked->limit, "%.*s: %.*s",
                           VT_TEXT_ARG(rule->id), VT_TEXT_ARG(checked->error));
    }
}

/* ----------------------------------------------------------------- engines */

/* The native checks are asked without a look at the list; they are in it to be shown. */
static void add_native(vt_making *making) {
    const vt_native_check *check;
    for (size_t i = 0; (check = vt_native_at(i)); i++) {
        vt_rule *rule = vt_making_rule(making, VITALS_SOURCE_NATIVE, (vt_place){ "", 0, 0, 0 });
        if (!rule) return;
        rule->id = VT_JOIN(&making->engine->arena, check->group,
                           check->group.size ? VT_TEXT("/") : VT_TEXT(""), check->kind);
        rule->key = rule->id;
        rule->profiles =
            VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD) | VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
        if (vt_text_is_absent(rule->id)) vt_making_no_memory(making);
    }
}

typedef void (*input_reader)(vt_making *making, const vt_input *input);

static void read_inputs(vt_making *making, const vitals_configuration *configuration) {
    static const input_reader readers[] = {
        [VT_INPUT_ARGOCD_CM] = vt_customizations_read,  [VT_INPUT_CHECK] = vt_checks_add,
        [VT_INPUT_EXPRESSIONS] = vt_expressions_read,   [VT_INPUT_POLICY] = vt_policy_read,
        [VT_INPUT_DISABLED_CHECK] = vt_bundled_disable,
    };
    for (size_t i = 0; configuration && i < configuration->input_count; i++) {
        const vt_input *input = &configuration->inputs[i];
        if (!making->status) readers[input->kind](making, input);
    }
    vt_expressions_finish(making);
    if (!configuration || configuration->bundled) vt_bundled_add(making, configuration);
    add_native(making);
    if (!making->status && !vt_registry_build(making->engine)) vt_making_no_memory(making);
}

vitals_status vitals_engine_new(const vitals_configuration *configuration, vitals_engine **out,
                                vitals_diagnostics *diagnostics) {
    vitals_allocator memory =
        vt_allocator_or_default(configuration ? &configuration->allocator : NULL);
    vitals_engine *engine = vt_allocate_zeroed(&memory, sizeof *engine);
    if (!engine) return VITALS_ENOMEM;
    engine->allocator = memory;
    atomic_init(&engine->references, 1);
    engine->limits = vt_limits_or_default(configuration ? &configuration->limits : NULL);
    engine->missing_is_false = configuration && configuration->missing_is_false;
    vt_arena_init(&engine->arena, &memory, 0);
    vt_making making = { .engine = engine, .diagnostics = diagnostics };
    read_inputs(&making, configuration);
    bool reject = !configuration || configuration->on_broken == VITALS_ON_BROKEN_REJECT;
    if (!making.status && making.broken && reject) making.status = VITALS_ECONFIG;
    if (making.status) {
        vitals_engine_release(engine);
        return making.status;
    }
    *out = engine;
    return VITALS_OK;
}

vitals_engine *vitals_engine_retain(vitals_engine *engine) {
    atomic_fetch_add_explicit(&engine->references, 1, memory_order_relaxed);
    return engine;
}

static void free_rule(vt_rule *rule) {
    for (int i = 0; i < VT_LUA_DIALECT_COUNT; i++) vt_lua_script_free(rule->checked[i].script);
    for (int i = 0; i < VT_EXPRESSION_PART_COUNT; i++) {
        vt_cel_program_free(rule->expressions[i].program);
    }
}

void vitals_engine_release(vitals_engine *engine) {
    if (!engine) return;
    if (atomic_fetch_sub_explicit(&engine->references, 1, memory_order_acq_rel) != 1) return;
    vitals_allocator memory = engine->allocator;
    for (size_t i = 0; i < engine->rule_count; i++) free_rule(engine->rules[i]);
    vt_release_array(&memory, engine->rules, engine->rule_capacity, sizeof *engine->rules);
    for (size_t i = 0; i < engine->document_count; i++) {
        vitals_document_free(engine->documents[i]);
    }
    vt_release_array(&memory, engine->documents, engine->document_capacity,
                     sizeof(vitals_document *));
    vt_registry_done(engine);
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

bool vitals_engine_rule_at(const vitals_engine *engine, size_t index, vitals_rule *out) {
    const vt_rule *rule = vt_health_rule_at(engine, index);
    if (rule) *out = describe(rule);
    return rule != NULL;
}
