/**
 * The bridge for programs that hold their objects as cJSON trees. Link vitals_cjson; the library
 * itself does not need cJSON.
 *
 * cJSON keeps every number as a double and ends strings at the first NUL, so what came through it
 * may have lost digits before it gets here. A caller who has the JSON text should pass that instead.
 */
#ifndef VITALS_CJSON_H
#define VITALS_CJSON_H

#include <cjson/cJSON.h>
#include <vitals/vitals.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Make a document from a cJSON tree, which is not kept. `*document` and `options` as in
 * vitals_document_parse. Integral numbers up to 2^53 become integers.
 *
 * Cost:   linear in the tree.
 * Errors: VITALS_EINVAL, the tree is NULL or holds an invalid item or a number that is not finite;
 *         VITALS_ESYNTAX, a raw item is not JSON; VITALS_ELIMIT; VITALS_ENOMEM.
 */
VITALS_API VITALS_MUST_USE vitals_status
vitals_document_from_cjson(const cJSON *tree, const vitals_read_options *options,
                           vitals_document **document, vitals_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
