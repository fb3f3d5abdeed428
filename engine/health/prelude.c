/* Putting the helpers of a tree into its checks, or giving them to them compiled. */
#include <stdatomic.h>
#include <string.h>

#include "health/health.h"
#include "health/prelude.h"

static const vt_text uses = VT_TEXT_INIT("-- uses: ");
/* What the first line of an expanded script begins with. */
static const vt_text mark = VT_TEXT_INIT("--[[ uses: ");

typedef struct helper {
    vt_text name, needs;                                  /* `needs`: names with commas, or empty */
    vt_text body;                                         /* with its line breaks */
    vt_lua_script *_Atomic scripts[VT_LUA_DIALECT_COUNT]; /* NULL: not compiled */
    atomic_bool alone;                                    /* it cannot be shared */
} helper;

typedef struct helpers {
    helper *items;
    size_t count;
} helpers;

struct vt_prelude {
    vt_text text;
    helpers all;
};

/* The name that a line `local function NAME(` or `local NAME =` declares; absent: none. */
static vt_text declared(vt_text line) {
    static const vt_text heads[] = { VT_TEXT_INIT("local function "), VT_TEXT_INIT("local ") };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if (!vt_text_starts(line, heads[i])) continue;
        vt_text name = vt_text_between(line, heads[i].size, line.size);
        size_t end = 0;
        while (end < name.size && name.bytes[end] != '(' && name.bytes[end] != ' ') end++;
        return vt_text_between(name, 0, end);
    }
    return VT_TEXT_ABSENT;
}

/* At most how many helpers a prelude has. */
static size_t count_declared(vt_text prelude) {
    static const vt_text head = VT_TEXT_INIT("\nlocal ");
    size_t count = 1, at = 0;
    while ((at = vt_text_find(prelude, head, at)) < prelude.size) {
        count++;
        at++;
    }
    return count;
}

/* The text up to the next empty line, which `*rest` is moved to; the line that it begins with is read already. */
static vt_text take_body(vt_text line, vt_text *rest) {
    const vt_text all = vt_text_slice(line.bytes, line.size + 1 + rest->size);
    const size_t end = vt_text_find(all, VT_TEXT("\n\n"), 0);
    if (end >= all.size) {
        *rest = VT_TEXT_ABSENT;
        return vt_text_trim(all);
    }
    *rest = vt_text_between(all, end + 1, all.size);
    return vt_text_between(all, 0, end);
}

/* The helpers of a prelude in its order. false: no memory. It goes by bodies, as engines read it when they start. */
static bool read_helpers(vt_text prelude, vt_arena *arena, helpers *out) {
    vt_text line, needs = VT_TEXT("");
    *out = (helpers){ vt_arena_allocate_zeroed(arena, count_declared(prelude) * sizeof *out->items),
                      0 };
    if (!out->items) return false;
    for (vt_text rest = prelude; vt_text_split(&rest, '\n', &line);) {
        const vt_text name = declared(line);
        if (line.size == 0) {
            needs = VT_TEXT("");
        } else if (!vt_text_is_absent(name)) {
            const vt_text body = vt_text_is_absent(rest) ? line : take_body(line, &rest);
            helper *found = &out->items[out->count++];
            found->name = name;
            found->needs = needs;
            found->body = body;
        } else if (vt_text_starts(line, uses)) {
            needs = vt_text_between(line, uses.size, line.size);
        }
    }
    return true;
}

/* Mark the helpers of a list of names. */
static void want(const helpers *all, bool *wanted, vt_text names) {
    for (vt_text name; vt_text_split(&names, ',', &name);) {
        name = vt_text_trim(name);
        for (size_t i = 0; i < all->count; i++) {
            if (vt_text_equal(all->items[i].name, name)) wanted[i] = true;
        }
    }
}

/* Those too that they use themselves. A helper uses only those before it, so one pass from the last one finds all. */
static void want_all(const helpers *all, bool *wanted, vt_text names) {
    want(all, wanted, names);
    for (size_t i = all->count; i > 0; i--) {
        if (wanted[i - 1]) want(all, wanted, all->items[i - 1].needs);
    }
}

/* A script that names helpers, taken apart. */
typedef struct named_script {
    vt_text names, rest; /* what the first line names, and what follows that line */
    const helpers *all;  /* of the prelude */
    bool *wanted;        /* those that the script needs, by their order in it */
} named_script;

