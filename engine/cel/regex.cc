// A C interface to RE2. Its errors are reported in the words of Go's regexp package.
#include "cel/regex.h"

#include <new>
#include <string>

#ifdef VITALS_WITH_RE2
#include <re2/re2.h>

struct vt_cel_regex {
    std::string pattern;
    RE2 compiled;

    vt_cel_regex(const std::string &text, const RE2::Options &options)
        : pattern(text), compiled(text, options) {}
};

namespace {

const int64_t kMemoryBytes = 1 << 20;

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
    { RE2::ErrorPatternTooLarge, "expression too large", true },
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

} // namespace

vt_cel_regex *vt_cel_regex_new(vitals_text pattern, vt_cel_regex_error_fn on_error, void *user) {
    try {
        RE2::Options options;
        options.set_log_errors(false);
        options.set_max_mem(kMemoryBytes);
        std::string text(pattern.bytes ? pattern.bytes : "", pattern.size);
        vt_cel_regex *regex = new vt_cel_regex(text, options);
        if (regex->compiled.ok()) return regex;
        std::string text_of_error = ErrorText(*regex);
        delete regex;
        on_error(user, text_of_error.data(), text_of_error.size());
    } catch (const std::bad_alloc &) {
        // No memory: nothing is reported.
    }
    return nullptr;
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

#else // The build option VITALS_RE2 is off.

struct vt_cel_regex {
    char unused;
};

vt_cel_regex *vt_cel_regex_new(vitals_text, vt_cel_regex_error_fn on_error, void *user) {
    static const char text[] = "regular expressions are not built into this library (VITALS_RE2)";
    on_error(user, text, sizeof text - 1);
    return nullptr;
}

void vt_cel_regex_free(vt_cel_regex *) {}
vitals_text vt_cel_regex_pattern(const vt_cel_regex *) {
    return vitals_text{ "", 0 };
}
uint32_t vt_cel_regex_group_count(const vt_cel_regex *) {
    return 0;
}
bool vt_cel_regex_search(const vt_cel_regex *, vitals_text, size_t, vt_cel_group *, uint32_t) {
    return false;
}

#endif
