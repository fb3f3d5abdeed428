#include "grammar_json.h"

#include <string.h>

/* The next choice, below `count`; 0 when there are none left. */
static unsigned choose(made_json *made, unsigned count) {
    if (made->choice_count == 0) return 0;
    made->choice_count--;
    return *made->choices++ % count;
}

static void add(made_json *made, const char *text) {
    size_t size = strlen(text);
    if (size > sizeof made->text - 1 - made->size) return;
    memcpy(made->text + made->size, text, size);
    made->size += size;
}

static void add_times(made_json *made, const char *text, unsigned times) {
    while (times-- > 0) add(made, text);
}

#define ADD_ONE_OF(made, list) add((made), (list)[choose((made), sizeof(list) / sizeof *(list))])

static void add_space(made_json *made) {
    static const char *const spaces[] = { " ", "\n", "\t", "\r\n", "  ", "\n        " };
    if (choose(made, 4) != 1) return;
    ADD_ONE_OF(made, spaces);
    if (choose(made, 16) == 1) add_times(made, " ", choose(made, 130));
}

static void add_string_bytes(made_json *made) {
    static const char *const parts[] = {
        "x", "f:name", "\\\"", "\\\\", "\\n", "\\u0041", "\\ud83d\\ude00", "é", "€", "\\ud800",
        "}", "]",      ":{},", "\\/",  "\\t", "😀"
    };
    static const char *const faults[] = { "\\x",  "\xFF",     "\n", "\\u00g0",
                                          "\x01", "\xE2\x82", "\\", "\"" };
    for (unsigned count = choose(made, 5); count > 0; count--) {
        ADD_ONE_OF(made, parts);
        if (choose(made, 8) == 1) add_times(made, "y", choose(made, 70));
        if (choose(made, 200) == 1) ADD_ONE_OF(made, faults);
    }
}

static void add_key(made_json *made) {
    static const char *const keys[] = {
        "a", "b", "c", "d", "e", "f", "g", "h", "data", "metadata", "managedFields", "k"
    };
    add(made, "\"");
    if (choose(made, 3)) {
        ADD_ONE_OF(made, keys);
    } else {
        add_string_bytes(made);
    }
    add(made, "\"");
}

static void add_value(made_json *made, unsigned depth);

static void add_member(made_json *made, unsigned depth) {
    add_key(made);
    add_space(made);
    add(made, choose(made, 200) == 1 ? "" : ":");
    add_space(made);
    if (choose(made, 4) == 1) {
        add(made, "{}");
    } else {
        add_value(made, depth + 1);
    }
    add_space(made);
}

static void add_object(made_json *made, unsigned depth) {
    add(made, "{");
    add_space(made);
    for (unsigned count = choose(made, 6); count > 0; count--) {
        add_member(made, depth);
        if (count > 1) add(made, choose(made, 200) == 1 ? ",," : ",");
        add_space(made);
    }
    add(made, choose(made, 200) == 1 ? "]" : "}");
}

static void add_array(made_json *made, unsigned depth) {
    add(made, "[");
    add_space(made);
    for (unsigned count = choose(made, 5); count > 0; count--) {
        add_value(made, depth + 1);
        add_space(made);
        if (count > 1) add(made, choose(made, 200) == 1 ? "" : ",");
        add_space(made);
    }
    add(made, choose(made, 200) == 1 ? "}" : "]");
}

/* Managed fields as a server writes them, without white space; few with a fault. */
static void add_fields(made_json *made, unsigned depth) {
    static const char *const keys[] = { "f:name", ".",
                                        "",       "k:{\\\"name\\\":\\\"x\\\"}",
                                        "\\\\",   "f:terminationGracePeriodSeconds",
                                        "é",      ":{},",
                                        "\\u0041" };
    static const char *const faults[] = { ",", "}",  "{",  "]",    "\"", " ",
                                          "1", "\n", "\\", "\xFF", ":" };
    add(made, "{");
    for (unsigned count = depth > 12 ? 0 : choose(made, 6); count > 0; count--) {
        add(made, "\"");
        ADD_ONE_OF(made, keys);
        add(made, "\":");
        if (choose(made, 200) == 1) ADD_ONE_OF(made, faults);
        add_fields(made, depth + 1);
        if (count > 1) add(made, ",");
    }
    add(made, "}");
}

/* One more member of an entry; few with a fault, or of another type. */
static void add_entry_member(made_json *made) {
    static const char *const keys[] = { "manager",    "operation", "apiVersion", "time",
                                        "fieldsType", "fieldsV1",  "subresource" };
    static const char *const others[] = { "{}",      "[]",      "1",   "\"2026-02-29T00:00:00Z\"",
                                          "\"\"x\"", "\"\\n\"", " {}", "{\"f:a\":{} }" };
    add(made, ",\"");
    ADD_ONE_OF(made, keys);
    add(made, choose(made, 50) == 1 ? "\" :" : "\":");
    if (choose(made, 8) == 1) {
        ADD_ONE_OF(made, others);
    } else if (choose(made, 4) == 1) {
        add(made, "\"2026-01-02T03:04:05Z\"");
    } else {
        add(made, "\"");
        add_string_bytes(made);
        add(made, "\"");
    }
}

static void add_entries(made_json *made) {
    add(made, "[");
    for (unsigned count = 1 + choose(made, 3); count > 0; count--) {
        add(made, "{\"manager\":\"m\",\"fieldsV1\":");
        add_fields(made, 0);
        while (choose(made, 3)) add_entry_member(made);
        add(made, ",\"time\":\"2026-01-01T00:00:00Z\"}");
        if (count > 1) add(made, ",");
    }
    add(made, "]");
}

static void add_value(made_json *made, unsigned depth) {
    static const char *const scalars[] = { "1",     "-0",   "1.50",  "2e3",
                                           "null",  "true", "false", "9223372036854775808",
                                           "1e-400" };
    static const char *const faults[] = {
        "01", "1.", "-", "tru", "1e999", "nulll", "+1", "", "'x'"
    };
    unsigned kind = choose(made, depth > 12 ? 3 : 8);
    if (kind == 0) {
        add(made, "\"");
        add_string_bytes(made);
        add(made, "\"");
    } else if (kind <= 2) {
        if (choose(made, 100) == 1) {
            ADD_ONE_OF(made, faults);
        } else {
            ADD_ONE_OF(made, scalars);
        }
    } else if (kind <= 4) {
        add_array(made, depth);
    } else {
        add_object(made, depth);
    }
}

void make_json(made_json *made, const uint8_t *choices, size_t count) {
    made->choices = choices;
    made->choice_count = count;
    made->size = 0;
    add_space(made);
    add(made, "{");
    if (choose(made, 3) == 1) {
        add(made, "\"metadata\":{\"managedFields\":");
        if (choose(made, 2)) {
            add_entries(made);
        } else {
            add_array(made, 2);
        }
        add(made, "},");
    }
    while (made->choice_count > 10 && made->size < sizeof made->text / 2) {
        add_member(made, 0);
        add(made, ",");
    }
    add(made, "\"last\":0}");
    add_space(made);
    if (choose(made, 50) == 1) made->size -= made->size / 3;
    made->text[made->size] = '\0';
}
