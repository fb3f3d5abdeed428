/* Making nodes. */
#include "cel/ast.h"

vt_cel_node *vt_cel_node_new(vt_arena *arena, vt_cel_node_kind kind, uint32_t child_count) {
    vt_cel_node *node = vt_arena_allocate_zeroed(arena, sizeof *node);
    if (!node) return NULL;
    node->kind = (uint8_t)kind;
    node->depth = 1;
    node->child_count = child_count;
    if (child_count == 0) return node;
    node->children = vt_arena_allocate_zeroed(arena, child_count * sizeof(vt_cel_node *));
    return node->children ? node : NULL;
}

void vt_cel_node_measure(vt_cel_node *node) {
    uint16_t deepest = 0;
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (node->children[i]->depth > deepest) deepest = node->children[i]->depth;
    }
    node->depth = (uint16_t)(deepest + 1);
}

bool vt_cel_node_qualified_name(vt_arena *arena, const vt_cel_node *node, vt_text *name) {
    size_t size = 0;
    const vt_cel_node *at = node;
    for (; at->kind == VT_CEL_NODE_SELECT && !at->optional; at = at->children[0]) {
        size += at->name.size + 1;
    }
    if (at->kind != VT_CEL_NODE_IDENTIFIER) return false;
    size += at->name.size;
    char *bytes = vt_arena_allocate(arena, size + 1);
    if (!bytes) return false;
    bytes[size] = '\0';
    *name = vt_text_slice(bytes, size);
    for (; node != at; node = node->children[0]) {
        size -= node->name.size;
        memcpy(bytes + size, node->name.bytes, node->name.size);
        bytes[--size] = '.';
    }
    memcpy(bytes, at->name.bytes, at->name.size);
    return true;
}
