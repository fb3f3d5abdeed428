// Package certs makes the certificates of the test servers: EC P-256, valid for a day unless asked otherwise.
package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"time"
)

// Authority is a CA.
type Authority struct {
	Certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// Pair is a certificate with its key, both in PEM.
type Pair struct{ Certificate, Key []byte }

// Wanted describes a certificate. User and Groups are those of a Kubernetes client.
type Wanted struct {
	User       string
	Groups     []string
	Names      []string // DNS names and addresses of a server; none: a client's certificate
	From, Till time.Time
}

func number() *big.Int {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 100))
	if err != nil {
		panic(err) // no randomness: nothing can be tested
	}
	return n
}

func newKey() *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

// NewAuthority makes a CA of that name.
func NewAuthority(name string) (*Authority, error) {
	key := newKey()
	wanted := x509.Certificate{
		SerialNumber: number(), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, &wanted, &wanted, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	return &Authority{certificate, key}, err
}

// PEM is the certificate of the CA.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Certificate.Raw})
}

// Pool holds the CA alone.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.Certificate)
	return pool
}

func (w Wanted) template() *x509.Certificate {
	t := &x509.Certificate{
		SerialNumber: number(),
		Subject:      pkix.Name{CommonName: w.User, Organization: w.Groups},
		NotBefore:    w.From, NotAfter: w.Till,
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	if t.NotBefore.IsZero() {
		t.NotBefore = time.Now().Add(-time.Hour)
	}
	if t.NotAfter.IsZero() {
		t.NotAfter = time.Now().Add(24 * time.Hour)
	}
	for _, name := range w.Names {
		t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		if address := net.ParseIP(name); address != nil {
			t.IPAddresses = append(t.IPAddresses, address)
		} else {
			t.DNSNames = append(t.DNSNames, name)
		}
	}
	return t
}

func encode(der []byte, key *ecdsa.PrivateKey) (Pair, error) {
	bytes, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return Pair{}, err
	}
	return Pair{
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: bytes}),
	}, nil
}

// Issue signs a certificate.
func (a *Authority) Issue(wanted Wanted) (Pair, error) {
	key := newKey()
	der, err := x509.CreateCertificate(rand.Reader, wanted.template(), a.Certificate, key.Public(), a.key)
	if err != nil {
		return Pair{}, err
	}
	return encode(der, key)
}

// SelfSigned makes a certificate that no CA signed.
func SelfSigned(wanted Wanted) (Pair, error) {
	key, template := newKey(), wanted.template()
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return Pair{}, err
	}
	return encode(der, key)
}

// TLS is the pair as crypto/tls takes it.
func (p Pair) TLS() (tls.Certificate, error) { return tls.X509KeyPair(p.Certificate, p.Key) }

// Write puts the pair into PATH.crt and PATH.key.
func (p Pair) Write(path string) error {
	if err := os.WriteFile(path+".crt", p.Certificate, 0o600); err != nil {
		return err
	}
	return os.WriteFile(path+".key", p.Key, 0o600)
}