/* false: the script names none, or `*no_memory`. */
static bool take_apart(const vt_prelude *prelude, vt_text script, vt_arena *arena,
                       named_script *out, bool *no_memory) {
    vt_text line, rest = script;
    *no_memory = false;
    if (!prelude || !vt_text_starts(script, uses)) return false;
    const helpers *all = out->all = &prelude->all;
    out->wanted = vt_arena_allocate_zeroed(arena, all->count + 1);
    *no_memory = !out->wanted;
    if (*no_memory) return false;
    vt_text_split(&rest, '\n', &line);
    out->names = vt_text_between(line, uses.size, line.size);
    out->rest = rest;
    want_all(all, out->wanted, out->names);
    return true;
}

vt_prelude *vt_prelude_new(vt_text text, vt_arena *arena) {
    vt_prelude *prelude = vt_arena_allocate_zeroed(arena, sizeof *prelude);
    if (!prelude || !read_helpers(text, arena, &prelude->all)) return NULL;
    prelude->text = text;
    return prelude;
}

void vt_prelude_done(vt_prelude *prelude) {
    for (size_t i = 0; prelude && i < prelude->all.count; i++) {
        for (int dialect = 0; dialect < VT_LUA_DIALECT_COUNT; dialect++) {
            vt_lua_script_free(atomic_load(&prelude->all.items[i].scripts[dialect]));
        }
    }
}

vt_text vt_prelude_text(const vt_prelude *prelude) {
    return prelude ? prelude->text : VT_TEXT_ABSENT;
}

/* For one call. NULL: there is no text, or `*no_memory`. */
static const vt_prelude *read_once(vt_text text, vt_arena *arena, bool *no_memory) {
    const vt_prelude *prelude = vt_text_is_absent(text) ? NULL : vt_prelude_new(text, arena);
    *no_memory = !prelude && !vt_text_is_absent(text);
    return prelude;
}

static char *append(char *to, vt_text text) {
    if (text.size) memcpy(to, text.bytes, text.size);
    return to + text.size;
}

static char *append_body(char *to, vt_text body, char line_end) {
    for (vt_text line; vt_text_split(&body, '\n', &line);) {
        to = append(to, line_end == '\n' ? line : vt_text_trim(line));
        *to++ = line_end;
    }
    return to;
}

/* The bodies of the helpers that are wanted: with `line_end` after each line, and after each body. */
static char *append_helpers(char *to, const named_script *script, char line_end, vt_text body_end) {
    for (size_t i = 0; i < script->all->count; i++) {
        if (!script->wanted[i]) continue;
        to = append_body(to, script->all->items[i].body, line_end);
        to = append(to, body_end);
    }
    return to;
}

/* Room for a script and all helpers in either form: each line gets one byte more, and each body another. */
static char *allocate_for(const named_script *script, vt_text prelude, vt_arena *arena) {
    return vt_arena_allocate(arena, mark.size + script->names.size + prelude.size +
                                        2 * script->all->count + script->rest.size + 8);
}

vt_text vt_prelude_expand(vt_text prelude, vt_text script, vt_arena *arena) {
    named_script own;
    bool no_memory;
    const vt_prelude *read = read_once(prelude, arena, &no_memory);
    if (no_memory || !take_apart(read, script, arena, &own, &no_memory)) {
        return no_memory ? VT_TEXT_ABSENT : script;
    }
    char *text = allocate_for(&own, prelude, arena), *to = text;
    if (!text) return VT_TEXT_ABSENT;
    to = append(to, mark);
    to = append(to, own.names);
    to = append(to, VT_TEXT(" ]] "));
    to = append_helpers(to, &own, ' ', VT_TEXT(""));
    *to++ = '\n';
    to = append(to, own.rest);
    *to = '\0';
    return vt_text_slice(text, (size_t)(to - text));
}

/* How much of a script its first comments take, with the empty line after them. */
static size_t head_size(vt_text script) {
    vt_text rest = script, line;
    size_t end = 0;
    while (vt_text_split(&rest, '\n', &line) && !vt_text_is_absent(rest)) {
        const bool is_comment = vt_text_starts(line, VT_TEXT("--"));
        if (!is_comment && line.size) break;
        end += line.size + 1;
        if (!is_comment) break;
    }
    return end;
}

vt_text vt_prelude_stand_alone(vt_text prelude, vt_text script, vt_arena *arena) {
    named_script own;
    bool no_memory;
    const vt_prelude *read = read_once(prelude, arena, &no_memory);
    if (no_memory || !take_apart(read, script, arena, &own, &no_memory)) {
        return no_memory ? VT_TEXT_ABSENT : script;
    }
    char *text = allocate_for(&own, prelude, arena), *to = text;
    if (!text) return VT_TEXT_ABSENT;
    const size_t head = head_size(own.rest);
    to = append(to, vt_text_between(own.rest, 0, head));
    to = append_helpers(to, &own, '\n', VT_TEXT("\n"));
    to = append(to, vt_text_between(own.rest, head, own.rest.size));
    *to = '\0';
    return vt_text_slice(text, (size_t)(to - text));
}

