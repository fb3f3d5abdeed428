/* Makes a live object fit to be shared. */
#include "commands/scrub.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/memory.h"
#include "base/text/base64.h"
#include "base/text/secret.h"
#include "commands/scrub_find.h"

/* A text and what replaces it everywhere. */
typedef struct replacement {
    char *from, *to;
    size_t size; /* of `from` */
    scrub_sort sort;
} replacement;

struct cli_scrub {
    replacement *items;
    size_t count;
    cli_index by_text; /* the items */
    size_t *sizes;     /* that secrets have which are looked for everywhere, the largest first */
    size_t size_count;
    bool begins[1 << 16]; /* by two bytes: such a secret begins with them */
    size_t numbers[SCRUB_SORT_COUNT];
    vt_buffer changes;
    bool collecting; /* the first pass, which finds the secrets */
    bool is_secret;  /* the object is of kind Secret */
    bool has_secret; /* the text that was written last */
    const vitals_document *document;
};

/* A value on its way out. */
typedef struct scrub_place {
    vt_buffer path;
    bool secret; /* it is a secret because of its key */
    bool base64; /* and is written in base64 */
} scrub_place;

cli_scrub *scrub_new(void) {
    cli_scrub *scrub = memory_new(1, sizeof *scrub);
    scrub->changes = (vt_buffer)BUFFER_INIT;
    return scrub;
}

void scrub_free(cli_scrub *scrub) {
    for (size_t i = 0; i < scrub->count; i++) {
        free(scrub->items[i].from);
        free(scrub->items[i].to);
    }
    free(scrub->items);
    free(scrub->sizes);
    index_done(&scrub->by_text);
    vt_buffer_done(&scrub->changes);
    free(scrub);
}

const vt_buffer *scrub_changes(const cli_scrub *scrub) {
    return &scrub->changes;
}

/* -------------------------------------------------------------- replacements */

static char *name_of(scrub_sort sort, size_t number) {
    vt_buffer name = BUFFER_INIT;
    static const char *const forms[SCRUB_SORT_COUNT] = {
        [SCRUB_SECRET] = "REDACTED-%zu",
        [SCRUB_MAIL] = "user-%zu@example.com",
        [SCRUB_HOST] = "host-%zu.example.com",
    };
    if (sort == SCRUB_ADDRESS) {
        /* RFC 5737 keeps three networks for documentation. */
        static const char *const networks[] = { "192.0.2", "198.51.100", "203.0.113" };
        vt_buffer_printf(&name, "%s.%zu", networks[number / 250 % COUNT_OF(networks)],
                         number % 250 + 1);
    } else {
        vt_buffer_printf(&name, forms[sort], number);
    }
    return vt_buffer_take(&name, NULL);
}

typedef struct wanted_text {
    const cli_scrub *scrub;
    vitals_text text;
} wanted_text;

static bool is_wanted(const void *user, size_t number) {
    const wanted_text *wanted = user;
    const replacement *item = &wanted->scrub->items[number];
    return item->size == wanted->text.size &&
           memcmp(item->from, wanted->text.bytes, item->size) == 0;
}

static uint32_t hash_of(vitals_text text) {
    return index_hash_bytes(0x9E3779B9, text.bytes, text.size);
}

/* The item of a text, or NULL. */
static const replacement *find_item(const cli_scrub *scrub, vitals_text text) {
    const wanted_text wanted = { scrub, text };
    const size_t found = index_find(&scrub->by_text, hash_of(text), is_wanted, &wanted);
    return found == SIZE_MAX ? NULL : &scrub->items[found];
}

static size_t two_bytes(const char *bytes) {
    return (size_t)(unsigned char)bytes[0] << 8 | (unsigned char)bytes[1];
}

/* Look for this secret everywhere. Short ones would be found everywhere. */
static void watch_secret(cli_scrub *scrub, vitals_text secret) {
    enum { LEAST = 6 };
    size_t place = 0;
    if (secret.size < LEAST) return;
    scrub->begins[two_bytes(secret.bytes)] = true;
    while (place < scrub->size_count && scrub->sizes[place] > secret.size) place++;
    if (place < scrub->size_count && scrub->sizes[place] == secret.size) return;
    scrub->sizes = memory_grow(scrub->sizes, scrub->size_count, sizeof *scrub->sizes);
    memmove(scrub->sizes + place + 1, scrub->sizes + place,
            (scrub->size_count - place) * sizeof *scrub->sizes);
    scrub->sizes[place] = secret.size;
    scrub->size_count++;
}

static const char *replace(cli_scrub *scrub, vitals_text from, scrub_sort sort) {
    const replacement *known = find_item(scrub, from);
    if (known) return known->to;
    if (sort == SCRUB_SECRET) watch_secret(scrub, from);
    index_add(&scrub->by_text, hash_of(from), scrub->count);
    scrub->items = memory_grow(scrub->items, scrub->count, sizeof *scrub->items);
    replacement *item = &scrub->items[scrub->count++];
    *item = (replacement){ memory_copy(from.bytes, from.size),
                           name_of(sort, ++scrub->numbers[sort]), from.size, sort };
    return item->to;
}

