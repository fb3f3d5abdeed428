/* The YAML half of the document module has not landed yet: YAML is refused. */
#include "document/yaml_read.h"

vitals_status vt_yaml_read(vt_builder *builder, vt_text text, vitals_diagnostics *diagnostics) {
    (void)text;
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "yaml-syntax",
                vt_document_locate(builder->document, 0), NULL, VT_TEXT("YAML is not read yet"));
    return VITALS_ESYNTAX;
}

bool vt_document_append_yaml(const vitals_document *document, const vt_value *value,
                             unsigned indent, vt_buffer *buffer) {
    (void)indent;
    return vt_document_append_json(document, value, 2, buffer);
}

vt_place vt_source_map_place(const vt_source_map *map, uint32_t line, uint32_t column) {
    (void)map;
    return (vt_place){ NULL, 0, line, column };
}
