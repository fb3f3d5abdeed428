/* The names that a script assigns to, found in its tree once. */
#include "lua/assigned_names.h"

void vt_lua_names_init(vt_lua_assigned_names *names, const vitals_allocator *allocator) {
    vt_arena_init(&names->arena, allocator, 0);
    /* Nothing depends on the seed but which names collide. */
    vt_map_init(&names->first, allocator, (uint64_t)(uintptr_t)names);
}

void vt_lua_names_done(vt_lua_assigned_names *names) {
    vt_map_done(&names->first);
    vt_arena_done(&names->arena);
}

static bool keep_first(vt_lua_assigned_names *names, vt_text name, uint32_t offset) {
    uintptr_t place = (uintptr_t)offset + 1;
    const void *known = vt_map_get(&names->first, name);
    if (known && (uintptr_t)known <= place) return true;
    vt_text copy = known ? name : vt_arena_copy(&names->arena, name);
    return !vt_text_is_absent(copy) && vt_map_put(&names->first, copy, (void *)place);
}

/* A target of an assignment, or the key of a field. */
static bool collect_target(vt_lua_assigned_names *names, const vt_lua_node *target) {
    const vt_lua_node *key = target->kind == VT_LUA_INDEX ? target->right : target;
    bool is_name = key->kind == VT_LUA_STRING || (key->kind == VT_LUA_NAME && !key->local);
    if (!is_name || key->text.size > VT_LUA_LONGEST_NAME ||
        (key->kind == VT_LUA_NAME && key != target)) {
        return true;
    }
    return keep_first(names, key->text, key->offset);
}

static bool collect(void *user, const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_FIELD:
        return !node->left || node->left->kind != VT_LUA_STRING || collect_target(user, node->left);
    case VT_LUA_FUNCTION_STATEMENT:
        return collect_target(user, node->left);
    case VT_LUA_ASSIGN:
        for (const vt_lua_node *target = node->targets.first; target; target = target->next) {
            if (!collect_target(user, target)) return false;
        }
        return true;
    default:
        return true;
    }
}

vitals_status vt_lua_names_collect(vt_lua_assigned_names *names, const vt_lua_tree *tree) {
    return vt_lua_walk(tree->script, collect, names) ? VITALS_OK : VITALS_ENOMEM;
}

double vt_lua_names_place(const vt_lua_assigned_names *names, vt_text name) {
    if (name.size > VT_LUA_LONGEST_NAME) return -1;
    const void *place = vt_map_get(&names->first, name);
    return place ? (double)((uintptr_t)place - 1) : -1;
}
