import { describe, expect, it } from 'vitest';
import { type JudgeOptions, judgePlan } from '../../../../src/code/terraform/run/judge.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { change, idle, type Members, plan } from './plan-json.ts';

const schema = loadSchema();
const sg = 'aws_security_group.web';
const bucket = 'aws_s3_bucket.logs';

function judge(
  members: Members,
  addresses: readonly string[],
  options: Omit<JudgeOptions, 'schema'> = {},
): readonly string[] {
  const verdict = judgePlan(plan(members), addresses, { schema, ...options });
  expect(verdict.clean).toBe(verdict.findings.length === 0);
  return verdict.findings;
}

/** Configuration in which the resource sets these attributes. */
function code(type: string, name: string, ...attributes: readonly string[]): Members {
  const expressions = Object.fromEntries(attributes.map((attribute) => [attribute, {}]));
  return { root_module: { resources: [{ mode: 'managed', type, name, expressions }] } };
}

describe('changes at the touched addresses', () => {
  it('pass if there are none', () => {
    expect(judge({ resource_changes: [idle(sg)] }, [sg])).toEqual([]);
  });

  it.each<[string, Members, string]>([
    [
      'an update',
      change(sg, ['update'], { description: 'a', name: 'x' }, { description: 'b', name: 'y' }),
      'Terraform would update aws_security_group.web (description: "a" -> "b" and 1 more).',
    ],
    [
      'a replacement',
      change(sg, ['delete', 'create'], { vpc_id: 'a' }, { vpc_id: 'b' }),
      'Terraform would replace aws_security_group.web (vpc_id: "a" -> "b").',
    ],
    [
      'a creation',
      change(sg, ['create'], null, {}),
      'Terraform would create aws_security_group.web.',
    ],
    [
      'a destruction',
      change(sg, ['delete'], {}, null),
      'Terraform would destroy aws_security_group.web.',
    ],
    [
      'a resource forgotten',
      change(sg, ['forget'], {}, null),
      'Terraform would forget aws_security_group.web.',
    ],
    [
      'an unknown value yet',
      change(sg, ['update'], { arn: 'x' }, {}, { after_unknown: { arn: true } }),
      'Terraform would update aws_security_group.web (arn: known after apply).',
    ],
    [
      'a secret',
      change(sg, ['update'], { k: 'OLD' }, { k: 'NEW' }, { after_sensitive: { k: true } }),
      'Terraform would update aws_security_group.web (k, a sensitive value).',
    ],
  ])('count against it: %s', (_, entry, expected) => {
    expect(judge({ resource_changes: [entry] }, [sg])).toEqual([expected]);
  });

  it('count for the old address of a moved resource', () => {
    const moved = {
      ...change('aws_security_group.new', ['update'], { a: 1 }, { a: 2 }),
      previous_address: sg,
    };

    expect(judge({ resource_changes: [moved, idle(sg)] }, [sg])).toHaveLength(1);
  });

  it('require the address to be in the plan, or known to be gone', () => {
    const gone = { resource_drift: [change(sg, ['delete'], { id: 'sg-1' }, null)] };

    expect(judge({}, [sg])).toEqual(['aws_security_group.web is not part of the plan.']);
    expect(judge(gone, [sg])).toEqual([]);
    expect(
      judge({ ...gone, resource_changes: [change(sg, ['create'], null, {})] }, [sg]),
    ).toHaveLength(1);
  });

  it('count against it if planning failed', () => {
    expect(judge({ errored: true }, [])).toEqual(['Terraform stopped planning with an error.']);
  });
});

describe('drift at the touched addresses', () => {
  const quiet = { resource_changes: [idle(sg), idle(bucket)] };
  const rules = [{ from_port: 22, to_port: 22, cidr_blocks: ['10.0.0.0/8'] }];
  const opened = change(sg, ['update'], { ingress: [] }, { ingress: rules });

  it('passes if the code sets the attribute and Terraform changes nothing', () => {
    const configuration = code('aws_security_group', 'web', 'ingress');

    expect(judge({ ...quiet, resource_drift: [opened], configuration }, [sg])).toEqual([]);
  });

  it('passes if the caller knows that the code has a block', () => {
    const declares = (address: string, attribute: string) =>
      address === sg && attribute === 'ingress';

    expect(judge({ ...quiet, resource_drift: [opened] }, [sg], { declares })).toEqual([]);
  });

  it('counts against it if the code does not set the attribute', () => {
    const [finding] = judge({ ...quiet, resource_drift: [opened] }, [sg]);

    expect(finding).toContain(
      'aws_security_group.web still drifts where the code is silent: ingress',
    );
    expect(finding).toContain('"from_port":22');
  });

  it('counts against it for versioning that the code does not mention', () => {
    const drift = change(
      bucket,
      ['update'],
      { versioning: [{ enabled: false }] },
      { versioning: [{ enabled: true }] },
    );

    expect(judge({ ...quiet, resource_drift: [drift] }, [bucket])).toEqual([
      'aws_s3_bucket.logs still drifts where the code is silent: versioning[0].enabled: false -> true.',
    ]);
  });

  it.each<[string, Members]>([
    [
      'elsewhere',
      change('aws_security_group.other', ['update'], { ingress: [] }, { ingress: rules }),
    ],
    [
      'of empty and null',
      change(sg, ['update'], { tags: null, ingress: null }, { tags: {}, ingress: [] }),
    ],
    ['of what the provider computes', change(sg, ['update'], { owner_id: '1' }, { owner_id: '2' })],
    [
      'of computed members of blocks',
      change(
        'aws_instance.i',
        ['update'],
        { root_block_device: [{ volume_id: 'a' }] },
        { root_block_device: [{ volume_id: 'b' }] },
      ),
    ],
    ['of all tags', change(sg, ['update'], { tags_all: {} }, { tags_all: { a: 'b' } })],
    [
      'of what follows from the instance type',
      change('aws_instance.i', ['update'], { cpu_core_count: 1 }, { cpu_core_count: 2 }),
    ],
    [
      'of a policy spelled differently',
      change(bucket, ['update'], { policy: '{"a":1}' }, { policy: '{ "a": 1 }' }),
    ],
  ])('is ignored: %s', (_, drift) => {
    const resource_changes = [...quiet.resource_changes, idle('aws_instance.i')];

    expect(
      judge({ resource_changes, resource_drift: [drift] }, [sg, bucket, 'aws_instance.i']),
    ).toEqual([]);
  });
});

