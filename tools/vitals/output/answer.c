/* Formats verdicts as words, columns and lines. */
#include "output/answer.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/memory.h"
#include "input/time.h"
#include "output/answer_json.h"

const char *const answer_words[] = {
    "Healthy", "Suspended", "Progressing", "Missing", "Degraded",    "Unknown",  "Unassessed",
    "Empty",   "Current",   "InProgress",  "Failed",  "Terminating", "NotFound", NULL,
};

const char *answer_counts_as(const cli_answer *answer) {
    return answer->counted ? vitals_health_name(answer->counted_as) : "Ignored";
}

bool answer_has_opinion(const cli_answer *answer) {
    return answer->health != VITALS_HEALTH_UNASSESSED && answer->health != VITALS_HEALTH_EMPTY;
}

const char *answer_word(const cli_answer *answer) {
    if (answer->kstatus != VITALS_KSTATUS_NONE) return vitals_kstatus_name(answer->kstatus);
    if (answer->health == VITALS_HEALTH_EMPTY) return "Empty";
    return vitals_health_name(answer->health);
}

/* ----------------------------------------------------------------- columns */

static void add_kind_and_group(vt_buffer *out, const vitals_document *document) {
    const vitals_text group = vitals_document_group(document);
    vt_quote_append_visible(out, group);
    if (group.size) vt_buffer_add_terminated(out, "/");
    vt_quote_append_visible(out, vitals_document_kind(document));
}

/* The message for a kind without a rule. */
static char *message_without_rule(const vitals_document *document) {
    vt_buffer message = BUFFER_INIT;
    vt_buffer_add_terminated(&message, "no rule for ");
    add_kind_and_group(&message, document);
    if (vitals_argocd_bundles(vitals_document_group(document), vitals_document_kind(document))) {
        vt_buffer_add_terminated(&message, "; Argo CD 3.6 bundles one, see --checks");
    }
    return vt_buffer_take(&message, NULL);
}

static char *message_of(const cli_answer *answer, const vitals_document *document,
                        const vitals_verdict *verdict) {
    const vitals_text message = text_first_line(vitals_verdict_message(verdict));
    if (message.size) return text_visible(message);
    if (answer->health == VITALS_HEALTH_UNASSESSED &&
        vitals_verdict_source(verdict) == VITALS_SOURCE_NONE) {
        return message_without_rule(document);
    }
    if (answer->health == VITALS_HEALTH_EMPTY) {
        return text_visible(vt_text_from("the script returned no status"));
    }
    return text_visible(message);
}

char *answer_rule(const vitals_verdict *verdict) {
    vt_buffer rule = BUFFER_INIT;
    const vitals_text id = vitals_verdict_rule(verdict), at = vitals_verdict_rule_at(verdict);
    vt_buffer_add_terminated(&rule, vitals_source_name(vitals_verdict_source(verdict)));
    if (id.size) vt_buffer_add_terminated(&rule, " ");
    vt_quote_append_visible(&rule, id);
    if (at.size) vt_buffer_add_terminated(&rule, " ");
    vt_quote_append_visible(&rule, at);
    return vt_buffer_take(&rule, NULL);
}

/* Escapes are visible text, too, so that other names may look the same: then all of them as they are. */
static void fill_exact(cli_answer *answer, const vitals_text names[4]) {
    const char *const shown[] = { answer->group, answer->kind, answer->namespace, answer->name };
    vt_buffer exact = BUFFER_INIT;
    bool is_plain = true;
    for (size_t i = 0; i < COUNT_OF(shown); i++) {
        is_plain = is_plain && vt_text_is(names[i], shown[i]) && !strchr(shown[i], '\\');
        text_add_exact(&exact, names[i]);
        vt_buffer_add_terminated(&exact, "\n");
    }
    free(answer->exact);
    answer->exact = is_plain ? NULL : vt_buffer_take(&exact, NULL);
    vt_buffer_done(&exact);
}

static void fill_names(cli_answer *answer, const vitals_text names[4]) {
    answer->group = text_visible(names[0]);
    answer->kind = text_visible(names[1]);
    answer->namespace = text_visible(names[2]);
    answer->name = text_visible(names[3]);
    fill_exact(answer, names);
}

void answer_fill_identity(cli_answer *answer, const vitals_document *document) {
    const vitals_text names[] = { vitals_document_group(document), vitals_document_kind(document),
                                  vitals_document_namespace(document),
                                  vitals_document_name(document) };
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    answer->file = text_visible(vt_text_from(origin.file ? origin.file : ""));
    answer->document = origin.document;
    answer->place = origin.line;
    fill_names(answer, names);
}

