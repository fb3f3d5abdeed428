package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

// A case: an expression in an environment over an object.
type question struct {
	Env          string         `json:"env"`
	Mode         string         `json:"mode"`
	Expr         string         `json:"expr"`
	Declarations string         `json:"declarations"`
	Vars         map[string]any `json:"vars"`
}

func ask(env, expression string, object map[string]any) question {
	if object == nil {
		object = map[string]any{}
	}
	name := strings.TrimSuffix(strings.TrimSuffix(env, "-object"), "-resource")
	return question{name, "compile", expression, "object: dyn", map[string]any{"object": object}}
}

func vitalsPath() string {
	if path := os.Getenv("VITALS"); path != "" {
		return path
	}
	return "build/bin/vitals"
}

// askVitals answers all cases with one process.
func askVitals(cases []question) ([]answer, error) {
	var lines bytes.Buffer
	for _, one := range cases {
		text, err := json.Marshal(one)
		if err != nil {
			return nil, err
		}
		lines.Write(append(text, '\n'))
	}
	command := exec.Command(vitalsPath(), "cel", "--batch", "-")
	command.Stdin = &lines
	command.Stderr = os.Stderr
	out, err := command.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		return nil, err
	}
	answers := []answer{}
	scanner := bufio.NewScanner(bytes.NewReader(out))
	scanner.Buffer(nil, 1<<26)
	for scanner.Scan() {
		var one answer
		if err := json.Unmarshal(scanner.Bytes(), &one); err != nil {
			return nil, err
		}
		answers = append(answers, one)
	}
	if len(answers) != len(cases) {
		return nil, fmt.Errorf("%d answers to %d cases", len(answers), len(cases))
	}
	return answers, nil
}

var (
	quantityLiteral = regexp.MustCompile(`quantity\("([^"]*)"\)`)
	formatLiteral   = regexp.MustCompile(`format\.(\w+)\(\)`)
	typeVariables   = regexp.MustCompile(`_var\d+`)
	formatNames     = map[string]string{"dns1123Label": "DNS1123Label", "dns1123Subdomain": "DNS1123Subdomain",
		"dns1035Label": "DNS1035Label", "qualifiedName": "QualifiedName", "dns1123LabelPrefix": "DNS1123LabelPrefix",
		"dns1123SubdomainPrefix": "DNS1123SubdomainPrefix", "dns1035LabelPrefix": "DNS1035LabelPrefix",
		"labelValue": "LabelValue", "uri": "URI"}
)

// plainNumber is a decimal without suffix or exponent, so that two forms of one number are one text.
func plainNumber(text string) string {
	if decimal, ok := new(inf.Dec).SetString(text); ok {
		return trimmed(decimal)
	}
	if mantissa, exponent, ok := strings.Cut(text, "e"); ok {
		if decimal, good := new(inf.Dec).SetString(mantissa); good {
			var power int
			fmt.Sscan(exponent, &power)
			return trimmed(decimal.SetScale(decimal.Scale() - inf.Scale(power)))
		}
	}
	if quantity, err := resource.ParseQuantity(text); err == nil {
		return trimmed(quantity.AsDec())
	}
	return text
}

func trimmed(decimal *inf.Dec) string {
	if decimal.Sign() == 0 {
		return "0"
	}
	ten, unscaled, scale := big.NewInt(10), new(big.Int).Set(decimal.UnscaledBig()), decimal.Scale()
	for rest := new(big.Int); ; scale-- {
		quotient, _ := new(big.Int).QuoRem(unscaled, ten, rest)
		if rest.Sign() != 0 {
			break
		}
		unscaled = quotient
	}
	return fmt.Sprintf("%se%d", unscaled, -scale)
}

// comparable makes the texts of both sides comparable: quantities by number, formats by name. Of issues only the
// first line counts.
func comparable(a answer) string {
	text := a.Text
	if a.Outcome == "parse_error" {
		text, _, _ = strings.Cut(text, "\n")
		text = typeVariables.ReplaceAllString(text, "_var")
	}
	text = quantityLiteral.ReplaceAllStringFunc(text, func(found string) string {
		return "quantity " + plainNumber(quantityLiteral.FindStringSubmatch(found)[1])
	})
	text = formatLiteral.ReplaceAllStringFunc(text, func(found string) string {
		name := formatLiteral.FindStringSubmatch(found)[1]
		if full, ok := formatNames[name]; ok {
			name = full
		}
		return "format " + name
	})
	if a.Cost != nil {
		text += fmt.Sprintf(" (cost %d)", *a.Cost)
	}
	return a.Outcome + ": " + text
}
