/* Applications: members are put, removed and merged; the aggregate follows each change. */
#include "health/application.h"

#include "base/memory/sized.h"

/* ------------------------------------------------------------------ lifetime */

static bool copy_options(vitals_application *application,
                         const vitals_application_options *options) {
    vt_member_self *self = &application->self;
    vt_text *const to[] = { &self->uid, &self->namespace_, &self->name };
    const vt_text from[] = { options->uid, options->namespace_, options->name };
    application->aggregate = options->aggregate;
    application->profile = options->profile;
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        if (vt_text_is_absent(from[i])) continue;
        *to[i] = vt_arena_copy(&application->arena, from[i]);
        if (vt_text_is_absent(*to[i])) return false;
    }
    return true;
}

vitals_status vitals_application_new(vitals_engine *engine,
                                     const vitals_application_options *options,
                                     vitals_application **out) {
    if (!engine || !out) return VITALS_EINVAL;
    vitals_application_options own = VITALS_APPLICATION_OPTIONS_INIT;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    if ((unsigned)own.aggregate >= VITALS_AGGREGATE_COUNT ||
        (unsigned)own.profile >= VITALS_PROFILE_COUNT) {
        return VITALS_EINVAL;
    }
    vitals_application *application = vt_allocate_zeroed(&engine->allocator, sizeof *application);
    if (!application) return VITALS_ENOMEM;
    application->allocator = engine->allocator;
    application->engine = vitals_engine_retain(engine);
    application->errors.errors = true;
    vt_arena_init(&application->arena, &application->allocator, 0);
    vt_buffer_init(&application->message, &application->allocator, SIZE_MAX / 2);
    vt_buffer_init(&application->error, &application->allocator, SIZE_MAX / 2);
    vt_buffer_init(&application->partial, &application->allocator, SIZE_MAX / 2);
    if (!copy_options(application, &own)) {
        vitals_application_free(application);
        return VITALS_ENOMEM;
    }
    *out = application;
    return VITALS_OK;
}

static void release_older(vitals_application *application) {
    for (size_t i = 0; i < application->older_count; i++) {
        vitals_engine_release(application->older[i]);
    }
    vt_release_array(&application->allocator, application->older, application->older_capacity,
                     sizeof(vitals_engine *));
    application->older = NULL;
    application->older_count = application->older_capacity = 0;
}

void vitals_application_free(vitals_application *application) {
    if (!application) return;
    vitals_allocator memory = application->allocator;
    uint64_t cursor = 0;
    for (vt_member *member; (member = vt_sequence_next(&application->order, &cursor));) {
        vt_member_free(&memory, member);
    }
    vt_sequence_done(&application->order, &memory);
    vt_hash_table_done(&application->by_key, &memory);
    for (size_t i = 0; i < VITALS_HEALTH_COUNT; i++) {
        vt_member_heap_done(&application->causes[i], &memory);
    }
    vt_member_heap_done(&application->errors, &memory);
    vt_buffer_done(&application->message);
    vt_buffer_done(&application->error);
    vt_buffer_done(&application->partial);
    vitals_coverage_free(application->covered);
    vt_arena_done(&application->arena);
    release_older(application);
    vitals_engine_release(application->engine);
    vt_release(&memory, application, sizeof *application);
}

/* ------------------------------------------------------------------ counting */

/* Healthy members cause nothing. */
static vt_member_heap *heap_of(vitals_application *application, bool counted, uint8_t counted_as) {
    return counted && counted_as != VITALS_HEALTH_HEALTHY ? &application->causes[counted_as] : NULL;
}

static bool has_error(const vt_member *member) {
    return member->failed && !vt_counting_excluded(member->facts);
}

/* Make room for a member of this class. false: no memory. */
static bool reserve_class(vitals_application *application, vt_counting class) {
    vt_member_heap *heap = heap_of(application, class.counted, class.counts_as);
    return !heap || vt_member_heap_reserve(heap, &application->allocator);
}

static void count_class(vitals_application *application, vt_member *member) {
    vt_member_heap *heap = heap_of(application, member->counted, member->counted_as);
    if (heap) vt_member_heap_add(heap, member);
    if (member->counted) application->sums.counted[member->counted_as]++;
    application->current = false;
}

static void uncount_class(vitals_application *application, vt_member *member) {
    vt_member_heap *heap = heap_of(application, member->counted, member->counted_as);
    if (heap) vt_member_heap_remove(heap, &application->allocator, member);
    if (member->counted) application->sums.counted[member->counted_as]--;
    application->current = false;
}

