// Package reflector keeps a scope of a vitals.Live up to date with the API server. It lists and watches like client-go's
// reflector, but hands over the bytes of each object without decoding them, and keeps none: a live has rows only.
//
//	client, err := rest.HTTPClientFor(config) // of client-go: certificates, tokens, plugins
//	err = (&reflector.Reflector{Client: client, Host: config.Host, Path: "/api/v1/pods", Live: live, Scope: scope}).Run(ctx)
package reflector

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	vitals "github.com/kube-vitals/vitals/bindings/go"
)

// A Reflector follows what one path of the API lists.
type Reflector struct {
	Client *http.Client // nil: http.DefaultClient
	Host   string       // https://10.0.0.1:6443
	Path   string       // /apis/apps/v1/deployments, or /api/v1/namespaces/shop/pods
	Live   *vitals.Live
	Scope  vitals.ScopeID
	// PageSize is how many objects one answer may have: 500 when it is 0.
	PageSize int
	// Backoff is the first wait after a failure, which doubles up to half a minute: a second when it is 0.
	Backoff time.Duration
	// Failed gets failures, which are tried again. It may be nil.
	Failed func(error)
}

// errExpired: the server does not know the resource version any more.
var errExpired = errors.New("the resource version has expired")

const mostWait = 30 * time.Second

