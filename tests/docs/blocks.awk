# Cut a page into its code blocks: one file each, prefix.001 and so on. The first line of a file is PAGE:LINE,
# the second the mark, a comment on the line before the block, the third the language of a fence.
function start(language) {
    count++
    file = sprintf("%s.%03d", prefix, count)
    print page ":" FNR >file
    print mark >file
    print language >file
}

/^```/ {
    if (fenced) { fenced = 0; close(file) } else { fenced = 1; start(substr($0, 4)) }
    mark = ""
    next
}
fenced { print >file; next }

/^    / && (indented || blank || mark != "") {
    if (!indented) start("")
    indented = 1
    while (empty > 0) { print "" >file; empty-- }
    print substr($0, 5) >file
    mark = ""
    next
}
/^$/ { if (indented) empty++; else { blank = 1; mark = "" } next }

{
    if (indented) close(file)
    indented = 0
    empty = 0
    blank = 0
    mark = ""
    if ($0 ~ /^<!-- .* -->$/) { mark = $0; sub(/^<!-- /, "", mark); sub(/ -->$/, "", mark) }
}
