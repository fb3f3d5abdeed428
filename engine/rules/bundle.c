/*
** The checks that are built in, shared by the engines that may share.
**
** There are hundreds of them, and most programs meet a few kinds, so each is compiled when an object
** asks for it first. All of them compile under the default limits, as a test shows. An engine with
** smaller limits compiles them while it is built, so that it can report those that do not fit.
*/
#include <stddef.h>

#include "health/prelude.h"
#include "rules/build_context.h"
#include "rules/bundled.h"

/* ------------------------------------------------------------------- names */

/* Step through the names of the checks: start with "". Absent: there are no more. */
static vt_text next_directory(vt_text directory) {
    const char *next = directory.size ? directory.bytes + directory.size + 1 : vt_bundled_names;
    return *next ? vt_text_from(next) : VT_TEXT_ABSENT;
}

static bool is_group_of(vt_text group, vt_text directory) {
    return vt_text_starts(directory, group) && directory.size > group.size &&
           directory.bytes[group.size] == '/';
}

bool vt_bundle_has_group(vt_text group) {
    vt_text directory = VT_TEXT("");
    while ((directory = next_directory(directory)).bytes) {
        if (is_group_of(group, directory)) return true;
    }
    return false;
}

bool vt_bundle_has_kind(vt_text group, vt_text kind) {
    vt_text directory = VT_TEXT("");
    while ((directory = next_directory(directory)).bytes) {
        if (is_group_of(group, directory) &&
            vt_text_equal(vt_text_between(directory, group.size + 1, directory.size), kind)) {
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- building */

static bool is_broken(const vt_rule *rule) {
    for (int i = 0; i < VT_LUA_DIALECT_COUNT; i++) {
        if (rule->checked[i].error.bytes) return true;
    }
    return false;
}

/* Whether a script that compiles under the default limits compiles under these. */
static bool is_roomy(const vitals_limits *limits) {
    static const size_t fields[] = {
        offsetof(vitals_limits, script_bytes),  offsetof(vitals_limits, script_nodes),
        offsetof(vitals_limits, script_depth),  offsetof(vitals_limits, script_upvalues),
        offsetof(vitals_limits, script_locals), offsetof(vitals_limits, script_jumps),
    };
    const vitals_limits defaults = vt_limits_or_default(NULL);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        uint64_t value, usual;
        memcpy(&value, (const char *)limits + fields[i], sizeof value);
        memcpy(&usual, (const char *)&defaults + fields[i], sizeof usual);
        if (value < usual) return false;
    }
    return true;
}

static void compile_later(vt_build_context *context, vt_rule *rule) {
    rule->lazy = vt_arena_allocate_array(context->arena, VT_LUA_DIALECT_COUNT, sizeof *rule->lazy);
    if (!rule->lazy) {
        vt_context_no_memory(context);
        return;
    }
    for (int i = 0; i < VT_LUA_DIALECT_COUNT; i++) atomic_init(&rule->lazy[i], NULL);
}

static void add_check(vt_build_context *context, vt_bundle *bundle, vt_text directory,
                      vt_text script) {
    vt_place nowhere = { "", 0, 0, 0 };
    vt_rule *rule = vt_context_new_rule(context, VITALS_SOURCE_BUNDLED, nowhere);
    if (!rule) return;
    bundle->rules[bundle->count++] = rule;
    rule->built_in = true;
    rule->prelude = bundle->prelude;
    vt_check_fill(context, rule, directory, script);
    if (is_roomy(&context->engine->limits)) {
        compile_later(context, rule);
    } else {
        vt_script_check(context, rule);
        bundle->broken |= is_broken(rule);
    }
}

static void add_checks(vt_build_context *context, vt_bundle *bundle) {
    vt_text rest = vt_text_slice(bundle->scripts, vt_bundled_scripts_sum.size);
    vt_text directory = VT_TEXT(""), script;
    vt_text prelude;
    vt_text_split(&rest, '\0', &prelude);
    bundle->prelude = vt_prelude_new(prelude, &bundle->arena);
    if (!bundle->prelude) vt_context_no_memory(context);
    while (!context->status && (directory = next_directory(directory)).bytes) {
        if (!vt_text_split(&rest, '\0', &script)) return;
        add_check(context, bundle, directory, script);
    }
}

/* Make rules of all of them for the engine of the context. */
static void build(vt_build_context *context, const char *scripts) {
    vt_bundle *bundle = vt_allocate_zeroed(&context->engine->allocator, sizeof *bundle);
    if (!bundle) {
        vt_context_no_memory(context);
        return;
    }
    context->engine->bundle = bundle;
    bundle->allocator = context->engine->allocator;
    bundle->scripts = scripts;
    atomic_init(&bundle->references, 1);
    vt_arena_init(&bundle->arena, &bundle->allocator, 0);
    bundle->rules =
        vt_arena_allocate_array(&bundle->arena, vt_bundled_check_count, sizeof(vt_rule *));
    if (!bundle->rules) {
        vt_context_no_memory(context);
        return;
    }
    context->arena = &bundle->arena;
    add_checks(context, bundle);
    context->arena = &context->engine->arena;
}

/* Whether a check was disabled. */
static bool is_disabled(const vitals_configuration *configuration, vt_text directory) {
    for (size_t i = 0; configuration && i < configuration->input_count; i++) {
        const vt_input *input = &configuration->inputs[i];
        if (input->kind == VT_INPUT_DISABLED_CHECK && vt_text_equal(input->name, directory)) {
            return true;
        }
    }
    return false;
}

/* NULL: they are not in the library, and nobody has given them. */
static const char *scripts_of(const vitals_configuration *configuration) {
    if (configuration && configuration->scripts) return configuration->scripts;
    return vt_bundled_scripts_sum.inside ? vt_bundled_scripts : NULL;
}

void vt_bundled_add(vt_build_context *context, const vitals_configuration *configuration) {
    vitals_engine *engine = context->engine;
    const char *scripts = scripts_of(configuration);
    if (!engine->bundle && !context->status && scripts) build(context, scripts);
    if (context->status || !engine->bundle) return;
    for (size_t i = 0; i < engine->bundle->count; i++) {
        vt_rule *rule = engine->bundle->rules[i];
        if (!is_disabled(configuration, rule->key)) vt_context_append_rule(context, rule);
    }
}

void vt_bundled_disable(vt_build_context *context, const vt_input *input) {
    vt_text directory = VT_TEXT("");
    while ((directory = next_directory(directory)).bytes) {
        if (vt_text_equal(input->name, directory)) return;
    }
    vt_diagnose_format(context->diagnostics, VITALS_SEVERITY_WARNING, "bundled-disable",
                       (vt_place){ "", 0, 0, 0 }, NULL, "there is no bundled check %.*s",
                       VT_TEXT_ARG(input->name));
}

/* ----------------------------------------------------------- scripts from outside */

/* The CRC of POSIX's cksum. */
static uint32_t checksum(const char *bytes, size_t size) {
    uint32_t table[16], crc = 0;
    for (uint32_t i = 0; i < 16; i++) {
        table[i] = i << 28;
        for (int bit = 0; bit < 4; bit++) {
            table[i] = table[i] << 1 ^ (table[i] & 0x80000000u ? 0x04c11db7u : 0);
        }
    }
    for (size_t i = 0, left = size; i < size || left; i++) {
        const uint8_t byte = (uint8_t)(i < size ? (unsigned char)bytes[i] : left & 0xff);
        if (i >= size) left >>= 8;
        crc = crc << 4 ^ table[crc >> 28 ^ byte >> 4];
        crc = crc << 4 ^ table[crc >> 28 ^ (byte & 15)];
    }
    return ~crc;
}

vitals_status vitals_configuration_set_bundle(vitals_configuration *configuration,
                                              const char *bytes, size_t size) {
    const vt_bundled_sum *sum = &vt_bundled_scripts_sum;
    if (!bytes || size != sum->size || checksum(bytes, size) != sum->crc) return VITALS_EINVAL;
    configuration->scripts = bytes;
    return VITALS_OK;
}

/* --------------------------------------------------------------- references */

vt_bundle *vt_bundle_retain(vt_bundle *bundle) {
    atomic_fetch_add_explicit(&bundle->references, 1, memory_order_relaxed);
    return bundle;
}

void vt_bundle_release(vt_bundle *bundle) {
    if (!bundle) return;
    if (atomic_fetch_sub_explicit(&bundle->references, 1, memory_order_acq_rel) != 1) return;
    for (size_t i = 0; i < bundle->count; i++) vt_rule_done(bundle->rules[i]);
    vt_prelude_done(bundle->prelude);
    vitals_allocator memory = bundle->allocator;
    vt_arena_done(&bundle->arena);
    vt_release(&memory, bundle, sizeof *bundle);
}