/* ----------------------------------------------------------------- filling */

/* Argo CD's annotation is NAME:GROUP/KIND:NAMESPACE/NAME; its label is just NAME. */
static char *tracking_of(const vitals_document *document) {
    const vitals_text id =
        vitals_document_annotation(document, vt_text_from("argocd.argoproj.io/tracking-id"));
    const vitals_text label =
        vitals_document_label(document, vt_text_from("app.kubernetes.io/instance"));
    const char *colon = id.size ? memchr(id.bytes, ':', id.size) : NULL;
    if (colon) return text_visible((vitals_text){ id.bytes, (size_t)(colon - id.bytes) });
    if (id.bytes) return text_visible(id);
    return label.bytes ? text_visible(label) : NULL;
}

static char *exact_of(vitals_text from) {
    vt_buffer exact = BUFFER_INIT;
    text_add_exact(&exact, from);
    return exact.size ? vt_buffer_take(&exact, NULL) : NULL;
}

static char *owners_of(const vitals_document *document) {
    vt_buffer owners = BUFFER_INIT;
    vitals_text uid;
    for (size_t i = 0; (uid = vitals_document_owner_uid(document, i)).bytes; i++) {
        text_add_exact(&owners, uid);
        vt_buffer_add_terminated(&owners, "\n");
    }
    return owners.size ? vt_buffer_take(&owners, NULL) : NULL;
}

static bool has_no_health(const vitals_document *document) {
    return vitals_kind_has_no_health(vitals_document_group(document),
                                     vitals_document_kind(document));
}

static void fill_place(cli_answer *answer, const vitals_document *document) {
    answer->uid = exact_of(vitals_document_uid(document));
    answer->owners = owners_of(document);
    answer->tracking = tracking_of(document);
}

void answer_fill_relations(cli_answer *answer, const vitals_document *document) {
    answer_fill_identity(answer, document);
    fill_place(answer, document);
}

static void fill_verdict(cli_answer *answer, const vitals_document *document,
                         const vitals_verdict *verdict) {
    const vitals_text whole = vitals_verdict_message(verdict);
    answer->message_hash = index_hash_bytes(0, whole.bytes, whole.size);
    answer->health = vitals_verdict_health(verdict);
    answer->kstatus = vitals_verdict_kstatus(verdict);
    answer->stale = vitals_verdict_stale(verdict);
    answer->failed = vitals_verdict_error(verdict).bytes != NULL;
    /* An owner counts only when it is among the objects, which is found out later. */
    answer->counted = vitals_verdict_counted(verdict) ||
                      vitals_verdict_counting(verdict) == VITALS_COUNTING_OWNED_BY_REFERENCE;
    answer->counted_as = answer->health;
    answer->without_health = answer->health == VITALS_HEALTH_UNASSESSED && has_no_health(document);
    answer->unlike_live = !vitals_document_uid(document).size && !has_no_health(document) &&
                          !vitals_document_has_status(document);
    answer->argocd_rule =
        answer->health == VITALS_HEALTH_UNASSESSED && !answer->without_health &&
        vitals_argocd_bundles(vitals_document_group(document), vitals_document_kind(document));
    vt_instant since;
    answer->since = vt_instant_parse(vitals_verdict_since(verdict), &since) ? since.seconds : -1;
}

static void fill_columns(cli_answer *answer, const vitals_document *document,
                         const vitals_verdict *verdict) {
    const vitals_text suspension = vitals_verdict_suspension(verdict);
    answer->message = message_of(answer, document, verdict);
    answer->rule = answer_rule(verdict);
    if (suspension.size) answer->suspended = text_visible(suspension);
}

/* The state counts in every output; its message is shown in columns. */
static void fill_delivery(cli_answer *answer, const vitals_document *document, bool has_columns) {
    vitals_live_delivery_info info;
    vitals_live_delivery_of_document(document, &info, sizeof info);
    answer->delivery = info.state;
    if (has_columns && info.message.size) {
        answer->delivery_message = text_visible(text_first_line(info.message));
    }
}

void answer_fill(cli_answer *answer, const vitals_document *document, vitals_verdict *verdict,
                 unsigned parts) {
    fill_verdict(answer, document, verdict);
    answer->show_cost = parts & ANSWER_COST;
    if (parts & ANSWER_PLACE) fill_place(answer, document);
    if (parts & ANSWER_IDENTITY) answer_fill_identity(answer, document);
    fill_delivery(answer, document, parts & ANSWER_COLUMNS);
    if (parts & ANSWER_COLUMNS) fill_columns(answer, document, verdict);
    if ((parts & ANSWER_JSON) && (parts & ANSWER_IDENTITY)) {
        answer->api_version = text_visible(vitals_document_api_version(document));
    }
    if (parts & ANSWER_JSON) {
        answer->line = answer_json_line(answer, document, verdict);
    }
}

