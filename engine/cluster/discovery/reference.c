/* Words of a command line that name kinds and objects. */
#include "base/text/quote.h"
#include "cluster/discovery/resource.h"

/* ------------------------------------------------------------------- kinds */

/* In which of its names a resource is looked for, in kubectl's order of precedence. */
typedef enum naming { BY_PLURAL, BY_SINGULAR, BY_SHORT_NAME, BY_KIND, NAMINGS } naming;

static bool has_name(const vt_text *names, size_t count, vt_text word) {
    for (size_t i = 0; i < count; i++) {
        if (vt_text_equal_fold(names[i], word)) return true;
    }
    return false;
}

static bool is_named(const vt_resource *row, naming by, vt_text word) {
    switch (by) {
    case BY_PLURAL:
        return vt_text_equal_fold(row->plural, word);
    case BY_SINGULAR:
        return vt_text_equal_fold(row->singular, word);
    case BY_SHORT_NAME:
        return has_name(row->short_names, row->short_name_count, word);
    case BY_KIND:
        return vt_text_equal_fold(row->kind, word);
    case NAMINGS:
        break;
    }
    return false;
}

/* What a kind is looked for by. An absent group or version is any. */
typedef struct kind_words {
    vt_text kind, version, group;
    bool group_prefix; /* the group may be cut short */
} kind_words;

static bool is_in(const vt_resource *row, const kind_words *words) {
    if (!vt_text_is_absent(words->version) && !vt_text_equal(row->version, words->version))
        return false;
    if (vt_text_is_absent(words->group)) return true;
    return words->group_prefix ? vt_text_starts(row->group, words->group)
                               : vt_text_equal(row->group, words->group);
}

static const vt_resource *find_by(const vt_resource_table *table, const kind_words *words,
                                  naming by) {
    const vt_resource *other = NULL;
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        if (!is_in(row, words) || !is_named(row, by, words->kind)) continue;
        if (row->preferred) return row;
        if (!other) other = row;
    }
    return other;
}

static const vt_resource *find(const vt_resource_table *table, const kind_words *words) {
    const vt_resource *found = NULL;
    for (int by = 0; by < NAMINGS && !found; by++) found = find_by(table, words, (naming)by);
    return found;
}

/* KIND, KIND.GROUP, KIND.VERSION.GROUP, KIND.VERSION. — as kubectl's ParseResourceArg, which tries the
** longest form first, and its mapper, which takes the beginning of a group when no group is called so. */
static const vt_resource *find_dotted(const vt_resource_table *table, vt_text word) {
    size_t dot = vt_text_find_byte(word, '.', 0);
    kind_words words = { vt_text_between(word, 0, dot), VT_TEXT_ABSENT, VT_TEXT_ABSENT, false };
    if (dot == SIZE_MAX) return find(table, &words);
    vt_text rest = vt_text_between(word, dot + 1, word.size);
    size_t second = vt_text_find_byte(rest, '.', 0);
    if (second != SIZE_MAX) {
        words.version = vt_text_between(rest, 0, second);
        words.group = vt_text_between(rest, second + 1, rest.size);
        const vt_resource *found = find(table, &words);
        if (found) return found;
    }
    words.version = VT_TEXT_ABSENT;
    words.group = rest;
    const vt_resource *found = find(table, &words);
    words.group_prefix = rest.size > 0;
    return found ? found : find(table, &words);
}

/* ---------------------------------------------------------------- readings */

/* One way to read a word. */
typedef struct reading {
    vt_text kind; /* KIND, or KIND.GROUP and so on when the next two are absent */
    vt_text group, version;
    vt_text namespace_, name;
} reading;

enum { MOST_READINGS = 5 };

typedef struct readings {
    reading rows[MOST_READINGS];
    size_t count;
} readings;

static void add(readings *list, reading row) {
    bool empty_name = !vt_text_is_absent(row.name) && row.name.size == 0;
    if (row.kind.size && !empty_name && list->count < MOST_READINGS)
        list->rows[list->count++] = row;
}

/* What is before and behind the first `separator`; false: there is none. */
static bool cut(vt_text text, char separator, vt_text *before, vt_text *behind) {
    size_t at = vt_text_find_byte(text, separator, 0);
    if (at == SIZE_MAX) return false;
    *before = vt_text_between(text, 0, at);
    *behind = vt_text_between(text, at + 1, text.size);
    return true;
}

