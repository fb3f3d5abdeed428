package main

import (
	"math/rand"
)

// Expressions about texts that CEL reads and writes itself: numbers, durations, times with offsets, time zones, and
// literals that go over several lines. expression() puts them among its own.

// celNumber is a text that may be a number.
func celNumber(r *rand.Rand) string {
	return pick(r, "", "", "", "-", "+", " ") + joined(r, 6, "0", "1", "7", "00", "_", "_", ".", "e", "E", "+", "-", "x", "1", "2") +
		pick(r, "", "", "", "", "inf", "NaN", "Infinity", "u", " ", "p3", "e308", "e-400", "9223372036854775808", "18446744073709551616")
}

func celSeconds(r *rand.Rand) string {
	return pick(r, "0", "1", "59", "16777217", "1000000000", "9223372036", "9223372037", "315576000000", "0.5", ".5", "1.", "1_0", "") +
		pick(r, "", "", ".123456789", ".000000001", ".999999999", ".5", ".1234567891")
}

func celDurationText(r *rand.Rand) string {
	text := pick(r, "", "", "", "-", "+", "--") + celSeconds(r) + pick(r, "s", "s", "s", "m", "h", "ms", "us", "µs", "μs", "ns", "", "d", "S")
	for chance(r, 25) {
		text += celSeconds(r) + pick(r, "h", "m", "s", "ms", "ns")
	}
	return text
}

func celTimestampText(r *rand.Rand) string {
	return pick(r, "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31", "1969-12-31", "2024-13-01", "10000-01-01", "2024-1-1") +
		pick(r, "T", "T", "T", "t", " ") + pick(r, "00:00:00", "23:59:59", "12:30:15", "24:00:00", "23:59:60", "1:02:03", "12:30") +
		pick(r, "", "", ".5", ".123456789", ".1234567891", ",5", ".") + pick(r, "Z", "Z", "+02:00", "-05:30", "+00:00", "-00:00", "+23:59", "+24:00", "z", "", "+0200", "+02")
}

// celZone is the name of a time zone, right or wrong.
func celZone(r *rand.Rand) string {
	return pick(r, "UTC", "", "Local", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "EST", "Europe/Nowhere", "europe/berlin", "../etc", "/etc/localtime",
		"a/../b", "..", "a\\\\b", "Europe/", "Europe", "+02:00", "-02:30", "02:00", "+01:xx", "a:b", "+:", ":", "+1:2", "+25:00", "-12:60", "+02:00:00", "+99:99",
		"+-1:00", "-+1:30", " +02:00", "+02: 00", "+9223372036854775808:00", "00:00", "é:é", "-0:30", "+00:99")
}

func celTime(r *rand.Rand) string {
	if chance(r, 25) {
		return "timestamp(" + pick(r, "0", "1700000000", "-62135596800", "-62135596801", "253402300799", "253402300800") + ")"
	}
	return "timestamp('" + celTimestampText(r) + "')"
}

func celDuration(r *rand.Rand) string { return "duration('" + celDurationText(r) + "')" }

// celLiteral has line breaks and escapes, right and wrong ones.
func celLiteral(r *rand.Rand) string {
	quote := pick(r, "'", "\"", "'''", "\"\"\"")
	inside := joined(r, 4, "a", "é", "\n", "\r\n", "\r", "\t", "\\n", "\\'", "\\\"", "\\x41", "\\u00e9", "\\U0001F600", "\\101", "\\8", "\\?", "\\`", "\\q", "\\ud800", "'", "\"", " ")
	return pick(r, "", "", "", "r", "b", "br", "rb", "R") + quote + inside + pick(r, quote, quote, quote, quote, "")
}

func celForm(r *rand.Rand) string {
	member := func() string {
		return pick(r, "getFullYear", "getMonth", "getDayOfYear", "getDayOfMonth", "getDate", "getDayOfWeek", "getHours", "getMinutes", "getSeconds", "getMilliseconds")
	}
	shownBy := func(value string) string {
		return pick(r, "string( "+value+" )", "string( "+value+" )", "'"+pick(r, "%s", "%s", "%d", "%f", "%.3e", "%x")+"'.format( [ "+value+" ] )", value, "[ "+value+" ]", "{ 'a' : "+value+" }")
	}
	switch r.Intn(9) {
	case 0, 1:
		return shownBy(pick(r, "double", "double", "double", "int", "uint", "bool", "bytes") + "( '" + celNumber(r) + "' )")
	case 2:
		return shownBy(celDuration(r))
	case 3:
		return shownBy(celDuration(r) + pick(r, " + ", " - ", " < ", " == ", " >= ") + pick(r, celDuration(r), celTime(r)))
	case 4:
		return shownBy(celTime(r))
	case 5:
		return shownBy(celTime(r) + pick(r, " + ", " - ", " < ", " == ", " > ") + pick(r, celDuration(r), celTime(r)))
	case 6:
		return celTime(r) + "." + member() + "( '" + celZone(r) + "' )"
	case 7:
		return pick(r, celDuration(r), celTime(r), "int( "+celTime(r)+" )") + pick(r, "."+member()+"()", "")
	}
	return pick(r, celLiteral(r), celLiteral(r)+" + "+celLiteral(r), "size( "+celLiteral(r)+" )", celLiteral(r)+" )", "[ "+celLiteral(r)+" , ]")
}
