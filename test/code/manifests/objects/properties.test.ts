import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Document, parseAllDocuments, visit } from 'yaml';
import { editManifest } from '../../../../src/code/manifests/objects/edit.ts';
import { readManifests } from '../../../../src/code/manifests/objects/read.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { editedText } from '../../../../src/text/edits.ts';

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const text = fc.oneof(word, fc.constantFrom('yes', '0777', '1', 'a: b', '#c', '1e3', '~', 'é'));
const bag = fc.dictionary(word, text, { minKeys: 1, maxKeys: 3 });

const container = (name: string) =>
  fc.record({
    name: fc.constant(name),
    image: text,
    env: fc.array(fc.record({ name: word, value: text }), { maxLength: 2 }),
  });

const workload = fc
  .tuple(
    fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    word,
    bag,
    fc.integer({ min: 0, max: 99 }),
  )
  .chain(([names, name, labels, replicas]) =>
    fc.tuple(...names.map(container)).map((containers) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, labels },
      spec: { replicas, template: { spec: { containers } } },
    })),
  );

type Workload = typeof workload extends fc.Arbitrary<infer T> ? T : never;

const style = fc.record({
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  flow: fc.nat(4),
});

/** A manifest with a comment at every key that is on a line of its own. */
function written(
  object: Workload,
  { indent, indentSeq, flow }: { indent: number; indentSeq: boolean; flow: number },
): string {
  const document = new Document(object);
  let count = 0;
  visit(document, {
    Collection: (_key, node, path) => {
      if (path.length > 3 && flow > 0 && ++count % (flow + 1) === 0) node.flow = true;
    },
  });
  return document
    .toString({ indent, indentSeq, lineWidth: 0 })
    .split('\n')
    .map((line, i) => (/^[ -]*\w+: [\w"].*[\w"]$/.test(line) ? `${line} # note ${i}` : line))
    .join('\n');
}

const edit = fc.tuple(fc.nat(3), fc.nat(2), text, fc.integer({ min: 100, max: 999 }));

function changeOf(object: Workload, [kind, pick, value, count]: [number, number, string, number]) {
  const { containers } = object.spec.template.spec;
  const target = containers[pick % containers.length];
  const path: AttributePath = [
    'spec',
    'template',
    'spec',
    'containers',
    { element: { name: target?.name ?? '' } },
    'image',
  ];
  const label = Object.keys(object.metadata.labels)[0] ?? '';
  const copy = structuredClone(object);
  const inCopy = copy.spec.template.spec.containers.find((one) => one.name === target?.name);
  if (kind === 0) {
    copy.spec.replicas = count;
    return {
      after: copy,
      change: { kind: 'set' as const, path: ['spec', 'replicas'], value: count },
    };
  }
  if (kind === 1 && inCopy !== undefined) {
    inCopy.image = value;
    return { after: copy, change: { kind: 'set' as const, path, value } };
  }
  copy.metadata.labels[kind === 2 ? label : 'fresh'] = value;
  return {
    after: copy,
    change: {
      kind: 'set' as const,
      path: ['metadata', 'labels', kind === 2 ? label : 'fresh'],
      value,
    },
  };
}

describe('editManifest', () => {
  it('changes the field and nothing else in the file', () => {
    fc.assert(
      fc.property(
        fc.array(workload, { minLength: 1, maxLength: 3 }),
        fc.nat(2),
        style,
        edit,
        (objects, at, look, pick) => {
          const index = at % objects.length;
          const parts = objects.map((one) => written(one, look));
          const source = parts.join('---\n');
          const target = objects[index];
          const object = readManifests('a.yaml', source).objects[index];
          if (target === undefined || object === undefined) throw new Error('Not read.');
          const { after, change } = changeOf(target, pick);

          const result = editManifest(source, object, change);

          expect(result.ok).toBe(true);
          const edited = editedText(source, result.ok ? result.value : []);
          const wanted = objects.map((one, i) => (i === index ? after : one));
          expect(parseAllDocuments(edited).map((one) => one.toJS())).toEqual(wanted);
          expect(edited.match(/# note \d+/g)).toEqual(source.match(/# note \d+/g));
          const old = source.split('\n');
          const lines = edited.split('\n');
          expect(lines.length - old.length).toBeLessThanOrEqual(1);
          expect(old.filter((line) => !lines.includes(line)).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
