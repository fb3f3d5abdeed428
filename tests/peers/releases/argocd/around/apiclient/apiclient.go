// Package apiclient has the parameters of actions, which health scripts never get.
package apiclient

// ResourceActionParameters is a parameter.
type ResourceActionParameters struct{ Name, Value string }

// GetName is its name.
func (of *ResourceActionParameters) GetName() string { return of.Name }

// GetValue is its value.
func (of *ResourceActionParameters) GetValue() string { return of.Value }
