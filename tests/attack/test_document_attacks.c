/*
** Hostile documents. Each row is read and, when it can be read, assessed in every profile. It must be
** right or end at its named limit, within the time and memory of attack/apart.h, and the object after
** it must be assessed correctly, read into the same memory.
*/
#include "attack/apart.h"
#include "attack/hostile.h"

static vitals_worker *worker;
static vitals_text text; /* of the row; made before the process that reads it */

/* --------------------------------------------------- texts that need more than a pattern */

static void nul_bytes(vt_buffer *out) {
    vt_buffer_add(out, VT_TEXT("{\"a\":\"\0\"}"));
}
static void all_nul(vt_buffer *out) {
    static const char zeroes[4096];
    for (int i = 0; i < 1024; i++) vt_buffer_add(out, (vt_text){ zeroes, sizeof zeroes });
}
static void gzip(vt_buffer *out) {
    vt_buffer_add(out,
                  VT_TEXT("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\x56\x4a\x54\xb2\x52\x30"
                          "\xac\x05\x00\xc2\x41\x24\x31\x07\x00\x00\x00"));
}
static void elf(vt_buffer *out) {
    vt_buffer_add(out, VT_TEXT("\x7f"
                               "ELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00"));
}
static void utf16(vt_buffer *out) {
    vt_buffer_add(out, VT_TEXT("\xff\xfe{\0\"\0a\0\"\0:\0"
                               "1\0}\0"));
}
static void all_bytes(vt_buffer *out) {
    for (int i = 0; i < 1 << 20; i++) vt_buffer_add_byte(out, (char)(i * 7 + i / 256));
}
static void deep_indentation(vt_buffer *out) {
    for (size_t depth = 0; depth < 2000; depth++) {
        hostile_repeat(out, " ", depth);
        vt_buffer_add_terminated(out, "a:\n");
    }
}
/* Nine anchors, each with nine aliases of the one before. */
static void laughs(vt_buffer *out) {
    vt_buffer_add_terminated(out, "a0: &a0 lol\n");
    for (int i = 1; i < 10; i++) {
        vt_buffer_printf(out, "a%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++) vt_buffer_printf(out, "*a%d,", i - 1);
        vt_buffer_add_terminated(out, "]\n");
    }
}
static void laughs_of_maps(vt_buffer *out) {
    vt_buffer_add_terminated(out, "a0: &a0 {k: v}\n");
    for (int i = 1; i < 40; i++) {
        vt_buffer_printf(out, "a%d: &a%d {x: *a%d, y: *a%d}\n", i, i, i - 1, i - 1);
    }
}
static void laughs_as_keys(vt_buffer *out) {
    vt_buffer_add_terminated(out, "a0: &a0 [k, v]\n");
    for (int i = 1; i < 40; i++)
        vt_buffer_printf(out, "a%d: &a%d [*a%d, *a%d]\n", i, i, i - 1, i - 1);
    vt_buffer_add_terminated(out, "? *a39\n: v\n");
}
static void merges_that_double(vt_buffer *out) {
    vt_buffer_add_terminated(out, "a0: &a0 {k: v}\n");
    for (int i = 1; i < 40; i++) {
        vt_buffer_printf(out, "a%d: &a%d {<<: [*a%d, *a%d], k%d: v}\n", i, i, i - 1, i - 1, i);
    }
}
static void merges_of_many(vt_buffer *out) {
    vt_buffer_add_terminated(out, "a: &a {");
    for (int i = 0; i < 2000; i++) vt_buffer_printf(out, "k%d: v, ", i);
    vt_buffer_add_terminated(out, "}\n");
    for (int i = 0; i < 2000; i++) vt_buffer_printf(out, "m%d: {<<: *a}\n", i);
}
static void long_text_aliased(vt_buffer *out) {
    vt_buffer_add_terminated(out, "kind: Pod\na: &a '");
    hostile_repeat(out, "0123456789abcdef", 60000);
    vt_buffer_add_terminated(out, "'\nb:\n");
    for (int i = 0; i < 50000; i++) vt_buffer_add_terminated(out, "- *a\n");
}
static void bad_key_aliased(vt_buffer *out) {
    vt_buffer_add_terminated(out, "a: &a '");
    hostile_repeat(out, "0123456789abcdef", 60000);
    vt_buffer_add_terminated(out, "'\n? [");
    for (int i = 0; i < 5000; i++) vt_buffer_add_terminated(out, "*a,");
    vt_buffer_add_terminated(out, "]\n: b\n");
}

/* ------------------------------------------------------------------------- rows */

#define POD "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},"
#define DEPLOYMENT                                                                                 \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"},"
#define WIDGET "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"a\"},"

/* What is expected: "limit NAME"; "syntax", with a part of the message if it matters; "ok"; or JSON,
** with which the document begins when it is written. */
static const struct row {
    TABLE_ROW;
    vitals_format format;
    hostile_text text;
    const char *want;
} rows[] = {
    /* clang-format off */
    /* JSON: nesting */
    { "JSON: 100,000 brackets", VITALS_FORMAT_JSON, HOSTILE("", 100000, "[", ""), "limit document_depth" },
    { "JSON: 100,000 nested objects", VITALS_FORMAT_JSON, HOSTILE("", 100000, "{\"a\":", ""), "limit document_depth" },
    { "JSON: 500 nested lists", VITALS_FORMAT_JSON, HOSTILE("{\"a\":", 500, "[", "1"), "syntax" },
    { "JSON: a million closing brackets", VITALS_FORMAT_JSON, HOSTILE("[", 1000000, "]", ""), "syntax" },
    { "JSON: nesting in managed fields", VITALS_FORMAT_JSON, HOSTILE("{\"metadata\":{\"managedFields\":[", 100000, "[", ""), "limit document_depth" },
    { "JSON: nesting after 10,000 objects", VITALS_FORMAT_JSON, HOSTILE("[[{},{},{}],", 100000, "{\"k%zu\":[", ""), "limit document_depth" },
    /* JSON: sizes */
    { "JSON: text of 17 MB", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 17 << 16, "0123456789abcdef", "\"}"), "limit document_bytes" },
    { "JSON: white space of 15 MB", VITALS_FORMAT_JSON, HOSTILE("", 15 << 16, "                ", "{}"), "ok" },
    { "JSON: white space only", VITALS_FORMAT_JSON, HOSTILE("", 15 << 16, " \n\t\r            ", ""), "syntax" },
    { "JSON: five million zeroes", VITALS_FORMAT_JSON, HOSTILE("[", 5000000, "0,", "0]"), "limit document_values" },
    { "JSON: five million empty lists", VITALS_FORMAT_JSON, HOSTILE("[", 5000000, "[],", "[]]"), "limit document_values" },
    { "JSON: 450,000 zeroes", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":[", 450000, "0,", "0]}"), "ok" },
    { "JSON: a string of 14 MB", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":\"", 14 << 16, "0123456789abcdef", "\"}"), "ok" },
    { "JSON: a key of 8 MB", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"", 8 << 16, "0123456789abcdef", "\":1}"), "ok" },
    { "JSON: a kind of 4 MB", VITALS_FORMAT_JSON, HOSTILE("{\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"kind\":\"", 4 << 16, "0123456789abcdef", "\"}"), "ok" },
    { "JSON: a name of 4 MB", VITALS_FORMAT_JSON, HOSTILE("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"", 4 << 16, "0123456789abcdef", "\"}}"), "ok" },
    { "JSON: 240,000 keys", VITALS_FORMAT_JSON, HOSTILE(WIDGET, 240000, "\"k%zu\":1,", "\"z\":1}"), "ok" },
    { "JSON: one key a million times", VITALS_FORMAT_JSON, HOSTILE("{", 1000000, "\"a\":%zu,", "\"a\":7}"), "limit document_values" },
    { "JSON: an empty key a million times", VITALS_FORMAT_JSON, HOSTILE("{", 1000000, "\"\":0,", "\"\":7}"), "limit document_values" },
    { "JSON: 10,000 maps of 17 keys", VITALS_FORMAT_JSON, HOSTILE("[", 10000, "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"n\":1,\"o\":1,\"p\":1,\"q\":%zu},", "0]"), "ok" },
    /* JSON: numbers */
    { "JSON: a million digits", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":1", 1000000, "9", "}"), "syntax" },
    { "JSON: a million digits after the point", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":0.", 1000000, "3", "}"), "ok" },
    { "JSON: an exponent of a million digits", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":1e", 1000000, "9", "}"), "syntax" },
    { "JSON: 20,000 numbers of 700 digits", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":[", 20000, "0.2345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789e-300,", "0]}"), "ok" },
    { "JSON: a replica count of a million digits", VITALS_FORMAT_JSON, HOSTILE(DEPLOYMENT "\"spec\":{\"replicas\":1", 1000000, "0", "}}"), "syntax" },
    { "JSON: a generation beyond int64", VITALS_FORMAT_JSON, HOSTILE("{\"kind\":\"Pod\",\"metadata\":{\"generation\":1", 30, "0", "}}"), "ok" },
    { "JSON: leading zeroes", VITALS_FORMAT_JSON, HOSTILE("{\"a\":", 1000000, "0", "}"), "syntax" },
    { "JSON: signs", VITALS_FORMAT_JSON, HOSTILE("{\"a\":", 1000000, "-", "1}"), "syntax" },
    { "JSON: not a number", VITALS_FORMAT_JSON, HOSTILE("{\"a\":NaN", 0, "", "}"), "syntax" },
    { "JSON: hexadecimal", VITALS_FORMAT_JSON, HOSTILE("{\"a\":0x10", 0, "", "}"), "syntax" },
    /* JSON: strings */
    { "JSON: two million escapes", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 2000000, "\\u0041", "\"}"), "{\"a\":\"AAAA" },
    { "JSON: a million surrogate pairs", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 1000000, "\\ud83d\\ude00", "\"}"), "{\"a\":\"\xF0\x9F\x98\x80" },
    { "JSON: high surrogates alone", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 3, "\\ud800", "\"}"), "{\"a\":\"\xEF\xBF\xBD" },
    { "JSON: surrogates in the wrong order", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 3, "\\udc00\\ud800", "x\"}"), "{\"a\":\"\xEF\xBF\xBD" },
    { "JSON: a surrogate cut short", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"\\ud83d\\u", 0, "", ""), "syntax" },
    { "JSON: an escaped NUL in a key", VITALS_FORMAT_JSON, HOSTILE("{\"a\\u0000b\":1,\"a\":2", 0, "", "}"), "{\"a\\u0000b\":1,\"a\":2}" },
    { "JSON: an escaped NUL in kind and name", VITALS_FORMAT_JSON, HOSTILE("{\"kind\":\"Pod\\u0000x\",\"metadata\":{\"name\":\"a\\u0000\"}", 0, "", "}"), "ok" },
    { "JSON: line breaks and ESC in a name", VITALS_FORMAT_JSON, HOSTILE("{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\\n\\u001b[2J\\u202e\"}", 0, "", "}"), "ok" },
    { "JSON: a NUL byte", VITALS_FORMAT_JSON, HOSTILE_MADE(nul_bytes), "syntax" },
    { "JSON: a control character", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"\x01", 0, "", "\"}"), "syntax" },
    { "JSON: UTF-8 that is overlong", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 100000, "\xC0\xAF", "\"}"), "{\"a\":\"\xEF\xBF\xBD" },
    { "JSON: UTF-8 cut short", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"\xF0\x9F", 0, "", "\"}"), "{\"a\":\"\xEF\xBF\xBD" },
    { "JSON: 4 MB of bytes that are not UTF-8", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 4 << 20, "\xFF", "\"}"), "{\"a\":\"\xEF\xBF\xBD" },
    /* JSON: syntax */
    { "JSON: nothing", VITALS_FORMAT_JSON, HOSTILE("", 0, "", ""), "syntax" },
    { "JSON: a string without an end", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 1000000, "x", ""), "syntax" },
    { "JSON: a string that ends in a backslash", VITALS_FORMAT_JSON, HOSTILE("{\"a\":\"", 1000001, "\\", ""), "syntax" },
    { "JSON: an object without an end", VITALS_FORMAT_JSON, HOSTILE("{", 100000, "\"k%zu\":1,", ""), "syntax" },
    { "JSON: a key without a value", VITALS_FORMAT_JSON, HOSTILE("{\"a\"", 0, "", "}"), "syntax" },
    { "JSON: commas", VITALS_FORMAT_JSON, HOSTILE("[", 1000000, ",", "]"), "syntax" },
    { "JSON: comments", VITALS_FORMAT_JSON, HOSTILE("", 100000, "/* x */", "{}"), "syntax" },
    { "JSON: a mark of byte order", VITALS_FORMAT_JSON, HOSTILE("\xEF\xBB\xBF{\"a\":1", 0, "", "}"), "{\"a\":1}" },
    { "JSON: CRLF", VITALS_FORMAT_JSON, HOSTILE("{\r\n", 100000, "\"a\":1,\r\n", "\"a\":2\r\n}\r\n"), "{\"a\":2}" },
    { "gzip", VITALS_FORMAT_AUTO, HOSTILE_MADE(gzip), "syntax" },
    { "an executable", VITALS_FORMAT_AUTO, HOSTILE_MADE(elf), "syntax" },
    { "UTF-16", VITALS_FORMAT_AUTO, HOSTILE_MADE(utf16), "" },
    { "4 MB of zeroes", VITALS_FORMAT_AUTO, HOSTILE_MADE(all_nul), "syntax" },
    { "a megabyte of all bytes", VITALS_FORMAT_AUTO, HOSTILE_MADE(all_bytes), "syntax" },
    /* kinds that vitals reads itself */
    { "Pod: 60,000 conditions", VITALS_FORMAT_JSON, HOSTILE(POD "\"status\":{\"phase\":\"Running\",\"conditions\":[", 60000, "{\"type\":\"Ready\",\"status\":\"True\"},", "{}]}}"), "ok" },
    { "Pod: 30,000 containers that wait", VITALS_FORMAT_JSON, HOSTILE(POD "\"status\":{\"phase\":\"Pending\",\"containerStatuses\":[", 30000, "{\"name\":\"c%zu\",\"state\":{\"waiting\":{\"reason\":\"ErrImagePull\",\"message\":\"no image %zu\"}}},", "{}]}}"), "ok" },
    { "Pod: a message of 4 MB", VITALS_FORMAT_JSON, HOSTILE(POD "\"status\":{\"phase\":\"Failed\",\"message\":\"", 4 << 16, "0123456789abcdef", "\"}}"), "ok" },
    { "Deployment: 50,000 conditions of one type", VITALS_FORMAT_JSON, HOSTILE(DEPLOYMENT "\"status\":{\"conditions\":[", 50000, "{\"type\":\"Progressing\",\"reason\":\"r%zu\",\"message\":\"m\"},", "{}]}}"), "ok" },
    { "owners: 50,000", VITALS_FORMAT_JSON, HOSTILE("{\"kind\":\"Pod\",\"metadata\":{\"ownerReferences\":[", 50000, "{\"uid\":\"u%zu\",\"controller\":true},", "{}]}}"), "ok" },
    { "labels: 100,000", VITALS_FORMAT_JSON, HOSTILE("{\"kind\":\"Pod\",\"metadata\":{\"labels\":{", 100000, "\"l%zu\":\"v\",", "\"a\":\"b\"}}}"), "ok" },
    { "everything of a wrong type", VITALS_FORMAT_JSON, HOSTILE("{\"apiVersion\":[],\"kind\":{},\"metadata\":[],\"spec\":1,\"status\":\"x\"", 0, "", "}"), "ok" },
    { "conditions of wrong types", VITALS_FORMAT_JSON, HOSTILE(WIDGET "\"status\":{\"conditions\":[", 60000, "[],null,{\"type\":{}},\"x\",", "1]}}"), "ok" },
    /* YAML: nesting and size */
    { "YAML: 100,000 brackets", VITALS_FORMAT_YAML, HOSTILE("", 100000, "[", ""), "limit document_depth" },
    { "YAML: 100,000 braces", VITALS_FORMAT_YAML, HOSTILE("", 100000, "{a: ", ""), "limit document_depth" },
    { "YAML: 100,000 dashes on a line", VITALS_FORMAT_YAML, HOSTILE("", 100000, "- ", "a"), "limit document_depth" },
    { "YAML: 20,000 question marks on a line", VITALS_FORMAT_YAML, HOSTILE("", 20000, "? ", "a"), "limit document_depth" },
    { "YAML: 2,000 levels of indentation", VITALS_FORMAT_YAML, HOSTILE_MADE(deep_indentation), "limit document_depth" },
    { "YAML: lines indented by 16,000 blanks", VITALS_FORMAT_YAML, HOSTILE("a:\n", 400, "                                                                                                                                                                                                                                                                                                                                                                                                                                - x\n", ""), "ok" },
    { "YAML: a scalar of 14 MB over lines", VITALS_FORMAT_YAML, HOSTILE("kind: Widget\na:\n", 14 << 16, " 0123456789abcd\n", ""), "ok" },
    { "YAML: text of 17 MB", VITALS_FORMAT_YAML, HOSTILE("a: ", 17 << 16, "0123456789abcdef", ""), "limit document_bytes" },
    { "YAML: a scalar of 16.7 MB", VITALS_FORMAT_YAML, HOSTILE("a: ", 1043750, "0123456789abcdef", "\n"), "ok" },
    { "YAML: a scalar of 16.7 MB in quotes", VITALS_FORMAT_YAML, HOSTILE("a: \"\\t", 1043750, "0123456789abcdef", "\"\n"), "ok" },
    { "YAML: a literal of 16.7 MB", VITALS_FORMAT_YAML, HOSTILE("a: |\n", 1043750, " 0123456789abcd\n", "\n"), "ok" },
    { "YAML: comments of 14 MB", VITALS_FORMAT_YAML, HOSTILE("", 14 << 16, "#123456789abcde\n", "a: b\n"), "{\"a\":\"b\"}" },
    { "YAML: a comment of 14 MB", VITALS_FORMAT_YAML, HOSTILE("a: b #", 14 << 16, "0123456789abcdef", "\n"), "{\"a\":\"b\"}" },
    { "YAML: empty lines of 14 MB", VITALS_FORMAT_YAML, HOSTILE("a: b\n", 14 << 16, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", ""), "{\"a\":\"b\"}" },
    { "YAML: five million items", VITALS_FORMAT_YAML, HOSTILE("[", 5000000, "a,", "]"), "limit document_values" },
    { "YAML: 240,000 keys", VITALS_FORMAT_YAML, HOSTILE("kind: Widget\n", 240000, "k%zu: v\n", ""), "ok" },
    { "YAML: 15 MB in 480,000 items", VITALS_FORMAT_YAML, HOSTILE("kind: Widget\na:\n", 480000, "- a123456789012345678901234567\n", ""), "ok" },
    { "YAML: 15 MB in 480,000 items with quotes", VITALS_FORMAT_YAML, HOSTILE("kind: Widget\na: [", 480000, "\"012345678901234567890123456\", ", "]"), "ok" },
    { "YAML: 15 MB in 480,000 items with escapes", VITALS_FORMAT_YAML, HOSTILE("kind: Widget\na: [", 480000, "\"\\t1234567890123456789012345\", ", "]"), "ok" },
    { "JSON: 15 MB in 480,000 items", VITALS_FORMAT_JSON, HOSTILE("[", 480000, "\"\\t1234567890123456789012345\", ", "1]"), "ok" },
    { "YAML: 200,000 numbers of 28 digits", VITALS_FORMAT_YAML, HOSTILE("kind: Widget\na:\n", 200000, "- 1123456789012345678901234567\n", ""), "ok" },
    { "YAML: a key of 2,000 bytes", VITALS_FORMAT_YAML, HOSTILE("", 200, "0123456789", ": b\n"), "syntax" },
    { "YAML: an explicit key of 4 MB", VITALS_FORMAT_YAML, HOSTILE("? ", 4 << 16, "0123456789abcdef", "\n: b\n"), "{\"0123456789abcdef" },
    /* YAML: aliases */
    { "YAML: a billion laughs", VITALS_FORMAT_YAML, HOSTILE_MADE(laughs), "limit alias_values" },
    { "YAML: laughs of maps", VITALS_FORMAT_YAML, HOSTILE_MADE(laughs_of_maps), "limit alias_values" },
    { "YAML: laughs as a key", VITALS_FORMAT_YAML, HOSTILE_MADE(laughs_as_keys), "limit alias_values" },
    { "YAML: merges that double", VITALS_FORMAT_YAML, HOSTILE_MADE(merges_that_double), "limit alias_values" },
    { "YAML: 2,000 merges of 2,000 keys", VITALS_FORMAT_YAML, HOSTILE_MADE(merges_of_many), "limit alias_values" },
    { "YAML: a megabyte aliased 50,000 times", VITALS_FORMAT_YAML, HOSTILE_MADE(long_text_aliased), "limit document_bytes" },
    { "YAML: a megabyte aliased 5,000 times in a bad key", VITALS_FORMAT_YAML, HOSTILE_MADE(bad_key_aliased), "syntax" },
    { "YAML: an alias inside its anchor", VITALS_FORMAT_YAML, HOSTILE("a: &a [b, *a", 0, "", "]"), "syntax" },
    { "YAML: an alias in a key of its anchor", VITALS_FORMAT_YAML, HOSTILE("&a {*a : b", 0, "", "}"), "syntax" },
    { "YAML: a merge into itself", VITALS_FORMAT_YAML, HOSTILE("a: &a {<<: *a", 0, "", "}"), "syntax" },
    { "YAML: an alias of nothing", VITALS_FORMAT_YAML, HOSTILE("a: *b", 0, "", "\n"), "syntax" },
    { "YAML: merge of a scalar", VITALS_FORMAT_YAML, HOSTILE("a: &a x\nb: {<<: *a", 0, "", "}"), "syntax" },
    { "YAML: 100,000 anchors of one name", VITALS_FORMAT_YAML, HOSTILE("", 100000, "- &a x\n", "- *a\n"), "ok" },
    { "YAML: 100,000 anchors", VITALS_FORMAT_YAML, HOSTILE("", 100000, "- &a%zu x\n", "- *a7\n"), "ok" },
    { "YAML: an anchor with a name of 4 MB", VITALS_FORMAT_YAML, HOSTILE("a: &", 4 << 16, "0123456789abcdef", " b\n"), "{\"a\":\"b\"}" },
    /* YAML: tags and directives */
    { "YAML: a tag of 4 MB", VITALS_FORMAT_YAML, HOSTILE("a: !<", 4 << 16, "0123456789abcdef", "> b\n"), "ok" },
    { "YAML: 100,000 tag directives", VITALS_FORMAT_YAML, HOSTILE("", 20000, "%%TAG !a%zu! tag:x,2026:\n", "---\na: b\n"), "ok" },
    { "YAML: a version that does not exist", VITALS_FORMAT_YAML, HOSTILE("%YAML 9.9\n---\na: b", 0, "", "\n"), "syntax" },
    { "YAML: a version of a million digits", VITALS_FORMAT_YAML, HOSTILE("%YAML ", 1000000, "1", ".1\n---\na: b\n"), "syntax" },
    { "YAML: binary that is not base64", VITALS_FORMAT_YAML, HOSTILE("a: !!binary ", 1000000, "=", "\n"), "syntax" },
    { "YAML: binary of 8 MB", VITALS_FORMAT_YAML, HOSTILE("a: !!binary ", 8 << 16, "AAAAAAAAAAAAAAAA", "\n"), "ok" },
    { "YAML: a tag that does not fit", VITALS_FORMAT_YAML, HOSTILE("a: !!int abc", 0, "", "\n"), "syntax" },
    { "YAML: escapes in a tag", VITALS_FORMAT_YAML, HOSTILE("a: !", 100000, "%c3%a9", " b\n"), "ok" },
    /* YAML: scalars */
    { "YAML: hexadecimal of a million digits", VITALS_FORMAT_YAML, HOSTILE("a: 0x", 1000000, "f", "\n"), "ok" },
    { "YAML: a million underscores", VITALS_FORMAT_YAML, HOSTILE("a: 1", 1000000, "_", "\n"), "ok" },
    { "YAML: a million digits", VITALS_FORMAT_YAML, HOSTILE("a: 1", 1000000, "9", "\n"), "" },
    { "YAML: infinity", VITALS_FORMAT_YAML, HOSTILE("a: .inf", 0, "", "\n"), "syntax" },
    { "YAML: a million escapes", VITALS_FORMAT_YAML, HOSTILE("a: \"", 1000000, "\\U0001F600", "\"\n"), "{\"a\":\"\xF0\x9F\x98\x80" },
    { "YAML: an escape beyond Unicode", VITALS_FORMAT_YAML, HOSTILE("a: \"\\Uffffffff", 0, "", "\"\n"), "syntax" },
    { "YAML: an escaped surrogate", VITALS_FORMAT_YAML, HOSTILE("a: \"\\ud800", 0, "", "\"\n"), "syntax" },
    { "YAML: 100,000 escapes of a quote", VITALS_FORMAT_YAML, HOSTILE("a: \"", 100000, "\\'", "\"\n"), "" },
    { "YAML: a million quotes", VITALS_FORMAT_YAML, HOSTILE("a: '", 1000000, "''", "'\n"), "{\"a\":\"''''" },
    { "YAML: a literal of empty lines", VITALS_FORMAT_YAML, HOSTILE("a: |+9\n", 1000000, "\n", ""), "" },
    { "YAML: a literal indented less and less", VITALS_FORMAT_YAML, HOSTILE("a: |\n", 100000, "                    \n", " x\n"), "" },
    { "YAML: tabs as indentation", VITALS_FORMAT_YAML, HOSTILE("a:\n", 100000, "\tb: c\n", ""), "syntax" },
    { "YAML: keys that are the same number", VITALS_FORMAT_YAML, HOSTILE("1: a\n0x1: b\n\"1\": c", 0, "", "\n"), "{\"1\":\"c\"}" },
    { "YAML: a map as a key", VITALS_FORMAT_YAML, HOSTILE("? {a: b}\n: c", 0, "", "\n"), "syntax" },
    { "YAML: null as a key", VITALS_FORMAT_YAML, HOSTILE("null: c", 0, "", "\n"), "syntax" },
    { "YAML: 100,000 documents", VITALS_FORMAT_YAML, HOSTILE("a: b\n", 100000, "---\na: %zu\n", ""), "{\"a\":\"b\"}" },
    { "YAML: 100,000 ends of documents", VITALS_FORMAT_YAML, HOSTILE("a: b\n", 100000, "...\n", ""), "{\"a\":\"b\"}" },
    { "YAML: a flow map without an end", VITALS_FORMAT_YAML, HOSTILE("{", 100000, "a%zu: b, ", ""), "syntax" },
    { "YAML: a quote without an end", VITALS_FORMAT_YAML, HOSTILE("a: \"", 1000000, "x\n", ""), "syntax" },
    { "YAML: colons", VITALS_FORMAT_YAML, HOSTILE("", 100000, ": ", ""), "" },
    { "YAML: bytes that are not UTF-8", VITALS_FORMAT_YAML, HOSTILE("a: ", 100000, "\xFF", ""), "syntax" },
    { "YAML: line separators", VITALS_FORMAT_YAML, HOSTILE("a: b", 100000, "\xE2\x80\xA8", "c: d\n"), "" },
    { "YAML: carriage returns alone", VITALS_FORMAT_YAML, HOSTILE("a: b\r", 100000, "# x\r", "c: d\r"), "{\"a\":\"b\",\"c\":\"d\"}" },
    { "YAML: marks of byte order inside", VITALS_FORMAT_YAML, HOSTILE("a: b\n", 1000, "\xEF\xBB\xBF", "c: d\n"), "" },
    /* clang-format on */
};

/* ----------------------------------------------------------------- expectations */

static void check_error(const struct row *row, vitals_status status,
                        const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    assert_non_null(first);
    assert_true(first->text.size > 0 && first->text.size < 65536);
    if (*row->want == '\0') return;
    if (strncmp(row->want, "limit ", 6) == 0) {
        assert_int_equal(status, VITALS_ELIMIT);
        assert_string_equal(first->limit, row->want + 6);
        assert_non_null(strstr(first->text.bytes, row->want + 6));
    } else {
        assert_string_equal(row->want, "syntax");
        assert_int_equal(status, VITALS_ESYNTAX);
    }
}

static void check_written(const struct row *row, const vitals_document *document) {
    char *json = NULL;
    size_t size = 0;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &json, &size), VITALS_OK);
    assert_true(size >= strlen(row->want));
    assert_memory_equal(json, row->want, strlen(row->want));
    vitals_text_free(NULL, json, size);
}

