/*
** healthCheckExprs from files: Kustomizations, HelmReleases and bare lists, checked as Flux checks
** them when it builds its status readers. Texts of errors to the letter of fluxcd/pkg.
*/
#include "rules/build_context.h"

/* A document that may hold entries. */
typedef struct expressions_source {
    vt_build_context *context;
    const vitals_document *document;
    const vt_expression_owner *owner;
    vt_map seen; /* GroupKind of the entries so far, for duplicates */
} expressions_source;

static const char *const part_names[VT_EXPRESSION_PART_COUNT] = {
    [VT_EXPRESSION_IN_PROGRESS] = "InProgress",
    [VT_EXPRESSION_FAILED] = "Failed",
    [VT_EXPRESSION_CURRENT] = "Current",
};
static const vt_text part_keys[VT_EXPRESSION_PART_COUNT] = {
    [VT_EXPRESSION_IN_PROGRESS] = VT_TEXT_INIT("inProgress"),
    [VT_EXPRESSION_FAILED] = VT_TEXT_INIT("failed"),
    [VT_EXPRESSION_CURRENT] = VT_TEXT_INIT("current"),
};

/* The group of an apiVersion; more than one slash gives none, as in apimachinery. */
static vt_text group_of(vt_text api_version) {
    size_t slash = vt_text_find_byte(api_version, '/', 0);
    if (slash == SIZE_MAX) return VT_TEXT("");
    if (vt_text_find_byte(api_version, '/', slash + 1) != SIZE_MAX) return VT_TEXT("");
    return vt_text_between(api_version, 0, slash);
}

static const vt_value *field(const expressions_source *source, const vt_value *object,
                             vt_text name) {
    return vt_document_get(source->document, object, name);
}

static vt_text text_field(const expressions_source *source, const vt_value *object,
                          const char *name) {
    return vt_value_text(field(source, object, vt_text_from(name)));
}

/* ----------------------------------------------------------------- entries */

/* Report an entry that is broken and keep the error on its rule, which then answers with it. */
static void report_entry(expressions_source *source, vt_rule *rule, const vt_value *at,
                         vt_text text) {
    if (vt_text_is_absent(text)) {
        vt_context_no_memory(source->context);
        return;
    }
    vt_context_report(source->context, "expressions", vt_document_place(source->document, at),
                      text);
    if (vt_text_is_absent(rule->broken)) rule->broken = text;
}

/* FLUX: NewStatusEvaluator compiles Current, then Failed, then InProgress, and stops at an error. */
static bool compile_part(expressions_source *source, vt_rule *rule, vt_expression_part part,
                         size_t index, const vt_value *at) {
    vitals_engine *engine = source->context->engine;
    vt_expression *expression = &rule->expressions[part];
    if (expression->text.size == 0) return true;
    const vt_expression *other = vt_map_get(&source->context->shared_expressions, expression->text);
    if (other) {
        expression->program = vt_cel_program_retain(other->program);
        return true;
    }
    vt_buffer error;
    vt_buffer_init(&error, &engine->allocator, SIZE_MAX / 2);
    vitals_status status = VITALS_OK;
    const char *limit = NULL;
    if (!engine->patterns) status = vt_cel_patterns_new(&engine->allocator, &engine->patterns);
    vt_cel_host host = { .patterns = engine->patterns,
                         .interrupt = source->context->interrupt.ask,
                         .interrupt_user = source->context->interrupt.user,
                         .limit = &limit };
    if (!status) {
        status = vt_cel_program_new(&engine->allocator, &engine->limits, &host, expression->text,
                                    &expression->program, &error);
    }
    if (status == VITALS_ENOMEM) {
        vt_context_no_memory(source->context);
    } else if (status == VITALS_ESTOPPED) {
        source->context->status = status;
    } else if (status) {
        expression->program = NULL;
        rule->broken_limit = limit;
        report_entry(source, rule, at,
                     vt_arena_printf(&engine->arena,
                                     "failed to create custom status evaluator for "
                                     "healthchecks[%zu]: failed to parse the expression %s: %.*s",
                                     index, part_names[part], VT_TEXT_ARG(vt_buffer_text(&error))));
    }
    vt_buffer_done(&error);
    return status == VITALS_OK;
}