/* NAMESPACE/NAME, or a name alone. An empty namespace is that of a cluster-scoped object. */
static void read_object(vt_text text, reading *row) {
    if (!cut(text, '/', &row->namespace_, &row->name)) row->name = text;
}

/* GROUP:KIND:NAMESPACE/NAME, as Argo CD writes it, and GROUP/KIND:NAMESPACE/NAME, as we do. */
static void read_colons(vt_text word, readings *list) {
    vt_text before, behind, middle, object;
    reading row = { .name = VT_TEXT_ABSENT };
    if (!cut(word, ':', &before, &behind)) return;
    if (vt_text_find_byte(before, '/', 0) == SIZE_MAX && cut(behind, ':', &middle, &object) &&
        vt_text_find_byte(middle, '/', 0) == SIZE_MAX) {
        reading argo = { .kind = middle, .group = before };
        read_object(object, &argo);
        add(list, argo);
    }
    if (cut(before, '/', &row.group, &row.kind)) {
        cut(row.kind, '/', &row.version, &row.kind);
    } else {
        row.kind = before;
    }
    read_object(behind, &row);
    add(list, row);
}

/* Words with one and with two slashes. A kind begins with a capital, and the name of an object rarely does:
** apps/Deployment is the kind although "apps" is a short name of Argo CD's Application. Otherwise
** kubectl's reading, KIND/NAME, counts where the table has both. */
static void read_one_slash(vt_text first, vt_text rest, readings *list) {
    const reading object = { .kind = first, .name = rest };
    const reading kind = { .kind = rest, .group = first };
    bool capital = rest.size && rest.bytes[0] >= 'A' && rest.bytes[0] <= 'Z';
    add(list, capital ? kind : object);
    add(list, capital ? object : kind);
    add(list, (reading){ .kind = rest, .group = VT_TEXT(""), .version = first });
}

static void read_two_slashes(vt_text first, vt_text second, vt_text third, readings *list) {
    const reading object = { .kind = first, .namespace_ = second, .name = third };
    const reading kind = { .kind = third, .group = first, .version = second };
    bool capital = third.size && third.bytes[0] >= 'A' && third.bytes[0] <= 'Z';
    add(list, capital ? kind : object);
    add(list, capital ? object : kind);
}

static void read_slashes(vt_text word, readings *list) {
    vt_text first, rest, second, third;
    if (!cut(word, '/', &first, &rest)) {
        add(list, (reading){ .kind = word });
    } else if (cut(rest, '/', &second, &third)) {
        read_two_slashes(first, second, third, list);
    } else {
        read_one_slash(first, rest, list);
    }
}

static const vt_resource *find_reading(const vt_resource_table *table, const reading *row) {
    if (vt_text_is_absent(row->group)) return find_dotted(table, row->kind);
    kind_words words = { row->kind, row->version, row->group, false };
    return find_by(table, &words, BY_KIND);
}

/* -------------------------------------------------------------- categories */

static size_t count_category(const vt_resource_table *table, vt_text word,
                             const vt_resource **out) {
    size_t count = 0;
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        if (!row->preferred || !has_name(row->categories, row->category_count, word)) continue;
        if (out) out[count] = row;
        count++;
    }
    return count;
}

static vt_reference_result read_category(const vt_resource_table *table, vt_text word,
                                         vt_arena *arena, vt_reference *out) {
    size_t count = count_category(table, word, NULL);
    if (!count) return VT_REFERENCE_UNKNOWN;
    const vt_resource **rows = vt_arena_allocate_array(arena, count, sizeof *rows);
    if (!rows) return VT_REFERENCE_NO_MEMORY;
    count_category(table, word, rows);
    *out = (vt_reference){ rows, count, false, VT_TEXT_ABSENT, VT_TEXT_ABSENT };
    return VT_REFERENCE_FOUND;
}

/* ------------------------------------------------------------- what is wrong */

/* The kind that is spelled most alike, or NULL. */
static const vt_resource *nearest(const vt_resource_table *table, vt_text word) {
    const vt_resource *best = NULL;
    size_t least = 3;
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        size_t far = vt_text_distance(row->plural, word, 2);
        size_t kind = vt_text_distance(row->kind, word, 2);
        if (kind < far) far = kind;
        if (far < least) {
            least = far;
            best = row;
        }
    }
    return best;
}