static void assess(const vitals_document *document) {
    vitals_verdict *verdict = NULL;
    vitals_text json;
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    for (int profile = VITALS_PROFILE_COMBINED; profile <= VITALS_PROFILE_KSTATUS; profile++) {
        vitals_call call = VITALS_CALL_INIT;
        call.profile = (vitals_profile)profile;
        assert_int_equal(vitals_assess(worker, document, &call, verdict), VITALS_OK);
        assert_int_equal(vitals_verdict_json(verdict, &json), VITALS_OK);
    }
    vitals_verdict_free(verdict);
}

static void attack(void **state) {
    const struct row *row = *state;
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = row->format;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_status status =
        vitals_document_parse(text.bytes, text.size, &options, &document, diagnostics);
    if (status == VITALS_OK) {
        bool is_json = *row->want == '{' || *row->want == '[';
        assert_true(is_json || *row->want == '\0' || strcmp(row->want, "ok") == 0);
        if (is_json) check_written(row, document);
        assess(document);
    } else {
        check_error(row, status, diagnostics);
    }
    assert_int_equal(vitals_document_parse("{\"a\":1}", 7, NULL, &document, NULL), VITALS_OK);
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
    hostile_assess_good(worker);
}

static void check(void **state) {
    const struct row *row = *state;
    text = hostile_make(&row->text);
    apart_check(attack, row);
    hostile_free(text);
}

int main(void) {
    vitals_engine *engine = NULL;
    if (vitals_engine_new(NULL, &engine, NULL) || vitals_worker_new(engine, &worker)) return 1;
    hostile_assess_good(worker);
    int failed = TABLE_RUN("hostile documents", check, rows);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return failed;
}
