/* string.format: Go's fmt.Sprintf over the values of gopher-lua. */
#ifndef VITALS_LUA_FORMAT_H
#define VITALS_LUA_FORMAT_H

#include "lua/lua_internal.h"

/* Push `format` with its verbs replaced by the arguments from `first` to the top. */
void vt_lua_push_formatted(lua_State *lua, vt_text format, int first);

#endif
