/*
** Customizations of an argocd-cm as rules: the legacy key, then the split keys over it. The members are
** gathered from all inputs first.
** ARGO: util/settings/settings.go and ResourceOverride.UnmarshalJSON; texts of errors to the letter.
*/
#include "rules/customization.h"

/* ----------------------------------------------------------- the legacy key */

enum raw_field {
    RAW_HEALTH_LUA,
    RAW_OPEN_LIBRARIES,
    RAW_ACTIONS,
    RAW_IGNORE_DIFFERENCES,
    RAW_IGNORE_RESOURCE_UPDATES,
    RAW_KNOWN_TYPE_FIELDS,
    RAW_FIELD_COUNT
};

/* ARGO: sigs.k8s.io/yaml finds a target for `actions` and knownTypeFields by the names of the Go
** struct, but none for health.lua, so only there a scalar is not converted to text. */
static const vt_go_field raw_override_fields[RAW_FIELD_COUNT + 1] = {
    [RAW_HEALTH_LUA] = { "health.lua", VT_GO_STRING, "string", NULL, false },
    [RAW_OPEN_LIBRARIES] = { "health.lua.useOpenLibs", VT_GO_BOOL, "bool", NULL, false },
    [RAW_ACTIONS] = { "actions", VT_GO_STRING, "string", NULL, true },
    [RAW_IGNORE_DIFFERENCES] = { "ignoreDifferences", VT_GO_STRING, "string", NULL, false },
    [RAW_IGNORE_RESOURCE_UPDATES] = { "ignoreResourceUpdates", VT_GO_STRING, "string", NULL,
                                      false },
    [RAW_KNOWN_TYPE_FIELDS] = { "knownTypeFields", VT_GO_STRUCTS, vt_go_known_type_fields,
                                &vt_go_known_type_field, false },
};
static const vt_go_struct raw_override = { "rawResourceOverride", "v1alpha1.rawResourceOverride",
                                           raw_override_fields };

/* ignoreDifferences and ignoreResourceUpdates hold YAML inside a string. */
static void check_inner(vt_configmap *configmap, vt_override *override,
                        const vitals_document *document, const vt_value *value) {
    if (!value || !vt_text_is_absent(override->broken)) return;
    vt_configmap_check_ignore(configmap, override, document, value, vt_value_text(value),
                              VT_DECODING);
}

/* A member of the argocd-cm, and whether templates in it were rendered. */
typedef struct vt_kept_entry {
    vt_argocd_entry entry;
    bool rendered;
} vt_kept_entry;

/* The key of a value, which is where a rule is reported. */
static const vt_value *key_of(const vt_value *value) {
    return value ? value - 1 : NULL;
}

/* Read one entry of the map into the override of its key. */
static void read_entry(vt_configmap *configmap, const vitals_document *document,
                       const vt_value *key) {
    vt_override *override = vt_configmap_override(configmap, vt_value_text(key));
    if (!override) return;
    const vt_value *entry = vt_object_value(key);
    if (vt_value_is_null(entry)) {
        /* ARGO: dereferences a nil pointer here and crashes. */
        vt_configmap_broken(configmap, override, vt_document_place(document, key),
                            VT_TEXT("entry is null, which crashes Argo CD; write {} for an "
                                    "empty entry"));
        return;
    }
    const vt_value *values[RAW_FIELD_COUNT] = { NULL };
    vt_go_decoder decoder = vt_configmap_decoder(configmap, document);
    if (!vt_go_decode_struct(&decoder, &raw_override, entry, values)) {
        vt_configmap_report_decoding(configmap, override, &decoder, "");
        return;
    }
    check_inner(configmap, override, document, values[RAW_IGNORE_DIFFERENCES]);
    check_inner(configmap, override, document, values[RAW_IGNORE_RESOURCE_UPDATES]);
    override->open_libraries = vt_value_is_true(values[RAW_OPEN_LIBRARIES]);
    override->document = document;
    override->script = values[RAW_HEALTH_LUA];
    override->script_key = key_of(override->script);
    override->script_text = vt_value_text(override->script);
}

static void read_legacy(vt_configmap *configmap, const vt_value *value) {
    vt_text text = vt_configmap_value_text(configmap, value);
    if (text.size == 0 || vt_configmap_is_template(configmap, NULL)) return;
    vitals_document *document =
        vt_configmap_parse(configmap, NULL, configmap->document, value, text, "");
    if (!document) return;
    const vt_value *root = vt_document_root(document);
    if (vt_value_is_null(root)) return;
    vt_go_decoder decoder = vt_configmap_decoder(configmap, document);
    if (!vt_value_is_object(root)) {
        vt_go_cannot(&decoder, root, "map[string]v1alpha1.ResourceOverride");
        vt_configmap_report_decoding(configmap, NULL, &decoder, "");
        return;
    }
    const vt_value **keys = vt_go_sorted_keys(&decoder, root);
    if (!keys) vt_configmap_report_decoding(configmap, NULL, &decoder, "");
    for (; keys && *keys && vt_context_continue(configmap->context); keys++) {
        read_entry(configmap, document, *keys);
    }
}

