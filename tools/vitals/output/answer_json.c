/* Writes the JSON of one object. */
#include "output/answer_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/memory.h"
#include "input/time.h"

static void add_member(vt_buffer *out, const char *name, vitals_text value) {
    vt_buffer_add_terminated(out, ",\"");
    vt_buffer_add_terminated(out, name);
    vt_buffer_add_terminated(out, "\":");
    if (value.bytes) {
        vt_quote_append_json(out, value);
    } else {
        vt_buffer_add_terminated(out, "null");
    }
}

static void add_string(vt_buffer *out, const char *name, const char *value) {
    if (value) add_member(out, name, vt_text_from(value));
}

/* ---------------------------------------------------------------- the head */

static void add_identity(vt_buffer *out, const cli_answer *answer) {
    vt_buffer_add_terminated(out, "{\"schema\":\"vitals/v1\"");
    add_string(out, "apiVersion", answer->api_version);
    add_string(out, "kind", answer->kind);
    add_string(out, "namespace", answer->namespace);
    add_string(out, "name", answer->name);
    add_string(out, "uid", answer->uid ? answer->uid : "");
}

/* Of an object of a cluster `input` is in its line. */
static void add_head(vt_buffer *out, const cli_answer *answer) {
    add_identity(out, answer);
    if (answer->cluster) return;
    vt_buffer_add_terminated(out, ",\"input\":{\"file\":");
    vt_quote_append_json(out, vt_text_from(answer->file));
    vt_buffer_printf(out, ",\"document\":%u,\"line\":%u}", answer->document, answer->place);
}

