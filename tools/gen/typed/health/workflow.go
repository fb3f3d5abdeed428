// Package health has what Argo CD up to 3.1 converted a Workflow to; texts of errors name the package.
package health

type nodePhase string

// Workflow is of any version.
type Workflow struct {
	Status status `json:"status"`
}

type status struct {
	Phase   nodePhase `json:"phase"`
	Message string    `json:"message"`
}
