package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"k8s.io/client-go/rest"
)

//go:embed widgets.yaml
var widgetKind []byte

//go:embed rights.yaml
var rights []byte

// upOptions are the command line of "up".
type upOptions struct {
	controllers bool     // and the scheduler, and nodes
	keep        bool     // until SIGTERM instead of the end of standard input
	folder      string   // empty: a temporary one, removed at the end
	apiserver   []string // further flags
}

func readOptions(arguments []string) (upOptions, error) {
	var o upOptions
	for _, argument := range arguments {
		name, value, _ := strings.Cut(argument, "=")
		switch name {
		case "--controllers":
			o.controllers = true
		case "--keep":
			o.keep = true
		case "--directory":
			o.folder = value
		case "--apiserver":
			o.apiserver = append(o.apiserver, value)
		default:
			return o, fmt.Errorf("%s is not one of --controllers, --keep, --directory=DIRECTORY, --apiserver=FLAG", argument)
		}
	}
	return o, nil
}

func newCluster(folder string) (*cluster, error) {
	ports, err := freePorts(3)
	if err != nil {
		return nil, err
	}
	c := &cluster{folder: folder, address: ports[0], etcd: ports[1], etcdPeer: ports[2], parts: map[string]*process{}}
	return c, writeAccess(folder, c.address)
}

// startAPI starts etcd and the API server and gives the identities their rights.
func (c *cluster) startAPI(flags []string) error {
	path, err := c.writeEtcdConfiguration()
	if err != nil {
		return err
	}
	if err := c.start(c.add("etcd", path)); err != nil {
		return err
	}
	if err := c.startAPIServer(c.add("apiserver", append(c.apiserverArguments(), flags...)...)); err != nil {
		return err
	}
	k, err := newClient(c.file("admin.kubeconfig"))
	if err != nil {
		return err
	}
	return k.applyAll(rights)
}

func (c *cluster) startAPIServer(p *process, more ...string) error {
	if err := c.start(p, more...); err != nil {
		return err
	}
	config, err := loadConfig(c.file("admin.kubeconfig"))
	if err != nil {
		return err
	}
	config.Timeout = 10 * time.Second
	transport, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	return c.wait(p, "becoming ready", func() bool {
		response, err := transport.Get("https://" + c.address + "/readyz")
		if err != nil {
			return false
		}
		defer response.Body.Close()
		return response.StatusCode == 200
	})
}

func (c *cluster) startControllers() error {
	kubeconfig := "--kubeconfig=" + c.file("admin.kubeconfig")
	for _, p := range []*process{
		c.add("controllers", c.controllersArguments()...),
		c.add("scheduler", kubeconfig, "--leader-elect=false", "--secure-port=0"),
		c.add("nodes", c.file("admin.kubeconfig")),
	} {
		if err := c.start(p); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) startAll(o upOptions) error {
	if err := c.startAPI(o.apiserver); err != nil {
		return err
	}
	if o.controllers {
		return c.startControllers()
	}
	return nil
}

// runUp starts a cluster, answers commands, and stops it.
func runUp(arguments []string) int {
	runtime.LockOSThread() // the parts die with the thread that started them
	o, err := readOptions(arguments)
	temporary := err == nil && o.folder == ""
	if temporary {
		o.folder, err = os.MkdirTemp("", "cluster")
	} else if err == nil {
		err = os.MkdirAll(o.folder, 0o700)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "up:", err)
		return 2
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, syscall.SIGINT)
	c, err := newCluster(o.folder)
	if err == nil {
		err = c.startAll(o)
	}
	if err == nil {
		fmt.Println("ok ready")
		c.serve(o.keep, ended)
	} else {
		fmt.Println("error:", err)
	}
	if c != nil {
		c.stopAll()
	}
	if temporary {
		os.RemoveAll(o.folder)
	}
	if err != nil {
		return 1
	}
	return 0
}

// serve answers commands until the end of standard input or a signal. Parts must be started by this thread.
func (c *cluster) serve(keep bool, ended <-chan os.Signal) {
	lines := make(chan string)
	go readLines(os.Stdin, lines)
	for {
		select {
		case <-ended:
			return
		case line, more := <-lines:
			if !more && !keep {
				return
			}
			if !more {
				lines = nil
				continue
			}
			c.answer(strings.TrimSpace(line))
		}
	}
}

func readLines(from io.Reader, lines chan<- string) {
	input := bufio.NewScanner(from)
	for input.Scan() {
		lines <- input.Text()
	}
	close(lines)
}

func (c *cluster) answer(line string) {
	name, text, _ := strings.Cut(line, " ")
	if name == "" || name[0] == '#' {
		return
	}
	act, known := commands[name]
	if !known {
		fmt.Println("error:", name, "is not a command")
		return
	}
	result, err := act(c, strings.Fields(text), text)
	switch {
	case err != nil:
		fmt.Println("error:", strings.ReplaceAll(err.Error(), "\n", " "))
	case result == "":
		fmt.Println("ok")
	default:
		fmt.Println("ok", result)
	}
}

type command func(c *cluster, words []string, text string) (string, error)

var commands = map[string]command{
	"sync":      func(_ *cluster, _ []string, text string) (string, error) { return text, nil },
	"directory": func(c *cluster, _ []string, _ string) (string, error) { return c.folder, nil },
	"address":   func(c *cluster, _ []string, _ string) (string, error) { return c.address, nil },
	"stop":      signalling(syscall.SIGSTOP), "continue": signalling(syscall.SIGCONT),
	"kill": ending(syscall.SIGKILL), "terminate": signalling(syscall.SIGTERM),
	"start": startPart, "compact": compact, "process": processOf,
	"apply": applyFile, "status": statusFile, "delete": deleteFile,
	"record": recordFile, "fill": fill, "random": startRandom, "random-left": randomLeft,
}

func (c *cluster) part(words []string) (*process, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("the name of a part is missing")
	}
	p, known := c.parts[words[0]]
	if !known {
		return nil, fmt.Errorf("%s is not a part of this cluster", words[0])
	}
	return p, nil
}

func signalling(s syscall.Signal) command {
	return func(c *cluster, words []string, _ string) (string, error) {
		p, err := c.part(words)
		if err != nil {
			return "", err
		}
		return "", p.signal(s)
	}
}

func ending(s syscall.Signal) command {
	return func(c *cluster, words []string, _ string) (string, error) {
		p, err := c.part(words)
		if err != nil {
			return "", err
		}
		p.stop(s)
		return "", nil
	}
}

// startPart starts a part again, with further flags for this time.
func startPart(c *cluster, words []string, _ string) (string, error) {
	p, err := c.part(words)
	if err != nil {
		return "", err
	}
	p.stop(syscall.SIGKILL)
	if p.name == "apiserver" {
		return "", c.startAPIServer(p, words[1:]...)
	}
	return "", c.start(p, words[1:]...)
}

func processOf(c *cluster, words []string, _ string) (string, error) {
	p, err := c.part(words)
	if err != nil {
		return "", err
	}
	if p.command == nil {
		return "", fmt.Errorf("%s does not run", p.name)
	}
	return strconv.Itoa(p.command.Process.Pid), nil
}
