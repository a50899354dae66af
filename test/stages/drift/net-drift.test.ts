import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { Effect } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { canonicalJson } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { World } from './world.ts';
import { add, effect, ref, remove, run, set } from './world.ts';

const asg = 'aws_autoscaling_group.web';
const group = ref('aws_autoscaling_group', 'web');
const sg = 'aws_security_group.web';
const firewall = ref('aws_security_group', 'sg-1');
const rule = (port: number, ...cidrs: readonly string[]): JsonObject => ({
  cidr_blocks: cidrs,
  description: '',
  from_port: port,
  ipv6_cidr_blocks: [],
  prefix_list_ids: [],
  protocol: 'tcp',
  security_groups: [],
  self: false,
  to_port: port,
});
const atom = (port: number, cidr: string): JsonObject => ({
  cidr_blocks: [cidr],
  description: '',
  from_port: port,
  protocol: 'tcp',
  to_port: port,
});

const world: World = {
  state: {
    [asg]: {
      id: 'web',
      desired_capacity: 3,
      max_size: 6,
      tag: [
        { key: 'Name', value: 'web', propagate_at_launch: true },
        { key: 'Team', value: 'shop', propagate_at_launch: false },
      ],
    },
    [sg]: {
      id: 'sg-1',
      tags: { Team: 'shop' },
      ingress: [rule(443, '0.0.0.0/0'), rule(22, '10.0.0.0/8', '192.168.0.0/16')],
    },
    'aws_s3_bucket_versioning.logs': {
      id: 'logs',
      versioning_configuration: [{ status: 'Suspended', mfa_delete: '' }],
    },
  },
};
const versioning = ref('aws_s3_bucket_versioning', 'logs');

interface Case {
  readonly name: string;
  readonly effects: readonly Effect[];
  readonly world?: Partial<World>;
  readonly drifts?: readonly string[];
  readonly reverted?: readonly string[];
  readonly event?: readonly [event: string, disposition: string, because?: string];
}

/** `path: declared -> live` */
function line(drift: Drift): string {
  const side = (value: Drift['live']): string =>
    value.kind === 'value' ? canonicalJson(value.value) : value.kind;
  return `${formatPath(drift.path)}: ${side(drift.declared)} -> ${side(drift.live)}`;
}

