/* Rules of dialects: compiled, and kept by the engine. */
#include "rules/dialects/dialects.h"

const vt_value *vt_dialect_field(const vt_dialect_reader *reader, const vt_value *object,
                                 const char *name) {
    return vt_document_get(reader->document, object, vt_text_from(name));
}

vt_text vt_dialect_text(const vt_dialect_reader *reader, const vt_value *object, const char *name) {
    return vt_value_text(vt_dialect_field(reader, object, name));
}

void vt_dialect_split(vt_text api_version, vt_text *group, vt_text *version) {
    const size_t slash = vt_text_find_byte(api_version, '/', 0);
    *group = slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(api_version, 0, slash);
    *version =
        slash == SIZE_MAX ? api_version : vt_text_between(api_version, slash + 1, api_version.size);
}

/* ----------------------------------------------------------------- compiling */

/* A rule that is being compiled. */
typedef struct compiler {
    vt_dialect_reader *reader;
    vt_rule *rule;
    struct vt_dialect_rule *own;
} compiler;

static void report(compiler *c, const vt_value *at, vt_text text) {
    vt_build_context *context = c->reader->context;
    if (vt_text_is_absent(text)) {
        vt_context_no_memory(context);
        return;
    }
    vt_context_report(context, "expressions", vt_document_place(c->reader->document, at), text);
    if (vt_text_is_absent(c->rule->broken)) c->rule->broken = text;
}

static vt_cel_setting scope_of(const compiler *c, bool for_message) {
    const vt_dialect *dialect = c->own->dialect;
    return (vt_cel_setting){ .environment = dialect->environment,
                             .check = dialect->check,
                             .variable = c->own->variable,
                             .has_result = for_message };
}

static bool fits(const vt_dialect *dialect, const vt_cel_program *program) {
    if (dialect->result == VT_RESULT_ANY) return true;
    return vt_cel_program_gives_bool(program, dialect->result == VT_RESULT_OPTIONAL_BOOL);
}

static void compile(compiler *c, vt_expression *expression, const vt_value *at, bool for_message) {
    vitals_engine *engine = c->reader->context->engine;
    vt_build_context *context = c->reader->context;
    vt_buffer error;
    vt_buffer_init(&error, &engine->allocator, SIZE_MAX / 2);
    vitals_status status = VITALS_OK;
    const char *limit = NULL;
    if (!engine->patterns) status = vt_cel_patterns_new(&engine->allocator, &engine->patterns);
    const vt_cel_host host = { .patterns = engine->patterns,
                               .interrupt = context->interrupt.ask,
                               .interrupt_user = context->interrupt.user,
                               .limit = &limit };
    const vt_cel_setting scope = scope_of(c, for_message);
    if (!status) {
        status = vt_cel_program_new_in(&engine->allocator, &engine->limits, &host, &scope,
                                       expression->text, &expression->program, &error);
    }
    if (status == VITALS_ENOMEM) vt_context_no_memory(context);
    if (status == VITALS_ESTOPPED) context->status = status;
    if (status == VITALS_ESYNTAX) {
        expression->program = NULL;
        c->rule->broken_limit = limit;
        report(c, at,
               vt_arena_printf(&engine->arena, "%s does not compile: %.*s", c->own->dialect->field,
                               VT_TEXT_ARG(vt_buffer_text(&error))));
    } else if (!status && !for_message && !fits(c->own->dialect, expression->program)) {
        report(c, at, vt_arena_printf(&engine->arena, "%s must be a bool", c->own->dialect->field));
    }
    vt_buffer_done(&error);
}

/* "${a == b}" without the braces. false: it is written otherwise. */
static bool unwrap(vt_text *text) {
    if (!vt_text_starts(*text, VT_TEXT("${")) || !vt_text_ends(*text, VT_TEXT("}"))) return false;
    *text = vt_text_between(*text, 2, text->size - 1);
    return true;
}

