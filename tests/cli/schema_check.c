/*
** schema_check [--one] [--definition NAME] SCHEMA… < documents: checks each JSON line, or with --one all
** of stdin, against the first schema, or against one of its definitions. It implements the keywords that the schemas of vitals use, and fails on any other.
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

enum { MOST_SCHEMAS = 4, PATH_BYTES = 512 };

/* All schemas given; a $ref names one by its $id. */
struct schemas {
    cJSON *all[MOST_SCHEMAS];
    size_t count;
    const cJSON *start; /* what documents are checked against */
};

/* The position in the document, for messages. */
struct place {
    const struct schemas *schemas;
    const cJSON *root; /* the schema that #/… refers to */
    char path[PATH_BYTES];
};

static bool holds(struct place place, const cJSON *schema, const cJSON *value);

static bool fail(const struct place *place, const char *why) {
    fprintf(stderr, "schema_check: %s: %s\n", place->path, why);
    return false;
}

static struct place below(const struct place *place, const char *step) {
    struct place deeper = *place;
    const size_t used = strlen(deeper.path);
    snprintf(deeper.path + used, PATH_BYTES - used, ".%s", step);
    return deeper;
}

/* ---------------------------------------------------------------- keywords */

static bool is_integer(const cJSON *value) {
    return cJSON_IsNumber(value) && value->valuedouble == (double)(long long)value->valuedouble;
}

static bool is_boolean(const cJSON *value) {
    return cJSON_IsBool(value) != 0;
}
static bool is_string(const cJSON *value) {
    return cJSON_IsString(value) != 0;
}
static bool is_object(const cJSON *value) {
    return cJSON_IsObject(value) != 0;
}
static bool is_array(const cJSON *value) {
    return cJSON_IsArray(value) != 0;
}
static bool is_null(const cJSON *value) {
    return cJSON_IsNull(value) != 0;
}

static const struct type {
    const char *name;
    bool (*is)(const cJSON *value);
} types[] = {
    { "object", is_object },   { "array", is_array }, { "string", is_string },
    { "integer", is_integer }, { "null", is_null },   { "boolean", is_boolean },
};

static bool is_of_type(const char *name, const cJSON *value) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0) return types[i].is(value);
    return false;
}

static bool check_type(struct place place, const cJSON *schema, const cJSON *word,
                       const cJSON *value) {
    (void)schema;
    if (cJSON_IsString(word))
        return is_of_type(word->valuestring, value) || fail(&place, "wrong type");
    const cJSON *name;
    cJSON_ArrayForEach(name, word) if (is_of_type(name->valuestring, value)) return true;
    return fail(&place, "none of the types allowed");
}

static bool check_const(struct place place, const cJSON *schema, const cJSON *word,
                        const cJSON *value) {
    (void)schema;
    return cJSON_Compare(word, value, true) || fail(&place, "not the constant");
}

static bool check_enum(struct place place, const cJSON *schema, const cJSON *word,
                       const cJSON *value) {
    (void)schema;
    const cJSON *allowed;
    cJSON_ArrayForEach(allowed, word) if (cJSON_Compare(allowed, value, true)) return true;
    return fail(&place, "none of the values allowed");
}

static bool check_minimum(struct place place, const cJSON *schema, const cJSON *word,
                          const cJSON *value) {
    (void)schema;
    return !cJSON_IsNumber(value) || value->valuedouble >= word->valuedouble ||
           fail(&place, "too small");
}

static bool check_required(struct place place, const cJSON *schema, const cJSON *word,
                           const cJSON *value) {
    (void)schema;
    const cJSON *name;
    if (!cJSON_IsObject(value)) return true;
    cJSON_ArrayForEach(name, word) {
        if (!cJSON_GetObjectItemCaseSensitive(value, name->valuestring)) {
            struct place missing = below(&place, name->valuestring);
            return fail(&missing, "missing");
        }
    }
    return true;
}

static bool check_properties(struct place place, const cJSON *schema, const cJSON *word,
                             const cJSON *value) {
    (void)schema;
    const cJSON *member;
    if (!cJSON_IsObject(value)) return true;
    cJSON_ArrayForEach(member, value) {
        const cJSON *known = cJSON_GetObjectItemCaseSensitive(word, member->string);
        if (known && !holds(below(&place, member->string), known, member)) return false;
    }
    return true;
}

static bool check_additional(struct place place, const cJSON *schema, const cJSON *word,
                             const cJSON *value) {
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    const cJSON *member;
    if (!cJSON_IsObject(value)) return true;
    cJSON_ArrayForEach(member, value) {
        if (cJSON_GetObjectItemCaseSensitive(properties, member->string)) continue;
        struct place extra = below(&place, member->string);
        if (cJSON_IsFalse(word)) return fail(&extra, "not in the schema");
        if (!holds(extra, word, member)) return false;
    }
    return true;
}

