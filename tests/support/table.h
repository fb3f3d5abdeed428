/*
** Table tests: one row is one named cmocka test.
**
**     static const struct row { TABLE_ROW; const char *text; int want; } rows[] = {
**         { "empty", "", 0 },
**     };
**     static void check(void **state) { const struct row *row = *state; ... }
**     int main(void) { return TABLE_RUN("group", check, rows); }
**
** A failure names the row; later rows still run.
*/
#ifndef VITALS_TESTS_SUPPORT_TABLE_H
#define VITALS_TESTS_SUPPORT_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TABLE_ROW const char *name /* the first member of every row type */
#define TABLE_COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))
#define TABLE_RUN(group, check, rows)                                                              \
    table_run((group), (check), (rows), TABLE_COUNT(rows), sizeof((rows)[0]))

/* Run `check` once a row. Returns the number of rows that failed. */
int table_run(const char *group, CMUnitTestFunction check, const void *rows, size_t count,
              size_t row_bytes);

/* Exit status for "skipped": ctest counts it apart. */
#define TEST_SKIPPED 77

#endif