static void take_expression(compiler *c, const vt_value *value, bool wrapped) {
    vt_expression *expression = &c->own->expressions[c->own->count++];
    expression->text = vt_value_text(value);
    if (!vt_value_is_string(value)) {
        report(c, value,
               vt_arena_printf(&c->reader->context->engine->arena, "%s must be text",
                               c->own->dialect->field));
        return;
    }
    expression->map =
        vt_source_map_of(&c->reader->context->engine->arena, c->reader->document, value);
    if (wrapped && !unwrap(&expression->text)) {
        report(c, value, VT_TEXT("only standalone expressions are allowed: ${…}"));
        return;
    }
    if (vt_context_charge(c->reader->context, c->rule, expression->text))
        compile(c, expression, value, false);
}

static void take_all(compiler *c, const vt_value *at, const vt_dialect_source *source) {
    if (!source->list) {
        vt_expression *expression = &c->own->expressions[c->own->count++];
        expression->text = source->text;
        compile(c, expression, at, false);
    } else if (!vt_value_is_array(source->list)) {
        take_expression(c, source->list, source->wrapped);
    } else {
        for (const vt_value *item = vt_array_first(source->list);
             item && vt_context_continue(c->reader->context);
             item = vt_array_next(source->list, item)) {
            const vt_value *value =
                source->key ? vt_dialect_field(c->reader, item, source->key) : item;
            take_expression(c, value ? value : item, source->wrapped);
        }
    }
}

/* -------------------------------------------------------------------- adding */

/* "kro:web/deployment", and the key that it is looked up by: group/Kind, or group/ for a plural. */
static bool name_rule(vt_dialect_reader *reader, vt_rule *rule, vt_text part) {
    vt_arena *arena = &reader->context->engine->arena;
    const struct vt_dialect_rule *own = rule->dialect;
    const vt_text owner = vitals_document_name(reader->document);
    const bool shows_owner = owner.size > 0;
    rule->id = VT_JOIN(arena, vt_text_from(own->dialect->name), VT_TEXT(":"), owner,
                       shows_owner ? VT_TEXT("/") : VT_TEXT(""), part);
    rule->key = VT_JOIN(arena, own->group, VT_TEXT("/"), own->kind);
    rule->wildcard = own->has_wildcards;
    return !vt_text_is_absent(rule->id) && !vt_text_is_absent(rule->key);
}

/* The patterns of namespace and name. A field that is left out is the empty text. */
static const vt_glob *compile_pattern(compiler *c, const vt_value *at, vt_text pattern) {
    const char *error = NULL;
    const vt_glob *glob = vt_star_glob_compile(&c->reader->context->engine->arena, pattern, &error);
    if (!glob && error) report(c, at, vt_text_from(error));
    if (!glob && !error) vt_context_no_memory(c->reader->context);
    return glob;
}

void vt_dialect_add(vt_dialect_reader *reader, const vt_value *at, vt_text part,
                    struct vt_dialect_rule *from, const vt_dialect_source *source) {
    vt_build_context *context = reader->context;
    vt_arena *arena = &context->engine->arena;
    vt_rule *rule = vt_context_add_rule(context, VITALS_SOURCE_EXPRESSION,
                                        vt_document_place(reader->document, at));
    if (!rule) return;
    const size_t most = vt_value_is_array(source->list) ? vt_value_count(source->list) : 1;
    struct vt_dialect_rule *own = vt_arena_allocate_zeroed(arena, sizeof *own);
    vt_expression *expressions =
        vt_arena_allocate_zeroed(arena, (most + 1) * sizeof *own->expressions);
    if (!own || !expressions) {
        vt_context_no_memory(context);
        return;
    }
    *own = *from;
    own->dialect = reader->dialect;
    own->owner = reader->document;
    own->expressions = expressions;
    if (reader->dialect->variable && reader->dialect->variable[0])
        own->variable = vt_text_from(reader->dialect->variable);
    rule->dialect = own;
    rule->profiles = VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
    if (!name_rule(reader, rule, part)) {
        vt_context_no_memory(context);
        return;
    }
    compiler c = { reader, rule, own };
    if (own->has_wildcards) {
        own->namespace_glob = compile_pattern(&c, at, own->namespace_);
        own->name_glob = compile_pattern(&c, at, own->name);
    }
    take_all(&c, at, source);
    if (own->message_rule.text.size) compile(&c, &own->message_rule, at, true);
}
