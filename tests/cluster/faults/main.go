// A scripted server for tests of a client of the Kubernetes API: any bytes, delays and ends, over TLS, HTTP/1.1 and
// HTTP/2. Commands come on standard input, one answer each goes to standard output; see ../README.md.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
)

// command takes the words after its name, and the same as one text.
type command func(s *server, words []string, text string) (string, error)

var commands = map[string]command{
	"listen": listen, "tunnel": listenTunnel, "connect": listenConnect, "tls": setTLS, "greet": setGreeting,
	"refuse": refuse, "accept": accept, "cut": cut, "close": closeAll, "goaway": goAwayAll,
	"stall": stall, "resume": resume, "connections": countConnections,
	"throttle": throttle, "cut-after": cutAfter, "duplicate": duplicate,
	"sync": answerSync, "clear": clearRules, "log": logPath, "count": countRequests, "directory": directory,
	"feed": feedText, "unfeed": unfeed, "readers": countReaders,
	"discovery": discovery, "stale": stale,
	"collection": newCollection, "change": change, "remove": remove, "storm": storm, "compact": compact,
}

// run answers the commands of a script until its end.
func run(s *server, input *bufio.Scanner, answer func(string)) {
	for number := 1; input.Scan(); number++ {
		line := strings.TrimLeft(input.Text(), " ")
		if line == "" || line[0] == '#' {
			continue
		}
		result, err := runOne(s, line, func() (string, bool) {
			number++
			more := input.Scan()
			return input.Text(), more
		})
		switch {
		case err != nil:
			answer(fmt.Sprintf("error: line %d: %s", number, strings.ReplaceAll(err.Error(), "\n", " ")))
		case result == "":
			answer("ok")
		default:
			answer("ok " + result)
		}
	}
}

// answerSync answers with its text: what comes before that answer belongs to earlier commands.
func answerSync(_ *server, _ []string, text string) (string, error) { return text, nil }

func runOne(s *server, line string, next func() (string, bool)) (string, error) {
	name, text, _ := strings.Cut(line, " ")
	words := strings.Fields(text)
	if name == "on" {
		return "", s.addRule(words, next)
	}
	act, known := commands[name]
	if !known {
		names := []string{"on"}
		for n := range commands {
			names = append(names, n)
		}
		sort.Strings(names)
		return "", fmt.Errorf("%s is not a command; there are %s", name, strings.Join(names, ", "))
	}
	return act(s, words, text)
}

func main() {
	path, temporary := "", false
	if len(os.Args) == 2 {
		path = os.Args[1]
	}
	if path == "" {
		made, err := os.MkdirTemp("", "faults")
		if err != nil {
			fmt.Fprintln(os.Stderr, "faults:", err)
			os.Exit(2)
		}
		path, temporary = made, true
	}
	s, err := newServer(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(2)
	}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(make([]byte, 1<<16), 1<<28)
	run(s, input, func(line string) { fmt.Println(line) })
	if temporary {
		os.RemoveAll(path)
	}
}
