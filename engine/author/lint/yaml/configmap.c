/*
** The rules about customizations in both forms: their keys, their scripts, and conflicts between
** them. Whether Argo CD can load them at all is left to the engine.
*/
#include "author/lint/yaml/wildcards.h"

#define GLOB_CHARACTERS "*?[{\\"

typedef struct configmap {
    vitals_lint *lint;
    const vt_lint_document *source;
    const vitals_document *document;
    vitals_document *legacy; /* the YAML inside resource.customizations, or NULL */
    vt_lint_entries entries;
    vt_lint_entry **end; /* of the entries */
} configmap;

static vt_place place_of(const configmap *map, const vt_value *value) {
    return vt_document_place(map->document, value);
}

static vt_lint_entry *entry_of(configmap *map, vt_text key, vt_place place) {
    vt_lint_entry *found = vt_map_get(&map->entries.by_key, key);
    if (found) return found;
    vt_lint_entry *created = vt_lint_allocate(map->lint, sizeof *created);
    if (!created) return NULL;
    created->index = map->entries.by_key.entry_count;
    created->key = key;
    if (!vt_map_put(&map->entries.by_key, key, created)) {
        map->lint->no_memory = true;
        return NULL;
    }
    created->place = place;
    *map->end = created;
    map->end = &created->next;
    return created;
}

/* Split at the first separator. */
static vt_lint_key cut_key(const configmap *map, vt_text text, vt_place place, char separator) {
    vt_lint_key key = { .lint = map->lint, .place = place, .text = text, .kind = text };
    key.separator = separator;
    key.wildcards = separator == '/' ? GLOB_CHARACTERS : "";
    size_t at = vt_text_find_byte(text, separator, 0);
    if (at == SIZE_MAX) return key;
    key.has_group = true;
    key.group = vt_text_between(text, 0, at);
    key.kind = vt_text_between(text, at + 1, text.size);
    return key;
}

/* ------------------------------------------------------------------- scripts */

/* Take a script, which replaces an earlier one of the same key. */
static void take_script(configmap *map, vt_lint_entry *found, const vitals_document *document,
                        const vt_value *value, vt_place place) {
    vt_lint_script *script = vt_lint_allocate(map->lint, sizeof *script);
    if (!script || vt_value_text(value).size == 0) return;
    if (found->script) {
        vt_lint_add(map->lint, VT_LINT_KEY_SHADOWED, found->place, VT_TEXT_ABSENT,
                    "%.*s has another script on line %u, which is used instead",
                    VT_TEXT_ARG(found->key), place.line);
    }
    script->lint = map->lint;
    script->file = map->source->file;
    script->source = vt_value_text(value);
    script->map = vt_source_map_of(&map->lint->arena, document, value);
    if (!script->map) map->lint->no_memory = true;
    script->key = found->key;
    found->script = script;
    found->place = place;
}

/* ---------------------------------------------------------------- split keys */

static void take_split_health(configmap *map, vt_lint_entry *found, const vt_value *key) {
    const vt_value *value = vt_object_value(key);
    vt_text text = vt_text_trim(vt_value_text(value));
    if (vt_text_starts(text, VT_TEXT("health.lua:"))) {
        vt_lint_add(map->lint, VT_LINT_VALUE_NOT_SCRIPT, place_of(map, value), VT_TEXT_ABSENT,
                    "the value begins with health.lua:, which belongs in resource.customizations");
        return;
    }
    take_script(map, found, map->document, value, place_of(map, key));
}

static void take_split_open(configmap *map, vt_lint_entry *found, const vt_value *key) {
    vt_text text = vt_value_text(vt_object_value(key));
    found->has_open = true;
    found->open = text.size > 0 && strchr("1tT", text.bytes[0]) != NULL;
    found->open_at = place_of(map, key);
}

static void take_split_other(configmap *map, vt_lint_entry *found, const vt_value *key) {
    (void)map;
    (void)found;
    (void)key;
}

