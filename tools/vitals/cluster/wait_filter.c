/* Words that name members: see wait_filter.h. */
#include "cluster/wait_filter.h"

#include <string.h>

#include "base/text/text.h"

/* The parts of a word; absent: any. */
typedef struct filter_word {
    vitals_text group, kind, namespace_, name;
    bool leaves_out;
} filter_word;

static vitals_text any_or(vitals_text text) {
    return vt_text_is(text, "*") ? (vitals_text){ NULL, 0 } : text;
}

/* Split at the first separator. false: there is none. */
static bool split(vitals_text text, char separator, vitals_text *head, vitals_text *tail) {
    const size_t at = vt_text_find_byte(text, separator, 0);
    if (at == SIZE_MAX) return false;
    *head = vt_text_between(text, 0, at);
    *tail = vt_text_between(text, at + 1, text.size);
    return true;
}

static bool read_word(const char *word, filter_word *out) {
    vitals_text rest = vt_text_from(word), behind;
    *out = (filter_word){ .leaves_out = *word == '!' };
    if (out->leaves_out) rest = vt_text_between(rest, 1, rest.size);
    if (split(rest, ':', &out->group, &behind)) {
        if (!split(behind, ':', &out->kind, &rest)) return false;
        out->group = any_or(out->group);
    } else if (!split(rest, '/', &out->kind, &rest)) {
        return false;
    }
    if (!out->kind.size || !rest.size) return false;
    out->kind = any_or(out->kind);
    if (split(rest, '/', &out->namespace_, &behind)) {
        out->namespace_ = any_or(out->namespace_);
        rest = behind;
    }
    out->name = any_or(rest);
    return rest.size && vt_text_find_byte(rest, '/', 0) == SIZE_MAX;
}

const char *wait_filter_wrong(const option_list *words) {
    filter_word word;
    for (size_t i = 0; i < words->count; i++) {
        if (!read_word(words->items[i], &word)) return words->items[i];
    }
    return NULL;
}

static bool names(const filter_word *word, const vitals_live_object *object) {
    return (vt_text_is_absent(word->group) || vt_text_equal(word->group, object->group)) &&
           (vt_text_is_absent(word->kind) || vt_text_equal_fold(word->kind, object->kind)) &&
           (vt_text_is_absent(word->namespace_) ||
            vt_text_equal(word->namespace_, object->namespace_)) &&
           (vt_text_is_absent(word->name) || vt_text_equal(word->name, object->name));
}

bool wait_filter_takes(const option_list *words, const vitals_live_object *object) {
    bool taken = true, any = false;
    for (size_t i = 0; i < words->count; i++) {
        filter_word word;
        if (!read_word(words->items[i], &word)) continue;
        const bool named = names(&word, object);
        if (word.leaves_out && named) return false;
        if (word.leaves_out) continue;
        taken = any ? taken || named : named;
        any = true;
    }
    return taken;
}
