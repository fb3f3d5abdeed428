/*
** The JSON reader at every level of vector instructions against plain C: the same values, positions, findings
** and statuses, on many inputs in little time. Nothing is allocated once the first inputs were read.
**
**     json_levels COUNT [SEED]   so many inputs, from the text SEED on
**
** Each text of the grammar is eight inputs: as it is, after up to a block of spaces, and with a few of its
** bytes changed. It aborts at the first difference, and prints the command that reads that text again.
*/
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/run/limits.h"
#include "grammar_json.h"
#include "support/levels.h"

enum { MOST_LEVELS = 8, TURNS = 8, MOST_TEXT = sizeof(made_json) + 2 * VT_JSON_BLOCK };

/* xorshift64* */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717) >> 16;
}

static size_t below(uint64_t *state, size_t count) {
    return (size_t)(next_random(state) % count);
}

/* A text made from the grammar and choices that are seldom many: most texts have one to ten blocks. */
static void make_text(made_json *made, uint64_t *state) {
    static uint8_t choices[256];
    size_t count = below(state, below(state, 4) ? 60 : sizeof choices);
    for (size_t i = 0; i < count; i++) choices[i] = (uint8_t)next_random(state);
    make_json(made, choices, count);
}

static void change_byte(char *text, size_t size, uint64_t *state) {
    static const char bytes[] =
        "\"\"\\\\{}[]:,,0159-.eEtfn \n\t\x01\x1F\x7F\x80\xBF\xC2\xE0\xED\xF4\xFF"
        "u";
    if (size) text[below(state, size)] = bytes[below(state, sizeof bytes)];
}

/* Copy the text behind some spaces and change a few bytes. */
static size_t vary(const made_json *made, char *text, unsigned turn, uint64_t *state) {
    size_t spaces = turn ? below(state, VT_JSON_BLOCK) : 0;
    memset(text, ' ', spaces);
    memcpy(text + spaces, made->text, made->size);
    size_t size = spaces + made->size;
    for (size_t changes = turn > 2 ? below(state, 4) : 0; changes > 0; changes--) {
        change_byte(text, size, state);
    }
    return size;
}

/* What one level makes of texts; kept from one to the next. */
typedef struct reading {
    const vt_json_level *level;
    vitals_document *document;
    vitals_diagnostics *findings;
    vitals_status status;
} reading;

static void read_text(reading *own, vt_text text, bool build_all, const vitals_limits *limits) {
    static const char *const paths[] = { ".data", ".metadata.managedFields", ".a.b" };
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_JSON;
    options.limits = limits;
    options.hash_seed = 1;
    options.drop = paths;
    options.drop_count = limits->document_depth % 4; /* 0 to 3 */
    vt_source source = { .text = text, .build_all = build_all, .level = own->level };
    vitals_diagnostics_clear(own->findings);
    own->status = vt_document_parse_source(&source, &options, &own->document, own->findings);
}

static void require_same(const reading *want, const reading *got) {
    if (want->status != got->status) abort();
    levels_require_equal_findings(want->findings, got->findings);
    if (want->status == VITALS_OK) levels_require_equal(want->document, got->document);
}

static void read_at_all(reading *levels, size_t count, vt_text text, uint64_t *state) {
    vitals_limits limits = { 0 };
    bool build_all = below(state, 4) == 0;
    if (below(state, 4) == 0) limits.document_values = 1 + below(state, 100);
    if (below(state, 2) == 0) limits.document_depth = 3 + below(state, 10);
    for (size_t i = 0; i < count; i++) {
        read_text(&levels[i], text, build_all, &limits);
        if (i > 0) require_same(&levels[0], &levels[i]);
    }
}

static size_t begin(reading *levels) {
    size_t count = 0;
    while (count < MOST_LEVELS && (levels[count].level = levels_at(count))) {
        if (vitals_diagnostics_new(NULL, &levels[count].findings) != VITALS_OK) abort();
        count++;
    }
    return count;
}

static void end(reading *levels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        vitals_document_free(levels[i].document);
        vitals_diagnostics_free(levels[i].findings);
    }
}

/* The text that is read: its number, for a difference to be seen again. */
static uint64_t current;

static void report_difference(int signal) {
    (void)signal; /* raised by abort, not from outside */
    fprintf(stderr, "levels differ: json_levels %d %" PRIu64 "\n", TURNS, current);
}

static void run(reading *levels, size_t level_count, uint64_t first, uint64_t count) {
    static made_json made;
    static char text[MOST_TEXT];
    for (current = first; current < first + count; current++) {
        uint64_t state = (current + 1) * UINT64_C(0x9E3779B97F4A7C15);
        make_text(&made, &state);
        for (unsigned turn = 0; turn < TURNS; turn++) {
            size_t size = vary(&made, text, turn, &state);
            read_at_all(levels, level_count, vt_text_slice(text, size), &state);
        }
    }
}

int main(int count, char **words) {
    reading levels[MOST_LEVELS] = { { NULL } };
    if (count < 2) {
        fprintf(stderr, "usage: %s COUNT [SEED]\n", words[0]);
        return EXIT_FAILURE;
    }
    signal(SIGABRT, report_difference);
    uint64_t texts = strtoull(words[1], NULL, 10) / TURNS;
    size_t level_count = begin(levels);
    run(levels, level_count, count > 2 ? strtoull(words[2], NULL, 10) : 0, texts);
    end(levels, level_count);
    printf("%" PRIu64 " inputs read at %zu levels each\n", texts * TURNS, level_count);
    return EXIT_SUCCESS;
}
