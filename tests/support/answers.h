/*
** Answers of the real engines: JSON lines, one case a line. Every case is judged; failures are printed and counted.
*/
#ifndef VITALS_TESTS_SUPPORT_ANSWERS_H
#define VITALS_TESTS_SUPPORT_ANSWERS_H

#include "document/document.h"

/* One case: the parsed line, and whether it holds. What is wrong is printed by the function. */
typedef bool (*answers_fn)(const vitals_document *row, void *user);

/* Run `judge` over each line of shared data file `name`. Returns an exit status: 0 when all hold,
** 77 when the data is not there, 1 otherwise. Prints how many passed and failed. */
int answers_run(const char *name, answers_fn judge, void *user);

/* A field of the row; absent text for null and missing. */
vt_text answers_text(const vitals_document *row, const char *key);
const vt_value *answers_field(const vitals_document *row, const char *key);

/* Print "id: what: want …, got …" unless both are equal; absent equals empty. Returns whether. */
bool answers_same(const vitals_document *row, const char *what, vt_text want, vt_text got);

/* Whether two values are equal as JSON: objects in any order of keys, numbers by value. */
bool answers_equal(const vitals_document *a, const vt_value *va, const vitals_document *b,
                   const vt_value *vb);

#endif
