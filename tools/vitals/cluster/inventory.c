/* Reads inventories and manifests: see inventory.h. */
#include "cluster/inventory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/memory.h"
#include "base/text.h"
#include "input/files.h"

#define LABEL_APPLYSET "applyset.kubernetes.io/id"
#define LABEL_PART_OF "applyset.kubernetes.io/part-of"
#define ANNOTATION_KINDS "applyset.kubernetes.io/contains-group-kinds"
#define ANNOTATION_NAMESPACES "applyset.kubernetes.io/additional-namespaces"

/* What is being read. */
typedef struct reader {
    cli_inventory *inventory;
    const char *path;
    const vitals_limits *limits;
    cli_problems *problems;
} reader;

/* ------------------------------------------------------------------- objects */

static vitals_text copied(vitals_text text) {
    return (vitals_text){ memory_copy(text.bytes ? text.bytes : "", text.size), text.size };
}

static void add_to(vitals_live_object **items, size_t *count, const vitals_live_object *object) {
    *items = memory_grow(*items, *count, sizeof **items);
    (*items)[(*count)++] = (vitals_live_object){ .group = copied(object->group),
                                                 .kind = copied(object->kind),
                                                 .namespace_ = copied(object->namespace_),
                                                 .name = copied(object->name) };
}

static bool add_object(void *user, const vitals_live_object *object) {
    cli_inventory *inventory = user;
    add_to(&inventory->objects, &inventory->count, object);
    return true;
}

static void free_objects(vitals_live_object *objects, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const vitals_text texts[] = { objects[i].group, objects[i].kind, objects[i].namespace_,
                                      objects[i].name };
        for (size_t k = 0; k < COUNT_OF(texts); k++) {
            char *bytes;
            memcpy(&bytes, &texts[k].bytes, sizeof bytes);
            free(bytes);
        }
    }
    free(objects);
}

static void problem(const reader *own, const char *what, vitals_text about) {
    char *visible = text_visible(about);
    problems_add_error(own->problems, own->path, "%s: %s", visible, what);
    free(visible);
}

/* ----------------------------------------------------------------------- ids */

