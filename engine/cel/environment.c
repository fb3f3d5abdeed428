/* One row for each environment, and the tables that they choose from. */
#include "cel/environment.h"

/* What cel-go does since 0.28. */
#define NEWER                                                                                      \
    .quoted_fields = true, .keys_checked = true, .optionals_adapted = true,                        \
    .formats_checked = true, .first_type_kept = true
/* K8S: k8s.io/apiserver v0.37.2, pkg/cel/environment/base.go. */
#define KUBERNETES_1(minor)                                                                        \
    [VT_CEL_ENVIRONMENT_KUBERNETES_1_##minor] = { .name = "kubernetes@1." #minor,                  \
                                                  .mask = VT_CEL_IN_MINOR(minor),                  \
                                                  .folded_errors = true,                           \
                                                  .mixed_literals_refused = true,                  \
                                                  .strict_opaque = true,                           \
                                                  .counts = true,                                  \
                                                  NEWER }

static const vt_cel_rules environments[] = {
    [VT_CEL_ENVIRONMENT_FLUX] = { .name = "flux",
                                  .mask = VT_CEL_IN_FLUX,
                                  .folded_errors = true,
                                  .keys_checked = true,
                                  .dotted_names_first = true,
                                  .lenient_or = true,
                                  .optionals_adapted = true,
                                  .mixed_literals_refused = true,
                                  .formats_checked = true,
                                  .first_type_kept = true },
    [VT_CEL_ENVIRONMENT_SPEC] = { .name = "spec",
                                  .mask = VT_CEL_IN_SPEC,
                                  .quoted_fields = true,
                                  .bad_presence_is_error = true,
                                  .strict_map_literals = true },
    [VT_CEL_ENVIRONMENT_STANDARD] = { .name = "standard", .mask = VT_CEL_IN_STANDARD, NEWER },
    [VT_CEL_ENVIRONMENT_OCM] = { .name = "ocm",
                                 .mask = VT_CEL_IN_OCM,
                                 .strict_opaque = true,
                                 .counts = true,
                                 NEWER },
    [VT_CEL_ENVIRONMENT_KRO] = { .name = "kro",
                                 .mask = VT_CEL_IN_KRO,
                                 .strict_opaque = true,
                                 NEWER },
    [VT_CEL_ENVIRONMENT_KUBERNETES] = { .name = "kubernetes",
                                        .mask = VT_CEL_IN_MINOR(37),
                                        .folded_errors = true,
                                        .mixed_literals_refused = true,
                                        .strict_opaque = true,
                                        .counts = true,
                                        NEWER },
    KUBERNETES_1(28),
    KUBERNETES_1(29),
    KUBERNETES_1(30),
    KUBERNETES_1(31),
    KUBERNETES_1(32),
    KUBERNETES_1(33),
    KUBERNETES_1(34),
    KUBERNETES_1(35),
    KUBERNETES_1(36),
    KUBERNETES_1(37),
};

const vt_cel_rules *vt_cel_rules_of(vt_cel_environment environment) {
    return &environments[environment];
}

bool vt_cel_environment_find(vt_text name, vt_cel_environment *out) {
    for (size_t i = 0; i < sizeof environments / sizeof environments[0]; i++) {
        if (!vt_text_is(name, environments[i].name)) continue;
        *out = (vt_cel_environment)i;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------ type names */

#define NETWORKS (VT_CEL_IN_SPEC | VT_CEL_IN_OCM | VT_CEL_IN_KRO | VT_CEL_IN_SINCE(30))

static const struct {
    vt_text name;
    uint32_t environments;
} type_names[] = {
    { VT_TEXT_INIT("bool"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("bytes"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("double"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("int"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("list"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("map"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("null_type"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("string"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("type"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("uint"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("optional_type"), VT_CEL_IN_ALL & ~VT_CEL_IN_STANDARD },
    { VT_TEXT_INIT("google.protobuf.Timestamp"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("net.IP"), NETWORKS },
    { VT_TEXT_INIT("google.protobuf.Duration"), VT_CEL_IN_ALL },
    { VT_TEXT_INIT("net.CIDR"), NETWORKS },
};

const char *vt_cel_type_identifier(const vt_cel_rules *rules, vt_text name) {
    for (size_t i = 0; i < sizeof type_names / sizeof type_names[0]; i++) {
        if ((type_names[i].environments & rules->mask) && vt_text_equal(name, type_names[i].name)) {
            return type_names[i].name.bytes;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------- functions */

static const vt_cel_function *const tables[] = {
    vt_cel_operator_functions,     vt_cel_core_functions,    vt_cel_conversion_functions,
    vt_cel_time_functions,         vt_cel_string_functions,  vt_cel_optional_functions,
    vt_cel_regex_functions,        vt_cel_set_functions,     vt_cel_encoder_functions,
    vt_cel_math_functions,         vt_cel_network_functions, vt_cel_list_functions,
    vt_cel_quantity_functions,     vt_cel_semver_functions,  vt_cel_url_functions,
    vt_cel_named_format_functions,
};

#define TABLE_COUNT (sizeof tables / sizeof tables[0])

const vt_cel_function *vt_cel_function_at(size_t index) {
    for (size_t t = 0; t < TABLE_COUNT; t++) {
        for (const vt_cel_function *row = tables[t]; row->name; row++) {
            if (index-- == 0) return row;
        }
    }
    return NULL;
}

static bool is_named(const vt_cel_function *row, vt_text name) {
    return row->name[0] == name.bytes[0] && strncmp(row->name, name.bytes, name.size) == 0 &&
           row->name[name.size] == '\0';
}

bool vt_cel_overloads_find(uint32_t environment, vt_text name, vt_cel_overloads *out) {
    out->count = 0;
    if (name.size == 0) return false;
    for (size_t t = 0; t < TABLE_COUNT; t++) {
        for (const vt_cel_function *row = tables[t]; row->name; row++) {
            if (!is_named(row, name) || !(row->environments & environment)) continue;
            if (out->count < sizeof out->rows / sizeof out->rows[0]) out->rows[out->count++] = row;
        }
    }
    return out->count > 0;
}
