/*
** What a script is charged, and what it answers, are functions of the script, the object and the limits.
** Generated scripts run alone, each in a state that did nothing before; then all in one state, in order
** and in reverse; then dealt to 2, 3 and 4 threads. Steps must be equal to the unit, and answers to the
** byte, those of runs that end at a limit too.
**
**     test_charges [COUNT [SEED]]           another number of scripts, from other seeds
**     test_charges --print COUNT [SEED]     an argocd-cm and its objects, for other builds of vitals
*/
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "../fuzz/grammar_lua.h"
#include "base/memory/buffer.h"
#include "base/run/limits.h"
#include "support/table.h"

enum { CHARGES_COUNT = 3000, MOST_THREADS = 4, HEAVY_EVERY = 25 };

static const char object_text[] = "{\"apiVersion\":\"v1\",\"kind\":\"Widget\",\"metadata\":{"
                                  "\"name\":\"w\",\"labels\":{\"a\":\"1\","
                                  "\"b\":\"2\"}},\"status\":{\"phase\":\"Ready\",\"n\":3,\"x\":"
                                  "null},\"items\":[1,2,null,\"three\","
                                  "{\"k\":true}],\"k\":1.5}";

/* What generated scripts rarely do: each needs much memory, or many steps of the collector, or tables
** whose layout depends on the seed of Lua's hashes. They use the names t and n. */
static const char *const heavy[] = {
    "for i = 1, 3000 do t[i] = ('x'):rep(100) .. i end ",
    "for i = 1, 60000 do n = {i} end ",
    "for i = 1, 20000 do t['k' .. i] = i; t['k' .. (i - 20)] = nil end ",
    "for i = 1, 300 do n = ('y'):rep(30000) .. i end ",
    "for i = 1, 100000 do t[i] = {} end ",
    "for i = 1, 2000 do t[tostring(i) .. 'a'] = true; t[i + 0.5] = i end ",
    "local s = '' for i = 1, 4000 do s = s .. i .. ',' end n = #s ",
    "for i = 1, 30 do n = {} for j = 1, 200 do n['a' .. j] = j end end ",
    "for i = 1, 200 do local k = {}; t[k] = i; t[print] = i; t[k] = nil end ",
    "local function f(d) if d == 0 then return 0 end return 1 + f(d - 1) end for i = 1, 300 do n = "
    "f(150) "
    "end ",
    "for i = 1, 40000 do n = ('z' .. i):sub(1, 3) end ",
    "for i = 1, 12 do n = ('w'):rep(1000000 + i) end ",
    "for i = 1, 3000 do n = ('a,b,c'):gsub(',', tostring(i)) end ",
};

typedef struct result {
    uint64_t steps;
    uint64_t answer; /* a hash of it */
} result;

typedef struct sample {
    vt_lua_script *script; /* NULL: it is rejected */
    bool open_libraries;
    result alone;
} sample;

static struct {
    size_t count;
    uint64_t seed;
    sample *samples;
    vitals_document *object;
    vitals_limits limits;
} all = { CHARGES_COUNT, 0, NULL, NULL, { 0 } };

/* ---- scripts */

/* xorshift64* */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static void make_numbered(made_script *made, uint64_t number) {
    static uint8_t bytes[400];
    uint64_t random = (number + 1) * UINT64_C(0x9E3779B97F4A7C15);
    size_t size = 100 + next_random(&random) % (sizeof bytes - 100);
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(next_random(&random) >> 56);
    make_script(made, bytes, size);
    if (number % HEAVY_EVERY != 0) return;
    const char *more = heavy[number / HEAVY_EVERY % TABLE_COUNT(heavy)];
    static const char head[] = "local t, n = {b = 1, a = 2, 10, 20}, 1 ";
    char text[sizeof made->text];
    int written = snprintf(text, sizeof text, "%s%s%s", head, more, made->text + sizeof head - 1);
    if (written < (int)sizeof text) {
        memcpy(made->text, text, (size_t)written + 1);
        made->size = (size_t)written;
    }
}

static void read_sample(sample *to, uint64_t number) {
    static made_script made;
    vt_lua_problem problem;
    vt_buffer error;
    make_numbered(&made, number);
    vt_buffer_init(&error, NULL, SIZE_MAX / 2);
    to->open_libraries = made.open_libraries;
    if (vt_lua_script_new(NULL, &all.limits, vt_text_slice(made.text, made.size), made.dialect,
                          &to->script, &error, &problem) != VITALS_OK) {
        to->script = NULL;
    }
    vt_buffer_done(&error);
}

/* ---- runs */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static vt_lua_state *new_state(void) {
    vt_lua_state *lua = NULL;
    if (vt_lua_state_new(NULL, &all.limits, &lua) != VITALS_OK) abort();
    return lua;
}

static result run(vt_lua_state *lua, const sample *to) {
    vt_arena arena;
    vt_arena_init(&arena, NULL, 0);
    vt_evaluation evaluation = {
        { all.object, NULL }, &arena, &all.limits, 1700000000, 0, NULL, NULL, NULL
    };
    const vt_opinion opinion = vt_lua_run(lua, to->script, to->open_libraries, &evaluation);
    uint64_t hash = mix(UINT64_C(0xCBF29CE484222325), opinion.message.bytes, opinion.message.size);
    hash = mix(hash, &opinion.health, sizeof opinion.health);
    hash = mix(hash, &opinion.line, sizeof opinion.line);
    if (opinion.limit) hash = mix(hash, opinion.limit, strlen(opinion.limit));
    vt_arena_done(&arena);
    return (result){ opinion.steps, hash };
}

