/* One object of a stream: parsing it, with watch events and list items unwrapped. */
#include "stream/piece.h"

#include "base/memory/memory.h"
#include "document/builder.h"
#include "stream/cut.h"

/* --------------------------------------------------------------- life cycle */

size_t vt_piece_drop_bytes(const vitals_read_options *options) {
    size_t bytes = options->drop_count * sizeof *options->drop;
    for (size_t i = 0; i < options->drop_count; i++) bytes += strlen(options->drop[i]) + 1;
    return bytes;
}

char *vt_piece_copy_drop(const vitals_read_options *options, void *room) {
    const char **paths = room;
    char *bytes = (char *)(paths + options->drop_count);
    for (size_t i = 0; i < options->drop_count; i++) {
        size_t size = strlen(options->drop[i]) + 1;
        memcpy(bytes, options->drop[i], size);
        paths[i] = bytes;
        bytes += size;
    }
    return bytes;
}

vitals_piece vt_piece_borrow(const vitals_read_options *options, vt_piece_form form, vt_text text,
                             vt_place start) {
    return (vitals_piece){
        .allocator = *options->allocator,
        .limits = vt_document_limits_of(options->limits),
        .hash_seed = options->hash_seed,
        .form = form,
        .start = start,
        .text = text,
        .interrupt = { options->interrupt, options->interrupt_user },
    };
}

