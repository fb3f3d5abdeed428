/* Formats verdicts as words, columns and lines. */
#include "output/answer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input/time.h"
#include "output/memory.h"

const char *const answer_words[] = {
    "Healthy", "Suspended", "Progressing", "Missing", "Degraded",    "Unknown",  "Unassessed",
    "Empty",   "Current",   "InProgress",  "Failed",  "Terminating", "NotFound", NULL,
};

const char *answer_counts_as(const cli_answer *answer) {
    return answer->counted ? vitals_health_name(answer->counted_as) : "Ignored";
}

/* Larger is shown first. */
static const int badness[VITALS_HEALTH_COUNT] = {
    [VITALS_HEALTH_UNKNOWN] = 7,     [VITALS_HEALTH_DEGRADED] = 6,  [VITALS_HEALTH_MISSING] = 5,
    [VITALS_HEALTH_PROGRESSING] = 4, [VITALS_HEALTH_SUSPENDED] = 3, [VITALS_HEALTH_UNASSESSED] = 2,
    [VITALS_HEALTH_EMPTY] = 1,       [VITALS_HEALTH_HEALTHY] = 0,
};

int answer_badness(const cli_answer *answer) {
    return badness[answer->health];
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

static void add_kind_and_group(cli_text *out, const vitals_document *document) {
    const vitals_text group = vitals_document_group(document);
    text_add_visible(out, group);
    if (group.size) text_add_string(out, "/");
    text_add_visible(out, vitals_document_kind(document));
}

/* The message for a kind without a rule. */
static char *message_without_rule(const vitals_document *document) {
    cli_text message = TEXT_INIT;
    text_add_string(&message, "no rule for ");
    add_kind_and_group(&message, document);
    if (vitals_argocd_bundles(vitals_document_group(document), vitals_document_kind(document)))
        text_add_string(&message, "; Argo CD 3.6 bundles one, see --checks");
    return text_take(&message);
}

static char *message_of(const cli_answer *answer, const vitals_document *document,
                        const vitals_verdict *verdict) {
    const vitals_text message = text_first_line(vitals_verdict_message(verdict));
    if (message.size) return text_visible(message);
    if (answer->health == VITALS_HEALTH_UNASSESSED &&
        vitals_verdict_source(verdict) == VITALS_SOURCE_NONE)
        return message_without_rule(document);
    if (answer->health == VITALS_HEALTH_EMPTY)
        return text_visible(text_from("the script returned no status"));
    return text_visible(message);
}

char *answer_rule(const vitals_verdict *verdict) {
    cli_text rule = TEXT_INIT;
    const vitals_text id = vitals_verdict_rule(verdict), at = vitals_verdict_rule_at(verdict);
    text_add_string(&rule, vitals_source_name(vitals_verdict_source(verdict)));
    if (id.size) text_add_string(&rule, " ");
    text_add_visible(&rule, id);
    if (at.size) text_add_string(&rule, " ");
    text_add_visible(&rule, at);
    return text_take(&rule);
}

static char *origin_of(const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    cli_text place = TEXT_INIT;
    text_add_visible(&place, text_from(origin.file ? origin.file : ""));
    if (origin.line) text_printf(&place, ":%u", origin.line);
    return text_take(&place);
}

void answer_fill_identity(cli_answer *answer, const vitals_document *document) {
    answer->group = text_visible(vitals_document_group(document));
    answer->kind = text_visible(vitals_document_kind(document));
    answer->namespace = text_visible(vitals_document_namespace(document));
    answer->name = text_visible(vitals_document_name(document));
    answer->origin = origin_of(document);
}

/* deployment.apps/web -n shop: as kubectl's -o name, and the words that select the object. */
static void add_name(cli_text *line, const vitals_document *document) {
    cli_text kind = TEXT_INIT;
    const vitals_text group = vitals_document_group(document);
    const vitals_text namespace = vitals_document_namespace(document);
    text_add_visible(&kind, vitals_document_kind(document));
    for (size_t i = 0; i < kind.size; i++)
        kind.bytes[i] = (char)tolower((unsigned char)kind.bytes[i]);
    text_add(line, kind.bytes, kind.size);
    text_done(&kind);
    if (group.size) text_add_string(line, ".");
    text_add_visible(line, group);
    text_add_string(line, "/");
    text_add_visible(line, vitals_document_name(document));
    if (namespace.size) text_add_string(line, " -n ");
    text_add_visible(line, namespace);
}

/* ----------------------------------------------------------------- filling */

/* Argo CD's annotation is NAME:GROUP/KIND:NAMESPACE/NAME; its label is just NAME. */
static char *tracking_of(const vitals_document *document) {
    const vitals_text id =
        vitals_document_annotation(document, text_from("argocd.argoproj.io/tracking-id"));
    const vitals_text label =
        vitals_document_label(document, text_from("app.kubernetes.io/instance"));
    if (id.bytes) return memory_copy(id.bytes, strcspn(id.bytes, ":"));
    return label.bytes ? memory_copy(label.bytes, label.size) : NULL;
}

static char *owners_of(const vitals_document *document) {
    cli_text owners = TEXT_INIT;
    vitals_text uid;
    for (size_t i = 0; (uid = vitals_document_owner_uid(document, i)).bytes; i++) {
        text_add(&owners, uid.bytes, uid.size);
        text_add_string(&owners, "\n");
    }
    return owners.size ? text_take(&owners) : NULL;
}

static bool has_no_health(const vitals_document *document) {
    return vitals_kind_has_no_health(vitals_document_group(document),
                                     vitals_document_kind(document));
}

static void fill_place(cli_answer *answer, const vitals_document *document, unsigned parts) {
    const vitals_text uid = vitals_document_uid(document);
    answer->unlike_live =
        !uid.size && !has_no_health(document) && !vitals_document_has_status(document);
    if (!(parts & ANSWER_PLACE)) return;
    answer->uid = uid.size ? memory_copy(uid.bytes, uid.size) : NULL;
    answer->owners = owners_of(document);
    answer->tracking = tracking_of(document);
}

static void fill_verdict(cli_answer *answer, const vitals_document *document,
                         const vitals_verdict *verdict) {
    answer->health = vitals_verdict_health(verdict);
    answer->kstatus = vitals_verdict_kstatus(verdict);
    answer->stale = vitals_verdict_stale(verdict);
    answer->failed = vitals_verdict_error(verdict).bytes != NULL;
    /* An owner counts only when it is among the objects, which is found out later. */
    answer->counted = vitals_verdict_counted(verdict) ||
                      vitals_verdict_counting(verdict) == VITALS_COUNTING_OWNED_BY_REFERENCE;
    answer->counted_as = answer->health;
    answer->without_health = answer->health == VITALS_HEALTH_UNASSESSED && has_no_health(document);
    answer->since = -1;
    const vitals_text since = vitals_verdict_since(verdict);
    if (since.size && !time_parse(since, &answer->since)) answer->since = -1;
}

void answer_add_line(cli_text *out, const vitals_document *document, vitals_verdict *verdict,
                     unsigned parts) {
    vitals_text json = { NULL, 0 };
    if (parts & ANSWER_NAME) add_name(out, document);
    if ((parts & ANSWER_JSON) && vitals_verdict_json(verdict, &json) != VITALS_OK)
        memory_exhausted();
    text_add(out, json.bytes, json.size);
}

static char *line_of(const vitals_document *document, vitals_verdict *verdict, unsigned parts) {
    cli_text line = TEXT_INIT;
    answer_add_line(&line, document, verdict, parts);
    return text_take(&line);
}

void answer_fill(cli_answer *answer, const vitals_document *document, vitals_verdict *verdict,
                 unsigned parts) {
    fill_verdict(answer, document, verdict);
    fill_place(answer, document, parts);
    if (parts & ANSWER_COLUMNS) {
        answer_fill_identity(answer, document);
        answer->message = message_of(answer, document, verdict);
        answer->rule = answer_rule(verdict);
        answer->suspended = text_visible(vitals_verdict_suspension(verdict));
    }
    if (parts & (ANSWER_JSON | ANSWER_NAME)) answer->line = line_of(document, verdict, parts);
}

static void add_member(cli_text *out, const char *name, vitals_text value) {
    text_printf(out, ",\"%s\":", name);
    if (value.bytes)
        text_add_json(out, value);
    else
        text_add_string(out, "null");
}

/* KSTATUS: the message of the readers for an object that the cluster does not have. */
static const char not_found[] = "Resource not found";

static bool uses_kstatus(vitals_profile profile) {
    return profile == VITALS_PROFILE_FLUX || profile == VITALS_PROFILE_KSTATUS;
}

/* The shape is that of vitals_verdict_json; docs/schema/verdict.schema.json describes both. */
static char *missing_json(const vitals_document *desired, bool in_kstatus) {
    vitals_origin origin;
    vitals_document_origin(desired, &origin, sizeof origin);
    cli_text json = TEXT_INIT;
    text_add_string(&json, "{\"schema\":\"vitals/v1\"");
    add_member(&json, "apiVersion", vitals_document_api_version(desired));
    add_member(&json, "kind", vitals_document_kind(desired));
    add_member(&json, "namespace", vitals_document_namespace(desired));
    add_member(&json, "name", vitals_document_name(desired));
    add_member(&json, "uid", (vitals_text){ NULL, 0 });
    text_add_string(&json, ",\"input\":{\"file\":");
    text_add_json(&json, text_from(origin.file ? origin.file : ""));
    text_printf(&json, ",\"document\":%u,\"line\":%u}", origin.document, origin.line);
    text_add_string(&json, ",\"health\":{\"status\":\"Missing\"");
    add_member(&json, "message", text_from(in_kstatus ? not_found : ""));
    text_add_string(&json, "}");
    if (in_kstatus) {
        text_add_string(&json, ",\"kstatus\":{\"status\":\"NotFound\"");
        add_member(&json, "message", text_from(not_found));
        text_add_string(&json, ",\"conditions\":[]}");
    }
    text_add_string(&json, ",\"rule\":{\"source\":\"none\"},\"counted\":true}");
    return text_take(&json);
}

void answer_fill_missing(cli_answer *answer, const vitals_document *desired, vitals_profile profile,
                         unsigned parts) {
    const bool in_kstatus = uses_kstatus(profile);
    *answer =
        (struct cli_answer){ .health = VITALS_HEALTH_MISSING,
                             .kstatus = in_kstatus ? VITALS_KSTATUS_NOT_FOUND : VITALS_KSTATUS_NONE,
                             .counted_as = VITALS_HEALTH_MISSING,
                             .counted = true,
                             .since = -1 };
    if (parts & ANSWER_COLUMNS) {
        answer_fill_identity(answer, desired);
        answer->message = text_visible(
            text_from(in_kstatus ? not_found : "desired, but not among the live objects"));
        answer->rule = text_visible(text_from("none"));
    }
    fill_place(answer, desired, parts);
    answer->unlike_live = false;
    if (parts & ANSWER_JSON) answer->line = missing_json(desired, in_kstatus);
    if (parts & ANSWER_NAME) answer->line = line_of(desired, NULL, ANSWER_NAME);
}

void answer_add_flux(cli_answer *answer, vitals_kstatus status) {
    cli_text message = TEXT_INIT;
    if (status == VITALS_KSTATUS_NONE || !answer->message) return;
    text_printf(&message, "%s (Flux would report %s)", answer->message,
                vitals_kstatus_name(status));
    free(answer->message);
    answer->message = text_take(&message);
}

void answer_done(cli_answer *answer) {
    free(answer->group);
    free(answer->kind);
    free(answer->namespace);
    free(answer->name);
    free(answer->message);
    free(answer->rule);
    free(answer->origin);
    free(answer->suspended);
    free(answer->line);
    free(answer->uid);
    free(answer->owners);
    free(answer->tracking);
    free(answer->policy);
    *answer = (struct cli_answer){ .health = VITALS_HEALTH_UNASSESSED };
}

void answer_add_resource(cli_text *out, const cli_answer *answer) {
    text_printf(out, "%s/%s", answer->kind, answer->name);
}

void answer_add_status(cli_text *out, const cli_answer *answer) {
    text_printf(out, answer->owned || !answer->counted ? "(%s)" : "%s", answer_word(answer));
}

void answer_add_message(cli_text *out, const cli_answer *answer) {
    if (answer->policy) {
        text_printf(out, "counts as %s (%s)%s", answer_counts_as(answer), answer->policy,
                    *answer->message ? ": " : "");
    }
    text_add_string(out, answer->message);
}