/* ---------------------------------------------------------- compare options */

static const vt_go_field compare_options_fields[] = {
    { "ignoreAggregatedRoles", VT_GO_BOOL, "bool", NULL, false },
    { "ignoreResourceStatusField", VT_GO_STRING, "settings.IgnoreStatus", NULL, true },
    { "ignoreDifferencesOnResourceUpdates", VT_GO_BOOL, "bool", NULL, false },
    { NULL, VT_GO_STRING, NULL, NULL, false },
};
static const vt_go_struct compare_options = { "ArgoCDDiffOptions", "settings.ArgoCDDiffOptions",
                                              compare_options_fields };

/* ARGO: read together with the customizations, and fails with them. */
static void check_compare_options(vt_configmap *configmap, const vt_value *value) {
    static const char prefix[] = "failed to get compare options: ";
    vt_text text = vt_configmap_value_text(configmap, value);
    if (text.size == 0) return;
    vitals_document *document =
        vt_configmap_parse(configmap, NULL, configmap->document, value, text, prefix);
    if (!document) return;
    vt_go_decoder decoder = vt_configmap_decoder(configmap, document);
    const vt_value *values[3] = { NULL };
    if (!vt_go_decode_struct(&decoder, &compare_options, vt_document_root(document), values)) {
        vt_configmap_report_decoding(configmap, NULL, &decoder, prefix);
    }
}

/* -------------------------------------------------------------------- rules */

static bool has_special(vt_text key) {
    for (size_t i = 0; i < key.size; i++) {
        if (key.bytes[i] && strchr("*?[{\\", key.bytes[i])) return true;
    }
    return false;
}

/* ARGO: every key is tried as a glob; one without special characters matches itself alone, which
** the exact look-up has already found. */
static void compile_glob(vt_build_context *context, vt_rule *rule) {
    if (!has_special(rule->key)) return;
    rule->wildcard = true;
    const char *error = NULL;
    rule->glob = vt_glob_compile(&context->engine->arena, rule->key, &error);
    if (!rule->glob) vt_context_report_glob(context, rule->place, rule->key, error);
}

/* An override becomes a rule when it has a script or an error. */
static void add_rule(vt_configmap *configmap, const vt_override *override) {
    vt_build_context *context = configmap->context;
    if (override->script_text.size == 0 && vt_text_is_absent(override->broken)) return;
    vt_place place = override->broken_at;
    if (override->script_key) place = vt_document_place(override->document, override->script_key);
    vt_rule *rule = vt_context_add_rule(context, VITALS_SOURCE_CUSTOMIZATION, place);
    if (!rule) return;
    rule->id = rule->key = override->key;
    rule->broken = override->broken;
    rule->open_libraries = override->open_libraries;
    rule->profiles =
        VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD) | VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
    compile_glob(context, rule);
    if (!vt_context_charge(context, rule, override->script_text)) return;
    if (vt_value_is_string(override->script)) {
        rule->map = vt_source_map_of(&context->engine->arena, override->document, override->script);
        if (!rule->map) vt_context_no_memory(context);
    }
    rule->script = override->script_text;
    if (vt_text_is_absent(rule->broken)) vt_script_check(context, rule);
}

/* ------------------------------------------------------------------ members */

/* A member replaces an earlier one of its key, as in a patch; NULL takes it away. */
static void keep_entry(vt_build_context *context, const vt_argocd_entry *entry, bool rendered) {
    if (!entry->value) {
        vt_map_remove(&context->customizations, entry->key);
        return;
    }
    vt_kept_entry *kept = vt_arena_allocate(&context->engine->arena, sizeof *kept);
    if (kept) *kept = (vt_kept_entry){ *entry, rendered };
    if (!kept || !vt_map_put(&context->customizations, kept->entry.key, kept)) {
        vt_context_no_memory(context);
    }
}

/* A template in a value is not what Argo CD gets to see: note it for the reader of the member. */
static void note_template(vt_configmap *configmap, const vt_kept_entry *kept) {
    vt_build_context *context = configmap->context;
    const vt_argocd_entry *entry = &kept->entry;
    uint32_t line = 0;
    configmap->template_text = VT_TEXT_ABSENT;
    if (kept->rendered || !vt_value_is_string(entry->value)) return;
    const vt_text found = vt_argocd_template(vt_value_text(entry->value), &line);
    if (vt_text_is_absent(found)) return;
    const vt_source_map *map =
        vt_source_map_of(&context->engine->arena, entry->document, entry->value);
    configmap->template_text =
        vt_arena_printf(&context->engine->arena, "%.*s has the template %.*s: render it first",
                        VT_TEXT_ARG(entry->key), VT_TEXT_ARG(found));
    if (map) configmap->template_at = vt_source_map_place(map, line, 1);
    if (!map || vt_text_is_absent(configmap->template_text)) vt_context_no_memory(context);
}

