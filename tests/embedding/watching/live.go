package main

import (
	"context"
	"fmt"
	"time"

	vitals "github.com/kube-vitals/vitals/bindings/go"
	"github.com/kube-vitals/vitals/bindings/go/reflector"
)

// followLive has one source with one reflector for each cluster, and returns when every Pod has its health.
func followLive(host string, sources, pods int) (func(), error) {
	live, err := vitals.NewLive(vitals.LiveOptions{})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	view, err := live.View(ctx, vitals.Filter{})
	if err != nil {
		cancel()
		return nil, err
	}
	stop := func() {
		cancel()
		live.Close()
	}
	for i := range sources {
		source, err := live.Source(ctx, vitals.SourceOptions{Name: fmt.Sprintf("cluster-%d", i)})
		if err != nil {
			return stop, err
		}
		scope, err := live.Scope(ctx, source, vitals.ScopeKey{Kind: "Pod"})
		if err != nil {
			return stop, err
		}
		follow := reflector.Reflector{Host: host, Path: fmt.Sprintf("/%d-%d/api/v1/pods", i, pods), Live: live, Scope: scope,
			Failed: func(err error) { fmt.Println(err) }}
		go func() { _ = follow.Run(ctx) }()
	}
	return stop, waitForRows(live, view, sources*pods)
}

func waitForRows(live *vitals.Live, view *vitals.View, wanted int) error {
	for {
		if err := live.Wait(context.Background()); err != nil {
			return err
		}
		have, err := view.Counts(context.Background())
		if err != nil {
			return err
		}
		if have.Rows >= wanted {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}
