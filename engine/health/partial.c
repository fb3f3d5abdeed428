/*
** Partial aggregates as text. A resource is an array: group, kind, namespace, name, health, then what it
** is, its key, its ordinal and its error. What is not needed at the end is left out, so that most are
**
**     ["apps","Deployment","shop","web","Healthy"]
*/
#include "base/memory/sort.h"
#include "base/run/diagnostic.h"
#include "base/text/json_writer.h"
#include "document/document.h"
#include "health/application.h"

#define SCHEMA "vitals/partial/v1"

/* What a resource is: bit i is word i. */
static const char *const trait_words[] = {
    "absent",      "hook",  "ignored", "itself",   "not-waited-for",
    "not-tracked", "owned", "failed",  "by-check", "ignored-in-manifest"
};
enum { TRAITS = sizeof trait_words / sizeof *trait_words };

static unsigned traits_of(const vt_member *member) {
    const vt_counting_facts facts = member->facts;
    return (unsigned)!member->live | facts.hook << 1U | facts.ignored << 2U | facts.itself << 3U |
           facts.not_waited_for << 4U | facts.not_tracked << 5U | facts.owned << 6U |
           (unsigned)member->failed << 7 | (unsigned)member->wrapped << 8 |
           facts.ignored_in_manifest << 9U;
}

static void set_traits(vt_member *member, unsigned traits) {
    member->live = !(traits & 1U);
    member->facts = (vt_counting_facts){ .hook = traits >> 1 & 1U,
                                         .ignored = traits >> 2 & 1U,
                                         .itself = traits >> 3 & 1U,
                                         .not_waited_for = traits >> 4 & 1U,
                                         .not_tracked = traits >> 5 & 1U,
                                         .owned = traits >> 6 & 1U,
                                         .ignored_in_manifest = traits >> 9 & 1U };
    member->failed = traits >> 7 & 1U;
    member->wrapped = traits >> 8 & 1U;
}

/* The places of an array behind the four texts of the identity. */
enum { AT_HEALTH = 4, AT_TRAITS, AT_KEY, AT_ORDINAL, AT_ERROR, PLACES };

/* -------------------------------------------------------------------- writing */

/* KIND.GROUP/NAMESPACE/NAME, the key by which bindings and the command line put resources. */
typedef struct key_part {
    vt_member_text text;
    const char *after;
} key_part;
static const key_part key_parts[] = { { VT_MEMBER_KIND, "." },
                                      { VT_MEMBER_GROUP, "/" },
                                      { VT_MEMBER_NAMESPACE, "/" },
                                      { VT_MEMBER_NAME, "" } };
enum { KEY_PARTS = sizeof key_parts / sizeof *key_parts };

static bool skip(vt_text *text, vt_text head) {
    if (!vt_text_starts(*text, head)) return false;
    *text = vt_text_slice(text->bytes + head.size, text->size - head.size);
    return true;
}

static bool has_usual_key(const vt_member *member) {
    vt_text key = vt_member_text_of(member, VT_MEMBER_KEY);
    for (size_t i = 0; i < KEY_PARTS; i++) {
        if (!skip(&key, vt_member_text_of(member, key_parts[i].text)) ||
            !skip(&key, vt_text_from(key_parts[i].after))) {
            return false;
        }
    }
    return key.size == 0;
}

/* Their words, separated by blanks. */
static void add_traits(vt_json_writer *row, unsigned traits) {
    char words[128];
    size_t size = 0;
    for (size_t i = 0; i < TRAITS; i++) {
        if (!(traits >> i & 1U)) continue;
        const vt_text word = vt_text_from(trait_words[i]);
        if (size) words[size++] = ' ';
        memcpy(words + size, word.bytes, word.size);
        size += word.size;
    }
    vt_json_add_text(row, NULL, vt_text_slice(words, size));
}

/* How many places a resource needs. */
static int places_of(const vt_member *member, bool usual_key) {
    if (member->failed) return PLACES;
    if (member->ordinal) return AT_ORDINAL + 1;
    if (!usual_key) return AT_KEY + 1;
    return (traits_of(member) ? AT_TRAITS : AT_HEALTH) + 1;
}

static void add_member(vt_json_writer *rows, const vt_member *member) {
    vt_json_writer row = vt_json_add_array(rows, NULL);
    const bool usual_key = has_usual_key(member);
    const int places = places_of(member, usual_key);
    for (int i = 0; i < AT_HEALTH; i++) {
        vt_json_add_text(&row, NULL, vt_member_text_of(member, (vt_member_text)i));
    }
    vt_json_add_word(&row, NULL, vitals_health_name((vitals_health)member->health));
    if (places > AT_TRAITS) add_traits(&row, traits_of(member));
    if (places > AT_KEY && usual_key) vt_json_add_null(&row, NULL);
    if (places > AT_KEY && !usual_key) {
        vt_json_add_text(&row, NULL, vt_member_text_of(member, VT_MEMBER_KEY));
    }
    if (places > AT_ORDINAL) vt_json_add_unsigned(&row, NULL, member->ordinal);
    if (places > AT_ERROR) {
        vt_json_add_text(&row, NULL, vt_member_text_of(member, VT_MEMBER_ERROR));
    }
    vt_json_close(&row);
}

