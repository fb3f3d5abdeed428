/* Putting the helpers of a tree into its checks. */
#include <string.h>

#include "health/prelude.h"

static const vt_text uses = VT_TEXT_INIT("-- uses: ");
/* What the first line of an expanded script begins with. */
static const vt_text mark = VT_TEXT_INIT("--[[ uses: ");

typedef struct helper {
    vt_text name, needs; /* `needs`: names with commas, or empty */
    vt_text body;        /* with its line breaks */
    bool wanted;
} helper;

typedef struct helpers {
    helper *items;
    size_t count;
} helpers;

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

/* The helpers of a prelude in its order. false: no memory. Every check reads it anew, so it goes by bodies. */
static bool read_helpers(vt_text prelude, vt_arena *arena, helpers *out) {
    vt_text line, needs = VT_TEXT("");
    *out =
        (helpers){ vt_arena_allocate_array(arena, count_declared(prelude), sizeof *out->items), 0 };
    if (!out->items) return false;
    for (vt_text rest = prelude; vt_text_split(&rest, '\n', &line);) {
        const vt_text name = declared(line);
        if (line.size == 0) {
            needs = VT_TEXT("");
        } else if (!vt_text_is_absent(name)) {
            const vt_text body = vt_text_is_absent(rest) ? line : take_body(line, &rest);
            out->items[out->count++] = (helper){ name, needs, body, false };
        } else if (vt_text_starts(line, uses)) {
            needs = vt_text_between(line, uses.size, line.size);
        }
    }
    return true;
}

/* Mark the helpers of a list of names. */
static void want(helpers *all, vt_text names) {
    for (vt_text name; vt_text_split(&names, ',', &name);) {
        name = vt_text_trim(name);
        for (size_t i = 0; i < all->count; i++) {
            if (vt_text_equal(all->items[i].name, name)) all->items[i].wanted = true;
        }
    }
}

/* A script that names helpers, taken apart. */
typedef struct named_script {
    vt_text names, rest; /* what the first line names, and what follows that line */
    helpers all;         /* of the prelude; those that the script needs are marked */
} named_script;

/* false: the script names none, or `*no_memory`. */
static bool take_apart(vt_text prelude, vt_text script, vt_arena *arena, named_script *out,
                       bool *no_memory) {
    vt_text line, rest = script;
    *no_memory = false;
    if (vt_text_is_absent(prelude) || !vt_text_starts(script, uses)) return false;
    *no_memory = !read_helpers(prelude, arena, &out->all);
    if (*no_memory) return false;
    vt_text_split(&rest, '\n', &line);
    out->names = vt_text_between(line, uses.size, line.size);
    out->rest = rest;
    want(&out->all, out->names);
    /* A helper uses only those before it, so that one pass from the last one finds all. */
    for (size_t i = out->all.count; i > 0; i--) {
        if (out->all.items[i - 1].wanted) want(&out->all, out->all.items[i - 1].needs);
    }
    return true;
}

static char *append(char *to, vt_text text) {
    if (text.size) memcpy(to, text.bytes, text.size);
    return to + text.size;
}

/* The bodies of the helpers that are wanted: with `line_end` after each line, and after each body. */
static char *append_helpers(char *to, const helpers *all, char line_end, vt_text body_end) {
    for (size_t i = 0; i < all->count; i++) {
        if (!all->items[i].wanted) continue;
        vt_text body = all->items[i].body;
        for (vt_text line; vt_text_split(&body, '\n', &line);) {
            to = append(to, line_end == '\n' ? line : vt_text_trim(line));
            *to++ = line_end;
        }
        to = append(to, body_end);
    }
    return to;
}

/* Room for a script and all helpers in either form: each line gets one byte more, and each body another. */
static char *allocate_for(const named_script *script, vt_text prelude, vt_arena *arena) {
    return vt_arena_allocate(arena, mark.size + script->names.size + prelude.size +
                                        2 * script->all.count + script->rest.size + 8);
}

vt_text vt_prelude_expand(vt_text prelude, vt_text script, vt_arena *arena) {
    named_script own;
    bool no_memory;
    if (!take_apart(prelude, script, arena, &own, &no_memory)) {
        return no_memory ? VT_TEXT_ABSENT : script;
    }
    char *text = allocate_for(&own, prelude, arena), *to = text;
    if (!text) return VT_TEXT_ABSENT;
    to = append(to, mark);
    to = append(to, own.names);
    to = append(to, VT_TEXT(" ]] "));
    to = append_helpers(to, &own.all, ' ', VT_TEXT(""));
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
    if (!take_apart(prelude, script, arena, &own, &no_memory)) {
        return no_memory ? VT_TEXT_ABSENT : script;
    }
    char *text = allocate_for(&own, prelude, arena), *to = text;
    if (!text) return VT_TEXT_ABSENT;
    const size_t head = head_size(own.rest);
    to = append(to, vt_text_between(own.rest, 0, head));
    to = append_helpers(to, &own.all, '\n', VT_TEXT("\n"));
    to = append(to, vt_text_between(own.rest, head, own.rest.size));
    *to = '\0';
    return vt_text_slice(text, (size_t)(to - text));
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
