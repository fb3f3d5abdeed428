/* Splits files into documents and scripts, keeps those with something to lint, and checks them. */
#include "author/lint/lint.h"
#include "base/run/limits.h"
#include "base/text/lines.h"
#include "rules/argocd_data.h"
#include "stream/cut.h"

vitals_status vitals_lint_new(const vitals_allocator *allocator, const vitals_limits *limits,
                              vitals_lint **out) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator memory = vt_allocator_or_default(allocator);
    vitals_lint *lint = vt_allocate_zeroed(&memory, sizeof *lint);
    if (!lint) return VITALS_ENOMEM;
    lint->allocator = memory;
    lint->limits = vt_limits_or_default(limits);
    vt_arena_init(&lint->arena, &memory, 0);
    vt_map_init(&lint->found, &memory, 0);
    vt_map_init(&lint->tested, &memory, 0);
    vt_map_init(&lint->settings_of, &memory, 0);
    vt_map_init(&lint->texts, &memory, 0);
    vt_schemas_init(&lint->schemas, &lint->arena, &memory);
    lint->documents_end = &lint->documents;
    lint->scripts_end = &lint->scripts;
    lint->named_end = &lint->named;
    *out = lint;
    return VITALS_OK;
}

void vitals_lint_set_interrupt(vitals_lint *lint, vitals_interrupt_fn interrupt, void *user) {
    lint->interrupt = (vt_interrupt){ interrupt, user };
}

void vitals_lint_free(vitals_lint *lint) {
    if (!lint) return;
    vitals_allocator memory = lint->allocator;
    for (vt_lint_document *at = lint->documents; at; at = at->next) {
        if (!at->borrowed) vitals_document_free(at->document);
    }
    vt_release_array(&memory, lint->findings, lint->finding_capacity, sizeof *lint->findings);
    vt_release_array(&memory, lint->ignores, lint->ignore_capacity, sizeof *lint->ignores);
    vt_map_done(&lint->found);
    vt_map_done(&lint->tested);
    vt_map_done(&lint->settings_of);
    vt_map_done(&lint->texts);
    vt_schemas_done(&lint->schemas);
    vt_release_array(&memory, lint->edits, lint->edit_capacity, sizeof *lint->edits);
    vt_arena_done(&lint->arena);
    vt_release(&memory, lint, sizeof *lint);
}

/* -------------------------------------------------------------------- names */

static vt_text base_name(vt_text path) {
    size_t at = path.size;
    while (at > 0 && path.bytes[at - 1] != '/') at--;
    return vt_text_between(path, at, path.size);
}

/* The path without its last part; "." when there is nothing else. */
static vt_text directory_of(vt_text path) {
    size_t name = base_name(path).size;
    return name < path.size ? vt_text_between(path, 0, path.size - name - 1) : VT_TEXT(".");
}

static bool is_in_testdata(vt_text path) {
    return vt_text_is(base_name(directory_of(path)), "testdata");
}

/* ----------------------------------------------------------------- documents */

static bool has_customization(const vt_value *object) {
    const vt_value *key = vt_object_first(vt_value_is_object(object) ? object : NULL);
    for (; key; key = vt_object_next(object, key)) {
        if (vt_text_starts(vt_value_text(key), VT_TEXT("resource.custom"))) return true;
    }
    return false;
}

static bool is_configmap(const vitals_document *document) {
    return vt_text_is(vitals_document_kind(document), "ConfigMap");
}

static bool has_list(const vitals_document *document, const vt_value *object) {
    return vt_document_get(document, object, VT_TEXT("healthCheckExprs")) ||
           vt_document_get(document, object, VT_TEXT("customHealthChecksExprs"));
}

static bool carries_expressions(const vitals_document *document, vt_text file) {
    const vt_value *root = vt_document_root(document);
    if (vt_text_is(base_name(file), "health.cel.yaml")) return true;
    return has_list(document, root) ||
           has_list(document, vt_document_get(document, root, VT_TEXT("spec")));
}

static vt_lint_document *keep_document(vitals_lint *lint, const vt_lint_document *found) {
    vt_lint_document *kept = vt_lint_allocate(lint, sizeof *kept);
    if (!kept) {
        if (!found->borrowed) vitals_document_free(found->document);
        return NULL;
    }
    *kept = *found;
    *lint->documents_end = kept;
    lint->documents_end = &kept->next;
    return kept;
}

/* ------------------------------------------------------------ customizations */

