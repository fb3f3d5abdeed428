// Peers: the engines that vitals is compared with, asked the same questions.
//
//	peers answer                     a line of JSON in, a line of JSON out; see README.md
//	peers diff CLASS COUNT SEED      generated cases through a peer and through vitals
//	peers bench                      timings, one job of JSON a line
//	peers attacks                    hostile rules on both sides, to docs/security.md
//	peers report                     all timings beside vitals, to docs/performance.md
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// question is one line of stdin. Which fields count depends on the peer.
type question struct {
	Peer     string          `json:"peer"`
	Object   json.RawMessage `json:"object"`
	Script   string          `json:"script"`
	OpenLibs bool            `json:"open_libs"`
	Mode     string          `json:"mode"`
	Expr     string          `json:"expr"`
	Vars     json.RawMessage `json:"vars"`
	Data     map[string]any  `json:"data"`
	Current  string          `json:"current"`
	Failed   string          `json:"failed"`
	Progress string          `json:"inProgress"`
	Seconds  int             `json:"seconds"` // of an expression; 0: no deadline

	Pattern string   `json:"pattern"` // with the texts that it may match
	Texts   []string `json:"texts"`
	YAML    string   `json:"yaml"`

	Objects []json.RawMessage `json:"objects"` // several for one set of expressions
}

// peers maps the name of each engine to what answers for it.
var peers = map[string]func(question) any{
	"argocd-lua": answerLua,
	"argocd-cm":  answerConfigMap,
	"glob":       answerGlob,
	"kstatus":    answerKstatus,
	"flux-cel":   answerFluxCel,
	"flux-job":   answerFluxJob,
	"typed":      answerTyped,
	"cel-go":     answerCel,
	"cel-check":  answerCheckedCel,
	"cel-any":    answerCelByMode,
	"yaml":       answerYAML,
}

// guarded answers with the text of a panic where the peer panics.
func guarded(ask func(question) any, q question) (out any) {
	defer func() {
		if cause := recover(); cause != nil {
			out = map[string]any{"panic": fmt.Sprint(cause)}
		}
	}()
	return ask(q)
}

func answerAll() error {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer output.Flush()
	lines := json.NewEncoder(output)
	lines.SetEscapeHTML(false)
	for {
		line, _ := input.ReadBytes('\n')
		if len(line) == 0 {
			return nil
		}
		var q question
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		ask, known := peers[q.Peer]
		if !known {
			return fmt.Errorf("no peer %q", q.Peer)
		}
		if err := lines.Encode(guarded(ask, q)); err != nil {
			return err
		}
	}
}

func main() {
	verbs := map[string]func() error{"answer": answerAll, "diff": diff, "bench": measure, "report": report, "attacks": attacks,
		"objects": objectsVerb}
	if len(os.Args) < 2 || verbs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: peers answer | diff CLASS COUNT SEED | bench | attacks | report | objects DIRECTORY")
		os.Exit(2)
	}
	if err := verbs[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}
