/** Visibility and attributes used by the public headers. Nothing here is for applications. */
#ifndef VITALS_EXPORT_H
#define VITALS_EXPORT_H

#if defined(VITALS_STATIC) || !defined(__GNUC__)
#define VITALS_API
#else
#define VITALS_API __attribute__((visibility("default")))
#endif

#if defined(__GNUC__)
#define VITALS_MUST_USE __attribute__((warn_unused_result))
#define VITALS_PRINTF(format_at, first_at) __attribute__((format(__printf__, format_at, first_at)))
#else
#define VITALS_MUST_USE
#define VITALS_PRINTF(format_at, first_at)
#endif

#endif
