/*
** How Lua catches errors in WebAssembly, which has no longjmp: through two imports of the host, so that the
** same module runs wherever WebAssembly does. Included before each file of Lua.
**
** vitals_lua_try calls the export vitals_lua_run with its arguments and returns 0, or 1 when
** vitals_lua_throw was called meanwhile. vitals_lua_throw does not return: the host throws an exception of
** its own and catches it in vitals_lua_try. Calls nest.
**
** Lua has one place that catches, luaD_rawrunprotected, whose arguments are L, f and ud.
*/
#ifndef VITALS_WASM_LUA_THROW_H
#define VITALS_WASM_LUA_THROW_H

struct lua_State;

__attribute__((import_module("vitals"), import_name("lua_try"))) int
vitals_lua_try(void (*f)(struct lua_State *, void *), struct lua_State *L, void *ud);
__attribute__((import_module("vitals"), import_name("lua_throw"), noreturn)) void
vitals_lua_throw(void);

#define LUAI_THROW(L, c) vitals_lua_throw()
#define LUAI_TRY(L, c, a)                                                                          \
    if (vitals_lua_try(f, (L), ud) && (c)->status == 0) (c)->status = -1;
#define luai_jmpbuf int

#endif