static void compile_entry(expressions_source *source, vt_rule *rule, size_t index,
                          const vt_value *entry) {
    static const vt_expression_part order[] = { VT_EXPRESSION_CURRENT, VT_EXPRESSION_FAILED,
                                                VT_EXPRESSION_IN_PROGRESS };
    if (rule->expressions[VT_EXPRESSION_CURRENT].text.size == 0) {
        report_entry(source, rule, entry,
                     vt_arena_printf(&source->context->engine->arena,
                                     "failed to create custom status evaluator for "
                                     "healthchecks[%zu]: expression Current not specified",
                                     index));
        return;
    }
    for (size_t i = 0; i < VT_EXPRESSION_PART_COUNT; i++) {
        if (!vt_context_charge(source->context, rule, rule->expressions[i].text)) return;
    }
    for (size_t i = 0; i < VT_EXPRESSION_PART_COUNT; i++) {
        const vt_value *at = field(source, entry, part_keys[order[i]]);
        if (!compile_part(source, rule, order[i], index, at ? at : entry)) return;
    }
}

static void read_parts(expressions_source *source, vt_rule *rule, const vt_value *entry) {
    for (int i = 0; i < VT_EXPRESSION_PART_COUNT; i++) {
        const vt_value *value = field(source, entry, part_keys[i]);
        rule->expressions[i].text = vt_value_text(value);
        if (!vt_value_is_string(value)) continue;
        rule->expressions[i].map =
            vt_source_map_of(&source->context->engine->arena, source->document, value);
        if (!rule->expressions[i].map) vt_context_no_memory(source->context);
    }
}

/* `Kind.group` as Go prints a GroupKind; `Kind` without a group, `.group` without a kind. */
static vt_text print_group_kind(vt_arena *arena, vt_text group, vt_text kind) {
    return vt_arena_printf(arena, "%.*s%s%.*s", VT_TEXT_ARG(kind), group.size ? "." : "",
                           VT_TEXT_ARG(group));
}

static bool name_rule(vt_arena *arena, vt_rule *rule, vt_text group, vt_text kind) {
    vt_text slash = VT_TEXT("/");
    rule->key = VT_JOIN(arena, group, slash, kind);
    rule->id =
        VT_JOIN(arena, group, group.size ? slash : VT_TEXT(""), kind.size ? kind : VT_TEXT("*"));
    rule->wildcard = kind.size == 0;
    return !vt_text_is_absent(rule->key) && !vt_text_is_absent(rule->id);
}

static void read_entry(expressions_source *source, const vt_value *entry, size_t index) {
    vt_build_context *context = source->context;
    vt_arena *arena = &context->engine->arena;
    vt_text group = group_of(text_field(source, entry, "apiVersion"));
    vt_text kind = text_field(source, entry, "kind");
    vt_place place = vt_document_place(source->document, entry);
    vt_rule *rule = vt_context_add_rule(context, VITALS_SOURCE_EXPRESSION, place);
    if (!rule) return;
    rule->owner = source->owner;
    rule->profiles = VT_PROFILE_BIT(VITALS_PROFILE_FLUX) | VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
    rule->expressions =
        vt_arena_allocate_zeroed(arena, VT_EXPRESSION_PART_COUNT * sizeof *rule->expressions);
    if (!rule->expressions || !name_rule(arena, rule, group, kind)) {
        vt_context_no_memory(context);
        return;
    }
    read_parts(source, rule, entry);
    if (vt_text_is_absent(text_field(source, entry, "apiVersion"))) {
        report_entry(source, rule, entry,
                     vt_arena_printf(arena, "healthchecks[%zu]: apiVersion is required", index));
    } else if (vt_map_get(&source->seen, rule->key)) {
        report_entry(source, rule, entry,
                     vt_arena_printf(arena,
                                     "duplicate custom health check for GroupKind %.*s at "
                                     "healthchecks[%zu]",
                                     VT_TEXT_ARG(print_group_kind(arena, group, kind)), index));
    } else {
        if (!vt_map_put(&source->seen, rule->key, rule)) vt_context_no_memory(context);
        compile_entry(source, rule, index, entry);
    }
}

