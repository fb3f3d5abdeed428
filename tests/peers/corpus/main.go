// Corpus prints the conformance tests of CEL, as the module cel.dev/expr ships them, in the form that
// tests/golden/test_cel_conformance.c reads: one JSON object a line.
//
//	corpus DIRECTORY [FILE...]    the folder with the .textproto files, and those to leave out
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"cel.dev/expr"
	_ "cel.dev/expr/conformance/proto2"
	_ "cel.dev/expr/conformance/proto3"
	"cel.dev/expr/conformance/test"
	"google.golang.org/protobuf/encoding/prototext"
)

// value is a CEL value as the batch form of vitals_cel_batch writes it.
type value struct {
	Type  string `json:"t"`
	Value any    `json:"v,omitempty"`
}

// row is one test. Class is run, proto (needs protobuf messages) or type_only.
type row struct {
	File         string           `json:"file"`
	Section      string           `json:"section"`
	Name         string           `json:"name"`
	Expr         string           `json:"expr"`
	Container    string           `json:"container,omitempty"`
	DisableCheck bool             `json:"disable_check,omitempty"`
	CheckOnly    bool             `json:"check_only,omitempty"`
	Bindings     map[string]value `json:"bindings,omitempty"`
	Value        *value           `json:"value,omitempty"`
	Errors       []string         `json:"error,omitempty"`
	Class        string           `json:"class"`
}

func formatDouble(number float64) string {
	switch {
	case math.IsInf(number, 1):
		return "inf"
	case math.IsInf(number, -1):
		return "-inf"
	}
	return strconv.FormatFloat(number, 'g', -1, 64)
}

func convertList(list *expr.ListValue) []value {
	items := []value{}
	for _, item := range list.GetValues() {
		items = append(items, convert(item))
	}
	return items
}

func convertMap(entries *expr.MapValue) [][2]value {
	pairs := [][2]value{}
	for _, entry := range entries.GetEntries() {
		pairs = append(pairs, [2]value{convert(entry.GetKey()), convert(entry.GetValue())})
	}
	return pairs
}

func convert(v *expr.Value) value {
	switch kind := v.GetKind().(type) {
	case *expr.Value_BoolValue:
		return value{"bool", strconv.FormatBool(kind.BoolValue)}
	case *expr.Value_Int64Value:
		return value{"int", strconv.FormatInt(kind.Int64Value, 10)}
	case *expr.Value_Uint64Value:
		return value{"uint", strconv.FormatUint(kind.Uint64Value, 10)}
	case *expr.Value_DoubleValue:
		return value{"double", formatDouble(kind.DoubleValue)}
	case *expr.Value_StringValue:
		return value{"string", kind.StringValue}
	case *expr.Value_BytesValue:
		return value{"bytes", base64.StdEncoding.EncodeToString(kind.BytesValue)}
	case *expr.Value_TypeValue:
		return value{"type", kind.TypeValue}
	case *expr.Value_ListValue:
		return value{"list", convertList(kind.ListValue)}
	case *expr.Value_MapValue:
		return value{"map", convertMap(kind.MapValue)}
	case *expr.Value_EnumValue:
		return value{"enum", kind.EnumValue.String()}
	case *expr.Value_ObjectValue:
		return value{"object", kind.ObjectValue.GetTypeUrl()}
	}
	return value{Type: "null"}
}

func convertBindings(bindings map[string]*expr.ExprValue) map[string]value {
	converted := map[string]value{}
	for name, binding := range bindings {
		converted[name] = convert(binding.GetValue())
	}
	return converted
}

var protobufName = regexp.MustCompile(`TestAllTypes|proto\.(getExt|hasExt)|google\.protobuf\.\w+`)

// needsMessages says whether a test cannot run without protobuf messages.
func needsMessages(r row) bool {
	if strings.HasPrefix(r.Container, "cel.expr.conformance.proto") || r.Container == "google.protobuf" {
		return true
	}
	for _, name := range protobufName.FindAllString(r.Expr, -1) {
		if name != "google.protobuf.Timestamp" && name != "google.protobuf.Duration" {
			return true
		}
	}
	values := []value{}
	for _, binding := range r.Bindings {
		values = append(values, binding)
	}
	if r.Value != nil {
		values = append(values, *r.Value)
	}
	for _, v := range values {
		if v.Type == "object" || v.Type == "enum" {
			return true
		}
	}
	return false
}

func convertResult(t *test.SimpleTest, r *row) {
	switch result := t.GetResultMatcher().(type) {
	case *test.SimpleTest_Value:
		v := convert(result.Value)
		r.Value = &v
	case *test.SimpleTest_TypedResult:
		if result.TypedResult.GetResult() != nil {
			v := convert(result.TypedResult.GetResult())
			r.Value = &v
		}
	case *test.SimpleTest_EvalError:
		for _, status := range result.EvalError.GetErrors() {
			r.Errors = append(r.Errors, status.GetMessage())
		}
	default: // a missing matcher expects true
		r.Value = &value{"bool", "true"}
	}
}

func convertTest(file, section string, t *test.SimpleTest) row {
	r := row{File: file, Section: section, Name: t.GetName(), Expr: t.GetExpr(),
		Container: t.GetContainer(), DisableCheck: t.GetDisableCheck(), CheckOnly: t.GetCheckOnly(),
		Bindings: convertBindings(t.GetBindings()), Class: "run"}
	convertResult(t, &r)
	switch {
	case r.CheckOnly:
		r.Class = "type_only"
	case needsMessages(r):
		r.Class = "proto"
	}
	return r
}

func fileOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), ".textproto")
}

func printFile(path string, lines *json.Encoder) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var tests test.SimpleTestFile
	if err := prototext.Unmarshal(text, &tests); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	file := fileOf(path)
	for _, section := range tests.GetSection() {
		for _, t := range section.GetTest() {
			if err := lines.Encode(convertTest(file, section.GetName(), t)); err != nil {
				return err
			}
		}
	}
	return nil
}

func run(directory string, without []string) error {
	paths, err := filepath.Glob(filepath.Join(directory, "*.textproto"))
	if err != nil {
		return err
	}
	sort.Strings(paths)
	lines := json.NewEncoder(os.Stdout)
	lines.SetEscapeHTML(false)
	for _, path := range paths {
		if slices.Contains(without, fileOf(path)) {
			continue
		}
		if err := printFile(path, lines); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: corpus DIRECTORY [FILE...]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}