/* The rules of ids are the library's: a Kustomization that has this one. */
static void add_id(const reader *own, vitals_text id) {
    vitals_document *document = NULL;
    vt_buffer json = BUFFER_INIT;
    const size_t before = own->inventory->count;
    vt_buffer_add_terminated(&json,
                             "{\"apiVersion\":\"kustomize.toolkit.fluxcd.io/v1\",\"kind\":"
                             "\"Kustomization\",\"metadata\":{\"name\":\"inventory\"},\"status\":"
                             "{\"inventory\":{\"entries\":[{\"id\":");
    vt_quote_append_json(&json, id);
    vt_buffer_add_terminated(&json, "}]}}}");
    if (vitals_document_parse(json.bytes, json.size, NULL, &document, NULL) == VITALS_ENOMEM ||
        vitals_cluster_listed(document, add_object, own->inventory) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    if (own->inventory->count == before) {
        problem(own, "not an id: it is NAMESPACE_NAME_GROUP_KIND", id);
    }
    vitals_document_free(document);
    vt_buffer_done(&json);
}

static vitals_text trimmed(vitals_text text) {
    while (text.size && strchr(" \t\r\n", text.bytes[0])) text.bytes++, text.size--;
    while (text.size && strchr(" \t\r\n", text.bytes[text.size - 1])) text.size--;
    return text;
}

/* An id, or a word as on the command line. */
static void add_line(const reader *own, vitals_text line) {
    const vitals_text text = trimmed(line);
    if (!text.size || text.bytes[0] == '#') return;
    if (memchr(text.bytes, '/', text.size)) {
        option_list_add(&own->inventory->words, memory_copy(text.bytes, text.size));
    } else {
        add_id(own, text);
    }
}

/* ------------------------------------------------------------------ documents */

static void add_listed(const reader *own, const vitals_document *document) {
    if (vitals_cluster_listed(document, add_object, own->inventory) == VITALS_ENOMEM) {
        memory_exhausted();
    }
}

/* kpt.dev: spec.resources. */
static void add_resource_group(const reader *own, const vitals_document *document) {
    const vitals_value *list = field_at(document, NULL, ".spec.resources"), *item;
    uint64_t cursor = 0;
    while (list && vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        const vitals_live_object object = { .group = field_text(document, item, ".group"),
                                            .kind = field_text(document, item, ".kind"),
                                            .namespace_ = field_text(document, item, ".namespace"),
                                            .name = field_text(document, item, ".name") };
        if (object.kind.size && object.name.size) add_object(own->inventory, &object);
    }
}

/* cli-utils: the keys of data are ids. */
static void add_configmap(const reader *own, const vitals_document *document) {
    const vitals_value *data = field_at(document, NULL, ".data"), *value;
    vitals_text key;
    uint64_t cursor = 0;
    while (data && vitals_value_next(data, &cursor, &key, &value) == VITALS_OK) add_id(own, key);
}

/* The parts of a text between commas. */
static void add_parts(option_list *list, vitals_text text) {
    while (text.size) {
        const char *comma = memchr(text.bytes, ',', text.size);
        const size_t size = comma ? (size_t)(comma - text.bytes) : text.size;
        if (size) option_list_add(list, memory_copy(text.bytes, size));
        text.bytes += size + (comma != NULL);
        text.size -= size + (comma != NULL);
    }
}

/* KEP-3659: the parent has the kinds and namespaces, and the members have its id as a label. */
static void add_applyset(const reader *own, const vitals_document *document) {
    cli_inventory *inventory = own->inventory;
    const vitals_text kinds = vitals_document_annotation(document, vt_text_from(ANNOTATION_KINDS));
    const vitals_text id = vitals_document_label(document, vt_text_from(LABEL_APPLYSET));
    const vitals_text home = vitals_document_namespace(document);
    vt_buffer labels = BUFFER_INIT;
    if (inventory->labels) {
        problem(own, "one applyset at a time", vitals_document_name(document));
        return;
    }
    vt_buffer_add_terminated(&labels, LABEL_PART_OF "=");
    vt_buffer_add_bytes(&labels, id.bytes, id.size);
    inventory->labels = vt_buffer_take(&labels, NULL);
    add_parts(&inventory->words, kinds);
    if (home.size) option_list_add(&inventory->namespaces, memory_copy(home.bytes, home.size));
    add_parts(&inventory->namespaces,
              vitals_document_annotation(document, vt_text_from(ANNOTATION_NAMESPACES)));
    if (!kinds.size) {
        problem(own, "an applyset without the annotation " ANNOTATION_KINDS,
                vitals_document_name(document));
    }
}

static void refuse_helm(const reader *own, const vitals_document *document) {
    problem(own, "a release of Helm is compressed; use `helm get manifest NAME | vitals wait -f -`",
            vitals_document_name(document));
}

static const struct inventory_kind {
    const char *group, *kind;
    void (*add)(const reader *own, const vitals_document *document);
} inventory_kinds[] = {
    { "argoproj.io", "Application", add_listed },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", add_listed },
    { "helm.toolkit.fluxcd.io", "HelmRelease", add_listed },
    { "kpt.dev", "ResourceGroup", add_resource_group },
    { "", "ConfigMap", add_configmap },
    { "", "Secret", refuse_helm },
};

static void add_document(const reader *own, const vitals_document *document) {
    const vitals_text kind = vitals_document_kind(document);
    const size_t before = own->inventory->count, errors = own->problems->errors;
    if (vitals_document_label(document, vt_text_from(LABEL_APPLYSET)).size) {
        add_applyset(own, document);
        return;
    }
    size_t i = 0;
    while (i < COUNT_OF(inventory_kinds) &&
           (!vt_text_is(kind, inventory_kinds[i].kind) ||
            !vt_text_is(vitals_document_group(document), inventory_kinds[i].group))) {
        i++;
    }
    if (i == COUNT_OF(inventory_kinds)) {
        problem(own, "not an inventory; -f waits for the objects of a file", kind);
        return;
    }
    inventory_kinds[i].add(own, document);
    if (own->inventory->count == before && own->problems->errors == errors) {
        problem(own, "it lists no objects", vitals_document_name(document));
    }
}

/* {"entries": [{"id": …}]}: not an object. false: it is something else. */
static bool add_entries(const reader *own, const vt_buffer *text) {
    vitals_document *document = NULL;
    const vitals_value *item, *list = NULL;
    uint64_t cursor = 0;
    if (vitals_document_parse(text->bytes, text->size, NULL, &document, NULL) == VITALS_ENOMEM) {
        memory_exhausted();
    }
    if (document && !vitals_document_kind(document).size)
        list = field_at(document, NULL, ".entries");
    while (list && vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        add_id(own, field_text(document, item, ".id"));
    }
    vitals_document_free(document);
    return list != NULL;
}

/* ---------------------------------------------------------------------- files */

/* A vitals_read_fn over a text. */
static ptrdiff_t read_text(void *user, char *buffer, size_t capacity) {
    vitals_text *left = user;
    const size_t size = left->size < capacity ? left->size : capacity;
    memcpy(buffer, left->bytes, size);
    left->bytes += size;
    left->size -= size;
    return (ptrdiff_t)size;
}

static void add_piece(const reader *own, const vitals_piece *piece,
                      vitals_diagnostics *diagnostics) {
    vitals_document *document = NULL;
    const vitals_status status = vitals_piece_parse(piece, &document, NULL, diagnostics);
    if (status == VITALS_ENOMEM) memory_exhausted();
    if (status == VITALS_OK) add_document(own, document);
    if (status != VITALS_OK && status != VITALS_ENOTFOUND) {
        problems_add_all(own->problems, own->path, status, diagnostics);
    }
    vitals_document_free(document);
}

static void add_documents(const reader *own, const vt_buffer *text) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_diagnostics *diagnostics = NULL;
    vitals_stream *stream = NULL;
    vitals_text left = { text->bytes, text->size };
    options.limits = own->limits;
    options.file = own->path;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK ||
        vitals_stream_new(&options, read_text, &left, &stream) != VITALS_OK) {
        memory_exhausted();
    }
    for (vitals_status status = VITALS_OK; status != VITALS_ENOTFOUND;) {
        vitals_piece *piece = NULL;
        status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_ENOMEM) memory_exhausted();
        if (status == VITALS_OK) {
            add_piece(own, piece, diagnostics);
        } else if (status != VITALS_ENOTFOUND) {
            problems_add_all(own->problems, own->path, status, diagnostics);
        }
        vitals_piece_free(piece);
        vitals_diagnostics_clear(diagnostics);
    }
    vitals_stream_free(stream);
    vitals_diagnostics_free(diagnostics);
}