const cases: readonly Case[] = [
  {
    name: 'one change',
    effects: [effect(1, 'e1', group, set(['desired_capacity'], 6))],
    drifts: ['desired_capacity: 3 -> 6'],
    event: ['e1', 'drift', 'it changed desired_capacity'],
  },
  {
    name: 'the last change wins by time, not by arrival',
    effects: [
      effect(9, 'e2', group, set(['desired_capacity'], 8)),
      effect(1, 'e1', group, set(['desired_capacity'], 6)),
    ],
    drifts: ['desired_capacity: 3 -> 8'],
    reverted: ['desired_capacity'],
  },
  {
    name: 'nobody knows which of two changes of one second came last',
    effects: [
      effect(1, 'b', group, set(['desired_capacity'], 8)),
      effect(1, 'a', group, set(['desired_capacity'], 6)),
    ],
    drifts: ['desired_capacity: 3 -> unknown'],
  },
  {
    name: 'there and back again',
    effects: [
      effect(1, 'e1', group, set(['desired_capacity'], 6)),
      effect(2, 'e2', group, set(['desired_capacity'], '3')),
    ],
    reverted: ['desired_capacity'],
    event: ['e1', 'reverted', 'desired_capacity ended up as it was'],
  },
  {
    name: 'what was so before',
    effects: [effect(1, 'e1', group, set(['desired_capacity'], '3'))],
    event: ['e1', 'no-effect', 'it already had these values'],
  },
  {
    name: 'what the code says already',
    world: { code: { [asg]: { desired_capacity: 6, max_size: 6 } } },
    effects: [effect(1, 'e1', group, set(['desired_capacity'], 6))],
    event: ['e1', 'in-code', 'the code already has this value for desired_capacity'],
  },
  {
    name: 'back to the state while the code has a change that is not applied',
    world: { code: { [asg]: { desired_capacity: 5, max_size: 6 } } },
    effects: [effect(1, 'e1', group, set(['desired_capacity'], 3))],
    event: ['e1', 'no-effect'],
  },
  {
    name: 'a resource that the code no longer has',
    world: { code: { [asg]: null } },
    effects: [effect(1, 'e1', group, set(['desired_capacity'], 6))],
    reverted: ['desired_capacity'],
    event: ['e1', 'superseded', 'the code no longer declares this resource'],
  },
  {
    name: 'what only the provider sets',
    world: { hints: { 'aws_autoscaling_group.max_size': { computedOnly: true } } },
    effects: [effect(1, 'e1', group, set(['max_size'], 9))],
    event: ['e1', 'no-effect', 'the provider sets max_size, and not the code'],
  },
  {
    name: 'what ignore_changes covers',
    world: { ignored: ['["desired_capacity"]'] },
    effects: [effect(1, 'e1', group, set(['desired_capacity'], 9))],
    event: ['e1', 'ignored', 'lifecycle.ignore_changes leaves desired_capacity to others'],
  },
  {
    name: 'map keys, one by one',
    effects: [
      effect(1, 'e1', firewall, set(['tags', 'Team'], 'ops')),
      effect(2, 'e2', firewall, set(['tags', 'Owner'], 'ann')),
    ],
    drifts: ['tags.Owner: absent -> "ann"', 'tags.Team: "shop" -> "ops"'],
  },
  {
    name: 'a whole map, reported by key',
    effects: [effect(1, 'e1', firewall, set(['tags'], { Team: 'shop', Owner: 'ann' }))],
    drifts: ['tags.Owner: absent -> "ann"'],
  },
  {
    name: 'a map that is gone',
    effects: [effect(1, 'e1', firewall, set(['tags'], null))],
    drifts: ['tags.Team: "shop" -> absent'],
  },
  {
    name: 'a key that was already missing',
    effects: [effect(1, 'e1', firewall, set(['tags', 'Owner'], null))],
    event: ['e1', 'no-effect'],
  },
  {
    name: 'a child set after its parent',
    effects: [
      effect(1, 'e1', firewall, set(['tags'], { Team: 'a', Owner: 'ann' })),
      effect(2, 'e2', firewall, set(['tags', 'Team'], 'b')),
    ],
    drifts: ['tags.Owner: absent -> "ann"', 'tags.Team: "shop" -> "b"'],
    reverted: ['tags.Team'],
  },
  {
    name: 'a parent set after its child',
    effects: [
      effect(1, 'e1', firewall, set(['tags', 'Team'], 'b')),
      effect(2, 'e2', firewall, set(['tags'], { Team: 'shop', Owner: 'ann' })),
    ],
    drifts: ['tags.Owner: absent -> "ann"'],
    reverted: ['tags.Team'],
  },
  {
    name: 'a key that would reach a prototype',
    effects: [effect(1, 'e1', firewall, set(['tags', '__proto__'], 'x'))],
    drifts: ['tags.__proto__: absent -> "x"'],
  },
  {
    name: 'a value inside a block',
    effects: [
      effect(1, 'e1', versioning, set(['versioning_configuration', 0, 'status'], 'Enabled')),
    ],
    drifts: ['versioning_configuration[0].status: "Suspended" -> "Enabled"'],
  },
  {
    name: 'a block, reported by attribute',
    effects: [
      effect(1, 'e1', versioning, set(['versioning_configuration'], [{ status: 'Enabled' }])),
    ],
    drifts: ['versioning_configuration[0].status: "Suspended" -> "Enabled"'],
  },
  {
    name: 'a block that is gone',
    effects: [effect(1, 'e1', versioning, set(['versioning_configuration'], []))],
    drifts: ['versioning_configuration: [{"mfa_delete":"","status":"Suspended"}] -> []'],
  },
  {
    name: 'a rule that joins',
    effects: [effect(1, 'e1', firewall, add(['ingress'], atom(22, '203.0.113.9/32')))],
    drifts: [
      `ingress[{cidr_blocks=["203.0.113.9/32"], from_port=22, protocol="tcp", to_port=22}]: absent -> ${canonicalJson(atom(22, '203.0.113.9/32'))}`,
    ],
  },
  {
    name: 'a rule that is there already, in a rule with others',
    effects: [effect(1, 'e1', firewall, add(['ingress'], atom(22, '10.0.0.0/8')))],
    event: ['e1', 'no-effect'],
  },
  {
    name: 'one network of a rule that leaves, named without its description',
    effects: [
      effect(
        1,
        'e1',
        firewall,
        remove(['ingress'], { from_port: 22, cidr_blocks: ['10.0.0.0/8'] }),
      ),
    ],
    drifts: [
      `ingress[{cidr_blocks=["10.0.0.0/8"], from_port=22, protocol="tcp", to_port=22}]: ${canonicalJson(atom(22, '10.0.0.0/8'))} -> absent`,
    ],
  },
  {
    name: 'all members that agree',
    effects: [effect(1, 'e1', firewall, remove(['ingress'], { from_port: 22 }))],
    drifts: [
      `ingress[{cidr_blocks=["10.0.0.0/8"], from_port=22, protocol="tcp", to_port=22}]: ${canonicalJson(atom(22, '10.0.0.0/8'))} -> absent`,
      `ingress[{cidr_blocks=["192.168.0.0/16"], from_port=22, protocol="tcp", to_port=22}]: ${canonicalJson(atom(22, '192.168.0.0/16'))} -> absent`,
    ],
  },
  {
    name: 'a member that is not there and leaves',
    effects: [effect(1, 'e1', firewall, remove(['ingress'], atom(22, '198.51.100.0/24')))],
    event: ['e1', 'no-effect'],
  },
  {
    name: 'a rule that joins and leaves',
    effects: [
      effect(1, 'e1', firewall, add(['ingress'], atom(8080, '0.0.0.0/0'))),
      effect(2, 'e2', firewall, remove(['ingress'], { from_port: 8080 })),
    ],
    reverted: [
      'ingress[{cidr_blocks=["0.0.0.0/0"], from_port=8080, protocol="tcp", to_port=8080}]',
    ],
  },
  {
    name: 'a rule replaced in one call',
    effects: [
      effect(1, 'e1', firewall, add(['ingress'], atom(443, '0.0.0.0/0'))),
      effect(1, 'e1', firewall, remove(['ingress'], { from_port: 443 })),
    ],
    event: ['e1', 'no-effect'],
  },
  {
    name: 'one attribute of a member with an identity',
    effects: [effect(1, 'e1', group, add(['tag'], { key: 'Team', value: 'ops' }))],
    drifts: ['tag[{key="Team"}].value: "shop" -> "ops"'],
  },
  {
    name: 'the same, as a value set in the member',
    effects: [effect(1, 'e1', group, set(['tag', { element: { key: 'Team' } }, 'value'], 'ops'))],
    drifts: ['tag[{key="Team"}].value: "shop" -> "ops"'],
  },
  {
    name: 'false in a member is nothing new',
    effects: [
      effect(
        1,
        'e1',
        group,
        set(
          ['tag'],
          [
            { key: 'Team', value: 'shop' },
            { key: 'Name', value: 'web', propagate_at_launch: true },
          ],
        ),
      ),
    ],
    event: ['e1', 'no-effect'],
  },
  {
    name: 'a member with an identity that joins, and one that leaves',
    effects: [
      effect(
        1,
        'e1',
        group,
        add(['tag'], { key: 'Owner', value: 'ann', propagate_at_launch: true }),
      ),
      effect(2, 'e2', group, remove(['tag'], { key: 'Name' })),
    ],
    drifts: [
      'tag[{key="Name"}]: {"key":"Name","propagate_at_launch":true,"value":"web"} -> absent',
      'tag[{key="Owner"}]: absent -> {"key":"Owner","propagate_at_launch":true,"value":"ann"}',
    ],
  },
  {
    name: 'a set of plain values, told by the schema',
    world: { hints: { 'aws_autoscaling_group.subnets': { collection: 'set' } } },
    effects: [effect(1, 'e1', group, set(['subnets'], ['b', 'a']))],
    drifts: ['subnets["a"]: absent -> "a"', 'subnets["b"]: absent -> "b"'],
  },
];

