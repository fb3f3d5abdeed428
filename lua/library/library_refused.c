/* Libraries that exist and whose functions are refused: calling one raises the reason. */
#include "lua/lua_internal.h"

#define FILES "scripts cannot access files"
#define MODULES "scripts cannot load modules"
#define INSIDE "scripts cannot inspect the interpreter"
#define CHANNELS "scripts have no one to communicate with"
#define SETS (VT_LUA_SET_OPEN | VT_LUA_SET_ALL_SAFE)

#define REFUSE(library, name, reason)                                                              \
    { #name, vt_lua_refuse_call, SETS, reason, #library "." #name, 0, VT_LUA_COST_CALL }

static const vt_lua_builtin io_functions[] = {
    REFUSE(io, close, FILES), REFUSE(io, flush, FILES), REFUSE(io, input, FILES),
    REFUSE(io, lines, FILES), REFUSE(io, open, FILES),  REFUSE(io, output, FILES),
    REFUSE(io, popen, FILES), REFUSE(io, read, FILES),  REFUSE(io, tmpfile, FILES),
    REFUSE(io, type, FILES),  REFUSE(io, write, FILES),
};

static const vt_lua_builtin debug_functions[] = {
    REFUSE(debug, getfenv, INSIDE),    REFUSE(debug, getinfo, INSIDE),
    REFUSE(debug, getlocal, INSIDE),   REFUSE(debug, getmetatable, INSIDE),
    REFUSE(debug, getupvalue, INSIDE), REFUSE(debug, setfenv, INSIDE),
    REFUSE(debug, setlocal, INSIDE),   REFUSE(debug, setmetatable, INSIDE),
    REFUSE(debug, setupvalue, INSIDE), REFUSE(debug, traceback, INSIDE),
};

static const vt_lua_builtin channel_functions[] = {
    REFUSE(channel, make, CHANNELS),
    REFUSE(channel, select, CHANNELS),
};

const vt_lua_library vt_lua_library_io = { "io", SETS, io_functions,
                                           sizeof io_functions / sizeof *io_functions };
const vt_lua_library vt_lua_library_debug = { "debug", SETS, debug_functions,
                                              sizeof debug_functions / sizeof *debug_functions };
const vt_lua_library vt_lua_library_channel = {
    "channel", SETS, channel_functions, sizeof channel_functions / sizeof *channel_functions
};

/* ---- package: its fields can be read, as in Argo CD; environment.c adds the tables `loaded`,
** `loaders` and `preload` */

static const vt_lua_builtin package_functions[] = {
    /* clang-format off */
    { "config",  NULL,          VT_LUA_SET_ALL, "the separators used in paths", "/\n;\n?\n!\n-\n", 0, VT_LUA_COST_NONE },
    { "cpath",   NULL,          VT_LUA_SET_ALL, "empty", "", 0, VT_LUA_COST_NONE },
    { "loadlib", vt_lua_refuse_call, VT_LUA_SET_ALL, MODULES, "package.loadlib", 0, VT_LUA_COST_CALL },
    { "path",    NULL,          VT_LUA_SET_ALL, "where gopher-lua looks for modules; vitals loads none",
      "./?.lua;/usr/local/share/lua/5.1/?.lua;/usr/local/share/lua/5.1/?/init.lua", 0, VT_LUA_COST_NONE },
    { "seeall",  vt_lua_refuse_call, VT_LUA_SET_ALL, MODULES, "package.seeall", 0, VT_LUA_COST_CALL },
    /* clang-format on */
};

const vt_lua_library vt_lua_library_package = { "package", VT_LUA_SET_ALL, package_functions,
                                                sizeof package_functions /
                                                    sizeof *package_functions };
