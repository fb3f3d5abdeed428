/*
** Hostile streams. Each row is fed in chunks and read to its end: what it yields is counted, and the
** objects before and after the hostile part are there. The limits of time and memory are those of
** attack/apart.h; an object is assessed afterwards.
*/
#include <stdio.h>

#include "attack/apart.h"
#include "attack/hostile.h"

static vitals_worker *worker;
static vitals_text text; /* of the row; made before the process that reads it */

#define POD "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a%zu\"}}"
#define LAST "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"last\"}}"
#define LAST_YAML "kind: Pod\nmetadata: {name: last}\n"
#define LAUGHS                                                                                     \
    "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"                         \
    "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"               \
    "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"

/* --------------------------------------------------- texts that need more than a pattern */

static void lists_in_lists(vt_buffer *out) {
    hostile_repeat(out, "{\"kind\":\"List\",\"items\":[", 200);
    vt_buffer_add_terminated(out, LAST);
    hostile_repeat(out, "]}", 200);
}
static void gzip(vt_buffer *out) {
    vt_buffer_add(out,
                  VT_TEXT("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\x56\x4a\x54\xb2\x52\x30"
                          "\xac\x05\x00\xc2\x41\x24\x31\x07\x00\x00\x00"));
}
static void zeroes_between(vt_buffer *out) {
    static const char zeroes[4096];
    vt_buffer_add_terminated(out, LAST "\n");
    for (int i = 0; i < 1024; i++) vt_buffer_add(out, (vt_text){ zeroes, sizeof zeroes });
    vt_buffer_add_terminated(out, "\n---\n" LAST_YAML);
}
static void all_bytes(vt_buffer *out) {
    for (int i = 0; i < 1 << 20; i++) vt_buffer_add_byte(out, (char)(i * 7 + i / 256));
}
static void long_item(vt_buffer *out) {
    vt_buffer_add_terminated(out,
                             "{\"kind\":\"List\",\"items\":[" LAST ",{\"kind\":\"Pod\",\"a\":\"");
    hostile_repeat(out, "0123456789abcdef", 17 << 16);
    vt_buffer_add_terminated(out, "\"}," LAST "]}\n");
}

/* ------------------------------------------------------------------------- rows */

