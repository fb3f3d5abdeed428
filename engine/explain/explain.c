/* Explanations: an assessment with a trace, and the verdicts of the other profiles. */
#include "base/memory/buffer.h"
#include "base/memory/memory.h"
#include "base/run/limits.h"
#include "document/yaml/yaml_text.h"
#include "explain/explanation.h"
#include "why/why.h"

enum { MOST_OWNERS = 8 }; /* between an object and its descendant */

/* -------------------------------------------------------------------- fields */

static bool add_field(vitals_explanation *explanation, const vitals_trace_event *event) {
    void *items = explanation->fields;
    bool room = vt_grow(&explanation->allocator, &items, &explanation->field_capacity,
                        explanation->field_count, sizeof *explanation->fields);
    explanation->fields = items;
    if (room) {
        explanation->fields[explanation->field_count++] =
            (vitals_field){ event->path, event->value };
    }
    return room;
}

/* Whether `path` lies inside of `container`. */
static bool is_inside(vt_text path, vt_text container) {
    if (!vt_text_starts(path, container) || path.size == container.size) return false;
    return path.bytes[container.size] == '.' || path.bytes[container.size] == '[';
}

/* A container that was read only to reach its members is left out. */
static bool is_step_to_another(vitals_explanation *explanation, const vitals_trace_event *event) {
    vitals_trace_event other;
    if (!event->value.size || (event->value.bytes[0] != '{' && event->value.bytes[0] != '[')) {
        return false;
    }
    for (size_t i = 0; vitals_trace_at(explanation->trace, i, &other, sizeof other); i++) {
        if (other.kind == VITALS_TRACE_READ && is_inside(other.path, event->path)) return true;
    }
    return false;
}

/* The same part with the same value, in another expression of the rule. */
static bool is_part_known(const vitals_explanation *explanation, const vitals_trace_event *event) {
    for (size_t i = 0; i < explanation->part_count; i++) {
        if (vt_text_equal(explanation->parts[i].text, event->path) &&
            vt_text_equal(explanation->parts[i].value, event->value)) {
            return true;
        }
    }
    return false;
}

static bool add_part(vitals_explanation *explanation, const vitals_trace_event *event) {
    if (is_part_known(explanation, event)) return true;
    void *items = explanation->parts;
    bool room = vt_grow(&explanation->allocator, &items, &explanation->part_capacity,
                        explanation->part_count, sizeof *explanation->parts);
    explanation->parts = items;
    if (room) {
        explanation->parts[explanation->part_count++] =
            (vitals_subexpression){ event->path, event->value };
    }
    return room;
}

static bool collect(vitals_explanation *explanation) {
    vitals_trace_event event;
    bool ok = true;
    for (size_t i = 0; ok && vitals_trace_at(explanation->trace, i, &event, sizeof event); i++) {
        bool has_path = !vt_text_is_absent(event.path); /* else the trace was cut */
        if (event.kind == VITALS_TRACE_READ && has_path &&
            !is_step_to_another(explanation, &event)) {
            ok = add_field(explanation, &event);
        }
        if (event.kind == VITALS_TRACE_EXPRESSION) ok = add_part(explanation, &event);
    }
    return ok && vt_trace_is_complete(explanation->trace);
}

/* ---------------------------------------------------------------- the script */

static const vt_rule *find_rule(const vitals_explanation *explanation) {
    switch ((int)vitals_verdict_source(explanation->verdict)) {
    case VITALS_SOURCE_CUSTOMIZATION:
        return vt_explanation_customization(explanation);
    case VITALS_SOURCE_BUNDLED:
        return vt_explanation_bundled(explanation);
    default:
        return NULL;
    }
}

/* The script, the line that decided, and those before it. */
static void show_script(vitals_explanation *explanation, const vt_rule *rule) {
    uint32_t line = vitals_verdict_line(explanation->verdict);
    explanation->wildcard = rule && rule->wildcard;
    if (!rule) return;
    vt_text script = vt_rule_text(rule, &explanation->arena);
    if (vt_text_is_absent(script)) explanation->out_of_memory |= !vt_text_is_absent(rule->script);
    const bool is_own = script.bytes != rule->script.bytes;
    explanation->script = is_own ? script : vt_explanation_keep(explanation, script);
    if (!line) return;
    uint32_t first = line > VT_EXPLAIN_MOST_LINES ? line - VT_EXPLAIN_MOST_LINES + 1 : 1;
    for (uint32_t at = first; at <= line; at++) {
        vitals_script_line *shown = &explanation->lines[explanation->line_count++];
        vt_text file, text;
        vt_rule_place(rule, at, &file, &shown->line, &text);
        shown->script_line = at;
        shown->decided = at == line;
        shown->text = vt_explanation_keep(explanation, text);
        if (!shown->text.bytes) shown->text = VT_TEXT("");
    }
}