/* Count what is not a hook as present or absent. */
static void count_presence(vitals_application *application, const vt_member *member, int change) {
    if (member->facts.hook) return;
    if (member->live) {
        application->sums.present += (uint32_t)change;
    } else if (!vt_counting_is_unread(vt_member_text_of(member, VT_MEMBER_GROUP),
                                      vt_member_text_of(member, VT_MEMBER_KIND))) {
        application->sums.absent += (uint32_t)change;
    }
}

static void count(vitals_application *application, vt_member *member) {
    count_class(application, member);
    count_presence(application, member, 1);
    if (!has_error(member)) return;
    vt_member_heap_add(&application->errors, member);
    application->error_current = false;
}

static void uncount(vitals_application *application, vt_member *member) {
    uncount_class(application, member);
    count_presence(application, member, -1);
    if (!has_error(member)) return;
    vt_member_heap_remove(&application->errors, &application->allocator, member);
    application->error_current = false;
}

/* ------------------------------------------------------------------- changing */

static bool has_key(const void *item, const void *key) {
    return vt_text_equal(vt_member_text_of(item, VT_MEMBER_KEY), *(const vt_text *)key);
}

/* The address is a seed that the author of the objects does not know. */
static uint64_t hash_key(const vitals_application *application, vt_text key) {
    return vt_hash(key, (uint64_t)(uintptr_t)application);
}

static vt_member *find_member(const vitals_application *application, vt_text key) {
    return vt_hash_table_find(&application->by_key, hash_key(application, key), has_key, &key);
}

static bool reserve(vitals_application *application, const vt_member *member, vt_counting class) {
    const vitals_allocator *allocator = &application->allocator;
    return reserve_class(application, class) &&
           (!has_error(member) || vt_member_heap_reserve(&application->errors, allocator)) &&
           vt_hash_table_reserve(&application->by_key, allocator) &&
           vt_sequence_reserve(&application->order, allocator);
}

/* The room that a removal gives back must not be that of the member that follows. */
static void replace(vitals_application *application, vt_member *old, vt_member *member) {
    member->number = old->number;
    count(application, member);
    uncount(application, old);
    vt_hash_table_remove(&application->by_key, &application->allocator, old->hash, old);
    vt_sequence_replace(&application->order, member->number, member);
    vt_member_free(&application->allocator, old);
}

/* Put a member, which the application owns then, also when this fails. */
static vitals_status put_member(vitals_application *application, vt_member *member,
                                vt_member *old) {
    member->hash = hash_key(application, vt_member_text_of(member, VT_MEMBER_KEY));
    vt_counting class = vt_member_classify(member, application->engine, application->aggregate);
    if (!reserve(application, member, class)) {
        vt_member_free(&application->allocator, member);
        return VITALS_ENOMEM;
    }
    vt_member_set_class(member, class);
    if (old) {
        replace(application, old, member);
    } else {
        member->number = ++application->last_number;
        vt_sequence_append(&application->order, member->number, member);
        count(application, member);
    }
    vt_hash_table_insert(&application->by_key, member->hash, member);
    return VITALS_OK;
}

vitals_status vitals_application_put(vitals_application *application,
                                     const vitals_resource *resource) {
    vitals_resource own = VITALS_RESOURCE_INIT;
    if (!application || !resource || !vt_sized_read(resource, &own, sizeof own)) {
        return VITALS_EINVAL;
    }
    if (!own.target && !own.live) return VITALS_EINVAL;
    vt_member *member = vt_member_new(&application->allocator, &own, &application->self);
    if (!member) return VITALS_ENOMEM;
    return put_member(application, member, find_member(application, own.key));
}

vitals_status vitals_application_remove(vitals_application *application, vitals_text key) {
    if (!application) return VITALS_EINVAL;
    vt_member *found = find_member(application, key);
    if (!found) return VITALS_ENOTFOUND;
    uncount(application, found);
    vt_hash_table_remove(&application->by_key, &application->allocator, found->hash, found);
    vt_sequence_remove(&application->order, &application->allocator, found->number);
    vt_member_free(&application->allocator, found);
    return VITALS_OK;
}

/* -------------------------------------------------------------------- merging */

static vt_member *kept_version(const vitals_application *application, const vt_member *theirs,
                               bool *is_ours) {
    vt_member *ours = find_member(application, vt_member_text_of(theirs, VT_MEMBER_KEY));
    *is_ours = ours && vt_member_compare_versions(ours, theirs) <= 0;
    return ours;
}

vitals_status vt_application_merge_member(vitals_application *application, vt_member *member) {
    bool is_ours;
    vt_member *ours = kept_version(application, member, &is_ours);
    if (!is_ours) return put_member(application, member, ours);
    vt_member_free(&application->allocator, member);
    return VITALS_OK;
}

