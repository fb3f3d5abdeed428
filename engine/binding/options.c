/* Options: JSON into rules, limits and the options of calls. */
#include <stddef.h>

#include "binding/binding.h"

/* The members of options as they are written. */
typedef struct options {
    vt_text profile, argocd_cm, argocd_version, flux_version, policy, on_broken, missing,
        controller;
    const vt_value *expressions, *rules, *checks, *disable_bundled, *drop, *limits;
    bool bundled, explain;
    int64_t zone_offset_seconds;
} options;

static const vt_request_member members[] = {
    { "argocdCM", VT_REQUEST_STRING, offsetof(options, argocd_cm) },
    { "argocdVersion", VT_REQUEST_STRING, offsetof(options, argocd_version) },
    { "bundled", VT_REQUEST_BOOL, offsetof(options, bundled) },
    { "checks", VT_REQUEST_MAP, offsetof(options, checks) },
    { "controller", VT_REQUEST_STRING, offsetof(options, controller) },
    { "disableBundled", VT_REQUEST_LIST, offsetof(options, disable_bundled) },
    { "drop", VT_REQUEST_LIST, offsetof(options, drop) },
    { "explain", VT_REQUEST_BOOL, offsetof(options, explain) },
    { "expressions", VT_REQUEST_LIST, offsetof(options, expressions) },
    { "fluxVersion", VT_REQUEST_STRING, offsetof(options, flux_version) },
    { "limits", VT_REQUEST_MAP, offsetof(options, limits) },
    { "missing", VT_REQUEST_STRING, offsetof(options, missing) },
    { "onBroken", VT_REQUEST_STRING, offsetof(options, on_broken) },
    { "policy", VT_REQUEST_STRING, offsetof(options, policy) },
    { "profile", VT_REQUEST_STRING, offsetof(options, profile) },
    { "rules", VT_REQUEST_LIST, offsetof(options, rules) },
    { "zoneOffsetSeconds", VT_REQUEST_INTEGER, offsetof(options, zone_offset_seconds) },
};

/* ---------------------------------------------------------------------- words */

/* Which of two words a text is; absent is the first. */
static vitals_status read_word(vitals_binding *binding, const char *name, vt_text text,
                               const char *first, const char *second, bool *is_second) {
    *is_second = vt_text_is(text, second);
    if (vt_text_is_absent(text) || *is_second || vt_text_is(text, first)) return VITALS_OK;
    return vt_binding_refuse(binding, "%s is neither \"%s\" nor \"%s\"", name, first, second);
}

static vitals_status read_profile(vitals_binding *binding, vt_text text, vitals_profile *out) {
    if (vt_text_is_absent(text)) return VITALS_OK;
    if (vitals_profile_from_name(text.bytes, out) == VITALS_OK) return VITALS_OK;
    return vt_binding_refuse(binding, "there is no profile \"%.*s\"", VT_TEXT_ARG(text));
}

/* Call `add` with each string of a list. */
static vitals_status each_string(vitals_binding *binding, const char *name, const vt_value *list,
                                 vitals_status (*add)(void *user, vt_text text), void *user) {
    vitals_status status = VITALS_OK;
    for (const vt_value *item = vt_array_first(list); item && !status;
         item = vt_array_next(list, item)) {
        if (!vt_value_is_string(item)) {
            return vt_binding_refuse(binding, "%s holds something that is not a string", name);
        }
        status = add(user, vt_value_text(item));
    }
    return status;
}

/* ---------------------------------------------------------------------- rules */

typedef struct configuring {
    vitals_binding *binding;
    vitals_configuration *configuration;
} configuring;

static vitals_status add_expressions(void *user, vt_text text) {
    const configuring *to = user;
    return vitals_configuration_add_expressions(to->configuration, "expressions", text.bytes,
                                                text.size, to->binding->diagnostics);
}

static vitals_status add_rules_of(void *user, vt_text text) {
    const configuring *to = user;
    return vitals_configuration_add_rules(to->configuration, "rules", text.bytes, text.size, NULL,
                                          to->binding->diagnostics);
}

static vitals_status disable_bundled(void *user, vt_text text) {
    const configuring *to = user;
    return vitals_configuration_disable_bundled(to->configuration, text.bytes);
}

/* The name that vitals_configuration_add_check knows helpers by. */
static bool is_prelude(vt_text name) {
    return vt_text_is(name, "prelude.lua");
}

