/* /v1/openapi.json, made from the table of routes. */
#include <stdio.h>

#include "server/api/routes.h"
#include "server/api/schemas.h"

static const char *method_name(vt_http_method method) {
    static const char *const names[] = { "get", "post", "put", "delete", "" };
    return names[method];
}

static void add_parameter(vt_json_writer *parameters, vt_text name, const char *in,
                          const char *about) {
    vt_json_writer one = vt_json_add_object(parameters, NULL);
    vt_json_add_text(&one, "name", name);
    vt_json_add_word(&one, "in", in);
    if (about) vt_json_add_word(&one, "description", about);
    if (strcmp(in, "path") == 0) vt_json_add_bool(&one, "required", true);
    vt_json_writer schema = vt_json_add_object(&one, "schema");
    vt_json_add_word(&schema, "type", "string");
    vt_json_close(&schema);
    vt_json_close(&one);
}

static void add_parameters(vt_json_writer *operation, const vt_route *route) {
    vt_json_writer parameters = vt_json_add_array(operation, "parameters");
    vt_text rest = vt_text_from(route->path), part;
    while (vt_text_split(&rest, '/', &part)) {
        const size_t end = vt_text_find_byte(part, '}', 0);
        if (part.size && part.bytes[0] == '{') {
            add_parameter(&parameters, vt_text_between(part, 1, end), "path", NULL);
        }
    }
    for (const vt_route_query *each = route->queries; each && each->name; each++) {
        add_parameter(&parameters, vt_text_from(each->name), "query", each->about);
    }
    vt_json_close(&parameters);
}

/* {"content": {TYPE: {"schema": …}}} */
static void add_content(vt_json_writer *parent, const char *type, const char *schema) {
    vt_json_writer content = vt_json_add_object(parent, "content");
    vt_json_writer media = vt_json_add_object(&content, type);
    if (schema) {
        char reference[80];
        vt_json_writer of = vt_json_add_object(&media, "schema");
        snprintf(reference, sizeof reference, "#/components/schemas/%s", schema);
        vt_json_add_word(&of, "$ref", reference);
        vt_json_close(&of);
    }
    vt_json_close(&media);
    vt_json_close(&content);
}

static void add_body(vt_json_writer *operation, const vt_route *route) {
    if (route->body == VT_BODY_NONE) return;
    vt_json_writer body = vt_json_add_object(operation, "requestBody");
    vt_json_add_bool(&body, "required", true);
    if (route->body != VT_BODY_OBJECTS) {
        add_content(&body, "application/json", route->body == VT_BODY_SMALL ? "Token" : "Trial");
    } else {
        vt_json_writer content = vt_json_add_object(&body, "content");
        static const char *const types[] = { "application/json", "application/yaml",
                                             "application/x-ndjson" };
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            vt_json_writer media = vt_json_add_object(&content, types[i]);
            vt_json_close(&media);
        }
        vt_json_close(&content);
    }
    vt_json_close(&body);
}

static void add_operation(vt_json_writer *path, const vt_route *route) {
    vt_json_writer operation = vt_json_add_object(path, method_name(route->method));
    vt_json_add_word(&operation, "description", route->about);
    add_parameters(&operation, route);
    add_body(&operation, route);
    vt_json_writer responses = vt_json_add_object(&operation, "responses");
    vt_json_writer good = vt_json_add_object(&responses, "200");
    vt_json_add_word(&good, "description", route->about);
    add_content(&good, route->type, route->schema);
    vt_json_close(&good);
    vt_json_writer bad = vt_json_add_object(&responses, "default");
    vt_json_add_word(&bad, "description", "A problem of RFC 9457.");
    add_content(&bad, "application/problem+json", "Problem");
    vt_json_close(&bad);
    vt_json_close(&responses);
    if (route->flags & VT_ROUTE_OPEN) {
        vt_json_writer none = vt_json_add_array(&operation, "security");
        vt_json_close(&none);
    }
    vt_json_close(&operation);
}

static bool is_first_of_path(const vt_route *all, const vt_route *route) {
    for (const vt_route *each = all; each < route; each++) {
        if (strcmp(each->path, route->path) == 0) return false;
    }
    return true;
}

static void add_paths(vt_json_writer *document, const vt_route *all) {
    vt_json_writer paths = vt_json_add_object(document, "paths");
    for (const vt_route *route = all; route->path; route++) {
        if (!is_first_of_path(all, route)) continue;
        vt_json_writer path = vt_json_add_object(&paths, route->path);
        for (const vt_route *each = route; each->path; each++) {
            if (strcmp(each->path, route->path) == 0) add_operation(&path, each);
        }
        vt_json_close(&path);
    }
    vt_json_close(&paths);
}

static void add_components(vt_json_writer *document) {
    vt_json_writer components = vt_json_add_object(document, "components");
    vt_json_writer schemas = vt_json_add_object(&components, "schemas");
    for (const vt_schema *each = vt_schemas; each->name; each++) {
        vt_json_add_json(&schemas, each->name, vt_text_from(each->json));
    }
    vt_json_close(&schemas);
    vt_json_add_json(&components, "securitySchemes",
                     VT_TEXT("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"},"
                             "\"cookie\":{\"type\":\"apiKey\",\"in\":\"cookie\","
                             "\"name\":\"vitals_session\"}}"));
    vt_json_close(&components);
}

void vt_answer_openapi(vt_visit *visit) {
    vt_json_writer document = vt_json_open_object(&visit->out);
    vt_json_add_word(&document, "openapi", "3.1.0");
    vt_json_writer info = vt_json_add_object(&document, "info");
    vt_json_add_word(&info, "title", "vitals");
    vt_json_add_word(&info, "description", "The health of Kubernetes objects, and why.");
    vt_json_add_word(&info, "version", vitals_version());
    vt_json_close(&info);
    add_paths(&document, visit->server->routes);
    add_components(&document);
    vt_json_add_json(&document, "security", VT_TEXT("[{},{\"token\":[]},{\"cookie\":[]}]"));
    vt_json_close(&document);
    vt_visit_send(visit, "application/json");
}