/* A document of one member whose value is a part of the source as it is; NULL: no memory. */
static vt_lint_document *keep_text(vitals_lint *lint, const vt_lint_document *like,
                                   const vt_source *source, vt_text key, size_t from, size_t size) {
    vitals_limits limits = lint->limits;
    limits.document_bytes = limits.configuration_bytes;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &lint->allocator;
    options.limits = &limits;
    options.file = like->file;
    vt_lint_document found = { .line = like->line, .file = like->file, .text = like->text };
    vitals_status status =
        lint->no_memory ? VITALS_ENOMEM
                        : vt_document_of_text(source, key, from, size, &options, &found.document);
    if (!status && !vt_document_index_lines(found.document)) status = VITALS_ENOMEM;
    if (status == VITALS_ENOMEM) lint->no_memory = true;
    return status ? NULL : keep_document(lint, &found);
}

/* The customizations of one document, wherever they are in it. The first map is kept with the document
** itself, others as documents that borrow it. */
typedef struct customization_search {
    vitals_lint *lint;
    vt_lint_document *found;
    vt_lint_document *last; /* a text inside that was parsed last */
} customization_search;

static void take_map(void *user, const vitals_document *document, const vt_value *map) {
    customization_search *search = user;
    vt_lint_document *found = search->found;
    const bool named = vt_text_is(vitals_document_name(document), "argocd-cm");
    if (!has_customization(map) && !(named && is_configmap(document))) return;
    vt_lint_document *inner = document == found->document ? found : search->last;
    if (inner && inner->document == document && !inner->data) {
        inner->data = map;
        return;
    }
    vt_lint_document other = *found;
    other.document = (vitals_document *)(uintptr_t)document;
    other.data = map;
    other.loose = NULL;
    other.loads = other.is_configmap = other.expressions = other.ready = false;
    other.borrowed = true;
    keep_document(search->lint, &other);
}

/* A script that is not in a map: in a list of the operator, in a JSON patch. */
static void take_loose(void *user, const vt_argocd_entry *entry) {
    static const vt_text prefix = VT_TEXT_INIT("resource.customizations.health.");
    customization_search *search = user;
    vitals_lint *lint = search->lint;
    if (!vt_text_starts(entry->key, prefix) || vt_value_text(entry->value).size == 0) return;
    vt_lint_script *script = vt_lint_allocate(lint, sizeof *script);
    if (!script) return;
    vt_text kind = vt_text_between(entry->key, prefix.size, entry->key.size), group = VT_TEXT("");
    if (vt_text_find_byte(kind, '_', 0) != SIZE_MAX) vt_text_split(&kind, '_', &group);
    script->lint = lint;
    script->file = search->found->file;
    script->source = vt_value_text(entry->value);
    script->map = vt_source_map_of(&lint->arena, entry->document, entry->value);
    if (!script->map) lint->no_memory = true;
    script->group = group;
    script->kind = kind;
    script->key = group.size
                      ? vt_lint_printf(lint, "%.*s/%.*s", VT_TEXT_ARG(group), VT_TEXT_ARG(kind))
                      : kind;
    script->next = search->found->loose;
    search->found->loose = script;
}

static vitals_document *parse_text(void *user, const vitals_document *outer,
                                   const vt_value *string) {
    customization_search *search = user;
    vitals_lint *lint = search->lint;
    const vt_source_map *map = vt_source_map_of(&lint->arena, outer, string);
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    vt_lint_document inner = *search->found;
    inner.document = NULL;
    if (!map) lint->no_memory = true;
    if (!lint->no_memory) {
        const vt_source source = { vt_value_text(string), { 0 }, map };
        inner.document = vt_lint_parse(lint, &source, inner.file, VITALS_FORMAT_YAML, diagnostics);
    }
    vitals_diagnostics_free(diagnostics);
    if (!inner.document) return NULL;
    inner.data = NULL;
    inner.loose = NULL;
    inner.loads = inner.is_configmap = inner.expressions = inner.ready = false;
    search->last = keep_document(lint, &inner);
    return search->last ? inner.document : NULL;
}

/* A member whose value is the string from its byte `from` on. */
static vitals_document *cut_text(void *user, const vitals_document *outer, const vt_value *string,
                                 vt_text key, size_t from, size_t size) {
    customization_search *search = user;
    vitals_lint *lint = search->lint;
    vt_source source = { .text = vt_value_text(string) };
    source.map = vt_source_map_of(&lint->arena, outer, string);
    if (!source.map) lint->no_memory = true;
    search->last = keep_text(lint, search->found, &source, key, from, size);
    return search->last ? search->last->document : NULL;
}

