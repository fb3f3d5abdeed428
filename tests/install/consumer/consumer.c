/* Somebody else's program: asks for the health of one object. */
#include <stdio.h>
#include <string.h>

#include <vitals/vitals.h>

int main(void) {
    static const char object[] = "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\","
                                 "\"status\":{\"phase\":\"Bound\"}}";
    vitals_engine *engine = NULL;
    vitals_worker *worker = NULL;
    vitals_text verdict = { "", 0 };
    int healthy = 0;
    if (vitals_engine_new(NULL, &engine, NULL) == VITALS_OK &&
        vitals_worker_new(engine, &worker) == VITALS_OK &&
        vitals_assess_text(worker, object, strlen(object), NULL, &verdict, NULL) == VITALS_OK) {
        healthy = strstr(verdict.bytes, "\"status\":\"Healthy\"") != NULL;
        printf("vitals %s: %s\n", vitals_version(), verdict.bytes);
    }
    vitals_worker_free(worker);
    vitals_engine_release(engine);
    return !healthy;
}
