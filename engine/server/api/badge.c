/* GET /badge/…: the status of an application as a picture with a shape and a word. */
#include <stdio.h>

#include "server/api/routes.h"
#include "server/api/rows.h"

/* Shapes differ, so that colour alone says nothing. Colours are dark enough for white text. */
static const struct {
    vitals_health health;
    const char *colour, *shape;
} looks[] = {
    { VITALS_HEALTH_HEALTHY, "#0a7c5f", "M4 10l4 4 8-9" },
    { VITALS_HEALTH_PROGRESSING, "#0873a3", "M10 4a6 6 0 1 1-5 3" },
    { VITALS_HEALTH_DEGRADED, "#c22f3c", "M5 5l10 10M15 5L5 15" },
    { VITALS_HEALTH_SUSPENDED, "#645c8c", "M7 5v10M13 5v10" },
    { VITALS_HEALTH_MISSING, "#8a5d00", "M5 10h10" },
    { VITALS_HEALTH_UNKNOWN, "#55636f", "M7 8a3 3 0 1 1 4 3l-1 1v1M10 15v1" },
    { VITALS_HEALTH_UNASSESSED, "#687480", "M10 4a6 6 0 1 0 .1 0" },
};

static size_t look_of(vitals_health health) {
    size_t i = 0;
    while (i + 1 < sizeof looks / sizeof *looks && looks[i].health != health) i++;
    return i;
}

void vt_answer_badge(vt_visit *visit) {
    vitals_live_application application;
    if (!vt_visit_application(visit, &application)) return;
    const size_t look = look_of(application.settled);
    const char *word = vt_status_word(application.settled);
    const unsigned width = 34 + 8 * (unsigned)strlen(word);
    vt_buffer_printf(&visit->out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"20\" "
                     "role=\"img\" aria-label=\"%s\"><rect width=\"%u\" height=\"20\" rx=\"4\" "
                     "fill=\"%s\"/><path d=\"%s\" transform=\"translate(4 0)\" fill=\"none\" "
                     "stroke=\"#fff\" stroke-width=\"2\"/><text x=\"28\" y=\"14\" fill=\"#fff\" "
                     "font-family=\"sans-serif\" font-size=\"12\">%s</text></svg>\n",
                     width, word, width, looks[look].colour, looks[look].shape, word);
    vt_visit_send(visit, "image/svg+xml");
}
