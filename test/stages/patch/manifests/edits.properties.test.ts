import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readManifests } from '../../../../src/code/manifests/objects/read.ts';
import { renderUnits } from '../../../../src/code/manifests/sources/estate.ts';
import type { Json } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { objectValueAt } from '../../../../src/providers/kubernetes/values/at.ts';
import { manifestCode } from '../../../../src/stages/patch/manifests/code-base.ts';
import { startManifests } from '../../../../src/stages/patch/manifests/naming.ts';
import { synthesize } from '../../../../src/stages/patch/synthesize.ts';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { service, settings, web } from '../../../clouds/kubernetes/manifests.ts';

const source = { path: 'k8s', kind: 'manifests' } as const;
const files = new Map([
  ['k8s/all.yaml', `${settings}---\n${web}---\n${service}`],
  ['k8s/other.yaml', settings.replace('name: settings', 'name: other')],
]);
const container: AttributePath = [
  'spec',
  'template',
  'spec',
  'containers',
  { element: { name: 'web' } },
];

const text = fc.oneof(
  fc.constantFrom('yes', '0', 'null', '1.5', '# x', 'a: b', "it's", ' ', 'é', '~', '{x', 'on'),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const wanted: fc.Arbitrary<readonly [AttributePath, Json]> = fc.oneof(
  fc.tuple(fc.constant(['spec', 'replicas']), fc.integer({ min: 2, max: 99 })),
  fc.tuple(fc.constant([...container, 'image']), text),
  fc.tuple(
    fc.constantFrom('owner', 'new', 'a/b').map((key) => ['metadata', 'annotations', key]),
    text,
  ),
  fc.tuple(
    fc
      .constantFrom('LOG', 'REGION')
      .map((name) => [...container, 'env', { element: { name } }, 'value']),
    text,
  ),
);

describe('an edit of a manifest', () => {
  it('makes the field what it should be, and leaves every other line', () => {
    fc.assert(
      fc.property(wanted, ([path, value]) => {
        const start = startManifests(renderUnits(files, [{ source, isConfigured: true }]), []);
        const goal: Goal = {
          drift: 'd',
          address: 'apps/Deployment/prod/web',
          type: 'apps/Deployment',
          kind: 'value',
          path,
          value,
        };
        const done = synthesize({ base: manifestCode, alternatives: 0 }, start, [goal]);
        const after = done.code.tree.get('k8s/all.yaml') ?? '';

        expect(done.refused).toEqual([]);
        expect(done.verification.passed).toBe(true);
        const [, found] = readManifests('k8s/all.yaml', after).objects;
        expect(objectValueAt(found?.value, path)).toEqual(value);
        const before = files.get('k8s/all.yaml') ?? '';
        const old = before.split('\n');
        const kept = after.split('\n').filter((line) => old.includes(line));
        expect(old.length - kept.length).toBeLessThanOrEqual(1);
        expect(done.code.tree.get('k8s/other.yaml')).toBe(files.get('k8s/other.yaml'));
        const [file] = done.files;
        expect(applied(before, file?.edits ?? [])).toBe(after);
      }),
      { numRuns: 150 },
    );
  });
});

function applied(
  before: string,
  edits: readonly { readonly offset: number; readonly length: number; readonly text: string }[],
): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (at, { offset, length, text: made }) =>
        at.slice(0, offset) + made + at.slice(offset + length),
      before,
    );
}