static void take_split_actions(configmap *map, vt_lint_entry *found, const vt_value *key) {
    (void)found;
    vt_lint_actions(map->lint, map->source, map->document, vt_object_value(key));
}

static const struct split_type {
    const char *name;
    void (*take)(configmap *map, vt_lint_entry *found, const vt_value *key);
} split_types[] = {
    { "health", take_split_health },
    { "useOpenLibs", take_split_open },
    { "actions", take_split_actions },
    { "ignoreDifferences", take_split_other },
    { "ignoreResourceUpdates", take_split_other },
    { "knownTypeFields", take_split_other },
};

static const struct split_type *find_type(vt_text name) {
    for (size_t i = 0; i < sizeof split_types / sizeof split_types[0]; i++) {
        if (vt_text_is(name, split_types[i].name)) return &split_types[i];
    }
    return NULL;
}

/* Characters that a ConfigMap key cannot contain; true when one was reported. */
static bool check_characters(configmap *map, vt_text group_kind, vt_place place) {
    for (size_t i = 0; i < group_kind.size; i++) {
        char byte = group_kind.bytes[i];
        if (byte && strchr("*?[]{}", byte)) {
            vt_lint_add(map->lint, VT_LINT_KEY_SPLIT_WILDCARD, place, VT_TEXT_ABSENT,
                        "%.*s: a ConfigMap key cannot contain %c, so split keys have no wildcards",
                        VT_TEXT_ARG(group_kind), byte);
            return true;
        }
        if (byte == '/') {
            vt_lint_add(map->lint, VT_LINT_KEY_CHARACTERS, place, VT_TEXT_ABSENT,
                        "%.*s: a ConfigMap key cannot contain a slash", VT_TEXT_ARG(group_kind));
            return true;
        }
    }
    return false;
}

static void check_all(configmap *map, vt_place place, const struct split_type *type) {
    if (type->take != take_split_health) return;
    vt_lint_add(map->lint, VT_LINT_WILDCARD_NO_CORE, place, VT_TEXT_ABSENT,
                "the key all means */*, which does not match core kinds");
}

/* The key in the form that Argo CD looks up. */
static vt_text override_key(configmap *map, const vt_lint_key *key) {
    if (vt_text_is(key->text, "all")) return VT_TEXT("*/*");
    if (!key->has_group) return key->text;
    return vt_lint_printf(map->lint, "%.*s/%.*s", VT_TEXT_ARG(key->group), VT_TEXT_ARG(key->kind));
}

/* A pattern that does not compile matches nothing. */
static void check_glob(configmap *map, vt_lint_entry *found, vt_place place) {
    const char *error = NULL;
    found->glob = vt_glob_compile(&map->lint->arena, found->key, &error);
    if (found->glob) return;
    if (error) {
        vt_lint_add(map->lint, VT_LINT_KEY_GLOB, place, VT_TEXT_ABSENT, "%.*s matches nothing: %s",
                    VT_TEXT_ARG(found->key), error);
    } else {
        map->lint->no_memory = true;
    }
}

static void take_split(configmap *map, const vt_value *key, vt_text type_name, vt_text group_kind) {
    const struct split_type *type = find_type(type_name);
    if (!type) return; /* the engine reports it */
    vt_place place = place_of(map, key);
    vt_lint_key cut = cut_key(map, group_kind, place, '_');
    if (vt_text_is(group_kind, "all")) {
        check_all(map, place, type);
    } else if (!check_characters(map, group_kind, place) && group_kind.size &&
               vt_text_find_byte(cut.kind, '_', 0) == SIZE_MAX) {
        vt_lint_key_rules(&cut);
    }
    vt_lint_entry *found = entry_of(map, override_key(map, &cut), place);
    if (!found) return;
    if (vt_text_is(group_kind, "all")) check_glob(map, found, place);
    type->take(map, found, key);
}