/* Whether a line can only be YAML or JSON: a colon in a name is not followed by a space. */
static bool is_structured(vitals_text line) {
    const vitals_text text = trimmed(line);
    if (!text.size) return false;
    if (strchr("{[-%\"", text.bytes[0]) || text.bytes[text.size - 1] == ':') return true;
    for (size_t i = 0; i + 1 < text.size; i++) {
        if (text.bytes[i] == ':' && text.bytes[i + 1] == ' ') return true;
    }
    return false;
}

/* Call `add` for each line, or with NULL find out whether one is structured. */
static bool each_line(const reader *own, const vt_buffer *text,
                      void (*add)(const reader *own, vitals_text line)) {
    for (size_t at = 0, end; at < text->size; at = end + 1) {
        const char *break_at = memchr(text->bytes + at, '\n', text->size - at);
        end = break_at ? (size_t)(break_at - text->bytes) : text->size;
        const vitals_text line = { text->bytes + at, end - at };
        if (add) add(own, line);
        if (!add && is_structured(line)) return true;
    }
    return false;
}

void inventory_read(cli_inventory *inventory, const char *path, const vitals_limits *limits,
                    cli_problems *problems) {
    const reader own = { inventory, path, limits, problems };
    vt_buffer text = BUFFER_INIT;
    if (file_read(path, MAX_FILE_BYTES, &text, problems)) {
        if (!each_line(&own, &text, NULL)) {
            each_line(&own, &text, add_line);
        } else if (!add_entries(&own, &text)) {
            add_documents(&own, &text);
        }
    }
    vt_buffer_done(&text);
}

/* ------------------------------------------------------------------ manifests */

static void take_manifest(void *user, vitals_document *document) {
    cli_inventory *inventory = user;
    const vitals_live_object object = { .group = vitals_document_group(document),
                                        .kind = vitals_document_kind(document),
                                        .namespace_ = vitals_document_namespace(document),
                                        .name = vitals_document_name(document) };
    if (object.kind.size && object.name.size) add_object(inventory, &object);
    if (vt_text_is(object.kind, "CustomResourceDefinition")) {
        const vitals_live_object defined = { .group = field_text(document, NULL, ".spec.group"),
                                             .kind =
                                                 field_text(document, NULL, ".spec.names.kind") };
        add_to(&inventory->defined, &inventory->defined_count, &defined);
    }
    vitals_document_free(document);
}

void inventory_read_manifests(cli_inventory *inventory, const option_list *files,
                              const vitals_limits *limits, cli_problems *problems, size_t *errors) {
    source_list sources = { NULL, 0 };
    sources_find(&sources, files, problems);
    problems_print(problems, errors);
    for (size_t i = 0; i < sources.count; i++) {
        source_read_documents(&sources.items[i], limits, take_manifest, inventory, problems, errors,
                              NULL);
    }
    sources_done(&sources);
}

bool inventory_defines(const cli_inventory *inventory, vitals_text group, vitals_text kind) {
    for (size_t i = 0; i < inventory->defined_count; i++) {
        const vitals_live_object *at = &inventory->defined[i];
        if (vt_text_equal(at->group, group) && vt_text_equal(at->kind, kind)) return true;
    }
    return false;
}

void inventory_done(cli_inventory *inventory) {
    free_objects(inventory->objects, inventory->count);
    free_objects(inventory->defined, inventory->defined_count);
    option_list_free_items(&inventory->words);
    option_list_free_items(&inventory->namespaces);
    free(inventory->labels);
    *inventory = (cli_inventory){ .objects = NULL };
}
