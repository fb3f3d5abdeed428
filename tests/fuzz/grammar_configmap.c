#include "grammar_configmap.h"

#include <stdio.h>

const struct made_kind made_kinds[MADE_KINDS] = {
    { "a.io", "Ka" }, { "b.example.org", "Kb" }, { "", "Kc" }, { "a.io", "Kd" }
};

/* How a string is written. */
typedef enum string_style { PLAIN, SINGLE_QUOTED, DOUBLE_QUOTED, LITERAL } string_style;

/* ------------------------------------------------------------------- strings */

static void add_escaped(made_text *text, const made_text *string) {
    add(text, "\"");
    for (size_t i = 0; i < string->size; i++) {
        char byte = string->bytes[i];
        if (byte == '\n') {
            add(text, "\\n");
        } else {
            if (byte == '"' || byte == '\\') add(text, "\\");
            add_bytes(text, &byte, 1);
        }
    }
    add(text, "\"");
}

static void add_literal(made_text *text, const made_text *string, unsigned indentation) {
    bool at_line_start = true, has_break = false;
    has_break = string->size > 0 && string->bytes[string->size - 1] == '\n';
    add(text, has_break ? "|\n" : "|-\n");
    for (size_t i = 0; i < string->size; i++) {
        if (at_line_start) add_times(text, " ", indentation);
        add_bytes(text, string->bytes + i, 1);
        at_line_start = string->bytes[i] == '\n';
    }
}

static void add_single_quoted(made_text *text, const made_text *string) {
    add(text, "'");
    for (size_t i = 0; i < string->size; i++) {
        if (string->bytes[i] == '\'') add(text, "'");
        add_bytes(text, string->bytes + i, 1);
    }
    add(text, "'");
}

/* Add a string in a style that can hold it. `indentation` is that of its key. */
static void add_string(made_configmap *made, made_text *text, const made_text *string,
                       unsigned indentation, bool in_flow) {
    bool has_lines = memchr(string->bytes, '\n', string->size) != NULL;
    bool is_script = string->size > 6 && memcmp(string->bytes, "return", 6) == 0;
    string_style style = choose(&made->from, 4);
    if (style == LITERAL && !in_flow && string->size > 0 && string->bytes[0] != ' ') {
        add_literal(text, string, indentation + 1 + choose(&made->from, 3));
    } else if (style == SINGLE_QUOTED && !has_lines && !in_flow) {
        add_single_quoted(text, string);
    } else if (style == PLAIN && !has_lines && !in_flow && is_script) {
        add_bytes(text, string->bytes, string->size);
    } else {
        add_escaped(text, string);
    }
}

/* ------------------------------------------------------------------- scripts */

/* A script; returns its marker, or MADE_ODD when it does not do what it should. */
static int make_script(made_configmap *made, made_text *script) {
    static const char *const odd[] = { "",
                                       "return {",
                                       "error('no')",
                                       "while true do end",
                                       "return 5",
                                       "return {status='Healthy'} x",
                                       "local t = {} for i = 1, 1e9 do t[i] = {} end",
                                       "return {status='Good'}" };
    static const char *const before[] = { "", "", "-- note\n", "-- note\n-- é\n",
                                          "local x = 1\n\n" };
    char text[80];
    if (choose_rarely(&made->from, 8)) {
        ADD_ONE_OF(script, &made->from, odd);
        return MADE_ODD;
    }
    ADD_ONE_OF(script, &made->from, before);
    int marker = ++made->last_marker;
    snprintf(text, sizeof text, "return {status='Degraded', message='m%d'}", marker);
    add(script, text);
    if (choose(&made->from, 2)) add(script, "\n");
    return marker;
}

/* A value that is not a string. */
static void add_odd_value(made_configmap *made, made_text *text) {
    static const char *const values[] = { "5",    "null", "[]",         "{}",   "true",
                                          "\"\"", "[1]",  "{\"a\": 1}", "-1.5", "\"x\"" };
    ADD_ONE_OF(text, &made->from, values);
}

/* -------------------------------------------------------------- the legacy key */

static void add_pattern(made_configmap *made, made_text *text) {
    static const char *const patterns[] = { "*",       "*/*",      "a.io/*",       "*.io/Ka",
                                            "**",      "a.io/K?",  "{a.io,b}/K*",  "[!a]*/K*",
                                            "a.io/K[", "\\\\*/Ka", "*/{Ka,{Kb,}}", "?.io/K[a-c]" };
    made->has_wildcards = true;
    ADD_ONE_OF(text, &made->from, patterns);
}

static void add_field_end(made_text *text, bool in_flow) {
    if (in_flow) {
        add(text, ", ");
    } else if (text->bytes[text->size - 1] != '\n') {
        add(text, "\n");
    }
}

static void add_field_start(made_text *text, const char *key, unsigned indentation, bool in_flow) {
    if (!in_flow) add_times(text, " ", indentation);
    if (in_flow) add(text, "\"");
    add(text, key);
    add(text, in_flow ? "\": " : ": ");
}

