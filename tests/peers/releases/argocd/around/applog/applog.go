// Package applog names an application in the log.
package applog

import (
	"github.com/sirupsen/logrus"

	"vitals/tests/peers/releases/argocd/around/v1alpha1"
)

// GetAppLogFields are the fields of a line of the log.
func GetAppLogFields(app *v1alpha1.Application) logrus.Fields {
	return logrus.Fields{"application": app.QualifiedName()}
}