vitals_piece *vt_piece_new(const vitals_read_options *options, vt_piece_form form, vt_text text,
                           vt_place start) {
    size_t file_size = start.file ? strlen(start.file) + 1 : 0;
    size_t block_bytes = sizeof(vitals_piece) + vt_piece_drop_bytes(options) + file_size;
    if (!vt_size_add(block_bytes, text.size, &block_bytes)) return NULL;
    vitals_piece *piece = vt_allocate(options->allocator, block_bytes);
    if (!piece) return NULL;
    char *file = vt_piece_copy_drop(options, piece + 1), *bytes = file + file_size;
    if (file_size) memcpy(file, start.file, file_size);
    if (text.size) memcpy(bytes, text.bytes, text.size);
    *piece = vt_piece_borrow(options, form, vt_text_slice(bytes, text.size), start);
    piece->drop = (const char *const *)(const void *)(piece + 1);
    piece->drop_count = options->drop_count;
    piece->block_bytes = block_bytes;
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

bool vt_piece_set_metadata_type(vitals_piece *piece, vt_item_type type) {
    vt_release(&piece->allocator, piece->type_bytes, piece->type_size);
    piece->type_bytes = NULL;
    piece->type_size = 0;
    piece->metadata = true;
    return vt_piece_set_type(piece, type);
}

void vitals_piece_free(vitals_piece *piece) {
    if (!piece || piece->block_bytes == 0) return;
    vitals_allocator allocator = piece->allocator;
    vt_release(&allocator, piece->type_bytes, piece->type_size);
    vt_release(&allocator, piece, piece->block_bytes);
}

size_t vitals_piece_size_bytes(const vitals_piece *piece) {
    return piece->text.size;
}

/* --------------------------------------------------------- events and items */

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
static vitals_event unwrap_event(vt_builder *builder) {
    const vitals_document *document = builder->document;
    const vt_value *root = vt_document_root(document);
    if (!vt_value_is_object(root) || root->size != 2) return VITALS_EVENT_NONE;
    const vt_value *type = vt_document_field(document, root, VT_TEXT("type"));
    const vt_value *object = vt_document_field(document, root, VT_TEXT("object"));
    if (!vt_value_is_string(type) || !vt_value_is_object(object)) return VITALS_EVENT_NONE;
    vitals_event event = event_of_name(vt_value_text(type));
    if (event != VITALS_EVENT_NONE) vt_builder_set_root(builder, object);
    return event;
}

/* The only item of the sequence becomes the root. */
static void unwrap_item(vt_builder *builder) {
    const vt_value *item = vt_array_first(vt_document_root(builder->document));
    if (item) vt_builder_set_root(builder, item);
}

static vt_text text_of(const vitals_document *document, vt_text key) {
    return vt_value_text(vt_document_get(document, vt_document_root(document), key));
}

/* APIMACHINERY: what the API server sends in place of an object when it is asked for metadata alone. */
static bool is_metadata(const vitals_document *document) {
    return vt_text_is(text_of(document, VT_TEXT("kind")), "PartialObjectMetadata") &&
           vt_text_starts(text_of(document, VT_TEXT("apiVersion")), VT_TEXT("meta.k8s.io/"));
}

/* APIMACHINERY: an item that has neither kind nor apiVersion takes both from its list. Of keys that are there
** twice, the last one counts. */
static bool add_type(vt_builder *builder, const vitals_piece *piece) {
    const vitals_document *document = builder->document;
    const vt_item_type type = piece->type;
    if (!type.kind.size || !vt_value_is_object(vt_document_root(document))) return true;
    const bool has_own =
        text_of(document, VT_TEXT("kind")).size || text_of(document, VT_TEXT("apiVersion")).size;
    if (has_own && !(piece->metadata && is_metadata(document))) return true;
    vt_builder_reopen(builder);
    return vt_build_string(builder, VT_TEXT("apiVersion"), 0) &&
           vt_build_string(builder, type.api_version, 0) &&
           vt_build_string(builder, VT_TEXT("kind"), 0) && vt_build_string(builder, type.kind, 0) &&
           vt_build_close(builder);
}

/* ------------------------------------------------------------------ parsing */

typedef struct piece_parse {
    const vitals_piece *piece;
    vitals_event event;
} piece_parse;

/* As a list has. */
static bool has_items(const vitals_document *document) {
    return vt_document_get(document, vt_document_root(document), VT_TEXT("items")) != NULL;
}

/* A vt_builder_adjust_fn. An empty YAML document is not an object. */
static vitals_status unwrap(vt_builder *builder, void *user) {
    piece_parse *parse = user;
    const vitals_piece *piece = parse->piece;
    if (piece->form == VT_PIECE_YAML_ITEM) unwrap_item(builder);
    bool empty = vt_value_is_null(vt_document_root(builder->document));
    if (piece->form != VT_PIECE_JSON && empty) return VITALS_ENOTFOUND;
    if (piece->ahead_of && has_items(builder->document)) return VITALS_EAGAIN;
    if (!piece->item) parse->event = unwrap_event(builder);
    return add_type(builder, piece) ? VITALS_OK : builder->status;
}

/* Without `drop` the parts will be pieces of their own: all of it is built. */
static vitals_status parse_as(piece_parse *parse, bool drop, bool event, vitals_document **document,
                              vitals_diagnostics *diagnostics) {
    const vitals_piece *piece = parse->piece;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &piece->allocator;
    const vitals_limits limits = vt_limits_of_document(&piece->limits);
    options.limits = &limits;
    options.file = piece->start.file;
    options.hash_seed = piece->hash_seed;
    options.format = piece->form == VT_PIECE_JSON ? VITALS_FORMAT_JSON : VITALS_FORMAT_YAML;
    options.drop = piece->drop;
    options.drop_count = drop ? piece->drop_count : 0;
    vt_source source = { .text = piece->text,
                         .start = piece->start,
                         .interrupt = piece->interrupt };
    source.start.file = NULL; /* `options` names it */
    source.build_all = !drop;
    parse->event = VITALS_EVENT_NONE;
    vt_builder_adjust adjust = { unwrap, parse, event };
    return vt_builder_parse(&source, &options, &adjust, document, diagnostics);
}

/* Whether the piece starts like an event in JSON. */
static bool looks_like_event(const vitals_piece *piece) {
    if (piece->form != VT_PIECE_JSON || piece->item) return false;
    vt_text start = vt_text_trim(vt_text_between(piece->text, 1, 64));
    if (!vt_text_starts(start, VT_TEXT("\"type\"")) &&
        !vt_text_starts(start, VT_TEXT("\"object\"")))
        return false;
    vt_text type = vt_json_cut_string_member(piece->text, VT_TEXT("type"));
    return event_of_name(type) != VITALS_EVENT_NONE;
}

/* A line ahead is refused where cutting it may make a difference: it does not hold exactly one object, it may be a
** list, or there is something to report. */
static vitals_status parse_line(piece_parse *parse, vitals_document **document,
                                vitals_diagnostics *diagnostics) {
    const vt_diagnostics_mark before = vt_diagnostics_mark_of(diagnostics);
    const vitals_status status = parse_as(parse, true, false, document, diagnostics);
    const bool reports = vt_diagnostics_go_back(diagnostics, before);
    return status == VITALS_OK && !reports ? VITALS_OK : VITALS_EAGAIN;
}

/* Paths to drop start at the object of an event. */
static vitals_status parse_cut(piece_parse *parse, bool drop, vitals_document **document,
                               vitals_diagnostics *diagnostics) {
    const vitals_piece *piece = parse->piece;
    bool may_guess = drop && piece->drop_count > 0 && piece->form == VT_PIECE_JSON;
    bool guess = may_guess && looks_like_event(piece);
    vitals_status status = parse_as(parse, drop, guess, document, diagnostics);
    /* A wrong guess, which is rare: the paths started elsewhere. */
    bool is_event = parse->event != VITALS_EVENT_NONE;
    if (may_guess && status == VITALS_OK && guess != is_event) {
        status = parse_as(parse, drop, is_event, document, NULL);
    }
    return status;
}

/* Whether a line or a value starts at `at`. */
static bool starts_value(vt_text text, size_t at) {
    while (at > 0 && (text.bytes[at - 1] == ' ' || text.bytes[at - 1] == '\t')) at--;
    return at == 0 || strchr("\n:-", text.bytes[at - 1]);
}

/* Whether a line or a value is an action of a template, such as `{{ .Values.name }}` or `{{- if`. Those in quotes and
** within texts are no mistake. */
static bool has_action(vt_text text) {
    for (size_t at = 0; (at = vt_text_find(text, VT_TEXT("{{"), at)) != SIZE_MAX;) {
        const bool starts =
            starts_value(text, at) && vt_cut_is_action(vt_text_between(text, at, SIZE_MAX));
        at += 2;
        const vt_text rest = vt_text_between(text, at, SIZE_MAX);
        const vt_text line = vt_text_between(rest, 0, vt_text_find_byte(rest, '\n', 0));
        const bool comment =
            vt_text_starts(rest, VT_TEXT("/*")) || vt_text_starts(rest, VT_TEXT("- /*"));
        if (!starts) continue;
        if (comment || vt_text_find(line, VT_TEXT("}}"), 0) != SIZE_MAX) return true;
    }
    return false;
}

/* Say what it is in place of the error of syntax that it makes, at the same place. */
static void name_template(const vitals_piece *piece, vt_diagnostics_mark before,
                          vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *found = vitals_diagnostics_at(diagnostics, before.count);
    if (!found || !has_action(piece->text)) return;
    vt_place place = piece->start;
    place.line = found->line;
    place.column = found->column;
    vt_diagnostics_go_back(diagnostics, before);
    vt_diagnose(diagnostics, VITALS_SEVERITY_ERROR, "yaml-syntax", place, NULL,
                VT_TEXT("this is a Helm template: render it with helm template first"));
}

vitals_status vt_piece_parse(const vitals_piece *piece, bool drop, vitals_document **document,
                             vitals_event *event, vitals_diagnostics *diagnostics) {
    piece_parse parse = { .piece = piece };
    const vt_diagnostics_mark before = vt_diagnostics_mark_of(diagnostics);
    vitals_status status = piece->ahead_of ? parse_line(&parse, document, diagnostics)
                                           : parse_cut(&parse, drop, document, diagnostics);
    const bool yaml = piece->form != VT_PIECE_JSON;
    if (status == VITALS_ESYNTAX && yaml) name_template(piece, before, diagnostics);
    if (status == VITALS_OK && event) *event = parse.event;
    return status;
}

vitals_status vitals_piece_parse(const vitals_piece *piece, vitals_document **document,
                                 vitals_event *event, vitals_diagnostics *diagnostics) {
    if (!piece || !document) return VITALS_EINVAL;
    return vt_piece_parse(piece, true, document, event, diagnostics);
}

/* --------------------------------------------------------------------- queues */

void vt_piece_queue_push(vt_piece_queue *queue, vitals_piece *piece) {
    piece->next = NULL;
    if (queue->last) {
        queue->last->next = piece;
    } else {
        queue->first = piece;
    }
    queue->last = piece;
}

vitals_piece *vt_piece_queue_pop(vt_piece_queue *queue) {
    vitals_piece *piece = queue->first;
    if (!piece) return NULL;
    queue->first = piece->next;
    if (!queue->first) queue->last = NULL;
    piece->next = NULL;
    return piece;
}

void vt_piece_queue_done(vt_piece_queue *queue) {
    vitals_piece *piece;
    while ((piece = vt_piece_queue_pop(queue))) vitals_piece_free(piece);
}