static int compare(const void *a, const void *b) {
    return vt_member_compare(*(const vt_member *const *)a, *(const vt_member *const *)b);
}

static bool add_members(vt_json_writer *rows, const vitals_application *application) {
    const size_t count = vitals_application_size(application);
    const vt_member **order = vt_allocate_array(&application->allocator, count + 1, sizeof *order);
    size_t taken = 0;
    uint64_t cursor = 0;
    if (!order) return false;
    while (taken < count && (order[taken] = vt_sequence_next(&application->order, &cursor))) {
        taken++;
    }
    (void)vt_sort(order, taken, sizeof *order, compare, (vt_interrupt){ NULL, NULL });
    for (size_t i = 0; i < taken; i++) add_member(rows, order[i]);
    vt_release_array(&application->allocator, order, count + 1, sizeof *order);
    return true;
}

static vitals_status add_coverage(vt_json_writer *object, const vitals_application *application) {
    vt_text json;
    if (!application->covered) return VITALS_OK;
    const vitals_status status = vitals_coverage_json(application->covered, &json);
    if (!status) vt_json_add_json(object, "coverage", json);
    return status;
}

vitals_status vitals_application_partial(vitals_application *application, vitals_text *out) {
    if (!application || !out) return VITALS_EINVAL;
    vt_buffer *text = &application->partial;
    vt_buffer_clear(text);
    vt_json_writer object = vt_json_open_object(text);
    vt_json_add_word(&object, "schema", SCHEMA);
    vt_json_add_text_if(&object, "application", application->self.name);
    vt_json_add_word(&object, "aggregate", vitals_aggregate_name(application->aggregate));
    vt_json_writer rows = vt_json_add_array(&object, "resources");
    const bool added = add_members(&rows, application);
    vt_json_close(&rows);
    const vitals_status covered = add_coverage(&object, application);
    vt_json_close(&object);
    if (covered) return covered;
    if (!added || text->failed) return VITALS_ENOMEM;
    *out = vt_buffer_text(text);
    return VITALS_OK;
}

/* -------------------------------------------------------------------- reading */

typedef struct partial_reading {
    vitals_application *application;
    const vitals_document *document;
    vitals_diagnostics *diagnostics;
    vt_buffer key;
    vt_member **members; /* read, and not merged yet */
    size_t count, rows;
    vitals_coverage_list *covered; /* NULL: it does not say */
} partial_reading;

static vitals_status refuse(const partial_reading *reading, const vt_value *at, const char *text) {
    vt_diagnose(reading->diagnostics, VITALS_SEVERITY_ERROR, "partial",
                vt_document_place(reading->document, at), NULL, vt_text_from(text));
    return VITALS_ESYNTAX;
}

/* The health of this name; VITALS_HEALTH_COUNT: there is none. */
static uint8_t health_of(vt_text name) {
    uint8_t health = 0;
    while (health < VITALS_HEALTH_COUNT &&
           !vt_text_is(name, vitals_health_name((vitals_health)health))) {
        health++;
    }
    return health;
}

/* false: a word is not known. */
static bool read_traits(vt_text words, unsigned *traits) {
    vt_text word;
    while (words.size && vt_text_split(&words, ' ', &word)) {
        size_t i = 0;
        while (i < TRAITS && !vt_text_is(word, trait_words[i])) i++;
        if (i == TRAITS) return false;
        *traits |= 1U << i;
    }
    return true;
}

static vt_text usual_key(partial_reading *reading, const vt_text texts[VT_MEMBER_TEXTS]) {
    vt_buffer_clear(&reading->key);
    for (size_t i = 0; i < KEY_PARTS; i++) {
        vt_buffer_add(&reading->key, texts[key_parts[i].text]);
        vt_buffer_add_terminated(&reading->key, key_parts[i].after);
    }
    return vt_buffer_whole_text(&reading->key);
}

/* Whether each place of a resource has the type that it must have. */
static bool is_resource(const vt_value *row) {
    const uint32_t count = vt_value_count(row);
    if (!vt_value_is_array(row) || count <= AT_HEALTH || count > PLACES) return false;
    for (uint32_t i = 0; i < count; i++) {
        const vt_value *value = vt_array_at(row, i);
        if (i == AT_KEY && vt_value_is_null(value)) continue;
        if (i == AT_ORDINAL ? !vt_value_is_integer(value) : !vt_value_is_string(value)) {
            return false;
        }
    }
    return true;
}