describe('netDrift', () => {
  it.each(cases)('$name', ({ effects, world: own, drifts = [], reverted = [], event }) => {
    const result = run({ ...world, ...own }, effects);

    expect(result.drifts.map(line)).toEqual(drifts);
    expect(result.reverted.map(({ path }) => formatPath(path))).toEqual(reverted);
    if (event !== undefined) {
      const [id, disposition, because] = event;
      const outcome = result.perEvent.get(id)?.[0];
      expect(outcome?.disposition).toBe(disposition);
      if (because !== undefined) expect(outcome?.because).toBe(because);
    }
  });

  it('keeps as evidence the events that changed something, in fold order', () => {
    const result = run(world, [
      effect(3, 'e3', group, set(['desired_capacity'], 8)),
      effect(2, 'e2', group, set(['desired_capacity'], 6)),
      effect(1, 'e1', group, set(['desired_capacity'], 6)),
    ]);

    expect(result.drifts[0]?.evidence).toEqual(['e1', 'e3']);
    expect(result.drifts[0]?.writes?.map(({ event }) => event)).toEqual(['e1', 'e3']);
    expect(result.perEvent.get('e2')).toEqual([
      { disposition: 'no-effect', address: asg, because: 'it already had these values' },
    ]);
  });

  it('lists an unapplied change of the code apart', () => {
    const code = { [asg]: { desired_capacity: 5, max_size: 6 } };

    const result = run({ ...world, code }, [effect(1, 'e1', group, set(['desired_capacity'], 8))]);

    expect(result.drifts[0]).toMatchObject({
      declared: { kind: 'value', value: 5 },
      live: { kind: 'value', value: 8 },
      unapplied: 3,
    });
  });

  it.each([
    ['15', '15.5', 0],
    ['15', '16.1', 1],
    ['1', '15.5', 1],
    ['15.4', '15.5', 1],
  ])('with code that says version %s and live %s finds %i drifts', (declared, live, count) => {
    const database = 'aws_db_instance.orders';
    const own: World = {
      state: { [database]: { id: 'orders', engine_version: '15.4' } },
      code: { [database]: { engine_version: declared } },
      hints: { 'aws_db_instance.engine_version': { versionPrefix: true } },
    };

    const { drifts } = run(own, [
      effect(1, 'e1', ref('aws_db_instance', 'orders'), set(['engine_version'], live)),
    ]);

    expect(drifts).toHaveLength(count);
    if (declared === '15' && count === 1) expect(drifts[0]).not.toHaveProperty('unapplied');
  });

  it('says when the code leaves a value to the provider', () => {
    const own: World = {
      ...world,
      code: { [asg]: { max_size: 6 } },
      hints: { 'aws_autoscaling_group.desired_capacity': { computed: true, optional: true } },
    };

    const result = run(own, [effect(1, 'e1', group, set(['desired_capacity'], 8))]);

    expect(result.drifts[0]).toMatchObject({ declared: { kind: 'absent' }, undeclared: true });
    expect(result.drifts[0]).not.toHaveProperty('unapplied');
  });

  it('uses the state for those parts of the code that cannot be evaluated', () => {
    const own: World = { ...world, unknown: ['tags.Team', 'desired_capacity'] };

    const result = run(own, [
      effect(1, 'e1', firewall, set(['tags', 'Team'], 'ops')),
      effect(1, 'e2', group, set(['desired_capacity'], 8)),
      effect(1, 'e3', group, set(['max_size'], 8)),
    ]);

    expect(result.drifts.map((drift) => [line(drift), drift.declaredFrom])).toEqual([
      ['desired_capacity: 3 -> 8', 'state'],
      ['max_size: 6 -> 8', 'code'],
      ['tags.Team: "shop" -> "ops"', 'state'],
    ]);
  });
});