static void name_file(void *user, const vt_argocd_file *file) {
    const customization_search *search = user;
    vitals_lint *lint = search->lint;
    vt_lint_named *named = vt_lint_allocate(lint, sizeof *named);
    if (!named) return;
    vt_text from = vt_text_from(search->found->file);
    *named =
        (vt_lint_named){ .directory = vt_text_between(from, 0, from.size - base_name(from).size),
                         .path = vt_arena_copy(&lint->arena, file->path),
                         .key = file->key,
                         .place = vt_document_place(file->document, file->at) };
    if (!vt_text_is_absent(file->key)) named->key = vt_arena_copy(&lint->arena, file->key);
    /* The document may be freed before the file is read. */
    named->place.file = vt_arena_copy(&lint->arena, vt_text_from(named->place.file)).bytes;
    if (vt_text_is_absent(named->path) || !named->place.file) lint->no_memory = true;
    *lint->named_end = named;
    lint->named_end = &named->next;
}

static bool search_goes_on(void *user) {
    const customization_search *search = user;
    return vt_lint_goes_on(search->lint);
}

/* Texts inside of texts are parsed by the engine too, whose limits hold for both. */
static void find_customizations(vitals_lint *lint, vt_lint_document *found) {
    customization_search search = { lint, found, NULL };
    vt_argocd_search everywhere = { .arena = &lint->arena,
                                    .user = &search,
                                    .take = take_loose,
                                    .take_map = take_map,
                                    .parse = parse_text,
                                    .cut = cut_text,
                                    .take_file = lint->named_end ? name_file : NULL,
                                    .goes_on = search_goes_on };
    vt_lint_document **end = lint->documents_end;
    const vitals_value *by_key = NULL;
    if (lint->key.bytes && !vitals_document_field(found->document, NULL, lint->key, &by_key)) {
        everywhere.path = lint->key;
        found->by_key = true;
    }
    vt_argocd_find(&everywhere, found->document);
    if (everywhere.no_memory) lint->no_memory = true;
    found->loads = found->data || found->loose || *end;
    found->is_configmap = found->data && is_configmap(found->document);
}

/* Keep a parsed document or free it; true when it has rules to check. */
static bool classify(vitals_lint *lint, vt_lint_document *found, vt_text file) {
    found->fixture = is_in_testdata(file);
    if (!found->fixture) {
        find_customizations(lint, found);
        found->expressions = carries_expressions(found->document, file);
        found->ready = vt_lint_has_ready(found->document);
        found->waits = vt_lint_has_idle_checks(found->document);
    }
    found->dialect = !found->fixture && vt_lint_has_dialect(found->document);
    bool has_rules =
        found->loads || found->expressions || found->ready || found->waits || found->dialect;
    if (found->fixture || has_rules) {
        keep_document(lint, found);
    } else {
        vitals_document_free(found->document);
    }
    return has_rules;
}

/* -------------------------------------------------------------------- files */

/* Every document with rules contains one of these words: no other needs to be parsed. */
static bool may_hold_rules(vt_text text) {
    static const vt_text words[] = { VT_TEXT_INIT("resource.custom"),
                                     VT_TEXT_INIT("healthCheckExprs"),
                                     VT_TEXT_INIT("healthChecks"),
                                     VT_TEXT_INIT("customHealthChecksExprs"),
                                     VT_TEXT_INIT("readyExpr"),
                                     VT_TEXT_INIT("argocd-cm"),
                                     VT_TEXT_INIT("resource\\"),
                                     VT_TEXT_INIT("resourceHealthChecks"),
                                     VT_TEXT_INIT("resourceCustomizations") };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vt_text_find(text, words[i], 0) != SIZE_MAX) return true;
    }
    return vt_dialects_may_hold(text);
}

static vt_text line_of(vt_text text, uint32_t number) {
    vt_text line = VT_TEXT("");
    while (number-- && vt_text_split(&text, '\n', &line)) {
    }
    return vt_text_trim(line);
}

