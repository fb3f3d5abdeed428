/*
** Probes: the script runs on a few small objects, to see what no reading of it shows: answers that
** depend on the order of the conditions, and an answer for an object whose controller has not acted.
*/
#include "author/lint/script.h"
#include "lua/host.h"

enum { MOST_TYPES = 4, MOST_STEPS = 200000, STEPS_PER_CHARGE = 64 };

typedef struct probe {
    vt_lint_script *script;
    vt_lua_script *compiled;
    vt_lua_state *state;
    vitals_limits limits;
    vt_arena arena;            /* of one run */
    vt_text types[MOST_TYPES]; /* of conditions, as the script names them */
    size_t type_count;
    bool reads_status, reads_conditions;
    const vt_lua_node *loop; /* the first one, or what else to point at */
} probe;

/* What a run gave. */
typedef struct answer {
    bool given;
    vitals_health health;
    uint32_t line;
} answer;

/* ------------------------------------------------------------------ what is read */

static bool is_plain(vt_text word) {
    for (size_t i = 0; i < word.size; i++) {
        unsigned char byte = (unsigned char)word.bytes[i];
        if (!vt_is_identifier(byte) && byte != '.' && byte != '/' && byte != '-') return false;
    }
    return word.size > 0;
}

static void add_type(probe *p, vt_text type) {
    for (size_t i = 0; i < p->type_count; i++) {
        if (vt_text_equal(p->types[i], type)) return;
    }
    if (p->type_count < MOST_TYPES && is_plain(type)) p->types[p->type_count++] = type;
}

static bool is_field(const vt_lua_node *node, const char *name) {
    return node->kind == VT_LUA_INDEX && vt_lint_is_string(node->right, name);
}

static void note_comparison(probe *p, const vt_lua_node *node) {
    if (is_field(node->left, "type") && node->right->kind == VT_LUA_STRING)
        add_type(p, node->right->text);
    if (is_field(node->right, "type") && node->left->kind == VT_LUA_STRING)
        add_type(p, node->left->text);
}

static bool visit(void *user, const vt_lua_node *node) {
    probe *p = user;
    bool loops = node->kind == VT_LUA_GENERIC_FOR || node->kind == VT_LUA_NUMERIC_FOR;
    if (loops && (!p->loop || p->loop->kind == VT_LUA_INDEX)) p->loop = node;
    if (node->kind == VT_LUA_BINARY && node->operation == VT_LUA_EQUAL) note_comparison(p, node);
    if (is_field(node, "conditions")) {
        p->reads_conditions = true;
        if (!p->loop) p->loop = node;
    }
    if (is_field(node, "status") && vt_lint_is_global_name(node->left) &&
        vt_text_is(node->left->text, "obj")) {
        p->reads_status = true;
    }
    return true;
}

/* ------------------------------------------------------------------------ running */

static answer run(probe *p, vt_text status) {
    vitals_lint *lint = p->script->lint;
    answer out = { false, VITALS_HEALTH_UNKNOWN, 0 };
    vt_text group = p->script->group, kind = p->script->kind;
    vt_text json = vt_arena_printf(
        &p->arena,
        "{\"apiVersion\":\"%.*s%sv1\",\"kind\":\"%.*s\",\"metadata\":{\"name\":\"x\",\"namespace\":"
        "\"x\",\"generation\":1},\"spec\":{}%.*s}",
        VT_TEXT_ARG(group), group.size ? "/" : "", VT_TEXT_ARG(kind), VT_TEXT_ARG(status));
    vt_source source = { json, { 0 }, NULL };
    vitals_document *document = vt_lint_parse(lint, &source, "", VITALS_FORMAT_JSON, NULL);
    if (document) {
        const vt_evaluation evaluation = { .reader = { document, NULL },
                                           .arena = &p->arena,
                                           .limits = &p->limits,
                                           .interrupt = lint->interrupt.ask,
                                           .interrupt_user = lint->interrupt.user };
        vt_opinion opinion = vt_lua_run(
            p->state, p->compiled, p->script->in_tree || p->script->open_libraries, &evaluation);
        out = (answer){ opinion.kind == VT_OPINION_STATUS, opinion.health, opinion.line };
        (void)vt_lint_charge(lint, 1 + opinion.steps / STEPS_PER_CHARGE);
    }
    vitals_document_free(document);
    vt_arena_empty(&p->arena);
    return out;
}

/* -------------------------------------------------------------------------- young */

/* An author who has a fixture without status has thought of it. */
static bool has_young_fixture(const vt_lint_script *script) {
    vt_text directory = vt_text_from(script->file);
    while (directory.size && directory.bytes[directory.size - 1] != '/') directory.size--;
    for (const vt_lint_document *at = script->lint->documents; script->in_tree && at;
         at = at->next) {
        if (at->fixture && vt_text_starts(vt_text_from(at->file), directory) &&
            !vt_value_count(vt_document_find(at->document, "status", NULL))) {
            return true;
        }
    }
    return false;
}

