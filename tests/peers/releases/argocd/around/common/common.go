// Package common names the annotation that takes an object out of the health of its application.
package common

// AnnotationIgnoreHealthCheck is "true" on such an object.
const AnnotationIgnoreHealthCheck = "argocd.argoproj.io/ignore-healthcheck"
