package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// Argo CD's util/lua cannot be imported without its API server, so this sets up gopher-lua by a
// written description of it: a new state for each run, compiled scripts kept, four openers, the
// object as the global obj, one second.

type verdict struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

type luaAnswer struct {
	Outcome string  `json:"outcome"`
	Status  *string `json:"status"`
	Message *string `json:"message"`
	Error   *string `json:"error"`
}

func answerLua(q question) any {
	object, err := decode(q.Object)
	if err != nil {
		text := "decode: " + err.Error()
		return luaAnswer{Outcome: "error", Error: &text}
	}
	result, err := runHealth(q.Script, object.Object, q.OpenLibs)
	if err != nil {
		text := err.Error()
		return luaAnswer{Outcome: "error", Error: &text}
	}
	return luaAnswer{Outcome: "status", Status: &result.Status, Message: &result.Message}
}

// ------------------------------------------------------------------ the state

// compiled caches compiled scripts. Argo CD keeps the 1024 used last.
var (
	compiled = map[string]*lua.FunctionProto{}
	lock     sync.Mutex
)

func compile(script string) (*lua.FunctionProto, error) {
	lock.Lock()
	defer lock.Unlock()
	if proto, known := compiled[script]; known {
		return proto, nil
	}
	chunk, err := parse.Parse(strings.NewReader(script), "<string>")
	if err != nil {
		return nil, &lua.ApiError{Type: lua.ApiErrorSyntax, Object: lua.LString(err.Error()), Cause: err}
	}
	proto, err := lua.Compile(chunk, "<string>")
	if err != nil {
		return nil, &lua.ApiError{Type: lua.ApiErrorSyntax, Object: lua.LString(err.Error()), Cause: err}
	}
	if len(compiled) >= 1024 {
		clear(compiled)
	}
	compiled[script] = proto
	return proto, nil
}

// safeOs is what require("os") returns. Dates are formatted by gopher-lua itself here; the letters
// that differ are not generated.
func safeOs(state *lua.LState) int {
	table := state.NewTable()
	table.RawSetString("time", state.NewFunction(func(state *lua.LState) int {
		if state.GetTop() == 0 {
			state.Push(lua.LNumber(time.Now().Unix()))
			return 1
		}
		fields := state.CheckTable(1)
		number := func(name string, otherwise int) int {
			if n, ok := fields.RawGetString(name).(lua.LNumber); ok {
				return int(n)
			}
			return otherwise
		}
		instant := time.Date(number("year", -1), time.Month(number("month", -1)), number("day", -1),
			number("hour", 12), number("min", 0), number("sec", 0), 0, time.Local)
		state.Push(lua.LNumber(instant.Unix()))
		return 1
	}))
	state.Push(table)
	return 1
}

// registrySize is how large a state begins; 0 is the library's own, as Argo CD has it. Growing from
// less answers the same in a fraction of the time.
var registrySize int

func open(openLibs bool) *lua.LState {
	options := lua.Options{SkipOpenLibs: !openLibs, RegistrySize: registrySize}
	if registrySize > 0 {
		options.RegistryMaxSize = lua.RegistrySize
	}
	state := lua.NewState(options)
	for _, library := range []struct {
		name string
		open lua.LGFunction
	}{{lua.LoadLibName, lua.OpenPackage}, {lua.BaseLibName, lua.OpenBase}, {lua.TabLibName, lua.OpenTable}} {
		call := lua.P{Fn: state.NewFunction(library.open), NRet: 0, Protect: true}
		if err := state.CallByParam(call, lua.LString(library.name)); err != nil {
			panic(err)
		}
	}
	state.PreloadModule(lua.OsLibName, safeOs)
	return state
}

