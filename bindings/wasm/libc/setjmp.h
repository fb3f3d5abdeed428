/* Lua includes this; lua_throw.h is what it uses instead. */