/* Report a document that has rules but does not parse. Templates are not for us. */
static void report_unreadable(vitals_lint *lint, const char *file, vt_text text,
                              uint32_t first_line, const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (!first || lint->no_memory || vt_text_find(text, VT_TEXT("{{"), 0) != SIZE_MAX) return;
    vt_place place = { file, 0, first->line, first->column };
    uint32_t inner = first->line >= first_line ? first->line - first_line + 1 : 1;
    if (vt_text_starts(line_of(text, inner), VT_TEXT("*"))) {
        vt_lint_add(lint, VT_LINT_UNQUOTED_WILDCARD, place, VT_TEXT_ABSENT,
                    "a key that begins with * must be quoted: %.*s", VT_TEXT_ARG(first->text));
        vt_lint_propose_key_quotes(lint, file, text, first_line, first);
    } else {
        vt_lint_add(lint, VT_LINT_UNREADABLE, place, VT_TEXT_ABSENT, "%.*s",
                    VT_TEXT_ARG(first->text));
    }
}

/* A document with schemas of kinds: a CustomResourceDefinition, or OpenAPI v3. */
static bool may_hold_schemas(const vitals_lint *lint, vt_text text) {
    if (vt_text_find(text, VT_TEXT("openAPIV3Schema"), 0) != SIZE_MAX) return true;
    return lint->only_schemas &&
           vt_text_find(text, VT_TEXT("x-kubernetes-group-version-kind"), 0) != SIZE_MAX;
}

/* One that does not parse, such as a template, has no schema for us. */
static void take_schemas(vitals_lint *lint, const char *file, vt_text text, uint32_t line) {
    vt_source source = { text, { file, 0, line, 1 }, NULL };
    vitals_document *document = vt_lint_parse(lint, &source, file, VITALS_FORMAT_AUTO, NULL);
    if (document) vt_schemas_take(&lint->schemas, document);
    if (lint->schemas.no_memory) lint->no_memory = true;
    vitals_document_free(document);
}

static bool take_document(vitals_lint *lint, const char *file, vt_text text, uint32_t line) {
    if (may_hold_schemas(lint, text)) take_schemas(lint, file, text, line);
    if (lint->only_schemas) return false;
    bool fixture = is_in_testdata(vt_text_from(file));
    bool alone = vt_text_is(base_name(vt_text_from(file)), "health.cel.yaml") || lint->key.bytes ||
                 vt_argocd_is_kustomization(vt_text_from(file));
    if (!fixture && !alone && !may_hold_rules(text)) return false;
    vt_lint_document found = { .line = line, .file = file };
    found.text = vt_arena_copy(&lint->arena, text);
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    if (vt_text_is_absent(found.text)) lint->no_memory = true;
    bool kept = false;
    if (!lint->no_memory) {
        vt_source source = { found.text, { file, 0, line, 1 }, NULL };
        found.document = vt_lint_parse(lint, &source, file, VITALS_FORMAT_AUTO, diagnostics);
        if (!found.document && !fixture) report_unreadable(lint, file, text, line, diagnostics);
        if (found.document) kept = classify(lint, &found, vt_text_from(file));
    }
    vitals_diagnostics_free(diagnostics);
    return kept;
}

static uint32_t count_lines(vt_text text) {
    uint32_t lines = 0;
    for (size_t at = 0; (at = vt_text_find_byte(text, '\n', at)) != SIZE_MAX; at++) lines++;
    return lines;
}

/* The YAML documents of a file one by one, so that one that does not parse leaves the others. */
static bool take_documents(vitals_lint *lint, const char *file, vt_text text) {
    bool any = false;
    uint32_t line = 1;
    while (text.size > 0 && vt_lint_goes_on(lint)) {
        vt_yaml_cut cut = VT_YAML_CUT_INIT;
        vt_yaml_cut_document(&cut, text, true);
        size_t size = cut.at ? cut.at : text.size;
        vt_text document = vt_text_between(text, 0, size);
        any |= take_document(lint, file, document, line);
        line += count_lines(document);
        text = vt_text_between(text, size, text.size);
    }
    return any;
}

static bool take_script(vitals_lint *lint, const char *file, vt_text text) {
    vt_lint_script *script = vt_lint_allocate(lint, sizeof *script);
    if (!script) return false;
    vt_text directory = directory_of(vt_text_from(file));
    script->lint = lint;
    script->file = file;
    script->source = vt_arena_copy(&lint->arena, text);
    script->kind = base_name(directory);
    script->group = base_name(directory_of(directory));
    script->key =
        vt_lint_printf(lint, "%.*s/%.*s", VT_TEXT_ARG(script->group), VT_TEXT_ARG(script->kind));
    script->in_tree = script->open_libraries = true;
    if (vt_text_is_absent(script->source)) lint->no_memory = true;
    *lint->scripts_end = script;
    lint->scripts_end = &script->next;
    return true;
}

