package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// followInformers has one dynamic informer for each cluster, and returns when all have every Pod.
func followInformers(host string, sources, pods int) (func(), error) {
	ctx, cancel := context.WithCancel(context.Background())
	var synced []cache.InformerSynced
	var informers []cache.SharedIndexInformer
	for i := range sources {
		client, err := dynamic.NewForConfig(&rest.Config{Host: fmt.Sprintf("%s/%d-%d", host, i, pods), QPS: -1})
		if err != nil {
			cancel()
			return nil, err
		}
		informer := dynamicinformer.NewDynamicSharedInformerFactory(client, 0).
			ForResource(schema.GroupVersionResource{Version: "v1", Resource: "pods"}).Informer()
		informers, synced = append(informers, informer), append(synced, informer.HasSynced)
		go informer.RunWithContext(ctx)
	}
	limit, stop := context.WithTimeout(ctx, 10*time.Minute)
	defer stop()
	if !cache.WaitForCacheSync(limit.Done(), synced...) {
		return cancel, errors.New("the informers did not sync")
	}
	have := 0
	for _, informer := range informers {
		have += len(informer.GetStore().ListKeys())
	}
	if have != sources*pods {
		return cancel, fmt.Errorf("%d objects of %d", have, sources*pods)
	}
	return cancel, nil
}
