// Watching many Pods of many clusters in one Go program: a vitals.Live with the reflector of the binding, beside the
// dynamic informers of client-go, which keep every object and know no health.
//
//	watching serve                          a server with the Pods of any number of clusters; prints its address
//	watching live|informer HOST SOURCES PODS    list and watch them all, and print what that took as JSON
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A usage is what one run took.
type usage struct {
	Way           string  `json:"way"`
	Sources       int     `json:"sources"`
	Objects       int     `json:"objects"`
	CPUSeconds    float64 `json:"cpu_seconds"`
	ResidentMB    int     `json:"resident_mb"`      // when all is listed, and garbage collected
	MostMB        int     `json:"most_resident_mb"` // at any time
	PerObject     int     `json:"bytes_for_an_object"`
	MicrosPerItem float64 `json:"cpu_us_for_an_object"`
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "serve" {
		log.Fatal(serve())
	}
	if len(os.Args) != 5 {
		log.Fatal("usage: watching serve | watching live|informer HOST SOURCES PODS")
	}
	way, host, sources, pods := os.Args[1], os.Args[2], number(os.Args[3]), number(os.Args[4])
	follow := map[string]func(string, int, int) (func(), error){"live": followLive, "informer": followInformers}[way]
	if follow == nil {
		log.Fatalf("%s: live or informer", way)
	}
	before := resident("VmRSS")
	stop, err := follow(host, sources, pods)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(measure(way, sources, sources*pods, before))
	stop()
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		log.Fatalf("%s: not a number", text)
	}
	return n
}

func measure(way string, sources, objects, before int) string {
	var times syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &times)
	cpu := time.Duration(times.Utime.Nano() + times.Stime.Nano())
	runtime.GC()
	debug.FreeOSMemory()
	now := resident("VmRSS")
	text, _ := json.Marshal(usage{way, sources, objects, cpu.Seconds(), now >> 10, resident("VmHWM") >> 10,
		(now - before) << 10 / objects, float64(cpu.Microseconds()) / float64(objects)})
	return string(text)
}

// resident reads a line of /proc/self/status, in KB.
func resident(name string) int {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name+":" {
			return number(fields[1])
		}
	}
	return 0
}
