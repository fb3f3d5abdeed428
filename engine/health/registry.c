/* Looking up rules: exact keys by hash, wildcards in a deterministic order. */
#include <stdio.h>

#include "base/memory/sort.h"
#include "health/engine.h"

/* ---------------------------------------------------------------- building */

static bool put_customization(vt_registry *registry, vt_rule *rule) {
    if (!vt_map_put(&registry->customizations, rule->key, rule)) return false;
    if (rule->glob) registry->customization_globs[registry->customization_glob_count++] = rule;
    return true;
}

/* Rules of the same key form a chain. The list of rules, which has the highest layer first, is read
** from its end, so that each one is put in front. What is built in comes last, so its `next` stays
** NULL; other engines may be reading it. */
static bool put_chained(vt_map *map, vt_rule *rule) {
    if (!rule->built_in) rule->next = vt_map_get(map, rule->key);
    return vt_map_put(map, rule->key, rule);
}

/* The first one that was read counts. */
static bool put_interpreter(vt_registry *registry, vt_rule *rule) {
    const vt_rule *other = vt_map_get(&registry->interpreters, rule->key);
    if (other && other->number < rule->number) return true;
    return vt_map_put(&registry->interpreters, rule->key, rule);
}

static bool put_rule(vt_registry *registry, vt_rule *rule) {
    switch (rule->source) {
    case VITALS_SOURCE_CUSTOMIZATION:
        return put_customization(registry, rule);
    case VITALS_SOURCE_INTERPRETER:
        return put_interpreter(registry, rule);
    case VITALS_SOURCE_EXPRESSION:
        return put_chained(rule->dialect ? &registry->dialects : &registry->expressions, rule);
    case VITALS_SOURCE_BUNDLED:
        if (rule->glob) registry->check_globs[registry->check_glob_count++] = rule;
        return put_chained(&registry->checks, rule);
    case VITALS_SOURCE_NONE:
    case VITALS_SOURCE_DELETION:
    case VITALS_SOURCE_SUSPENSION:
    case VITALS_SOURCE_NATIVE:
    case VITALS_SOURCE_KSTATUS:
    case VITALS_SOURCE_JOB_READER:
    case VITALS_SOURCE_COUNT:
        break;
    }
    return true;
}

/* The order of vitals_engine_rule_at: source, id, layer (highest first), place. */
static int compare_rules(const void *a, const void *b) {
    const vt_rule *first = *(const vt_rule *const *)a, *second = *(const vt_rule *const *)b;
    if (first->source != second->source) return first->source < second->source ? -1 : 1;
    int order = vt_text_compare(first->id, second->id);
    if (order) return order;
    if (first->layer != second->layer) return first->layer > second->layer ? -1 : 1;
    if (first->place.line != second->place.line) {
        return first->place.line < second->place.line ? -1 : 1;
    }
    return (first->number > second->number) - (first->number < second->number);
}

/* Most specific first. */
static int compare_specific(const void *a, const void *b) {
    const vt_rule *first = *(const vt_rule *const *)a, *second = *(const vt_rule *const *)b;
    int order = vt_glob_compare(first->glob, first->key, second->glob, second->key);
    return order ? order : compare_rules(b, a);
}

/* ARGO: bundled wildcards are tried in the byte order of their paths. Higher layers come first. */
static int compare_directories(const void *a, const void *b) {
    const vt_rule *first = *(const vt_rule *const *)a, *second = *(const vt_rule *const *)b;
    if (first->layer != second->layer) return first->layer > second->layer ? -1 : 1;
    int order = vt_text_compare(first->key, second->key);
    return order ? order : compare_rules(b, a);
}

static bool sort_all(vitals_engine *engine, vt_interrupt interrupt) {
    vt_registry *registry = &engine->registry;
    return vt_sort(registry->customization_globs, registry->customization_glob_count,
                   sizeof *registry->customization_globs, compare_specific, interrupt) &&
           vt_sort(registry->check_globs, registry->check_glob_count, sizeof *registry->check_globs,
                   compare_directories, interrupt);
}

vitals_status vt_registry_build(vitals_engine *engine, vt_interrupt interrupt) {
    vt_registry *registry = &engine->registry;
    size_t count = engine->rule_count;
    vt_map_init(&registry->customizations, &engine->allocator, 0);
    vt_map_init(&registry->interpreters, &engine->allocator, 0);
    vt_map_init(&registry->checks, &engine->allocator, 0);
    vt_map_init(&registry->expressions, &engine->allocator, 0);
    vt_map_init(&registry->dialects, &engine->allocator, 0);
    registry->customization_globs =
        vt_arena_allocate_array(&engine->arena, count + 1, sizeof *registry->customization_globs);
    registry->check_globs =
        vt_arena_allocate_array(&engine->arena, count + 1, sizeof *registry->check_globs);
    if (!registry->customization_globs || !registry->check_globs) return VITALS_ENOMEM;
    if (!vt_sort(engine->rules, count, sizeof *engine->rules, compare_rules, interrupt)) {
        return VITALS_ESTOPPED;
    }
    for (size_t i = count; i > 0; i--) {
        if (!put_rule(registry, engine->rules[i - 1])) return VITALS_ENOMEM;
    }
    return sort_all(engine, interrupt) ? VITALS_OK : VITALS_ESTOPPED;
}

