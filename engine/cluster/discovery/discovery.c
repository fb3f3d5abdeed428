/* Discovery: the requests, and the table that their answers make. */
#include "cluster/discovery/discovery.h"

#include "base/memory/map.h"
#include "base/text/percent.h"
#include "base/text/quote.h"
#include "cluster/discovery/discovery_read.h"
#include "cluster/transport/encoding.h"
#include "cluster/transport/request.h"
#include "cluster/transport/status_object.h"
#include "cluster/watch/fields.h"

enum { CORE, GROUPS, ROOTS }; /* the first two requests: /api and /apis */

typedef enum request_state { WAITS, SENT, ANSWERED } request_state;

/* A request, and the parts that its answer gave. */
typedef struct request {
    vt_text path;
    request_state state;
    vt_discovery_part *version; /* of a request for one group and version; NULL: a root */
} request;

struct vt_discovery {
    vitals_allocator allocator;
    const vitals_limits *limits;
    const vt_discovery *known;
    vt_arena arena;
    request *requests;
    size_t count, capacity;
    vt_discovery_parts roots[ROOTS];
    bool aggregated[ROOTS];
    vt_text bodies[ROOTS]; /* of aggregated answers, to be used again */
    vt_text etags[ROOTS];
    size_t unchanged; /* roots that answered 304 */
    bool failed, built;
    vt_resource_table table;
};

static bool add_request(vt_discovery *discovery, vt_text path, vt_discovery_part *version) {
    void *requests = discovery->requests;
    bool room = vt_grow(&discovery->allocator, &requests, &discovery->capacity, discovery->count,
                        sizeof *discovery->requests);
    discovery->requests = requests;
    if (!room || vt_text_is_absent(path)) return false;
    discovery->requests[discovery->count++] = (request){ path, WAITS, version };
    return true;
}

vitals_status vt_discovery_new(const vitals_allocator *allocator, const vitals_limits *limits,
                               const vt_discovery *known, vt_discovery **out) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vt_discovery *discovery = vt_allocate_zeroed(&own, sizeof *discovery);
    if (!discovery) return VITALS_ENOMEM;
    discovery->allocator = own;
    discovery->limits = limits;
    discovery->known = known;
    vt_arena_init(&discovery->arena, &discovery->allocator, 0);
    if (!add_request(discovery, VT_TEXT("/api"), NULL) ||
        !add_request(discovery, VT_TEXT("/apis"), NULL)) {
        vt_discovery_free(discovery);
        return VITALS_ENOMEM;
    }
    *out = discovery;
    return VITALS_OK;
}

void vt_discovery_free(vt_discovery *discovery) {
    if (!discovery) return;
    vitals_allocator allocator = discovery->allocator;
    vt_release_array(&allocator, discovery->requests, discovery->capacity,
                     sizeof *discovery->requests);
    vt_arena_done(&discovery->arena);
    vt_release(&allocator, discovery, sizeof *discovery);
}

bool vt_discovery_next(vt_discovery *discovery, vt_discovery_request *out) {
    for (size_t i = 0; i < discovery->count && !discovery->failed; i++) {
        request *next = &discovery->requests[i];
        if (next->state != WAITS) continue;
        next->state = SENT;
        *out = (vt_discovery_request){ i, next->path, vt_accept_json, VT_TEXT_ABSENT };
        if (i < ROOTS) out->accept = vt_accept_discovery;
        if (i < ROOTS && discovery->known) out->if_none_match = discovery->known->etags[i];
        return true;
    }
    return false;
}

/* ----------------------------------------------------------------- answers */

/* Which form the answer has is said by its Content-Type, not by its body. */
static bool is_aggregated(vt_text content_type) {
    vt_text version = vt_media_parameter(content_type, "v");
    return vt_text_is(vt_media_parameter(content_type, "g"), "apidiscovery.k8s.io") &&
           vt_text_is(vt_media_parameter(content_type, "as"), "APIGroupDiscoveryList") &&
           (vt_text_is(version, "v2") || vt_text_is(version, "v2beta1"));
}

static vitals_status parse(vt_discovery *discovery, vt_text body, vitals_document **out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.allocator = &discovery->allocator;
    options.limits = discovery->limits;
    options.format = VITALS_FORMAT_JSON;
    return vitals_document_parse(body.bytes, body.size, &options, out, NULL);
}

/* Read the body of a root. */
static vitals_status read_root(vt_discovery *discovery, size_t root, vt_text body) {
    vitals_document *document = NULL;
    vitals_status status = parse(discovery, body, &document);
    if (status == VITALS_OK) {
        vt_discovery_parts *parts = &discovery->roots[root];
        status = discovery->aggregated[root]
                     ? vt_discovery_read_aggregated(document, &discovery->arena, parts)
                     : vt_discovery_read_names(document, root == CORE, &discovery->arena, parts);
    }
    vitals_document_free(document);
    return status;
}

