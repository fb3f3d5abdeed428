/* Describes the first document of a file. */
#include "input/shape.h"

#include "base/fields.h"
#include "base/memory.h"

enum { KEYS_NAMED = 4 };

static void add_keys(vt_buffer *out, const vitals_value *map) {
    const size_t count = vitals_value_count(map);
    const vitals_value *value = NULL;
    uint64_t cursor = 0;
    vitals_text key;
    for (size_t i = 0; vitals_value_next(map, &cursor, &key, &value) == VITALS_OK; i++) {
        if (i == KEYS_NAMED) {
            vt_buffer_printf(out, " and %zu more", count - KEYS_NAMED);
            break;
        }
        vt_buffer_add_terminated(out, i == 0 ? " " : i + 1 == count ? " and " : ", ");
        vt_quote_append_visible(out, key);
    }
}

static void add_map(vt_buffer *out, const vitals_value *map) {
    const size_t count = vitals_value_count(map);
    vt_buffer_add_terminated(out, "a map");
    if (count == 0) {
        vt_buffer_add_terminated(out, " without any key");
    } else {
        vt_buffer_printf(out, " with the key%s", count == 1 ? "" : "s");
    }
    add_keys(out, map);
}

/* A ConfigMap is known by its data: the keys may be those of another file. */
static void add_object(vt_buffer *out, const vitals_document *document) {
    const vitals_value *data = field_at(document, NULL, ".data");
    vt_buffer_add_terminated(out, "an object of kind ");
    vt_quote_append_visible(out, vitals_document_kind(document));
    if (vitals_value_type_of(data) != VITALS_VALUE_MAP) return;
    vt_buffer_add_terminated(out, vitals_value_count(data) ? " with the data" : " without data");
    add_keys(out, data);
}

static void add_document(vt_buffer *out, const vitals_document *document) {
    const vitals_value *root = vitals_document_root(document);
    const vitals_value_type type = vitals_value_type_of(root);
    if (vitals_document_kind(document).size) {
        add_object(out, document);
    } else if (type == VITALS_VALUE_MAP) {
        add_map(out, root);
    } else if (type == VITALS_VALUE_LIST) {
        vt_buffer_printf(out, "a list of %zu", vitals_value_count(root));
    } else if (type == VITALS_VALUE_NULL || type == VITALS_VALUE_NONE) {
        vt_buffer_add_terminated(out, "an empty file");
    } else {
        vt_buffer_add_terminated(out,
                                 type == VITALS_VALUE_STRING ? "plain text" : "a single value");
    }
}

/* What names other files, that are not read with it. */
static void add_unread(vt_buffer *out, const vitals_document *document) {
    static const char bases[] =
        "bases and components of a kustomization are not read; give them too";
    static const char values[] = "files under valueFiles are not read; give them too";
    static const struct unread {
        const char *path, *text;
    } rows[] = {
        { ".components", bases },
        { ".bases", bases },
        { ".resources", bases },
        { ".configMapGenerator[0].envs", "envs of a generator are not read" },
        { ".configMapGenerator[0].env", "envs of a generator are not read" },
        { ".spec.source.helm.valueFiles", values },
        { ".spec.sources[0].helm.valueFiles", values },
        { ".spec.sources[1].helm.valueFiles", values },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (vitals_value_type_of(field_at(document, NULL, rows[i].path)) == VITALS_VALUE_NONE)
            continue;
        vt_buffer_printf(out, "; %s", rows[i].text);
        return;
    }
}

/* What cannot be read, and the limit that it reaches, if it does. */
static void add_unreadable(vt_buffer *out, const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    if (first && first->limit) {
        vt_buffer_printf(out, "YAML or JSON that reaches the limit %s in line %u", first->limit,
                         first->line);
    } else {
        vt_buffer_add_terminated(out, "neither YAML nor JSON");
    }
}

void shape_describe(vt_buffer *out, const char *bytes, size_t size) {
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics = NULL;
    if (vitals_diagnostics_new(NULL, &diagnostics) != VITALS_OK) memory_exhausted();
    if (vitals_document_parse(bytes, size, NULL, &document, diagnostics) == VITALS_OK) {
        add_document(out, document);
        add_unread(out, document);
    } else {
        add_unreadable(out, diagnostics);
    }
    vitals_diagnostics_free(diagnostics);
    vitals_document_free(document);
}

bool shape_is_empty_list(const char *bytes, size_t size, const char *path) {
    vitals_document *document = NULL;
    bool empty = false;
    if (vitals_document_parse(bytes, size, NULL, &document, NULL) == VITALS_OK) {
        const vitals_value *list = field_at(document, NULL, path);
        empty = vitals_value_type_of(list) == VITALS_VALUE_LIST && !vitals_value_count(list);
    }
    vitals_document_free(document);
    return empty;
}
