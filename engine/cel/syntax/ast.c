/* Nodes and dotted names. */
#include "cel/syntax/ast.h"

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

/* CEL-GO: how many nodes a macro expands to besides its arguments. */
static const uint8_t ids_of_macro[] = {
    [VT_CEL_MACRO_ALL] = 7,
    [VT_CEL_MACRO_EXISTS] = 8,
    [VT_CEL_MACRO_EXISTS_ONE] = 11,
    [VT_CEL_MACRO_MAP] = 7,
    [VT_CEL_MACRO_FILTER] = 9,
    [VT_CEL_MACRO_TRANSFORM_MAP] = 7,
    [VT_CEL_MACRO_TRANSFORM_ENTRY] = 7,
    [VT_CEL_MACRO_BIND] = 4,
    [VT_CEL_MACRO_BLOCK] = 1,
    [VT_CEL_MACRO_OPTIONAL_MAP] = 9,
    [VT_CEL_MACRO_OPTIONAL_FLAT_MAP] = 8,
};

static uint32_t own_ids_of_macro(const vt_cel_node *node) {
    uint32_t ids = ids_of_macro[node->macro] + (node->has_filter ? 2 : 0);
    bool is_optional =
        node->macro == VT_CEL_MACRO_OPTIONAL_MAP || node->macro == VT_CEL_MACRO_OPTIONAL_FLAT_MAP;
    return is_optional ? ids + node->children[0]->ids : ids; /* it is there twice */
}

uint32_t vt_cel_node_own_ids(const vt_cel_node *node) {
    switch ((int)node->kind) {
    case VT_CEL_NODE_SELECT:
        return node->optional ? 2 : 1;
    case VT_CEL_NODE_AND:
    case VT_CEL_NODE_OR:
        return node->child_count - 1;
    case VT_CEL_NODE_MAP:
        return 1 + node->child_count / 2;
    case VT_CEL_NODE_MACRO:
        return own_ids_of_macro(node);
    default:
        return 1;
    }
}

void vt_cel_node_measure(vt_cel_node *node) {
    uint16_t deepest = 0;
    node->ids = vt_cel_node_own_ids(node);
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (node->children[i]->depth > deepest) deepest = node->children[i]->depth;
        node->ids += node->children[i]->ids;
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
    *name = bytes ? vt_text_slice(bytes, size) : VT_TEXT_ABSENT;
    if (!bytes) return true;
    bytes[size] = '\0';
    for (; node != at; node = node->children[0]) {
        size -= node->name.size;
        memcpy(bytes + size, node->name.bytes, node->name.size);
        bytes[--size] = '.';
    }
    memcpy(bytes, at->name.bytes, at->name.size);
    return true;
}

bool vt_cel_node_is_rooted(const vt_cel_node *node) {
    while (node->kind == VT_CEL_NODE_SELECT) node = node->children[0];
    return node->rooted;
}

vt_text vt_cel_name_parent(vt_text name) {
    while (name.size > 0 && name.bytes[name.size - 1] != '.') name.size--;
    if (name.size > 0) name.size--;
    return name;
}

vt_text vt_cel_name_join(vt_arena *arena, vt_text head, vt_text last) {
    size_t size = head.size + 1 + last.size;
    char *bytes = vt_arena_allocate(arena, size + 1);
    if (!bytes) return VT_TEXT_ABSENT;
    memcpy(bytes, head.bytes, head.size);
    bytes[head.size] = '.';
    memcpy(bytes + head.size + 1, last.bytes, last.size);
    bytes[size] = '\0';
    return vt_text_slice(bytes, size);
}
