/*
** Customizations of an argocd-cm: the legacy key and what both forms share.
** ARGO: util/settings/settings.go and ResourceOverride.UnmarshalJSON; texts of errors to the letter.
*/
#include "health/customization.h"

#define DECODING "error unmarshaling JSON: while decoding JSON: "

static const vt_go_field known_type_field_fields[] = {
    { "field", VT_GO_STRING, "string", NULL, true },
    { "type", VT_GO_STRING, "string", NULL, true },
    { NULL, VT_GO_STRING, NULL, NULL, false },
};
const vt_go_struct vt_go_known_type_field = { "KnownTypeField", "v1alpha1.KnownTypeField",
                                              known_type_field_fields };
const char vt_go_known_type_fields[] = "[]v1alpha1.KnownTypeField";

static const vt_go_field ignore_diff_fields[] = {
    { "jsonPointers", VT_GO_STRINGS, "[]string", NULL, true },
    { "jqPathExpressions", VT_GO_STRINGS, "[]string", NULL, true },
    { "managedFieldsManagers", VT_GO_STRINGS, "[]string", NULL, true },
    { NULL, VT_GO_STRING, NULL, NULL, false },
};
const vt_go_struct vt_go_ignore_diff = { "OverrideIgnoreDiff", "v1alpha1.OverrideIgnoreDiff",
                                         ignore_diff_fields };

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
** struct, and for health.lua none, so only there a scalar stays what it is. */
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

/* -------------------------------------------------------------- shared parts */

vt_override *vt_configmap_override(vt_configmap *configmap, vt_text key) {
    vt_override *override = vt_map_get(&configmap->overrides, key);
    if (override) return override;
    vt_arena *arena = &configmap->making->engine->arena;
    override = vt_arena_allocate_zeroed(arena, sizeof *override);
    if (override) override->key = vt_arena_copy(arena, key);
    if (override && !vt_text_is_absent(override->key) &&
        vt_map_put(&configmap->overrides, override->key, override)) {
        return override;
    }
    vt_making_no_memory(configmap->making);
    return NULL;
}

void vt_configmap_broken(vt_configmap *configmap, vt_override *override, vt_place place,
                         vt_text text) {
    vt_making_broken(configmap->making, "argocd-cm", place, text);
    if (!override || !vt_text_is_absent(override->broken)) return;
    override->broken = vt_arena_copy(&configmap->making->engine->arena, text);
    override->broken_at = place;
    if (vt_text_is_absent(override->broken)) vt_making_no_memory(configmap->making);
}

vt_text vt_configmap_value_text(vt_configmap *configmap, const vt_value *value) {
    char scratch[40];
    switch (vt_value_type(value)) {
    case VT_STRING:
        return vt_value_text(value);
    case VT_TRUE:
        return VT_TEXT("true");
    case VT_FALSE:
        return VT_TEXT("false");
    case VT_NULL:
        return VT_TEXT("");
    case VT_INTEGER:
    case VT_DOUBLE:
        return vt_arena_copy(&configmap->making->engine->arena,
                             vt_document_number_text(configmap->document, value, scratch));
    case VT_ARRAY:
    case VT_OBJECT:
        break;
    }
    return VT_TEXT_ABSENT;
}

/* The error of a text that did not parse, worded as sigs.k8s.io/yaml words it. */
static void tell_syntax(vt_configmap *configmap, vt_override *override,
                        const vitals_diagnostics *found, vt_place outside, const char *prefix) {
    const vitals_diagnostic *first = vitals_diagnostics_at(found, 0);
    vt_text what = first ? first->text : VT_TEXT("yaml: cannot be read");
    vt_place place = outside;
    if (first && first->line) {
        place.line = first->line;
        place.column = first->column;
    }
    vt_text text =
        vt_arena_printf(&configmap->making->engine->arena, "%serror converting YAML to JSON: %.*s",
                        prefix, VT_TEXT_ARG(what));
    if (vt_text_is_absent(text)) {
        vt_making_no_memory(configmap->making);
    } else {
        vt_configmap_broken(configmap, override, place, text);
    }
}

vitals_document *vt_configmap_parse(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text, const char *prefix) {
    vt_making *making = configmap->making;
    const vt_source_map *map = NULL;
    configmap->unmapped = vt_value_is_string(string) ? NULL : string;
    if (vt_value_is_string(string)) {
        map = vt_source_map_of(&making->engine->arena, outer, string);
        if (!map) vt_making_no_memory(making);
    }
    vitals_diagnostics *found = NULL;
    if (making->status || vitals_diagnostics_new(&making->engine->allocator, &found)) {
        vt_making_no_memory(making);
        return NULL;
    }
    vitals_status status = VITALS_OK;
    vitals_document *document = vt_making_parse(making, text, configmap->file, map, &status, found);
    if (!document && !making->status) {
        tell_syntax(configmap, override, found, vt_document_place(outer, string), prefix);
    }
    vitals_diagnostics_free(found);
    return document;
}

