/* string.format of the strings extension. */
#ifndef VITALS_CEL_FORMAT_H
#define VITALS_CEL_FORMAT_H

#include "cel/function.h"

/* magic 1: %f and %e of int and uint come out as cel-go 0.26.1 writes them. */
vt_cel_value vt_cel_format(const vt_cel_call *call);

#endif