/* 304: the body of the discovery before. */
static vitals_status reuse(vt_discovery *discovery, size_t root) {
    const vt_discovery *known = discovery->known;
    discovery->aggregated[root] = true;
    discovery->bodies[root] = vt_arena_copy(&discovery->arena, known->bodies[root]);
    discovery->etags[root] = vt_arena_copy(&discovery->arena, known->etags[root]);
    discovery->unchanged++;
    return read_root(discovery, root, discovery->bodies[root]);
}

/* The body is kept only where an ETag makes it useful later. */
static vitals_status keep(vt_discovery *discovery, size_t root, const vt_discovery_answer *answer) {
    discovery->aggregated[root] = is_aggregated(answer->content_type);
    if (!discovery->aggregated[root] || !answer->etag.size) return VITALS_OK;
    discovery->bodies[root] = vt_arena_copy(&discovery->arena, answer->body);
    discovery->etags[root] = vt_arena_copy(&discovery->arena, answer->etag);
    bool kept = discovery->bodies[root].bytes && discovery->etags[root].bytes;
    return kept ? VITALS_OK : VITALS_ENOMEM;
}

static vitals_status explain(vt_discovery *discovery, const vt_discovery_answer *answer,
                             const char *path, vt_buffer *why) {
    vt_reply reply = { .status = answer->status,
                       .content_type = answer->content_type,
                       .body = answer->body };
    vt_failure failure;
    discovery->failed = true;
    vt_buffer_printf(why, "the kinds of the server cannot be read from %s: ", path);
    if (answer->status == 0) {
        vt_buffer_add_terminated(why, "no answer");
        return VITALS_EREAD;
    }
    vitals_status status = vt_failure_of_reply(&reply, &discovery->arena, &failure);
    if (status != VITALS_OK) return status;
    vt_buffer_add(why, failure.kind == VT_FAILURE_NONE
                           ? VT_TEXT("the answer is not a discovery document")
                           : failure.message);
    return VITALS_EREAD;
}

static vitals_status answer_root(vt_discovery *discovery, size_t root,
                                 const vt_discovery_answer *answer, vt_buffer *why) {
    const char *path = discovery->requests[root].path.bytes;
    vitals_status status = VITALS_OK;
    if (root == CORE && answer->status == 404) {
        discovery->aggregated[CORE] = true; /* nothing to ask for again */
        return VITALS_OK;
    }
    if (answer->status == 304 && discovery->known && discovery->known->etags[root].size) {
        status = reuse(discovery, root);
    } else if (answer->status == 200) {
        status = keep(discovery, root, answer);
        if (status == VITALS_OK) status = read_root(discovery, root, answer->body);
    } else {
        return explain(discovery, answer, path, why);
    }
    if (status == VITALS_OK || status == VITALS_ENOMEM) return status;
    return explain(discovery, answer, path, why);
}

/* The answer about one group and version. 404: it has gone meanwhile. */
static vitals_status answer_version(vt_discovery *discovery, vt_discovery_part *part,
                                    const vt_discovery_answer *answer) {
    vitals_document *document = NULL;
    if (answer->status == 404) return VITALS_OK;
    part->stale = true;
    if (answer->status != 200) return VITALS_OK;
    vitals_status status = parse(discovery, answer->body, &document);
    if (status == VITALS_OK)
        status = vt_discovery_read_resources(document, &discovery->arena, part);
    vitals_document_free(document);
    if (status == VITALS_OK) part->stale = false;
    return status == VITALS_ENOMEM ? status : VITALS_OK;
}

/* ------------------------------------------------------- the older requests */

static bool add_version(vt_discovery *discovery, vt_discovery_part *part) {
    vt_buffer path;
    vt_buffer_init(&path, &discovery->allocator, 4096);
    vt_buffer_add_terminated(&path, part->group.size ? "/apis/" : "/api/");
    if (part->group.size) {
        vt_percent_encode(&path, part->group);
        vt_buffer_add_byte(&path, '/');
    }
    vt_percent_encode(&path, part->version);
    vt_text whole = vt_buffer_whole_text(&path);
    bool added =
        whole.bytes && add_request(discovery, vt_arena_copy(&discovery->arena, whole), part);
    vt_buffer_done(&path);
    part->rows = NULL;
    part->count = 0;
    part->stale = false;
    return added;
}

