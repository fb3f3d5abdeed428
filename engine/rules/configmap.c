/*
** What the two forms of customizations in an argocd-cm share: overrides, and YAML inside strings.
** ARGO: util/settings/settings.go; texts of errors to the letter.
*/
#include "rules/customization.h"

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
static const vt_go_struct ignore_diff = { "OverrideIgnoreDiff", "v1alpha1.OverrideIgnoreDiff",
                                          ignore_diff_fields };

vt_override *vt_configmap_override(vt_configmap *configmap, vt_text key) {
    vt_override *override = vt_map_get(&configmap->overrides, key);
    if (override) return override;
    override = vt_arena_allocate_zeroed(&configmap->context->engine->arena, sizeof *override);
    if (override && vt_map_put(&configmap->overrides, key, override)) {
        override->key = key;
        return override;
    }
    vt_context_no_memory(configmap->context);
    return NULL;
}

void vt_configmap_broken(vt_configmap *configmap, vt_override *override, vt_place place,
                         vt_text text) {
    vt_context_report(configmap->context, "argocd-cm", place, text);
    if (!override || !vt_text_is_absent(override->broken)) return;
    override->broken = vt_arena_copy(&configmap->context->engine->arena, text);
    override->broken_at = place;
    if (vt_text_is_absent(override->broken)) vt_context_no_memory(configmap->context);
}

bool vt_configmap_is_template(vt_configmap *configmap, vt_override *override) {
    if (vt_text_is_absent(configmap->template_text)) return false;
    vt_configmap_broken(configmap, override, configmap->template_at, configmap->template_text);
    return true;
}

vt_text vt_configmap_value_text(vt_configmap *configmap, const vt_value *value) {
    char scratch[40];
    vt_text text = vt_document_scalar_text(configmap->document, value, scratch);
    if (text.bytes != scratch) return text;
    return vt_arena_copy(&configmap->context->engine->arena, text);
}

/* Report a text that does not parse, in the words of sigs.k8s.io/yaml. */
static void report_syntax(vt_configmap *configmap, vt_override *override,
                          const vitals_diagnostics *found, vt_place outside, const char *prefix) {
    const vitals_diagnostic *first = vitals_diagnostics_at(found, 0);
    vt_text what = first ? first->text : VT_TEXT("yaml: cannot be read");
    vt_place place = outside;
    if (first && first->line) {
        place.line = first->line;
        place.column = first->column;
    }
    vt_text text =
        vt_arena_printf(&configmap->context->engine->arena, "%serror converting YAML to JSON: %.*s",
                        prefix, VT_TEXT_ARG(what));
    if (vt_text_is_absent(text)) {
        vt_context_no_memory(configmap->context);
    } else {
        vt_configmap_broken(configmap, override, place, text);
    }
}

vitals_document *vt_configmap_parse(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text, const char *prefix) {
    vt_build_context *context = configmap->context;
    const vt_source_map *map = NULL;
    configmap->unmapped = vt_value_is_string(string) ? NULL : string;
    if (vt_value_is_string(string)) {
        map = vt_source_map_of(&context->engine->arena, outer, string);
        if (!map) vt_context_no_memory(context);
    }
    vitals_diagnostics *found = NULL;
    if (context->status || vitals_diagnostics_new(&context->engine->allocator, &found)) {
        vt_context_no_memory(context);
        return NULL;
    }
    vitals_document *document = vt_context_parse(context, text, configmap->file, map, found);
    if (!document && !context->status) {
        report_syntax(configmap, override, found, vt_document_place(outer, string), prefix);
    }
    vitals_diagnostics_free(found);
    return document;
}

void vt_configmap_report_decoding(vt_configmap *configmap, vt_override *override,
                                  const vt_go_decoder *decoder, const char *prefix) {
    if (decoder->stopped && !configmap->context->status) {
        configmap->context->status = VITALS_ESTOPPED;
    }
    if (decoder->no_memory) vt_context_no_memory(configmap->context);
    if (configmap->context->status) return;
    vt_text text = vt_arena_printf(&configmap->context->engine->arena, "%s" VT_DECODING "%.*s",
                                   prefix, VT_TEXT_ARG(decoder->error));
    if (vt_text_is_absent(text)) {
        vt_context_no_memory(configmap->context);
        return;
    }
    vt_place place = configmap->unmapped
                         ? vt_document_place(configmap->document, configmap->unmapped)
                         : vt_document_place(decoder->document, decoder->error_at);
    vt_configmap_broken(configmap, override, place, text);
}

vt_go_decoder vt_configmap_decoder(vt_configmap *configmap, const vitals_document *document) {
    return (vt_go_decoder){ .document = document,
                            .arena = &configmap->context->engine->arena,
                            .interrupt = configmap->context->interrupt };
}

void vt_configmap_check_ignore(vt_configmap *configmap, vt_override *override,
                               const vitals_document *outer, const vt_value *string, vt_text text,
                               const char *prefix) {
    vitals_document *document =
        vt_configmap_parse(configmap, override, outer, string, text, prefix);
    if (!document) return;
    vt_go_decoder decoder = vt_configmap_decoder(configmap, document);
    const vt_value *values[3] = { NULL };
    if (!vt_go_decode_struct(&decoder, &ignore_diff, vt_document_root(document), values)) {
        vt_configmap_report_decoding(configmap, override, &decoder, prefix);
    }
}

void vt_configmap_check_known_types(vt_configmap *configmap, vt_override *override,
                                    const vitals_document *outer, const vt_value *string,
                                    vt_text text) {
    vitals_document *document = vt_configmap_parse(configmap, override, outer, string, text, "");
    if (!document) return;
    vt_go_decoder decoder = vt_configmap_decoder(configmap, document);
    if (!vt_go_decode_structs(&decoder, &vt_go_known_type_field, vt_go_known_type_fields,
                              vt_document_root(document))) {
        vt_configmap_report_decoding(configmap, override, &decoder, "");
    }
}