/* KSTATUS: the message of the readers for an object that the cluster does not have. */
static const char not_found[] = "Resource not found";

static bool uses_kstatus(vitals_profile profile) {
    return profile == VITALS_PROFILE_FLUX || profile == VITALS_PROFILE_KSTATUS;
}

static void fill_absence(cli_answer *answer, const char *message, unsigned parts,
                         const vitals_document *desired) {
    if (parts & ANSWER_IDENTITY) answer_fill_identity(answer, desired);
    if (parts & ANSWER_COLUMNS) {
        answer->message = text_visible(vt_text_from(message));
        answer->rule = text_visible(vt_text_from("none"));
    }
    if (parts & ANSWER_PLACE) fill_place(answer, desired);
}

void answer_fill_missing(cli_answer *answer, const vitals_document *desired,
                         const answer_absence *absence, unsigned parts) {
    const bool in_kstatus = uses_kstatus(absence->profile);
    const vitals_kstatus kstatus =
        absence->unknown ? VITALS_KSTATUS_UNKNOWN : VITALS_KSTATUS_NOT_FOUND;
    const char *message = absence->unknown ? absence->unknown
                          : in_kstatus     ? not_found
                                           : absence->message;
    *answer = (struct cli_answer){ .health = absence->unknown ? VITALS_HEALTH_UNKNOWN
                                                              : VITALS_HEALTH_MISSING,
                                   .kstatus = in_kstatus ? kstatus : VITALS_KSTATUS_NONE,
                                   .counted = true,
                                   .since = -1 };
    answer->counted_as = answer->health;
    answer->cluster = memory_copy_string(absence->cluster);
    fill_absence(answer, message, parts, desired);
    /* Argo CD has no message about what is missing. */
    if (parts & ANSWER_JSON) {
        const bool silent = !absence->unknown && !in_kstatus;
        answer->line = answer_json_missing(answer, desired, silent ? "" : message);
    }
}

void answer_fill_row(cli_answer *answer, const vitals_live_row *row, const char *api_version) {
    const vitals_live_object *object = &row->object;
    const vitals_text names[] = { object->group, object->kind, object->namespace_, object->name };
    answer->health = row->health;
    answer->since = -1;
    fill_names(answer, names);
    answer->file = memory_copy_string("");
    answer->message = memory_copy_string("");
    answer->uid = exact_of(object->uid);
    answer->api_version = text_visible(vt_text_from(api_version));
    answer->line = answer_json_removed(answer, row->resource_version);
}

void answer_add_flux(cli_answer *answer, vitals_kstatus status) {
    vt_buffer message = BUFFER_INIT;
    if (status == VITALS_KSTATUS_NONE || !answer->message) return;
    vt_buffer_printf(&message, "%s (Flux would report %s)", answer->message,
                     vitals_kstatus_name(status));
    free(answer->message);
    answer->message = vt_buffer_take(&message, NULL);
}

/* ---------------------------------------------------------------- keeping */

#define FIELD(name) offsetof(cli_answer, name)

/* All texts. Many objects share those that come first. */
static const size_t text_fields[] = {
    FIELD(group),       FIELD(kind),    FIELD(namespace), FIELD(cluster),          FIELD(file),
    FIELD(api_version), FIELD(rule),    FIELD(tracking),  FIELD(policy),           FIELD(line),
    FIELD(name),        FIELD(message), FIELD(suspended), FIELD(delivery_message), FIELD(uid),
    FIELD(owners),      FIELD(exact),
};
enum { SHARED_FIELDS = 9, SHARED_WITH_JSON = 10 };

static char **text_field(cli_answer *answer, size_t index) {
    return (char **)(void *)((char *)answer + text_fields[index]);
}

static void share(cli_answer *answer, size_t index, cli_names *names) {
    char **field = text_field(answer, index);
    char *own = *field;
    if (!own) return;
    *field = names_keep(names, own);
    free(own);
}

void answer_keep(cli_answer *answer, cli_names *names, bool shares_json) {
    const size_t shared = shares_json ? SHARED_WITH_JSON : SHARED_FIELDS;
    size_t size = 0;
    for (size_t i = 0; i < shared; i++) share(answer, i, names);
    for (size_t i = shared; i < COUNT_OF(text_fields); i++) {
        if (*text_field(answer, i)) size += strlen(*text_field(answer, i)) + 1;
    }
    char *at = answer->block = memory_new(size + 1, 1);
    for (size_t i = shared; i < COUNT_OF(text_fields); i++) {
        char **field = text_field(answer, i);
        char *own = *field;
        if (!own) continue;
        const size_t length = strlen(own) + 1;
        *field = memcpy(at, own, length);
        at += length;
        free(own);
    }
}

