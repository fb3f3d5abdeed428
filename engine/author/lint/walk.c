/* Walks over the tree of a script, charged. */
#include "author/lint/script.h"

/* A walk that is charged. */
typedef struct charged_walk {
    vt_lint_script *script;
    vt_lua_visit visit;
    void *user;
    bool exhausted;
} charged_walk;

static bool visit_charged(void *user, const vt_lua_node *node) {
    charged_walk *walk = user;
    walk->exhausted = !vt_lint_charge(walk->script->lint, 1);
    return !walk->exhausted && walk->visit(walk->user, node);
}

bool vt_lint_walk(vt_lint_script *script, const vt_lua_function *function, vt_lua_visit visit,
                  void *user) {
    charged_walk walk = { script, visit, user, false };
    return vt_lua_walk(function, visit_charged, &walk) || walk.exhausted;
}
