import { describe, expect, it } from 'vitest';
import {
  type JudgeOptions,
  judgePlan,
  type PlanVerdict,
} from '../../../../src/code/terraform/run/judge.ts';
import type { KnownDifference } from '../../../../src/code/terraform/run/known-difference.ts';
import type { NamedPlan } from '../../../../src/code/terraform/run/named.ts';
import type { Json } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { equivalent } from '../../../../src/stages/drift/equal.ts';
import { schemaHints } from '../../../../src/stages/drift/hints.ts';
import { change, idle, type Members, plan } from './plan-json.ts';

const schema = loadSchema();
const hint = schemaHints(schema);
const role = 'aws_iam_role.courier';
const group = 'aws_security_group.lobby';

function judge(members: Members, named: readonly NamedPlan[], more: Partial<JudgeOptions> = {}) {
  const addresses = [...new Set(named.map(({ address }) => address))];
  const options: JudgeOptions = {
    schema,
    same: (type, path, a, b) => equivalent(a, b, hint(type, path)),
    named,
    ...more,
  };
  const verdict = judgePlan(plan(members), addresses, options);
  expect(verdict.clean).toBe(verdict.findings.length === 0);
  return verdict;
}

/** A planned change of one field, identified by a drift. */
function about(address: string, ...path: AttributePath): NamedPlan {
  const [type = ''] = address.split('.').slice(-2);
  return { address, type, path, drift: `d-${address} ${JSON.stringify(path)}` };
}

const update = (address: string, before: Json, after: Json, more: Members = {}) =>
  change(address, ['update'], before, after, more);

const rule = (cidr: string, more: Members = {}): Members => ({
  from_port: 80,
  to_port: 80,
  protocol: 'tcp',
  cidr_blocks: [cidr],
  ipv6_cidr_blocks: [],
  prefix_list_ids: [],
  security_groups: [],
  self: false,
  description: 'HTTP',
  ...more,
});

/** Configuration in which the resource sets these attributes. */
function code(address: string, ...attributes: readonly string[]): Members {
  const [type = '', name = ''] = address.split('.');
  const expressions = Object.fromEntries(attributes.map((attribute) => [attribute, {}]));
  return { root_module: { resources: [{ mode: 'managed', type, name, expressions }] } };
}

describe('a state that is older than the cloud', () => {
  const length = about(role, 'max_session_duration');
  const aged = (before: Json, after: Json): Members => ({
    resource_changes: [idle(role)],
    resource_drift: [update(role, before, after)],
    configuration: code(role, 'max_session_duration'),
  });

  it('does not prevent proving the change, and is noted', () => {
    const { clean, notes } = judge(
      aged(
        { max_session_duration: 3600, managed_policy_arns: [], inline_policy: [] },
        {
          max_session_duration: 7200,
          managed_policy_arns: ['arn:aws:iam::aws:policy/A'],
          inline_policy: [{ name: 'mail', policy: '{}' }],
        },
      ),
      [length],
    );

    expect(clean).toBe(true);
    expect(notes).toEqual([
      `The state has older values of inline_policy, managed_policy_arns of ${role}, which the code leaves open.`,
    ]);
  });

  it('does not prove an intended value that is missing from the code', () => {
    const { findings, wrong } = judge(
      aged({ managed_policy_arns: [] }, { managed_policy_arns: ['arn:aws:iam::aws:policy/A'] }),
      [about(role, 'managed_policy_arns'), length],
    );

    expect(findings).toEqual([
      `${role} still drifts where the code is silent: managed_policy_arns: null -> "arn:aws:iam::aws:policy/A".`,
    ]);
    expect(wrong).toEqual([about(role, 'managed_policy_arns').drift]);
  });

  it('needs no more code if the intended value is gone, or only code could give it', () => {
    const members: Members = {
      resource_changes: [idle(group)],
      resource_drift: [update(group, { ingress: [rule('10.0.0.0/8')] }, { ingress: [] })],
    };

    expect(judge(members, [about(group, 'ingress', { element: rule('10.0.0.0/8') })]).clean).toBe(
      true,
    );
    expect(
      judge(
        {
          resource_changes: [idle(group)],
          resource_drift: [update(group, { tags: { a: '1' } }, { tags: { a: '2' } })],
        },
        [about(group, 'tags', 'a')],
      ).clean,
    ).toBe(true);
  });
});

