/* The lists and watches that it takes to read given objects. */
#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "cluster/watch/application.h"

/* A scope that is being gathered: its names in a list. */
typedef struct name_link {
    vt_text name;
    struct name_link *next;
} name_link;

typedef struct gathered {
    const vt_resource *resource;
    vt_text namespace_;
    name_link *first, **last;
    size_t count;
    struct gathered *next;
} gathered;

typedef struct gathering {
    const vt_resource_table *table;
    vt_arena *arena;
    vt_map scopes, names; /* by "PLURAL.GROUP/NAMESPACE", and by that and "/NAME" */
    gathered *first, **last;
    size_t count;
    vt_member *unknown;
    size_t unknown_count;
} gathering;

/* The preferred version serves every object of the kind; its own version counts where the kind has no
** other. */
static const vt_resource *resource_of(const vt_resource_table *table, const vt_member *member) {
    const vt_resource *found = vt_resource_of_kind(table, member->group, member->kind);
    return found && vt_resource_can(found, VT_VERB_LIST) ? found : NULL;
}

static gathered *add_scope(gathering *all, const vt_resource *resource, vt_text namespace_,
                           vt_text key) {
    gathered *scope = vt_arena_allocate_zeroed(all->arena, sizeof *scope);
    if (!scope || !vt_map_put(&all->scopes, key, scope)) return NULL;
    scope->resource = resource;
    scope->namespace_ = namespace_;
    scope->last = &scope->first;
    *all->last = scope;
    all->last = &scope->next;
    all->count++;
    return scope;
}

static bool add_name(gathering *all, gathered *scope, vt_text name, vt_text scope_key) {
    vt_text key = VT_JOIN(all->arena, scope_key, VT_TEXT("/"), name);
    if (!key.bytes) return false;
    if (vt_map_get(&all->names, key)) return true;
    name_link *link = vt_arena_allocate(all->arena, sizeof *link);
    if (!link || !vt_map_put(&all->names, key, link)) return false;
    *link = (name_link){ name, NULL };
    *scope->last = link;
    scope->last = &link->next;
    scope->count++;
    return true;
}

/* To be in a list is not to be named by the user: Secrets are left out. */
static bool add_member(gathering *all, const vt_member *member) {
    if (vt_is_secret(member->group, member->kind)) return true;
    const vt_resource *resource = resource_of(all->table, member);
    if (!resource) {
        all->unknown[all->unknown_count++] = *member;
        return true;
    }
    /* A cluster-scoped object has no namespace, whatever the list says. */
    vt_text namespace_ = resource->namespaced ? member->namespace_ : VT_TEXT_ABSENT;
    vt_text key = VT_JOIN(all->arena, resource->plural, VT_TEXT("."), resource->group, VT_TEXT("/"),
                          namespace_);
    if (!key.bytes) return false;
    gathered *scope = vt_map_get(&all->scopes, key);
    if (!scope) scope = add_scope(all, resource, namespace_, key);
    return scope && add_name(all, scope, member->name, key);
}

/* Names are kept only where few requests by name are cheaper than the whole namespace. */
static bool write_names(const gathered *from, vt_arena *arena, vt_scope *out) {
    if (from->count > VT_SCOPE_MOST_NAMES) return true;
    vt_text *names = vt_arena_allocate_array(arena, from->count, sizeof *names);
    if (!names) return false;
    out->names = names;
    for (const name_link *link = from->first; link; link = link->next)
        names[out->name_count++] = link->name;
    return true;
}

static bool write_scopes(const gathering *all, vt_scopes *out) {
    vt_scope *rows = vt_arena_allocate_array(all->arena, all->count, sizeof *rows);
    size_t count = 0;
    if (!rows) return false;
    for (const gathered *from = all->first; from; from = from->next) {
        rows[count] = (vt_scope){ from->resource, from->namespace_, NULL, 0 };
        if (!write_names(from, all->arena, &rows[count++])) return false;
    }
    *out = (vt_scopes){ rows, count, all->unknown, all->unknown_count };
    return true;
}

vitals_status vt_scopes_of(const vt_resource_table *table, const vt_member *members, size_t count,
                           vt_arena *arena, vt_scopes *out) {
    gathering all = { .table = table, .arena = arena };
    all.last = &all.first;
    all.unknown = vt_arena_allocate_array(arena, count, sizeof *all.unknown);
    if (!all.unknown) return VITALS_ENOMEM;
    vt_map_init(&all.scopes, &arena->allocator, 0);
    vt_map_init(&all.names, &arena->allocator, 0);
    bool done = true;
    for (size_t i = 0; i < count && done; i++) done = add_member(&all, &members[i]);
    done = done && write_scopes(&all, out);
    vt_map_done(&all.scopes);
    vt_map_done(&all.names);
    return done ? VITALS_OK : VITALS_ENOMEM;
}