/* Returns the marker of its script. */
static int add_fields(made_configmap *made, unsigned indentation, bool in_flow) {
    char bytes[200];
    made_text *text = &made->inner, script = { bytes, 0, sizeof bytes, false };
    int marker = 0;
    if (choose(&made->from, 10)) {
        marker = make_script(made, &script);
        add_field_start(text, "health.lua", indentation, in_flow);
        add_string(made, text, &script, indentation, in_flow);
        add_field_end(text, in_flow);
    }
    if (choose_rarely(&made->from, 6)) {
        add_field_start(text, "health.lua.useOpenLibs", indentation, in_flow);
        add(text, choose(&made->from, 2) ? "true" : "false");
        add_field_end(text, in_flow);
    }
    if (choose_rarely(&made->from, 10)) {
        static const char *const keys[] = { "ignoreDifferences",    "actions",    "knownTypeFields",
                                            "health.lua",           "Health.Lua", "no",
                                            "ignoreResourceUpdates" };
        add_field_start(text, keys[choose(&made->from, 7)], indentation, in_flow);
        add_odd_value(made, text);
        add_field_end(text, in_flow);
        marker = MADE_ODD;
    }
    return marker;
}

static void add_entry(made_configmap *made, bool is_block) {
    made_text *text = &made->inner;
    unsigned kind = choose(&made->from, MADE_KINDS + 2);
    bool in_flow = !is_block || choose_rarely(&made->from, 4);
    add(text, "\"");
    if (kind < MADE_KINDS) {
        add(text, made_kinds[kind].group);
        if (*made_kinds[kind].group) add(text, "/");
        add(text, made_kinds[kind].kind);
    } else {
        add_pattern(made, text);
    }
    add(text, "\":");
    int marker = MADE_ODD;
    if (choose_rarely(&made->from, 16)) {
        add(text, " ");
        add_odd_value(made, text);
    } else {
        add(text, in_flow ? " {" : "\n");
        size_t before = text->size;
        marker = add_fields(made, 1 + choose(&made->from, 3), in_flow);
        if (!in_flow && text->size == before) add(text, "  {}");
        if (in_flow && text->size > before) text->size -= 2;
        if (in_flow) add(text, "}");
    }
    if (kind < MADE_KINDS) made->legacy[kind] = marker;
    add_field_end(text, !is_block);
}

static void make_legacy(made_configmap *made) {
    bool is_block = choose(&made->from, 4) > 0;
    made->inner.size = 0;
    memset(made->legacy, 0, sizeof made->legacy);
    if (!is_block) add(&made->inner, "{");
    for (unsigned count = choose(&made->from, 5); count > 0; count--) add_entry(made, is_block);
    if (!is_block) {
        if (made->inner.size > 1) made->inner.size -= 2;
        add(&made->inner, "}");
    }
}

/* ------------------------------------------------------------ the members of data */

static void add_member_start(made_configmap *made, const char *key) {
    if (made->is_json) {
        add(&made->text, "\"");
        add(&made->text, key);
        add(&made->text, "\": ");
    } else {
        add(&made->text, "  ");
        add(&made->text, key);
        add(&made->text, ": ");
    }
}

static void add_member_end(made_configmap *made) {
    if (made->is_json) {
        add(&made->text, ", ");
    } else {
        add_field_end(&made->text, false);
    }
}

static void add_member_string(made_configmap *made, const made_text *string) {
    if (made->is_json) {
        add_escaped(&made->text, string);
    } else {
        add_string(made, &made->text, string, 2, false);
    }
}

static void add_legacy(made_configmap *made) {
    make_legacy(made);
    add_member_start(made, "resource.customizations");
    add_member_string(made, &made->inner);
    add_member_end(made);
}

static void make_split_key(made_configmap *made, made_text *key, const char *type, unsigned kind) {
    static const char *const patterns[] = {
        "a.io_*", "*_Ka", "*", "*.io_*", "a.io_K[", "_", "a_b_c"
    };
    add(key, "resource.customizations.");
    add(key, type);
    add(key, ".");
    if (kind < MADE_KINDS) {
        add(key, made_kinds[kind].group);
        if (*made_kinds[kind].group) add(key, "_");
        add(key, made_kinds[kind].kind);
    } else {
        made->has_wildcards = true;
        ADD_ONE_OF(key, &made->from, patterns);
    }
    add_bytes(key, "", 1);
}

static void add_split_health(made_configmap *made) {
    char key_bytes[120], script_bytes[200];
    made_text key = { key_bytes, 0, sizeof key_bytes, false };
    made_text script = { script_bytes, 0, sizeof script_bytes, false };
    unsigned kind = choose(&made->from, MADE_KINDS + 1);
    make_split_key(made, &key, "health", kind);
    int marker = make_script(made, &script);
    add_member_start(made, key.bytes);
    add_member_string(made, &script);
    add_member_end(made);
    if (kind < MADE_KINDS) made->split[kind] = marker;
}

