import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import { unaccountedDrift } from '../harness/accounting.ts';
import type { ResourceChange } from '../harness/terraform.ts';
import { judge, type Seen } from './judge.ts';
import { mutators } from './table.ts';

const queue = 'aws_sqs_queue.a';
const call = { eventSource: 'sqs.amazonaws.com', eventName: 'DeleteQueue', eventID: 'e1' };
const trace = [{ event: 'e1' }] as unknown as Seen['parley']['trace'];

type Parts = Pick<Report, 'unresolved' | 'decisions' | 'patches' | 'reverted'>;

function seen(report: Partial<Parts>, other: Partial<Seen> = {}, settled = false): Seen {
  const whole = { unresolved: [], decisions: [], patches: [], reverted: [], ...report };
  return {
    scenario: {
      project: 'p',
      kind: 'single',
      title: 't',
      mutators: mutators.filter(({ name }) => name === 'queue: deleted'),
      addresses: [queue],
      steps: [],
      settled,
      policy: 'accept-all',
      proof: false,
    },
    records: [call],
    parley: { code: 0, stdout: '', stderr: '', trace, report: whole as unknown as Report },
    diff: { files: [], added: [], removed: [], text: '' },
    root: '.',
    stateChanged: false,
    plan: { exitCode: 0, output: '', plan: {} },
    unaccounted: [],
    unformatted: [],
    elsewhere: [],
    ...other,
  };
}

const written = { files: ['main.tf'], added: [], removed: [], text: '-x' };
const patchedBy = (...notes: readonly string[]) =>
  ({
    patches: [{ files: [{ path: 'main.tf' }], verification: { notes } }],
  }) as unknown as Partial<Parts>;
const patched = patchedBy();

function planned(address: string, ...actions: readonly string[]): Partial<Seen> {
  const change = { actions, before: null, after: { name: 'a' } };
  const one: ResourceChange = { address, type: 'aws_sqs_queue', name: 'a', change };
  return { plan: { exitCode: 2, output: '', plan: { resource_changes: [one] } } };
}

const unresolved = (reason: string, address = queue): Partial<Parts> => ({
  unresolved: [{ code: 'has-dependants', reason, address }],
});
const decided = (outcome: string) =>
  ({ decisions: [{ address: queue, verdict: { outcome } }] }) as unknown as Partial<Parts>;

it.each<[string, Seen, string]>([
  ['a patch, and nothing to do', seen(patched, { diff: written }), 'clean'],
  ['nothing to see', seen({}), 'still'],
  ['put back', seen({}, {}, true), 'clean'],
  ['put back, and written', seen(patched, { diff: written }, true), 'wrong'],
  ['something to do, and no word', seen({}, planned(queue, 'create')), 'wrong'],
  [
    'something to do, and a word on another',
    seen(unresolved('b is gone.', 'aws_sqs_queue.b'), planned(queue, 'update')),
    'wrong',
  ],
  ['a refusal', seen(unresolved('a is gone.'), planned(queue, 'create')), 'refused'],
  [
    'a refusal that names what hangs on it',
    seen(unresolved('It is gone, but aws_sns_topic.t (a.tf:3) is not.'), {
      ...planned('aws_sns_topic.t', 'update'),
    }),
    'refused',
  ],
  ['a verdict', seen(decided('escalate'), planned(queue, 'create')), 'left'],
  [
    'what follows from a verdict',
    seen(decided('escalate'), planned('aws_sqs_queue.b', 'delete', 'create')),
    'left',
  ],
  [
    'what refers to it in a set, and does not know its id yet',
    seen(decided('escalate'), routed({ to: null }, { to: '', by: 'pcx-1' })),
    'left',
  ],
  [
    'another value in a set',
    seen(decided('escalate'), routed({ to: 'b' }, { to: '', by: 'pcx-1' })),
    'wrong',
  ],
  [
    'an element of a set that another one would stand for',
    seen(decided('escalate'), routed({ to: 'a' }, { to: '', by: 'pcx-1' })),
    'wrong',
  ],
  [
    'what reads a value that only the cloud tells',
    seen({ ...patched }, { diff: written, ...follower('url') }),
    'follows',
  ],
  [
    'what reads a value that the code sets',
    seen({ ...patched }, { diff: written, ...follower('name') }),
    'wrong',
  ],
  [
    'a note that the state is behind',
    seen(patchedBy(`Terraform looks for ${queue} and no longer finds it.`), {
      ...{ diff: written, ...planned(queue, 'create') },
    }),
    'refused',
  ],
  [
    'an import that notes defaults',
    seen(patched, { diff: written, ...imported({ name: null }) }),
    'clean',
  ],
  ['an import that changes', seen(patched, { diff: written, ...imported({ name: 'b' }) }), 'wrong'],
  ['a plan that fails', seen({}, { plan: { exitCode: 1, output: 'no', plan: {} } }), 'wrong'],
  ['a file that is in no patch', seen({}, { diff: written }), 'wrong'],
  ['another state', seen({}, { stateChanged: true }), 'wrong'],
  ['a layout that is not that of terraform fmt', seen({}, { unformatted: ['a.tf'] }), 'wrong'],
  ['a silent trace', seen({}, { records: [{ ...call, eventID: 'e2' }] }), 'wrong'],
  [
    'a call that no mutator speaks of',
    seen({}, { records: [{ ...call, eventName: 'TagQueue' }] }),
    'wrong',
  ],
  ['live values that stand nowhere', seen({}, silent()), 'wrong'],
])('%s', (_, all, kind) => {
  expect(judge(all).kind).toBe(kind);
});

