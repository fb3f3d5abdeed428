/* Finds credentials in a text. */
#include "base/text/secret.h"

#include <string.h>

#include "base/text/ascii.h"

/* ---------------------------------------------------------------------- keys */

/* The ends of keys, without case and punctuation. Names of Secrets are not secret. */
static const char *const secret_ends[] = {
    "password",         "passwd",     "passphrase",       "pwd",        "token",
    "apikey",           "accesskey",  "secretkey",        "privatekey", "secret",
    "credentials",      "credential", "authkey",          "signingkey", "authorization",
    "connectionstring", "dsn",        "webhookurl",       "licensekey", "bearer",
    "htpasswd",         "kubeconfig", "dockerconfigjson",
};

bool vt_secret_is_key(vt_text key) {
    char plain[64];
    size_t size = 0;
    for (size_t i = 0; i < key.size && size < sizeof plain; i++) {
        const unsigned char c = (unsigned char)key.bytes[i];
        if (vt_is_alphanumeric(c)) plain[size++] = vt_to_lower((char)c);
    }
    for (size_t i = 0; i < sizeof secret_ends / sizeof secret_ends[0]; i++) {
        const size_t end = strlen(secret_ends[i]);
        if (size >= end && memcmp(plain + size - end, secret_ends[i], end) == 0) return true;
    }
    return false;
}

/* --------------------------------------------------------------------- words */

/* Each word of a long text may begin a form that ends far behind it. So that all of them take linear time, only so
** much is looked at. */
enum { MOST_RANDOM = 512 };

/* The bytes from `at` on that are alphanumeric or among `more`, at most `most` and one more. */
static size_t run_up_to(vt_text text, size_t at, const char *more, size_t most) {
    size_t end = at;
    while (end < text.size && end - at <= most &&
           (vt_is_alphanumeric((unsigned char)text.bytes[end]) ||
            (text.bytes[end] && strchr(more, text.bytes[end])))) {
        end++;
    }
    return end - at;
}

static size_t run_of(vt_text text, size_t at, const char *more) {
    return run_up_to(text, at, more, SIZE_MAX - 1);
}

static bool starts(vt_text text, size_t at, const char *with) {
    return vt_text_starts(vt_text_between(text, at, text.size), vt_text_from(with));
}

/* The offset behind the next `what` from `at` on, or the end. */
static size_t behind(vt_text text, size_t at, const char *what) {
    const size_t found = vt_text_find(text, vt_text_from(what), at);
    return found == SIZE_MAX ? text.size : found + strlen(what);
}

/* ------------------------------------------------------------------- secrets */

static size_t pem_block(vt_text text, size_t at) {
    if (!starts(text, at, "-----BEGIN ")) return 0;
    return behind(text, behind(text, behind(text, at + 11, "-----"), "-----END "), "-----") - at;
}

/* Keys that say what they are, and so many bytes after that at least. */
static size_t known_token(vt_text text, size_t at) {
    static const char *const prefixes[] = { "eyJ",     "ghp_",  "gho_",  "ghs_",     "github_pat_",
                                            "glpat-",  "xoxb-", "xoxp-", "xoxa-",    "AKIA",
                                            "ASIA",    "AIza",  "sk-",   "sk_live_", "hvs.",
                                            "dop_v1_", "npm_",  "pypi-" };
    enum { LEAST = 16 };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (!starts(text, at, prefixes[i])) continue;
        const size_t size = run_of(text, at, "_-+/=.");
        if (size >= strlen(prefixes[i]) + LEAST) return size;
    }
    return 0;
}

/* A long word of all sorts of characters: neither a name of Kubernetes nor a digest. */
static size_t random_word(vt_text text, size_t at) {
    enum { LEAST = 32 };
    const size_t size = run_up_to(text, at, "_-+=", MOST_RANDOM);
    size_t lower = 0, upper = 0, digits = 0, changes = 0;
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)text.bytes[at + i];
        lower += c >= 'a' && c <= 'z';
        upper += c >= 'A' && c <= 'Z';
        digits += vt_is_digit(c);
        changes += i > 0 && vt_is_digit(c) != vt_is_digit((unsigned char)text.bytes[at + i - 1]);
    }
    if (size < LEAST || !lower || !upper || !digits || changes < 4) return 0;
    return run_of(text, at, "_-+=");
}

/* The user and password of a URL, which begin behind ://. */
static size_t url_credentials(vt_text text, size_t at) {
    if (at < 3 || !starts(text, at - 3, "://")) return 0;
    const size_t size = run_of(text, at, "_-+=.:%~!$&*,;");
    return at + size < text.size && text.bytes[at + size] == '@' && size ? size : 0;
}

size_t vt_secret_at(vt_text text, size_t at) {
    static size_t (*const forms[])(vt_text text, size_t at) = { pem_block, url_credentials,
                                                                known_token, random_word };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const size_t size = forms[i](text, at);
        if (size) return size;
    }
    return 0;
}

/* ------------------------------------------------------------------- masking */

static bool is_word(char c) {
    return vt_is_alphanumeric((unsigned char)c) || c == '_' || c == '-';
}

/* The first byte of the value behind a key that ends at `at`: "=", ":" and what may stand around them. 0: none. */
static size_t value_behind(vt_text text, size_t at) {
    size_t start = at;
    while (start < text.size && strchr("\"' ", text.bytes[start]) && text.bytes[start]) start++;
    if (start == text.size || (text.bytes[start] != '=' && text.bytes[start] != ':')) return 0;
    start++;
    while (start < text.size && strchr("\"' ", text.bytes[start]) && text.bytes[start]) start++;
    return start;
}

static size_t word_end(vt_text text, size_t at) {
    while (at < text.size && (!text.bytes[at] || !strchr("\"' \t,;&)}]", text.bytes[at]))) at++;
    return at;
}

/* The end of a value; a scheme of authorization and what follows are one. */
static size_t value_end(vt_text text, size_t at) {
    static const char *const schemes[] = { "Bearer ", "Basic ", "bearer ", "basic " };
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (starts(text, at, schemes[i])) return word_end(text, at + strlen(schemes[i]));
    }
    return word_end(text, at);
}

/* Append the word at `at`, and what is masked behind it. Returns where to go on. */
static size_t add_word(vt_buffer *out, vt_text text, size_t at) {
    size_t end = at;
    while (end < text.size && is_word(text.bytes[end])) end++;
    const vt_text word = vt_text_between(text, at, end);
    const size_t value = vt_secret_is_key(word) ? value_behind(text, end) : 0;
    vt_buffer_add(out, word);
    if (!value || value_end(text, value) == value) return end;
    vt_buffer_add(out, vt_text_between(text, end, value));
    vt_buffer_add_terminated(out, "***");
    return value_end(text, value);
}

void vt_secret_add_masked(vt_buffer *out, vt_text text) {
    for (size_t at = 0; at < text.size;) {
        const size_t size = vt_secret_at(text, at);
        if (size) {
            vt_buffer_add_terminated(out, "***");
            at += size;
        } else if (is_word(text.bytes[at])) {
            at = add_word(out, text, at);
        } else {
            vt_buffer_add_byte(out, text.bytes[at++]);
        }
    }
}