static void read_list(vt_build_context *context, const vitals_document *document,
                      const vt_value *list, const vt_expression_owner *owner) {
    if (!vt_value_is_array(list)) {
        vt_context_report(context, "expressions", vt_document_place(document, list),
                          VT_TEXT("healthCheckExprs must be a list"));
        return;
    }
    expressions_source source = { .context = context, .document = document, .owner = owner };
    vt_map_init(&source.seen, &context->engine->allocator, 0);
    size_t index = 0;
    const vt_value *entry = vt_array_first(list);
    for (; entry && vt_context_continue(context); entry = vt_array_next(list, entry)) {
        read_entry(&source, entry, index++);
    }
    vt_map_done(&source.seen);
}

/* ------------------------------------------------------------------ owners */

/* A kind of object that may carry expressions, and the labels it puts on what it applies. */
typedef struct owner_kind {
    const char *group, *kind;
    const char *name_label, *namespace_label;
    bool waits_for_listed; /* has `wait` and `healthChecks` */
} owner_kind;

static const owner_kind owner_kinds[] = {
    { "kustomize.toolkit.fluxcd.io", "Kustomization", "kustomize.toolkit.fluxcd.io/name",
      "kustomize.toolkit.fluxcd.io/namespace", true },
    { "helm.toolkit.fluxcd.io", "HelmRelease", "helm.toolkit.fluxcd.io/name",
      "helm.toolkit.fluxcd.io/namespace", false },
};

static const owner_kind *find_owner_kind(const vitals_document *document) {
    for (size_t i = 0; i < sizeof owner_kinds / sizeof owner_kinds[0]; i++) {
        if (vt_text_is(vitals_document_group(document), owner_kinds[i].group) &&
            vt_text_is(vitals_document_kind(document), owner_kinds[i].kind)) {
            return &owner_kinds[i];
        }
    }
    return NULL;
}

/* spec.healthChecks: the objects that Flux waits for when `wait` is off. */
static bool read_listed(expressions_source *source, vt_expression_owner *owner,
                        const vt_value *list) {
    size_t count = vt_value_is_array(list) ? vt_value_count(list) : 0;
    vt_listed_object *objects =
        vt_arena_allocate_array(&source->context->engine->arena, count + 1, sizeof *objects);
    if (!objects) return false;
    owner->listed = objects;
    for (const vt_value *item = count ? vt_array_first(list) : NULL;
         item && vt_context_continue(source->context); item = vt_array_next(list, item)) {
        vt_listed_object *object = &objects[owner->listed_count++];
        object->group = group_of(text_field(source, item, "apiVersion"));
        object->kind = text_field(source, item, "kind");
        object->name = text_field(source, item, "name");
        object->namespace_ = text_field(source, item, "namespace");
        if (object->namespace_.size == 0) object->namespace_ = owner->namespace_;
    }
    return true;
}

/* Which objects the entries of a Kustomization or HelmRelease apply to. `alone`: it is the only
** one, so objects need not carry its labels. NULL: no memory. */
static const vt_expression_owner *read_owner(expressions_source *source, const owner_kind *kind,
                                             const vt_value *spec, bool alone) {
    vt_expression_owner *owner =
        vt_arena_allocate_zeroed(&source->context->engine->arena, sizeof *owner);
    if (!owner) return NULL;
    owner->name = vitals_document_name(source->document);
    owner->namespace_ = vitals_document_namespace(source->document);
    if (!alone) {
        owner->name_label = kind->name_label;
        owner->namespace_label = kind->namespace_label;
    }
    if (kind->waits_for_listed) {
        const vt_value *listed = field(source, spec, VT_TEXT("healthChecks"));
        owner->only_listed = !vt_value_is_true(field(source, spec, VT_TEXT("wait")));
        if (!read_listed(source, owner, listed)) return NULL;
    }
    owner->next = source->context->engine->owners;
    source->context->engine->owners = owner;
    return owner;
}

