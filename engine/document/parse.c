/* Parsing a source into a document with the reader of its format. */
#include "base/memory/sized.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "document/drop.h"
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

static bool set_drop(vt_builder *builder, const vitals_read_options *options, bool event) {
    if (!options || options->drop_count == 0) return true;
    builder->drop =
        vt_drop_new(&builder->document->arena, options->drop, options->drop_count, event);
    return builder->drop != NULL;
}

/* Read, adjust, and leave out what is to be dropped: the JSON reader does so as it reads. */
static vitals_status read_source(vt_builder *builder, vitals_format format,
                                 const vt_builder_adjust *adjust, vitals_diagnostics *diagnostics) {
    if (format == VITALS_FORMAT_AUTO) format = detect_format(vt_builder_source(builder));
    bool json = format == VITALS_FORMAT_JSON;
    vitals_status status =
        json ? vt_json_read(builder, diagnostics) : vt_yaml_read(builder, diagnostics);
    if (status == VITALS_OK && adjust) status = adjust->adjust(builder, adjust->user);
    if (status != VITALS_OK || json || !builder->drop) return status;
    return vt_builder_drop(builder) ? VITALS_OK : builder->status;
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
                               const vt_builder_adjust *adjust, vitals_document **document,
                               vitals_diagnostics *diagnostics) {
    vt_builder builder;
    if (!vt_builder_begin(&builder, options, source->text, document)) {
        return reject_source(&builder, source, options, diagnostics);
    }
    builder.interrupt = source->interrupt;
    builder.defers = !source->build_all;
    builder.level = source->level;
    vitals_status status = VITALS_ENOMEM;
    if (set_place(builder.document, source) &&
        set_drop(&builder, options, adjust && adjust->event)) {
        vitals_format format = options ? options->format : VITALS_FORMAT_AUTO;
        status = read_source(&builder, format, adjust, diagnostics);
    }
    if (status != VITALS_OK) {
        vt_builder_abandon(&builder);
        return status;
    }
    return vt_builder_end(&builder) ? VITALS_OK : builder.status;
}

vitals_status vt_document_parse_source(const vt_source *source, const vitals_read_options *options,
                                       vitals_document **document,
                                       vitals_diagnostics *diagnostics) {
    return vt_builder_parse(source, options, NULL, document, diagnostics);
}

vitals_status vt_document_parse_inner(vt_text text, const vitals_read_options *options,
                                      const vt_source_map *map, vitals_document **document,
                                      vitals_diagnostics *diagnostics) {
    vt_source source = { .text = text, .map = map };
    return vt_document_parse_source(&source, options, document, diagnostics);
}

/* {key: text}. */
static bool build_member(vt_builder *builder, vt_text key, vt_text text, size_t offset) {
    return vt_build_open(builder, VT_OBJECT, 0) && vt_build_string(builder, key, 0) &&
           vt_build_string(builder, text, (uint32_t)offset) && vt_build_close(builder);
}

vitals_status vt_document_of_text(const vt_source *source, vt_text key, size_t from, size_t size,
                                  const vitals_read_options *options, vitals_document **document) {
    const vt_text text = vt_text_between(source->text, from, from + size);
    if (vt_utf8_valid_prefix(text) != text.size) return VITALS_ESYNTAX;
    vt_builder builder;
    if (!vt_builder_begin(&builder, options, source->text, document)) {
        return reject_source(&builder, source, options, NULL);
    }
    if (!set_place(builder.document, source)) {
        vt_builder_abandon(&builder);
        return VITALS_ENOMEM;
    }
    builder.document->verbatim = true;
    if (!build_member(&builder, key, text, from)) {
        const vitals_status status = builder.status;
        vt_builder_abandon(&builder);
        return status;
    }
    return vt_builder_end(&builder) ? VITALS_OK : builder.status;
}

const vitals_read_options *vt_read_options_of(const vitals_read_options *options,
                                              vitals_read_options *own) {
    static const vitals_read_options defaults = VITALS_READ_OPTIONS_INIT;
    const vitals_read_options *read =
        options ? vt_sized_view(options, own, &defaults, sizeof *own) : &defaults;
    bool valid = read && (unsigned)read->format <= VITALS_FORMAT_YAML &&
                 vt_drop_is_valid(read->drop, read->drop_count);
    return valid ? read : NULL;
}

bool vt_read_options_read(const vitals_read_options *options, vitals_read_options *own) {
    const vitals_read_options *read = vt_read_options_of(options, own);
    if (read && read != own) *own = *read;
    return read != NULL;
}

vitals_status vitals_document_parse(const char *bytes, size_t size,
                                    const vitals_read_options *options, vitals_document **document,
                                    vitals_diagnostics *diagnostics) {
    vitals_read_options own;
    const vitals_read_options *read = vt_read_options_of(options, &own);
    if ((!bytes && size) || !document || !read) return VITALS_EINVAL;
    vt_source source = { .text = { bytes, size },
                         .interrupt = { read->interrupt, read->interrupt_user } };
    return vt_document_parse_source(&source, read, document, diagnostics);
}
