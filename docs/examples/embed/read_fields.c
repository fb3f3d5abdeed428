/* Reads fields of an object beside its verdict, and keeps a copy of the verdict. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/vitals.h>

static const char pod[] =
    "apiVersion: v1\n"
    "kind: Pod\n"
    "metadata:\n"
    "  name: web\n"
    "  labels: {app: shop, app.kubernetes.io/part-of: shop}\n"
    "spec: {containers: [{name: main, image: 'web:1.2'}, {name: proxy, image: 'proxy:3'}]}\n"
    "status: {phase: Pending}\n";

static void must(vitals_status status) {
    if (status == VITALS_OK) return;
    fprintf(stderr, "read_fields: %s\n", vitals_status_text(status));
    exit(1);
}

static vitals_text text(const char *string) {
    return (vitals_text){ string, strlen(string) };
}

static void print_images(const vitals_document *document) {
    const vitals_value *containers, *container, *image;
    uint64_t cursor = 0;
    must(vitals_document_field(document, NULL, text(".spec.containers"), &containers));
    while (vitals_value_next(containers, &cursor, NULL, &container) == VITALS_OK) {
        if (vitals_document_field(document, container, text(".image"), &image) == VITALS_OK)
            printf("image %s\n", vitals_value_string(image).bytes);
    }
}

static void print_labels(const vitals_document *document) {
    const vitals_value *labels, *value;
    vitals_text key;
    uint64_t cursor = 0;
    must(vitals_document_field(document, NULL, text(".metadata.labels"), &labels));
    while (vitals_value_next(labels, &cursor, &key, &value) == VITALS_OK) {
        printf("label %s=%s\n", key.bytes, vitals_value_string(value).bytes);
    }
}

int main(void) {
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_document *document = NULL;
    vitals_verdict *verdict = NULL, *before = NULL;
    must(vitals_engine_new(NULL, &engine, NULL));
    must(vitals_worker_new(engine, &worker));
    must(vitals_verdict_new(NULL, &verdict));
    must(vitals_verdict_new(NULL, &before));
    must(vitals_document_parse(pod, strlen(pod), NULL, &document, NULL));
    print_images(document);
    print_labels(document);
    must(vitals_assess(worker, document, NULL, before)); /* in profile combined */
    must(vitals_verdict_copy(before, verdict));
    printf("web is %s\n", vitals_health_name(vitals_verdict_health(verdict)));
    vitals_document_free(document);
    vitals_verdict_free(before);
    vitals_verdict_free(verdict);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return 0;
}
