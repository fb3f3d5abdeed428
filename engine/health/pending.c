/* Until source maps land: positions inside of strings are not known. */
#include "document/document.h"

__attribute__((weak)) const vt_source_map *
vt_source_map_of(vt_arena *arena, const vitals_document *document, const vt_value *string) {
    (void)document, (void)string;
    return vt_arena_allocate(arena, 64);
}

__attribute__((weak)) vitals_status
vt_document_parse_inner(vt_text text, const vitals_read_options *options, const vt_source_map *map,
                        vitals_document **document, vitals_diagnostics *diagnostics) {
    (void)map;
    return vitals_document_parse(text.bytes, text.size, options, document, diagnostics);
}
