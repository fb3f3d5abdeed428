package main

import (
	"math/rand"
)

// A class of cases: how they are generated, and what answers them. A case is a tree of JSON. A class with
// a walk has a fixed list of cases, which is always walked whole.
type class struct {
	each     int // comparisons that one case makes; 0 is one
	generate func(r *rand.Rand) map[string]any
	walk     func() []any
	peer     func(cases [][]byte) ([]any, error)
	vitals   func(cases [][]byte) ([]any, error)
}

var classes = map[string]class{
	"native":       {generate: object, peer: argocd("health", "error"), vitals: assess("argocd", "health", "error")},
	"typed":        {walk: typedWalk, peer: inProcess("typed", asObject), vitals: assess("argocd", "error")},
	"typed-argocd": {walk: typedWalk, peer: argocd("error"), vitals: assess("argocd", "error")},
	"kstatus":      {generate: object, peer: inProcess("kstatus", asObject), vitals: assess("kstatus", "kstatus", "error")},
	"flux-job":     {generate: job, peer: inProcess("flux-job", asObject), vitals: assess("flux", "kstatus", "error")},
	"flux-cel":     {each: fluxCelObjects, generate: fluxCelCase, peer: inProcess("flux-cel", asQuestion), vitals: vitalsExpressions},
	"lua":          {generate: luaCase, peer: inProcess("argocd-lua", asQuestion), vitals: vitalsBatch("assess", "--batch", "-")},
	"bundle":       {walk: bundleWalk, peer: inProcess("argocd-lua", asQuestion), vitals: vitalsBatch("assess", "--batch", "-")},
	"bundle-mixed": {generate: bundleCase, peer: inProcess("argocd-lua", asQuestion), vitals: vitalsBatch("assess", "--batch", "-")},
	"lua-forms":    {generate: formCase, peer: inProcess("argocd-lua", asQuestion), vitals: vitalsBatch("assess", "--batch", "-")},
	"cel-forms":    {generate: celFormCase, peer: inProcess("cel-any", asQuestion), vitals: vitalsBatch("cel", "--batch", "-")},
	"cel":          {generate: celCase, peer: inProcess("cel-go", asQuestion), vitals: vitalsBatch("cel", "--batch", "-")},
	"cel-checked":  {generate: checkedCelCase, peer: inProcess("cel-check", asQuestion), vitals: vitalsBatch("cel", "--batch", "-")},
	"glob":         {generate: globCase, peer: inProcess("glob", asQuestion), vitals: vitalsTexts},
	"yaml":         {generate: yamlCase, peer: inProcess("yaml", asQuestion), vitals: vitalsTexts},
	"argocd-cm":    {generate: configMapCase, peer: peerConfigMaps, vitals: vitalsConfigMaps},
}

// mixed is one number of two, so that neighbouring seeds share no batches: the source takes its seed
// modulo 2³¹−1, which a sum or a shift would let them meet in.
func mixed(seed int64, number int) int64 {
	x := uint64(seed)*0x9e3779b97f4a7c15 + uint64(number)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int64((x ^ x>>31) >> 1)
}

// batch generates the cases of one batch, the same ones for the same seed.
func (c class) batch(seed int64, number, size int) []any {
	if c.walk != nil {
		return c.walk()[number*batchCases:][:size]
	}
	r := rand.New(rand.NewSource(mixed(seed, number)))
	trees := make([]any, size)
	for i := range trees {
		trees[i] = c.generate(r)
	}
	return trees
}

func classNames() []string {
	names := map[string]any{}
	for name := range classes {
		names[name] = nil
	}
	return sortedKeys(names)
}
