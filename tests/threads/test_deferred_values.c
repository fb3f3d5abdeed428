/* Eight threads read the managed fields of one document for the first time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "document/document.h"
#include "support/table.h"

enum { THREADS = 8, DOCUMENTS = 300 };

#define TEXT                                                                                       \
    "{\"metadata\":{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{\"f:a\":{\".\":{}}}}],"    \
    "\"name\":\"x\"}}"

typedef struct shared {
    vitals_document *documents[DOCUMENTS];
    const vt_value *seen[THREADS][DOCUMENTS];
    pthread_barrier_t start;
    atomic_int next;
    atomic_bool failed;
} shared;

/* Half of the threads follow the key, half of them write. */
static bool read_one(const vitals_document *document, bool write) {
    if (!write) {
        const vt_value *fields = vt_document_find(document, "metadata", "managedFields", NULL);
        const vt_value *item = vt_array_first(fields);
        return vt_value_text_is(vt_document_get(document, item, VT_TEXT("manager")), VT_TEXT("m"));
    }
    char *text;
    size_t size;
    if (vitals_document_write_json(document, 0, NULL, &text, &size) != VITALS_OK) return false;
    bool same = strcmp(text, TEXT) == 0;
    vitals_text_free(NULL, text, size);
    return same;
}

static void *read_all(void *user) {
    shared *all = user;
    const int self = atomic_fetch_add(&all->next, 1);
    pthread_barrier_wait(&all->start);
    for (size_t i = 0; i < DOCUMENTS; i++) {
        if (!read_one(all->documents[i], self % 2)) atomic_store(&all->failed, true);
        all->seen[self][i] = vt_document_find(all->documents[i], "metadata", "managedFields", NULL);
    }
    return NULL;
}

/* Everybody sees the same values. */
static void check_threads(void **state) {
    (void)state;
    static shared all;
    pthread_t threads[THREADS];
    pthread_barrier_init(&all.start, NULL, THREADS);
    for (size_t i = 0; i < DOCUMENTS; i++) {
        assert_int_equal(vitals_document_parse(TEXT, strlen(TEXT), NULL, &all.documents[i], NULL),
                         VITALS_OK);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, read_all, &all), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_false(atomic_load(&all.failed));
    for (size_t i = 0; i < DOCUMENTS; i++) {
        for (int j = 1; j < THREADS; j++) assert_ptr_equal(all.seen[0][i], all.seen[j][i]);
        vitals_document_free(all.documents[i]);
    }
    pthread_barrier_destroy(&all.start);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(check_threads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
