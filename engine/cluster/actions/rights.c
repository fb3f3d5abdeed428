/* ClusterRoles for hosts. */
#include "base/memory/buffer.h"
#include "cluster/actions/access.h"
#include "cluster/cluster.h"

/* What both functions need. */
static vitals_status begin(const vitals_cluster *cluster, const char *purpose,
                           const vitals_allocator *allocator, const vt_resource_table **table,
                           vt_purpose *found, vt_buffer *out) {
    if (!vt_purpose_from_name(vt_text_from(purpose), found)) return VITALS_ENOTFOUND;
    *table = vt_discover_table(&cluster->discover);
    vt_buffer_init(out, allocator, SIZE_MAX / 2);
    return *table ? VITALS_OK : VITALS_EAGAIN;
}

static vitals_status give(vt_buffer *out, vitals_status status, char **text, size_t *size) {
    char *taken = status == VITALS_OK ? vt_buffer_take(out, size) : NULL;
    if (taken) *text = taken;
    vt_buffer_done(out);
    return status == VITALS_OK && !taken ? VITALS_ENOMEM : status;
}

vitals_status vitals_cluster_role(const vitals_cluster *cluster, const char *purpose,
                                  vitals_text name, const vitals_allocator *allocator, char **text,
                                  size_t *size) {
    const vt_resource_table *table;
    vt_purpose found;
    vt_buffer out;
    vitals_status status = begin(cluster, purpose, allocator, &table, &found, &out);
    if (status != VITALS_OK) return status;
    if (!vt_access_add_role(&out, table, found, name, allocator)) status = VITALS_ENOMEM;
    return give(&out, status, text, size);
}

vitals_status vitals_cluster_role_difference(const vitals_cluster *cluster, const char *purpose,
                                             const vitals_document *role,
                                             const vitals_allocator *allocator, char **text,
                                             size_t *size) {
    const vt_resource_table *table;
    vt_purpose found;
    vt_buffer out;
    bool same;
    vitals_status status = begin(cluster, purpose, allocator, &table, &found, &out);
    if (status != VITALS_OK) return status;
    status = vt_access_compare_role(&out, role, table, found, allocator, &same);
    return give(&out, status, text, size);
}