/* resource.customizations.health, resource.customization.health.x and the like. */
static void check_ignored(configmap *map, const vt_value *key) {
    vt_text text = vt_value_text(key), rest = text, first, second;
    static const vt_text word = VT_TEXT_INIT("customizations");
    vt_text_split(&rest, '.', &first);
    if (!vt_text_is(first, "resource") || !vt_text_split(&rest, '.', &second)) return;
    if (vt_text_equal(second, word)) {
        vt_lint_add(map->lint, VT_LINT_KEY_IGNORED, place_of(map, key), VT_TEXT_ABSENT,
                    "Argo CD ignores %.*s: a split key ends in .<type>.<group>_<Kind>",
                    VT_TEXT_ARG(text));
    } else if (vt_text_distance(second, word, 3) <= 3) {
        vt_lint_add(map->lint, VT_LINT_KEY_IGNORED, place_of(map, key), VT_TEXT_ABSENT,
                    "Argo CD ignores %.*s: the key must begin with resource.customizations",
                    VT_TEXT_ARG(text));
    }
}

/* A boolean or number as it is written, in quotes. */
static void propose_quotes(configmap *map, const vt_value *value) {
    vt_text text = map->source->text;
    size_t end = value->offset;
    while (end < text.size && !strchr(" \t\r\n,}]#", text.bytes[end])) end++;
    vt_text old = vt_text_between(text, value->offset, end);
    vt_place place = place_of(map, value);
    vt_lint_propose(map->lint, (vt_lint_proposal){ .change = VT_LINT_REPLACE,
                                                   .rule = VT_LINT_VALUE_NOT_TEXT,
                                                   .place = place,
                                                   .at = place,
                                                   .old = old,
                                                   .text = vt_lint_printf(map->lint, "\"%.*s\"",
                                                                          VT_TEXT_ARG(old)) });
}

/* The values of a ConfigMap are strings; null counts as empty. The chart quotes what it is given. */
static void check_value(configmap *map, const vt_value *key) {
    const vt_value *value = vt_object_value(key);
    if (!map->source->is_configmap || vt_value_is_string(value) || vt_value_is_null(value)) return;
    vt_lint_add(map->lint, VT_LINT_VALUE_NOT_TEXT, place_of(map, value), VT_TEXT_ABSENT,
                "the value of %.*s is not a string, and the API server rejects the ConfigMap",
                VT_TEXT_ARG(vt_value_text(key)));
    if (!vt_value_is_array(value) && !vt_value_is_object(value)) propose_quotes(map, value);
}

static void read_key(configmap *map, const vt_value *key) {
    check_value(map, key);
    vt_text rest = vt_value_text(key), head, second, type;
    vt_text_split(&rest, '.', &head);
    if (!vt_text_split(&rest, '.', &second)) return;
    bool ours = vt_text_is(head, "resource") && vt_text_is(second, "customizations");
    if (ours && vt_text_split(&rest, '.', &type) && !vt_text_is_absent(rest)) {
        take_split(map, key, type, rest);
    } else {
        check_ignored(map, key);
    }
}

/* -------------------------------------------------------------- the legacy map */

static void take_legacy_script(configmap *map, vt_lint_entry *found, const vt_value *key) {
    take_script(map, found, map->legacy, vt_object_value(key), vt_document_place(map->legacy, key));
}

static void take_legacy_open(configmap *map, vt_lint_entry *found, const vt_value *key) {
    found->has_open = true;
    found->open = vt_value_is_true(vt_object_value(key));
    found->open_at = vt_document_place(map->legacy, key);
    found->in_map = true;
}

static void take_legacy_actions(configmap *map, vt_lint_entry *found, const vt_value *key) {
    (void)found;
    vt_lint_actions(map->lint, map->source, map->legacy, vt_object_value(key));
}

static const struct legacy_field {
    const char *name;
    void (*take)(configmap *map, vt_lint_entry *found, const vt_value *key);
} legacy_fields[] = {
    { "health.lua", take_legacy_script },
    { "health.lua.useOpenLibs", take_legacy_open },
    { "actions", take_legacy_actions },
    { "ignoreDifferences", take_split_other },
    { "ignoreResourceUpdates", take_split_other },
    { "knownTypeFields", take_split_other },
};

