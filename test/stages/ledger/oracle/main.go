// Runs sequences of updates and applies through Kubernetes' structured-merge-diff, the library
// behind server-side apply, and prints the result of each step.
//
// Standard input has JSON lines: first the schema, then one sequence per line. Standard output has
// one line per sequence.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/merge"
	"sigs.k8s.io/structured-merge-diff/v4/typed"
	"sigs.k8s.io/structured-merge-diff/v4/value"
)

const version = fieldpath.APIVersion("v1")

type step struct {
	Op     string          `json:"op"`
	Who    string          `json:"who"`
	Type   string          `json:"type"`
	Force  bool            `json:"force"`
	Object json.RawMessage `json:"object"`
}

type manager struct {
	Fields  json.RawMessage `json:"fields"`
	Applied bool            `json:"applied"`
}

type outcome struct {
	Invalid   bool                       `json:"invalid,omitempty"`
	Conflicts map[string]json.RawMessage `json:"conflicts,omitempty"`
	Live      json.RawMessage            `json:"live"`
	Managers  map[string]manager         `json:"managers"`
}

// There is only one version, so no object has to be converted.
type sameVersion struct{}

func (sameVersion) Convert(object *typed.TypedValue, _ fieldpath.APIVersion) (*typed.TypedValue, error) {
	return object, nil
}

func (sameVersion) IsMissingVersionError(error) bool { return false }

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	decoder := json.NewDecoder(in)
	var header struct {
		Schema string `json:"schema"`
	}
	must(decoder.Decode(&header))
	parser, err := typed.NewParser(typed.YAMLObject(header.Schema))
	must(err)
	encoder := json.NewEncoder(out)
	for decoder.More() {
		var steps []step
		must(decoder.Decode(&steps))
		must(encoder.Encode(run(parser, steps)))
		must(out.Flush())
	}
}

func run(parser *typed.Parser, steps []step) []outcome {
	updater := merge.Updater{Converter: sameVersion{}}
	live := value.NewValueInterface(map[string]interface{}{})
	managers := fieldpath.ManagedFields{}
	var outcomes []outcome
	for _, step := range steps {
		kind := parser.Type(step.Type)
		old := typed.AsTypedUnvalidated(live, kind.Schema, kind.TypeRef)
		raw, err := value.FromJSON(step.Object)
		must(err)
		object, err := typed.AsTyped(raw, kind.Schema, kind.TypeRef)
		if err != nil {
			outcomes = append(outcomes, result(live, managers, outcome{Invalid: true}))
			continue
		}
		var next *typed.TypedValue
		var owners fieldpath.ManagedFields
		if step.Op == "update" {
			next, owners, err = updater.Update(old, object, version, managers, step.Who)
			must(err)
		} else {
			next, owners, err = updater.Apply(old, object, version, managers, step.Who, step.Force)
		}
		if conflicts, isConflict := err.(merge.Conflicts); isConflict {
			sets := conflictSets(&updater, old, object, managers, step.Who)
			if total(sets) != len(conflicts) {
				log.Fatalf("%d conflicts, but the sets have %d", len(conflicts), total(sets))
			}
			outcomes = append(outcomes, result(live, managers, outcome{Conflicts: toFields(sets)}))
			continue
		}
		must(err)
		// Apply returns nil if nothing changed.
		if next != nil {
			live = next.AsValue()
		}
		managers = owners
		outcomes = append(outcomes, result(live, managers, outcome{}))
	}
	return outcomes
}

// In 4.1.2 the paths in merge.Conflicts share one buffer and overwrite one another, so only their
// number is right. The sets they came from are computed again with the library's own functions.
func conflictSets(updater *merge.Updater, old, object *typed.TypedValue, managers fieldpath.ManagedFields, who string) map[string]*fieldpath.Set {
	next, _, err := updater.Apply(old, object, version, managers.Copy(), who, true)
	must(err)
	changed, err := old.Compare(next)
	must(err)
	sets := map[string]*fieldpath.Set{}
	for name, manager := range managers {
		set := manager.Set()
		reconciled, err := typed.ReconcileFieldSetWithSchema(set, old)
		must(err)
		if reconciled != nil {
			set = reconciled
		}
		set = set.Intersection(changed.Modified.Union(changed.Added))
		if name != who && !set.Empty() {
			sets[name] = set
		}
	}
	return sets
}

func total(sets map[string]*fieldpath.Set) int {
	size := 0
	for _, set := range sets {
		size += set.Size()
	}
	return size
}

func toFields(sets map[string]*fieldpath.Set) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	for name, set := range sets {
		fields[name] = toJSON(set)
	}
	return fields
}

func result(live value.Value, managers fieldpath.ManagedFields, base outcome) outcome {
	object, err := value.ToJSON(live)
	must(err)
	base.Live = object
	base.Managers = map[string]manager{}
	for name, set := range managers {
		base.Managers[name] = manager{Fields: toJSON(set.Set()), Applied: set.Applied()}
	}
	return base
}

func toJSON(set *fieldpath.Set) json.RawMessage {
	text, err := set.ToJSON()
	must(err)
	return text
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
