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

// Whole programs, from start to exit, with their answers discarded.

// whole is one row: nanoseconds of each round, ours and the peer's, and the most memory of any.
type whole struct {
	measured
	peak, peerPeak int64 // KiB
}

// taken is the cost of one run.
type taken struct {
	nanos float64
	peak  int64 // KiB
}

// peakMemory asks the running process: what wait() reports afterwards starts at our own memory.
func peakMemory(pid int) (kib int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, after, found := strings.Cut(string(text), "VmHWM:"); found {
		_, _ = fmt.Sscan(after, &kib)
	}
	return kib
}

// wholeRun is one run, whose memory is looked at: after a millisecond, and then less and less often, so
// that looking takes no time from it.
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
	for pause := time.Millisecond; ; pause = min(pause*5/4, 50*time.Millisecond) {
		select {
		case err = <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() == 1 {
				err = nil
			}
			out.nanos = float64(time.Since(start).Nanoseconds())
			return out, err
		case <-time.After(pause):
			out.peak = max(out.peak, peakMemory(command.Process.Pid))
		}
	}
}

// sideBySide is two runs at once: the time until both are done, and the memory of both.
func sideBySide(input, path string, arguments ...string) (out taken, err error) {
	var other taken
	var failed error
	done := make(chan bool)
	go func() {
		other, failed = wholeRun(input, path, arguments...)
		close(done)
	}()
	out, err = wholeRun(input, path, arguments...)
	<-done
	return taken{max(out.nanos, other.nanos), out.peak + other.peak}, errors.Join(err, failed)
}

// wholeJob is a row before it is measured.
type wholeJob struct {
	name, file string
	arguments  []string
	peer       bool    // the peer reads the file as well
	twice      bool    // two processes at once
	aim        float64 // 0: none
}

func wholeJobs(application, dump, half string) []wholeJob {
	assess := func(threads string) []string {
		return []string{"assess", "-f", "-", "--profile", "argocd", "-o", "ndjson", "--threads", threads}
	}
	return []wholeJob{
		{"an application of 500 objects, one thread", application, assess("1"), true, false, 0},
		{"an application of 500 objects, two threads", application, assess("2"), true, false, 0},
		{"a dump of 100,000 objects, one thread", dump, assess("1"), true, false, 30},
		{"a dump of 100,000 objects, two threads", dump, assess("2"), true, false, 0},
		{"a dump of 100,000 objects, a half in each of two processes", half, assess("1"), false, true, 0},
		{"cold start: `vitals version`", os.DevNull, []string{"version"}, false, false, 0},
		{"all fixtures: `vitals test resource_customizations`", os.DevNull, []string{"test", "resource_customizations"}, false, false, 0},
	}
}

// wholeRuns measures all rows in turn, over and over; the peer reads each file once a round.
func wholeRuns(directory string, rounds int) (rows []whole, meanSize int, err error) {
	application, dump, half := filepath.Join(directory, "application.jsonl"), filepath.Join(directory, "dump.jsonl"), filepath.Join(directory, "half.jsonl")
	_, first := writeDump(application, 500)
	_, second := writeDump(half, 50_000)
	meanSize, third := writeDump(dump, 100_000)
	if err := errors.Join(first, second, third); err != nil {
		return nil, 0, err
	}
	jobs := wholeJobs(application, dump, half)
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
	run := wholeRun
	if job.twice {
		run = sideBySide
	}
	ours, err := run(job.file, os.Getenv("VITALS"), job.arguments...)
	if err != nil {
		return err
	}
	w.name, w.aim, w.ours, w.peak = job.name, job.aim, append(w.ours, ours.nanos), max(w.peak, ours.peak)
	if !job.peer {
		return nil
	}
	theirs, known := peers[job.file]
	if !known {
		if theirs, err = wholeRun(job.file, os.Getenv("PEERS_ARGOCD")); err != nil {
			return err
		}
		peers[job.file] = theirs
	}
	w.theirs, w.peerPeak = append(w.theirs, theirs.nanos), max(w.peerPeak, theirs.peak)
	return nil
}
