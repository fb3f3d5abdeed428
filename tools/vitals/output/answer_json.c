/* Writes the JSON of one object. */
#include "output/answer_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/time.h"

static void add_member(cli_text *out, const char *name, vitals_text value) {
    text_add_string(out, ",\"");
    text_add_string(out, name);
    text_add_string(out, "\":");
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

static void add_identity(cli_text *out, const cli_answer *answer) {
    text_add_string(out, "{\"schema\":\"vitals/v1\"");
    add_string(out, "apiVersion", answer->api_version);
    add_string(out, "kind", answer->kind);
    add_string(out, "namespace", answer->namespace);
    add_string(out, "name", answer->name);
    add_string(out, "uid", answer->uid ? answer->uid : "");
}

/* Of an object of a cluster `input` is in its line. */
static void add_head(cli_text *out, const cli_answer *answer) {
    add_identity(out, answer);
    if (answer->cluster) return;
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

/* The JSON of a verdict without its last member, `counted`, which is true or false. */
static vitals_text verdict_json(vitals_verdict *verdict) {
    vitals_text json = { NULL, 0 };
    if (vitals_verdict_json(verdict, &json) != VITALS_OK) memory_exhausted();
    while (json.size && json.bytes[json.size] != ',') json.size--;
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

/* Where the library's member `input` is, or its end. Strings have no quote that is not escaped, so that what is
** looked for is in none of them. */
static const char *find(const char *json, const char *text) {
    const char *found = strstr(json, text);
    return found ? found : json + strlen(json);
}

/* Which cluster it is from, and which version of it was seen. */
static void add_input(cli_text *out, const cli_answer *answer, vitals_text version) {
    text_add_string(out, ",\"input\":{\"cluster\":");
    text_add_json(out, text_from(answer->cluster));
    add_member(out, "resourceVersion", version.bytes ? version : text_from(""));
    text_add_string(out, "}");
}

static vitals_text version_of(const vitals_document *document) {
    const vitals_value *version = NULL;
    const vitals_text path = text_from(".metadata.resourceVersion");
    if (vitals_document_field(document, NULL, path, &version) == VITALS_ENOMEM) memory_exhausted();
    return vitals_value_string(version);
}

/* The library's JSON, with the member `input` of a cluster. */
static void add_verdict(cli_text *line, const cli_answer *answer, const vitals_document *document,
                        vitals_text json) {
    const size_t skipped = head_size(answer, json);
    if (!answer->cluster) {
        text_add(line, json.bytes + skipped, json.size - skipped);
        return;
    }
    const char *input = find(json.bytes, ",\"input\":{");
    const char *rest = find(input, ",\"health\":");
    text_add(line, json.bytes + skipped, (size_t)(input - json.bytes) - skipped);
    add_input(line, answer, version_of(document));
    text_add(line, rest, json.size - (size_t)(rest - json.bytes));
}

/* Replace the time by a byte where answer_add_json will write the same text. */
static void cut_since(cli_text *line, const cli_answer *answer, vitals_text since) {
    cli_text own = TEXT_INIT;
    char *at = strstr(text_string(line), ",\"since\":\"");
    if (answer->since >= 0) time_add(&own, answer->since);
    if (at && own.size && text_is(since, text_string(&own))) {
        at += strlen(",\"since\":\"");
        *at = ANSWER_SINCE;
        memmove(at + 1, at + own.size, strlen(at + own.size) + 1);
        line->size -= own.size - 1;
    }
    text_done(&own);
}

/* What the rule cost, and the limit that it counts for. */
static void add_cost(cli_text *out, const cli_answer *answer, const vitals_verdict *verdict) {
    static const char *const limits[VITALS_SOURCE_COUNT] = {
        [VITALS_SOURCE_EXPRESSION] = "cel_cost",
        [VITALS_SOURCE_CUSTOMIZATION] = "lua_steps",
        [VITALS_SOURCE_INTERPRETER] = "lua_steps",
        [VITALS_SOURCE_BUNDLED] = "lua_steps",
    };
    const char *limit = limits[vitals_verdict_source(verdict)];
    if (!answer->show_cost || !limit) return;
    text_printf(out, ",\"cost\":{\"limit\":\"%s\",\"used\":%llu}", limit,
                (unsigned long long)vitals_verdict_steps(verdict));
}

static void add_line(cli_text *out, const cli_answer *answer) {
    const char *since = strchr(answer->line, ANSWER_SINCE);
    text_add(out, answer->line, since ? (size_t)(since - answer->line) : strlen(answer->line));
    if (!since) return;
    time_add(out, answer->since);
    text_add_string(out, since + 1);
}

char *answer_json_line(const cli_answer *answer, const vitals_document *document,
                       vitals_verdict *verdict) {
    cli_text line = TEXT_INIT;
    add_verdict(&line, answer, document, verdict_json(verdict));
    cut_since(&line, answer, vitals_verdict_since(verdict));
    add_delivery(&line, document);
    add_cost(&line, answer, verdict);
    return text_take(&line);
}

static void add_file(cli_text *out, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    text_add_string(out, ",\"input\":{\"file\":");
    text_add_json(out, text_from(origin.file ? origin.file : ""));
    text_printf(out, ",\"document\":%u,\"line\":%u}", origin.document, origin.line);
}

char *answer_json_missing(const cli_answer *answer, const vitals_document *desired,
                          const char *message) {
    cli_text json = TEXT_INIT;
    text_add_string(&json, "{\"schema\":\"vitals/v1\"");
    add_member(&json, "apiVersion", vitals_document_api_version(desired));
    add_member(&json, "kind", vitals_document_kind(desired));
    add_member(&json, "namespace", vitals_document_namespace(desired));
    add_member(&json, "name", vitals_document_name(desired));
    text_add_string(&json, ",\"uid\":null");
    if (answer->cluster) {
        add_input(&json, answer, version_of(desired));
    } else {
        add_file(&json, desired);
    }
    text_printf(&json, ",\"health\":{\"status\":\"%s\"", vitals_health_name(answer->health));
    add_member(&json, "message", text_from(message));
    text_add_string(&json, "}");
    if (answer->kstatus != VITALS_KSTATUS_NONE) {
        text_printf(&json, ",\"kstatus\":{\"status\":\"%s\"", vitals_kstatus_name(answer->kstatus));
        add_member(&json, "message", text_from(message));
        text_add_string(&json, ",\"conditions\":[]}");
    }
    text_add_string(&json, ",\"rule\":{\"source\":\"none\"}");
    return text_take(&json);
}

char *answer_json_removed(const cli_answer *answer, vitals_text resource_version) {
    cli_text json = TEXT_INIT;
    add_input(&json, answer, resource_version);
    text_printf(&json, ",\"health\":{\"status\":\"%s\",\"message\":\"\"}",
                answer->health == VITALS_HEALTH_EMPTY ? "" : vitals_health_name(answer->health));
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

/* What the command line adds, and the end. */
static void add_tail(cli_text *out, const cli_answer *answer, const answer_relations *relations) {
    const bool counted = answer->counted && !answer->owned;
    text_add_string(out, counted ? ",\"counted\":true" : ",\"counted\":false");
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

void answer_add_json(cli_text *out, const cli_answer *answer, const answer_relations *relations) {
    if (*answer->line != '{') add_head(out, answer);
    add_line(out, answer);
    add_tail(out, answer, relations);
}

void answer_add_json_of(cli_text *out, const cli_answer *answer, const vitals_document *document,
                        vitals_verdict *verdict, const answer_relations *relations) {
    add_verdict(out, answer, document, verdict_json(verdict));
    add_delivery(out, document);
    add_cost(out, answer, verdict);
    add_tail(out, answer, relations);
}