/* FLUX: without `wait` and healthChecks it waits for nothing. */
static void warn_idle(expressions_source *source, const vt_expression_owner *owner,
                      const vt_value *list) {
    if (!owner->only_listed || owner->listed_count > 0) return;
    vt_diagnose(source->context->diagnostics, VITALS_SEVERITY_WARNING, "expressions-idle",
                vt_document_place(source->document, list), NULL,
                VT_TEXT("Flux never evaluates these: the Kustomization sets neither wait nor "
                        "healthChecks"));
}

/* The list, under its current or its older name. */
static const vt_value *find_list(expressions_source *source, const vt_value *object) {
    const vt_value *list = field(source, object, VT_TEXT("healthCheckExprs"));
    if (list) return list;
    list = field(source, object, VT_TEXT("customHealthChecksExprs"));
    if (list) {
        vt_diagnose(source->context->diagnostics, VITALS_SEVERITY_WARNING, "expressions-old-name",
                    vt_document_place(source->document, list), NULL,
                    VT_TEXT("customHealthChecksExprs is an older spelling, which released Flux "
                            "ignores; the field is healthCheckExprs"));
    }
    return list;
}

/* The owner of a bare list, which applies to every object. */
static const vt_expression_owner no_owner;

/* Read one document of a file; documents without expressions are skipped. */
static void read_document(vt_build_context *context, const vitals_document *document, bool alone) {
    expressions_source source = { .context = context, .document = document };
    const vt_value *root = vt_document_root(document);
    if (vt_value_is_array(root)) {
        read_list(context, document, root, &no_owner);
        return;
    }
    const owner_kind *kind = find_owner_kind(document);
    const vt_value *spec = kind ? field(&source, root, VT_TEXT("spec")) : root;
    const vt_value *list = find_list(&source, spec);
    const vt_expression_owner *owner = kind ? read_owner(&source, kind, spec, alone) : &no_owner;
    if (!owner) vt_context_no_memory(context);
    if (!owner || !list || vt_value_is_null(list)) return;
    warn_idle(&source, owner, list);
    read_list(context, document, list, owner);
}

/* --------------------------------------------------------------- documents */

/* Keep a document that may carry expressions: whether objects must carry labels depends on the
** number of owners in all files. */
void vt_expressions_keep(vt_build_context *context, const vitals_document *document) {
    void *items = context->expressions;
    bool room = vt_grow(&context->engine->allocator, &items, &context->expression_capacity,
                        context->expression_count, sizeof *context->expressions);
    context->expressions = items;
    if (!room) {
        vt_context_no_memory(context);
        return;
    }
    context->expressions[context->expression_count++] = document;
}

static void keep(vt_build_context *context, void *user, const vitals_document *document) {
    (void)user;
    vt_expressions_keep(context, document);
}

/* Keep a JSON list whole; a stream would return its items one by one. */
static void read_json_list(vt_build_context *context, vt_text text, const char *file) {
    const vitals_document *document =
        vt_context_parse(context, text, file, NULL, context->diagnostics);
    if (document) {
        vt_expressions_keep(context, document);
    } else {
        context->broken = true;
    }
}

void vt_expressions_read(vt_build_context *context, const vt_input *input) {
    vt_text file = vt_arena_copy(&context->engine->arena, input->file);
    if (vt_text_is_absent(file)) {
        vt_context_no_memory(context);
    } else if (vt_text_starts(vt_text_trim(input->bytes), VT_TEXT("["))) {
        read_json_list(context, input->bytes, file.bytes);
    } else {
        vt_context_read_pieces(context, input->bytes, file.bytes,
                               &(vt_piece_reader){ .take = keep });
    }
}

void vt_expressions_finish(vt_build_context *context) {
    size_t owners = 0;
    for (size_t i = 0; i < context->expression_count; i++) {
        owners += find_owner_kind(context->expressions[i]) != NULL;
    }
    const bool alone = owners == 1 && !context->engine->owned_only;
    for (size_t i = 0; i < context->expression_count && vt_context_continue(context); i++) {
        read_document(context, context->expressions[i], alone);
    }
    vt_release_array(&context->engine->allocator, context->expressions,
                     context->expression_capacity, sizeof *context->expressions);
}