static vitals_status read_member(partial_reading *reading, const vt_value *row, vt_member **out) {
    unsigned traits = 0;
    vt_text texts[VT_MEMBER_TEXTS];
    if (!is_resource(row)) return refuse(reading, row, "this is not a resource");
    const uint8_t health = health_of(vt_value_text(vt_array_at(row, AT_HEALTH)));
    if (health == VITALS_HEALTH_COUNT) return refuse(reading, row, "this health is not known");
    if (!read_traits(vt_value_text(vt_array_at(row, AT_TRAITS)), &traits)) {
        return refuse(reading, row, "what this resource is is not known");
    }
    for (size_t i = 0; i < AT_HEALTH; i++) texts[i] = vt_value_text(vt_array_at(row, i));
    texts[VT_MEMBER_KEY] = vt_value_text(vt_array_at(row, AT_KEY));
    texts[VT_MEMBER_ERROR] = vt_value_text(vt_array_at(row, AT_ERROR));
    if (vt_text_is_absent(texts[VT_MEMBER_KEY])) {
        texts[VT_MEMBER_KEY] = usual_key(reading, texts);
        if (vt_text_is_absent(texts[VT_MEMBER_KEY])) return VITALS_ENOMEM;
    }
    *out = vt_member_of_texts(&reading->application->allocator, texts);
    if (!*out) return VITALS_ENOMEM;
    const vt_value *ordinal = vt_array_at(row, AT_ORDINAL);
    (*out)->ordinal = ordinal ? (uint64_t)ordinal->as.integer : 0;
    (*out)->health = health;
    set_traits(*out, traits);
    return VITALS_OK;
}

static vitals_status check_head(const partial_reading *reading, const vt_value *root) {
    const vt_value *aggregate = vt_document_field(reading->document, root, VT_TEXT("aggregate"));
    const char *own = vitals_aggregate_name(reading->application->aggregate);
    if (!vt_value_text_is(vt_document_field(reading->document, root, VT_TEXT("schema")),
                          VT_TEXT(SCHEMA))) {
        return refuse(reading, root, "this is not a partial aggregate: its schema is not " SCHEMA);
    }
    if (!vt_value_text_is(aggregate, vt_text_from(own))) {
        (void)refuse(reading, aggregate ? aggregate : root,
                     "the aggregate is not that of the application");
        return VITALS_EINVAL;
    }
    return VITALS_OK;
}

static vitals_status read_coverage(partial_reading *reading, const vt_value *root) {
    const vt_value *value = vt_document_field(reading->document, root, VT_TEXT("coverage"));
    if (!value) return VITALS_OK;
    vitals_status status = vitals_coverage_new(&reading->application->allocator, &reading->covered);
    if (!status) {
        status = vitals_coverage_add_json(reading->covered, reading->document,
                                          (const vitals_value *)(const void *)value);
    }
    return status == VITALS_EINVAL ? refuse(reading, value, "this is not a coverage") : status;
}

static vitals_status read_members(partial_reading *reading, const vt_value *root) {
    vitals_status status = check_head(reading, root);
    const vt_value *rows = vt_document_field(reading->document, root, VT_TEXT("resources"));
    if (status) return status;
    if (!vt_value_is_array(rows)) return refuse(reading, root, "there are no resources");
    reading->rows = rows->size;
    reading->members = vt_allocate_array(&reading->application->allocator, reading->rows + 1U,
                                         sizeof *reading->members);
    if (!reading->members) return VITALS_ENOMEM;
    for (const vt_value *row = vt_array_first(rows); row; row = vt_array_next(rows, row)) {
        status = read_member(reading, row, &reading->members[reading->count]);
        if (status) return status;
        reading->count++;
    }
    return read_coverage(reading, root);
}

/* All of them, or after a failure the rest is freed. */
static vitals_status merge_members(const partial_reading *reading, vitals_status status) {
    for (size_t i = 0; i < reading->count; i++) {
        if (status) {
            vt_member_free(&reading->application->allocator, reading->members[i]);
        } else {
            status = vt_application_merge_member(reading->application, reading->members[i]);
        }
    }
    return status || !reading->covered
               ? status
               : vitals_application_cover(reading->application, reading->covered);
}

vitals_status vitals_application_merge_partial(vitals_application *application, const char *bytes,
                                               size_t size, const vitals_read_options *options,
                                               vitals_diagnostics *diagnostics) {
    vitals_document *document = NULL;
    if (!application) return VITALS_EINVAL;
    vitals_read_options own = VITALS_READ_OPTIONS_INIT;
    if (!vt_read_options_read(options, &own)) return VITALS_EINVAL;
    own.format = VITALS_FORMAT_JSON;
    own.allocator = &application->allocator;
    vitals_status status = vitals_document_parse(bytes, size, &own, &document, diagnostics);
    if (status) return status;
    partial_reading reading = { .application = application,
                                .document = document,
                                .diagnostics = diagnostics };
    vt_buffer_init(&reading.key, &application->allocator, SIZE_MAX / 2);
    const vt_value *root = vt_document_root(document);
    status = merge_members(&reading, read_members(&reading, root));
    if (reading.members) {
        vt_release_array(&application->allocator, reading.members, reading.rows + 1U,
                         sizeof *reading.members);
    }
    vt_buffer_done(&reading.key);
    vitals_coverage_free(reading.covered);
    vitals_document_free(document);
    return status;
}