describe('another, unexplained change', () => {
  const length = about(role, 'max_session_duration');
  const before = plan({
    resource_changes: [
      update(
        role,
        { max_session_duration: 7200, description: '', tags: { Team: 'post' } },
        { max_session_duration: 3600, description: 'Delivers', tags: { Team: 'post' } },
      ),
    ],
  });
  const planned = (after: Members): Members => ({
    resource_changes: [
      update(
        role,
        { max_session_duration: 7200, description: '', tags: { Team: 'post' } },
        { max_session_duration: 7200, description: 'Delivers', tags: { Team: 'post' }, ...after },
      ),
    ],
  });

  it('does not block the explained one if it was there before', () => {
    expect(judge(planned({}), [length])).toMatchObject({ clean: false, excusable: true });
    expect(judge(planned({}), [length], { baseline: before })).toMatchObject({
      clean: true,
      notes: [
        `${role} also differs in description, with or without the patch: that is not part of this change.`,
      ],
    });
  });

  it.each<[string, Members]>([
    ['has the wrong value', { max_session_duration: 3601 }],
    ['leaves the value as it was', { max_session_duration: 3600 }],
    ['moves a second attribute', { tags: { Team: 'spies' } }],
    ['moves the other change', { description: 'Collects' }],
    ['makes the role anew', { path: '/new/' }],
  ])('does not excuse a patch that %s', (_, after) => {
    const { clean, wrong } = judge(planned(after), [length], { baseline: before });

    expect(clean).toBe(false);
    expect(wrong).toEqual([length.drift]);
  });

  it('does not excuse actions that were not planned before', () => {
    const anew = planned({});
    const [entry] = anew['resource_changes'] as [Members];
    const replaced = {
      ...entry,
      change: { ...(entry['change'] as Members), actions: ['delete', 'create'] },
    };

    expect(judge({ resource_changes: [replaced] }, [length], { baseline: before }).clean).toBe(
      false,
    );
  });

  it('does not prove a field of a resource that is gone, or will be', () => {
    for (const entry of [
      change(role, ['create'], null, { max_session_duration: 7200 }),
      change(role, ['delete'], { max_session_duration: 7200 }, null),
    ]) {
      const baseline = plan({ resource_changes: [entry] });

      expect(judge({ resource_changes: [entry] }, [length], { baseline }).clean).toBe(false);
    }
  });

  it('excuses a creation elsewhere as long as it is the same', () => {
    const made = (name: string) => change('aws_sqs_queue.a', ['create'], null, { name });
    const baseline = plan({ resource_changes: [made('a')] });
    const judged = (name: string) =>
      judge({ resource_changes: [idle(role), made(name)] }, [length], { baseline });

    expect(judged('a').clean).toBe(true);
    expect(judged('b').clean).toBe(false);
  });

  it('does not excuse a value that becomes unknown', () => {
    const open = update(
      role,
      { max_session_duration: 7200, description: '' },
      { max_session_duration: 7200, description: 'Delivers' },
      { after_unknown: { arn: true } },
    );

    expect(judge({ resource_changes: [open] }, [length], { baseline: before }).findings).toEqual([
      `Terraform would update ${role} (arn: known after apply).`,
    ]);
  });

  it('does not excuse a resource that is not part of the patch', () => {
    const stray = update('aws_sqs_queue.a', { delay_seconds: 1 }, { delay_seconds: 2 });
    const members = { resource_changes: [idle(role), stray] };

    expect(judge(members, [length])).toMatchObject({ clean: false, excusable: true, wrong: [] });
    expect(judge(members, [length], { baseline: before }).clean).toBe(false);
    expect(judge(members, [length], { baseline: plan({ resource_changes: [stray] }) }).clean).toBe(
      true,
    );
  });

  it('does not excuse a destruction', () => {
    const gone = change('aws_sqs_queue.a', ['delete'], { name: 'a' }, null);

    expect(
      judge({ resource_changes: [idle(role), gone] }, [length], { baseline: before }).findings,
    ).toEqual([
      'Terraform would destroy aws_sqs_queue.a, which is not part of the patch (0 to add, 0 to change, 1 to destroy).',
    ]);
  });
});

