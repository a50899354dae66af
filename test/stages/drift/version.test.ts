import { expect, it } from 'vitest';
import type { Effect } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import { at, effect, inputOf, ref, run, set } from './world.ts';

const address = 'aws_launch_template.web';
const template = ref('aws_launch_template', 'lt-1');
const inState = { id: 'lt-1', default_version: 2, latest_version: 2 };

const made = (id: string, version: number): Effect =>
  effect(version, id, template, set(['latest_version'], version));
const chosen = (id: string, version: number): Effect =>
  effect(8, id, template, set(['default_version'], version));

const hints = { 'aws_launch_template.latest_version': { computedOnly: true } };

it.each<readonly [string, readonly Effect[], JsonObject, boolean]>([
  ['a new version that is the latest', [made('e1', 3), chosen('e2', 3)], {}, false],
  ['a new version whose making is not in the log', [chosen('e2', 3)], {}, false],
  ['the last of several new ones', [made('e1', 3), made('e3', 4), chosen('e2', 4)], {}, false],
  ['an older one', [chosen('e2', 1)], {}, true],
  ['one that is not the last of the new ones', [made('e1', 4), chosen('e2', 3)], {}, true],
  ['one where the code names another', [chosen('e2', 3)], { default_version: 2 }, true],
])('a default version is drift or not: %s', (_, effects, code, isDrift) => {
  const found = run(
    { state: { [address]: inState }, code: { [address]: { id: 'lt-1', ...code } }, hints },
    effects,
  );

  expect(found.drifts.map(({ path }) => path)).toEqual(isDrift ? [['default_version']] : []);
  const { disposition, because } = found.perEvent.get('e2')?.[0] ?? {};
  expect(disposition).toBe(isDrift ? 'drift' : 'no-effect');
  if (!isDrift) expect(because).toBe('the provider sets default_version, and not the code');
});

it.each([
  ['the latest', 3, []],
  ['an older one', 1, [['default_version']]],
])(
  'a default version that the log says is the latest, and the provider reads as %s',
  (_, read, paths) => {
    const attributes = { ...inState, default_version: read, latest_version: 3 };
    const resource = {
      ...{ kind: 'changed' as const, address, type: 'aws_launch_template' },
      ...{ attributes, secrets: [] },
    };
    const world = { state: { [address]: inState }, code: { [address]: { id: 'lt-1' } }, hints };
    const found = netDrift({
      ...inputOf(world, [made('e1', 3), chosen('e2', 3)]),
      live: new Map([[address, { resource, at: (path) => at(attributes, path) }]]),
    });

    expect(found.drifts.map(({ path }) => path)).toEqual(paths);
  },
);
