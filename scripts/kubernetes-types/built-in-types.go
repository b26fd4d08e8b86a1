// Prints, for every struct reachable from the listed kinds, its fields in the notation that built-in-types.ts reads.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	admissionregistration "k8s.io/api/admissionregistration/v1"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	networking "k8s.io/api/networking/v1"
	node "k8s.io/api/node/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

var roots = []any{
	core.ConfigMap{}, core.Endpoints{}, core.Event{}, core.LimitRange{}, core.Namespace{}, core.Node{}, core.PersistentVolume{},
	core.PersistentVolumeClaim{}, core.Pod{}, core.ResourceQuota{}, core.Secret{}, core.Service{}, core.ServiceAccount{},
	admissionregistration.MutatingWebhookConfiguration{}, admissionregistration.ValidatingWebhookConfiguration{},
	apiextensions.CustomResourceDefinition{}, apiregistration.APIService{},
	apps.ControllerRevision{}, apps.DaemonSet{}, apps.Deployment{}, apps.ReplicaSet{}, apps.StatefulSet{},
	autoscaling.HorizontalPodAutoscaler{}, batch.CronJob{}, batch.Job{}, coordination.Lease{}, discovery.EndpointSlice{},
	networking.Ingress{}, networking.IngressClass{}, networking.NetworkPolicy{}, node.RuntimeClass{}, policy.PodDisruptionBudget{},
	rbac.ClusterRole{}, rbac.ClusterRoleBinding{}, rbac.Role{}, rbac.RoleBinding{}, scheduling.PriorityClass{},
	storage.CSIDriver{}, storage.StorageClass{},
}

type definition struct {
	Properties map[string]struct {
		ListType string   `json:"x-kubernetes-list-type"`
		Keys     []string `json:"x-kubernetes-list-map-keys"`
		MapType  string   `json:"x-kubernetes-map-type"`
	} `json:"properties"`
	MapType string `json:"x-kubernetes-map-type"`
}

var definitions map[string]definition
var out = map[string]string{}

func openAPIName(t reflect.Type) string {
	parts := strings.SplitN(t.PkgPath(), "/", 2)
	host := strings.Split(parts[0], ".")
	for i, j := 0, len(host)-1; i < j; i, j = i+1, j-1 {
		host[i], host[j] = host[j], host[i]
	}
	return strings.Join(host, ".") + "." + strings.ReplaceAll(parts[1], "/", ".") + "." + t.Name()
}

func shortName(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return parts[len(parts)-2] + "." + t.Name()
}

var opaque = map[string]bool{"runtime.RawExtension": true, "meta.FieldsV1": true, "apiextensions.JSON": true, "apiextensions.JSONSchemaProps": true,
	"apiextensions.JSONSchemaPropsOrBool": true, "apiextensions.JSONSchemaPropsOrArray": true}

func typeName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Name() == "Quantity":
		return "quantity"
	case t.Name() == "Time" || t.Name() == "MicroTime" || t.Name() == "IntOrString" || t.Name() == "Duration":
		return ""
	case t.Kind() == reflect.Struct && (opaque["runtime."+t.Name()] || opaque["apiextensions."+t.Name()] || t.Name() == "FieldsV1"):
		return "any"
	case t.Kind() == reflect.Struct:
		visit(t)
		return shortName(t)
	case t.Kind() == reflect.Map:
		return "{" + typeName(t.Elem()) + "}"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return ""
	case t.Kind() == reflect.Slice:
		return "[" + typeName(t.Elem()) + "]"
	}
	return ""
}

func isTime(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && (t.Name() == "Time" || t.Name() == "MicroTime")
}

// What the field says when nobody stated it.
func zeroName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "flag"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "number"
	case reflect.Struct:
		if t.Name() == "IntOrString" {
			return "number"
		}
	}
	return "null"
}

func visit(t reflect.Type) {
	name := shortName(t)
	if _, ok := out[name]; ok {
		return
	}
	out[name] = ""
	def, ok := definitions[openAPIName(t)]
	if !ok {
		fmt.Fprintln(os.Stderr, "no definition", openAPIName(t))
	}
	fields := []string{}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for i := 0; i < t.NumField(); i++ {
			f := t.Field(i)
			tag := strings.Split(f.Tag.Get("json"), ",")
			if f.Anonymous && tag[0] == "" {
				if f.Type.Name() != "TypeMeta" {
					walk(f.Type)
				} else {
					fields = append(fields, "kind?", "apiVersion?")
				}
				continue
			}
			if tag[0] == "-" || tag[0] == "" || (tag[0] == "managedFields") {
				continue
			}
			omit := strings.Contains(strings.Join(tag[1:], ","), "omit")
			text := tag[0]
			isStruct := typeName(f.Type) != "" && !strings.HasPrefix(typeName(f.Type), "[") && !strings.HasPrefix(typeName(f.Type), "{")
			switch {
			case f.Type.Kind() == reflect.Pointer && omit, f.Type.Kind() == reflect.Interface:
				text += "*"
			case f.Type.Kind() == reflect.Pointer:
				text += "~"
			case omit && f.Type.Kind() == reflect.Struct && isStruct && typeName(f.Type) != "quantity":
				// a struct by value is always written, omitempty or not
			case omit && isTime(f.Type) && !strings.Contains(f.Tag.Get("json"), "omitzero"):
				// omitempty does not omit a struct by value: an unset time is written as null
				omit = false
			case omit:
				text += "?"
			}
			if n := typeName(f.Type); n == "" && !omit && f.Type.Kind() != reflect.Pointer {
				text += ":" + zeroName(f.Type)
			} else if n != "" {
				p := def.Properties[tag[0]]
				text += ":" + n
				if p.ListType == "map" {
					text += "=" + strings.Join(p.Keys, "+")
				} else if p.ListType == "set" {
					text += "=="
				} else if p.MapType == "atomic" {
					text += "!"
				}
				if strings.Contains(f.Tag.Get("patchStrategy"), "merge") && f.Type.Kind() == reflect.Slice {
					text += "@" + f.Tag.Get("patchMergeKey")
				}
				if strings.Contains(f.Tag.Get("patchStrategy"), "retainKeys") {
					text += "^"
				}
			}
			fields = append(fields, text)
		}
	}
	walk(t)
	sort.Strings(fields)
	prefix := ""
	if def.MapType == "atomic" {
		prefix = "! "
	}
	out[name] = prefix + strings.Join(fields, " ")
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var swagger struct{ Definitions map[string]definition }
	if err := json.Unmarshal(text, &swagger); err != nil {
		panic(err)
	}
	definitions = swagger.Definitions
	for _, r := range roots {
		visit(reflect.TypeOf(r))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(out)
}