static void take_field(configmap *map, vt_lint_entry *found, const vt_value *key) {
    vt_text name = vt_value_text(key);
    for (size_t i = 0; i < sizeof legacy_fields / sizeof legacy_fields[0]; i++) {
        if (!vt_text_equal_fold(name, vt_text_from(legacy_fields[i].name))) continue;
        legacy_fields[i].take(map, found, key);
        return;
    }
    vt_lint_add(map->lint, VT_LINT_ENTRY_FIELD, vt_document_place(map->legacy, key), VT_TEXT_ABSENT,
                "Argo CD ignores the field %.*s of %.*s", VT_TEXT_ARG(name),
                VT_TEXT_ARG(found->key));
}

static void check_legacy_key(configmap *map, vt_lint_entry *found, vt_text text, vt_place place) {
    bool pattern = strpbrk(vt_lint_printf(map->lint, "%.*s", VT_TEXT_ARG(text)).bytes,
                           GLOB_CHARACTERS) != NULL;
    vt_lint_key key = cut_key(map, text, place, '/');
    size_t underscore = vt_text_find_byte(text, '_', 0);
    if (!key.has_group && underscore != SIZE_MAX && !pattern) {
        vt_lint_add(map->lint, VT_LINT_KEY_UNDERSCORE, place,
                    vt_lint_printf(map->lint, "Write %.*s/%.*s", (int)underscore, text.bytes,
                                   VT_TEXT_ARG(vt_text_between(text, underscore + 1, text.size))),
                    "%.*s matches nothing: here the separator of group and kind is a slash",
                    VT_TEXT_ARG(text));
    } else {
        vt_lint_key_rules(&key);
    }
    if (pattern) check_glob(map, found, place);
}

static void read_legacy_entry(configmap *map, const vt_value *key) {
    vt_place place = vt_document_place(map->legacy, key);
    vt_text text = vt_value_text(key);
    const vt_value *value = vt_object_value(key);
    vt_lint_entry *found = entry_of(map, text, place);
    if (!found) return;
    check_legacy_key(map, found, text, place);
    if (vt_value_is_null(value)) {
        vt_lint_add(map->lint, VT_LINT_NULL_ENTRY, place, VT_TEXT_ABSENT,
                    "the entry %.*s is null, which crashes Argo CD", VT_TEXT_ARG(text));
        return;
    }
    if (!vt_value_is_object(value)) return; /* the engine reports it */
    const vt_value *field = vt_object_first(value);
    for (; field; field = vt_object_next(value, field)) take_field(map, found, field);
}

/* A key that is in the map twice: the later one wins. */
static void check_repeated(configmap *map, const vt_value *root) {
    const vt_value *end = root + root->next;
    for (const vt_value *key = root + 1; key < end; key += 1 + key[1].next) {
        if (!(key->flags & VT_FLAG_SHADOWED)) continue;
        vt_lint_add(map->lint, VT_LINT_KEY_SHADOWED, vt_document_place(map->legacy, key),
                    VT_TEXT_ABSENT, "%.*s is repeated below, and the later one is used",
                    VT_TEXT_ARG(vt_value_text(key)));
    }
}

/* Whether the line of the legacy text that a diagnostic is about begins with a star. */
static bool is_unquoted(vt_text text, const vt_source_map *map, const vitals_diagnostic *found) {
    vt_text line;
    for (uint32_t number = 1; vt_text_split(&text, '\n', &line); number++) {
        if (!vt_text_starts(vt_text_trim(line), VT_TEXT("*"))) continue;
        uint32_t at = vt_source_map_place(map, number, 1).line;
        if (at == found->line || at + 1 == found->line) return true;
    }
    return false;
}

