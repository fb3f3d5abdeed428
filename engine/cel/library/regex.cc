// A C interface to RE2. Its errors are reported in the words of Go's regexp package. Without RE2, regex_off.c
// takes its place.
#include "cel/library/regex.h"

#include <new>
#include <string>

#ifdef VITALS_WITH_RE2
#include <re2/re2.h>

struct vt_cel_regex {
    std::string pattern;
    RE2 compiled;
    size_t bytes;

    vt_cel_regex(const std::string &text, const RE2::Options &options)
        : pattern(text), compiled(text, options), bytes(static_cast<size_t>(options.max_mem())) {}
};

namespace {

// What RE2 may use for one pattern: the first is enough for nearly all.
const int64_t kMemoryBytes[] = { 1 << 16, 1 << 18 };

const struct {
    RE2::ErrorCode code;
    const char *text;
    bool whole; // Go quotes the whole pattern, not the part.
} kErrors[] = {
    { RE2::ErrorBadEscape, "invalid escape sequence", false },
    { RE2::ErrorBadCharClass, "invalid character class", false },
    { RE2::ErrorBadCharRange, "invalid character class range", false },
    { RE2::ErrorMissingBracket, "missing closing ]", false },
    { RE2::ErrorMissingParen, "missing closing )", true },
    { RE2::ErrorUnexpectedParen, "unexpected )", true },
    { RE2::ErrorTrailingBackslash, "trailing backslash at end of expression", false },
    { RE2::ErrorRepeatArgument, "missing argument to repetition operator", false },
    { RE2::ErrorRepeatSize, "invalid repeat count", false },
    { RE2::ErrorRepeatOp, "invalid nested repetition operator", false },
    { RE2::ErrorBadPerlOp, "invalid or unsupported Perl syntax", false },
    { RE2::ErrorBadUTF8, "invalid UTF-8", false },
    { RE2::ErrorBadNamedCapture, "invalid named capture", false },
};

std::string ErrorText(const vt_cel_regex &regex) {
    const char *text = "internal error";
    bool whole = true;
    for (const auto &row : kErrors) {
        if (row.code != regex.compiled.error_code()) continue;
        text = row.text;
        whole = row.whole;
    }
    std::string part = whole ? regex.pattern : regex.compiled.error_arg();
    if (regex.compiled.error_code() == RE2::ErrorTrailingBackslash) part.clear();
    return std::string("error parsing regexp: ") + text + ": `" + part + "`";
}

vt_cel_regex *Compile(const std::string &text, int64_t memory_bytes) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(memory_bytes);
    return new vt_cel_regex(text, options);
}

// With as little memory as it takes.
vt_cel_regex *CompileSmall(const std::string &text) {
    vt_cel_regex *regex = Compile(text, kMemoryBytes[0]);
    if (regex->compiled.error_code() != RE2::ErrorPatternTooLarge) return regex;
    delete regex;
    return Compile(text, kMemoryBytes[1]);
}

} // namespace

namespace {

vt_cel_regex_result Make(vitals_text pattern, uint64_t most_size, vt_cel_regex_error_fn on_error,
                         void *user, vt_cel_regex **out) {
    vt_cel_regex *regex =
        CompileSmall(std::string(pattern.bytes ? pattern.bytes : "", pattern.size));
    bool is_large = regex->compiled.error_code() == RE2::ErrorPatternTooLarge ||
                    (regex->compiled.ok() && vt_cel_regex_size(regex) > most_size);
    if (regex->compiled.ok() && !is_large) {
        *out = regex;
        return VT_CEL_REGEX_COMPILED;
    }
    std::string text_of_error = is_large ? "" : ErrorText(*regex);
    delete regex;
    if (is_large) return VT_CEL_REGEX_TOO_LARGE;
    on_error(user, text_of_error.data(), text_of_error.size());
    return VT_CEL_REGEX_INVALID;
}

} // namespace

vt_cel_regex_result vt_cel_regex_new(vitals_text pattern, uint64_t most_size,
                                     vt_cel_regex_error_fn on_error, void *user,
                                     vt_cel_regex **out) {
#ifdef __cpp_exceptions
    try {
        return Make(pattern, most_size, on_error, user, out);
    } catch (const std::bad_alloc &) {
        return VT_CEL_REGEX_NO_MEMORY;
    }
#else
    // As in WebAssembly: the program ends when memory runs out.
    return Make(pattern, most_size, on_error, user, out);
#endif
}

uint64_t vt_cel_regex_size(const vt_cel_regex *regex) {
    return static_cast<uint64_t>(regex->compiled.ProgramSize());
}

size_t vt_cel_regex_bytes(const vt_cel_regex *regex) {
    return regex->bytes;
}

void vt_cel_regex_free(vt_cel_regex *regex) {
    delete regex;
}

vitals_text vt_cel_regex_pattern(const vt_cel_regex *regex) {
    return vitals_text{ regex->pattern.data(), regex->pattern.size() };
}

uint32_t vt_cel_regex_group_count(const vt_cel_regex *regex) {
    return static_cast<uint32_t>(regex->compiled.NumberOfCapturingGroups());
}

bool vt_cel_regex_search(const vt_cel_regex *regex, vitals_text text, size_t from,
                         vt_cel_group *groups, uint32_t count) {
    const uint32_t kMostGroups = 16;
    re2::StringPiece parts[kMostGroups];
    uint32_t wanted = count < kMostGroups ? count : kMostGroups;
    const char *bytes = text.bytes ? text.bytes : "";
    re2::StringPiece whole(bytes, text.size);
    if (!regex->compiled.Match(whole, from, text.size, RE2::UNANCHORED, parts,
                               static_cast<int>(wanted))) {
        return false;
    }
    for (uint32_t i = 0; i < wanted; i++) {
        bool absent = parts[i].data() == nullptr;
        groups[i].start = absent ? SIZE_MAX : static_cast<size_t>(parts[i].data() - bytes);
        groups[i].end = absent ? SIZE_MAX : groups[i].start + parts[i].size();
    }
    return true;
}

#endif