/* The expressions of the rule of another project that decided, as a list of YAML. */
static void show_dialect(vitals_explanation *explanation, vt_text id) {
    const vt_rule *rule;
    vt_text expression;
    vt_buffer text;
    vt_buffer_init(&text, &explanation->allocator, SIZE_MAX / 2);
    for (size_t i = 0; (rule = vt_health_rule_at(explanation->engine, i)) && text.size == 0; i++) {
        if (!rule->dialect || !vt_text_equal(rule->id, id)) continue;
        for (size_t k = 0; vt_dialect_expression_at(rule, k, &expression); k++) {
            vt_buffer_add(&text, VT_TEXT("- "));
            if (vt_yaml_is_plain(expression)) {
                vt_buffer_add(&text, expression);
                vt_buffer_add_byte(&text, '\n');
            } else {
                vt_yaml_append_literal(&text, expression, 2);
            }
        }
    }
    if (text.size)
        explanation->script = vt_explanation_keep(explanation, vt_buffer_whole_text(&text));
    vt_buffer_done(&text);
}

/* The rows of an entry of healthCheckExprs, as YAML. */
static void show_expressions(vitals_explanation *explanation, const vitals_document *document) {
    static const char *const names[VT_EXPRESSION_PART_COUNT] = { "inProgress", "failed",
                                                                 "current" };
    const vt_reader reader = { document, NULL };
    vt_steps steps = vt_steps_of("", UINT64_MAX, (vt_interrupt){ NULL, NULL });
    const vt_rule *rule = vt_health_find_expression(explanation->engine, &reader, &steps);
    vt_buffer text;
    if (vitals_verdict_source(explanation->verdict) != VITALS_SOURCE_EXPRESSION) return;
    if (!rule) show_dialect(explanation, vitals_verdict_rule(explanation->verdict));
    if (!rule) return;
    vt_buffer_init(&text, &explanation->allocator, SIZE_MAX / 2);
    for (int i = 0; i < VT_EXPRESSION_PART_COUNT; i++) {
        const vt_text expression = vt_text_trim(rule->expressions[i].text);
        if (expression.size == 0) continue;
        vt_buffer_printf(&text, "%s: ", names[i]);
        if (vt_yaml_is_plain(expression)) {
            vt_buffer_add(&text, expression);
            vt_buffer_add_byte(&text, '\n');
        } else {
            vt_yaml_append_literal(&text, expression, 2);
        }
    }
    explanation->script = vt_explanation_keep(explanation, vt_buffer_whole_text(&text));
    vt_buffer_done(&text);
}

/* The cost of the rule without a trace. */
static void set_cost(vitals_explanation *explanation, const vitals_verdict *plain) {
    const vitals_limits *limits = vt_health_limits(explanation->engine);
    vitals_source source = vitals_verdict_source(plain);
    explanation->steps = vitals_verdict_steps(plain);
    if (source == VITALS_SOURCE_EXPRESSION) {
        explanation->limit = VT_LIMIT_NAME(cel_cost);
        explanation->most_steps = limits->cel_cost;
    }
    if (source == VITALS_SOURCE_CUSTOMIZATION || source == VITALS_SOURCE_INTERPRETER ||
        source == VITALS_SOURCE_BUNDLED) {
        explanation->limit = VT_LIMIT_NAME(lua_steps);
        explanation->most_steps = limits->lua_steps;
    }
}

/* -------------------------------------------------------- the other profiles */

/* A health in kstatus's terms, in which all profiles can be compared. */
static vitals_kstatus to_kstatus(vitals_health health) {
    return health == VITALS_HEALTH_UNASSESSED || health == VITALS_HEALTH_EMPTY
               ? VITALS_KSTATUS_NONE
               : vitals_kstatus_from_health(health);
}