/* A secret that was found elsewhere is one wherever it is; the longest, if there are several. */
static const replacement *known_secret(const cli_scrub *scrub, vitals_text text, size_t at) {
    const size_t left = text.size - at;
    if (left < 2 || !scrub->begins[two_bytes(text.bytes + at)]) return NULL;
    for (size_t i = 0; i < scrub->size_count; i++) {
        if (scrub->sizes[i] > left) continue;
        const replacement *item =
            find_item(scrub, (vitals_text){ text.bytes + at, scrub->sizes[i] });
        if (item && item->sort == SCRUB_SECRET) return item;
    }
    return NULL;
}

static bool is_word_start(vitals_text text, size_t at) {
    return at == 0 || !(isalnum((unsigned char)text.bytes[at - 1]) || text.bytes[at - 1] == '_');
}

void scrub_add_text(cli_scrub *scrub, vt_buffer *out, vitals_text from) {
    scrub->has_secret = false;
    for (size_t at = 0; at < from.size;) {
        const replacement *known = known_secret(scrub, from, at);
        size_t size = 0;
        scrub_sort sort = SCRUB_NOTHING;
        if (known) {
            scrub->has_secret = true;
            vt_buffer_add_terminated(out, known->to);
            at += known->size;
            continue;
        }
        if (is_word_start(from, at)) sort = scrub_find(from, at, &size);
        if (sort == SCRUB_NOTHING) {
            vt_buffer_add_bytes(out, from.bytes + at++, 1);
        } else {
            scrub->has_secret |= sort == SCRUB_SECRET;
            vt_buffer_add_terminated(out,
                                     replace(scrub, (vitals_text){ from.bytes + at, size }, sort));
            at += size;
        }
    }
}

/* ------------------------------------------------------------------- changes */

static void note(cli_scrub *scrub, const scrub_place *place, vitals_text from, const char *to) {
    vt_buffer *out = &scrub->changes;
    if (scrub->collecting) return;
    vt_buffer_add_terminated(out, "  ");
    vt_quote_append_visible(out, (vitals_text){ place->path.bytes, place->path.size });
    if (!to) {
        vt_buffer_add_terminated(out, "  left out\n");
        return;
    }
    /* One secret in the middle of a text makes all of it one. */
    if (place->secret || scrub->has_secret) {
        vt_buffer_printf(out, "  %zu bytes", from.size);
    } else {
        vt_buffer_add_terminated(out, "  ");
        vt_quote_append_json(out, from);
    }
    vt_buffer_add_terminated(out, " → ");
    vt_quote_append_json(out, vt_text_from(to));
    vt_buffer_add_terminated(out, "\n");
}

/* -------------------------------------------------------------------- values */

static void add_value(cli_scrub *scrub, const vitals_value *value, scrub_place *place,
                      vt_buffer *out);

static void add_string(cli_scrub *scrub, const vitals_value *value, const scrub_place *place,
                       vt_buffer *out) {
    const vitals_text from = vitals_value_string(value);
    vt_buffer to = BUFFER_INIT;
    if (place->base64 && from.size) {
        vt_base64_encode(&to, vt_text_from(replace(scrub, from, SCRUB_SECRET)));
    } else if (place->secret && from.size) {
        vt_buffer_add_terminated(&to, replace(scrub, from, SCRUB_SECRET));
    } else {
        scrub_add_text(scrub, &to, from);
    }
    if (to.size != from.size || (to.size && memcmp(to.bytes, from.bytes, to.size) != 0)) {
        note(scrub, place, from, vt_buffer_string(&to));
    }
    vt_quote_append_json(out, (vitals_text){ vt_buffer_string(&to), to.size });
    vt_buffer_done(&to);
}

static void add_plain(const cli_scrub *scrub, const vitals_value *value, vt_buffer *out) {
    char *json = NULL;
    size_t size = 0;
    if (vitals_value_write_json(scrub->document, value, 0, NULL, &json, &size) != VITALS_OK) {
        memory_exhausted();
    }
    vt_buffer_add_bytes(out, json, size);
    vitals_text_free(NULL, json, size);
}

static void add_key(vt_buffer *path, vitals_text key) {
    bool plain = key.size > 0;
    for (size_t i = 0; i < key.size; i++) {
        plain = plain && (isalnum((unsigned char)key.bytes[i]) || key.bytes[i] == '_');
    }
    if (plain) {
        vt_buffer_add_terminated(path, ".");
        vt_buffer_add_bytes(path, key.bytes, key.size);
    } else {
        vt_buffer_add_terminated(path, "[");
        vt_quote_append_json(path, key);
        vt_buffer_add_terminated(path, "]");
    }
}

static bool path_is(const scrub_place *place, const char *path) {
    return vt_text_is((vitals_text){ place->path.bytes, place->path.size }, path);
}

static bool is_left_out(const scrub_place *place) {
    return path_is(place, ".metadata.managedFields") ||
           path_is(place,
                   ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]");
}

