package main

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gobwas/glob/compiler"
	"github.com/gobwas/glob/match"
	globsyntax "github.com/gobwas/glob/syntax"
	"github.com/gobwas/glob/syntax/ast"
)

// gobwas/glob optimizes alternatives, and gets some wrong: empty ones, stars, prefixes and suffixes that overlap. So a
// pattern for which it differs from vitals is expanded to the patterns without alternatives that it stands for, and
// gobwas/glob matches each of them. vitals must answer what these say together.

// mostPlain is far more than any generated pattern stands for.
const mostPlain = 1000

// plainPatterns are the lists of nodes that a pattern stands for; nil when they are too many.
func plainPatterns(pattern *ast.Node) [][]*ast.Node {
	plain := [][]*ast.Node{nil}
	for _, part := range pattern.Children {
		ways := [][]*ast.Node{{part}}
		if part.Kind == ast.KindAnyOf {
			ways = nil
			for _, alternative := range part.Children {
				ways = append(ways, plainPatterns(alternative)...)
			}
		}
		var longer [][]*ast.Node
		for _, before := range plain {
			for _, way := range ways {
				longer = append(longer, slices.Concat(before, way))
			}
		}
		if plain = longer; len(plain) > mostPlain {
			return nil
		}
	}
	return plain
}

// patternOf has texts side by side as one, and stars too, as the parser would have read them.
func patternOf(parts []*ast.Node) *ast.Node {
	pattern := ast.NewNode(ast.KindPattern, nil)
	isStar := func(n *ast.Node) bool { return n.Kind == ast.KindAny || n.Kind == ast.KindSuper }
	for _, part := range parts {
		node := ast.NewNode(part.Kind, part.Value)
		if count := len(pattern.Children); count > 0 {
			last := pattern.Children[count-1]
			if last.Kind == ast.KindText && part.Kind == ast.KindText {
				last.Value = ast.Text{Text: last.Value.(ast.Text).Text + part.Value.(ast.Text).Text}
				continue
			}
			if isStar(last) && isStar(part) {
				last.Kind = ast.KindSuper
				continue
			}
		}
		ast.Insert(pattern, node)
	}
	return pattern
}

// leastRunes are what a plain pattern takes at least: the two ends of `a*a` must not overlap, as they may in gobwas/glob.
func leastRunes(parts []*ast.Node) (count int) {
	for _, part := range parts {
		switch part.Kind {
		case ast.KindText:
			count += utf8.RuneCountInString(part.Value.(ast.Text).Text)
		case ast.KindSingle, ast.KindList, ast.KindRange:
			count++
		}
	}
	return count
}

// plainMatcher is one of the patterns that a pattern stands for.
type plainMatcher struct {
	match.Matcher
	least int
}

func (m plainMatcher) matches(text string) bool {
	return utf8.RuneCountInString(text) >= m.least && m.Match(text)
}

// matchesApart has for each text whether one of the plain patterns matches it. With ascii, letters beyond ASCII become
// one in it: beside them gobwas/glob takes bytes for characters.
func matchesApart(q question, ascii bool) (matches []bool) {
	defer func() {
		if recover() != nil {
			matches = nil
		}
	}()
	letter := strings.NewReplacer()
	if ascii {
		letter = strings.NewReplacer("é", "z")
	}
	tree, err := globsyntax.Parse(letter.Replace(q.Pattern))
	if err != nil {
		return nil
	}
	var matchers []plainMatcher
	for _, plain := range plainPatterns(tree) {
		matcher, err := compiler.Compile(patternOf(plain), nil)
		if err != nil {
			return nil
		}
		matchers = append(matchers, plainMatcher{matcher, leastRunes(plain)})
	}
	for _, text := range q.Texts {
		one := letter.Replace(text)
		matches = append(matches, slices.ContainsFunc(matchers, func(m plainMatcher) bool { return m.matches(one) }))
	}
	return matches
}

// isApart reports whether vitals answers what the plain patterns say together; for empty text, which Argo CD may be asked for
// where a wildcard has to match the core group, what gobwas/glob says about the whole pattern, unless it panics.
func isApart(text []byte, ascii bool, peer, vitals any) bool {
	var q question
	if json.Unmarshal(text, &q) != nil {
		return false
	}
	apart := matchesApart(q, ascii)
	ours := matchesOf(vitals)
	if apart == nil || len(ours) != len(apart) {
		return false
	}
	theirs := matchesOf(peer)
	for i, one := range q.Texts {
		want := any(apart[i])
		if one == "" {
			if theirs == nil || strings.Count(q.Pattern, "{") > 2 && ours[i] == want {
				continue // with more braces, gobwas/glob takes the same end out of several alternatives
			}
			want = theirs[i]
		}
		if ours[i] != want {
			return false
		}
	}
	return true
}

func matchesOf(answer any) []any {
	matches, _ := answer.(map[string]any)["matches"].([]any)
	return matches
}
