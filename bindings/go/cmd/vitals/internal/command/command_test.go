package command

import (
	"bytes"
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	const degraded = `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"c"},"status":{"phase":"Lost"}}`
	for _, row := range []struct {
		arguments string
		in        string
		status    int
		says      string
	}{
		{"assess -", degraded + "\n" + degraded, failed, `"health":{"status":"Degraded"`},
		{"assess -", "kind: ConfigMap\napiVersion: v1\n---\nkind: ConfigMap\napiVersion: v1\n", fine, `"health":null`},
		{"explain -", degraded, fine, `"schema":"vitals/explain/v1"`},
		{"assess -", "{", broken, ""},
		{"assess --profile none -", "", usage, ""},
		{"nothing", "", usage, ""},
		{"test ../../../../../../tests/cli/data/checks", "", failed, "2 passed, 2 failed"},
		{"lint ../../../../../../tests/cli/data/lint", "", failed, "[key-unknown-group]"},
	} {
		t.Run(row.arguments, func(t *testing.T) {
			var out bytes.Buffer
			status, err := Run(strings.Fields(row.arguments), strings.NewReader(row.in), &out)
			if status != row.status || !strings.Contains(out.String(), row.says) {
				t.Errorf("%d %v %s", status, err, out.String())
			}
		})
	}
}
