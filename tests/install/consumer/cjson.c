/* A program that holds its object as a cJSON tree. */
#include <stdio.h>

#include <vitals/cjson.h>

int main(void) {
    cJSON *tree = cJSON_Parse("{\"apiVersion\":\"v1\",\"kind\":\"Service\"}");
    vitals_document *document = NULL;
    const vitals_status status = vitals_document_from_cjson(tree, NULL, &document, NULL);
    printf("%s, header %d, library %d\n", vitals_document_kind(document).bytes,
           VITALS_VERSION_NUMBER, vitals_version_number());
    vitals_document_free(document);
    cJSON_Delete(tree);
    return status != VITALS_OK;
}
