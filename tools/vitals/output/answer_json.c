/* Writes the JSON of one object. */
#include "output/answer_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void add_member(cli_text *out, const char *name, vitals_text value) {
    text_printf(out, ",\"%s\":", name);
    if (value.bytes) {
        text_add_json(out, value);
    } else {
        text_add_string(out, "null");
    }
}

static void add_string(cli_text *out, const char *name, const char *value) {
    if (value) add_member(out, name, text_from(value));
}

/* ---------------------------------------------------------------- the head */

static void add_head(cli_text *out, const cli_answer *answer) {
    text_add_string(out, "{\"schema\":\"vitals/v1\"");
    add_string(out, "apiVersion", answer->api_version);
    add_string(out, "kind", answer->kind);
    add_string(out, "namespace", answer->namespace);
    add_string(out, "name", answer->name);
    add_string(out, "uid", answer->uid ? answer->uid : "");
    text_add_string(out, ",\"input\":{\"file\":");
    text_add_json(out, text_from(answer->file));
    text_printf(out, ",\"document\":%u,\"line\":%u}", answer->document, answer->place);
}

/* The size of the part of `json` that the answer's own fields give back, or 0: names may have escapes
** on a terminal that they do not have in JSON. */
static size_t head_size(const cli_answer *answer, vitals_text json) {
    cli_text head = TEXT_INIT;
    if (!answer->api_version) return 0;
    add_head(&head, answer);
    const bool same = head.size < json.size && memcmp(head.bytes, json.bytes, head.size) == 0;
    const size_t size = same ? head.size : 0;
    text_done(&head);
    return size;
}

/* ------------------------------------------------------------- the library's */

/* The JSON of a verdict without its last member, `counted`. */
static vitals_text verdict_json(vitals_verdict *verdict) {
    static const char counted[] = ",\"counted\":";
    vitals_text json = { NULL, 0 };
    if (vitals_verdict_json(verdict, &json) != VITALS_OK) memory_exhausted();
    while (json.size && strncmp(json.bytes + json.size, counted, strlen(counted)) != 0) json.size--;
    return json;
}

/* Revisions and messages are those of the object, so they are written as they are. */
static void add_delivery(cli_text *out, const vitals_document *document) {
    vitals_live_delivery_info info;
    vitals_live_delivery_of_document(document, &info, sizeof info);
    if (info.state == VITALS_LIVE_DELIVERY_NONE) return;
    text_printf(out, ",\"delivery\":{\"state\":\"%s\"", vitals_live_delivery_name(info.state));
    if (info.wanted.size) add_member(out, "wanted", info.wanted);
    if (info.applied.size) add_member(out, "applied", info.applied);
    if (info.message.size) add_member(out, "message", info.message);
    text_add_string(out, "}");
}

char *answer_json_line(const cli_answer *answer, const vitals_document *document,
                       vitals_verdict *verdict) {
    const vitals_text json = verdict_json(verdict);
    const size_t skipped = head_size(answer, json);
    cli_text line = TEXT_INIT;
    text_add(&line, json.bytes + skipped, json.size - skipped);
    add_delivery(&line, document);
    return text_take(&line);
}

char *answer_json_missing(const vitals_document *desired, const char *not_found) {
    vitals_origin origin;
    vitals_document_origin(desired, &origin, sizeof origin);
    cli_text json = TEXT_INIT;
    text_add_string(&json, "{\"schema\":\"vitals/v1\"");
    add_member(&json, "apiVersion", vitals_document_api_version(desired));
    add_member(&json, "kind", vitals_document_kind(desired));
    add_member(&json, "namespace", vitals_document_namespace(desired));
    add_member(&json, "name", vitals_document_name(desired));
    text_add_string(&json, ",\"uid\":null,\"input\":{\"file\":");
    text_add_json(&json, text_from(origin.file ? origin.file : ""));
    text_printf(&json, ",\"document\":%u,\"line\":%u}", origin.document, origin.line);
    text_add_string(&json, ",\"health\":{\"status\":\"Missing\"");
    add_member(&json, "message", text_from(not_found ? not_found : ""));
    text_add_string(&json, "}");
    if (not_found) {
        text_add_string(&json, ",\"kstatus\":{\"status\":\"NotFound\"");
        add_member(&json, "message", text_from(not_found));
        text_add_string(&json, ",\"conditions\":[]}");
    }
    text_add_string(&json, ",\"rule\":{\"source\":\"none\"}");
    return text_take(&json);
}

/* ---------------------------------------------------------------- the tail */

static void add_owner(cli_text *out, const answer_relations *relations) {
    const cli_answer *owner = relations->owner;
    const char *uid = owner ? owner->uid : relations->owner_uid;
    if (!uid) return;
    text_add_string(out, ",\"owner\":{\"uid\":");
    text_add_json(out, (vitals_text){ uid, strcspn(uid, "\n") });
    if (owner) {
        add_string(out, "group", owner->group);
        add_string(out, "kind", owner->kind);
        add_string(out, "namespace", owner->namespace);
        add_string(out, "name", owner->name);
    }
    text_add_string(out, "}");
}

void answer_add_json(cli_text *out, const cli_answer *answer, const answer_relations *relations) {
    if (*answer->line != '{') add_head(out, answer);
    text_add_string(out, answer->line);
    text_printf(out, ",\"counted\":%s", answer->counted && !answer->owned ? "true" : "false");
    if (answer->policy) {
        add_string(out, "countsAs", answer_counts_as(answer));
        add_string(out, "policy", answer->policy);
    }
    add_owner(out, relations);
    add_string(out, "application", relations->application);
    add_string(out, "event", relations->event);
    add_string(out, "because", relations->because);
    text_add_string(out, "}");
}
