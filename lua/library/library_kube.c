/*
** The module kube of Karmada, which its scripts get with require("kube"). A health script has a use for
** resourceAdd only: the others work on the Pod template of a resource that is to be scheduled.
** KARMADA: pkg/resourceinterpreter/customized/declarative/luavm/kube.go.
*/
#include "base/number/quantity.h"
#include "lua/lua_internal.h"

/* Add the argument to the sum; nil counts as 0. */
static void add_argument(lua_State *lua, int index, vt_quantity *sum) {
    vt_quantity quantity;
    if (lua_isnil(lua, index)) return;
    if (lua_type(lua, index) != LUA_TSTRING) vt_lua_type_error(lua, index, "string");
    const vt_text text = vt_lua_check_text(lua, index);
    vt_lua_charge_bytes(lua, text.size);
    const char *why = vt_quantity_parse(text, &quantity);
    if (why) vt_lua_raise(lua, "cannot parse '%s': %s", text.bytes, why);
    if (!vt_quantity_add(sum, &quantity)) vt_lua_raise(lua, "the sum is out of range");
}

/* kube.resourceAdd: the sum of quantities, in canonical form */
VT_LUA_FUNCTION(kube_resource_add) {
    const int count = lua_gettop(lua);
    vt_quantity sum = { .format = VT_QUANTITY_EXPONENT };
    for (int index = 1; index <= count; index++) add_argument(lua, index, &sum);
    char text[VT_QUANTITY_TEXT_BYTES];
    vt_lua_push_text(lua, vt_quantity_text(&sum, text));
    return 1;
}

#define NO_TEMPLATES "health scripts see objects, not templates to schedule"

static const vt_lua_builtin functions[] = {
    /* clang-format off */
    { "accuratePodRequirements", vt_lua_refuse_call, VT_LUA_SET_ALL_SAFE, NO_TEMPLATES, "kube.accuratePodRequirements", 0, VT_LUA_COST_CALL },
    { "getPodDependencies",      vt_lua_refuse_call, VT_LUA_SET_ALL_SAFE, NO_TEMPLATES, "kube.getPodDependencies", 0, VT_LUA_COST_CALL },
    { "resourceAdd",             kube_resource_add,  VT_LUA_SET_ALL_SAFE, "resourceAdd(…): the sum of quantities such as \"500m\"; nil counts as 0", NULL, 0, VT_LUA_COST_TEXT },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_required_kube = { "require kube", VT_LUA_SET_ALL_SAFE,
                                                      functions,
                                                      sizeof functions / sizeof *functions };