describe('adopted resources', () => {
  const rule = 'aws_vpc_security_group_ingress_rule.ssh';
  const adopted = [rule];
  const imported = idle(rule, {}, { importing: { id: 'sgr-1' } });

  it('pass if they are imported and nothing else happens', () => {
    expect(judge({ resource_changes: [imported, idle(sg)] }, [rule], { adopted })).toEqual([]);
  });

  it.each<[string, Members[], string]>([
    ['not in the plan', [], `${rule} would not be imported.`],
    ['in the state already', [idle(rule)], `${rule} would not be imported.`],
    [
      'changed by the import',
      [change(rule, ['update'], { a: 1 }, { a: 2 }, { importing: { id: 'x' } })],
      `Terraform would update ${rule} (a: 1 -> 2).`,
    ],
    [
      'accompanied by a change elsewhere',
      [imported, change(sg, ['update'], { a: 1 }, { a: 2 })],
      `Terraform would update ${sg}, which is not part of the patch (0 to add, 1 to change, 0 to destroy).`,
    ],
    [
      'accompanied by another import',
      [imported, idle(sg, {}, { importing: { id: 'sg-1' } })],
      `Terraform would import ${sg}, which is not part of the patch.`,
    ],
  ])('fail when %s', (_, resource_changes, expected) => {
    expect(judge({ resource_changes }, [], { adopted })).toContain(expected);
  });
});

describe('the plan before the patch', () => {
  const pending = change(bucket, ['update'], { acl: 'a' }, { acl: 'b' });
  const baseline = plan({ resource_changes: [pending] });

  it('excuses what was already pending', () => {
    expect(judge({ resource_changes: [idle(sg), pending] }, [sg], { baseline })).toEqual([]);
  });

  it.each<[string, Members]>([
    ['another change of the same resource', change(bucket, ['update'], { acl: 'a' }, { acl: 'c' })],
    ['a change of another resource', change('aws_vpc.x', ['update'], { a: 1 }, { a: 2 })],
  ])('does not excuse %s', (_, stray) => {
    expect(judge({ resource_changes: [idle(sg), stray] }, [sg], { baseline })).toHaveLength(1);
  });

  it('does not excuse a change at a touched address', () => {
    expect(judge({ resource_changes: [pending] }, [bucket], { baseline })).toHaveLength(1);
  });
});

describe('consequences of a value that changed in the cloud', () => {
  const group = 'aws_autoscaling_group.web';
  const rolled = change(
    group,
    ['update'],
    { max_size: 4, launch_template: [{ version: '1' }] },
    { max_size: 4, launch_template: [{ version: '2' }] },
  );
  const followers = [{ address: group, path: ['launch_template', 0, 'version'] }];
  const reported =
    'Terraform would update aws_autoscaling_group.web (launch_template[0].version: "1" -> "2"), since it follows something that changed in the cloud.';

  it.each<[string, readonly string[], Omit<JudgeOptions, 'schema'>]>([
    ['at another resource', [sg], { followers }],
    [
      'beside what the patch is about',
      [sg, group],
      {
        followers,
        named: [{ address: group, type: 'aws_autoscaling_group', path: ['max_size'], drift: 'd' }],
      },
    ],
  ])('are noted, but are no finding: %s', (_, addresses, options) => {
    const members = { resource_changes: [idle(sg), rolled] };
    const verdict = judgePlan(plan(members), addresses, { schema, ...options });

    expect(verdict.findings).toEqual([]);
    expect(verdict.notes).toEqual([reported]);
  });

  it.each<[string, Members]>([
    [
      'another field besides',
      change(
        group,
        ['update'],
        { max_size: 4, launch_template: [{ version: '1' }] },
        { max_size: 5, launch_template: [{ version: '2' }] },
      ),
    ],
    [
      'a replacement for another reason',
      change(group, ['delete', 'create'], { name: 'a' }, { name: 'b' }),
    ],
    [
      'a replacement for this reason',
      change(
        group,
        ['delete', 'create'],
        { launch_template: [{ version: '1' }] },
        { launch_template: [{ version: '2' }] },
      ),
    ],
    ['a destruction', change(group, ['delete'], { name: 'a' }, null)],
    ['another resource', change(bucket, ['update'], { acl: 'a' }, { acl: 'b' })],
  ])('excuse nothing else: %s', (_, entry) => {
    const members = { resource_changes: [idle(sg), entry] };

    expect(judge(members, [sg], { followers })).toHaveLength(1);
  });
});
