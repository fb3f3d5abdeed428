/* One object of a stream: parsing it, with watch events and list items unwrapped. */
#include "stream/piece.h"

#include "base/memory.h"
#include "document/json_read.h"
#include "document/tree.h"
#include "document/yaml_read.h"

/* ------------------------------------------------------------ making pieces */

vitals_piece *vt_piece_new(const vitals_read_options *options, vt_piece_form form, vt_text text,
                           vt_place start) {
    size_t file_size = start.file ? strlen(start.file) + 1 : 0;
    size_t block_bytes;
    if (!vt_size_add(sizeof(vitals_piece) + file_size, text.size, &block_bytes)) return NULL;
    vitals_piece *piece = vt_allocate(options->allocator, block_bytes);
    if (!piece) return NULL;
    char *file = (char *)(piece + 1), *bytes = file + file_size;
    if (file_size) memcpy(file, start.file, file_size);
    if (text.size) memcpy(bytes, text.bytes, text.size);
    *piece = (vitals_piece){
        .allocator = *options->allocator,
        .limits = *options->limits,
        .hash_seed = options->hash_seed,
        .form = form,
        .start = start,
        .text = { bytes, text.size },
        .block_bytes = block_bytes,
    };
    piece->start.file = file_size ? file : NULL;
    return piece;
}

bool vt_piece_set_type(vitals_piece *piece, vt_item_type type) {
    size_t size = type.api_version.size + type.kind.size;
    if (size == 0) return true;
    piece->type_bytes = vt_allocate(&piece->allocator, size);
    if (!piece->type_bytes) return false;
    piece->type_size = size;
    char *kind = piece->type_bytes + type.api_version.size;
    if (type.api_version.size) {
        memcpy(piece->type_bytes, type.api_version.bytes, type.api_version.size);
    }
    if (type.kind.size) memcpy(kind, type.kind.bytes, type.kind.size);
    piece->type.api_version = vt_text_slice(piece->type_bytes, type.api_version.size);
    piece->type.kind = vt_text_slice(kind, type.kind.size);
    return true;
}

void vitals_piece_free(vitals_piece *piece) {
    if (!piece) return;
    vitals_allocator allocator = piece->allocator;
    vt_release(&allocator, piece->type_bytes, piece->type_size);
    vt_release(&allocator, piece, piece->block_bytes);
}

size_t vitals_piece_size_bytes(const vitals_piece *piece) {
    return piece->text.size;
}

/* ---------------------------------------------------- changing what was built */

/* Make the value at `index` the root; what surrounds it is dropped. */
static void make_root(vitals_document *document, uint32_t index) {
    uint32_t count = document->values[index].next;
    uint16_t depth = document->values[index].depth;
    memmove(document->values, document->values + index, count * sizeof *document->values);
    document->value_count = count;
    for (uint32_t i = 0; i < count; i++) {
        document->values[i].depth = (uint16_t)(document->values[i].depth - depth);
    }
    size_t kept = 0;
    for (size_t i = 0; i < document->number_text_count; i++) {
        vt_number_text text = document->number_texts[i];
        if (text.index < index || text.index - index >= count) continue;
        text.index -= index;
        document->number_texts[kept++] = text;
    }
    document->number_text_count = kept;
}

static uint32_t index_of(const vitals_document *document, const vt_value *value) {
    return (uint32_t)(value - document->values);
}

static vitals_event event_of_name(vt_text name) {
    static const char *const names[] = {
        [VITALS_EVENT_ADDED] = "ADDED",     [VITALS_EVENT_MODIFIED] = "MODIFIED",
        [VITALS_EVENT_DELETED] = "DELETED", [VITALS_EVENT_BOOKMARK] = "BOOKMARK",
        [VITALS_EVENT_ERROR] = "ERROR",
    };
    for (int i = VITALS_EVENT_ADDED; i <= VITALS_EVENT_ERROR; i++) {
        if (vt_text_is(name, names[i])) return (vitals_event)i;
    }
    return VITALS_EVENT_NONE;
}

