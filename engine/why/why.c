/* Questions and findings. */
#include "why/why.h"

#include "base/memory/sized.h"
#include "base/run/limits.h"
#include "health/health.h"

enum { CHANGES_SECONDS = 600 };

/* ------------------------------------------------------------------ life */

void vitals_why_free(vitals_why *why) {
    if (!why) return;
    vitals_allocator allocator = why->allocator;
    vt_map_done(&why->events);
    vt_map_done(&why->members);
    vt_map_done(&why->applications);
    vt_map_done(&why->causes);
    vt_map_done(&why->nodes_by_name);
    vt_map_done(&why->deleted);
    vt_map_done(&why->services);
    vt_map_done(&why->blocking);
    vt_map_done(&why->claims);
    vt_map_done(&why->kinds);
    vt_hash_table_done(&why->objects, &allocator);
    vt_release_array(&allocator, why->steps, why->step_capacity, sizeof *why->steps);
    vt_release_array(&allocator, why->notes.places, why->notes.place_count,
                     sizeof *why->notes.places);
    vt_release_array(&allocator, why->notes.reached, why->notes.count, sizeof *why->notes.reached);
    vt_release_array(&allocator, why->findings, why->finding_capacity, sizeof *why->findings);
    vitals_verdict_free(why->verdict);
    vt_arena_done(&why->arena);
    vt_release(&allocator, why, sizeof *why);
}

static vitals_why *make(vitals_worker *worker, const vitals_call *call,
                        const vitals_why_options *options) {
    const vitals_allocator allocator = vt_allocator_or_default(options->allocator);
    vitals_why *why = vt_allocate_zeroed(&allocator, sizeof *why);
    if (!why) return NULL;
    why->allocator = allocator;
    vt_arena_init(&why->arena, &why->allocator, 0);
    vt_map_init(&why->events, &why->allocator, 0);
    vt_map_init(&why->members, &why->allocator, 0);
    vt_map_init(&why->applications, &why->allocator, 0);
    vt_map_init(&why->causes, &why->allocator, 0);
    vt_map_init(&why->nodes_by_name, &why->allocator, 0);
    vt_map_init(&why->deleted, &why->allocator, 0);
    vt_map_init(&why->services, &why->allocator, 0);
    vt_map_init(&why->blocking, &why->allocator, 0);
    vt_map_init(&why->claims, &why->allocator, 0);
    vt_map_init(&why->kinds, &why->allocator, 0);
    why->worker = worker;
    why->call = *call;
    why->call.set = why->set = options->set;
    why->call.trace = NULL;
    why->with_blocks = options->with_blocks;
    why->notes.items = options->notes;
    why->notes.count = options->note_count;
    why->changes_seconds = options->changes_seconds ? options->changes_seconds : CHANGES_SECONDS;
    why->most_objects = vt_worker_limits(worker)->why_objects;
    why->set_steps = vt_worker_limits(worker)->set_steps;
    return why;
}

vitals_status vitals_why_new(vitals_worker *worker, const vitals_call *call,
                             const vitals_why_options *options, vitals_why **out) {
    vitals_why_options own = VITALS_WHY_OPTIONS_INIT;
    vitals_call own_call;
    if (!worker || !out || !vt_health_read_call(call, &own_call)) return VITALS_EINVAL;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    vitals_why *why = make(worker, &own_call, &own);
    if (!why) return VITALS_ENOMEM;
    if (vitals_verdict_new(&why->allocator, &why->verdict) != VITALS_OK ||
        !vt_why_index(why, !own.without_events)) {
        vitals_why_free(why);
        return VITALS_ENOMEM;
    }
    *out = why;
    return VITALS_OK;
}

/* --------------------------------------------------------------- one finding */

static void add_name(vt_buffer *out, const vt_why_object *object) {
    vt_buffer_add(out, object->kind);
    vt_buffer_add_byte(out, '/');
    vt_buffer_add(out, object->name);
    vt_buffer_add_terminated(out, ": ");
}

/* What the object of a step says, and where in `out` that begins. An object without a word has its
** status. */
static size_t add_step(const vitals_why *why, vt_buffer *out, size_t step) {
    const vt_why_object *object = why->steps[step].object;
    const vt_text known = step == 0 ? object->message : VT_TEXT_ABSENT;
    if (step != 0) add_name(out, object);
    const size_t before = out->size;
    vt_why_add_explanation(why, out, object, known);
    if (out->size == before && step != 0) {
        vt_buffer_add_terminated(out, vitals_health_name(object->health));
    }
    return before;
}

