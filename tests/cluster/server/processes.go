package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// process is one part of the cluster. Its arguments stay for the next start.
type process struct {
	name      string
	arguments []string
	command   *exec.Cmd
	ended     chan struct{}
}

// cluster is the parts, their folder and their ports.
type cluster struct {
	folder, address, etcd, etcdPeer string
	parts                           map[string]*process
	random                          randomRun
}

// freePorts are three that nothing listens on.
func freePorts(count int) ([]string, error) {
	var addresses []string
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		addresses = append(addresses, l.Addr().String())
	}
	return addresses, nil
}

// start runs a part, its output in NAME.log. It dies with this program.
func (c *cluster) start(p *process, more ...string) error {
	log, err := os.OpenFile(filepath.Join(c.folder, p.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p.command = exec.Command(self, append(append([]string{p.name}, p.arguments...), more...)...)
	p.command.Stdout, p.command.Stderr = log, log
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if err := p.command.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	p.ended = ended
	go func(command *exec.Cmd) {
		command.Wait()
		close(ended)
	}(p.command)
	return nil
}

func (p *process) signal(s syscall.Signal) error {
	if p.command == nil {
		return fmt.Errorf("%s does not run", p.name)
	}
	return p.command.Process.Signal(s)
}

func (p *process) stop(s syscall.Signal) {
	if p.command == nil {
		return
	}
	p.signal(syscall.SIGCONT)
	p.signal(s)
	<-p.ended
	p.command = nil
}

// wait polls until the condition holds or the part has ended.
func (c *cluster) wait(p *process, what string, condition func() bool) error {
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if condition() {
			return nil
		}
		select {
		case <-p.ended:
			text, _ := os.ReadFile(filepath.Join(c.folder, p.name+".log"))
			lines := strings.Split(strings.TrimSpace(string(text)), "\n")
			return fmt.Errorf("%s ended: %s", p.name, lines[len(lines)-1])
		default:
		}
	}
	return fmt.Errorf("%s: %s takes more than 3 minutes", p.name, what)
}

func (c *cluster) writeEtcdConfiguration() (string, error) {
	url, peer := "http://"+c.etcd, "http://"+c.etcdPeer
	text, err := json.Marshal(map[string]any{
		"name": "default", "data-dir": filepath.Join(c.folder, "etcd"), "log-level": "warn", "unsafe-no-fsync": true,
		"listen-client-urls": url, "advertise-client-urls": url, "listen-peer-urls": peer,
		"initial-advertise-peer-urls": peer, "initial-cluster": "default=" + peer,
	})
	path := filepath.Join(c.folder, "etcd.json")
	return path, errors.Join(err, os.WriteFile(path, text, 0o600))
}

func (c *cluster) file(name string) string { return filepath.Join(c.folder, name) }

func (c *cluster) apiserverArguments() []string {
	_, port, _ := net.SplitHostPort(c.address)
	return []string{
		"--etcd-servers=http://" + c.etcd, "--bind-address=127.0.0.1", "--secure-port=" + port, "--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none", "--tls-cert-file=" + c.file("server.crt"), "--tls-private-key-file=" + c.file("server.key"),
		"--client-ca-file=" + c.file("ca.crt"), "--token-auth-file=" + c.file("tokens.csv"), "--authorization-mode=RBAC",
		"--service-cluster-ip-range=10.0.0.0/24", "--disable-admission-plugins=ServiceAccount", "--profiling=false",
		"--service-account-issuer=https://kubernetes.default.svc", "--service-account-key-file=" + c.file("sa.pub"),
		"--service-account-signing-key-file=" + c.file("sa.key"), "--allow-privileged=true",
	}
}

var controllerNames = []string{
	"deployment-controller", "replicaset-controller", "statefulset-controller", "daemonset-controller", "job-controller",
	"cronjob-controller", "namespace-controller", "garbage-collector-controller", "serviceaccount-controller",
	"endpoints-controller", "endpointslice-controller", "persistentvolume-binder-controller", "disruption-controller",
	"resourcequota-controller", "persistentvolumeclaim-protection-controller", "pod-garbage-collector-controller",
}

func (c *cluster) controllersArguments() []string {
	return []string{
		"--kubeconfig=" + c.file("admin.kubeconfig"), "--leader-elect=false", "--secure-port=0",
		"--service-account-private-key-file=" + c.file("sa.key"), "--root-ca-file=" + c.file("ca.crt"),
		"--resource-quota-sync-period=10s", "--controllers=" + strings.Join(controllerNames, ","),
	}
}

func (c *cluster) add(name string, arguments ...string) *process {
	p := &process{name: name, arguments: arguments}
	c.parts[name] = p
	return p
}

// order is that of starting; of stopping, the reverse.
var order = []string{"etcd", "apiserver", "controllers", "scheduler", "nodes"}

func (c *cluster) stopAll() {
	for i := len(order) - 1; i >= 0; i-- {
		if p := c.parts[order[i]]; p != nil {
			p.stop(syscall.SIGKILL)
		}
	}
}
