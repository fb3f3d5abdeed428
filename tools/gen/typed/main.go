// Command typed writes engine/native/typed_schema.c: the Go types that Argo CD's native checks
// convert an object to before they look at it, as tables for the engine in engine/native/typed.c.
//
//	cd tools/gen/typed && go run . > ../../../engine/native/typed_schema.c
//
// `go run . fields` prints the rows with their structs, from which later.txt is made.
package main

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"math/bits"
	"os"
	"reflect"
	"regexp"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	certificatesv1beta1 "k8s.io/api/certificates/v1beta1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	networkingv1beta1 "k8s.io/api/networking/v1beta1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	apiregistrationv1beta1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1beta1"

	"vitals/tools/gen/typed/health"
	autoscalingv2beta1 "vitals/tools/gen/typed/v2beta1"
	autoscalingv2beta2 "vitals/tools/gen/typed/v2beta2"
)

// The kinds, by the name of the table that engine/native/typed.h declares.
var roots = []struct {
	name   string
	object any
}{
	{"deployment", appsv1.Deployment{}},
	{"replicaset", appsv1.ReplicaSet{}},
	{"statefulset", appsv1.StatefulSet{}},
	{"daemonset", appsv1.DaemonSet{}},
	{"pod", corev1.Pod{}},
	{"service", corev1.Service{}},
	{"persistentvolumeclaim", corev1.PersistentVolumeClaim{}},
	{"job", batchv1.Job{}},
	{"horizontalpodautoscaler_v1", autoscalingv1.HorizontalPodAutoscaler{}},
	{"horizontalpodautoscaler_v2", autoscalingv2.HorizontalPodAutoscaler{}},
	{"horizontalpodautoscaler_v2beta1", autoscalingv2beta1.HorizontalPodAutoscaler{}},
	{"horizontalpodautoscaler_v2beta2", autoscalingv2beta2.HorizontalPodAutoscaler{}},
	{"apiservice_v1", apiregistrationv1.APIService{}},
	{"apiservice_v1beta1", apiregistrationv1beta1.APIService{}},
	// Kinds that Argo CD reads as they are, or not at all: profile combined refuses wrong types.
	{"ingress", networkingv1.Ingress{}},
	{"ingress_v1beta1", networkingv1beta1.Ingress{}},
	{"node", corev1.Node{}},
	{"namespace", corev1.Namespace{}},
	{"persistentvolume", corev1.PersistentVolume{}},
	{"replicationcontroller", corev1.ReplicationController{}},
	{"resourcequota", corev1.ResourceQuota{}},
	{"certificatesigningrequest", certificatesv1.CertificateSigningRequest{}},
	{"certificatesigningrequest_v1beta1", certificatesv1beta1.CertificateSigningRequest{}},
	{"workflow", workflow{}},
	{"workflow_argocd_3_1", health.Workflow{}},
}

// What the check of Argo Workflows reads.
type workflow struct {
	metav1.ObjectMeta `json:"metadata"`
	Status            workflowStatus `json:"status"`
}

type workflowStatus struct {
	Phase   string `json:"phase"`
	Message string `json:"message"`
}

// Types that read their own JSON.
var special = map[reflect.Type]string{
	reflect.TypeOf(metav1.Time{}):        "TIME",
	reflect.TypeOf(metav1.FieldsV1{}):    "ANYTHING",
	reflect.TypeOf(resource.Quantity{}):  "QUANTITY",
	reflect.TypeOf(intstr.IntOrString{}): "INT_OR_STRING",
	// Lists in a map, which no check reads.
	reflect.TypeOf(certificatesv1.ExtraValue{}):      "ANYTHING",
	reflect.TypeOf(certificatesv1beta1.ExtraValue{}): "ANYTHING",
}

var unmarshaler = reflect.TypeOf((*json.Unmarshaler)(nil)).Elem()

type field struct{ name, row string }

//go:embed later.txt
var later string

