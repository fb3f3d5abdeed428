/* Capital and small letters of all scripts, one code point for one, as Go's unicode package. */
#ifndef VITALS_LUA_UNICODE_CASE_H
#define VITALS_LUA_UNICODE_CASE_H

#include <stdint.h>

uint32_t vt_lua_upper(uint32_t code_point);
uint32_t vt_lua_lower(uint32_t code_point);

#endif