static void probe_young(probe *p) {
    if (has_young_fixture(p->script)) return;
    answer got = run(p, VT_TEXT(""));
    bool final = got.health == VITALS_HEALTH_HEALTHY || got.health == VITALS_HEALTH_DEGRADED;
    if (!got.given || !final) return;
    vt_lint_add(p->script->lint, VT_LINT_LUA_YOUNG,
                vt_lint_script_place(p->script, got.line ? got.line : 1, 1), VT_TEXT_ABSENT,
                "an object without status is %s here, before its controller has acted",
                vitals_health_name(got.health));
}

/* -------------------------------------------------------------------------- order */

typedef struct condition {
    vt_text type;
    const char *status;
} condition;

/* The second one may be absent. */
static answer run_two(probe *p, condition first, condition second) {
    static const char one[] = "{\"type\":\"%.*s\",\"status\":\"%s\",\"reason\":\"R\","
                              "\"message\":\"m\"}";
    vitals_lint *lint = p->script->lint;
    vt_text a = vt_lint_printf(lint, one, VT_TEXT_ARG(first.type), first.status);
    vt_text b = vt_lint_printf(lint, one, VT_TEXT_ARG(second.type), second.status);
    if (vt_text_is_absent(second.type)) b = VT_TEXT("");
    return run(p, vt_lint_printf(
                      lint, ",\"status\":{\"observedGeneration\":1,\"conditions\":[%.*s%s%.*s]}",
                      VT_TEXT_ARG(a), b.size ? "," : "", VT_TEXT_ARG(b)));
}

static bool is_final(answer got, vitals_health health) {
    return got.given && got.health == health;
}

/* Where the first of two decides, they may exclude each other, and the script has an order in mind;
** where the last one does, or one that the script does not name, it has not. */
static vt_lint_rule_id rule_of(probe *p, condition a, condition b, vitals_health together) {
    const condition none = { VT_TEXT_ABSENT, "" };
    bool unnamed = vt_text_is(a.type, "Unrelated") || vt_text_is(b.type, "Unrelated");
    bool first =
        is_final(run_two(p, a, none), together) && !is_final(run_two(p, b, none), together);
    return first && !unnamed ? VT_LINT_LUA_FIRST : VT_LINT_LUA_ORDER;
}

/* Healthy in one order and Degraded in the other: other differences pass by themselves. */
static bool probe_pair(probe *p, condition a, condition b) {
    answer one = run_two(p, a, b), other = run_two(p, b, a);
    bool swapped = is_final(one, VITALS_HEALTH_DEGRADED) && is_final(other, VITALS_HEALTH_HEALTHY);
    if (!swapped &&
        !(is_final(one, VITALS_HEALTH_HEALTHY) && is_final(other, VITALS_HEALTH_DEGRADED))) {
        return false;
    }
    condition first = swapped ? b : a, second = swapped ? a : b;
    vt_lint_rule_id rule = rule_of(p, a, b, one.health);
    vt_lint_add(p->script->lint, rule, vt_lint_node_place(p->script, p->loop), VT_TEXT_ABSENT,
                "%.*s=%s before %.*s=%s is Healthy, and in the other order Degraded",
                VT_TEXT_ARG(first.type), first.status, VT_TEXT_ARG(second.type), second.status);
    return rule == VT_LINT_LUA_ORDER;
}

static void probe_order(probe *p) {
    static const char *const truths[] = { "True", "False" };
    if (!p->reads_conditions || !p->loop) return;
    add_type(p, VT_TEXT("Unrelated"));
    if (p->type_count < 2) add_type(p, VT_TEXT("Ready"));
    for (size_t i = 0; i + 1 < p->type_count; i++) {
        for (size_t j = i + 1; j < p->type_count; j++) {
            for (unsigned both = 0; both < 4 && vt_lint_charge(p->script->lint, 1); both++) {
                condition a = { p->types[i], truths[both & 1] };
                condition b = { p->types[j], truths[both >> 1] };
                if (probe_pair(p, a, b)) return;
            }
        }
    }
}

/* ------------------------------------------------------------------------ the rule */

static vitals_status prepare(probe *p) {
    vitals_lint *lint = p->script->lint;
    vt_buffer error;
    vt_lua_problem problem = { 0 };
    p->limits = lint->limits;
    if (p->limits.lua_steps > MOST_STEPS) p->limits.lua_steps = MOST_STEPS;
    vt_buffer_init(&error, &lint->allocator, SIZE_MAX / 2);
    vitals_status status =
        vt_lua_script_new_asking(&lint->allocator, &lint->limits, p->script->source, VT_LUA_ARGOCD,
                                 lint->interrupt, &p->compiled, &error, &problem);
    if (!status) status = vt_lua_state_new(&lint->allocator, &lint->limits, &p->state);
    if (status == VITALS_ENOMEM) lint->no_memory = true;
    if (status == VITALS_ESTOPPED) lint->stopped = true;
    vt_buffer_done(&error);
    return status;
}

void vt_lint_probe(vt_lint_script *script) {
    probe p = { .script = script };
    vt_arena_init(&p.arena, &script->lint->allocator, 0);
    vt_lint_walk(script, script->tree->script, visit, &p);
    if (p.reads_status && vt_lint_charge(script->lint, 1) && !prepare(&p)) {
        probe_young(&p);
        probe_order(&p);
    }
    vt_lua_state_free(p.state);
    vt_lua_script_free(p.compiled);
    vt_arena_done(&p.arena);
}
