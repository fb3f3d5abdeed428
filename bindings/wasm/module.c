/* What the module exports beside <vitals/binding.h>. */
struct lua_State;

/* The host calls this in vitals_lua_try: see lua_throw.h. */
__attribute__((export_name("lua_run"))) void vitals_lua_run(void (*f)(struct lua_State *, void *),
                                                            struct lua_State *L, void *ud);

void vitals_lua_run(void (*f)(struct lua_State *, void *), struct lua_State *L, void *ud) {
    f(L, ud);
}