void vt_registry_done(vitals_engine *engine) {
    vt_map_done(&engine->registry.customizations);
    vt_map_done(&engine->registry.interpreters);
    vt_map_done(&engine->registry.checks);
    vt_map_done(&engine->registry.expressions);
    vt_map_done(&engine->registry.dialects);
}

/* ----------------------------------------------------------------- finding */

enum { KEY_ON_STACK = 512 };

/* "group/Kind", on the stack where it fits. */
typedef struct look_up_key {
    vitals_allocator allocator;
    char *bytes;
    size_t size;
    char room[KEY_ON_STACK];
} look_up_key;

/* ARGO: GetConfigMapKey; `always_slash` keeps the slash without a group. */
static vt_text make_key(look_up_key *key, const vitals_engine *engine, vt_text group, vt_text kind,
                        bool always_slash) {
    bool slash = group.size > 0 || always_slash;
    key->allocator = engine->allocator;
    key->size = group.size + slash + kind.size;
    key->bytes = key->size < sizeof key->room ? key->room : vt_allocate(&key->allocator, key->size);
    if (!key->bytes) return VT_TEXT_ABSENT;
    if (group.size) memcpy(key->bytes, group.bytes, group.size);
    if (slash) key->bytes[group.size] = '/';
    if (kind.size) memcpy(key->bytes + group.size + slash, kind.bytes, kind.size);
    return vt_text_slice(key->bytes, key->size);
}

static void done_key(look_up_key *key) {
    if (key->bytes != key->room) vt_release(&key->allocator, key->bytes, key->size);
}

vt_steps vt_health_look_up_steps(const vitals_engine *engine, vt_interrupt interrupt) {
    return vt_steps_of(VT_LIMIT_NAME(look_up_steps), engine->limits.look_up_steps, interrupt);
}

vt_opinion vt_look_up_stopped(const vt_steps *steps) {
    vt_opinion opinion =
        vt_opinion_failed(vt_steps_interrupted(steps)
                              ? VT_TEXT("stopped by the host: interrupt")
                              : VT_TEXT("finding the rule takes too long: limit look_up_steps"),
                          NULL);
    opinion.limit = steps->stopped;
    opinion.steps = steps->done;
    return opinion;
}

static const vt_rule *first_match(const vt_rule *const *rules, size_t count, vt_text key,
                                  unsigned profiles, vt_steps *steps) {
    for (size_t i = 0; i < count && vt_steps_charge(steps, 1); i++) {
        if (!(rules[i]->profiles & profiles)) continue;
        if (vt_glob_match(rules[i]->glob, key, steps)) return rules[i];
    }
    return NULL;
}

void vt_registry_trace_overridden(const vitals_engine *engine, vitals_trace *trace,
                                  const vt_rule *chosen, vt_text group, vt_text kind,
                                  vt_steps *steps) {
    const vt_registry *registry = &engine->registry;
    look_up_key room;
    vt_text key = make_key(&room, engine, group, kind, false);
    for (size_t i = 0; i < registry->customization_glob_count && vt_steps_charge(steps, 1); i++) {
        const vt_rule *rule = registry->customization_globs[i];
        if (rule == chosen || !vt_glob_match(rule->glob, key, steps)) continue;
        char text[256];
        snprintf(text, sizeof text, "%.*s also matches, but %s", VT_TEXT_ARG(rule->id),
                 chosen->wildcard ? "is less specific" : "an exact key takes precedence");
        vt_trace_considered(trace, VITALS_SOURCE_CUSTOMIZATION, vt_text_from(text));
    }
    done_key(&room);
}

const vt_rule *vt_health_find_customization(const vitals_engine *engine, vt_text group,
                                            vt_text kind, vt_steps *steps) {
    const vt_registry *registry = &engine->registry;
    if (registry->customizations.live_count == 0) return NULL;
    look_up_key room;
    vt_text key = make_key(&room, engine, group, kind, false);
    const vt_rule *rule = vt_map_get(&registry->customizations, key);
    if (!rule) {
        rule = first_match(registry->customization_globs, registry->customization_glob_count, key,
                           VT_ALL_PROFILES, steps);
    }
    done_key(&room);
    return rule;
}

const vt_rule *vt_health_find_interpreter(const vitals_engine *engine, vt_text api_version,
                                          vt_text kind) {
    const vt_registry *registry = &engine->registry;
    if (registry->interpreters.live_count == 0) return NULL;
    look_up_key room;
    const vt_text key = make_key(&room, engine, api_version, kind, true);
    const vt_rule *rule = vt_map_get(&registry->interpreters, key);
    done_key(&room);
    return rule;
}

