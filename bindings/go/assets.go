package vitals

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
)

// What `tools/dev go` builds: the module, the scripts of the bundled checks, time zones.
//
//go:embed assets/*.gz
var assets embed.FS

func asset(name string) ([]byte, error) {
	packed, err := assets.ReadFile("assets/" + name + ".gz")
	if err != nil {
		return nil, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return io.ReadAll(reader)
}