static const vt_stale_group *stale_group(const vt_resource_table *table, vt_text group) {
    for (size_t i = 0; i < table->stale_count; i++) {
        if (vt_text_equal(table->stale[i].group, group)) return &table->stale[i];
    }
    return NULL;
}

static void add_group_version(vt_buffer *out, const vt_stale_group *stale) {
    if (stale->group.size) {
        vt_quote_append_visible(out, stale->group);
        vt_buffer_add_byte(out, '/');
    }
    vt_quote_append_visible(out, stale->version);
}

static vt_reference_result explain_unknown(const vt_resource_table *table, vt_text word,
                                           vt_text group, vt_buffer *why) {
    const vt_stale_group *stale = stale_group(table, group);
    vt_text kind = word, rest;
    if (group.size && stale) {
        vt_buffer_add_terminated(why, "the server behind ");
        add_group_version(why, stale);
        vt_buffer_add_terminated(why, " does not answer: its kinds are not known now");
        return VT_REFERENCE_STALE;
    }
    vt_buffer_add_terminated(why, "the server has no kind ");
    vt_quote_append_go(why, word);
    if (cut(word, '.', &kind, &rest)) word = kind;
    const vt_resource *alike = nearest(table, word);
    if (alike) {
        vt_buffer_add_terminated(why, "; did you mean ");
        vt_quote_append_visible(why, alike->plural);
        vt_buffer_add_byte(why, '?');
    }
    if (table->stale_count) {
        vt_buffer_add_terminated(why, " (not known now: the kinds of ");
        add_group_version(why, &table->stale[0]);
        if (table->stale_count > 1) vt_buffer_printf(why, " and %zu more", table->stale_count - 1);
        vt_buffer_add_terminated(why, ", whose server does not answer)");
    }
    return VT_REFERENCE_UNKNOWN;
}

/* For messages: the kind that is not there, and its group. Of two readings the one that names an object
** says more, unless the group of the other is stale. */
static vt_reference_result explain(const vt_resource_table *table, const readings *list,
                                   vt_buffer *why) {
    const reading *said = &list->rows[0];
    vt_text group, kind;
    for (size_t i = 0; i < list->count; i++) {
        const reading *row = &list->rows[i];
        if (row->group.size && stale_group(table, row->group))
            return explain_unknown(table, row->kind, row->group, why);
        if (vt_text_is_absent(row->group)) said = row;
    }
    group = said->group;
    if (vt_text_is_absent(group)) cut(said->kind, '.', &kind, &group);
    return explain_unknown(table, said->kind, group, why);
}

/* -------------------------------------------------------------------- words */

static vt_reference_result found(const vt_resource *resource, const reading *row, vt_arena *arena,
                                 vt_reference *out) {
    const vt_resource **one = vt_arena_allocate(arena, sizeof *one);
    if (!one) return VT_REFERENCE_NO_MEMORY;
    *one = resource;
    *out = (vt_reference){ one, 1, false, row->namespace_, row->name };
    return VT_REFERENCE_FOUND;
}

vt_reference_result vt_reference_read(const vt_resource_table *table, vt_text word, vt_arena *arena,
                                      vt_reference *out, vt_buffer *why) {
    readings list = { .count = 0 };
    if (vt_text_equal_fold(word, VT_TEXT("all"))) {
        *out = (vt_reference){ NULL, 0, true, VT_TEXT_ABSENT, VT_TEXT_ABSENT };
        return VT_REFERENCE_FOUND;
    }
    read_colons(word, &list);
    read_slashes(word, &list);
    for (size_t i = 0; i < list.count; i++) {
        const vt_resource *resource = find_reading(table, &list.rows[i]);
        if (resource) return found(resource, &list.rows[i], arena, out);
    }
    if (list.count == 0) {
        vt_quote_append_go(why, word);
        vt_buffer_add_terminated(why, " does not name a kind or an object");
        return VT_REFERENCE_MALFORMED;
    }
    vt_reference_result result = read_category(table, word, arena, out);
    return result == VT_REFERENCE_UNKNOWN ? explain(table, &list, why) : result;
}
