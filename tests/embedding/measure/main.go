// Measure answers each line of standard input, {"file","profile","times"}, with the nanoseconds of one verdict from the
// bytes of the file. Without arguments; with the name of a cache directory compiled code is kept there.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	vitals "github.com/kube-vitals/vitals/bindings/go"
)

type job struct {
	File    string
	Profile vitals.Profile
	Times   int
}

func main() {
	log.SetFlags(0)
	engines := map[vitals.Profile]*vitals.Engine{}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var one job
		if err := json.Unmarshal(input.Bytes(), &one); err != nil {
			log.Fatal(err)
		}
		if engines[one.Profile] == nil {
			engine, err := vitals.New(options(one.Profile)...)
			if err != nil {
				log.Fatal(err)
			}
			engines[one.Profile] = engine
		}
		nanos, err := measure(engines[one.Profile], one)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(nanos)
	}
}

func options(profile vitals.Profile) []vitals.Option {
	options := []vitals.Option{vitals.WithProfile(profile), vitals.WithPoolSize(1)}
	if len(os.Args) > 1 {
		options = append(options, vitals.WithCacheDir(os.Args[1]))
	}
	return options
}

func measure(engine *vitals.Engine, one job) (int64, error) {
	object, err := os.ReadFile(one.File)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	for range one.Times {
		if _, _, err := engine.Health(context.Background(), object); err != nil {
			return 0, err
		}
	}
	return time.Since(start).Nanoseconds() / int64(one.Times), nil
}
