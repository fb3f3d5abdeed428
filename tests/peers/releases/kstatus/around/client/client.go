// Package client has what the readers need of controller-runtime.
package client

import "k8s.io/apimachinery/pkg/types"

// ObjectKey names an object.
type ObjectKey = types.NamespacedName