// The row of a field as the table has it: with the releases of Argo CD that do not know it.
type changed struct{ object, row, written string }

var changes []changed

func readChanges() {
	line := regexp.MustCompile(`(?m)^(\w+) (.*)\) (-|\d\S*)(?: (\d\S*))?$`)
	for _, found := range line.FindAllStringSubmatch(later, -1) {
		written := found[2] + ", " + release(found[3])
		if found[4] != "" {
			written += ", " + release(found[4])
		}
		changes = append(changes, changed{found[1], found[2] + ")", written + ")"})
	}
}

func release(name string) string {
	if name == "-" {
		return "0"
	}
	return "VT_ARGOCD_" + strings.ReplaceAll(name, ".", "_")
}

// withReleases names the releases in the rows of a struct, and adds those that its type does not have any more.
func withReleases(object string, fields []field) []field {
	for _, change := range changes {
		at := 0
		for at < len(fields) && fields[at].row != change.row {
			at++
		}
		if change.object != object {
			continue
		}
		if at == len(fields) {
			fields = append(fields, field{strings.Split(change.row, `"`)[1], ""})
		}
		fields[at].row = change.written
	}
	return fields
}

var facts bytes.Buffer

var (
	public  = map[reflect.Type]string{}
	written = map[reflect.Type]string{}
	out     bytes.Buffer
)

func main() {
	out.WriteString(head)
	readChanges()
	for _, root := range roots {
		public[reflect.TypeOf(root.object)] = "vt_native_" + root.name + "_type"
	}
	for _, root := range roots {
		object(reflect.TypeOf(root.object))
	}
	out.WriteString("\n/* clang-format on */\n")
	if len(os.Args) > 1 && os.Args[1] == "fields" {
		out = facts
	}
	if _, err := os.Stdout.Write(out.Bytes()); err != nil {
		log.Fatal(err)
	}
}

const head = `/*
** The Go types of the natively checked kinds, generated from k8s.io/api and k8s.io/kube-aggregator
** v0.37.0 by tools/gen/typed. One TYPE is one Go struct, its fields in Go's order; a row of a field that came
** later ends with the first release of Argo CD that has it, and with the first one that has lost it.
*/
#include "native/typed_rows.h"

/* clang-format off */

`

// object writes the table of a struct, after those it needs, and returns its C name.
func object(t reflect.Type) string {
	if done, ok := written[t]; ok {
		return done
	}
	name, static := public[t], ""
	if name == "" {
		name, static = identifier(t), "static "
	}
	written[t] = name
	fields := rows(t)
	for _, f := range fields {
		fmt.Fprintf(&facts, "%s %s\n", name, f.row)
	}
	fields = withReleases(name, fields)
	if len(fields) == 0 {
		fmt.Fprintf(&out, "%sEMPTY(%s); /* %s */\n", static, name, t)
		return name
	}
	seed, width, slots := perfect(fields)
	head := fmt.Sprintf("%sTYPE(%s, /* %s */ 0x%08x, %d, ", static, name, t, seed, width)
	items := append([]string{"SLOTS(" + slots[0]}, slots[1:]...)
	for i := range items {
		items[i] += ","
	}
	items[len(items)-1] = strings.TrimSuffix(items[len(items)-1], ",") + "), "
	for _, row := range fieldRows(fields) {
		items = append(items, row+", ")
	}
	items[len(items)-1] = strings.TrimSuffix(items[len(items)-1], ", ")
	wrap(head, items, "", ");")
	return name
}

// rows lists the fields of a struct, those of inlined structs in their place.
func rows(t reflect.Type) []field {
	var list []field
	for i := 0; i < t.NumField(); i++ {
		tag := strings.Split(t.Field(i).Tag.Get("json"), ",")[0]
		if tag == "-" {
			continue
		}
		if tag == "" {
			list = append(list, rows(pointed(t.Field(i).Type))...)
			continue
		}
		list = append(list, field{tag, row(tag, t.Field(i).Type)})
	}
	return list
}

