/* Overload resolution over types. */
#include "cel/check/checker.h"

/* Parameters become fresh variables; the same parameter the same variable. */
typedef struct renaming {
    const vt_cel_type *fresh['Z' - 'A' + 1];
} renaming;

static const vt_cel_type *rename_type(vt_cel_checker *c, renaming *names, const vt_cel_type *type) {
    if (!vt_cel_bindings_work(&c->bindings)) return &vt_cel_dyn;
    if (type->kind == VT_CEL_TYPE_PARAMETER) {
        const vt_cel_type **name = &names->fresh[type->variable - 'A'];
        if (!*name) *name = vt_cel_type_fresh(&c->bindings);
        return *name ? *name : vt_cel_checker_out_of_memory(c);
    }
    const vt_cel_type *parameters[VT_CEL_MOST_PARAMETERS] = { NULL };
    bool changed = false;
    for (int i = 0; i < VT_CEL_MOST_PARAMETERS && type->parameters[i]; i++) {
        parameters[i] = rename_type(c, names, type->parameters[i]);
        changed = changed || parameters[i] != type->parameters[i];
    }
    if (!changed) return type;
    const vt_cel_type *renamed = vt_cel_type_with(c->arena, type, parameters);
    return renamed ? renamed : vt_cel_checker_out_of_memory(c);
}

/* CEL-GO: each parameter of an overload gets its variable before arguments are looked at, which
** numbers them. */
static void rename_parameters(vt_cel_checker *c, renaming *names,
                              const vt_cel_signature *overload) {
    (void)rename_type(c, names, overload->result);
    for (uint32_t i = 0; i < overload->count; i++)
        (void)rename_type(c, names, overload->arguments[i]);
}

/* The result of the overload when it takes the arguments; NULL when it does not. */
static const vt_cel_type *try_overload(vt_cel_checker *c, const vt_cel_signature *overload,
                                       const vt_cel_arguments *given) {
    if (overload->member != given->member) return NULL;
    uint32_t mark = c->bindings.undo_count;
    renaming names = { { NULL } };
    rename_parameters(c, &names, overload);
    if (overload->count != given->count) return NULL;
    for (uint32_t i = 0; i < given->count; i++) {
        const vt_cel_type *wanted = rename_type(c, &names, overload->arguments[i]);
        if (vt_cel_type_assignable(&c->bindings, wanted, given->types[i])) continue;
        vt_cel_bindings_back_to(&c->bindings, mark);
        return NULL;
    }
    return vt_cel_checker_resolve(c, rename_type(c, &names, overload->result));
}

/* CEL: every overload that fits counts; when their results differ, the result is dyn. */
static bool join_result(vt_cel_checker *c, const vt_cel_signature *overload,
                        const vt_cel_arguments *given, const vt_cel_type **result) {
    const vt_cel_type *type = try_overload(c, overload, given);
    if (!type) return false;
    if (*result && !vt_cel_type_equal(*result, type)) type = &vt_cel_dyn;
    *result = type;
    return true;
}

static const vt_cel_type *resolve_overload(vt_cel_checker *c, const vt_cel_functions *found,
                                           const vt_cel_arguments *given) {
    const vt_cel_type *result = NULL;
    uint32_t fitting = 0;
    c->row = NULL;
    for (uint32_t i = 0; i < found->rows.count; i++) {
        const vt_cel_function *row = found->rows.rows[i];
        vt_cel_signature overload = { NULL, row->result, row->arguments, vt_cel_function_arity(row),
                                      (row->flags & VT_CEL_MEMBER) != 0 };
        if (!join_result(c, &overload, given, &result)) continue;
        c->row = fitting++ == 0 ? row : NULL;
    }
    for (const vt_cel_signature *overload = found->declared; overload; overload = overload->next) {
        if (join_result(c, overload, given, &result)) c->row = NULL;
    }
    return result;
}

static const vt_cel_type *no_overload(vt_cel_checker *c, const vt_cel_node *node, vt_text name,
                                      const vt_cel_arguments *given) {
    vt_text types = vt_cel_checker_arguments_text(c, given);
    vt_cel_issue_add(c->issues, node->offset,
                     "found no matching overload for '%.*s' applied to '%.*s'", VT_TEXT_ARG(name),
                     VT_TEXT_ARG(types));
    return &vt_cel_error_type;
}

const vt_cel_type *vt_cel_checker_call(vt_cel_checker *c, const vt_cel_node *node, vt_text name,
                                       const vt_cel_functions *found, vt_cel_arguments given) {
    const vt_cel_type *result = resolve_overload(c, found, &given);
    return result ? result : no_overload(c, node, name, &given);
}

const vt_cel_type *vt_cel_checker_call_standard(vt_cel_checker *c, const vt_cel_node *node,
                                                vt_text name, vt_cel_arguments given) {
    vt_cel_functions found = { { { NULL }, 0 }, NULL };
    (void)vt_cel_overloads_find(c->rules->mask, name, &found.rows);
    return vt_cel_checker_call(c, node, name, &found, given);
}

static const vt_cel_type optional_b = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_b }, NULL };
static const vt_cel_type optional_list = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_list_a }, NULL };
static const vt_cel_type optional_map = { VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_map_a_b }, NULL };

static const vt_cel_type *const of_list[] = { &vt_cel_list_a, &vt_cel_int };
static const vt_cel_type *const of_map[] = { &vt_cel_map_a_b, &vt_cel_a };
static const vt_cel_type *const of_optional_list[] = { &optional_list, &vt_cel_int };
static const vt_cel_type *const of_optional_map[] = { &optional_map, &vt_cel_a };

/* _[_] and _[?_], in the order of cel-go */
static const vt_cel_signature indexes[2][4] = {
    { { NULL, &vt_cel_a, of_list, 2, false },
      { NULL, &vt_cel_b, of_map, 2, false },
      { NULL, &vt_cel_optional_a, of_optional_list, 2, false },
      { NULL, &optional_b, of_optional_map, 2, false } },
    { { NULL, &vt_cel_optional_a, of_list, 2, false },
      { NULL, &vt_cel_optional_a, of_optional_list, 2, false },
      { NULL, &optional_b, of_map, 2, false },
      { NULL, &optional_b, of_optional_map, 2, false } },
};

const vt_cel_type *vt_cel_checker_index(vt_cel_checker *c, const vt_cel_node *node,
                                        vt_cel_arguments given) {
    const vt_cel_signature *overloads = indexes[vt_text_is(node->name, "_[?_]")];
    const vt_cel_type *result = NULL;
    for (int i = 0; i < 4; i++) (void)join_result(c, &overloads[i], &given, &result);
    return result ? result : no_overload(c, node, node->name, &given);
}

const vt_cel_type *vt_cel_checker_conditional(vt_cel_checker *c, const vt_cel_node *node,
                                              const vt_cel_type *condition, const vt_cel_type *a,
                                              const vt_cel_type *b) {
    const vt_cel_type *types[] = { condition, a, b };
    vt_cel_arguments given = { types, 3, false };
    const vt_cel_type *either = vt_cel_checker_fresh(c);
    uint32_t mark = c->bindings.undo_count;
    if (vt_cel_checker_fits(c, &vt_cel_bool, condition) && vt_cel_checker_fits(c, either, a) &&
        vt_cel_checker_fits(c, either, b))
        return vt_cel_checker_resolve(c, either);
    vt_cel_bindings_back_to(&c->bindings, mark);
    return no_overload(c, node, VT_TEXT("_?_:_"), &given);
}