/* --------------------------------------------------------------- sharing */

/* The helpers that are wanted, compiled before, in the order of the prelude. false: one cannot be shared. */
static bool list_parts(const helpers *all, const bool *wanted, vt_lua_source *source,
                       vt_lua_script **parts) {
    source->parts = parts;
    for (size_t i = 0; i < all->count; i++) {
        if (!wanted[i]) continue;
        parts[source->part_count] = atomic_load(&all->items[i].scripts[source->dialect]);
        if (!parts[source->part_count++]) return false;
    }
    return true;
}

/* Compile a helper with those that it uses: always the same, so that charges do not depend on the check that needs
** it first. *out NULL: it cannot be shared. */
static vitals_status compile_helper(const helpers *all, const helper *one, vt_lua_dialect dialect,
                                    const vt_prelude_host *host, vt_lua_script **out) {
    vt_lua_source source = { .dialect = dialect, .is_part = true };
    bool *wanted = vt_arena_allocate_zeroed(host->scratch, all->count);
    vt_lua_script **parts =
        vt_arena_allocate_array(host->scratch, all->count, sizeof(vt_lua_script *));
    char *text = vt_arena_allocate(host->scratch, one->body.size + 1);
    *out = NULL;
    if (!wanted || !parts || !text) return VITALS_ENOMEM;
    want_all(all, wanted, one->needs);
    if (!list_parts(all, wanted, &source, parts)) return VITALS_OK;
    source.text = vt_text_slice(text, (size_t)(append_body(text, one->body, ' ') - text));
    return vt_lua_script_new_of_parts(host->allocator, host->limits, &source, host->interrupt, out);
}

/* Compile what was not compiled before; of several threads, the first one counts. */
static vitals_status compile_wanted(const named_script *script, vt_lua_dialect dialect,
                                    const vt_prelude_host *host) {
    for (size_t i = 0; i < script->all->count; i++) {
        helper *one = &script->all->items[i];
        vt_lua_script *compiled, *first = NULL;
        if (!script->wanted[i] || atomic_load(&one->scripts[dialect]) || atomic_load(&one->alone)) {
            continue;
        }
        vitals_status status = compile_helper(script->all, one, dialect, host, &compiled);
        if (status) return status;
        if (!compiled) {
            atomic_store(&one->alone, true);
        } else if (!atomic_compare_exchange_strong(&one->scripts[dialect], &first, compiled)) {
            vt_lua_script_free(compiled);
        }
    }
    return VITALS_OK;
}

vitals_status vt_prelude_script(vt_prelude *prelude, vt_text script, vt_lua_dialect dialect,
                                const vt_prelude_host *host, vt_lua_script **out) {
    named_script own;
    bool no_memory;
    *out = NULL;
    if (!take_apart(prelude, script, host->scratch, &own, &no_memory)) {
        return no_memory ? VITALS_ENOMEM : VITALS_OK;
    }
    vt_lua_source source = { .dialect = dialect };
    vt_lua_script **parts =
        vt_arena_allocate_array(host->scratch, own.all->count, sizeof(vt_lua_script *));
    if (!parts) return VITALS_ENOMEM;
    vitals_status status = compile_wanted(&own, dialect, host);
    if (status || !list_parts(own.all, own.wanted, &source, parts)) return status;
    /* The line break of the first line stays, so that the others keep their numbers. */
    const size_t first =
        vt_text_is_absent(own.rest) ? script.size : script.size - own.rest.size - 1;
    source.text = vt_text_between(script, first, script.size);
    return vt_lua_script_new_of_parts(host->allocator, host->limits, &source, host->interrupt, out);
}

static bool has_helper(vt_text prelude, vt_text name) {
    for (vt_text line; vt_text_split(&prelude, '\n', &line);) {
        if (vt_text_equal(declared(line), name)) return true;
    }
    return false;
}

vt_text vt_prelude_missing(vt_text prelude, vt_text script) {
    vt_text line, name;
    if (vt_text_is_absent(prelude) || !vt_text_starts(script, uses)) return VT_TEXT_ABSENT;
    vt_text_split(&script, '\n', &line);
    line = vt_text_between(line, uses.size, line.size);
    while (vt_text_split(&line, ',', &name)) {
        name = vt_text_trim(name);
        if (name.size && !has_helper(prelude, name)) return name;
    }
    return VT_TEXT_ABSENT;
}

bool vt_prelude_is_named(vt_text script) {
    return vt_text_starts(script, uses) || vt_text_starts(script, mark);
}