/* The helpers of a tree: kept for its checks, and themselves no rule. */
static bool take_prelude(vitals_lint *lint, const char *file, vt_text text) {
    vt_lint_keep_text(lint, vt_text_from(file), text);
    return false;
}

/* GROUP/KIND/actions/discovery.lua and GROUP/KIND/actions/NAME/action.lua. */
static bool take_action(vitals_lint *lint, const char *file, vt_text text) {
    vt_text directory = directory_of(vt_text_from(file));
    if (!vt_text_is(base_name(directory), "actions") &&
        !vt_text_is(base_name(directory_of(directory)), "actions")) {
        return false;
    }
    vt_lint_action *action = vt_lint_allocate(lint, sizeof *action);
    if (!action) return false;
    action->script = (vt_lint_script){ .lint = lint, .file = file };
    action->script.source = vt_arena_copy(&lint->arena, text);
    if (vt_text_is_absent(action->script.source)) lint->no_memory = true;
    action->script.open_libraries = true;
    action->next = lint->actions;
    lint->actions = action;
    return true;
}

/* One that does not parse is the business of `vitals test`. */
static bool take_test(vitals_lint *lint, const char *file, vt_text text) {
    vt_lint_document found = { .line = 1, .file = file };
    found.tests = vt_text_is(base_name(vt_text_from(file)), "health_test.yaml");
    found.action_tests = !found.tests;
    if (found.tests && !vt_map_put(&lint->tested, directory_of(vt_text_from(file)), lint))
        lint->no_memory = true;
    found.text = vt_arena_copy(&lint->arena, text);
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(lint);
    if (vt_text_is_absent(found.text)) lint->no_memory = true;
    if (!lint->no_memory) {
        vt_source source = { found.text, { file, 0, 1, 1 }, NULL };
        found.document = vt_lint_parse(lint, &source, file, VITALS_FORMAT_YAML, diagnostics);
        if (found.document) keep_document(lint, &found);
    }
    vitals_diagnostics_free(diagnostics);
    vt_lint_read_ignores(lint, file, text);
    vt_lint_keep_text(lint, vt_text_from(file), text);
    return false;
}

/* What a file is, by its name. */
static const struct file_kind {
    const char *ending;
    bool whole_name;
    bool (*take)(vitals_lint *lint, const char *file, vt_text text);
} file_kinds[] = {
    { "health.lua", true, take_script },     { "health_test.yaml", true, take_test },
    { "action_test.yaml", true, take_test }, { "action.lua", true, take_action },
    { "discovery.lua", true, take_action },  { VT_PRELUDE_NAME, true, take_prelude },
    { ".yaml", false, take_documents },      { ".yml", false, take_documents },
    { ".json", false, take_documents },
};

static bool is_of_kind(vt_text file, const struct file_kind *kind) {
    vt_text ending = vt_text_from(kind->ending);
    return kind->whole_name ? vt_text_equal(base_name(file), ending) : vt_text_ends(file, ending);
}

static vitals_status outcome(const vitals_lint *lint) {
    if (lint->no_memory) return VITALS_ENOMEM;
    return lint->stopped ? VITALS_ESTOPPED : VITALS_OK;
}

vitals_status vitals_lint_text(vitals_lint *lint, const char *file, const char *bytes,
                               size_t size) {
    if (!lint) return VITALS_EINVAL;
    if (lint->finished) return VITALS_EINVAL;
    vt_text name = vt_arena_copy(&lint->arena, vt_text_from(file));
    if (vt_text_is_absent(name)) return VITALS_ENOMEM;
    vt_lint_note_settings(lint, name);
    vt_text text = { bytes, size };
    for (size_t i = 0; i < sizeof file_kinds / sizeof file_kinds[0]; i++) {
        if (!is_of_kind(name, &file_kinds[i])) continue;
        if (file_kinds[i].take(lint, name.bytes, text)) {
            if (!lint->wants || lint->wants(lint->wants_user, name.bytes)) lint->file_count++;
            vt_lint_read_ignores(lint, name.bytes, text);
            vt_lint_keep_text(lint, name, text);
        }
        break;
    }
    return outcome(lint);
}

