// Package application names the kind.
package application

// The kind Application.
const (
	Group           = "argoproj.io"
	ApplicationKind = "Application"
)