// toLua converts a value of the object: lists lose their nulls, maps their null members. Keys go in
// sorted, so that pairs() is the same on every run.
func toLua(state *lua.LState, value any) lua.LValue {
	switch v := value.(type) {
	case bool:
		return lua.LBool(v)
	case string:
		return lua.LString(v)
	case int64:
		return lua.LNumber(v)
	case float64:
		return lua.LNumber(v)
	case []any:
		table := state.CreateTable(len(v), 0)
		for _, item := range v {
			table.Append(toLua(state, item))
		}
		return table
	case map[string]any:
		table := state.CreateTable(0, len(v))
		for _, key := range sortedKeys(v) {
			table.RawSetString(key, toLua(state, v[key]))
		}
		return table
	}
	return lua.LNil
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// ----------------------------------------------------------------- the result

var statuses = []string{"Unknown", "Progressing", "Suspended", "Healthy", "Degraded", "Missing"}

func runHealth(script string, object map[string]any, openLibs bool) (verdict, error) {
	state := open(openLibs)
	defer state.Close()
	limit, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	state.SetContext(limit)
	state.SetGlobal("actionParams", state.NewTable())
	state.SetGlobal("obj", toLua(state, object))
	proto, err := compile(script)
	if err != nil {
		return verdict{}, err
	}
	state.Push(state.NewFunctionFromProto(proto))
	if err := state.PCall(0, lua.MultRet, nil); err != nil {
		var api *lua.ApiError
		if errors.As(err, &api) && api.Type == lua.ApiErrorRun {
			api.StackTrace = ""
		}
		return verdict{}, err
	}
	return judge(state.Get(-1))
}

func judge(returned lua.LValue) (verdict, error) {
	if returned.Type() == lua.LTNil {
		return verdict{}, nil
	}
	if returned.Type() != lua.LTTable {
		return verdict{}, fmt.Errorf("expect table output from Lua script, not %s", returned.Type())
	}
	text, err := encode(returned, map[*lua.LTable]bool{})
	if err != nil {
		return verdict{}, err
	}
	var out verdict
	if err := json.Unmarshal(text, &out); err != nil {
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) {
			return verdict{}, nil
		}
		return verdict{}, err
	}
	if !slices.Contains(statuses, out.Status) {
		return verdict{"Unknown", "Lua returned an invalid health status"}, nil
	}
	return out, nil
}

// encode is gopher-json by its rules: each level of nesting puts its prefix before an error.
func encode(value lua.LValue, visited map[*lua.LTable]bool) (text []byte, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("json: error calling MarshalJSON for type *json.jsonValue: %w", err)
		}
	}()
	switch v := value.(type) {
	case lua.LBool:
		return json.Marshal(bool(v))
	case lua.LNumber:
		return json.Marshal(float64(v))
	case *lua.LNilType:
		return []byte("null"), nil
	case lua.LString:
		return json.Marshal(string(v))
	case *lua.LTable:
		if visited[v] {
			return nil, errors.New("cannot encode recursively nested tables to JSON")
		}
		visited[v] = true
		return encodeTable(v, visited)
	}
	return nil, fmt.Errorf("cannot encode %s to JSON", value.Type())
}

func encodeTable(table *lua.LTable, visited map[*lua.LTable]bool) ([]byte, error) {
	key, value := table.Next(lua.LNil)
	switch key.Type() {
	case lua.LTNil:
		return []byte("[]"), nil
	case lua.LTNumber:
		return encodeList(table, key, value, visited)
	case lua.LTString:
		return encodeMap(table, key, value, visited)
	}
	return nil, errKeys
}

var errKeys = errors.New("cannot encode mixed or invalid key types")

func encodeList(table *lua.LTable, key, value lua.LValue, visited map[*lua.LTable]bool) ([]byte, error) {
	var items []lua.LValue
	for expected := lua.LNumber(1); key != lua.LNil; expected++ {
		if key.Type() != lua.LTNumber {
			return nil, errKeys
		}
		if key != expected {
			return nil, errors.New("cannot encode sparse array")
		}
		items = append(items, value)
		key, value = table.Next(key)
	}
	texts := make([]json.RawMessage, 0, len(items))
	for _, item := range items {
		text, err := encode(item, visited)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return json.Marshal(texts)
}

func encodeMap(table *lua.LTable, key, value lua.LValue, visited map[*lua.LTable]bool) ([]byte, error) {
	members := map[string]any{}
	for key != lua.LNil {
		if key.Type() != lua.LTString {
			return nil, errKeys
		}
		members[key.String()] = value
		key, value = table.Next(key)
	}
	texts := map[string]json.RawMessage{}
	for _, name := range sortedKeys(members) {
		text, err := encode(members[name].(lua.LValue), visited)
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	return json.Marshal(texts)
}
