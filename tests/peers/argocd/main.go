// The native health checks of Argo CD: one object of JSON a line in, one answer a line out, in the
// form of `vitals assess -o ndjson`.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/argoproj/gitops-engine/pkg/health"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

type verdict struct {
	Status  string `json:"status"`
	Message string `json:"message"`
}

type answer struct {
	Health *verdict `json:"health"`
	Error  string   `json:"error,omitempty"`
}

// decode reads an object as the controller holds it: whole numbers as int64, others as float64.
func decode(line []byte) (*unstructured.Unstructured, error) {
	object := map[string]any{}
	if err := utiljson.Unmarshal(line, &object); err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: object}, nil
}

func assess(object *unstructured.Unstructured) (out answer) {
	defer func() {
		if cause := recover(); cause != nil {
			out = answer{Error: fmt.Sprint("panic: ", cause)}
		}
	}()
	result, err := health.GetResourceHealth(object, nil)
	if err != nil {
		out.Error = err.Error()
	}
	if result != nil {
		out.Health = &verdict{string(result.Status), result.Message}
	}
	return out
}

func answerAll() error {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer output.Flush()
	lines := json.NewEncoder(output)
	lines.SetEscapeHTML(false)
	for {
		line, err := input.ReadBytes('\n')
		if len(line) == 0 {
			return nil
		}
		object, wrong := decode(line)
		if wrong != nil {
			err = lines.Encode(answer{Error: "decode: " + wrong.Error()})
		} else {
			err = lines.Encode(assess(object))
		}
		if err != nil {
			return err
		}
	}
}

// measure prints the nanoseconds of one assessment of the object in the named file: from its bytes,
// and from the parsed object. Each answers a line of stdin, so that rounds can be interleaved with
// other engines.
func measure() error {
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var job struct {
			File  string
			Parse bool
			Times int
		}
		if err := json.Unmarshal(input.Bytes(), &job); err != nil {
			return err
		}
		bytes, err := os.ReadFile(job.File)
		if err != nil {
			return err
		}
		object, err := decode(bytes)
		if err != nil {
			return err
		}
		start := time.Now()
		for i := 0; i < job.Times; i++ {
			if job.Parse {
				object, _ = decode(bytes)
			}
			assess(object)
		}
		fmt.Println(time.Since(start).Nanoseconds() / int64(job.Times))
	}
	return input.Err()
}

func main() {
	run := answerAll
	if len(os.Args) > 1 && os.Args[1] == "bench" {
		run = measure
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "peers/argocd:", err)
		os.Exit(1)
	}
}