static vitals_status assess_other_profiles(vitals_explanation *explanation, vitals_worker *worker,
                                           const vitals_document *document,
                                           vitals_verdict *scratch) {
    vitals_call call = explanation->call;
    vitals_kstatus own = to_kstatus(vitals_verdict_health(explanation->verdict));
    vitals_status status = VITALS_OK;
    for (int i = 0; i < VITALS_PROFILE_COUNT && !status; i++) {
        if (i == (int)explanation->call.profile) continue;
        call.profile = (vitals_profile)i;
        status = vitals_assess(worker, document, &call, scratch);
        if (status) break;
        vitals_health health = vitals_verdict_health(scratch);
        explanation->other_profiles[explanation->other_profile_count++] = (vitals_other_profile){
            .profile = call.profile,
            .health = health,
            .kstatus = vitals_verdict_kstatus(scratch),
            .message = vt_explanation_keep(explanation, vitals_verdict_message(scratch)),
            .agrees = to_kstatus(health) == own,
        };
    }
    return status;
}

/* The owners between an object and its descendant, each with the place among its children. */
typedef struct descent {
    const vitals_set *set;
    const vitals_document *top;
    struct {
        const vitals_document *owner;
        uint64_t cursor;
    } levels[MOST_OWNERS];
    unsigned depth;
} descent;

static void enter(descent *down, const vitals_document *owner) {
    if (down->depth == MOST_OWNERS) return;
    down->levels[down->depth].owner = owner;
    down->levels[down->depth++].cursor = 0;
}

/* By UID: the object that is explained need not be that of the set. */
static bool is_same(const vitals_document *a, const vitals_document *b) {
    return a && vt_text_equal(vitals_document_uid(a), vitals_document_uid(b));
}

/* The next descendant, each before its own; NULL at the end. Only the first owner that is in the set
** counts, so that no object comes twice. */
static const vitals_document *next_descendant(descent *down) {
    while (down->depth > 0) {
        const vitals_document *owner = down->levels[down->depth - 1].owner;
        uint64_t *cursor = &down->levels[down->depth - 1].cursor;
        const vitals_document *child =
            vitals_set_next_child(down->set, vitals_document_uid(owner), cursor);
        if (!child) {
            down->depth--;
        } else if (!is_same(child, down->top) &&
                   is_same(vitals_set_owner(down->set, child), owner)) {
            enter(down, child);
            return child;
        }
    }
    return NULL;
}

static bool is_unhealthy(const vitals_verdict *verdict) {
    return vitals_health_severity(vitals_verdict_health(verdict)) >= 2;
}

static vitals_status assess_descendants(vitals_explanation *explanation, vitals_worker *worker,
                                        const vitals_document *document, vitals_verdict *scratch) {
    vitals_status status = VITALS_OK;
    descent down = { .set = explanation->call.set, .top = document };
    if (!down.set) return VITALS_OK;
    enter(&down, document);
    for (const vitals_document *object; !status && (object = next_descendant(&down));) {
        if (explanation->descendant_count == VT_EXPLAIN_MOST_DESCENDANTS) break;
        status = vitals_assess(worker, object, &explanation->call, scratch);
        vitals_health health = vitals_verdict_health(scratch);
        if (status || !is_unhealthy(scratch)) continue;
        explanation->descendants[explanation->descendant_count++] = (vitals_descendant){
            .kind = vt_explanation_keep(explanation, vitals_document_kind(object)),
            .name = vt_explanation_keep(explanation, vitals_document_name(object)),
            .health = health,
            .message = vt_explanation_keep(explanation, vitals_verdict_message(scratch)),
        };
    }
    return status;
}

