package main

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// decode reads an object as controllers hold it: whole numbers as int64, others as float64.
func decode(bytes []byte) (*unstructured.Unstructured, error) {
	object := map[string]any{}
	if len(bytes) == 0 {
		return &unstructured.Unstructured{Object: object}, nil
	}
	if err := utiljson.Unmarshal(bytes, &object); err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: object}, nil
}
