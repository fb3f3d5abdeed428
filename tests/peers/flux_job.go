package main

import (
	"math/rand"
	"strings"

	"github.com/fluxcd/pkg/runtime/statusreaders"
)

// answerFluxJob is the answer of Flux's own reader for a batch/v1 Job.
func answerFluxJob(q question) any {
	object, err := decode(q.Object)
	if err != nil {
		return kstatusAnswer{Error: "decode: " + err.Error()}
	}
	result := statusreaders.ComputeJobStatus(object)
	if reason, failed := strings.CutPrefix(result.Message, "Failed to compute job status: "); failed {
		return kstatusAnswer{Error: reason} // what the reader itself reports
	}
	return kstatusForm(&result, nil)
}

// job is a batch/v1 Job: Flux has a reader of its own for these.
func job(r *rand.Rand) map[string]any {
	for _, k := range kinds {
		if k.name == "Job" {
			return objectOf(r, k, "batch/v1")
		}
	}
	return nil
}