/* Tell the first error of decoding, with `prefix` in front. */
static void tell_decoding(vt_configmap *configmap, vt_override *override,
                          const vt_go_decoder *decoder, const char *prefix) {
    if (decoder->no_memory) {
        vt_making_no_memory(configmap->making);
        return;
    }
    vt_text text = vt_arena_printf(&configmap->making->engine->arena, "%s" DECODING "%.*s", prefix,
                                   VT_TEXT_ARG(decoder->error));
    if (vt_text_is_absent(text)) {
        vt_making_no_memory(configmap->making);
        return;
    }
    vt_place place = configmap->unmapped
                         ? vt_document_place(configmap->document, configmap->unmapped)
                         : vt_document_place(decoder->document, decoder->error_at);
    vt_configmap_broken(configmap, override, place, text);
}

static vt_go_decoder decoder_for(vt_configmap *configmap, const vitals_document *document) {
    return (vt_go_decoder){ .document = document, .arena = &configmap->making->engine->arena };
}

void vt_configmap_check_ignore(vt_configmap *configmap, vt_override *override,
                               const vitals_document *outer, const vt_value *string, vt_text text,
                               const char *prefix) {
    vitals_document *document =
        vt_configmap_parse(configmap, override, outer, string, text, prefix);
    if (!document) return;
    vt_go_decoder decoder = decoder_for(configmap, document);
    const vt_value *values[3] = { NULL };
    if (!vt_go_decode_struct(&decoder, &vt_go_ignore_diff, vt_document_root(document), values)) {
        tell_decoding(configmap, override, &decoder, prefix);
    }
}

void vt_configmap_check_known_types(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text) {
    vitals_document *document = vt_configmap_parse(configmap, override, outer, string, text, "");
    if (!document) return;
    vt_go_decoder decoder = decoder_for(configmap, document);
    if (!vt_go_decode_structs(&decoder, &vt_go_known_type_field, vt_go_known_type_fields,
                              vt_document_root(document))) {
        tell_decoding(configmap, override, &decoder, "");
    }
}

static const vt_go_field compare_options_fields[] = {
    { "ignoreAggregatedRoles", VT_GO_BOOL, "bool", NULL, false },
    { "ignoreResourceStatusField", VT_GO_STRING, "settings.IgnoreStatus", NULL, true },
    { "ignoreDifferencesOnResourceUpdates", VT_GO_BOOL, "bool", NULL, false },
    { NULL, VT_GO_STRING, NULL, NULL, false },
};
static const vt_go_struct compare_options = { "ArgoCDDiffOptions", "settings.ArgoCDDiffOptions",
                                              compare_options_fields };

void vt_configmap_check_compare_options(vt_configmap *configmap, const vt_value *value) {
    static const char prefix[] = "failed to get compare options: ";
    vt_text text = vt_configmap_value_text(configmap, value);
    if (text.size == 0) return;
    vitals_document *document =
        vt_configmap_parse(configmap, NULL, configmap->document, value, text, prefix);
    if (!document) return;
    vt_go_decoder decoder = decoder_for(configmap, document);
    const vt_value *values[3] = { NULL };
    if (!vt_go_decode_struct(&decoder, &compare_options, vt_document_root(document), values)) {
        tell_decoding(configmap, NULL, &decoder, prefix);
    }
}

/* ------------------------------------------------------------ the legacy key */

/* ignoreDifferences and ignoreResourceUpdates hold YAML of their own inside a string. */
static void check_inner(vt_configmap *configmap, vt_override *override,
                        const vitals_document *document, const vt_value *value) {
    if (!value || !vt_text_is_absent(override->broken)) return;
    vt_configmap_check_ignore(configmap, override, document, value, vt_value_text(value), DECODING);
}

/* The key in front of a value, so that a rule points at its name. */
static const vt_value *key_before(const vt_value *value) {
    return value ? value - 1 : NULL;
}

/* One entry of the map: what Argo CD takes of it goes into the override of its key. */
static void read_entry(vt_configmap *configmap, const vitals_document *document,
                       const vt_value *key) {
    vt_override *override = vt_configmap_override(configmap, vt_value_text(key));
    if (!override) return;
    const vt_value *entry = vt_object_value(key);
    if (vt_value_is_null(entry)) {
        /* ARGO: a nil pointer is followed here and the process dies. */
        vt_configmap_broken(configmap, override, vt_document_place(document, key),
                            VT_TEXT("entry is null, which Argo CD does not survive; {} is an "
                                    "empty entry"));
        return;
    }
    const vt_value *values[RAW_FIELD_COUNT] = { NULL };
    vt_go_decoder decoder = decoder_for(configmap, document);
    if (!vt_go_decode_struct(&decoder, &raw_override, entry, values)) {
        tell_decoding(configmap, override, &decoder, "");
        return;
    }
    check_inner(configmap, override, document, values[RAW_IGNORE_DIFFERENCES]);
    check_inner(configmap, override, document, values[RAW_IGNORE_RESOURCE_UPDATES]);
    override->open_libraries = vt_value_is_true(values[RAW_OPEN_LIBRARIES]);
    override->document = document;
    override->script = values[RAW_HEALTH_LUA];
    override->script_key = key_before(override->script);
    override->script_text = vt_value_text(override->script);
}

