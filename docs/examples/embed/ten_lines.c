/* Reads the text of an object and prints its verdict as a JSON line. */
#include <stdio.h>
#include <string.h>

#include <vitals/vitals.h>

int main(void) {
    const char *pvc = "apiVersion: v1\nkind: PersistentVolumeClaim\nstatus: {phase: Pending}\n";
    vitals_engine *engine = NULL; /* shared between threads */
    vitals_worker *worker = NULL; /* one per thread */
    vitals_text json;
    if (vitals_engine_new(NULL, &engine, NULL) != VITALS_OK ||
        vitals_worker_new(engine, &worker) != VITALS_OK ||
        vitals_assess_text(worker, pvc, strlen(pvc), NULL, &json, NULL) != VITALS_OK)
        return 1;
    puts(json.bytes);
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return 0;
}