static void report_legacy_syntax(configmap *map, vt_text text, const vt_source_map *source,
                                 const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (!first || !is_unquoted(text, source, first)) return;
    vt_lint_add(map->lint, VT_LINT_UNQUOTED_WILDCARD,
                (vt_place){ map->source->file, 0, first->line, first->column }, VT_TEXT_ABSENT,
                "a key that begins with * must be quoted, or Argo CD ignores all customizations");
    vt_lint_propose_key_quotes(map->lint, map->source->file, map->source->text, map->source->line,
                               first);
}

static void read_legacy(configmap *map, const vt_value *value) {
    vt_text text = vt_value_text(value);
    if (vt_text_trim(text).size == 0) return;
    const vt_source_map *inside = vt_source_map_of(&map->lint->arena, map->document, value);
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(map->lint);
    if (!inside) map->lint->no_memory = true;
    if (!map->lint->no_memory) {
        vt_source source = { text, { 0 }, inside };
        map->legacy =
            vt_lint_parse(map->lint, &source, map->source->file, VITALS_FORMAT_YAML, diagnostics);
        if (!map->legacy) report_legacy_syntax(map, text, inside, diagnostics);
    }
    vitals_diagnostics_free(diagnostics);
    const vt_value *root = map->legacy ? vt_document_root(map->legacy) : NULL;
    if (!vt_value_is_object(root)) return; /* the engine reports it */
    check_repeated(map, root);
    const vt_value *key = vt_object_first(root);
    for (; key && vt_lint_goes_on(map->lint); key = vt_object_next(root, key)) {
        read_legacy_entry(map, key);
    }
}

/* -------------------------------------------------------------------- loading */

/* Two of these problems have rules of their own. */
static bool has_own_rule(const configmap *map, uint32_t line) {
    const char *file = map->source->file;
    return vt_lint_has(map->lint, VT_LINT_NULL_ENTRY, file, line) ||
           vt_lint_has(map->lint, VT_LINT_UNQUOTED_WILDCARD, file, line);
}

/* What Argo CD rejects, in its words, where no other rule has reported it. */
static void report_loading(configmap *map, const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *found;
    for (size_t i = 0;
         vt_lint_goes_on(map->lint) && (found = vitals_diagnostics_at(diagnostics, i)); i++) {
        if (strcmp(found->rule, "argocd-cm") != 0 && strcmp(found->rule, "configmap") != 0)
            continue;
        vt_place place = vt_lint_loaded_place(map->source, found);
        if (has_own_rule(map, place.line)) continue;
        vt_lint_add(map->lint, VT_LINT_CONFIGMAP_BROKEN, place, VT_TEXT_ABSENT, "%.*s",
                    VT_TEXT_ARG(found->text));
    }
}

/* What is not a ConfigMap is read as the engine finds it. */
static vitals_status add(const vitals_lint *lint, const vt_lint_document *document,
                         vitals_configuration *configuration, vitals_diagnostics *diagnostics) {
    const vt_text text = document->text;
    vitals_rules_options options = VITALS_RULES_OPTIONS_INIT;
    options.take = VITALS_RULES_CUSTOMIZATIONS;
    options.key = document->by_key ? lint->key.bytes : NULL;
    if (document->is_configmap && !document->by_key) {
        return vitals_configuration_add_argocd_cm(configuration, document->file, text.bytes,
                                                  text.size, diagnostics);
    }
    return vitals_configuration_add_rules(configuration, document->file, text.bytes, text.size,
                                          &options, diagnostics);
}

static void check_loading(configmap *map) {
    vitals_diagnostics *diagnostics = vt_lint_diagnostics(map->lint);
    if (!diagnostics) return;
    vt_lint_load(map->lint, map->source, add, diagnostics);
    if (!map->lint->no_memory) report_loading(map, diagnostics);
    vitals_diagnostics_free(diagnostics);
}

/* -------------------------------------------------------------------- entries */