/* A script that is given by its directory is reported as a file of that directory. */
static vitals_status add_check(const configuring *to, vt_text name, vt_text script) {
    if (vt_text_is_absent(script)) {
        return vt_binding_refuse(to->binding, "check %.*s is not a string", VT_TEXT_ARG(name));
    }
    vt_buffer file;
    vt_buffer_init(&file, &to->binding->memory, SIZE_MAX / 2);
    vt_buffer_add(&file, name);
    vt_buffer_add_terminated(&file, is_prelude(name) ? "" : "/health.lua");
    vitals_status status =
        file.failed
            ? VITALS_ENOMEM
            : vitals_configuration_add_check(to->configuration, name.bytes, file.bytes,
                                             script.bytes, script.size, to->binding->diagnostics);
    vt_buffer_done(&file);
    return status;
}

/* The helpers come before the checks that name them, wherever they are among the members. */
static vitals_status add_checks(const configuring *to, const vt_value *checks) {
    vitals_status status = VITALS_OK;
    for (int pass = 0; pass < 2; pass++) {
        for (const vt_value *key = checks ? vt_object_first(checks) : NULL; key && !status;
             key = vt_object_next(checks, key)) {
            const vt_text name = vt_value_text(key);
            if (is_prelude(name) != (pass == 0)) continue;
            status = add_check(to, name, vt_value_text(vt_object_value(key)));
        }
    }
    return status;
}

static vitals_status add_rules(const configuring *to, const options *given) {
    vitals_binding *binding = to->binding;
    vitals_configuration *configuration = to->configuration;
    vitals_status status = VITALS_OK;
    if (!vt_text_is_absent(given->argocd_cm)) {
        status =
            vitals_configuration_add_argocd_cm(configuration, "argocdCM", given->argocd_cm.bytes,
                                               given->argocd_cm.size, binding->diagnostics);
    }
    if (!status) {
        status = each_string(binding, "rules", given->rules, add_rules_of, (void *)(uintptr_t)to);
    }
    if (!status) status = add_checks(to, given->checks);
    if (!status) {
        status = each_string(binding, "expressions", given->expressions, add_expressions,
                             (void *)(uintptr_t)to);
    }
    if (!status) {
        status = each_string(binding, "disableBundled", given->disable_bundled, disable_bundled,
                             (void *)(uintptr_t)to);
    }
    if (!status && !vt_text_is_absent(given->policy)) {
        status = vitals_configuration_add_policy(configuration, "policy", given->policy.bytes,
                                                 given->policy.size, binding->diagnostics);
    }
    return status;
}

/* What the host gave; both were tried before. */
static vitals_status set_assets(const vitals_binding *binding,
                                vitals_configuration *configuration) {
    vitals_status status = VITALS_OK;
    if (binding->bundle.bytes) {
        status = vitals_configuration_set_bundle(configuration, binding->bundle.bytes,
                                                 binding->bundle.size);
    }
    if (!status && binding->zones.bytes) {
        status = vitals_configuration_set_zones(configuration, binding->zones.bytes,
                                                binding->zones.size);
    }
    return status;
}

static vitals_status configure(const configuring *to, const options *given,
                               vt_binding_rules *rules) {
    vitals_configuration *configuration = to->configuration;
    bool reject = false, missing_is_false = false;
    vitals_status status =
        read_word(to->binding, "onBroken", given->on_broken, "skip", "reject", &reject);
    if (!status) {
        status =
            read_word(to->binding, "missing", given->missing, "error", "false", &missing_is_false);
    }
    if (status) return status;
    vitals_configuration_set_limits(configuration, rules->limits);
    vitals_configuration_set_bundled(configuration, given->bundled);
    vitals_configuration_set_missing_is_false(configuration, missing_is_false);
    vitals_configuration_set_on_broken(configuration,
                                       reject ? VITALS_ON_BROKEN_REJECT : VITALS_ON_BROKEN_SKIP);
    vitals_configuration_set_interrupt(configuration, vt_binding_stopped, to->binding);
    if (to->binding->rules.engine) {
        vitals_configuration_share(configuration, to->binding->rules.engine);
    }
    status = set_assets(to->binding, configuration);
    if (!status) status = add_rules(to, given);
    return status ? status
                  : vitals_engine_new(configuration, &rules->engine, to->binding->diagnostics);
}

/* ------------------------------------------------------------------- the rest */

