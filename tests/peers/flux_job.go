package main

import (
	"strings"

	"github.com/fluxcd/pkg/runtime/statusreaders"
)

// answerFluxJob is what Flux's own reader says of a batch/v1 Job.
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
