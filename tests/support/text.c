#include "support/text.h"

#include <stdio.h>

#include "support/table.h"

void text_append(char *out, size_t size, const char *format, ...) {
    size_t used = strlen(out);
    assert_true(used < size);
    va_list values;
    va_start(values, format);
    int written = vsnprintf(out + used, size - used, format, values);
    va_end(values);
    assert_in_range(written, 0, size - used - 1);
}

unsigned text_number(const char *text, unsigned most) {
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    assert_true(end != text && *text != '-' && number <= most);
    return (unsigned)number;
}
