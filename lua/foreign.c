/* A host may have a Lua of its own, whose functions the dynamic linker takes for those of Lua 5.4. */
#ifndef __wasi__
#include <dlfcn.h>
#endif

#include "lua/lua_internal.h"

/* Where the linker found a function; NULL: it does not know. */
static const void *object_of(void (*function)(void)) {
#ifdef __wasi__
    (void)function;
    return NULL;
#else
    Dl_info info;
    void *address;
    memcpy(&address, &function, sizeof address);
    return dladdr(address, &info) ? info.dli_fbase : NULL;
#endif
}

/* Every Lua has lua_newstate, and Lua before 5.4, LuaJIT among them, has no lua_toclose. Where both are in one
** object it is of 5.4 or later, whose lua_version looks at no state. */
bool vt_lua_is_own(void) {
    const void *old = object_of((void (*)(void))lua_newstate);
    const void *new = object_of((void (*)(void))lua_toclose);
    return old == new &&lua_version(NULL) == LUA_VERSION_NUM;
}
