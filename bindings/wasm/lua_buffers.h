/* Lua's buffers are as large as where pointers have 8 bytes: how often one grows is charged to the script
** that fills it. Included before each file that includes Lua. */
#ifndef VITALS_WASM_LUA_BUFFERS_H
#define VITALS_WASM_LUA_BUFFERS_H

#include <luaconf.h>
#undef LUAL_BUFFERSIZE
#define LUAL_BUFFERSIZE 1024

#endif
