package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Whole programs, from start to exit, their answers written to nowhere.

// whole is one row: nanoseconds of each round, ours and the peer's, and the most memory of any.
type whole struct {
	measured
	peak, peerPeak int64 // KiB
}

// taken is what one run took.
type taken struct {
	nanos float64
	peak  int64 // KiB
}

// peakMemory asks the running process: what wait() tells afterwards begins with our own memory.
func peakMemory(pid int) (kib int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, after, found := strings.Cut(string(text), "VmHWM:"); found {
		_, _ = fmt.Sscan(after, &kib)
	}
	return kib
}

// wholeRun is one run, whose memory is looked at each millisecond.
func wholeRun(input, path string, arguments ...string) (out taken, err error) {
	file, err := os.Open(input)
	if err != nil {
		return out, err
	}
	defer file.Close()
	command := exec.Command(path, arguments...)
	command.Stdin = file
	start := time.Now()
	if err := command.Start(); err != nil {
		return out, err
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	for {
		select {
		case err = <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() == 1 {
				err = nil
			}
			out.nanos = float64(time.Since(start).Nanoseconds())
			return out, err
		case <-time.After(time.Millisecond):
			out.peak = max(out.peak, peakMemory(command.Process.Pid))
		}
	}
}

// wholeJob is a row before it is measured. Without a file there is no peer for it.
type wholeJob struct {
	name, file string
	arguments  []string
}

func wholeJobs(application, dump string) []wholeJob {
	assess := func(threads string) []string {
		return []string{"assess", "-f", "-", "--profile", "argocd", "-o", "ndjson", "--threads", threads}
	}
	return []wholeJob{
		{"an application of 500 objects, one thread", application, assess("1")},
		{"an application of 500 objects, two threads", application, assess("2")},
		{"a dump of 100,000 objects, one thread", dump, assess("1")},
		{"a dump of 100,000 objects, two threads", dump, assess("2")},
		{"cold start: `vitals version`", "", []string{"version"}},
		{"all fixtures: `vitals test resource_customizations`", "", []string{"test", "resource_customizations"}},
	}
}

// wholeRuns measures all rows in turn, over and over; the peer reads each file once a round.
func wholeRuns(directory string, rounds int) (rows []whole, meanSize int, err error) {
	application, dump := filepath.Join(directory, "application.jsonl"), filepath.Join(directory, "dump.jsonl")
	if _, err := writeDump(application, 500); err != nil {
		return nil, 0, err
	}
	if meanSize, err = writeDump(dump, 100_000); err != nil {
		return nil, 0, err
	}
	jobs := wholeJobs(application, dump)
	rows = make([]whole, len(jobs))
	for range rounds {
		peers := map[string]taken{}
		for i, job := range jobs {
			if err := rows[i].round(job, peers); err != nil {
				return nil, 0, fmt.Errorf("%s: %w", job.name, err)
			}
		}
	}
	return rows, meanSize, nil
}

// round adds one round to a row; `peers` holds what the peer took in this round for each file.
func (w *whole) round(job wholeJob, peers map[string]taken) error {
	w.name = job.name
	input := job.file
	if input == "" {
		input = os.DevNull
	}
	ours, err := wholeRun(input, os.Getenv("VITALS"), job.arguments...)
	if err != nil {
		return err
	}
	w.ours, w.peak = append(w.ours, ours.nanos), max(w.peak, ours.peak)
	if job.file == "" {
		return nil
	}
	theirs, known := peers[job.file]
	if !known {
		if theirs, err = wholeRun(input, os.Getenv("PEERS_ARGOCD")); err != nil {
			return err
		}
		peers[job.file] = theirs
	}
	w.theirs, w.peerPeak = append(w.theirs, theirs.nanos), max(w.peerPeak, theirs.peak)
	return nil
}
