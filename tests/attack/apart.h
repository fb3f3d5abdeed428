/* A test in a process of its own, whose CPU time and memory are those of one attack. */
#ifndef TESTS_ATTACK_APART_H
#define TESTS_ATTACK_APART_H

#include "support/table.h"

enum { APART_MOST_CPU_MS = 2000, APART_MOST_MEGABYTES = 64 };

/*
** Fork, and run `test` on `row`, of any type that begins with TABLE_ROW, in the child. Fails the test
** that calls unless it passes there, within two seconds of CPU, and its process grows by less than 64 MB
** above what it was when it was forked. Time and memory are held in optimised builds without
** sanitizers. VITALS_ATTACK_FIGURES=1 prints both.
*/
void apart_check(CMUnitTestFunction test, const void *row);

#endif