void answer_done(cli_answer *answer) {
    for (size_t i = 0; !answer->block && i < COUNT_OF(text_fields); i++) {
        free(*text_field(answer, i));
    }
    free(answer->block);
    *answer = (struct cli_answer){ .health = VITALS_HEALTH_UNASSESSED };
}

/* --------------------------------------------------------------- comparing */

static const size_t identity_fields[] = { FIELD(cluster), FIELD(group), FIELD(kind),
                                          FIELD(namespace), FIELD(name) };

int answer_compare(const cli_answer *a, const cli_answer *b) {
    int order = 0;
    for (size_t i = 0; a->cluster && b->cluster && !order && i < COUNT_OF(identity_fields); i++) {
        const char *const *x = (const void *)((const char *)a + identity_fields[i]);
        const char *const *y = (const void *)((const char *)b + identity_fields[i]);
        order = *x == *y ? 0 : strcmp(*x, *y);
    }
    return order;
}

/* ----------------------------------------------------------------- showing */

/* "Deployment/web", or with what distinguishes it from others: "Cluster.postgresql.cnpg.io/a/prod". */
void answer_add_resource(vt_buffer *out, const cli_answer *answer) {
    vt_buffer_add_terminated(out, answer->kind);
    if (answer->show_group && *answer->group) vt_buffer_printf(out, ".%s", answer->group);
    vt_buffer_add_terminated(out, "/");
    if (answer->show_namespace && *answer->namespace)
        vt_buffer_printf(out, "%s/", answer->namespace);
    vt_buffer_add_terminated(out, answer->name);
}

void answer_add_name(vt_buffer *out, const cli_answer *answer) {
    for (const char *at = answer->kind; *at; at++) {
        const char lower = (char)tolower((unsigned char)*at);
        vt_buffer_add_bytes(out, &lower, 1);
    }
    if (*answer->group) vt_buffer_printf(out, ".%s", answer->group);
    vt_buffer_printf(out, "/%s", answer->name);
    if (*answer->namespace) vt_buffer_printf(out, " -n %s", answer->namespace);
    if (answer->show_cluster) vt_buffer_printf(out, " --context %s", answer->cluster);
}

void answer_add_origin(vt_buffer *out, const cli_answer *answer) {
    vt_buffer_add_terminated(out, answer->file);
    if (answer->place && *answer->file) vt_buffer_printf(out, ":%u", answer->place);
}

void answer_add_status(vt_buffer *out, const cli_answer *answer) {
    vt_buffer_printf(out, answer->owned || !answer->counted ? "(%s)" : "%s", answer_word(answer));
}

/* What is behind, in progress or failed is worth a word. */
static bool has_delivery_to_show(const cli_answer *answer) {
    return answer->delivery == VITALS_LIVE_DELIVERY_BEHIND ||
           answer->delivery == VITALS_LIVE_DELIVERY_APPLYING || answer_delivery_failed(answer);
}

static void add_delivery(vt_buffer *out, const cli_answer *answer) {
    const char *message = answer->delivery_message;
    vt_buffer_printf(out, "delivery %s", vitals_live_delivery_name(answer->delivery));
    if (message) vt_buffer_printf(out, ": %s", message);
    /* The health of Flux's objects has the same message. */
    if (*answer->message && !(message && strcmp(message, answer->message) == 0)) {
        vt_buffer_printf(out, "; %s", answer->message);
    }
}

bool answer_delivery_failed(const cli_answer *answer) {
    return answer->delivery == VITALS_LIVE_DELIVERY_FAILED ||
           answer->delivery == VITALS_LIVE_DELIVERY_STALLED;
}

/* A Healthy Application whose last sync failed does not look well. */
vitals_health answer_colour(const cli_answer *answer) {
    const bool worse =
        vitals_health_severity(answer->health) < vitals_health_severity(VITALS_HEALTH_DEGRADED);
    return answer_delivery_failed(answer) && worse ? VITALS_HEALTH_DEGRADED : answer->health;
}

void answer_add_message(vt_buffer *out, const cli_answer *answer) {
    if (answer->policy) {
        vt_buffer_printf(out, "counts as %s (%s)%s", answer_counts_as(answer), answer->policy,
                         *answer->message ? ": " : "");
    }
    if (has_delivery_to_show(answer)) {
        add_delivery(out, answer);
    } else {
        vt_buffer_add_terminated(out, answer->message);
    }
}
