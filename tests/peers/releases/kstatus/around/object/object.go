// Package object has what the readers need of cli-utils' pkg/object, which brings kustomize with it.
package object

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// ObjMetadata names an object.
type ObjMetadata struct {
	Namespace string
	Name      string
	GroupKind schema.GroupKind
}

// UnstructuredToObjMetadata is the name of an object.
func UnstructuredToObjMetadata(of *unstructured.Unstructured) ObjMetadata {
	return ObjMetadata{of.GetNamespace(), of.GetName(), of.GroupVersionKind().GroupKind()}
}
