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

/* The helpers of a prelude in its order. false: no memory. */
static bool read_helpers(vt_text prelude, vt_arena *arena, helpers *out) {
    size_t most = 0;
    vt_text line, needs = VT_TEXT("");
    for (vt_text rest = prelude; vt_text_split(&rest, '\n', &line);) {
        most += !vt_text_is_absent(declared(line));
    }
    *out = (helpers){ vt_arena_allocate_array(arena, most + 1, sizeof *out->items), 0 };
    if (!out->items) return false;
    helper *open = NULL;
    for (vt_text rest = prelude; vt_text_split(&rest, '\n', &line);) {
        vt_text name = open ? VT_TEXT_ABSENT : declared(line);
        if (line.size == 0) {
            open = NULL;
            needs = VT_TEXT("");
        } else if (open) {
            open->body.size = (size_t)(line.bytes + line.size - open->body.bytes);
        } else if (!vt_text_is_absent(name)) {
            open = &out->items[out->count++];
            *open = (helper){ name, needs, line, false };
        } else if (vt_text_starts(line, uses)) {
            needs = vt_text_between(line, uses.size, line.size);
        }
    }
    return true;
}

/* Mark the helpers of a list of names. The name that there is none of, or absent. */
static vt_text want(helpers *all, vt_text names) {
    vt_text name, missing = VT_TEXT_ABSENT;
    while (vt_text_split(&names, ',', &name)) {
        name = vt_text_trim(name);
        bool found = false;
        for (size_t i = 0; i < all->count; i++) {
            if (!vt_text_equal(all->items[i].name, name)) continue;
            all->items[i].wanted = found = true;
        }
        if (!found && name.size) missing = name;
    }
    return missing;
}

static char *append(char *to, vt_text text) {
    if (text.size) memcpy(to, text.bytes, text.size);
    return to + text.size;
}

static char *append_on_one_line(char *to, vt_text body) {
    for (vt_text line; vt_text_split(&body, '\n', &line);) {
        to = append(to, vt_text_trim(line));
        *to++ = ' ';
    }
    return to;
}

/* The script whose first line names helpers, `names`; what follows that line is `rest`. */
static vt_text expand(helpers *all, vt_text prelude, vt_text names, vt_text rest, vt_arena *arena) {
    /* Each line of a helper gets a blank in place of its line break, and the last one too. */
    const size_t most = mark.size + names.size + prelude.size + all->count + rest.size + 8;
    char *text = vt_arena_allocate(arena, most), *to = text;
    if (!text) return VT_TEXT_ABSENT;
    to = append(to, mark);
    to = append(to, names);
    to = append(to, VT_TEXT(" ]] "));
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].wanted) to = append_on_one_line(to, all->items[i].body);
    }
    *to++ = '\n';
    to = append(to, rest);
    *to = '\0';
    return vt_text_slice(text, (size_t)(to - text));
}

vt_text vt_prelude_expand(vt_text prelude, vt_text script, vt_arena *arena, vt_text *missing) {
    vt_text line, ignored, rest = script;
    if (!missing) missing = &ignored;
    *missing = VT_TEXT_ABSENT;
    if (vt_text_is_absent(prelude) || !vt_text_starts(script, uses)) return script;
    helpers all;
    if (!read_helpers(prelude, arena, &all)) return VT_TEXT_ABSENT;
    vt_text_split(&rest, '\n', &line);
    const vt_text names = vt_text_between(line, uses.size, line.size);
    *missing = want(&all, names);
    /* A helper uses only those before it, so that one pass from the last one finds all. */
    for (size_t i = all.count; i > 0; i--) {
        if (all.items[i - 1].wanted) want(&all, all.items[i - 1].needs);
    }
    return expand(&all, prelude, names, rest, arena);
}

bool vt_prelude_is_named(vt_text script) {
    return vt_text_starts(script, uses) || vt_text_starts(script, mark);
}
