package vitals

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// The golden file of all bindings: tests/golden/binding/make describes it.
type goldenFile struct {
	Objects map[string]string
	Calls   []struct {
		Call   string
		Args   []json.RawMessage
		Keep   string
		Result string
		Text   string
		Out    []byte `json:"-"`
		Codes  []int  `json:"out"`
	}
}

// The steps of a script include its memory, which is smaller where pointers have 32 bits.
var steps = regexp.MustCompile(`"lua_steps","used":\d+`)

func portable(text string) string { return steps.ReplaceAllString(text, "") }

func functionOf(name string) function {
	for i := range functions {
		if functions[i].name == name {
			return function(i)
		}
	}
	panic("there is no function " + name)
}

func (g *goldenFile) arguments(args []json.RawMessage, kept map[string]int64) (list []argument, out []byte) {
	for _, arg := range args {
		var given any
		if err := json.Unmarshal(arg, &given); err != nil {
			panic(err)
		}
		if s, ok := given.(string); ok {
			list = append(list, stringOf(s))
			continue
		}
		if given == nil {
			list = append(list, text(nil))
			continue
		}
		for kind, value := range given.(map[string]any) {
			switch kind {
			case "object":
				list = append(list, stringOf(g.Objects[value.(string)]))
			case "n":
				list = append(list, number(int64(value.(float64))))
			case "id":
				list = append(list, number(kept[value.(string)]))
			case "column":
				var objects [][]byte
				for _, name := range value.([]any) {
					objects = append(objects, []byte(g.Objects[name.(string)]))
				}
				column, offsets := columnOf(objects)
				list = append(list, text(column), argument{kind: argIn, bytes: offsets}, number(int64(len(objects))))
			case "out":
				out = make([]byte, int(value.(float64)))
				list = append(list, argument{kind: argOut, bytes: out})
			}
		}
	}
	return list, out
}

func TestGolden(t *testing.T) {
	path := os.Getenv("VITALS_GOLDEN")
	if path == "" {
		t.Skip("VITALS_GOLDEN is not set: `tools/dev go` does")
	}
	content, err := os.ReadFile(path)
	check(t, err)
	var file goldenFile
	check(t, json.Unmarshal(content, &file))
	m := must[*machine](t)(newMachine(""))
	defer m.close()
	var w *worker
	kept := map[string]int64{}
	differences := 0
	for i, call := range file.Calls {
		if call.Call == "new" {
			if w != nil {
				w.core.close()
			}
			w = must[*worker](t)(m.newWorker())
			continue
		}
		arguments, out := file.arguments(call.Args, kept)
		result, err := w.core.call(functionOf(call.Call), arguments...)
		check(t, err)
		if call.Keep != "" {
			kept[call.Keep] = result
		}
		same := call.Result == strconv.FormatInt(result, 10) && portable(call.Text) == portable(string(w.core.text()))
		for at, code := range call.Codes {
			same = same && int(out[at]) == code
		}
		if !same {
			if differences++; differences <= 10 {
				t.Errorf("call %d, %s:\n got %d %s\nwant %s %s", i+1, call.Call, result, w.core.text(), call.Result, call.Text)
			}
		}
	}
	w.core.close()
	t.Logf("%d calls, %d differences", len(file.Calls), differences)
}
