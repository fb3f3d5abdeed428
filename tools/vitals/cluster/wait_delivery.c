/* Reads how a delivery stands: see wait_delivery.h. */
#include "cluster/wait_delivery.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/memory.h"

enum { SHORTEST_REVISION = 7 };

/* ------------------------------------------------------------------- fields */

static vitals_text text_at(const vitals_document *document, const vitals_value *from,
                           const char *path) {
    const vitals_value *value = field_at(document, from, path);
    return value ? vitals_value_string(value) : (vitals_text){ NULL, 0 };
}

static vitals_text annotation(const vitals_document *document, const char *key) {
    return vitals_document_annotation(document, vt_text_from(key));
}

/* ------------------------------------------------------------------ Argo CD */

/* A revision, or those of an Application with several sources with commas between. "": there is none. */
static char *revisions_at(const vitals_document *document, const vitals_value *from) {
    const vitals_value *list = from ? field_at(document, from, ".revisions") : NULL, *item;
    vt_buffer all = BUFFER_INIT;
    uint64_t cursor = 0;
    size_t count = 0;
    while (list && vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        if (count++) vt_buffer_add_terminated(&all, ",");
        vt_quote_append_visible(&all, vitals_value_string(item));
    }
    if (!count && from) vt_quote_append_visible(&all, text_at(document, from, ".revision"));
    return vt_buffer_take(&all, NULL);
}

/* Whether what was compared is what the spec asks for: targetRevision of each source. */
static bool is_compared(const vitals_document *document) {
    static const char *const paths[][2] = {
        { ".spec.source.targetRevision", ".status.sync.comparedTo.source.targetRevision" },
        { ".spec.source.path", ".status.sync.comparedTo.source.path" },
    };
    const vitals_value *own = field_at(document, NULL, ".spec.sources"), *item, *other;
    const vitals_value *compared = field_at(document, NULL, ".status.sync.comparedTo.sources");
    uint64_t cursor = 0, other_cursor = 0;
    if (!field_at(document, NULL, ".status.sync.comparedTo")) return true;
    for (size_t i = 0; !own && i < COUNT_OF(paths); i++) {
        if (!vt_text_equal(text_at(document, NULL, paths[i][0]),
                           text_at(document, NULL, paths[i][1]))) {
            return false;
        }
    }
    while (own && compared && vitals_value_next(own, &cursor, NULL, &item) == VITALS_OK) {
        if (vitals_value_next(compared, &other_cursor, NULL, &other) != VITALS_OK ||
            !vt_text_equal(text_at(document, item, ".targetRevision"),
                           text_at(document, other, ".targetRevision"))) {
            return false;
        }
    }
    return true;
}

/* The first condition whose type says that it is an error. NULL: there is none. */
static const vitals_value *error_of(const vitals_document *document) {
    const vitals_value *list = field_at(document, NULL, ".status.conditions"), *item;
    uint64_t cursor = 0;
    while (list && vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        const vitals_text type = text_at(document, item, ".type");
        if (type.size >= 5 && memcmp(type.bytes + type.size - 5, "Error", 5) == 0) return item;
    }
    return NULL;
}

/* "ComparisonError: no such revision" */
static char *reason_of(vitals_text what, vitals_text message) {
    vt_buffer text = BUFFER_INIT;
    vt_quote_append_visible(&text, what);
    if (message.size) vt_buffer_add_terminated(&text, ": ");
    vt_quote_append_visible(&text, text_first_line(message));
    return vt_buffer_take(&text, NULL);
}

static void replace(char **text, char *with) {
    free(*text);
    *text = with;
}

/* What an operation was to sync to, whether it came so far or not. */
static char *revisions_of_operation(const vitals_document *document,
                                    const vitals_value *operation) {
    char *reached = revisions_at(document, field_at(document, operation, ".syncResult"));
    if (*reached) return reached;
    free(reached);
    return revisions_at(document, field_at(document, operation, ".operation.sync"));
}

/* A sync that failed is about its revision, a SyncError about what is wanted now, and an Application that cannot be
** compared about any. */
static void read_failure(wait_delivery *out, const vitals_document *document,
                         const vitals_value *operation) {
    const vitals_text phase = text_at(document, operation, ".phase");
    const vitals_value *error = error_of(document);
    const vitals_text type = error ? text_at(document, error, ".type") : (vitals_text){ NULL, 0 };
    if (error && !vt_text_is(type, "SyncError")) {
        out->failed = true;
        replace(&out->message, reason_of(type, text_at(document, error, ".message")));
    } else if (operation && (vt_text_is(phase, "Failed") || vt_text_is(phase, "Error"))) {
        out->failed = true;
        replace(&out->failed_at, revisions_of_operation(document, operation));
        replace(&out->message, reason_of(phase, text_at(document, operation, ".message")));
    } else if (error) {
        out->failed = true;
        replace(&out->failed_at, memory_copy_string(out->wanted));
        replace(&out->message, reason_of(type, text_at(document, error, ".message")));
    }
}

