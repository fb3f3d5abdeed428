/* Kinds of which the metadata suffices: what is asked for, and what the objects that come are taken for. */
#include <vitals/cluster.h>

#include <stdio.h>

#include "cluster/conversation.h"
#include "support/table.h"

#define META(name, version)                                                                        \
    "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{"         \
    "\"name\":\"" name "\",\"resourceVersion\":\"" version "\"}}"
#define WHOLE(name, version)                                                                       \
    "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name                    \
    "\",\"resourceVersion\":\"" version "\"},\"data\":{\"password\":\"cGFzcw==\"}}"
#define PAGE(kind, items)                                                                          \
    "{\"kind\":\"" kind "\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},"       \
    "\"items\":[" items "]}"
#define EVENT(type, object) "{\"type\":\"" type "\",\"object\":" object "}\\n"
#define AS_LIST "h as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json\n"
#define AS_OBJECT "h as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json\n"
#define WATCH                                                                                      \
    "/api/v1/namespaces/shop/"                                                                     \
    "secrets?watch=1&allowWatchBookmarks=true&resourceVersion=5&timeoutSeconds=300"
#define LIST "> /api/v1/namespaces/shop/secrets?limit=500\n"

/* All of a server whose lists come in pages. */
static const struct row {
    TABLE_ROW;
    bool all_metadata; /* of every kind, not of Secrets alone */
    const char *resource;
    const char *script;
} rows[] = {
    /* clang-format off */
    { "a list", false, "secrets",
      LIST AS_LIST "< 200 " PAGE("PartialObjectMetadataList", META("a", "1")) "\n"
      "= scope secrets in shop; begin; .a; synced 5; live; ready\n" },
    { "events", false, "secrets",
      LIST AS_LIST "< 200 " PAGE("PartialObjectMetadataList", META("a", "1")) "\n"
      "= scope secrets in shop; begin; .a; synced 5; live; ready\n"
      "> " WATCH "\n" AS_OBJECT "{ 200\n. " EVENT("ADDED", META("b", "6")) EVENT("DELETED", META("a", "7")) "\n= +b; -a\n" },
    { "a server that sends whole objects all the same", false, "secrets",
      LIST AS_LIST "< 200 " PAGE("SecretList", WHOLE("a", "1")) "\n"
      "= scope secrets in shop; begin; .a; synced 5; live; ready\n" },
    { "another kind is read whole", false, "pods",
      "> /api/v1/namespaces/shop/pods?limit=500\nn PartialObjectMetadata\n" },
    { "a kind in a group", true, "deployments",
      "> /apis/apps/v1/namespaces/shop/deployments?limit=500\n" AS_LIST
      "< 200 " PAGE("PartialObjectMetadataList", META("a", "1")) "\n"
      "= scope deployments in shop; begin; .a; synced 5; live; ready\n" },
    /* clang-format on */
};

static bool is_metadata_only(void *user, const vitals_cluster_resource *resource) {
    const struct row *row = user;
    return row->all_metadata ||
           (resource->kind.size == 6 && memcmp(resource->kind.bytes, "Secret", 6) == 0);
}

static void check(void **state) {
    const struct row *row = *state;
    const vitals_cluster_target target = { { row->resource, strlen(row->resource) },
                                           { NULL, 0 },
                                           { NULL, 0 } };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    selection.targets = &target;
    selection.target_count = 1;
    selection.namespace_ = (vitals_text){ "shop", 4 };
    selection.follow = strstr(row->script, "ADDED") != NULL;
    selection.metadata_only = is_metadata_only;
    selection.metadata_only_user = *state;
    const conversation_options options = { .selection = &selection };
    conversation *own = NULL;
    assert_int_equal(conversation_new(&options, &own), VITALS_OK);
    conversation_discover(own, 26);
    assert_int_equal(conversation_run(own, row->script), VITALS_OK);
    conversation_free(own);
}

int main(void) {
    return TABLE_RUN("metadata alone", check, rows);
}