/* Make a member the one that is being read. false: there is none. */
static bool enter(vt_configmap *configmap, const vt_kept_entry *kept) {
    if (!kept) return false;
    configmap->document = kept->entry.document;
    configmap->file = vt_document_place(kept->entry.document, kept->entry.at).file;
    note_template(configmap, kept);
    return !configmap->context->status;
}

static void read_members(vt_configmap *configmap) {
    static const vt_text prefix = VT_TEXT_INIT("resource.customizations");
    const vt_map *members = &configmap->context->customizations;
    const vt_kept_entry *kept = vt_map_get(members, prefix);
    if (enter(configmap, kept)) read_legacy(configmap, kept->entry.value);
    size_t at = 0;
    for (const vt_map_entry *one; (one = vt_map_next(members, &at));) {
        kept = one->value;
        if (!vt_context_continue(configmap->context)) return;
        if (vt_text_equal(one->key, prefix) || !vt_text_starts(one->key, prefix)) continue;
        if (enter(configmap, kept)) vt_configmap_read_split(configmap, &kept->entry);
    }
    kept = vt_map_get(members, VT_TEXT("resource.compareoptions"));
    if (enter(configmap, kept)) check_compare_options(configmap, kept->entry.value);
}

void vt_customizations_finish(vt_build_context *context) {
    vt_configmap configmap = { .context = context };
    vt_map_init(&configmap.overrides, &context->engine->allocator, 0);
    read_members(&configmap);
    size_t at = 0;
    for (const vt_map_entry *entry; (entry = vt_map_next(&configmap.overrides, &at));) {
        if (vt_context_continue(context)) add_rule(&configmap, entry->value);
    }
    vt_map_done(&configmap.overrides);
}

/* ------------------------------------------------------------------- inputs */

void vt_customizations_read(vt_build_context *context, const vt_input *input) {
    vt_text file = vt_arena_copy(&context->engine->arena, input->file);
    if (vt_text_is_absent(file)) {
        vt_context_no_memory(context);
        return;
    }
    const vitals_document *document =
        vt_context_parse(context, input->bytes, file.bytes, NULL, context->diagnostics);
    if (!document) {
        context->broken = true;
        return;
    }
    const vt_value *data = vt_document_get(document, vt_document_root(document), VT_TEXT("data"));
    for (const vt_value *key = vt_object_first(data); key && vt_context_continue(context);
         key = vt_object_next(data, key)) {
        if (!vt_text_starts(vt_value_text(key), VT_TEXT("resource."))) continue;
        const vt_argocd_entry entry = { vt_value_text(key), document, key, vt_object_value(key) };
        keep_entry(context, &entry, true);
    }
}

static void take_found(void *user, const vt_argocd_entry *entry) {
    keep_entry(user, entry, false);
}

static vitals_document *parse_found(void *user, const vitals_document *outer,
                                    const vt_value *string) {
    vt_build_context *context = user;
    if (!vt_context_charge_text(context, vt_value_text(string), vt_document_place(outer, string)))
        return NULL;
    const vt_source_map *map = vt_source_map_of(&context->engine->arena, outer, string);
    if (!map) {
        vt_context_no_memory(context);
        return NULL;
    }
    vitals_document *document =
        vt_context_parse(context, vt_value_text(string), vt_document_place(outer, string).file, map,
                         context->diagnostics);
    if (!document) {
        context->broken = true;
        vt_context_note_template(context, vt_value_text(string), vt_document_place(outer, string));
    }
    return document;
}

static vitals_document *cut_found(void *user, const vitals_document *outer, const vt_value *string,
                                  vt_text key, size_t from, size_t size) {
    vt_build_context *context = user;
    const vt_place place = vt_document_place(outer, string);
    if (!vt_context_charge_text(context, vt_value_text(string), place)) return NULL;
    vt_source source = { .text = vt_value_text(string) };
    source.map = vt_source_map_of(&context->engine->arena, outer, string);
    vitals_limits limits;
    const vitals_read_options options = vt_context_read_options(context, place.file, &limits);
    vitals_document *document = NULL;
    if (!source.map || vt_document_of_text(&source, key, from, size, &options, &document)) {
        vt_context_no_memory(context); /* the text is UTF-8 and within the limits */
        return NULL;
    }
    return vt_context_keep_document(context, document) ? document : NULL;
}

static bool goes_on(void *user) {
    return vt_context_continue(user);
}

void vt_customizations_find(vt_build_context *context, const vitals_document *document,
                            vt_text path,
                            void (*take_file)(void *user, const vt_argocd_file *file)) {
    vt_argocd_search search = { .arena = &context->engine->arena,
                                .path = path,
                                .user = context,
                                .take = take_found,
                                .parse = parse_found,
                                .cut = cut_found,
                                .take_file = take_file,
                                .goes_on = goes_on };
    vt_argocd_find(&search, document);
    if (search.no_memory) vt_context_no_memory(context);
}