describe('a secret next to the change', () => {
  const queue = 'aws_db_instance.main';
  const size = about(queue, 'allocated_storage');
  const secret = (value: string, more: Members = {}) =>
    update(
      queue,
      { allocated_storage: 20, password: 'LIVE' },
      { allocated_storage: 20, password: value, ...more },
      { before_sensitive: { password: true }, after_sensitive: { password: true } },
    );
  const baseline = plan({ resource_changes: [secret('CODE', { allocated_storage: 10 })] });

  it('stays open without blocking the change', () => {
    expect(judge({ resource_changes: [secret('CODE')] }, [size], { baseline }).clean).toBe(true);
  });

  it('may not be changed by the patch', () => {
    const { clean, findings } = judge({ resource_changes: [secret('OTHER')] }, [size], {
      baseline,
    });

    expect(clean).toBe(false);
    expect(findings.join()).not.toMatch(/OTHER|CODE|LIVE/);
  });

  it('is not kept in plain text for comparison', () => {
    expect(JSON.stringify(baseline)).not.toMatch(/CODE|LIVE/);
  });
});

describe('one member of a set', () => {
  const added = about(group, 'ingress', { element: rule('10.1.0.0/16') });
  const live = [rule('10.0.0.0/16'), rule('10.1.0.0/16'), rule('192.0.2.0/24')];
  const planned = (...rules: Json[]) => update(group, { ingress: live }, { ingress: rules });
  const baseline = plan({ resource_changes: [planned(rule('10.0.0.0/16'))] });
  const patched = (...rules: Json[]): PlanVerdict =>
    judge({ resource_changes: [planned(...rules)] }, [added], { baseline });

  it('is proved next to another unexplained one', () => {
    expect(patched(rule('10.0.0.0/16'), rule('10.1.0.0/16'))).toMatchObject({ clean: true });
    expect(
      patched(rule('10.0.0.0/16', { cidr_blocks: ['10.0.0.0/16', '10.1.0.0/16'] })),
    ).toMatchObject({ clean: true });
  });

  it.each<[string, Json[]]>([
    ['nothing', [rule('10.0.0.0/16')]],
    ['another source', [rule('10.0.0.0/16'), rule('10.2.0.0/16')]],
    ['another port', [rule('10.0.0.0/16'), rule('10.1.0.0/16', { from_port: 79 })]],
    ['another description', [rule('10.0.0.0/16'), rule('10.1.0.0/16', { description: 'x' })]],
    ['one more source', [rule('10.0.0.0/16'), rule('10.1.0.0/16'), rule('0.0.0.0/0')]],
    ['the rule in place of another', [rule('10.1.0.0/16')]],
    ['no rules at all', []],
  ])('is not proved by %s', (_, rules) => {
    expect(patched(...rules).clean).toBe(false);
  });

  it('is not excused if the plan before does not show it', () => {
    const other = plan({
      resource_changes: [
        update(
          group,
          { ingress: [rule('10.0.0.0/16'), rule('192.0.2.0/24')] },
          { ingress: [rule('10.0.0.0/16')] },
        ),
      ],
    });
    const verdict = judge(
      { resource_changes: [update(group, { ingress: [rule('192.0.2.0/24')] }, { ingress: [] })] },
      [added],
      { baseline: other },
    );

    expect(verdict.clean).toBe(false);
  });
});

describe('several patches in one plan', () => {
  const length = about(role, 'max_session_duration');
  const text = about(role, 'description');
  const planned = {
    resource_changes: [
      update(
        role,
        { max_session_duration: 7200, description: 'New' },
        { max_session_duration: 7200, description: 'Old' },
      ),
    ],
  };

  it('are each responsible for their own fields of a resource', () => {
    expect(judge(planned, [length], { others: [text] }).clean).toBe(true);
    expect(judge(planned, [text], { others: [length] })).toMatchObject({
      clean: false,
      wrong: [text.drift],
      excusable: false,
    });
  });

  it('have no drift to name if a resource is only affected', () => {
    const along: NamedPlan = { ...about('aws_vpc.a'), drift: '' };

    expect(judge({}, [along])).toMatchObject({ clean: false, wrong: [] });
  });

  it('name the wrong part of a patch with several parts', () => {
    const { findings, wrong } = judge(planned, [length, text, about('aws_vpc.a', 'tags', 'x')]);

    expect(wrong).toEqual([text.drift, about('aws_vpc.a', 'tags', 'x').drift]);
    expect(findings).toHaveLength(2);
  });
});

