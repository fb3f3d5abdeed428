#include "grammar_stream.h"

#include <string.h>

/* The next choice, below `count`; 0 when there are none left. */
static unsigned choose(made_stream *made, unsigned count) {
    if (made->choice_count == 0) return 0;
    made->choice_count--;
    return *made->choices++ % count;
}

static void add_bytes(made_stream *made, const char *bytes, size_t size) {
    if (size > sizeof made->text - 1 - made->size) return;
    memcpy(made->text + made->size, bytes, size);
    made->size += size;
}

static void add(made_stream *made, const char *text) {
    add_bytes(made, text, strlen(text));
}

#define ADD_ONE_OF(made, list) add((made), (list)[choose((made), sizeof(list) / sizeof *(list))])

static void add_times(made_stream *made, const char *text, unsigned times) {
    while (times-- > 0) add(made, text);
}

/* A length that is often near a limit. */
static unsigned choose_length(made_stream *made) {
    static const uint16_t lengths[] = { 1, 3, 16, 60, 63, 64, 65, 128, 300 };
    unsigned length = lengths[choose(made, sizeof lengths / sizeof *lengths)];
    return length + choose(made, 4) - (length > 1);
}

static void add_space(made_stream *made) {
    static const char *const spaces[] = { "",   "",     "",   " ",    "\n",    "\n  ",
                                          "\t", "\r\n", "  ", "\n\n", "\n    " };
    if (choose(made, 40) == 1) add_times(made, " ", choose_length(made));
    if (choose(made, 60) == 1) add_times(made, "\n", choose_length(made));
    ADD_ONE_OF(made, spaces);
}

/* ----------------------------------------------------------------------- JSON */

static void add_string(made_stream *made) {
    static const char *const strings[] = {
        "\"\"",     "\"a\"",       "\"items\"", "\"kind\"", "\"}\"",          "\"[\\\"{\"",
        "\"\\\\\"", "\"\\u00e9\"", "\"é€\"",    "\"---\"",  "\"PodList\"",    "\"v1\"",
        "\"a\nb\"", "\"\\x\"",     "\"\xFF\"",  "\"List\"", "\"apiVersion\"", "\"",
    };
    if (choose(made, 8) == 1) {
        add(made, "\"");
        add_times(made, choose(made, 2) ? "é" : "x", choose_length(made));
        add(made, "\"");
        return;
    }
    ADD_ONE_OF(made, strings);
}

static void add_value(made_stream *made, unsigned depth);

static void add_members(made_stream *made, unsigned depth) {
    for (unsigned count = choose(made, 4); count > 0; count--) {
        add_space(made);
        add_string(made);
        add_space(made);
        add(made, choose(made, 40) == 1 ? "" : ":");
        add_space(made);
        add_value(made, depth + 1);
        add_space(made);
        if (count > 1) add(made, choose(made, 40) == 1 ? "" : ",");
    }
}

static void add_object(made_stream *made, unsigned depth) {
    static const char *const types[] = { "\"kind\":\"Pod\"", "\"apiVersion\":\"v1\",\"kind\":\"A\"",
                                         "\"kind\":\"\"" };
    add(made, "{");
    if (choose(made, 3) == 1) {
        ADD_ONE_OF(made, types);
        if (choose(made, 2)) add(made, ",\"x\":1");
    } else {
        add_members(made, depth);
    }
    add(made, choose(made, 40) == 1 ? "" : "}");
}

static void add_items(made_stream *made, unsigned depth) {
    static const char *const between[] = { ",", ",", ",\n", ",\n    ", "", " , ", "\n,\n" };
    add(made, "[");
    add_space(made);
    for (unsigned count = choose(made, 5); count > 0; count--) {
        add_value(made, depth + 1);
        if (count > 1) ADD_ONE_OF(made, between);
    }
    add_space(made);
    add(made, choose(made, 40) == 1 ? "" : "]");
}

static void add_list(made_stream *made, unsigned depth) {
    static const char *const types[] = { "\"kind\":\"List\"", "\"kind\":\"PodList\"",
                                         "\"apiVersion\":\"v1\",\"kind\":\"FooList\"",
                                         "\"kind\":\"Foo\"", "\"metadata\":{}" };
    unsigned where = choose(made, 3);
    add(made, "{");
    if (where == 0) {
        ADD_ONE_OF(made, types);
        add(made, ",");
    }
    if (choose(made, 4) == 1) {
        add(made, "\"metadata\":");
        add_value(made, depth + 1);
        add(made, ",");
    }
    add_space(made);
    add(made, "\"items\"");
    add_space(made);
    add(made, ":");
    add_space(made);
    add_items(made, depth + 1);
    add_space(made);
    if (where == 1) {
        add(made, ",");
        ADD_ONE_OF(made, types);
    }
    if (choose(made, 6) == 1) {
        add(made, ",\"x\":");
        add_string(made);
    }
    add(made, choose(made, 20) == 1 ? "" : "}");
}

static void add_value(made_stream *made, unsigned depth) {
    static const char *const scalars[] = { "1", "null", "true", "-1.5e3", "tru", "01", "}", "]" };
    switch (depth > 4 ? choose(made, 2) : choose(made, 8)) {
    case 0:
        add_string(made);
        break;
    case 1:
        add(made, scalars[choose(made, 8) % (choose(made, 10) == 1 ? 8 : 4)]);
        break;
    case 2:
        add_items(made, depth);
        break;
    case 3:
        add_list(made, depth);
        break;
    default:
        add_object(made, depth);
    }
}