/* A file that is the value of a member counts as one with something to lint. */
vitals_status vt_lint_take_member(vitals_lint *lint, const char *file, vt_text key, vt_text text) {
    vt_lint_document like = { .line = 1, .file = file, .text = vt_arena_copy(&lint->arena, text) };
    if (vt_text_is_absent(like.text)) return VITALS_ENOMEM;
    vt_lint_note_settings(lint, vt_text_from(file));
    const vt_source source = { .text = like.text, .start = { file, 0, 1, 1 } };
    vt_lint_document *kept = keep_text(lint, &like, &source, key, 0, text.size);
    if (!kept) return outcome(lint);
    kept->data = vt_document_root(kept->document);
    if (!lint->wants || lint->wants(lint->wants_user, file)) lint->file_count++;
    vt_lint_read_ignores(lint, file, text);
    vt_lint_keep_text(lint, vt_text_from(file), text);
    return outcome(lint);
}

size_t vitals_lint_file_count(const vitals_lint *lint) {
    return lint->file_count;
}

/* ------------------------------------------------------------------ checking */

vt_text vt_lint_prelude_path(vitals_lint *lint, vt_text file) {
    const vt_text check = directory_of(file), group = directory_of(check);
    if (vt_text_find_byte(check, '/', 0) == SIZE_MAX) {
        return vt_lint_printf(lint, "%.*s/../../" VT_PRELUDE_NAME, VT_TEXT_ARG(check));
    }
    if (vt_text_find_byte(group, '/', 0) == SIZE_MAX) return VT_TEXT(VT_PRELUDE_NAME);
    return vt_lint_printf(lint, "%.*s/" VT_PRELUDE_NAME, VT_TEXT_ARG(directory_of(group)));
}

/* Put the helpers of its tree into a check. */
static void add_helpers(vitals_lint *lint, vt_lint_script *script) {
    if (!vt_prelude_is_named(script->source)) return;
    const vt_text path = vt_lint_prelude_path(lint, vt_text_from(script->file));
    const vt_lines *prelude = vt_map_get(&lint->texts, path);
    vt_text missing;
    if (!prelude) return;
    missing = vt_prelude_missing(prelude->text, script->source);
    script->source = vt_prelude_expand(prelude->text, script->source, &lint->arena);
    if (vt_text_is_absent(script->source)) lint->no_memory = true;
    if (vt_text_is_absent(missing)) return;
    vt_lint_add(lint, VT_LINT_LUA_UNDEFINED, (vt_place){ script->file, 0, 1, 1 }, VT_TEXT_ABSENT,
                VT_PRELUDE_NAME " has no helper '%.*s'", VT_TEXT_ARG(missing));
}

static void check_tree_script(vitals_lint *lint, vt_lint_script *script) {
    vt_place place = { script->file, 0, 1, 1 };
    add_helpers(lint, script);
    if (lint->no_memory) return;
    if (!vt_map_get(&lint->tested, directory_of(vt_text_from(script->file)))) {
        vt_lint_add(lint, VT_LINT_NO_FIXTURES, place, VT_TEXT_ABSENT,
                    "there is no health_test.yaml beside this check");
    }
    vt_lint_group_kind(lint, place, script->group, script->kind, "_", '/');
    vt_lint_script_rules(script);
}

vitals_status vitals_lint_finish(vitals_lint *lint) {
    if (!lint) return VITALS_EINVAL;
    if (lint->finished) return VITALS_EINVAL;
    lint->finished = true;
    for (const vt_lint_document *at = lint->documents; at && vt_lint_goes_on(lint); at = at->next) {
        if (at->data || at->loads) vt_lint_configmap(lint, at);
        if (at->expressions) vt_lint_expressions(lint, at);
        if (at->ready) vt_lint_ready(lint, at);
        if (at->dialect) vt_lint_dialect(lint, at);
        if (at->waits) vt_lint_idle_checks(lint, at);
        if (at->tests) vt_lint_test_keys(lint, at);
    }
    for (vt_lint_script *at = lint->scripts; at && vt_lint_goes_on(lint); at = at->next) {
        check_tree_script(lint, at);
    }
    for (vt_lint_action *at = lint->actions; at && vt_lint_goes_on(lint); at = at->next) {
        vt_lint_action_rules(&at->script);
    }
    if (vt_lint_goes_on(lint)) vt_lint_fixtures(lint);
    if (!lint->no_memory) vt_lint_finish_findings(lint);
    if (!lint->no_memory) vt_lint_finish_edits(lint);
    return outcome(lint);
}
