/* The schemas of the API's answers, as OpenAPI 3.1 has them. */
#include "server/schemas.h"

#include <stddef.h>

#define STRING "{\"type\":\"string\"}"
#define TIME "{\"type\":\"string\",\"format\":\"date-time\"}"
#define COUNT "{\"type\":\"integer\",\"minimum\":0}"
#define BOOLEAN "{\"type\":\"boolean\"}"
#define REFERENCE(name) "{\"$ref\":\"#/components/schemas/" name "\"}"
#define LIST(item) "{\"type\":\"array\",\"items\":" item "}"

const vt_schema vt_schemas[] = {
    { "Status", "{\"enum\":[\"Healthy\",\"Progressing\",\"Degraded\",\"Suspended\",\"Missing\","
                "\"Unknown\",\"Unassessed\"]}" },
    { "Counts", "{\"type\":\"array\",\"description\":\"In the order of Status.\",\"minItems\":7,"
                "\"maxItems\":7,\"items\":" COUNT "}" },
    { "Problem", "{\"type\":\"object\",\"properties\":{\"type\":" STRING ",\"title\":" STRING
                 ",\"status\":{\"type\":\"integer\"},\"detail\":" STRING
                 "},\"required\":[\"type\",\"title\",\"status\"]}" },
    { "Token",
      "{\"type\":\"object\",\"properties\":{\"token\":" STRING "},\"required\":[\"token\"]}" },
    { "Session", "{\"type\":\"object\",\"properties\":{\"login\":" BOOLEAN ",\"user\":" STRING
                 "},\"required\":[\"login\"]}" },
    { "Verdict", "{\"type\":\"object\",\"description\":\"A line of vitals assess -o ndjson, or "
                 "{error: …} for input that could not be read.\"}" },
    { NULL, NULL },
};
