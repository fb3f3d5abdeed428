/* Until the Lua host lands: no script runs. */
#include "lua/host.h"

vitals_status vt_lua_script_new(const vitals_allocator *allocator, const vitals_limits *limits, vt_text source, vt_lua_dialect dialect, vt_lua_script **out, vt_buffer *error, uint32_t *line) {
    (void)allocator, (void)limits, (void)source, (void)dialect, (void)out, (void)error, (void)line;
    return VITALS_ESYNTAX;
}
void vt_lua_script_free(vt_lua_script *script) { (void)script; }
vitals_status vt_lua_state_new(const vitals_allocator *allocator, const vitals_limits *limits, vt_lua_state **out) { (void)allocator, (void)limits; *out = NULL; return VITALS_OK; }
void vt_lua_state_free(vt_lua_state *state) { (void)state; }
vitals_status vt_lua_state_scrub(vt_lua_state *state) { (void)state; return VITALS_OK; }
vt_opinion vt_lua_run(vt_lua_state *state, const vt_lua_script *script, bool open_libraries, const vt_evaluation *evaluation) {
    (void)state, (void)script, (void)open_libraries, (void)evaluation;
    return vt_opinion_failed(VT_TEXT("no Lua"), NULL);
}
const char *vt_lua_global_at(vt_lua_dialect dialect, bool open_libraries, size_t index) { (void)dialect, (void)open_libraries, (void)index; return NULL; }