/* Whether a line is `key: value` and nothing else. */
static bool is_whole_entry(vt_text line) {
    line = vt_text_trim(line);
    size_t colon = vt_text_find(line, VT_TEXT(": "), 0);
    return colon != SIZE_MAX && !strpbrk(line.bytes, "{}[]|>&*!") &&
           vt_text_find(vt_text_between(line, 0, colon), VT_TEXT("useOpenLibs"), 0) != SIZE_MAX;
}

/* Remove the line with useOpenLibs, unless that would leave an entry of the map empty. */
static void propose_closed(configmap *map, const vt_lint_entry *found, vt_lint_rule_id rule) {
    vt_text rest = map->source->text, line = VT_TEXT("");
    uint32_t number = found->open_at.line - map->source->line + 1;
    if (rule == VT_LINT_OPEN_WITHOUT_SCRIPT && found->in_map) return;
    while (number-- && vt_text_split(&rest, '\n', &line)) {
    }
    vt_text copy = vt_lint_printf(map->lint, "%.*s", VT_TEXT_ARG(line));
    if (!is_whole_entry(copy)) return;
    vt_lint_propose(map->lint, (vt_lint_proposal){ .change = VT_LINT_REMOVE_LINES,
                                                   .rule = rule,
                                                   .place = found->open_at,
                                                   .at = found->open_at,
                                                   .old = copy,
                                                   .last_line = found->open_at.line });
}

static void check_open(configmap *map, const vt_lint_entry *found) {
    if (!found->has_open || !found->open) return;
    if (!found->script) {
        vt_lint_add(map->lint, VT_LINT_OPEN_WITHOUT_SCRIPT, found->open_at, VT_TEXT_ABSENT,
                    "useOpenLibs of %.*s has no effect: there is no script under the same key",
                    VT_TEXT_ARG(found->key));
        propose_closed(map, found, VT_LINT_OPEN_WITHOUT_SCRIPT);
    } else if (found->script->tree && !vt_lint_needs_open(found->script)) {
        vt_lint_add(map->lint, VT_LINT_OPEN_UNNEEDED, found->open_at, VT_TEXT_ABSENT,
                    "the script of %.*s does not use the libraries that useOpenLibs opens",
                    VT_TEXT_ARG(found->key));
        propose_closed(map, found, VT_LINT_OPEN_UNNEEDED);
    }
}

static void check_entry(configmap *map, vt_lint_entry *found) {
    if (found->script) {
        vt_lint_key key = cut_key(map, found->key, found->place, '/');
        found->script->group = key.group;
        found->script->kind = key.kind;
        found->script->open_libraries = found->open;
        vt_lint_script_rules(found->script);
    }
    check_open(map, found);
}

void vt_lint_configmap(vitals_lint *lint, const vt_lint_document *document) {
    configmap map = { .lint = lint, .source = document, .document = document->document };
    map.entries.lint = lint;
    vt_map_init(&map.entries.by_key, &lint->allocator, 0);
    map.end = &map.entries.first;
    static const vt_text legacy = VT_TEXT_INIT("resource.customizations");
    const vt_value *value = vt_document_get(map.document, document->data, legacy);
    if (value) read_legacy(&map, value);
    const vt_value *key = document->data ? vt_object_first(document->data) : NULL;
    for (; key && vt_lint_goes_on(lint); key = vt_object_next(document->data, key)) {
        if (!vt_text_equal(vt_value_text(key), legacy)) read_key(&map, key);
    }
    for (vt_lint_entry *at = map.entries.first; at && vt_lint_goes_on(lint); at = at->next) {
        check_entry(&map, at);
    }
    if (vt_lint_goes_on(lint)) vt_lint_wildcards(&map.entries);
    for (vt_lint_script *at = document->loose; at && vt_lint_goes_on(lint); at = at->next) {
        vt_lint_script_rules(at);
    }
    if (document->loads && vt_lint_goes_on(lint)) check_loading(&map);
    vitals_document_free(map.legacy);
    vt_map_done(&map.entries.by_key);
}
