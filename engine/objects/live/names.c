/* The names of states, methods, managers and deliveries. */
#include <vitals/live.h>

const char *vitals_live_state_name(vitals_live_state state) {
    static const char *const names[] = { "listing", "live", "silent", "refused" };
    return (unsigned)state < sizeof names / sizeof *names ? names[state] : "";
}

const char *vitals_live_method_name(vitals_live_method method) {
    static const char *const names[] = {
#define VITALS_X(name, text) [VITALS_LIVE_BY_##name] = text,
        VITALS_LIVE_METHOD_MAP(VITALS_X)
#undef VITALS_X
    };
    return (unsigned)method < sizeof names / sizeof *names ? names[method] : "";
}

const char *vitals_live_manager_name(vitals_live_manager manager) {
    static const char *const names[] = { "Application", "Kustomization", "HelmRelease",
                                         "Namespace" };
    return (unsigned)manager < sizeof names / sizeof *names ? names[manager] : "";
}

const char *vitals_live_delivery_name(vitals_live_delivery delivery) {
    static const char *const names[] = {
#define VITALS_X(name, text) [VITALS_LIVE_DELIVERY_##name] = text,
        VITALS_LIVE_DELIVERY_MAP(VITALS_X)
#undef VITALS_X
    };
    return (unsigned)delivery < sizeof names / sizeof *names ? names[delivery] : "";
}
