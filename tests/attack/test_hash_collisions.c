/*
** Keys that were made to collide: without a seed from the host (hash_seed 0) they must cost no more
** than others. They are found by brute force, as an attacker who knows the hash would: all of them
** fall on the same slot of every table up to their number, under seed 0. Where an attacker does know
** the seed, maps in CEL charge for the collisions; otherwise their cost does not depend on it.
*/
#include <stdio.h>
#include <time.h>

#include <vitals/cel.h>
#include <vitals/vitals.h>

#include "base/memory/buffer.h"
#include "base/memory/map.h"
#include "cel/run/state.h"
#include "document/tree.h"
#include "lua/syntax/syntax.h"
#include "support/table.h"

enum { KEYS = 2500, KEY_BYTES = 32, SLOT_BITS = 13, TRIES = 5 };

static char colliding[KEYS][KEY_BYTES], ordinary[KEYS][KEY_BYTES];
static char lua_colliding[KEYS][KEY_BYTES]; /* under seed 0 of Lua */
static char lua_pairs[KEYS][KEY_BYTES], lua_ordinary[KEYS][KEY_BYTES];
static char colliding_numbers[KEYS][KEY_BYTES];

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

/* Numbers are hashed as their 8 bytes. */
static void find_numbers(void) {
    uint64_t mask = (UINT64_C(1) << SLOT_BITS) - 1;
    size_t found = 0;
    for (uint64_t i = 0; found < KEYS; i++) {
        if ((vt_hash(vt_text_slice((const char *)&i, sizeof i), 0) & mask) != 0) continue;
        snprintf(colliding_numbers[found++], KEY_BYTES, "%llu", (unsigned long long)i);
    }
}

/* How Lua 5.4 hashes strings of up to 40 bytes: from the last to the first. */
static uint32_t lua_hash(const char *text, uint32_t seed) {
    size_t size = strlen(text);
    uint32_t hash = seed ^ (uint32_t)size;
    while (size-- > 0) hash ^= (hash << 5) + (hash >> 2) + (unsigned char)text[size];
    return hash;
}