/* The size of the part of `json` that the answer's own fields give back, or 0: names may have escapes
** on a terminal that they do not have in JSON. */
static size_t head_size(const cli_answer *answer, vitals_text json) {
    vt_buffer head = BUFFER_INIT;
    if (!answer->api_version) return 0;
    add_head(&head, answer);
    const bool same = head.size < json.size && memcmp(head.bytes, json.bytes, head.size) == 0;
    const size_t size = same ? head.size : 0;
    vt_buffer_done(&head);
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
static void add_delivery(vt_buffer *out, const vitals_document *document) {
    vitals_live_delivery_info info;
    vitals_live_delivery_of_document(document, &info, sizeof info);
    if (info.state == VITALS_LIVE_DELIVERY_NONE) return;
    vt_buffer_printf(out, ",\"delivery\":{\"state\":\"%s\"", vitals_live_delivery_name(info.state));
    if (info.wanted.size) add_member(out, "wanted", info.wanted);
    if (info.applied.size) add_member(out, "applied", info.applied);
    if (info.message.size) add_member(out, "message", info.message);
    vt_buffer_add_terminated(out, "}");
}

/* Where the library's member `input` is, or its end. Strings have no quote that is not escaped, so that what is
** looked for is in none of them. */
static const char *find(const char *json, const char *text) {
    const char *found = strstr(json, text);
    return found ? found : json + strlen(json);
}

/* Which cluster it is from, and which version of it was seen. */
static void add_input(vt_buffer *out, const cli_answer *answer, vitals_text version) {
    vt_buffer_add_terminated(out, ",\"input\":{\"cluster\":");
    vt_quote_append_json(out, vt_text_from(answer->cluster));
    add_member(out, "resourceVersion", version.bytes ? version : vt_text_from(""));
    vt_buffer_add_terminated(out, "}");
}

/* The library's JSON, with the member `input` of a cluster. */
static void add_verdict(vt_buffer *line, const cli_answer *answer, const vitals_document *document,
                        vitals_text json) {
    const size_t skipped = head_size(answer, json);
    if (!answer->cluster) {
        vt_buffer_add_bytes(line, json.bytes + skipped, json.size - skipped);
        return;
    }
    const char *input = find(json.bytes, ",\"input\":{");
    const char *rest = find(input, ",\"health\":");
    vt_buffer_add_bytes(line, json.bytes + skipped, (size_t)(input - json.bytes) - skipped);
    add_input(line, answer, field_text(document, NULL, ".metadata.resourceVersion"));
    vt_buffer_add_bytes(line, rest, json.size - (size_t)(rest - json.bytes));
}

/* Replace the time by a byte where answer_add_json will write the same text. */
static void cut_since(vt_buffer *line, const cli_answer *answer, vitals_text since) {
    vt_buffer own = BUFFER_INIT;
    char *at = strstr(vt_buffer_string(line), ",\"since\":\"");
    if (answer->since >= 0) vt_instant_append(&own, (vt_instant){ answer->since, 0 });
    if (at && own.size && vt_text_is(since, vt_buffer_string(&own))) {
        at += strlen(",\"since\":\"");
        *at = ANSWER_SINCE;
        memmove(at + 1, at + own.size, strlen(at + own.size) + 1);
        vt_buffer_cut(line, line->size - (own.size - 1));
    }
    vt_buffer_done(&own);
}

/* What the rule cost, and the limit that it counts for. */
static void add_cost(vt_buffer *out, const cli_answer *answer, const vitals_verdict *verdict) {
    static const char *const limits[VITALS_SOURCE_COUNT] = {
        [VITALS_SOURCE_EXPRESSION] = "cel_cost",
        [VITALS_SOURCE_CUSTOMIZATION] = "lua_steps",
        [VITALS_SOURCE_INTERPRETER] = "lua_steps",
        [VITALS_SOURCE_BUNDLED] = "lua_steps",
    };
    const char *limit = limits[vitals_verdict_source(verdict)];
    if (!answer->show_cost || !limit) return;
    vt_buffer_printf(out, ",\"cost\":{\"limit\":\"%s\",\"used\":%llu}", limit,
                     (unsigned long long)vitals_verdict_steps(verdict));
}

static void add_line(vt_buffer *out, const cli_answer *answer) {
    const char *since = strchr(answer->line, ANSWER_SINCE);
    vt_buffer_add_bytes(out, answer->line,
                        since ? (size_t)(since - answer->line) : strlen(answer->line));
    if (!since) return;
    vt_instant_append(out, (vt_instant){ answer->since, 0 });
    vt_buffer_add_terminated(out, since + 1);
}

char *answer_json_line(const cli_answer *answer, const vitals_document *document,
                       vitals_verdict *verdict) {
    vt_buffer line = BUFFER_INIT;
    add_verdict(&line, answer, document, verdict_json(verdict));
    cut_since(&line, answer, vitals_verdict_since(verdict));
    add_delivery(&line, document);
    add_cost(&line, answer, verdict);
    return vt_buffer_take(&line, NULL);
}

static void add_file(vt_buffer *out, const vitals_document *document) {
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    vt_buffer_add_terminated(out, ",\"input\":{\"file\":");
    vt_quote_append_json(out, vt_text_from(origin.file ? origin.file : ""));
    vt_buffer_printf(out, ",\"document\":%u,\"line\":%u}", origin.document, origin.line);
}

char *answer_json_missing(const cli_answer *answer, const vitals_document *desired,
                          const char *message) {
    vt_buffer json = BUFFER_INIT;
    vt_buffer_add_terminated(&json, "{\"schema\":\"vitals/v1\"");
    add_member(&json, "apiVersion", vitals_document_api_version(desired));
    add_member(&json, "kind", vitals_document_kind(desired));
    add_member(&json, "namespace", vitals_document_namespace(desired));
    add_member(&json, "name", vitals_document_name(desired));
    vt_buffer_add_terminated(&json, ",\"uid\":null");
    if (answer->cluster) {
        add_input(&json, answer, field_text(desired, NULL, ".metadata.resourceVersion"));
    } else {
        add_file(&json, desired);
    }
    vt_buffer_printf(&json, ",\"health\":{\"status\":\"%s\"", vitals_health_name(answer->health));
    add_member(&json, "message", vt_text_from(message));
    vt_buffer_add_terminated(&json, "}");
    if (answer->kstatus != VITALS_KSTATUS_NONE) {
        vt_buffer_printf(&json, ",\"kstatus\":{\"status\":\"%s\"",
                         vitals_kstatus_name(answer->kstatus));
        add_member(&json, "message", vt_text_from(message));
        vt_buffer_add_terminated(&json, ",\"conditions\":[]}");
    }
    vt_buffer_add_terminated(&json, ",\"rule\":{\"source\":\"none\"}");
    return vt_buffer_take(&json, NULL);
}

char *answer_json_removed(const cli_answer *answer, vitals_text resource_version) {
    vt_buffer json = BUFFER_INIT;
    add_input(&json, answer, resource_version);
    vt_buffer_printf(&json, ",\"health\":{\"status\":\"%s\",\"message\":\"\"}",
                     answer->health == VITALS_HEALTH_EMPTY ? ""
                                                           : vitals_health_name(answer->health));
    vt_buffer_add_terminated(&json, ",\"rule\":{\"source\":\"none\"}");
    return vt_buffer_take(&json, NULL);
}

/* ---------------------------------------------------------------- the tail */

static void add_owner(vt_buffer *out, const answer_relations *relations) {
    const cli_answer *owner = relations->owner;
    const char *uid = owner ? owner->uid : relations->owner_uid;
    if (!uid) return;
    vt_buffer_add_terminated(out, ",\"owner\":{\"uid\":");
    vt_quote_append_json(out, (vitals_text){ uid, strcspn(uid, "\n") });
    if (owner) {
        add_string(out, "group", owner->group);
        add_string(out, "kind", owner->kind);
        add_string(out, "namespace", owner->namespace);
        add_string(out, "name", owner->name);
    }
    vt_buffer_add_terminated(out, "}");
}

/* What the command line adds, and the end. */
static void add_tail(vt_buffer *out, const cli_answer *answer, const answer_relations *relations) {
    const bool counted = answer->counted && !answer->owned;
    vt_buffer_add_terminated(out, counted ? ",\"counted\":true" : ",\"counted\":false");
    if (answer->policy) {
        add_string(out, "countsAs", answer_counts_as(answer));
        add_string(out, "policy", answer->policy);
    }
    add_owner(out, relations);
    add_string(out, "application", relations->application);
    add_string(out, "event", relations->event);
    add_string(out, "because", relations->because);
    vt_buffer_add_terminated(out, "}");
}

void answer_add_json(vt_buffer *out, const cli_answer *answer, const answer_relations *relations) {
    if (*answer->line != '{') add_head(out, answer);
    add_line(out, answer);
    add_tail(out, answer, relations);
}

void answer_add_json_of(vt_buffer *out, const cli_answer *answer, const vitals_document *document,
                        vitals_verdict *verdict, const answer_relations *relations) {
    add_verdict(out, answer, document, verdict_json(verdict));
    add_delivery(out, document);
    add_cost(out, answer, verdict);
    add_tail(out, answer, relations);
}
