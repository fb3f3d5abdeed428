/* placeholder while writing */
#include "lua/machine.h"
const vt_lua_library vt_lua_library_string = { "string", VT_LUA_SET_RICH, NULL, 0 };