static bool check_items(struct place place, const cJSON *schema, const cJSON *word,
                        const cJSON *value) {
    (void)schema;
    const cJSON *item;
    if (!cJSON_IsArray(value)) return true;
    cJSON_ArrayForEach(item, value) if (!holds(below(&place, "[]"), word, item)) return false;
    return true;
}

/* "#/$defs/NAME" of the same schema, or the $id of another. */
static bool check_ref(struct place place, const cJSON *schema, const cJSON *word,
                      const cJSON *value) {
    (void)schema;
    static const char local[] = "#/$defs/";
    if (strncmp(word->valuestring, local, sizeof local - 1) == 0) {
        const cJSON *defs = cJSON_GetObjectItemCaseSensitive(place.root, "$defs");
        const cJSON *found =
            cJSON_GetObjectItemCaseSensitive(defs, word->valuestring + sizeof local - 1);
        return found ? holds(place, found, value) : fail(&place, "no such definition");
    }
    for (size_t i = 0; i < place.schemas->count; i++) {
        const cJSON *id = cJSON_GetObjectItemCaseSensitive(place.schemas->all[i], "$id");
        if (strcmp(cJSON_GetStringValue(id), word->valuestring) != 0) continue;
        place.root = place.schemas->all[i];
        return holds(place, place.root, value);
    }
    return fail(&place, "no such schema");
}

/* `check` is NULL for keywords that do not constrain the value. */
static const struct keyword {
    const char *name;
    bool (*check)(struct place place, const cJSON *schema, const cJSON *word, const cJSON *value);
} keywords[] = {
    { "$schema", NULL },
    { "$id", NULL },
    { "$defs", NULL },
    { "title", NULL },
    { "description", NULL },
    { "type", check_type },
    { "const", check_const },
    { "enum", check_enum },
    { "minimum", check_minimum },
    { "required", check_required },
    { "properties", check_properties },
    { "additionalProperties", check_additional },
    { "items", check_items },
    { "$ref", check_ref },
};

static const struct keyword *find_keyword(const char *name) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(keywords[i].name, name) == 0) return &keywords[i];
    return NULL;
}

static bool holds(struct place place, const cJSON *schema, const cJSON *value) {
    const cJSON *word;
    cJSON_ArrayForEach(word, schema) {
        const struct keyword *keyword = find_keyword(word->string);
        if (!keyword) return fail(&place, "a word of JSON Schema that this check does not know");
        if (keyword->check && !keyword->check(place, schema, word, value)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------ files */

static char *read_all(FILE *file) {
    size_t size = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    for (size_t got; text && (got = fread(text + size, 1, capacity - size - 1, file)) > 0;) {
        size += got;
        if (capacity - size < 2) text = realloc(text, capacity *= 2);
    }
    if (text) text[size] = '\0';
    return text;
}

static cJSON *read_schema(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? read_all(file) : NULL;
    cJSON *schema = text ? cJSON_Parse(text) : NULL;
    if (!schema) fprintf(stderr, "schema_check: %s is not JSON\n", path);
    free(text);
    if (file) fclose(file);
    return schema;
}

static bool check_text(const struct schemas *schemas, const char *text) {
    const struct place root = { schemas, schemas->all[0], "" };
    cJSON *value = cJSON_Parse(text);
    const bool ok = value ? holds(root, schemas->start, value) : fail(&root, "no JSON");
    cJSON_Delete(value);
    return ok;
}

/* All of stdin, or line by line; an empty input checks nothing and so fails. */
static bool check_stdin(const struct schemas *schemas, bool one) {
    char *text = read_all(stdin);
    bool ok = text && *text;
    for (char *line = text; ok && line && *line;) {
        char *end = one ? NULL : strchr(line, '\n');
        if (end) *end = '\0';
        ok = check_text(schemas, line);
        line = end ? end + 1 : NULL;
    }
    free(text);
    return ok;
}

/* The schema, or one of its definitions. */
static const cJSON *find_start(const cJSON *schema, const char *definition) {
    if (!definition) return schema;
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(schema, "$defs");
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(all, definition);
    if (!found) fprintf(stderr, "schema_check: there is no definition %s\n", definition);
    return found;
}

int main(int argc, char **argv) {
    struct schemas schemas = { { NULL }, 0, NULL };
    const char *definition = NULL;
    bool ok = true, one = false;
    for (int i = 1; i < argc && schemas.count < MOST_SCHEMAS; i++) {
        if (strcmp(argv[i], "--one") == 0) {
            one = true;
        } else if (strcmp(argv[i], "--definition") == 0 && i + 1 < argc) {
            definition = argv[++i];
        } else {
            schemas.all[schemas.count++] = read_schema(argv[i]);
            ok = ok && schemas.all[schemas.count - 1];
        }
    }
    if (ok && schemas.count) schemas.start = find_start(schemas.all[0], definition);
    ok = ok && schemas.start && check_stdin(&schemas, one);
    for (size_t i = 0; i < schemas.count; i++) cJSON_Delete(schemas.all[i]);
    return ok ? 0 : 1;
}