static const vt_rule *find_check(const vitals_engine *engine, vt_text group, vt_text kind,
                                 unsigned profiles, vt_steps *steps) {
    const vt_registry *registry = &engine->registry;
    if (registry->checks.live_count == 0) return NULL;
    look_up_key room;
    vt_text key = make_key(&room, engine, group, kind, false);
    const vt_rule *rule = vt_map_get(&registry->checks, key);
    while (rule && !(rule->profiles & profiles)) rule = rule->next;
    if (!rule) {
        rule = first_match(registry->check_globs, registry->check_glob_count, key, profiles, steps);
    }
    done_key(&room);
    return rule;
}

const vt_rule *vt_health_find_bundled(const vitals_engine *engine, vt_text group, vt_text kind,
                                      vitals_profile profile, vt_steps *steps) {
    return find_check(engine, group, kind, VT_PROFILE_BIT(profile), steps);
}

const vt_rule *vt_health_find_check(const vitals_engine *engine, vt_text group, vt_text kind,
                                    vt_steps *steps) {
    return find_check(engine, group, kind, VT_ALL_PROFILES, steps);
}

const vt_rule *vt_health_find_dialect(const vitals_engine *engine, vt_text group, vt_text kind) {
    if (engine->registry.dialects.live_count == 0) return NULL;
    look_up_key room;
    const vt_text key = make_key(&room, engine, group, kind, true);
    const vt_rule *rule = vt_map_get(&engine->registry.dialects, key);
    done_key(&room);
    return rule;
}

/* ------------------------------------------------------------- expressions */

/* What it costs to compare the two labels of an owner with those of an object. */
enum { LABEL_STEPS = 10 };

static vt_text label_of(const vt_reader *reader, const char *label) {
    const vt_value *labels = vt_read_field(reader, vt_read_metadata(reader), "labels");
    return vt_value_text(vt_read(reader, labels, vt_text_from(label)));
}

static bool is_listed(const vt_expression_owner *owner, const vitals_document *document,
                      vt_steps *steps) {
    for (size_t i = 0; i < owner->listed_count && vt_steps_charge(steps, 1); i++) {
        const vt_listed_object *object = &owner->listed[i];
        if (vt_text_equal(object->group, vitals_document_group(document)) &&
            vt_text_equal(object->kind, vitals_document_kind(document)) &&
            vt_text_equal(object->namespace_, vitals_document_namespace(document)) &&
            vt_text_equal(object->name, vitals_document_name(document))) {
            return true;
        }
    }
    return false;
}

/* Whether an object belongs to an owner: it has its labels, or the owner is the only one. */
static bool belongs_to(const vt_expression_owner *owner, const vt_reader *reader) {
    if (!owner->name_label) return true;
    return vt_text_equal(label_of(reader, owner->name_label), owner->name) &&
           vt_text_equal(label_of(reader, owner->namespace_label), owner->namespace_);
}

/* FLUX: without `wait` only the objects under healthChecks are waited for. */
static bool waits_for(const vt_expression_owner *owner, const vt_reader *reader, vt_steps *steps) {
    return !owner->only_listed || is_listed(owner, reader->document, steps);
}

bool vt_health_is_waited_for(const vitals_engine *engine, const vt_reader *reader,
                             vt_steps *steps) {
    const vt_expression_owner *owner = engine->owners;
    while (owner && vt_steps_charge(steps, LABEL_STEPS) && !belongs_to(owner, reader)) {
        owner = owner->next;
    }
    if (!owner || steps->stopped) return true;
    return waits_for(owner, reader, steps) || steps->stopped;
}

/* The entry of a key that is for this object. */
static const vt_rule *find_entry(const vitals_engine *engine, const vt_reader *reader, vt_text key,
                                 vt_steps *steps) {
    const vt_rule *rule = vt_map_get(&engine->registry.expressions, key);
    while (rule && vt_steps_charge(steps, LABEL_STEPS) &&
           !(belongs_to(rule->owner, reader) && waits_for(rule->owner, reader, steps))) {
        rule = rule->next;
    }
    return steps->stopped ? NULL : rule;
}

/* FLUX: the slash is in the key also without a group or a kind. */
static const vt_rule *find_entry_of(const vitals_engine *engine, const vt_reader *reader,
                                    vt_text group, vt_text kind, vt_steps *steps) {
    look_up_key room;
    vt_text key = make_key(&room, engine, group, kind, true);
    const vt_rule *rule = find_entry(engine, reader, key, steps);
    done_key(&room);
    return rule;
}

const vt_rule *vt_health_find_expression(const vitals_engine *engine, const vt_reader *reader,
                                         vt_steps *steps) {
    if (engine->registry.expressions.live_count == 0) return NULL;
    const vt_identity *identity = &vt_document_parts(reader->document)->identity;
    const vt_rule *rule =
        identity->group.size > 0
            ? find_entry(engine, reader, identity->group_kind, steps)
            : find_entry_of(engine, reader, identity->group, identity->kind, steps);
    /* FLUX: an exact GroupKind comes before an entry for the whole group. */
    return rule ? rule : find_entry_of(engine, reader, identity->group, VT_TEXT(""), steps);
}
