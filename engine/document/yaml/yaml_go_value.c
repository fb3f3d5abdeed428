/* A YAML value in Go's %#v syntax. */
#include "document/yaml/yaml_go_value.h"

#include <inttypes.h>

#include "base/number/number.h"
#include "base/text/quote.h"
#include "document/yaml/yaml_scalar.h"

enum { MOST_DEPTH = 16, MOST_BYTES = 4096, MOST_KEYS = 64 };

typedef struct go_printer {
    vt_buffer *scratch;
    vt_buffer *buffer;
    size_t most_size; /* of the buffer; the rest is truncated */
} go_printer;

static bool append_value(const go_printer *printer, const vt_yaml_node *node, int depth);

static bool is_full(const go_printer *printer) {
    return printer->buffer->size > printer->most_size;
}

static bool append_scalar(const go_printer *printer, const vt_yaml_node *node, int depth) {
    vt_yaml_scalar scalar = { .kind = VT_YAML_STRING, .text = vt_yaml_node_text(node) };
    if (node->plain && !vt_yaml_resolve(scalar.text, printer->scratch, &scalar)) return false;
    /* What does not fit its tag is reported when the value itself is built. */
    const char *tag = vt_yaml_node_tag(node);
    if (tag && !vt_yaml_resolve_tagged(vt_text_from(tag), scalar.text, printer->scratch, &scalar,
                                       printer->buffer)) {
        return !printer->scratch->failed;
    }
    switch (scalar.kind) {
    case VT_YAML_NULL:
        return vt_buffer_add_terminated(printer->buffer, depth ? "interface {}(nil)" : "<nil>");
    case VT_YAML_BOOL:
        return vt_buffer_add_terminated(printer->buffer, scalar.boolean ? "true" : "false");
    case VT_YAML_INTEGER:
        return vt_buffer_add_integer(printer->buffer, scalar.integer);
    case VT_YAML_UNSIGNED:
        return vt_buffer_printf(printer->buffer, "0x%" PRIx64, scalar.magnitude);
    case VT_YAML_FLOAT:
        return vt_number_append_double(printer->buffer, scalar.number, 'g', -1);
    case VT_YAML_STRING:
        return vt_quote_append_go(printer->buffer, vt_text_between(scalar.text, 0, MOST_BYTES));
    }
    return false;
}

static bool append_sequence(const go_printer *printer, const vt_yaml_node *node, int depth) {
    vt_buffer_add_terminated(printer->buffer, "[]interface {}{");
    for (const vt_yaml_node *item = node->as.first; item && !is_full(printer); item = item->next) {
        if (item != node->as.first) vt_buffer_add_terminated(printer->buffer, ", ");
        if (!append_value(printer, item, depth + 1)) return false;
    }
    return vt_buffer_add_byte(printer->buffer, '}');
}

/* GO: fmt prints maps in the order of their keys. */
static size_t sort_keys(const vt_yaml_node *node, const vt_yaml_node *keys[MOST_KEYS]) {
    size_t count = 0;
    for (const vt_yaml_node *key = node->as.first; key && count < MOST_KEYS;
         key = key->next->next) {
        size_t at = count++;
        for (; at > 0; at--) {
            const vt_yaml_node *before = vt_yaml_node_resolve(keys[at - 1]);
            const vt_yaml_node *resolved = vt_yaml_node_resolve(key);
            if (before->kind != VT_YAML_NODE_SCALAR || resolved->kind != VT_YAML_NODE_SCALAR) break;
            if (vt_text_compare(vt_yaml_node_text(before), vt_yaml_node_text(resolved)) <= 0) break;
            keys[at] = keys[at - 1];
        }
        keys[at] = key;
    }
    return count;
}

static bool append_mapping(const go_printer *printer, const vt_yaml_node *node, int depth) {
    const vt_yaml_node *keys[MOST_KEYS];
    size_t count = sort_keys(node, keys);
    vt_buffer_add_terminated(printer->buffer, "map[interface {}]interface {}{");
    for (size_t i = 0; i < count && !is_full(printer); i++) {
        if (i > 0) vt_buffer_add_terminated(printer->buffer, ", ");
        if (!append_value(printer, keys[i], depth + 1)) return false;
        vt_buffer_add_byte(printer->buffer, ':');
        if (!append_value(printer, keys[i]->next, depth + 1)) return false;
    }
    return vt_buffer_add_byte(printer->buffer, '}');
}

static bool append_value(const go_printer *printer, const vt_yaml_node *node, int depth) {
    node = vt_yaml_node_resolve(node);
    if (depth > MOST_DEPTH) return vt_buffer_add_terminated(printer->buffer, "...");
    if (node->kind == VT_YAML_NODE_SEQUENCE) return append_sequence(printer, node, depth);
    if (node->kind == VT_YAML_NODE_MAPPING) return append_mapping(printer, node, depth);
    return append_scalar(printer, node, depth);
}

bool vt_yaml_append_go_value(const vt_yaml_node *node, vt_buffer *scratch, vt_buffer *buffer) {
    go_printer printer = { scratch, buffer, buffer->size + MOST_BYTES };
    return append_value(&printer, node, 0);
}