describe('a difference that others caused on the same resource', () => {
  const queue = 'aws_sqs_queue.parcels';
  const delay = about(queue, 'delay_seconds');
  const timeout: KnownDifference = {
    ...{ address: queue, type: 'aws_sqs_queue' },
    path: ['visibility_timeout_seconds'],
    live: 90,
    declared: 30,
  };
  const tag: KnownDifference = {
    ...{ address: queue, type: 'aws_sqs_queue' },
    path: ['tags', 'Team'],
    live: 'ops',
    declared: undefined,
  };
  const known = { known: [timeout, tag] };
  const planned = (before: Json, after: Json, actions = ['update'], more: Members = {}) => ({
    resource_changes: [change(queue, actions, before, after, more)],
  });
  const seconds = (value: Json) => ({ delay_seconds: 5, visibility_timeout_seconds: value });

  it('does not count against the patch if the plan only undoes it, and is noted', () => {
    const { clean, notes } = judge(planned(seconds(90), seconds(30)), [delay], known);

    expect(clean).toBe(true);
    expect(notes).toEqual([
      `${queue} also differs in visibility_timeout_seconds, with or without the patch: that is not part of this change.`,
    ]);
  });

  it('includes the copy of a tag', () => {
    const tags = (all: Json) => ({ tags: all, tags_all: all });
    const plans = planned(tags({ Name: 'a', Team: 'ops' }), tags({ Name: 'a' }));

    expect(judge(plans, [delay], known).clean).toBe(true);
  });

  const secret = { before_sensitive: { visibility_timeout_seconds: true } };
  it.each<[string, Members]>([
    ['becomes another value than the code had', planned(seconds(90), seconds(60))],
    ['was another value than the known one', planned(seconds(45), seconds(30))],
    ['is replaced with the resource', planned(seconds(90), seconds(30), ['delete', 'create'])],
    ['is hidden', planned(seconds(90), seconds(30), ['update'], secret)],
    ['is another tag', planned({ tags: { Owner: 'ops' } }, { tags: {} })],
    ['is the same field elsewhere', planned({ max_message_size: 90 }, { max_message_size: 30 })],
  ])('counts where it %s', (_, plans) => {
    const { clean, excusable } = judge(plans, [delay], known);

    expect({ clean, excusable }).toEqual({ clean: false, excusable: true });
  });

  it('includes members of a set that came or went', () => {
    const [own, theirs, gone] = ['10.0.0.0/8', '192.0.2.0/24', '10.9.0.0/16'].map((cidr) =>
      rule(cidr),
    );
    const at = (element: Json) => ['ingress', { element }] as const;
    const member = { address: group, type: 'aws_security_group' };
    const drifts: readonly KnownDifference[] = [
      { ...member, path: at(theirs as Json), live: theirs as Json, declared: undefined },
      { ...member, path: at(gone as Json), live: undefined, declared: gone as Json },
    ];
    const name = about(group, 'description');
    const plans = (before: readonly unknown[], after: readonly unknown[]) => ({
      resource_changes: [update(group, { ingress: before } as Json, { ingress: after } as Json)],
    });

    expect(judge(plans([own, theirs], [own, gone]), [name], { known: drifts }).clean).toBe(true);
    expect(judge(plans([own, gone], [own, theirs]), [name], { known: drifts }).clean).toBe(false);
    expect(judge(plans([theirs, own], [gone]), [name], { known: drifts }).clean).toBe(false);
  });

  it('is no stray change of another resource', () => {
    const plans = (value: Json) => ({
      resource_changes: [idle(role), ...planned(seconds(90), seconds(value)).resource_changes],
    });
    const length = about(role, 'max_session_duration');

    expect(judge(plans(30), [length], known)).toMatchObject({ clean: true, notes: [] });
    expect(judge(plans(60), [length], known)).toMatchObject({ clean: false, excusable: true });
    expect(judge(plans(30), [length])).toMatchObject({ clean: false, excusable: true });
  });

  it('counts where the patch concerns that field', () => {
    const own = about(queue, 'visibility_timeout_seconds');
    const verdict = judge(planned(seconds(90), seconds(30)), [own], known);

    expect(verdict).toMatchObject({ clean: false, excusable: false, wrong: [own.drift] });
  });
});