/* {"type": "ADDED", "object": {…}} and nothing else: the object becomes the root. */
static vitals_event unwrap_event(vitals_document *document) {
    const vt_value *root = document->values;
    if (!vt_value_is_object(root) || root->size != 2) return VITALS_EVENT_NONE;
    const vt_value *type = vt_document_get(document, root, VT_TEXT("type"));
    const vt_value *object = vt_document_get(document, root, VT_TEXT("object"));
    if (!vt_value_is_string(type) || !vt_value_is_object(object)) return VITALS_EVENT_NONE;
    vitals_event event = event_of_name(vt_value_text(type));
    if (event != VITALS_EVENT_NONE) make_root(document, index_of(document, object));
    return event;
}

/* Open the root object again; closing it finds its repeated keys and its index anew. */
static void open_root(vt_builder *builder) {
    vitals_document *document = builder->document;
    vt_value *root = document->values, *end = root + root->next;
    for (vt_value *key = root + 1; key < end; key += 1 + key[1].next) {
        key->flags &= (uint8_t)~VT_FLAG_SHADOWED;
    }
    builder->innermost = 0;
    builder->depth = 1;
}

static bool has_text(const vitals_document *document, const char *key) {
    const vt_value *value = vt_document_get(document, document->values, vt_text_from(key));
    return vt_value_text(value).size > 0;
}

/* APIMACHINERY: an item that has neither kind nor apiVersion takes both from its list. */
static bool add_type(vt_builder *builder, vt_item_type type) {
    const vitals_document *document = builder->document;
    if (!type.kind.size || !vt_value_is_object(document->values)) return true;
    if (has_text(document, "kind") || has_text(document, "apiVersion")) return true;
    open_root(builder);
    return vt_build_string(builder, VT_TEXT("apiVersion"), 0) &&
           vt_build_string(builder, type.api_version, 0) &&
           vt_build_string(builder, VT_TEXT("kind"), 0) && vt_build_string(builder, type.kind, 0) &&
           vt_build_close(builder);
}

/* ------------------------------------------------------------------ parsing */

static vitals_status read_text(const vitals_piece *piece, vt_builder *builder,
                               vitals_diagnostics *diagnostics) {
    const char *file = builder->document->start.file;
    builder->document->start = piece->start;
    builder->document->start.file = file;
    if (piece->form == VT_PIECE_JSON) return vt_json_read(builder, diagnostics);
    return vt_yaml_read(builder, vt_builder_source(builder), diagnostics);
}

/* An item alone in its sequence becomes the root. */
static void unwrap_item(const vitals_piece *piece, vitals_document *document) {
    const vt_value *item = vt_array_first(document->values);
    if (piece->form == VT_PIECE_YAML_ITEM && item) {
        make_root(document, index_of(document, item));
    }
}

static vitals_status build(const vitals_piece *piece, vt_builder *builder, vitals_event *event,
                           vitals_diagnostics *diagnostics) {
    vitals_status status = read_text(piece, builder, diagnostics);
    if (status != VITALS_OK) return status;
    unwrap_item(piece, builder->document);
    if (piece->form != VT_PIECE_JSON && builder->document->values->type == VT_NULL) {
        return VITALS_ENOTFOUND;
    }
    *event = piece->item ? VITALS_EVENT_NONE : unwrap_event(builder->document);
    return add_type(builder, piece->type) ? VITALS_OK : builder->status;
}

vitals_status vitals_piece_parse(const vitals_piece *piece, vitals_document **document,
                                 vitals_event *event, vitals_diagnostics *diagnostics) {
    if (!piece || !document) return VITALS_EINVAL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &piece->allocator;
    options.limits = &piece->limits;
    options.file = piece->start.file;
    options.hash_seed = piece->hash_seed;
    vt_builder builder;
    vitals_event found = VITALS_EVENT_NONE;
    vitals_status status;
    if (vt_builder_begin(&builder, &options, piece->text, document)) {
        status = build(piece, &builder, &found, diagnostics);
    } else {
        status = builder.status;
        if (builder.document) vt_builder_diagnose(&builder, 0, diagnostics);
    }
    if (status != VITALS_OK) {
        vt_builder_abandon(&builder);
        return status;
    }
    if (!vt_builder_end(&builder)) return builder.status;
    if (event) *event = found;
    return VITALS_OK;
}