/** A resource with a set of two, of which one becomes `after` and comes first. */
function routed(after: JsonObject, before: JsonObject): Partial<Seen> {
  const other = { to: 'a', by: 'igw-1' };
  const change = {
    actions: ['update'],
    before: { route: [other, before] },
    after: { route: [after, other] },
  };
  const address = 'aws_route_table.public';
  const one: ResourceChange = { address, type: 'aws_route_table', name: 'public', change };
  return { plan: { exitCode: 2, output: '', plan: { resource_changes: [one] } } };
}

/** An import whose plan has the name `a`. */
function imported(before: JsonObject): Partial<Seen> {
  const change = { actions: ['update'], before, after: { name: 'a' }, importing: { id: 'a' } };
  const one: ResourceChange = { address: queue, type: 'aws_sqs_queue', name: 'a', change };
  return { plan: { exitCode: 2, output: '', plan: { resource_changes: [one] } } };
}

/** Another queue, whose code reads an attribute of the first one. */
function follower(attribute: string): Partial<Seen> {
  const { plan } = planned('aws_sqs_queue.b', 'update');
  const expressions = { policy: { references: [`${queue}.${attribute}`, queue] } };
  const resources = [{ address: 'aws_sqs_queue.b', mode: 'managed', expressions }];
  if (plan === undefined) return {};
  const configuration = { root_module: { resources } };
  return { plan: { ...plan, plan: { ...plan.plan, configuration } } };
}

function silent(): Partial<Seen> {
  return { unaccounted: [{ address: queue, attribute: 'policy', live: '{}' }] };
}

it('judges a run wrong if Parley fails', () => {
  const all = seen({});

  expect(judge({ ...all, parley: { ...all.parley, code: 1 } }).kind).toBe('wrong');
});

it.each([
  ['nobody', '', 1],
  [
    'the list of what is ignored',
    `lifecycle {
    ignore_changes = [name, policy]
  }`,
    0,
  ],
  [
    'another list',
    `lifecycle {
    ignore_changes = [policy_id]
  }`,
    1,
  ],
  [
    'a life cycle that ignores all',
    `lifecycle {
    ignore_changes = all
  }`,
    0,
  ],
  ['a dynamic block', 'dynamic "policy" {\n  }', 0],
])('a live value that stands nowhere is accounted for by %s', (_, more, count) => {
  const tree = new Map([
    [
      'main.tf',
      `resource "aws_sqs_queue" "a" {
  ${more}
}
`,
    ],
  ]);
  const change = { actions: ['update'], before: { policy: null }, after: { policy: '{"a":1}' } };
  const drift: ResourceChange = { address: queue, type: 'aws_sqs_queue', name: 'a', change };

  expect(unaccountedDrift({ resource_drift: [drift] }, tree)).toHaveLength(count);
});