/* A split key of another type, often with a value that is wrong for it. */
static void add_split_other(made_configmap *made) {
    static const char *const types[] = {
        "useOpenLibs", "actions",         "ignoreDifferences",
        "no",          "knownTypeFields", "ignoreResourceUpdates"
    };
    static const char *const values[] = {
        "\"true\"",  "\"false\"", "\"{}\"", "\"[]\"", "\"jsonPointers: [a]\"",
        "\"maybe\"", "5",         "null"
    };
    char key_bytes[120];
    made_text key = { key_bytes, 0, sizeof key_bytes, false };
    unsigned kind = choose(&made->from, MADE_KINDS + 1);
    make_split_key(made, &key, types[choose(&made->from, 6)], kind);
    add_member_start(made, key.bytes);
    ADD_ONE_OF(&made->text, &made->from, values);
    add_member_end(made);
    if (kind < MADE_KINDS) made->has_other_split[kind] = true;
}

static void add_other(made_configmap *made) {
    static const char *const members[] = { "resource.compareoptions",
                                           "resource.exclusions",
                                           "url",
                                           "\"\"",
                                           "resource.customizations.",
                                           "resource.customizations.health",
                                           "resource.customizations.health." };
    static const char *const values[] = { "\"a: b\"", "\"ignoreAggregatedRoles: true\"", "\"[\"",
                                          "\"\"", "5" };
    const char *key = members[choose(&made->from, 7)];
    add_member_start(made, made->is_json && *key == '"' ? "" : key);
    ADD_ONE_OF(&made->text, &made->from, values);
    add_member_end(made);
}

static void add_member(made_configmap *made) {
    switch (choose(&made->from, 8)) {
    case 0:
        add_split_other(made);
        break;
    case 1:
        add_other(made);
        break;
    case 2:
    case 3:
        add_legacy(made);
        break;
    default:
        add_split_health(made);
    }
}

/* ------------------------------------------------------------------ the ConfigMap */

static void damage(made_configmap *made) {
    static const char bytes[] = "{}[]\",:\n -#\\\xC3\xA9.%x\t&*!|>'?<\r";
    for (unsigned count = 1 + choose(&made->from, 3); count > 0 && made->text.size > 0; count--) {
        size_t at = (choose(&made->from, 256) * 256u + choose(&made->from, 256)) % made->text.size;
        made->text.bytes[at] = bytes[choose(&made->from, sizeof bytes - 1)];
    }
    made->is_damaged = true;
}

static void set_limits(made_configmap *made) {
    static const uint16_t sizes[] = { 20, 100, 300, 1000, 4000 };
    uint64_t size = sizes[choose(&made->from, 5)];
    uint64_t *fields[] = { &made->limits.rules,          &made->limits.rule_bytes,
                           &made->limits.script_bytes,   &made->limits.configuration_bytes,
                           &made->limits.document_bytes, &made->limits.document_values,
                           &made->limits.diagnostics };
    unsigned which = choose(&made->from, 7);
    *fields[which] = which == 0 || which > 4 ? size / 20 : size;
    made->is_damaged = true;
}

void make_configmap(made_configmap *made, const uint8_t *choices_, size_t count) {
    made->from = (choices){ choices_, count };
    made->text = (made_text){ made->text_bytes, 0, sizeof made->text_bytes, false };
    made->inner = (made_text){ made->inner_bytes, 0, sizeof made->inner_bytes, false };
    made->limits = (vitals_limits){ .lua_steps = 20000 };
    made->is_damaged = made->has_wildcards = false;
    made->last_marker = 0;
    memset(made->legacy, 0, sizeof made->legacy);
    memset(made->split, 0, sizeof made->split);
    memset(made->has_other_split, 0, sizeof made->has_other_split);
    unsigned finish = choose(&made->from, 12);
    made->is_json = choose(&made->from, 4) == 1;
    add(&made->text, made->is_json
                         ? "{\"kind\": \"ConfigMap\", \"data\": {"
                         : "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n");
    do {
        add_member(made);
    } while (made->from.count > 8 && made->text.size < sizeof made->text_bytes / 2);
    if (made->is_json) {
        made->text.size -= 2;
        add(&made->text, "}}");
    }
    if (finish >= 1 && finish <= 3) damage(made);
    if (finish == 4) set_limits(made);
    made->is_damaged |= made->text.is_cut || made->inner.is_cut;
}

int made_marker(const made_configmap *made, unsigned kind) {
    bool is_odd = made->legacy[kind] == MADE_ODD || made->split[kind] == MADE_ODD;
    if (made->is_damaged || is_odd || made->has_other_split[kind]) return MADE_ODD;
    int marker = made->split[kind] ? made->split[kind] : made->legacy[kind];
    return marker == 0 && made->has_wildcards ? MADE_ODD : marker;
}