/* Both roots are known. Where one of them is not aggregated, neither counts as such: one request for each
** group and version follows. */
static vitals_status ask_for_versions(vt_discovery *discovery) {
    if (discovery->aggregated[CORE] && discovery->aggregated[GROUPS]) return VITALS_OK;
    for (size_t root = 0; root < ROOTS; root++) {
        vt_discovery_parts *parts = &discovery->roots[root];
        discovery->etags[root] = discovery->bodies[root] = VT_TEXT_ABSENT;
        for (vt_discovery_part *part = parts->first; part; part = part->next) {
            if (!add_version(discovery, part)) return VITALS_ENOMEM;
        }
    }
    return VITALS_OK;
}

/* ------------------------------------------------------------------- table */

/* A group is a run of parts. Its preferred version comes first in the table: the one that the server
** names, unless it is stale; then the first that is not. */
static const vt_discovery_part *preferred_part(const vt_discovery_part *group) {
    const vt_discovery_part *first = NULL;
    for (const vt_discovery_part *part = group; part && vt_text_equal(part->group, group->group);
         part = part->next) {
        if (part->stale) continue;
        if (part->preferred) return part;
        if (!first) first = part;
    }
    return first;
}

static bool add_rows(vt_resource *rows, size_t *count, const vt_discovery_part *part,
                     vt_map *seen) {
    for (size_t i = 0; part && i < part->count; i++) {
        vt_resource *row = &rows[*count];
        *row = part->rows[i];
        row->preferred = !vt_map_get(seen, row->plural);
        if (row->preferred && !vt_map_put(seen, row->plural, row)) return false;
        ++*count;
    }
    return true;
}

/* All versions of the group that begins at `group`; `*group` moves behind them. */
static bool add_group(vt_resource *rows, size_t *count, vt_stale_group *stale, size_t *stale_count,
                      const vt_discovery_part **group, vt_map *seen) {
    const vt_discovery_part *first = *group, *preferred = preferred_part(first), *part;
    vt_map_clear(seen);
    bool done = add_rows(rows, count, preferred, seen);
    for (part = first; part && vt_text_equal(part->group, first->group); part = part->next) {
        if (part->stale) stale[(*stale_count)++] = (vt_stale_group){ part->group, part->version };
        if (part != preferred && !part->stale) done = done && add_rows(rows, count, part, seen);
    }
    *group = part;
    return done;
}

static vitals_status build(vt_discovery *discovery) {
    size_t rows_most = 0, parts_most = 0, count = 0, stale_count = 0;
    for (size_t root = 0; root < ROOTS; root++) {
        for (vt_discovery_part *part = discovery->roots[root].first; part; part = part->next) {
            rows_most += part->count;
            parts_most++;
        }
    }
    vt_resource *rows = vt_arena_allocate_array(&discovery->arena, rows_most, sizeof *rows);
    vt_stale_group *stale = vt_arena_allocate_array(&discovery->arena, parts_most, sizeof *stale);
    vt_map seen;
    vt_map_init(&seen, &discovery->allocator, 0);
    bool done = rows && stale;
    for (size_t root = 0; root < ROOTS; root++) {
        const vt_discovery_part *group = discovery->roots[root].first;
        while (done && group) done = add_group(rows, &count, stale, &stale_count, &group, &seen);
    }
    vt_map_done(&seen);
    if (!done) return VITALS_ENOMEM;
    discovery->table = (vt_resource_table){ rows, count, stale, stale_count };
    discovery->built = true;
    return VITALS_OK;
}

/* ---------------------------------------------------------------- progress */

static bool all_answered(const vt_discovery *discovery, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (discovery->requests[i].state != ANSWERED) return false;
    }
    return true;
}

vitals_status vt_discovery_answered(vt_discovery *discovery, const vt_discovery_answer *answer,
                                    vt_buffer *why) {
    if (answer->id >= discovery->count) return VITALS_EINVAL;
    request *about = &discovery->requests[answer->id];
    bool is_root = answer->id < ROOTS;
    if (about->state == ANSWERED) return VITALS_EINVAL;
    about->state = ANSWERED;
    vitals_status status = is_root ? answer_root(discovery, answer->id, answer, why)
                                   : answer_version(discovery, about->version, answer);
    if (status == VITALS_OK && is_root && all_answered(discovery, ROOTS))
        status = ask_for_versions(discovery);
    if (status == VITALS_OK && all_answered(discovery, discovery->count)) status = build(discovery);
    if (status != VITALS_OK) discovery->failed = true;
    return status;
}

bool vt_discovery_is_done(const vt_discovery *discovery) {
    return discovery->built;
}

bool vt_discovery_is_unchanged(const vt_discovery *discovery) {
    return discovery->built && discovery->unchanged == ROOTS;
}

const vt_resource_table *vt_discovery_table(const vt_discovery *discovery) {
    return discovery->built ? &discovery->table : NULL;
}
