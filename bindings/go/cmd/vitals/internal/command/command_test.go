package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	const degraded = `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"c"},"status":{"phase":"Lost"}}`
	root, err := filepath.Abs("../../../../../..")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	for _, row := range []struct {
		arguments string
		in        string
		status    int
		says      string
	}{
		{"assess -o ndjson -", degraded + "\n" + degraded, 1, `"health":{"status":"Degraded"`},
		{"assess -o ndjson -", "kind: ConfigMap\napiVersion: v1\n---\nkind: ConfigMap\napiVersion: v1\n", 0, `"health":null`},
		{"explain persistentvolumeclaim/c -o json -f -", degraded, 0, `"schema":"vitals/explain/v1"`},
		{"assess -", "{", 3, "unexpected end of input"},
		{"assess --profile none -", "", 2, "none"},
		{"nothing", "", 2, "nothing"},
		{"get pods", "", 2, ""},
		{"cel 1+2", "", 0, "3\n"},
		{"test tests/cli/data/checks", "", 1, "2 passed, 2 failed"},
		{"lint tests/cli/data/lint", "", 1, "[key-unknown-group]"},
		{"lint " + filepath.ToSlash(root) + "/tests/cli/data/lint", "", 1, "[key-unknown-group]"},
	} {
		t.Run(row.arguments, func(t *testing.T) {
			var out bytes.Buffer
			status, err := Run(Process{Arguments: strings.Fields(row.arguments), Environment: os.Environ(), Directory: root,
				In: strings.NewReader(row.in), Out: &out, Err: &out, CacheDir: cache})
			if err != nil || status != row.status || !strings.Contains(out.String(), row.says) {
				t.Errorf("%d %v %s", status, err, out.String())
			}
		})
	}
}
