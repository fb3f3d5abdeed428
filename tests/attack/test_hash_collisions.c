/*
** Keys that were made to collide: without a seed from the host (hash_seed 0) they must cost no more
** than others. They are found by brute force, as an attacker who knows the hash would: all of them
** fall on the same slot of every table up to their number, under seed 0.
*/
#include <stdio.h>
#include <time.h>

#include <vitals/vitals.h>

#include "base/buffer.h"
#include "base/map.h"
#include "lua/syntax/syntax.h"
#include "support/table.h"

enum { KEYS = 2500, KEY_BYTES = 16, SLOT_BITS = 13, TRIES = 5 };

static char colliding[KEYS][KEY_BYTES], ordinary[KEYS][KEY_BYTES];

static void find_keys(void) {
    uint64_t mask = (UINT64_C(1) << SLOT_BITS) - 1;
    size_t found = 0;
    for (unsigned i = 0; found < KEYS; i++) {
        char key[KEY_BYTES];
        int size = snprintf(key, sizeof key, "k%u", i);
        if ((vt_hash(vt_text_slice(key, (size_t)size), 0) & mask) != 0) continue;
        memcpy(colliding[found], key, sizeof key);
        snprintf(ordinary[found], KEY_BYTES, "k%u", i + 1);
        found++;
    }
}

/* ------------------------------------------------------------------ the tables */

static void write_all(vt_buffer *text, char keys[][KEY_BYTES], const char *format) {
    for (size_t i = 0; i < KEYS; i++) vt_buffer_printf(text, format, keys[i]);
}

static void parse_document(vt_text text) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(text.bytes, text.size, NULL, &document, NULL),
                     VITALS_OK);
    vitals_document_free(document);
}

static void read_json(char keys[][KEY_BYTES], vt_buffer *text) {
    vt_buffer_add_byte(text, '{');
    write_all(text, keys, "\"%s\":1,");
    vt_buffer_add_terminated(text, "\"z\":1}");
    parse_document(vt_buffer_text(text));
}

static void read_anchors(char keys[][KEY_BYTES], vt_buffer *text) {
    write_all(text, keys, "- &%s 1\n");
    parse_document(vt_buffer_text(text));
}

static void fill_map(char keys[][KEY_BYTES], vt_buffer *text) {
    (void)text;
    vt_map map;
    vt_map_init(&map, NULL, 0);
    for (size_t i = 0; i < KEYS; i++) {
        assert_true(vt_map_put(&map, vt_text_from(keys[i]), keys[i]));
    }
    vt_map_done(&map);
}

static void parse_script(char keys[][KEY_BYTES], vt_buffer *text) {
    write_all(text, keys, "%s=1 ");
    vt_arena arena;
    vt_buffer error;
    vt_lua_tree *tree;
    vt_arena_init(&arena, NULL, 0);
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    assert_int_equal(vt_lua_parse(&arena, NULL, vt_buffer_text(text), false, &tree, &error, NULL),
                     VITALS_OK);
    vt_buffer_done(&error);
    vt_arena_done(&arena);
}

static void put_in_set(char keys[][KEY_BYTES], vt_buffer *text) {
    vitals_set *set = NULL;
    assert_int_equal(vitals_set_new(NULL, &set), VITALS_OK);
    for (size_t i = 0; i < KEYS; i++) {
        vitals_document *document = NULL;
        vt_buffer_clear(text);
        vt_buffer_printf(text, "{\"metadata\":{\"uid\":\"%s\",\"name\":\"%s\"}}", keys[i], keys[i]);
        assert_int_equal(vitals_document_parse(text->bytes, text->size, NULL, &document, NULL),
                         VITALS_OK);
        assert_int_equal(vitals_set_put(set, document), VITALS_OK);
    }
    vitals_set_free(set);
}

static void build_engine(char keys[][KEY_BYTES], vt_buffer *text) {
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vt_buffer_add_terminated(text, "kind: ConfigMap\ndata:\n");
    write_all(text, keys, "  resource.customizations.useOpenLibs.%s: 'true'\n");
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    assert_int_equal(
        vitals_configuration_add_argocd_cm(configuration, "", text->bytes, text->size, NULL),
        VITALS_OK);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
}

static const struct row {
    TABLE_ROW;
    void (*fill)(char keys[][KEY_BYTES], vt_buffer *text);
} rows[] = {
    { "a JSON object", read_json },
    { "YAML anchors", read_anchors },
    { "a map", fill_map },
    { "names of a Lua script", parse_script },
    { "a set by UID and name", put_in_set },
    { "keys of an argocd-cm", build_engine },
};

/* ------------------------------------------------------------------- measuring */

static double cpu_seconds(void) {
    struct timespec time;
    assert_int_equal(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time), 0);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double best_of(const struct row *row, char keys[][KEY_BYTES]) {
    double best = 1e9;
    for (int i = 0; i < TRIES; i++) {
        vt_buffer text;
        vt_buffer_init(&text, NULL, SIZE_MAX / 2);
        double start = cpu_seconds();
        row->fill(keys, &text);
        double taken = cpu_seconds() - start;
        vt_buffer_done(&text);
        if (taken < best) best = taken;
    }
    return best;
}

static void check(void **state) {
    const struct row *row = *state;
    double theirs = best_of(row, colliding), ours = best_of(row, ordinary);
    if (getenv("VITALS_COLLISION_FIGURES")) {
        printf("%-24s %8.3f ms, ordinary keys %8.3f ms\n", row->name, theirs * 1e3, ours * 1e3);
    }
    assert_true(theirs < 3 * ours + 0.0005);
}

int main(void) {
    find_keys();
    return TABLE_RUN("keys that collide", check, rows);
}
