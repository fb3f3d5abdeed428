/* Character classes of ASCII, independent of the locale. Bytes outside ASCII belong to none of
** them. The argument is a char, an unsigned char, or an int of a reader that returns a negative
** value at the end of input. */
#ifndef VITALS_BASE_ASCII_H
#define VITALS_BASE_ASCII_H

#include <stdbool.h>

static inline bool vt_is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

static inline bool vt_is_letter(int byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static inline bool vt_is_alphanumeric(int byte) {
    return vt_is_digit(byte) || vt_is_letter(byte);
}

/* The first byte of an identifier in C, Lua or CEL, and the bytes after it. */
static inline bool vt_is_identifier_start(int byte) {
    return vt_is_letter(byte) || byte == '_';
}
static inline bool vt_is_identifier(int byte) {
    return vt_is_identifier_start(byte) || vt_is_digit(byte);
}

static inline bool vt_is_blank(int byte) {
    return byte == ' ' || byte == '\t';
}

/* White space as defined by RFC 8259, which excludes vertical tabs and form feeds. */
static inline bool vt_is_space(int byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static inline char vt_to_lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte + ('a' - 'A')) : byte;
}

/* The value of a digit or a letter, of either case, in the bases up to 36; VT_NOT_A_DIGIT
** otherwise. */
#define VT_NOT_A_DIGIT 36

static inline int vt_digit_value(int byte) {
    if (vt_is_digit(byte)) return byte - '0';
    if (byte >= 'a' && byte <= 'z') return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'Z') return byte - 'A' + 10;
    return VT_NOT_A_DIGIT;
}

static inline bool vt_is_hexadecimal(int byte) {
    return vt_digit_value(byte) < 16;
}

#endif
