/* bound PROFILE FILE…: what each function of <vitals/binding.h> that takes an object answers for the bytes of a file, a line for
** each file: "assess health many partials put", where a negative number is a refusal. Then the partial aggregates of a
** column of all files. */
#include <vitals/binding.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOW = 1750000000, MOST_BYTES = 1 << 20, MOST_FILES = 16 };

typedef struct bytes {
    char *text;
    size_t size;
} bytes;

static bytes read_file(const char *path) {
    bytes read = { malloc(MOST_BYTES), 0 };
    FILE *file = fopen(path, "rb");
    if (!read.text || !file) exit(2);
    read.size = fread(read.text, 1, MOST_BYTES, file);
    fclose(file);
    return read;
}

static long put(vitals_binding *binding, bytes object) {
    const int64_t id = vitals_binding_application(binding, NULL, 0);
    const int32_t status = vitals_binding_application_put(binding, id, NULL, 0, NULL, 0,
                                                          object.text, object.size, 0, NOW);
    vitals_binding_application_free(binding, id);
    return status;
}

static void answer(vitals_binding *binding, bytes object) {
    const uint64_t offsets[] = { 0, object.size };
    uint8_t health = 0;
    const long assessed = vitals_binding_assess(binding, object.text, object.size, NOW);
    const long healthy = vitals_binding_health(binding, object.text, object.size, NOW);
    const long many =
        (long)vitals_binding_many(binding, object.text, object.size, offsets, 1, 1, NOW, &health);
    const long partials =
        (long)vitals_binding_partials(binding, object.text, object.size, offsets, 1, 1, NOW);
    printf("%ld %ld %ld %ld %ld\n", assessed, healthy, -many, -partials, put(binding, object));
}

static void aggregate(vitals_binding *binding, const bytes *objects, int count) {
    static char column[MOST_BYTES];
    uint64_t offsets[MOST_FILES + 1] = { 0 };
    for (int i = 0; i < count; i++) {
        if (offsets[i] + objects[i].size > MOST_BYTES) exit(2);
        memcpy(column + offsets[i], objects[i].text, objects[i].size);
        offsets[i + 1] = offsets[i] + objects[i].size;
    }
    (void)vitals_binding_partials(binding, column, (size_t)offsets[count], offsets, (size_t)count,
                                  1, NOW);
    fwrite(vitals_binding_text(binding), 1, vitals_binding_text_size(binding), stdout);
    putchar('\n');
}

int main(int argc, char **argv) {
    char options[64];
    bytes objects[MOST_FILES];
    vitals_binding *binding = vitals_binding_new();
    const int count = argc - 2;
    if (!binding || count < 1 || count > MOST_FILES) return 2;
    const int size = snprintf(options, sizeof options, "{\"profile\":\"%s\"}", argv[1]);
    if (vitals_binding_configure(binding, options, (size_t)size)) return 2;
    for (int i = 0; i < count; i++) objects[i] = read_file(argv[i + 2]);
    for (int i = 0; i < count; i++) answer(binding, objects[i]);
    aggregate(binding, objects, count);
    for (int i = 0; i < count; i++) free(objects[i].text);
    vitals_binding_free(binding);
    return 0;
}