/* Run the sample in the state; returns whether it is as it was alone. */
static bool is_same(vt_lua_state *lua, size_t index) {
    const sample *to = &all.samples[index];
    if (!to->script) return true;
    const result now = run(lua, to);
    if (now.steps == to->alone.steps && now.answer == to->alone.answer) return true;
    fprintf(stderr, "script %" PRIu64 ": %" PRIu64 " steps instead of %" PRIu64 "%s\n",
            all.seed + index, now.steps, to->alone.steps,
            now.answer == to->alone.answer ? "" : ", and another answer");
    return false;
}

static int open_all(void **state) {
    (void)state;
    all.limits = vt_limits_or_default(NULL);
    all.limits.lua_steps = 400000;
    all.limits.message_bytes = 2000;
    all.limits.lua_memory_bytes = 16 << 20;
    if (vitals_document_parse(object_text, sizeof object_text - 1, NULL, &all.object, NULL))
        abort();
    all.samples = calloc(all.count, sizeof *all.samples);
    if (!all.samples) abort();
    for (size_t i = 0; i < all.count; i++) {
        read_sample(&all.samples[i], all.seed + i);
        if (!all.samples[i].script) continue;
        vt_lua_state *alone = new_state();
        all.samples[i].alone = run(alone, &all.samples[i]);
        vt_lua_state_free(alone);
    }
    return 0;
}

static void close_all(void) {
    for (size_t i = 0; i < all.count; i++) vt_lua_script_free(all.samples[i].script);
    free(all.samples);
    vitals_document_free(all.object);
}

/* ---- tests */

/* Scripts run at all, are charged, and are not all the same. */
static void scripts_are_run(void **state) {
    (void)state;
    size_t ran = 0, different = 0, stopped = 0;
    for (size_t i = 1; i < all.count; i++) {
        ran += all.samples[i].script && all.samples[i].alone.steps > 0;
        different += all.samples[i].alone.steps != all.samples[i - 1].alone.steps;
        stopped += all.samples[i].alone.steps >= all.limits.lua_steps;
    }
    printf("%zu of %zu scripts ran, %zu to the limit\n", ran, all.count, stopped);
    assert_true(ran > all.count / 2 && different > all.count / 2 && stopped > 0);
}

typedef struct order_row {
    TABLE_ROW;
    unsigned threads;
    bool reversed;
} order_row;

typedef struct share {
    const order_row *row;
    unsigned number;
    size_t differences;
} share;

static void *run_share(void *user) {
    share *mine = user;
    vt_lua_state *lua = new_state();
    for (size_t turn = mine->number; turn < all.count; turn += mine->row->threads) {
        const size_t index = mine->row->reversed ? all.count - 1 - turn : turn;
        mine->differences += !is_same(lua, index);
        if (turn % 7 == 0) mine->differences += !is_same(lua, index); /* compiled before */
    }
    vt_lua_state_free(lua);
    return NULL;
}

static void check_order(void **state) {
    const order_row *row = *state;
    pthread_t threads[MOST_THREADS];
    share shares[MOST_THREADS];
    size_t differences = 0;
    for (unsigned i = 0; i < row->threads; i++) {
        shares[i] = (share){ row, i, 0 };
        assert_int_equal(pthread_create(&threads[i], NULL, run_share, &shares[i]), 0);
    }
    for (unsigned i = 0; i < row->threads; i++) {
        pthread_join(threads[i], NULL);
        differences += shares[i].differences;
    }
    assert_int_equal(differences, 0);
}

static const order_row order_rows[] = {
    { "after all others", 1, false }, { "after all others, in reverse", 1, true },
    { "on 2 threads", 2, false },     { "on 3 threads, in reverse", 3, true },
    { "on 4 threads", 4, false },
};

/* ---- the same scripts for another build */

static void print_escaped(const char *text) {
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte == '"' || byte == '\\') {
            printf("\\u%04x", byte);
        } else {
            putchar(byte);
        }
    }
}

static int print_scripts(void) {
    static made_script made;
    printf("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"argocd-cm\"},"
           "\"data\":{");
    for (size_t i = 0; i < all.count; i++) {
        make_numbered(&made, all.seed + i);
        printf("%s\"resource.customizations.health.a.io_K%zu\":\"", i ? "," : "", i);
        print_escaped(made.text);
        printf("\",\"resource.customizations.useOpenLibs.a.io_K%zu\":\"true\"", i);
    }
    printf("}}\n");
    for (size_t i = 0; i < all.count; i++) {
        printf("{\"apiVersion\":\"a.io/v1\",\"kind\":\"K%zu\",%s\n", i,
               strstr(object_text, "\"metadata\""));
    }
    return 0;
}

int main(int count, char **words) {
    const bool print = count > 1 && strcmp(words[1], "--print") == 0;
    if (count > 1 + print) all.count = strtoull(words[1 + print], NULL, 10);
    if (count > 2 + print) all.seed = strtoull(words[2 + print], NULL, 10);
    if (print) return print_scripts();
    const struct CMUnitTest tests[] = { cmocka_unit_test(scripts_are_run) };
    open_all(NULL);
    int failed = cmocka_run_group_tests_name("charges", tests, NULL, NULL);
    failed += TABLE_RUN("charges in any order", check_order, order_rows);
    close_all();
    return failed;
}