static void add_event(made_stream *made) {
    static const char *const types[] = { "ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "X" };
    add(made, "{\"type\":\"");
    ADD_ONE_OF(made, types);
    add(made, "\",\"object\":");
    add_object(made, 1);
    add(made, "}");
}

/* ----------------------------------------------------------------------- YAML */

static void add_indentation(made_stream *made, unsigned spaces) {
    add_times(made, " ", spaces);
    if (choose(made, 80) == 1) add(made, "\t");
}

static void add_line_end(made_stream *made) {
    static const char *const ends[] = {
        "\n", "\n", "\n", "\r\n", " # note\n", "\n\n", "\n# note\n"
    };
    if (choose(made, 30) == 1) {
        add(made, " #");
        add_times(made, "x", choose_length(made));
    }
    ADD_ONE_OF(made, ends);
}

static void add_scalar(made_stream *made) {
    static const char *const scalars[] = { "1",           "b",    "\"c d\"", "{m: 1}",
                                           "[1, {x: y}]", "List", "PodList", "'--- '",
                                           "&x y",        "*x",   "[",       "items: a" };
    if (choose(made, 8) == 1) {
        add_times(made, choose(made, 2) ? "é" : "x", choose_length(made));
    } else {
        ADD_ONE_OF(made, scalars);
    }
}

/* The key of a mapping, its colon, and a value on the same line or in a block. */
static void add_entry(made_stream *made, unsigned spaces) {
    static const char *const keys[] = {
        "kind", "apiVersion", "metadata", "a", "b", "items", "type"
    };
    ADD_ONE_OF(made, keys);
    if (choose(made, 8) != 1) {
        add(made, ": ");
        add_scalar(made);
        add_line_end(made);
        return;
    }
    static const char *const styles[] = { "|", ">-", "|+", "|2" };
    add(made, ": ");
    ADD_ONE_OF(made, styles);
    add(made, "\n");
    for (unsigned count = choose(made, 4); count > 0; count--) {
        add_indentation(made, spaces + 2);
        add_scalar(made);
        add(made, "\n");
    }
}

static void add_mapping(made_stream *made, unsigned spaces) {
    for (unsigned count = 1 + choose(made, 3); count > 0; count--) {
        add_indentation(made, spaces);
        add_entry(made, spaces);
    }
}

static void add_yaml_list(made_stream *made) {
    static const char *const types[] = { "kind: List\n", "kind: PodList\napiVersion: v1\n",
                                         "kind: Foo\n", "metadata: {}\n" };
    unsigned where = choose(made, 3), spaces = choose(made, 2) * 2;
    if (where == 0) ADD_ONE_OF(made, types);
    add(made, choose(made, 6) == 1 ? "items: # these\n" : "items:\n");
    for (unsigned count = choose(made, 5); count > 0; count--) {
        if (choose(made, 10) == 1) add_line_end(made);
        add_indentation(made, spaces);
        add(made, choose(made, 20) == 1 ? "-" : "- ");
        if (choose(made, 10) == 1) {
            add(made, "\n");
            add_mapping(made, spaces + 2);
            continue;
        }
        add_entry(made, spaces + 2);
        if (choose(made, 2)) add_mapping(made, spaces + 2);
    }
    if (where == 1) ADD_ONE_OF(made, types);
    if (choose(made, 8) == 1) add_mapping(made, 0);
}

/* --------------------------------------------------------------------- streams */

static void add_mark(made_stream *made) {
    static const char *const marks[] = { "---\n",   "---\n",    "--- # note\n",     "...\n",
                                         "---\r\n", "--- ",     "%YAML 1.1\n---\n", "--\n",
                                         "---a\n",  "... # x\n" };
    ADD_ONE_OF(made, marks);
}

static void add_garbage(made_stream *made) {
    static const char *const garbage[] = { "what is this\n", "}\n", "]\n",          ",\n", "x",
                                           "# note\n",       "é\n", "\xEF\xBB\xBF", "\n" };
    ADD_ONE_OF(made, garbage);
    if (choose(made, 10) == 1) add_times(made, "#", choose_length(made));
}

static void add_part(made_stream *made) {
    switch (choose(made, 10)) {
    case 0:
        add_mark(made);
        break;
    case 1:
        add_list(made, 0);
        break;
    case 2:
        add_items(made, 0);
        break;
    case 3:
        add_event(made);
        break;
    case 4:
        add_yaml_list(made);
        break;
    case 5:
        add_mark(made);
        add_mapping(made, 0);
        break;
    case 6:
        add_mapping(made, choose(made, 2) * 2);
        break;
    case 7:
        add_garbage(made);
        break;
    default:
        add_object(made, 0);
    }
    if (choose(made, 2)) add(made, "\n");
    if (choose(made, 5) == 1) add_space(made);
}

/* Change a byte or two anywhere. */
static void damage(made_stream *made) {
    static const char bytes[] = "{}[]\",:\n -#\\\xC3\xA9.%x\t";
    for (unsigned count = choose(made, 8) == 1 ? 2 : 0; count > 0 && made->size > 0; count--) {
        size_t at = (choose(made, 256) * 256u + choose(made, 256)) % made->size;
        made->text[at] = bytes[choose(made, sizeof bytes - 1)];
    }
}

void make_stream(made_stream *made, const uint8_t *choices, size_t count) {
    static const uint16_t limits[] = { 300, 64, 100, 40, 1000 };
    made->choices = choices;
    made->choice_count = count;
    made->size = 0;
    made->limits = (vitals_limits){ 0 };
    made->limits.document_bytes = limits[choose(made, 5)];
    made->limits.envelope_bytes = limits[choose(made, 5)];
    made->limits.document_depth = 20;
    if (choose(made, 30) == 1) add(made, "\xEF\xBB\xBF");
    while (made->choice_count > 0 && made->size < sizeof made->text - 2048) add_part(made);
    damage(made);
    made->text[made->size] = '\0';
}