/* What was delivered. `inside` is the map of an entry that has its revision; NULL: the entry. */
static void read_history(wait_delivery *out, const vitals_document *document, const char *inside,
                         bool latest_first) {
    const vitals_value *list = field_at(document, NULL, ".status.history"), *item;
    uint64_t cursor = 0;
    while (list && vitals_value_next(list, &cursor, NULL, &item) == VITALS_OK) {
        char *revisions = revisions_at(document, inside ? field_at(document, item, inside) : item);
        vt_buffer all = BUFFER_INIT;
        if (*revisions && latest_first) vt_buffer_printf(&all, "%s\n", revisions);
        vt_buffer_add_terminated(&all, out->history);
        if (*revisions && !latest_first) vt_buffer_printf(&all, "%s\n", revisions);
        replace(&out->history, vt_buffer_take(&all, NULL));
        free(revisions);
    }
}

static void read_argocd(wait_delivery *out, const vitals_document *document) {
    const vitals_value *sync = field_at(document, NULL, ".status.sync");
    const vitals_value *operation = field_at(document, NULL, ".status.operationState");
    const vitals_value *result = field_at(document, NULL, ".status.operationState.syncResult");
    const vitals_text phase =
        operation ? text_at(document, operation, ".phase") : (vitals_text){ NULL, 0 };
    const bool synced = sync && vt_text_is(text_at(document, sync, ".status"), "Synced");
    const bool runs = field_at(document, NULL, ".operation") || vt_text_is(phase, "Running") ||
                      vt_text_is(phase, "Terminating");
    const bool refresh = annotation(document, "argocd.argoproj.io/refresh").size > 0;
    replace(&out->wanted, revisions_at(document, sync));
    if (vt_text_is(phase, "Succeeded")) replace(&out->applied, revisions_at(document, result));
    replace(&out->compared, synced ? memory_copy_string(out->wanted) : memory_copy_string(""));
    if (runs) {
        replace(&out->working_on,
                operation ? revisions_of_operation(document, operation) : memory_copy_string(""));
    }
    out->idle = !runs && !refresh;
    out->finished = synced && out->idle && is_compared(document);
    read_history(out, document, NULL, false);
    if (!runs && is_compared(document)) read_failure(out, document, operation);
}

/* --------------------------------------------------------------------- Flux */

/* `flux reconcile` asks by an annotation, which the status repeats when it is done. */
static bool is_asked(const vitals_document *document) {
    const vitals_text asked = annotation(document, "reconcile.fluxcd.io/requestedAt");
    return asked.size &&
           !vt_text_equal(asked, text_at(document, NULL, ".status.lastHandledReconcileAt"));
}

static void read_flux(wait_delivery *out, const vitals_document *document) {
    const bool asked = is_asked(document);
    replace(&out->compared, memory_copy_string(out->applied));
    out->idle = !asked && out->state != VITALS_LIVE_DELIVERY_APPLYING;
    out->finished = out->state == VITALS_LIVE_DELIVERY_IN_STEP && !asked;
    read_history(out, document, ".metadata", true);
    if (!out->idle) replace(&out->working_on, memory_copy_string(out->wanted));
    const bool stalled = out->state == VITALS_LIVE_DELIVERY_STALLED;
    out->failed = !asked && (stalled || out->state == VITALS_LIVE_DELIVERY_FAILED);
    if (!stalled) replace(&out->failed_at, memory_copy_string(out->wanted));
}

/* --------------------------------------------------------------------- both */

wait_delivery wait_delivery_of(const vitals_document *application) {
    vitals_live_delivery_info info;
    vt_buffer object = BUFFER_INIT;
    vitals_live_delivery_of_document(application, &info, sizeof info);
    text_add_object(&object, vitals_document_kind(application),
                    vitals_document_namespace(application), vitals_document_name(application));
    wait_delivery out = { .object = vt_buffer_take(&object, NULL),
                          .wanted = text_visible(info.wanted),
                          .applied = text_visible(info.applied),
                          .message = text_visible(text_first_line(info.message)),
                          .failed_at = memory_copy_string(""),
                          .working_on = memory_copy_string(""),
                          .history = memory_copy_string(""),
                          .state = info.state };
    if (vt_text_is(vitals_document_group(application), "argoproj.io")) {
        read_argocd(&out, application);
    } else {
        read_flux(&out, application);
    }
    return out;
}

void wait_delivery_done(wait_delivery *delivery) {
    char *const texts[] = { delivery->object,     delivery->wanted,  delivery->applied,
                            delivery->compared,   delivery->message, delivery->failed_at,
                            delivery->working_on, delivery->history };
    for (size_t i = 0; i < COUNT_OF(texts); i++) free(texts[i]);
    *delivery = (wait_delivery){ .object = NULL };
}

