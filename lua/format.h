/* string.format: Go's fmt.Sprintf over the values of gopher-lua. */
#ifndef VITALS_LUA_FORMAT_H
#define VITALS_LUA_FORMAT_H

#include "lua/lua_internal.h"

/* Push `format` with the arguments from `first` up to the top in their places. */
void vt_lua_push_formatted(lua_State *lua, vt_text format, int first);

#endif