vitals_status vitals_application_merge(vitals_application *application,
                                       const vitals_application *other) {
    if (!application || !other || application == other ||
        application->aggregate != other->aggregate) {
        return VITALS_EINVAL;
    }
    uint64_t cursor = 0;
    for (const vt_member *theirs; (theirs = vt_sequence_next(&other->order, &cursor));) {
        bool is_ours;
        vt_member *ours = kept_version(application, theirs, &is_ours);
        if (is_ours) continue;
        vt_member *copy = vt_member_copy(&application->allocator, theirs);
        vitals_status status = copy ? put_member(application, copy, ours) : VITALS_ENOMEM;
        if (status) return status;
    }
    return other->covered ? vitals_application_cover(application, other->covered) : VITALS_OK;
}

/* ------------------------------------------------------------------- coverage */

vitals_status vitals_application_cover(vitals_application *application,
                                       const vitals_coverage_list *list) {
    if (!application || !list) return VITALS_EINVAL;
    if (!application->covered) {
        const vitals_status status =
            vitals_coverage_new(&application->allocator, &application->covered);
        if (status) return status;
    }
    application->current = false;
    return vitals_coverage_add_list(application->covered, list, SIZE_MAX);
}

const vitals_coverage_list *vitals_application_coverage(const vitals_application *application) {
    return application ? application->covered : NULL;
}

/* -------------------------------------------------------------- another engine */

vitals_status vitals_application_use(vitals_application *application, vitals_engine *engine) {
    if (!application || !engine) return VITALS_EINVAL;
    if (engine == application->engine) return VITALS_OK;
    void *older = application->older;
    bool room = vt_grow(&application->allocator, &older, &application->older_capacity,
                        application->older_count, sizeof(vitals_engine *));
    application->older = older;
    if (!room) return VITALS_ENOMEM;
    application->older[application->older_count++] = application->engine;
    application->engine = vitals_engine_retain(engine);
    application->applied = 0;
    return VITALS_OK;
}

/* Classify a member again. false: no memory, and nothing has changed. */
static bool apply_to(vitals_application *application, vt_member *member) {
    vt_counting class = vt_member_classify(member, application->engine, application->aggregate);
    if (class.counted == member->counted && class.counts_as == member->counted_as) {
        member->why = class.why;
        return true;
    }
    if (!reserve_class(application, class)) return false;
    uncount_class(application, member);
    vt_member_set_class(member, class);
    count_class(application, member);
    return true;
}

vitals_status vitals_application_apply(vitals_application *application, size_t most, bool *more) {
    if (!application || !more) return VITALS_EINVAL;
    *more = application->older_count > 0;
    for (; *more && most > 0; most--) {
        uint64_t cursor = application->applied;
        vt_member *member = vt_sequence_next(&application->order, &cursor);
        if (!member) {
            release_older(application);
            *more = false;
        } else if (!apply_to(application, member)) {
            return VITALS_ENOMEM;
        }
        application->applied = cursor;
    }
    return VITALS_OK;
}

/* -------------------------------------------------------------------- entries */

size_t vitals_application_size(const vitals_application *application) {
    return application->order.live_count;
}

size_t vitals_application_count(const vitals_application *application, vitals_health counted_as) {
    return (unsigned)counted_as < VITALS_HEALTH_COUNT ? application->sums.counted[counted_as] : 0;
}

static void write_entry(const vt_member *member, vitals_application_entry *out, size_t out_bytes) {
    const vitals_application_entry own = {
        .health = (vitals_health)member->health,
        .counted_as = (vitals_health)member->counted_as,
        .counted = member->counted,
        .why = member->why,
        .key = vt_member_text_of(member, VT_MEMBER_KEY),
        .group = vt_member_text_of(member, VT_MEMBER_GROUP),
        .kind = vt_member_text_of(member, VT_MEMBER_KIND),
        .namespace_ = vt_member_text_of(member, VT_MEMBER_NAMESPACE),
        .name = vt_member_text_of(member, VT_MEMBER_NAME),
        .ordinal = member->ordinal,
    };
    vt_sized_write(out, out_bytes, &own, sizeof own);
}

vitals_status vitals_application_entry_of(const vitals_application *application, vitals_text key,
                                          vitals_application_entry *out, size_t out_bytes) {
    if (!application || !out) return VITALS_EINVAL;
    const vt_member *found = find_member(application, key);
    if (!found) return VITALS_ENOTFOUND;
    write_entry(found, out, out_bytes);
    return VITALS_OK;
}

bool vitals_application_next(const vitals_application *application, uint64_t *cursor,
                             vitals_application_entry *out, size_t out_bytes) {
    const vt_member *member = vt_sequence_next(&application->order, cursor);
    if (member) write_entry(member, out, out_bytes);
    return member != NULL;
}
