/* Parsing a source into a document with the reader of its format. */
#include "base/ascii.h"
#include "base/sized.h"
#include "document/tree.h"

/* By the first byte that is not white space or a byte order mark. */
static vitals_format detect_format(vt_text text) {
    size_t at = vt_text_starts(text, VT_TEXT("\xEF\xBB\xBF")) ? 3 : 0;
    while (at < text.size && vt_is_space(text.bytes[at])) at++;
    bool json = at < text.size && (text.bytes[at] == '{' || text.bytes[at] == '[');
    return json ? VITALS_FORMAT_JSON : VITALS_FORMAT_YAML;
}

/* The position of the source, with a copy of its file name unless `options` named the file. */
static bool set_place(vitals_document *document, const vt_source *source) {
    const char *own_file = document->start.file;
    document->start = source->start;
    document->map = source->map;
    if (source->start.file == NULL || *source->start.file == '\0') {
        document->start.file = own_file;
        return true;
    }
    document->start.file = vt_arena_copy(&document->arena, vt_text_from(source->start.file)).bytes;
    return document->start.file != NULL;
}

static vitals_status read_source(vt_builder *builder, vitals_format format,
                                 vitals_diagnostics *diagnostics) {
    if (format == VITALS_FORMAT_AUTO) format = detect_format(vt_builder_source(builder));
    return format == VITALS_FORMAT_JSON ? vt_json_read(builder, diagnostics)
                                        : vt_yaml_read(builder, diagnostics);
}

/* The builder could not begin. Nothing was copied: the position borrows the caller's file name. */
static vitals_status reject_source(vt_builder *builder, const vt_source *source,
                                   const vitals_read_options *options,
                                   vitals_diagnostics *diagnostics) {
    vitals_status status = builder->status;
    if (builder->document) {
        builder->document->start = source->start;
        builder->document->map = source->map;
        if (!source->start.file) builder->document->start.file = options ? options->file : NULL;
        vt_builder_diagnose(builder, 0, diagnostics);
        vt_builder_abandon(builder);
    }
    return status;
}

vitals_status vt_builder_parse(const vt_source *source, const vitals_read_options *options,
                               vt_builder_adjust_fn adjust, void *user, vitals_document **document,
                               vitals_diagnostics *diagnostics) {
    vt_builder builder;
    if (!vt_builder_begin(&builder, options, source->text, document)) {
        return reject_source(&builder, source, options, diagnostics);
    }
    builder.interrupt = source->interrupt;
    vitals_status status = VITALS_ENOMEM;
    if (set_place(builder.document, source)) {
        vitals_format format = options ? options->format : VITALS_FORMAT_AUTO;
        status = read_source(&builder, format, diagnostics);
    }
    if (status == VITALS_OK && adjust) status = adjust(&builder, user);
    if (status != VITALS_OK) {
        vt_builder_abandon(&builder);
        return status;
    }
    return vt_builder_end(&builder) ? VITALS_OK : builder.status;
}

vitals_status vt_document_parse_source(const vt_source *source, const vitals_read_options *options,
                                       vitals_document **document,
                                       vitals_diagnostics *diagnostics) {
    return vt_builder_parse(source, options, NULL, NULL, document, diagnostics);
}

vitals_status vt_document_parse_inner(vt_text text, const vitals_read_options *options,
                                      const vt_source_map *map, vitals_document **document,
                                      vitals_diagnostics *diagnostics) {
    vt_source source = { .text = text, .map = map };
    return vt_document_parse_source(&source, options, document, diagnostics);
}

bool vt_read_options_read(const vitals_read_options *options, vitals_read_options *own) {
    static const vitals_read_options defaults = VITALS_READ_OPTIONS_INIT;
    *own = defaults;
    if (options && !vt_sized_read(options, own, sizeof *own)) return false;
    return (unsigned)own->format <= VITALS_FORMAT_YAML;
}

vitals_status vitals_document_parse(const char *bytes, size_t size,
                                    const vitals_read_options *options, vitals_document **document,
                                    vitals_diagnostics *diagnostics) {
    vitals_read_options own;
    if ((!bytes && size) || !document || !vt_read_options_read(options, &own)) return VITALS_EINVAL;
    vt_source source = { .text = { bytes, size } };
    return vt_document_parse_source(&source, &own, document, diagnostics);
}