func row(name string, t reflect.Type) string {
	t = pointed(t)
	shape := ""
	if _, ok := special[t]; !ok {
		switch t.Kind() {
		case reflect.Slice:
			shape, t = "LIST_OF_", pointed(t.Elem())
		case reflect.Map:
			shape, t = "MAP_OF_", pointed(t.Elem())
		}
	}
	if kind, ok := special[t]; ok {
		return fmt.Sprintf("%s%s(%q)", shape, kind, name)
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		log.Fatalf("%s reads its own JSON: teach the engine how", t)
	}
	switch t.Kind() {
	case reflect.Struct:
		return fmt.Sprintf("%sOBJECT(%q, %s)", shape, name, object(t))
	case reflect.String:
		if t.Name() != "string" {
			return fmt.Sprintf("%sALIAS(%q, %q)", shape, name, t.String())
		}
	case reflect.Bool, reflect.Int32, reflect.Int64, reflect.Uint8:
	default:
		log.Fatalf("field %s of type %s: teach the engine how", name, t)
	}
	return fmt.Sprintf("%s%s(%q)", shape, strings.ToUpper(t.Kind().String()), name)
}

func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// perfect finds a seed with which every field name gets a slot of its own; see field_of in typed.c.
func perfect(fields []field) (uint32, int, []string) {
	for width := bits.Len(uint(len(fields))); ; width++ {
		for try := uint32(1); try < 20000; try++ {
			seed := try*2654435761 | 1
			if slots, ok := place(fields, seed, width); ok {
				return seed, width, slots
			}
		}
		if width == 9 {
			log.Fatalf("no perfect hash for %v", fields)
		}
	}
}

func place(fields []field, seed uint32, width int) ([]string, bool) {
	slots := make([]string, 1<<width)
	for i := range slots {
		slots[i] = "0"
	}
	for i, f := range fields {
		slot := mixed(f.name) * seed >> (32 - width)
		if slots[slot] != "0" {
			return nil, false
		}
		slots[slot] = fmt.Sprint(i + 1)
	}
	return slots, true
}

// mixed folds the first and the last four bytes of a name and its length; see mixed in typed.c.
func mixed(name string) uint32 {
	n := len(name)
	if n < 4 {
		return uint32(name[0]) | uint32(name[n/2])<<8 | uint32(name[n-1])<<16 | uint32(n)<<24
	}
	first := binary.LittleEndian.Uint32([]byte(name[:4]))
	last := binary.LittleEndian.Uint32([]byte(name[n-4:]))
	return first ^ last*0x9e3779b1 ^ uint32(n)*0x85ebca6b
}

func fieldRows(fields []field) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = f.row
	}
	return list
}

func wrap(line string, items []string, separator, end string) {
	for i, item := range items {
		if i+1 < len(items) {
			item += separator
		} else {
			item += end
		}
		if len(line)+len(strings.TrimRight(item, " ")) > 110 {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "    "
		}
		line += item
	}
	out.WriteString(line + "\n")
}

var (
	versions = regexp.MustCompile(`.*/([a-z]+)/(v[0-9a-z]+)$`)
	humps    = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)
)

// identifier makes core_pod_spec of k8s.io/api/core/v1.PodSpec.
func identifier(t reflect.Type) string {
	part := versions.FindStringSubmatch(t.PkgPath())
	if part == nil && (t.PkgPath() == "main" || strings.HasSuffix(t.PkgPath(), "/health")) {
		return strings.ToLower(humps.ReplaceAllString(t.Name(), "${1}${3}_${2}${4}"))
	}
	if part == nil {
		log.Fatalf("package %s has no version", t.PkgPath())
	}
	group := part[1]
	if part[2] != "v1" {
		group += "_" + part[2]
	}
	name := humps.ReplaceAllString(t.Name(), "${1}${3}_${2}${4}")
	return group + "_" + strings.ToLower(name)
}