/* Names of APIs look like hosts: the group of an apiVersion, finalizers. */
static bool is_name_of_api(vitals_text key) {
    return vt_text_is(key, "apiVersion") || vt_text_is(key, "apiGroup") ||
           vt_text_is(key, "group") || vt_text_is(key, "kind") || vt_text_is(key, "finalizers");
}

/* The value of a variable whose name says that it is secret: {name: DB_PASSWORD, value: …}. */
static bool is_secret_variable(const cli_scrub *scrub, const vitals_value *map, vitals_text key) {
    const vitals_value *name = NULL;
    return vt_text_is(key, "value") &&
           vitals_document_field(scrub->document, map, vt_text_from(".name"), &name) == VITALS_OK &&
           vt_secret_is_key(vitals_value_string(name));
}

static void add_member(cli_scrub *scrub, const vitals_value *map, vitals_text key,
                       const vitals_value *value, scrub_place *place, vt_buffer *out) {
    scrub_place inner = { BUFFER_INIT, place->secret, place->base64 };
    vt_buffer_add_bytes(&inner.path, place->path.bytes, place->path.size);
    add_key(&inner.path, key);
    if (is_left_out(&inner)) {
        note(scrub, &inner, (vitals_text){ "", 0 }, NULL);
        vt_buffer_done(&inner.path);
        return;
    }
    /* What is below a map of that name is not meant: {secret: {secretName: …}}. */
    const bool named = vitals_value_type_of(value) != VITALS_VALUE_MAP &&
                       (vt_secret_is_key(key) || is_secret_variable(scrub, map, key));
    inner.base64 |= scrub->is_secret && path_is(&inner, ".data");
    inner.secret |= inner.base64 || (scrub->is_secret && path_is(&inner, ".stringData")) || named;
    if (out->bytes[out->size - 1] != '{') vt_buffer_add_terminated(out, ",");
    vt_quote_append_json(out, key);
    vt_buffer_add_terminated(out, ":");
    if (is_name_of_api(key)) {
        add_plain(scrub, value, out);
    } else {
        add_value(scrub, value, &inner, out);
    }
    vt_buffer_done(&inner.path);
}

static void add_map(cli_scrub *scrub, const vitals_value *map, scrub_place *place, vt_buffer *out) {
    const vitals_value *value = NULL;
    uint64_t cursor = 0;
    vitals_text key;
    vt_buffer_add_terminated(out, "{");
    while (vitals_value_next(map, &cursor, &key, &value) == VITALS_OK) {
        add_member(scrub, map, key, value, place, out);
    }
    vt_buffer_add_terminated(out, "}");
}

static void add_list(cli_scrub *scrub, const vitals_value *list, scrub_place *place,
                     vt_buffer *out) {
    const vitals_value *value = NULL;
    const size_t size = place->path.size;
    uint64_t cursor = 0;
    vt_buffer_add_terminated(out, "[");
    for (size_t i = 0; vitals_value_next(list, &cursor, NULL, &value) == VITALS_OK; i++) {
        if (i) vt_buffer_add_terminated(out, ",");
        vt_buffer_printf(&place->path, "[%zu]", i);
        add_value(scrub, value, place, out);
        vt_buffer_cut(&place->path, size);
    }
    vt_buffer_add_terminated(out, "]");
}

static void add_value(cli_scrub *scrub, const vitals_value *value, scrub_place *place,
                      vt_buffer *out) {
    switch (vitals_value_type_of(value)) {
    case VITALS_VALUE_MAP:
        add_map(scrub, value, place, out);
        break;
    case VITALS_VALUE_LIST:
        add_list(scrub, value, place, out);
        break;
    case VITALS_VALUE_STRING:
        add_string(scrub, value, place, out);
        break;
    case VITALS_VALUE_NONE:
    case VITALS_VALUE_NULL:
    case VITALS_VALUE_BOOL:
    case VITALS_VALUE_INTEGER:
    case VITALS_VALUE_DOUBLE:
        add_plain(scrub, value, out);
        break;
    }
}

/* Append the object as JSON. */
static void add_object(cli_scrub *scrub, const vitals_document *document, vt_buffer *json) {
    scrub->document = document;
    scrub->is_secret = vt_text_is(vitals_document_kind(document), "Secret");
    /* A secret may be repeated before its key says that it is one. */
    for (int pass = 0; pass < 2; pass++) {
        scrub_place place = { BUFFER_INIT, false, false };
        vt_buffer_clear(json);
        scrub->collecting = pass == 0;
        add_value(scrub, vitals_document_root(document), &place, json);
        vt_buffer_done(&place.path);
    }
}

vitals_status scrub_document(cli_scrub *scrub, const vitals_document *document,
                             vitals_document **fixture) {
    vt_buffer json = BUFFER_INIT;
    add_object(scrub, document, &json);
    const vitals_status status = vitals_document_parse(json.bytes, json.size, NULL, fixture, NULL);
    vt_buffer_done(&json);
    if (status == VITALS_ENOMEM) memory_exhausted();
    return status;
}

void scrub_show_changes(const cli_scrub *scrub) {
    const vt_buffer *changes = scrub_changes(scrub);
    if (changes->size) fwrite(changes->bytes, 1, changes->size, stderr);
}