static const struct row {
    TABLE_ROW;
    size_t chunk; /* bytes at a time */
    hostile_text text;
    /* "OBJECTS objects, SYNTAX syntax errors, LIMIT limits NAME, last NAME-OF-THE-LAST-OBJECT" */
    const char *want;
} rows[] = {
    /* clang-format off */
    { "50,000 lines of JSON", 65536, HOSTILE("", 50000, POD "\n", LAST), "50001 objects, 0 syntax, 0 limits, last last" },
    { "50,000 objects on a line", 65536, HOSTILE("", 50000, POD, LAST), "50001 objects, 0 syntax, 0 limits, last last" },
    { "a List of 50,000 items", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[", 50000, POD ",", LAST "]}"), "50001 objects, 0 syntax, 0 limits, last last" },
    { "a List, a byte at a time", 1, HOSTILE("{\"kind\":\"List\",\"items\":[", 5000, POD ",", LAST "]}"), "5001 objects, 0 syntax, 0 limits, last last" },
    { "a YAML List, a byte at a time", 1, HOSTILE("kind: List\nitems:\n", 5000, "- kind: Pod\n  metadata: {name: a%zu}\n", "- kind: Pod\n  metadata: {name: last}\n"), "5001 objects, 0 syntax, 0 limits, last last" },
    { "documents, a byte at a time", 1, HOSTILE("", 5000, "kind: Pod\nmetadata: {name: a%zu}\n---\n", LAST_YAML), "5001 objects, 0 syntax, 0 limits, last last" },
    { "Lists in Lists", 65536, HOSTILE_MADE(lists_in_lists), "1 objects, 0 syntax, 0 limits, last last" },
    { "100,000 Lists in Lists", 65536, HOSTILE("", 100000, "{\"kind\":\"List\",\"items\":[", ""), "0 objects, 0 syntax, 1 limits document_depth, last " },
    { "100,000 lists in lists", 65536, HOSTILE("", 100000, "[", "\n" LAST), "0 objects, 0 syntax, 1 limits document_depth, last " },
    { "a List without an end", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[", 5000, POD ",", LAST), "5001 objects, 1 syntax, 0 limits, last last" },
    { "a List cut inside a string", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[" LAST ",{\"kind\":\"", 1000000, "x", ""), "1 objects, 1 syntax, 0 limits, last last" },
    { "a List whose kind comes last", 65536, HOSTILE("{\"items\":[", 5000, "{\"metadata\":{\"name\":\"a%zu\"}},", LAST "],\"kind\":\"PodList\",\"apiVersion\":\"v1\"}"), "5001 objects, 0 syntax, 0 limits, last last" },
    { "a List whose kind comes after 17 MB", 65536, HOSTILE("{\"items\":[", 17 << 14, "{\"metadata\":{\"name\":\"a0123456789\"},\"b\":\"0123456789abcdef\"},", LAST "],\"kind\":\"PodList\",\"apiVersion\":\"v1\"}\n" LAST), "2 objects, 0 syntax, 1 limits envelope_bytes, last last" },
    { "a List with metadata of 17 MB", 65536, HOSTILE("{\"kind\":\"List\",\"metadata\":{\"a\":\"", 17 << 16, "0123456789abcdef", "\"},\"items\":[" LAST "]}\n" LAST), "1 objects, 0 syntax, 1 limits document_bytes, last last" },
    { "a List with 17 MB after the items", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[" LAST "],\"a\":\"", 17 << 16, "0123456789abcdef", "\"}\n" LAST), "2 objects, 0 syntax, 1 limits envelope_bytes, last last" },
    { "an item of 17 MB among small ones", 65536, HOSTILE_MADE(long_item), "2 objects, 0 syntax, 1 limits document_bytes, last last" },
    { "a YAML item of 17 MB among small ones", 65536, HOSTILE("kind: List\nitems:\n- kind: Pod\n  metadata: {name: a}\n- kind: Pod\n  a: ", 17 << 16, "0123456789abcdef", "\n- kind: Pod\n  metadata: {name: last}\n"), "2 objects, 0 syntax, 1 limits document_bytes, last last" },
    { "a document of 17 MB", 65536, HOSTILE(LAST_YAML "---\nkind: Pod\na: ", 17 << 16, "0123456789abcdef", "\n---\n" LAST_YAML), "2 objects, 0 syntax, 1 limits document_bytes, last last" },
    { "a document of 17 MB of lines", 65536, HOSTILE(LAST_YAML "---\n", 17 << 16, "a: 0123456789ab\n", "\n---\n" LAST_YAML), "2 objects, 0 syntax, 1 limits document_bytes, last last" },
    { "an object of 17 MB", 65536, HOSTILE(LAST "\n{\"a\":\"", 17 << 16, "0123456789abcdef", "\"}\n" LAST), "2 objects, 0 syntax, 1 limits document_bytes, last last" },
    { "100,000 marks", 65536, HOSTILE("", 100000, "---\n", LAST_YAML), "1 objects, 0 syntax, 0 limits, last last" },
    { "100,000 ends", 65536, HOSTILE("", 100000, "...\n", LAST_YAML), "1 objects, 0 syntax, 0 limits, last last" },
    { "100,000 marks with a note", 65536, HOSTILE("", 100000, "--- # note\n", LAST_YAML), "1 objects, 0 syntax, 0 limits, last last" },
    { "20,000 version directives", 65536, HOSTILE("", 20000, "%YAML 1.1\n---\n", LAST_YAML), "1 objects, 0 syntax, 0 limits, last last" },
    { "marks inside a literal", 65536, HOSTILE("kind: Pod\nmetadata: {name: last}\na: |\n", 100000, "  ---\n", ""), "1 objects, 0 syntax, 0 limits, last last" },
    { "marks inside a quote", 65536, HOSTILE("kind: Pod\na: \"\n", 1000, "---\n", "\"\n---\n" LAST_YAML), "1 objects, 2 syntax, 0 limits, last last" },
    { "100,000 closing braces", 65536, HOSTILE("", 100000, "}\n", LAST "\n"), "0 objects, 1 syntax, 0 limits, last " },
    { "50,000 broken lines of JSON", 65536, HOSTILE("", 50000, "{\"kind\":}\n", LAST "\n"), "1 objects, 50000 syntax, 0 limits, last last" },
    { "20,000 broken documents", 65536, HOSTILE("", 20000, "a: [\n---\n", LAST_YAML), "1 objects, 20000 syntax, 0 limits, last last" },
    { "100,000 lines of words", 65536, HOSTILE("", 100000, "what is this\n", "---\n" LAST_YAML), "2 objects, 0 syntax, 0 limits, last last" },
    { "a line of 15 MB", 65536, HOSTILE("a: ", 15 << 16, "0123456789abcdef", ""), "1 objects, 0 syntax, 0 limits, last " },
    { "a line of 16.7 MB", 65536, HOSTILE("a: ", 1043750, "0123456789abcdef", ""), "1 objects, 0 syntax, 0 limits, last " },
    { "a string of 16.7 MB", 65536, HOSTILE("{\"a\":\"", 1043750, "0123456789abcdef", "\"}"), "1 objects, 0 syntax, 0 limits, last " },
    { "a note of 15 MB between documents", 65536, HOSTILE(LAST_YAML "---\n#", 15 << 16, "0123456789abcdef", "\n---\n" LAST_YAML), "2 objects, 0 syntax, 0 limits, last last" },
    { "empty lines of 15 MB between documents", 65536, HOSTILE(LAST_YAML "---\n", 15 << 20, "\n", "\n---\n" LAST_YAML), "2 objects, 0 syntax, 0 limits, last last" },
    { "blanks of 15 MB between objects", 65536, HOSTILE(LAST, 15 << 20, " ", LAST), "2 objects, 0 syntax, 0 limits, last last" },
    { "50,000 watch events", 65536, HOSTILE("", 50000, "{\"type\":\"ADDED\",\"object\":" POD "}\n", LAST), "50001 objects, 0 syntax, 0 limits, last last" },
    { "100,000 events in events", 65536, HOSTILE("", 100000, "{\"type\":\"ADDED\",\"object\":", "\n" LAST), "0 objects, 0 syntax, 1 limits document_depth, last " },
    { "events without an object", 65536, HOSTILE("", 10000, "{\"type\":\"ERROR\"}\n", LAST), "10001 objects, 0 syntax, 0 limits, last last" },
    { "events with objects of wrong types", 65536, HOSTILE("", 10000, "{\"type\":\"ADDED\",\"object\":[1]}\n{\"type\":1,\"object\":{}}\n", LAST), "20001 objects, 0 syntax, 0 limits, last last" },
    { "gzip", 65536, HOSTILE_MADE(gzip), "0 objects, 1 syntax, 0 limits, last " },
    { "zeroes between documents", 65536, HOSTILE_MADE(zeroes_between), "2 objects, 1 syntax, 0 limits, last last" },
    { "a megabyte of all bytes", 65536, HOSTILE_MADE(all_bytes), "0 objects, 1 syntax, 0 limits, last " },
    { "marks of byte order before documents", 65536, HOSTILE("", 1000, "\xEF\xBB\xBFkind: Pod\nmetadata: {name: a%zu}\n---\n", LAST_YAML), "1001 objects, 0 syntax, 0 limits, last last" },
    { "CRLF", 65536, HOSTILE("", 20000, "kind: Pod\r\nmetadata: {name: a%zu}\r\n---\r\n", "kind: Pod\r\nmetadata: {name: last}\r\n"), "20001 objects, 0 syntax, 0 limits, last last" },
    { "carriage returns alone", 65536, HOSTILE("", 20000, "kind: Pod\rmetadata: {name: a%zu}\r---\r", "kind: Pod\rmetadata: {name: last}\r"), "1 objects, 0 syntax, 0 limits, last a0" },
    { "laughs in the middle", 65536, HOSTILE(LAST_YAML "---\n", 1, LAUGHS, "---\n" LAST_YAML), "2 objects, 0 syntax, 1 limits alias_values, last last" },
    { "laughs in an item", 65536, HOSTILE("kind: List\nitems:\n- kind: Pod\n  metadata: {name: a}\n- a: &a [x,x,x,x,x,x,x,x,x,x]\n  b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n  c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n  d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n  e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n  f: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n", 0, "", "- kind: Pod\n  metadata: {name: last}\n"), "2 objects, 0 syntax, 1 limits alias_values, last last" },
    { "100,000 empty items", 65536, HOSTILE("kind: List\nitems:\n", 100000, "-\n", "- kind: Pod\n  metadata: {name: last}\n"), "1 objects, 0 syntax, 0 limits, last last" },
    { "100,000 null items", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[", 100000, "null,", LAST "]}"), "100001 objects, 0 syntax, 0 limits, last last" },
    { "items of wrong types", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[", 20000, "1,\"x\",[],{},", LAST "]}"), "80001 objects, 0 syntax, 0 limits, last last" },
    { "items that is not a list", 65536, HOSTILE("", 10000, "{\"kind\":\"PodList\",\"items\":{}}\n", LAST), "10001 objects, 0 syntax, 0 limits, last last" },
    { "items twice", 65536, HOSTILE("{\"kind\":\"List\",\"items\":[" LAST "],\"items\":[", 5000, POD ",", LAST "]}"), "1 objects, 1 syntax, 0 limits, last last" },
    { "items of YAML inside items", 65536, HOSTILE("kind: List\nitems:\n", 1000, "- kind: List\n  items:\n  - kind: Pod\n    metadata: {name: a%zu}\n", "- kind: Pod\n  metadata: {name: last}\n"), "1001 objects, 0 syntax, 0 limits, last last" },
    { "JSON, then YAML, then JSON", 65536, HOSTILE("", 3000, LAST "\n---\nkind: Pod\nmetadata: {name: a%zu}\n---\n", LAST), "6001 objects, 0 syntax, 0 limits, last last" },
    { "an opening quote, then 10,000 objects", 65536, HOSTILE("{\"a\": \"\n", 10000, POD "\n", LAST), "10001 objects, 1 syntax, 0 limits, last last" },
    /* clang-format on */
};

/* ---------------------------------------------------------------------- reading */

typedef struct tally {
    size_t objects, syntax, limits;
    const char *limit;
    char last[64];
} tally;

static void count_error(tally *found, vitals_status status, vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *first = vitals_diagnostics_at(diagnostics, 0);
    assert_non_null(first);
    assert_true(first->line > 0 && first->text.size > 0);
    found->syntax += status == VITALS_ESYNTAX;
    found->limits += status == VITALS_ELIMIT;
    assert_true(status == VITALS_ESYNTAX || status == VITALS_ELIMIT);
    if (status == VITALS_ELIMIT) found->limit = first->limit;
    vitals_diagnostics_clear(diagnostics);
}

static void take(tally *found, vitals_piece *piece, vitals_document **document,
                 vitals_diagnostics *diagnostics) {
    vitals_status status = vitals_piece_parse(piece, document, NULL, diagnostics);
    vitals_piece_free(piece);
    if (status == VITALS_ENOTFOUND) return;
    if (status) {
        count_error(found, status, diagnostics);
        return;
    }
    vitals_text name = vitals_document_name(*document);
    found->objects++;
    snprintf(found->last, sizeof found->last, "%.*s", (int)name.size, name.bytes ? name.bytes : "");
}

/* Take what there is; false at the end. */
static bool take_all(tally *found, vitals_stream *stream, vitals_document **document,
                     vitals_diagnostics *diagnostics) {
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_status status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_EAGAIN || status == VITALS_ENOTFOUND) return status == VITALS_EAGAIN;
        if (status) {
            count_error(found, status, diagnostics);
        } else {
            take(found, piece, document, diagnostics);
        }
    }
}

static void attack(void **state) {
    const struct row *row = *state;
    tally found = { 0 };
    vitals_stream *stream = NULL;
    vitals_document *document = NULL;
    vitals_diagnostics *diagnostics = NULL;
    char got[200];
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    assert_int_equal(vitals_stream_new(NULL, NULL, NULL, &stream), VITALS_OK);
    for (size_t at = 0; at < text.size; at += row->chunk) {
        size_t size = text.size - at < row->chunk ? text.size - at : row->chunk;
        assert_int_equal(vitals_stream_feed(stream, text.bytes + at, size), VITALS_OK);
        if (!take_all(&found, stream, &document, diagnostics)) break;
    }
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    assert_false(take_all(&found, stream, &document, diagnostics));
    snprintf(got, sizeof got, "%zu objects, %zu syntax, %zu limits%s%s, last %s", found.objects,
             found.syntax, found.limits, found.limit ? " " : "", found.limit ? found.limit : "",
             found.last);
    assert_string_equal(got, row->want);
    vitals_document_free(document);
    vitals_stream_free(stream);
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
    int failed = TABLE_RUN("hostile streams", check, rows);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return failed;
}
