/*
** The split keys of an argocd-cm, resource.customizations.<type>.<group>_<Kind>.
** ARGO: appendResourceOverridesFromSplitKeys in util/settings/settings.go.
*/
#include "base/number/number.h"
#include "base/text/quote.h"
#include "rules/customization.h"

/* One value that is being read into an override. */
typedef struct split_value {
    vt_configmap *configmap;
    vt_override *override;
    const vt_value *key;
    const vt_value *value;
    vt_text text;
} split_value;

static vt_place place_of(const split_value *split) {
    return vt_document_place(split->configmap->document, split->key);
}

static void read_health(split_value *split) {
    if (vt_configmap_is_template(split->configmap, split->override)) return;
    vt_override *override = split->override;
    override->document = split->configmap->document;
    override->script_key = split->key;
    override->script = split->value;
    override->script_text = split->text;
}

static void read_open_libraries(split_value *split) {
    if (vt_configmap_is_template(split->configmap, split->override)) return;
    if (vt_number_parse_bool(split->text, &split->override->open_libraries)) return;
    vt_buffer text;
    vt_buffer_init(&text, &split->configmap->context->engine->allocator, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "strconv.ParseBool: parsing ");
    vt_quote_append_go(&text, split->text);
    vt_buffer_add_terminated(&text, ": invalid syntax");
    if (text.failed) {
        vt_context_no_memory(split->configmap->context);
    } else {
        vt_configmap_broken(split->configmap, split->override, place_of(split),
                            vt_buffer_text(&text));
    }
    vt_buffer_done(&text);
}

static void read_nothing(split_value *split) {
    (void)split;
}

static void read_ignore(split_value *split) {
    vt_configmap_check_ignore(split->configmap, split->override, split->configmap->document,
                              split->value, split->text, "");
}

static void read_known_types(split_value *split) {
    vt_configmap_check_known_types(split->configmap, split->override, split->configmap->document,
                                   split->value, split->text);
}

typedef struct split_type {
    const char *name;
    void (*read)(split_value *split);
} split_type;

static const split_type types[] = {
    { "health", read_health },
    { "useOpenLibs", read_open_libraries },
    { "actions", read_nothing }, /* Argo CD parses it when an action runs; vitals runs none */
    { "ignoreDifferences", read_ignore },
    { "ignoreResourceUpdates", read_ignore },
    { "knownTypeFields", read_known_types },
};

static const split_type *find_type(vt_text name) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (vt_text_is(name, types[i].name)) return &types[i];
    }
    return NULL;
}

/* <group>_<Kind> as the key of an override; absent when it is malformed.
** ARGO: an empty part on one side of the underscore passes and matches nothing. */
static vt_text override_key(vt_configmap *configmap, vt_text group_kind) {
    size_t at = vt_text_find_byte(group_kind, '_', 0);
    if (at == SIZE_MAX) return vt_text_is(group_kind, "all") ? VT_TEXT("*/*") : group_kind;
    if (vt_text_find_byte(group_kind, '_', at + 1) != SIZE_MAX) return VT_TEXT_ABSENT;
    vt_text key = VT_JOIN(&configmap->context->engine->arena, vt_text_slice(group_kind.bytes, at),
                          VT_TEXT("/"), vt_text_between(group_kind, at + 1, group_kind.size));
    if (vt_text_is_absent(key)) vt_context_no_memory(configmap->context);
    return key;
}

static void report(vt_configmap *configmap, const vt_value *key, const char *before, vt_text what,
                   const char *after) {
    vt_text text = vt_arena_printf(&configmap->context->engine->arena, "%s%.*s%s", before,
                                   VT_TEXT_ARG(what), after);
    if (vt_text_is_absent(text)) {
        vt_context_no_memory(configmap->context);
    } else {
        vt_configmap_broken(configmap, NULL, vt_document_place(configmap->document, key), text);
    }
}

/* Cut `resource.customizations.<type>.<group kind>` at its first three dots; false with fewer. */
static bool cut_key(vt_text key, vt_text *type, vt_text *group_kind) {
    vt_text part;
    vt_text_split(&key, '.', &part);
    vt_text_split(&key, '.', &part);
    if (!vt_text_split(&key, '.', type) || vt_text_is_absent(key)) return false;
    *group_kind = key;
    return true;
}

void vt_configmap_read_split(vt_configmap *configmap, const vt_argocd_entry *entry) {
    const vt_value *key = entry->at;
    vt_text type_name, group_kind;
    if (!cut_key(entry->key, &type_name, &group_kind)) return;
    vt_text override_name = group_kind.size ? override_key(configmap, group_kind) : VT_TEXT_ABSENT;
    if (configmap->context->status) return;
    if (vt_text_is_absent(override_name)) {
        report(configmap, key,
               "group kind should be in format `resource.customizations.<type>.<group_kind>` or "
               "resource.customizations.<type>.<kind>`, got group kind: '",
               group_kind, "'");
        return;
    }
    const split_type *type = find_type(type_name);
    if (!type) {
        report(configmap, key, "resource customization type ", type_name, " not supported");
        return;
    }
    split_value split = { .configmap = configmap, .key = key, .value = entry->value };
    split.override = vt_configmap_override(configmap, override_name);
    split.text = vt_configmap_value_text(configmap, split.value);
    if (!split.override) return;
    if (vt_text_is_absent(split.text)) {
        vt_configmap_broken(configmap, split.override, place_of(&split),
                            VT_TEXT("value of a ConfigMap must be a string"));
        return;
    }
    type->read(&split);
}
