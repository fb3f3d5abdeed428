package main

import (
	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
)

// condition, outcome and kstatusAnswer have the shape of the "kstatus" part of an ndjson line.
type condition struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

type outcome struct {
	Status     string      `json:"status"`
	Message    string      `json:"message"`
	Conditions []condition `json:"conditions"`
}

type kstatusAnswer struct {
	Kstatus *outcome `json:"kstatus"`
	Error   string   `json:"error,omitempty"`
}

func kstatusForm(result *status.Result, err error) kstatusAnswer {
	if err != nil {
		return kstatusAnswer{Error: err.Error()}
	}
	out := &outcome{string(result.Status), result.Message, []condition{}}
	for _, c := range result.Conditions {
		out.Conditions = append(out.Conditions,
			condition{string(c.Type), string(c.Status), c.Reason, c.Message})
	}
	return kstatusAnswer{Kstatus: out}
}

func answerKstatus(q question) any {
	object, err := decode(q.Object)
	if err != nil {
		return kstatusAnswer{Error: "decode: " + err.Error()}
	}
	return kstatusForm(status.Compute(object))
}