static vitals_status add_drop(void *user, vt_text text) {
    vt_binding_rules *rules = user;
    if (rules->drop_count == VT_BINDING_MOST_DROPS) return VITALS_EINVAL;
    const vt_text copy = vt_arena_copy(&rules->arena, text);
    if (vt_text_is_absent(copy)) return VITALS_ENOMEM;
    rules->drop[rules->drop_count++] = copy.bytes;
    return VITALS_OK;
}

/* The paths are checked by reading an object with them. */
static vitals_status read_drops(vitals_binding *binding, const vt_value *list,
                                vt_binding_rules *rules) {
    vitals_status status = each_string(binding, "drop", list, add_drop, rules);
    vitals_read_options reading = VITALS_READ_OPTIONS_INIT;
    reading.allocator = &binding->memory;
    reading.drop = rules->drop;
    reading.drop_count = rules->drop_count;
    if (!status && rules->drop_count) {
        status = vitals_document_parse("{}", 2, &reading, &binding->document, NULL);
    }
    if (status != VITALS_EINVAL) return status;
    return vt_binding_refuse(binding, "drop holds more than %d paths, or one that is not valid",
                             VT_BINDING_MOST_DROPS);
}

/* A release makes sense where the rules of its program alone apply. */
static vitals_status read_release(vitals_binding *binding, const char *name, vt_text text,
                                  vitals_status (*find)(const char *name, uint16_t *out),
                                  bool applies, uint16_t *out) {
    if (vt_text_is_absent(text)) return VITALS_OK;
    if (!applies)
        return vt_binding_refuse(binding, "%s goes with the profile of its program", name);
    if (find(text.bytes, out) == VITALS_OK) return VITALS_OK;
    return vt_binding_refuse(binding, "%s: no release \"%.*s\" is known", name, VT_TEXT_ARG(text));
}

static vitals_status read_releases(vitals_binding *binding, const options *given,
                                   vitals_call *call) {
    const vitals_status status = read_release(
        binding, "argocdVersion", given->argocd_version, vitals_argocd_release_from_name,
        call->profile == VITALS_PROFILE_ARGOCD, &call->argocd_release);
    if (status) return status;
    return read_release(binding, "fluxVersion", given->flux_version, vitals_flux_release_from_name,
                        call->profile == VITALS_PROFILE_FLUX, &call->flux_release);
}

static vitals_status read_call(vitals_binding *binding, const options *given, vitals_call *call) {
    bool helm = false;
    vitals_status status = read_profile(binding, given->profile, &call->profile);
    if (!status) {
        status = read_word(binding, "controller", given->controller, "kustomize", "helm", &helm);
    }
    if (!status) status = read_releases(binding, given, call);
    if (!status && (given->zone_offset_seconds < -86400 || given->zone_offset_seconds > 86400)) {
        status = vt_binding_refuse(binding, "zoneOffsetSeconds is more than a day");
    }
    call->helm_controller_order = helm;
    call->explain = given->explain;
    call->zone_offset_seconds = (int32_t)given->zone_offset_seconds;
    return status;
}

static vitals_status read_all(vitals_binding *binding, const options *given,
                              vt_binding_rules *rules) {
    configuring to = { binding, NULL };
    vitals_status status = vt_binding_read_limits(binding, given->limits, &rules->limits);
    if (!status) status = read_call(binding, given, &rules->call);
    if (!status) status = read_drops(binding, given->drop, rules);
    if (!status) status = vitals_configuration_new(&binding->memory, &to.configuration);
    if (!status) status = configure(&to, given, rules);
    vitals_configuration_free(to.configuration);
    return status;
}

vitals_status vt_binding_rules_read(vitals_binding *binding, const char *bytes, size_t size,
                                    vt_binding_rules *rules) {
    options given = { .bundled = true };
    *rules = (vt_binding_rules){ .call = VITALS_CALL_INIT };
    vt_arena_init(&rules->arena, &binding->memory, 0);
    vitals_status status = vt_binding_parse(binding, bytes, size);
    if (!status) {
        status = VT_BINDING_READ(binding, vt_document_root(binding->request), members, &given);
    }
    if (!status) status = read_all(binding, &given, rules);
    if (status) vt_binding_rules_done(rules);
    return status;
}

void vt_binding_rules_done(vt_binding_rules *rules) {
    vitals_engine_release(rules->engine);
    vitals_limits_free(rules->limits);
    vt_arena_done(&rules->arena);
    rules->engine = NULL;
    rules->limits = NULL;
    rules->drop_count = 0;
}
