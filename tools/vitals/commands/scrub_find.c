/* Finds what must not be shared in a text. */
#include "commands/scrub_find.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text/secret.h"

/* --------------------------------------------------------------------- words */

static bool is_alnum(char c) {
    return isalnum((unsigned char)c) != 0;
}

/* Each word of a long text may begin a form that ends far behind it. So that all of them take linear time,
** only so much is looked at. */
enum {
    MOST_HOST = 253, /* RFC 1035 */
    MOST_USER = 320  /* of an address of mail; RFC 5321 has 64 */
};

/* The bytes from `at` on that are alphanumeric or among `more`, at most `most` and one more. */
static size_t run_up_to(vitals_text text, size_t at, const char *more, size_t most) {
    size_t end = at;
    while (end < text.size && end - at <= most &&
           (is_alnum(text.bytes[end]) || (text.bytes[end] && strchr(more, text.bytes[end])))) {
        end++;
    }
    return end - at;
}

static size_t run_of(vitals_text text, size_t at, const char *more) {
    return run_up_to(text, at, more, SIZE_MAX - 1);
}

static bool starts(vitals_text text, size_t at, const char *with) {
    const size_t size = strlen(with);
    return text.size - at >= size && memcmp(text.bytes + at, with, size) == 0;
}

/* --------------------------------------------------------------------- hosts */

/* Last labels of names of hosts, in the order of the alphabet. Others end in words that are common after a
** dot: names of fields and files. */
static const char *const suffixes[] = {
    "ai",   "app", "arpa",  "at", "au",     "be",    "biz",      "br",    "ca",
    "cc",   "ch",  "cloud", "cn", "co",     "com",   "corp",     "cz",    "de",
    "dev",  "dk",  "edu",   "es", "eu",     "fi",    "fr",       "gov",   "hk",
    "home", "hu",  "ie",    "in", "info",   "int",   "internal", "intra", "intranet",
    "io",   "it",  "jp",    "kr", "lan",    "local", "lu",       "me",    "mil",
    "net",  "nl",  "no",    "nz", "online", "org",   "pl",       "pt",    "ro",
    "ru",   "se",  "sg",    "sh", "shop",   "site",  "sk",       "store", "tech",
    "tv",   "tw",  "ua",    "uk", "us",     "vn",    "xyz",      "za",
};

/* Names that everybody has: of the cluster itself, of documentation, of groups of APIs and of public
** registries. A name below one of these is kept too. */
static const char *const public_names[] = {
    "cluster.local",  "example.com",     "example.net", "example.org", "k8s.io",
    "kubernetes.io",  "x-k8s.io",        "argoproj.io", "docker.io",   "quay.io",
    "ghcr.io",        "gcr.io",          "github.com",  "fluxcd.io",   "mcr.microsoft.com",
    "public.ecr.aws", "cert-manager.io", "k8s.aws",     "helm.sh",     "crossplane.io",
    "knative.dev",    "istio.io",        "coreos.com",
};

static bool ends_with_name(vitals_text host, const char *name) {
    const size_t size = strlen(name);
    return host.size >= size && strncasecmp(host.bytes + host.size - size, name, size) == 0 &&
           (host.size == size || host.bytes[host.size - size - 1] == '.');
}

static bool is_public(vitals_text host) {
    for (size_t i = 0; i < COUNT_OF(public_names); i++) {
        if (ends_with_name(host, public_names[i])) return true;
    }
    return false;
}

static bool has_suffix(vitals_text host) {
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        if (host.size > strlen(suffixes[i]) && ends_with_name(host, suffixes[i])) return true;
    }
    return false;
}

/* Labels between dots: none is empty, and one has a letter. */
static bool has_labels(vitals_text host) {
    for (size_t i = 0; i < host.size; i++) {
        const bool dot = host.bytes[i] == '.';
        if (dot && (i == 0 || host.bytes[i - 1] == '.' || host.bytes[i - 1] == '-')) return false;
    }
    return host.size && host.bytes[0] != '-';
}

/* The name of a host at `at`, without a dot that ends a sentence. */
static size_t host(vitals_text text, size_t at) {
    size_t size = run_up_to(text, at, ".-", MOST_HOST);
    if (size > MOST_HOST) return 0;
    while (size && (text.bytes[at + size - 1] == '.' || text.bytes[at + size - 1] == '-')) size--;
    const vitals_text found = { text.bytes + at, size };
    return has_labels(found) && has_suffix(found) && !is_public(found) ? size : 0;
}

static size_t address(vitals_text text, size_t at) {
    size_t end = at;
    for (int part = 0; part < 4; part++) {
        unsigned value = 0;
        const size_t start = end;
        while (end < text.size && end - start < 3 && isdigit((unsigned char)text.bytes[end])) {
            value = value * 10 + (unsigned)(text.bytes[end++] - '0');
        }
        if (end == start || value > 255) return 0;
        if (part < 3 && (end >= text.size || text.bytes[end++] != '.')) return 0;
    }
    /* Not a version, such as 1.2.3.4-rc1 or 1.2.3.4.5. */
    if (end < text.size && (is_alnum(text.bytes[end]) || strchr("-._", text.bytes[end]))) {
        const bool sentence =
            text.bytes[end] == '.' && (end + 1 == text.size || !is_alnum(text.bytes[end + 1]));
        if (!sentence) return 0;
    }
    return starts(text, at, "127.") || starts(text, at, "0.") ? 0 : end - at;
}

static size_t mail(vitals_text text, size_t at) {
    const size_t user = run_up_to(text, at, "._%+-", MOST_USER);
    if (!user || at + user >= text.size || text.bytes[at + user] != '@') return 0;
    const size_t domain = run_of(text, at + user + 1, ".-");
    const vitals_text name = { text.bytes + at + user + 1, domain };
    return domain && memchr(name.bytes, '.', domain) ? user + 1 + domain : 0;
}

scrub_sort scrub_find(vitals_text text, size_t at, size_t *size) {
    static const struct form {
        scrub_sort sort;
        size_t (*size)(vitals_text text, size_t at);
    } forms[] = { { SCRUB_SECRET, vt_secret_at },
                  { SCRUB_MAIL, mail },
                  { SCRUB_ADDRESS, address },
                  { SCRUB_HOST, host } };
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        *size = forms[i].size(text, at);
        if (*size) return forms[i].sort;
    }
    return SCRUB_NOTHING;
}