/* "Pod/web-1: not scheduled: …; PersistentVolumeClaim/data: …", and where the words of the cause begin. */
static size_t add_because(const vitals_why *why, vt_buffer *out, size_t step) {
    if (why->steps[step].beside) {
        add_step(why, out, why->steps[step].from);
        if (out->size) vt_buffer_add_terminated(out, "; ");
    }
    return add_step(why, out, step);
}

/* Whether the object delivers others and has failed to, whatever its health. */
static bool has_failed_delivery(const vitals_document *document, vt_text *message) {
    vitals_live_delivery_info info;
    vitals_live_delivery_of_document(document, &info, sizeof info);
    *message = info.message;
    return info.state == VITALS_LIVE_DELIVERY_FAILED || info.state == VITALS_LIVE_DELIVERY_STALLED;
}

/* What a healthy object in trouble says itself: the message of its health is another one. */
static void add_failed_delivery(vt_buffer *out, const vt_why_object *object) {
    vt_text message;
    if (!vt_why_is_unhealthy(object) && has_failed_delivery(object->document, &message)) {
        vt_buffer_add(out, message);
    }
}

/* Returns the words of the cause itself. */
static vt_text explain(vitals_why *why, size_t step, vitals_why_finding *finding) {
    vt_buffer out;
    vt_buffer_init(&out, &why->allocator, SIZE_MAX / 2);
    const size_t at = add_because(why, &out, step);
    if (out.size == 0) add_failed_delivery(&out, why->steps[step].object);
    const vt_text all = vt_arena_copy(&why->arena, vt_buffer_text(&out));
    vt_text own = vt_text_between(all, at, all.size);
    if (own.size == 0) own = finding->message;
    finding->cause = why->steps[step].object->document;
    finding->because = all;
    finding->cause_key = vt_why_cause_key(why, finding->cause, own);
    finding->lasts = vt_why_lasts(why, step, own);
    finding->next = vt_why_next(why, finding->cause, own);
    if (out.failed || vt_text_is_absent(finding->because) ||
        vt_text_is_absent(finding->cause_key)) {
        why->no_memory = true;
    }
    vt_buffer_done(&out);
    return own;
}

static void find_delivery(const vitals_why *why, vitals_why_finding *finding) {
    vitals_live_delivery_of_document(finding->object, &finding->delivery, sizeof finding->delivery);
    finding->deliverer =
        finding->delivery.state ? finding->object : vt_why_application_of(why, finding->object);
    if (!finding->delivery.state && finding->deliverer) {
        vitals_live_delivery_of_document(finding->deliverer, &finding->delivery,
                                         sizeof finding->delivery);
    }
}

static void describe(const vt_why_object *object, vitals_why_finding *finding) {
    *finding = (vitals_why_finding){
        .object = object->document,
        .health = object->health,
        .kstatus = object->kstatus,
        .message = object->message,
        .source = object->source,
        .rule = object->rule,
        .rule_at = object->rule_at,
        .row = object->row,
        .line_at = object->line_at,
        .since_seconds = vt_why_since(object),
    };
}

/* The first finding with this cause: this one, when there is none. */
static size_t find_first(vitals_why *why, vt_text cause_key) {
    const size_t *known = vt_map_get(&why->causes, cause_key);
    if (known) return *known;
    size_t *first = vt_arena_allocate(&why->arena, sizeof *first);
    if (first) *first = why->finding_count;
    if (!first || !vt_map_put(&why->causes, cause_key, first)) why->no_memory = true;
    return why->finding_count;
}

static void add_finding(vitals_why *why, vt_why_object *object, size_t step) {
    void *items = why->findings;
    const bool room = vt_grow(&why->allocator, &items, &why->finding_capacity, why->finding_count,
                              sizeof *why->findings);
    why->findings = items;
    if (!room) {
        why->no_memory = true;
        return;
    }
    vt_why_finding *finding = &why->findings[why->finding_count];
    *finding = (vt_why_finding){ .details = NULL };
    describe(object, &finding->public);
    const vt_text own = explain(why, step, &finding->public);
    find_delivery(why, &finding->public);
    vt_why_find_events(why, step, finding);
    vt_why_find_changes(why, step, finding);
    finding->public.limit = why->limited ? VT_LIMIT_NAME(why_objects) : NULL;
    if (!why->no_memory) finding->public.first = find_first(why, finding->public.cause_key);
    if (!why->no_memory && finding->public.first == why->finding_count) {
        vt_why_find_details(why, step, own, finding);
    }
    if (!why->no_memory) object->finding = why->finding_count++;
}

