// Prints the protobuf layout of every message reachable from the listed kinds, in the notation that messages.ts reads.
package main

import (
	"encoding/json"
	"os"
	"strconv"
	"reflect"
	"sort"
	"strings"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	scheduling "k8s.io/api/scheduling/v1"
	authorization "k8s.io/api/authorization/v1"
)

var roots = []any{
	apps.Deployment{}, autoscaling.HorizontalPodAutoscaler{}, authorization.SelfSubjectAccessReview{}, batch.CronJob{}, batch.Job{}, core.ConfigMap{}, core.Namespace{},
	core.Pod{}, core.ResourceQuota{}, core.Secret{}, core.Service{}, core.ServiceAccount{}, networking.Ingress{},
	policy.PodDisruptionBudget{}, rbac.ClusterRole{}, rbac.ClusterRoleBinding{}, rbac.Role{}, rbac.RoleBinding{},
	scheduling.PriorityClass{},
}


var out = map[string]string{}

func shortName(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return parts[len(parts)-2] + "." + t.Name()
}

func typeName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Name() == "Quantity":
		return "quantity"
	case t.Name() == "Time" || t.Name() == "MicroTime":
		return strings.ToLower(t.Name())
	case t.Name() == "IntOrString":
		return "int-or-string"
	case t.Name() == "FieldsV1" || t.Name() == "RawExtension" || t.Name() == "JSON":
		return "raw"
	case t.Kind() == reflect.Struct:
		visit(t)
		return shortName(t)
	case t.Kind() == reflect.Map:
		return "{" + typeName(t.Elem()) + "}"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "bytes"
	case t.Kind() == reflect.Slice:
		return "[" + typeName(t.Elem()) + "]"
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() == reflect.Bool:
		return "flag"
	case t.Kind() == reflect.Float64:
		return "double"
	}
	return "number"
}

func visit(t reflect.Type) {
	name := shortName(t)
	if _, ok := out[name]; ok {
		return
	}
	out[name] = ""
	type row struct {
		number int
		text   string
	}
	rows := []row{}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("protobuf"), ",")
		if len(tag) < 2 {
			continue
		}
		number, err := strconv.Atoi(tag[1])
		if err != nil {
			panic(err)
		}
		key := strings.Split(f.Tag.Get("json"), ",")[0]
		rows = append(rows, row{number, strconv.Itoa(number) + "=" + key + ":" + typeName(f.Type)})
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].number < rows[j].number })
	texts := []string{}
	for _, r := range rows {
		texts = append(texts, r.text)
	}
	out[name] = strings.Join(texts, " ")
}

func main() {
	kinds := map[string]string{}
	for _, r := range roots {
		t := reflect.TypeOf(r)
		visit(t)
		kinds[t.Name()] = shortName(t)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(map[string]any{"kinds": kinds, "messages": out})
}