/* ---------------------------------------------------------------- revisions */

/* The part of a text that is before a comma. */
static vitals_text first_part(const char *text) {
    return (vitals_text){ text, strcspn(text, ",") };
}

/* Without what is before the last colon, else the last slash. */
static vitals_text bare(vitals_text revision) {
    static const char separators[] = { ':', '/' };
    for (size_t k = 0; k < sizeof separators; k++) {
        for (size_t i = revision.size; i-- > 0;) {
            if (revision.bytes[i] != separators[k]) continue;
            return (vitals_text){ revision.bytes + i + 1, revision.size - i - 1 };
        }
    }
    return revision;
}

static bool is_one(vitals_text revision, vitals_text wanted) {
    const vitals_text own = bare(revision);
    if (!revision.size) return false;
    if (!wanted.size || vt_text_equal(revision, wanted) || vt_text_equal(own, wanted)) return true;
    return wanted.size >= SHORTEST_REVISION && wanted.size <= own.size &&
           memcmp(own.bytes, wanted.bytes, wanted.size) == 0;
}

bool wait_delivery_is(const char *revisions, const char *wanted) {
    const bool for_all = !strchr(wanted, ',');
    if (!*wanted) return false;
    for (;;) {
        const vitals_text revision = first_part(revisions), part = first_part(wanted);
        if (!is_one(revision, part)) return false;
        revisions += revision.size;
        if (!for_all) wanted += part.size;
        const bool more = *revisions == ',';
        if (!for_all && more != (*wanted == ',')) return false;
        if (!more) return true;
        revisions++;
        wanted += !for_all;
    }
}

bool wait_delivery_had(const wait_delivery *delivery, const char *wanted) {
    bool had = false, is = false;
    for (const char *line = delivery->history; *line; line = strchr(line, '\n') + 1) {
        char *entry = memory_copy(line, strcspn(line, "\n"));
        is = wait_delivery_is(entry, wanted);
        had |= is;
        free(entry);
    }
    return had && !is;
}

static bool is_hexadecimal(vitals_text text) {
    for (size_t i = 0; i < text.size; i++) {
        if (!memchr("0123456789abcdef", text.bytes[i], 16)) return false;
    }
    return true;
}

/* A whole commit: SHA-1 or SHA-256. */
static bool is_commit(vitals_text revision) {
    const vitals_text own = bare(revision);
    return (own.size == 40 || own.size == 64) && is_hexadecimal(own);
}

static char *refuse_part(vitals_text revision, vitals_text wanted) {
    vt_buffer text = BUFFER_INIT;
    const vitals_text own = bare(wanted);
    if (!wanted.size || !is_commit(revision)) return NULL;
    if (!is_hexadecimal(own)) {
        vt_buffer_printf(&text,
                         "--revision '%.*s' names a branch or tag, and this is a commit: write "
                         "the output of git rev-parse '%.*s^{commit}'",
                         (int)wanted.size, wanted.bytes, (int)wanted.size, wanted.bytes);
    } else if (own.size < SHORTEST_REVISION) {
        vt_buffer_printf(&text,
                         "--revision '%.*s' is too short: write the commit, or its first %d or "
                         "more characters",
                         (int)wanted.size, wanted.bytes, SHORTEST_REVISION);
    } else if (own.size > bare(revision).size) {
        vt_buffer_printf(&text, "--revision '%.*s' is longer than a commit of this repository",
                         (int)wanted.size, wanted.bytes);
    } else {
        return NULL;
    }
    return vt_buffer_take(&text, NULL);
}

static size_t count_parts(const char *revisions) {
    size_t count = 1;
    while ((revisions = strchr(revisions, ',')) != NULL) count++, revisions++;
    return count;
}

char *wait_delivery_refuses(const wait_delivery *delivery, const char *wanted) {
    const char *known = *delivery->wanted ? delivery->wanted : delivery->applied;
    const size_t parts = count_parts(wanted), sources = count_parts(known);
    char *problem = NULL;
    if (!*known) return NULL;
    if (parts > 1 && parts != sources) {
        vt_buffer text = BUFFER_INIT;
        vt_buffer_printf(&text,
                         "--revision '%s' has %zu parts, and the application has %zu source%s",
                         wanted, parts, sources, sources == 1 ? "" : "s");
        return vt_buffer_take(&text, NULL);
    }
    for (size_t i = 0; i < sources && !problem; i++) {
        const vitals_text revision = first_part(known), part = first_part(wanted);
        problem = refuse_part(revision, part);
        known += revision.size + (i + 1 < sources);
        if (parts > 1) wanted += part.size + (i + 1 < sources);
    }
    return problem;
}