static vitals_status find_because(vitals_explanation *explanation, vitals_worker *worker,
                                  const vitals_document *document) {
    vitals_why_options options = VITALS_WHY_OPTIONS_INIT;
    vitals_why_finding finding;
    vitals_why *why = NULL;
    size_t index = 0;
    options.allocator = &explanation->allocator;
    options.set = explanation->call.set;
    vitals_status status = vitals_why_new(worker, &explanation->call, &options, &why);
    if (!status) status = vitals_why_ask(why, document, &index);
    if (!status && vitals_why_finding_at(why, index, &finding, sizeof finding) &&
        finding.because.size) {
        explanation->because = vt_explanation_keep(explanation, finding.because);
    }
    vitals_why_free(why);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

/* ----------------------------------------------------------------- explaining */

/* Assess with a trace. */
static vitals_status assess_traced(vitals_explanation *explanation, vitals_worker *worker,
                                   const vitals_document *document) {
    vitals_call call = explanation->call;
    call.trace = explanation->trace;
    vitals_status status = vitals_assess(worker, document, &call, explanation->verdict);
    if (status) return status;
    show_script(explanation, find_rule(explanation));
    show_expressions(explanation, document);
    if (!collect(explanation)) return VITALS_ENOMEM;
    vt_explanation_consider(explanation);
    return VITALS_OK;
}

/* Where the object was read from. */
static void keep_place(vitals_explanation *explanation, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    const char *file = origin.file ? origin.file : "";
    explanation->at = origin.line ? vt_explanation_printf(explanation, "%s:%u", file, origin.line)
                                  : vt_explanation_keep(explanation, vt_text_from(file));
}

static vitals_status explain(vitals_explanation *explanation, vitals_worker *worker,
                             const vitals_document *document) {
    vitals_verdict *scratch = NULL;
    explanation->group = vt_explanation_keep(explanation, vitals_document_group(document));
    explanation->kind = vt_explanation_keep(explanation, vitals_document_kind(document));
    explanation->object_namespace =
        vt_explanation_keep(explanation, vitals_document_namespace(document));
    explanation->object_name = vt_explanation_keep(explanation, vitals_document_name(document));
    keep_place(explanation, document);
    explanation->is_deleting_time_absent =
        !vt_document_find(document, "metadata", "deletionTimestamp", NULL);
    vitals_status status = vitals_verdict_new(&explanation->allocator, &scratch);
    if (!status) status = assess_traced(explanation, worker, document);
    if (!status) status = vitals_assess(worker, document, &explanation->call, scratch);
    if (!status) {
        set_cost(explanation, scratch);
        status = assess_other_profiles(explanation, worker, document, scratch);
    }
    if (!status) status = assess_descendants(explanation, worker, document, scratch);
    if (!status) status = find_because(explanation, worker, document);
    vitals_verdict_free(scratch);
    if (!status && explanation->out_of_memory) status = VITALS_ENOMEM;
    return status;
}

vitals_status vitals_explain(vitals_engine *engine, const vitals_document *document,
                             const vitals_call *call, const vitals_allocator *allocator,
                             vitals_explanation **out) {
    vitals_call own;
    if (!engine || !document || !out || !vt_health_read_call(call, &own)) return VITALS_EINVAL;
    own.explain = true;
    vitals_explanation *explanation = NULL;
    vitals_worker *worker = NULL;
    vitals_status status = vt_explanation_new(&own, allocator, &explanation);
    if (status) return status;
    explanation->engine = engine;
    status = vitals_worker_new(engine, &worker);
    if (!status) status = explain(explanation, worker, document);
    vitals_worker_free(worker);
    if (status) {
        vitals_explanation_free(explanation);
        return status;
    }
    *out = explanation;
    return VITALS_OK;
}

/* An object with nothing but its kind and a name. */
static vitals_status parse_kind(vt_text group, vt_text kind, const vitals_allocator *allocator,
                                vitals_document **document) {
    vt_buffer text;
    vt_buffer_init(&text, allocator, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "apiVersion: '");
    vt_buffer_add(&text, group);
    vt_buffer_printf(&text, "%sv1'\nkind: '", group.size ? "/" : "");
    vt_buffer_add(&text, kind);
    vt_buffer_add_terminated(&text, "'\nmetadata: {name: x}\n");
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = allocator;
    options.format = VITALS_FORMAT_YAML;
    vitals_status status = VITALS_ENOMEM;
    if (!text.failed) {
        status = vitals_document_parse(text.bytes, text.size, &options, document, NULL);
    }
    vt_buffer_done(&text);
    return status == VITALS_ESYNTAX ? VITALS_EINVAL : status;
}

vitals_status vitals_explain_kind(vitals_engine *engine, vitals_text group, vitals_text kind,
                                  const vitals_call *call, const vitals_allocator *allocator,
                                  vitals_explanation **out) {
    vitals_document *document = NULL;
    vitals_status status = parse_kind(group, kind, allocator, &document);
    if (!status) status = vitals_explain(engine, document, call, allocator, out);
    if (!status) (*out)->of_kind = true;
    vitals_document_free(document);
    return status;
}