/* The object of the set, so that what refers to it does not lead to a second one. */
static const vitals_document *own_document(const vitals_why *why, const vitals_document *document) {
    const vitals_document *found = NULL;
    if (!why->set) return document;
    if (vitals_document_uid(document).size) {
        found = vitals_set_find_uid(why->set, vitals_document_uid(document));
    }
    if (!found) {
        found = vitals_set_find(why->set, vitals_document_group(document),
                                vitals_document_kind(document), vitals_document_namespace(document),
                                vitals_document_name(document));
    }
    return found ? found : document;
}

vitals_status vitals_why_ask(vitals_why *why, const vitals_document *document, size_t *index) {
    if (!why || !document || !index) return VITALS_EINVAL;
    why->no_memory = false;
    vt_why_object *object = vt_why_object_of(why, own_document(why, document));
    const bool first = object && !object->asked;
    vt_text message;
    const bool in_trouble =
        first && (vt_why_is_unhealthy(object) || has_failed_delivery(object->document, &message) ||
                  (why->with_blocks && vt_why_holds_up(why, object->document)));
    if (in_trouble || (first && vt_why_starts_others(object->document))) {
        const size_t step = vt_why_search(why, object);
        if (!why->no_memory && (in_trouble || step != 0)) {
            add_finding(why, object, step);
        }
    }
    if (why->no_memory) return VITALS_ENOMEM;
    object->asked = true;
    if (object->finding == SIZE_MAX) return VITALS_ENOTFOUND;
    *index = object->finding;
    return VITALS_OK;
}

/* Of notes the answers are not kept: there may be very many. */
static vitals_status because_of(vitals_why *why, size_t note, vt_buffer *out) {
    vt_why_object *object = vt_why_object_of_note(why, note);
    if (!object) return VITALS_ENOMEM;
    if (!vt_why_is_unhealthy(object) && !object->note->starts_others) return VITALS_ENOTFOUND;
    const size_t step = vt_why_search(why, object);
    if (why->no_memory) return VITALS_ENOMEM;
    if (!vt_why_is_unhealthy(object) && step == 0) return VITALS_ENOTFOUND;
    add_because(why, out, step);
    return out->failed || why->no_memory ? VITALS_ENOMEM : VITALS_OK;
}

vitals_status vitals_why_because(vitals_why *why, size_t note, char **text, size_t *size) {
    vt_buffer out;
    if (!why || !text || !size || note >= why->notes.count) return VITALS_EINVAL;
    vt_buffer_init(&out, &why->allocator, SIZE_MAX / 2);
    why->no_memory = false;
    const vt_arena_mark mark = vt_arena_mark_here(&why->arena);
    vitals_status status = because_of(why, note, &out);
    vt_arena_back_to(&why->arena, mark);
    if (status == VITALS_OK && !(*text = vt_buffer_take(&out, size))) status = VITALS_ENOMEM;
    vt_buffer_done(&out);
    return status;
}

/* ------------------------------------------------------------------ reading */

size_t vitals_why_finding_count(const vitals_why *why) {
    return why->finding_count;
}

bool vitals_why_finding_at(const vitals_why *why, size_t index, vitals_why_finding *out,
                           size_t out_bytes) {
    if (index >= why->finding_count) return false;
    vt_sized_write(out, out_bytes, &why->findings[index].public, sizeof *out);
    return true;
}

bool vitals_why_event_at(const vitals_why *why, size_t finding, size_t index, vitals_why_event *out,
                         size_t out_bytes) {
    if (finding >= why->finding_count || index >= why->findings[finding].public.event_count) {
        return false;
    }
    vt_sized_write(out, out_bytes, &why->findings[finding].events[index], sizeof *out);
    return true;
}

bool vitals_why_detail_at(const vitals_why *why, size_t finding, size_t index, vitals_text *out) {
    if (finding >= why->finding_count || index >= why->findings[finding].public.detail_count) {
        return false;
    }
    *out = why->findings[finding].details[index];
    return true;
}

bool vitals_why_change_at(const vitals_why *why, size_t finding, size_t index,
                          vitals_why_change *out, size_t out_bytes) {
    if (finding >= why->finding_count || index >= why->findings[finding].public.change_count) {
        return false;
    }
    vt_sized_write(out, out_bytes, &why->findings[finding].changes[index], sizeof *out);
    return true;
}