// Run lists and watches until the context ends, whose error it returns, or until the server forbids it.
func (r *Reflector) Run(ctx context.Context) error {
	first := r.Backoff
	if first <= 0 {
		first = time.Second
	}
	version, wait := "", first
	for {
		var err error
		if version == "" {
			version, err = r.list(ctx)
		}
		if err == nil {
			wait = first
			version, err = r.watch(ctx, version)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var refused *statusError
		if errors.As(err, &refused) && (refused.code == http.StatusForbidden || refused.code == http.StatusUnauthorized) {
			return errors.Join(err, r.Live.Lose(ctx, r.Scope, vitals.Forbidden, err.Error()))
		}
		if err == nil {
			continue // the server ends watches from time to time
		}
		if r.Failed != nil {
			r.Failed(err)
		}
		if errors.Is(err, errExpired) {
			version = ""
			continue
		}
		if err := r.Live.Lose(ctx, r.Scope, vitals.Lost, err.Error()); err != nil {
			return err
		}
		version = ""
		select {
		case <-time.After(wait):
			wait = min(2*wait, mostWait)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type statusError struct {
	code int
	text string
}

func (e *statusError) Error() string { return e.text }

func (r *Reflector) get(ctx context.Context, query url.Values) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(r.Host, "/")+r.Path+"?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	client := r.Client
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusOK {
		return response.Body, nil
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, 1024))
	if response.StatusCode == http.StatusGone {
		return nil, errExpired
	}
	return nil, &statusError{response.StatusCode, fmt.Sprintf("%s %s: %s", r.Path, response.Status, strings.TrimSpace(string(text)))}
}

// list puts every object, page by page, and returns the resource version to watch from.
func (r *Reflector) list(ctx context.Context) (string, error) {
	if err := r.Live.Begin(ctx, r.Scope); err != nil {
		return "", err
	}
	size := r.PageSize
	if size <= 0 {
		size = 500
	}
	query := url.Values{"limit": {strconv.Itoa(size)}}
	for {
		body, err := r.get(ctx, query)
		if err != nil {
			return "", err
		}
		page, err := r.readPage(ctx, body)
		body.Close()
		if err != nil {
			return "", err
		}
		if page.Continue == "" {
			return page.ResourceVersion, r.Live.Synced(ctx, r.Scope)
		}
		query.Set("continue", page.Continue)
	}
}

type listMetadata struct{ ResourceVersion, Continue string }

// readPage reads a list one object at a time. Items of a list have no kind: they get that of the list.
func (r *Reflector) readPage(ctx context.Context, body io.Reader) (listMetadata, error) {
	var metadata listMetadata
	var apiVersion, kind string
	decoder := json.NewDecoder(bufio.NewReaderSize(body, 1<<16))
	if _, err := decoder.Token(); err != nil {
		return metadata, err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return metadata, err
		}
		switch name {
		case "apiVersion":
			err = decoder.Decode(&apiVersion)
		case "kind":
			err = decoder.Decode(&kind)
		case "metadata":
			err = decoder.Decode(&metadata)
		case "items":
			err = r.readItems(ctx, decoder, apiVersion, strings.TrimSuffix(kind, "List"))
		default:
			var skipped json.RawMessage
			err = decoder.Decode(&skipped)
		}
		if err != nil {
			return metadata, err
		}
	}
	return metadata, nil
}

func (r *Reflector) readItems(ctx context.Context, decoder *json.Decoder, apiVersion, kind string) error {
	begin, err := decoder.Token()
	if err != nil || begin == nil { // "items": null
		return err
	}
	head := fmt.Appendf(nil, `{"apiVersion":%q,"kind":%q`, apiVersion, kind)
	var object []byte
	for decoder.More() {
		var item json.RawMessage
		if err := decoder.Decode(&item); err != nil {
			return err
		}
		if err := r.put(ctx, withKind(&object, head, item)); err != nil {
			return err
		}
	}
	_, err = decoder.Token()
	return err
}

// put leaves out what cannot be read: one object does not stop the rest.
func (r *Reflector) put(ctx context.Context, object []byte) error {
	err := r.Live.Put(ctx, r.Scope, object)
	if errors.Is(err, vitals.ErrSyntax) || errors.Is(err, vitals.ErrInvalid) {
		if r.Failed != nil {
			r.Failed(err)
		}
		return nil
	}
	return err
}

// withKind puts the kind in front of the members of an item, unless it has one.
func withKind(buffer *[]byte, head []byte, item json.RawMessage) []byte {
	var has struct{ Kind *json.RawMessage }
	if len(item) < 2 || item[0] != '{' || json.Unmarshal(item, &has) == nil && has.Kind != nil {
		return item
	}
	*buffer = append((*buffer)[:0], head...)
	if rest := strings.TrimLeft(string(item[1:min(len(item), 64)]), " \t\r\n"); !strings.HasPrefix(rest, "}") {
		*buffer = append(*buffer, ',')
	}
	*buffer = append(*buffer, item[1:]...)
	return *buffer
}

// watch follows changes until the server ends it, and returns the last resource version.
func (r *Reflector) watch(ctx context.Context, version string) (string, error) {
	body, err := r.get(ctx, url.Values{"watch": {"true"}, "allowWatchBookmarks": {"true"}, "resourceVersion": {version},
		"timeoutSeconds": {"300"}})
	if err != nil {
		return version, err
	}
	defer body.Close()
	decoder := json.NewDecoder(bufio.NewReaderSize(body, 1<<16))
	for {
		var event struct {
			Type   string
			Object json.RawMessage
		}
		if err := decoder.Decode(&event); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return version, err
		}
		next, err := r.apply(ctx, event.Type, event.Object)
		if err != nil {
			return version, err
		}
		if next != "" {
			version = next
		}
	}
}

func (r *Reflector) apply(ctx context.Context, kind string, object json.RawMessage) (version string, err error) {
	var head struct {
		Kind, APIVersion string
		Code             int
		Message          string
		Metadata         struct{ UID, Namespace, Name, ResourceVersion string }
	}
	if err := json.Unmarshal(object, &head); err != nil {
		return "", err
	}
	switch kind {
	case "ADDED", "MODIFIED":
		err = r.put(ctx, object)
	case "DELETED":
		group, _, found := strings.Cut(head.APIVersion, "/")
		if !found {
			group = ""
		}
		err = r.Live.Remove(ctx, r.Scope, vitals.ObjectKey{UID: head.Metadata.UID, Group: group, Kind: head.Kind,
			Namespace: head.Metadata.Namespace, Name: head.Metadata.Name})
		if errors.Is(err, vitals.ErrNotFound) {
			err = nil
		}
	case "ERROR":
		if head.Code == http.StatusGone {
			return "", errExpired
		}
		return "", &statusError{head.Code, head.Message}
	}
	return head.Metadata.ResourceVersion, err
}
