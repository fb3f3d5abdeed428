package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vitals/tests/cluster/faults/certs"
)

// identity is one way to reach the server: NAME.kubeconfig.
type identity struct {
	name, groups string
	certificate  bool // by client certificate, else by token
	stranger     bool // the certificate is of another CA
	expired      bool
	wrongToken   bool
	wrongCA      bool   // the kubeconfig trusts another CA
	serverName   string // of the kubeconfig
}

// identities is everybody, rightful or not. Roles are in rights.yaml.
var identities = []identity{
	{name: "admin", groups: "system:masters", certificate: true},
	{name: "admin-token", groups: "system:masters"},
	{name: "reader", groups: "readers"},
	{name: "half", groups: "half"},             // half of the kinds are forbidden
	{name: "namespaced", groups: "namespaced"}, // the namespace default only
	{name: "nobody"},
	{name: "expired", groups: "system:masters", certificate: true, expired: true},
	{name: "stranger", groups: "system:masters", certificate: true, stranger: true},
	{name: "wrong-token", wrongToken: true},
	{name: "wrong-ca", groups: "system:masters", wrongCA: true},
	{name: "wrong-name", groups: "system:masters", serverName: "elsewhere.example"},
	{name: "right-name", groups: "system:masters", serverName: "test.example"},
}

// access makes files in a folder; what fails first is kept.
type access struct {
	folder           string
	server, stranger *certs.Authority
	err              error
}

func (a *access) path(name string) string { return filepath.Join(a.folder, name) }

func (a *access) write(name, text string) {
	a.err = errors.Join(a.err, os.WriteFile(a.path(name), []byte(text), 0o600))
}

func (a *access) issue(name string, ca *certs.Authority, wanted certs.Wanted) {
	pair, err := ca.Issue(wanted)
	if err == nil {
		err = pair.Write(a.path(name))
	}
	a.err = errors.Join(a.err, err)
}

// writeTokenKeys makes the pair that signs tokens of service accounts.
func (a *access) writeTokenKeys() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		a.err = errors.Join(a.err, err)
		return
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	a.err = errors.Join(a.err, err)
	a.write("sa.key", string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})))
	a.write("sa.pub", string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})))
}

// token is a text that occurs nowhere else, so that tests can search for it.
func (i identity) token() string { return "secret-of-" + i.name }

func (i identity) wanted() certs.Wanted {
	wanted := certs.Wanted{User: i.name, Groups: []string{i.groups}}
	if i.expired {
		wanted.From, wanted.Till = time.Now().Add(-48*time.Hour), time.Now().Add(-24*time.Hour)
	}
	return wanted
}

func (a *access) writeIdentity(i identity, address string) {
	user, ca, name := "    token: "+i.token()+"\n", "ca.crt", ""
	if i.certificate {
		authority := a.server
		if i.stranger {
			authority = a.stranger
		}
		a.issue(i.name, authority, i.wanted())
		user = fmt.Sprintf("    client-certificate: %s.crt\n    client-key: %s.key\n", i.name, i.name)
	}
	if i.wrongCA {
		ca = "other-ca.crt"
	}
	if i.serverName != "" {
		name = "    tls-server-name: " + i.serverName + "\n"
	}
	a.write(i.name+".kubeconfig", fmt.Sprintf(`apiVersion: v1
kind: Config
current-context: test
clusters:
- name: test
  cluster:
    server: https://%s
    certificate-authority: %s
%susers:
- name: %s
  user:
%scontexts:
- name: test
  context:
    cluster: test
    user: %s
`, address, ca, name, i.name, user, i.name))
}

// writeAccess makes certificates, tokens and kubeconfigs for a server at that address.
func writeAccess(folder, address string) error {
	a := &access{folder: folder}
	var err error
	if a.server, err = certs.NewAuthority("test cluster"); err != nil {
		return err
	}
	if a.stranger, err = certs.NewAuthority("another cluster"); err != nil {
		return err
	}
	a.write("ca.crt", string(a.server.PEM()))
	a.write("other-ca.crt", string(a.stranger.PEM()))
	a.issue("server", a.server, certs.Wanted{User: "kube-apiserver", Names: []string{"127.0.0.1", "localhost", "test.example"}})
	a.writeTokenKeys()
	var tokens strings.Builder
	for _, i := range identities {
		if !i.certificate && !i.wrongToken {
			fmt.Fprintf(&tokens, "%s,%s,%s,%q\n", i.token(), i.name, i.name, i.groups)
		}
		a.writeIdentity(i, address)
	}
	a.write("tokens.csv", tokens.String())
	return a.err
}
