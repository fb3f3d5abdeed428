/*
** Customizations of an argocd-cm as rules: the legacy key, then the split keys over it.
** ARGO: util/settings/settings.go and ResourceOverride.UnmarshalJSON; texts of errors to the letter.
*/
#include "health/customization.h"

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
    if (text.size == 0) return;
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
    const vt_value **keys = vt_go_sorted_keys(decoder.arena, root);
    if (!keys) vt_context_no_memory(configmap->context);
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
    vt_arena *arena = &context->engine->arena;
    rule->id = rule->key = override->key;
    rule->broken = override->broken;
    rule->open_libraries = override->open_libraries;
    rule->profiles =
        VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD) | VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
    compile_glob(context, rule);
    if (!vt_context_charge(context, rule, override->script_text)) return;
    if (vt_value_is_string(override->script)) {
        rule->map = vt_source_map_of(arena, override->document, override->script);
        if (!rule->map) vt_context_no_memory(context);
    }
    rule->script = vt_arena_copy(arena, override->script_text);
    if (vt_text_is_absent(rule->broken)) vt_script_check(context, rule);
}

static void read_data(vt_configmap *configmap, const vt_value *data) {
    static const vt_text prefix = VT_TEXT_INIT("resource.customizations");
    const vt_value *legacy = vt_document_get(configmap->document, data, prefix);
    if (legacy) read_legacy(configmap, legacy);
    const vt_value *key = vt_object_first(data);
    for (; key && vt_context_continue(configmap->context); key = vt_object_next(data, key)) {
        if (vt_text_starts(vt_value_text(key), prefix)) vt_configmap_read_split(configmap, key);
    }
    const vt_value *options =
        vt_document_get(configmap->document, data, VT_TEXT("resource.compareoptions"));
    if (options) check_compare_options(configmap, options);
}

void vt_customizations_read(vt_build_context *context, const vt_input *input) {
    vt_configmap configmap = { .context = context };
    vt_text file = vt_arena_copy(&context->engine->arena, input->file);
    if (vt_text_is_absent(file)) {
        vt_context_no_memory(context);
        return;
    }
    configmap.file = file.bytes;
    configmap.document =
        vt_context_parse(context, input->bytes, configmap.file, NULL, context->diagnostics);
    if (!configmap.document) {
        context->broken = true;
        return;
    }
    vt_map_init(&configmap.overrides, &context->engine->allocator, 0);
    read_data(&configmap, vt_document_get(configmap.document, vt_document_root(configmap.document),
                                          VT_TEXT("data")));
    size_t at = 0;
    for (const vt_map_entry *entry; (entry = vt_map_next(&configmap.overrides, &at));) {
        if (vt_context_continue(context)) add_rule(&configmap, entry->value);
    }
    vt_map_done(&configmap.overrides);
}