/* Of two texts of two bytes, after the same text, one in seven pairs collides under any seed. */
static void find_lua_keys(void) {
    static const char *const blocks[2] = { "$B", "%#" };
    uint32_t mask = (UINT32_C(1) << SLOT_BITS) - 1;
    size_t found = 0;
    for (unsigned i = 0; found < KEYS; i++) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "k%u", i);
        if ((lua_hash(key, 0) & mask) == 0) memcpy(lua_colliding[found++], key, sizeof key);
    }
    for (size_t i = 0; i < KEYS; i++) {
        for (size_t bit = 0; bit < 12; bit++) {
            memcpy(lua_pairs[i] + 2 * bit, blocks[i >> bit & 1], 2);
        }
        snprintf(lua_ordinary[i], KEY_BYTES, "%024zu", i * 7919);
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

/* {"keys": [all of them]} */
static vitals_document *list_keys(char keys[][KEY_BYTES], const char *format, vt_buffer *text) {
    vitals_document *document = NULL;
    vt_buffer_clear(text);
    vt_buffer_add_terminated(text, "{\"keys\":[");
    write_all(text, keys, format);
    text->bytes[--text->size] = 0;
    vt_buffer_add_terminated(text, "]}");
    assert_int_equal(vitals_document_parse(text->bytes, text->size, NULL, &document, NULL),
                     VITALS_OK);
    return document;
}

/* A script that makes its strings itself and puts them in a table, and looks each up. */
static void fill_table(char keys[][KEY_BYTES], vt_buffer *text) {
    static const char script[] =
        "local keys, t, sum = obj.keys, {}, 0 "
        "for i = 1, #keys do t[keys[i]:sub(1, -2)] = i end "
        "for round = 1, 40 do for i = 1, #keys do sum = sum + t[keys[i]:sub(1, -2)] end end "
        "return {status = 'Healthy', message = tostring(sum)}";
    vitals_configuration *configuration = NULL;
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_verdict *verdict = NULL;
    vitals_document *document = list_keys(keys, "\"%s.\",", text);
    assert_int_equal(vitals_configuration_new(NULL, &configuration), VITALS_OK);
    vitals_configuration_set_bundled(configuration, false);
    assert_int_equal(vitals_engine_new(configuration, &engine, NULL), VITALS_OK);
    assert_int_equal(vitals_worker_new(engine, &worker), VITALS_OK);
    assert_int_equal(vitals_verdict_new(NULL, &verdict), VITALS_OK);
    assert_int_equal(vitals_run_script(worker, vt_text_from(script), true, document, NULL, verdict),
                     VITALS_OK);
    assert_int_equal(vitals_verdict_health(verdict), VITALS_HEALTH_HEALTHY);
    vitals_document_free(document);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    vitals_configuration_free(configuration);
}

static const struct row {
    TABLE_ROW;
    void (*fill)(char keys[][KEY_BYTES], vt_buffer *text);
    char (*colliding)[KEY_BYTES];
    char (*ordinary)[KEY_BYTES];
} rows[] = {
    { "a JSON object", read_json, colliding, ordinary },
    { "YAML anchors", read_anchors, colliding, ordinary },
    { "a map", fill_map, colliding, ordinary },
    { "names of a Lua script", parse_script, colliding, ordinary },
    { "a set by UID and name", put_in_set, colliding, ordinary },
    { "keys of an argocd-cm", build_engine, colliding, ordinary },
    { "strings of Lua, seed 0", fill_table, lua_colliding, ordinary },
    { "strings of Lua, any seed", fill_table, lua_pairs, lua_ordinary },
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
    double theirs = best_of(row, row->colliding), ours = best_of(row, row->ordinary);
    if (getenv("VITALS_COLLISION_FIGURES")) {
        printf("%-24s %8.3f ms, ordinary keys %8.3f ms\n", row->name, theirs * 1e3, ours * 1e3);
    }
    assert_true(theirs < 3 * ours + 0.0005);
}

/* ------------------------------------------------------------------ maps in CEL */

typedef struct cost {
    uint64_t units;
    vt_text limit; /* or absent */
} cost;

/* What it costs to build a map of the keys and to look all of them up, hashed with `seed`. */
static cost cel_cost(char keys[][KEY_BYTES], const char *format, uint64_t seed, uint64_t most) {
    vt_buffer text;
    vitals_cel_program *program = NULL;
    vitals_cel_state *state = NULL;
    vitals_cel_answer answer;
    vitals_limits limits = vt_limits_or_default(NULL);
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_input input = VITALS_CEL_INPUT_INIT;
    limits.cel_cost = most;
    options.limits = &limits;
    options.environment = VITALS_CEL_ENVIRONMENT_SPEC; /* that of Flux has no such macro */
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vitals_document *document = list_keys(keys, format, &text);
    assert_int_equal(vitals_cel_compile(VT_TEXT("cel.bind(m, keys.transformMapEntry(i, k, {k: k}),"
                                                " keys.all(k, m[k] == k))"),
                                        &options, &program, NULL),
                     VITALS_OK);
    assert_int_equal(vitals_cel_state_new(NULL, &state), VITALS_OK);
    document->hash_seed = vt_hash_seed(seed, state); /* the state takes its address out again */
    input.object = document;
    assert_int_equal(vitals_cel_evaluate(program, state, &input, &answer, sizeof answer),
                     VITALS_OK);
    assert_true(answer.limit || answer.is_true);
    const cost found = { state->meter.cost,
                         answer.limit ? vt_text_from(answer.limit) : VT_TEXT_ABSENT };
    vitals_cel_state_free(state);
    vitals_cel_program_free(program);
    vitals_document_free(document);
    vt_buffer_done(&text);
    return found;
}

/* Known seed: charged by the probes, and stopped. Any other: to the unit as for other keys. */
static void check_cel(char keys[][KEY_BYTES], const char *format, uint64_t seed) {
    enum { MOST = 10000000 };
    uint64_t usual = cel_cost(keys, format, seed, MOST).units;
    for (uint64_t other = 1; other < 6; other++) {
        assert_int_equal(cel_cost(keys, format, seed + other, MOST).units, usual);
    }
    uint64_t known = cel_cost(keys, format, 0, MOST).units;
    const uint64_t probes = (uint64_t)KEYS * (KEYS - 1024) / 2;
    if (getenv("VITALS_COLLISION_FIGURES")) {
        printf("CEL: cost %llu, with a known seed %llu\n", (unsigned long long)usual,
               (unsigned long long)known);
    }
    assert_true(known > usual + 2 * probes / 16);
    assert_true(known < usual + 4 * (uint64_t)KEYS * KEYS / 16);
    assert_true(vt_text_is(cel_cost(keys, format, 0, 2 * usual).limit, "cel_cost"));
    assert_true(vt_text_is_absent(cel_cost(keys, format, seed, 2 * usual).limit));
}

static void check_cel_strings(void **state) {
    (void)state;
    check_cel(colliding, "\"%s\",", UINT64_C(0x5EED));
}

static void check_cel_numbers(void **state) {
    (void)state;
    check_cel(colliding_numbers, "%s,", UINT64_C(0x5EED));
}

int main(void) {
    const struct CMUnitTest cel[] = { cmocka_unit_test(check_cel_strings),
                                      cmocka_unit_test(check_cel_numbers) };
    find_keys();
    find_numbers();
    find_lua_keys();
    int failed = TABLE_RUN("keys that collide", check, rows);
    return cmocka_run_group_tests_name("keys that collide in CEL", cel, NULL, NULL) + failed;
}