void vt_configmap_read_legacy(vt_configmap *configmap, const vt_value *value) {
    vt_text text = vt_configmap_value_text(configmap, value);
    if (text.size == 0) return;
    vitals_document *document =
        vt_configmap_parse(configmap, NULL, configmap->document, value, text, "");
    if (!document) return;
    const vt_value *root = vt_document_root(document);
    if (vt_value_is_null(root)) return;
    vt_go_decoder decoder = decoder_for(configmap, document);
    if (!vt_value_is_object(root)) {
        vt_go_cannot(&decoder, root, "map[string]v1alpha1.ResourceOverride");
        tell_decoding(configmap, NULL, &decoder, "");
        return;
    }
    const vt_value **keys = vt_go_sorted_keys(decoder.arena, root);
    if (!keys) vt_making_no_memory(configmap->making);
    for (; keys && *keys && !configmap->making->status; keys++) {
        read_entry(configmap, document, *keys);
    }
}

/* --------------------------------------------------------------- into rules */

static bool has_special(vt_text key) {
    for (size_t i = 0; i < key.size; i++) {
        if (key.bytes[i] && strchr("*?[{\\", key.bytes[i])) return true;
    }
    return false;
}

/* ARGO: every key is tried as a glob; one without special characters matches itself alone, which
** the exact look-up has found before. */
static void compile_glob(vt_making *making, vt_rule *rule) {
    if (!has_special(rule->key)) return;
    rule->wildcard = true;
    const char *error = NULL;
    rule->glob = vt_glob_compile(&making->engine->arena, rule->key, &error);
    if (rule->glob) return;
    if (!error) {
        vt_making_no_memory(making);
        return;
    }
    vt_diagnose_format(making->diagnostics, VITALS_SEVERITY_WARNING, "glob-syntax", rule->place,
                       NULL, "failed to compile pattern %.*s due to error %s",
                       VT_TEXT_ARG(rule->key), error);
}

/* An override without a script and without a fault is no rule. */
static void add_rule(vt_configmap *configmap, const vt_override *override) {
    vt_making *making = configmap->making;
    if (override->script_text.size == 0 && vt_text_is_absent(override->broken)) return;
    vt_place place = override->broken_at;
    if (override->script_key) place = vt_document_place(override->document, override->script_key);
    vt_rule *rule = vt_making_rule(making, VITALS_SOURCE_CUSTOMIZATION, place);
    if (!rule) return;
    vt_arena *arena = &making->engine->arena;
    rule->id = rule->key = override->key;
    rule->broken = override->broken;
    rule->open_libraries = override->open_libraries;
    rule->profiles =
        VT_PROFILE_BIT(VITALS_PROFILE_ARGOCD) | VT_PROFILE_BIT(VITALS_PROFILE_COMBINED);
    if (vt_value_is_string(override->script)) {
        rule->map = vt_source_map_of(arena, override->document, override->script);
        if (!rule->map) vt_making_no_memory(making);
    }
    rule->script = vt_arena_copy(arena, override->script_text);
    compile_glob(making, rule);
    if (vt_text_is_absent(rule->broken)) vt_script_check(making, rule);
}

static void read_data(vt_configmap *configmap, const vt_value *data) {
    static const vt_text prefix = VT_TEXT_INIT("resource.customizations");
    const vt_value *legacy = vt_document_get(configmap->document, data, prefix);
    if (legacy) vt_configmap_read_legacy(configmap, legacy);
    const vt_value *key = vt_object_first(data);
    for (; key && !configmap->making->status; key = vt_object_next(data, key)) {
        if (vt_text_starts(vt_value_text(key), prefix)) vt_configmap_read_split(configmap, key);
    }
    const vt_value *options =
        vt_document_get(configmap->document, data, VT_TEXT("resource.compareoptions"));
    if (options) vt_configmap_check_compare_options(configmap, options);
}

void vt_customizations_read(vt_making *making, const vt_input *input) {
    vt_configmap configmap = { .making = making };
    vt_text file = vt_arena_copy(&making->engine->arena, input->file);
    if (vt_text_is_absent(file)) {
        vt_making_no_memory(making);
        return;
    }
    configmap.file = file.bytes;
    vitals_status status = VITALS_OK;
    configmap.document =
        vt_making_parse(making, input->bytes, configmap.file, NULL, &status, making->diagnostics);
    if (!configmap.document) {
        making->broken = true;
        return;
    }
    vt_map_init(&configmap.overrides, &making->engine->allocator, 0);
    read_data(&configmap, vt_document_get(configmap.document, vt_document_root(configmap.document),
                                          VT_TEXT("data")));
    size_t at = 0;
    for (const vt_map_entry *entry; (entry = vt_map_next(&configmap.overrides, &at));) {
        if (!making->status) add_rule(&configmap, entry->value);
    }
    vt_map_done(&configmap.overrides);
}
