/* Upper and lower case of all scripts, one code point to one, as in Go's unicode package. */
#ifndef VITALS_LUA_UNICODE_CASE_H
#define VITALS_LUA_UNICODE_CASE_H

#include <stdint.h>

uint32_t vt_lua_upper(uint32_t code_point);
uint32_t vt_lua_lower(uint32_t code_point);

#endif
