import { describe, expect, it } from 'vitest';
import type { AttributePath } from '../../../src/model/path.ts';
import { findDelegations } from '../../../src/stages/patch/terraform/delegation.ts';
import { isIgnoredPath } from '../../../src/stages/patch/terraform/ignored.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { patched, projectOf, typeOf } from './harness.ts';

const note = 'owned by Scaler within 1..4 until 2026-06-12 (i-0123456789ab)';

function ignore(address: string, ...path: AttributePath): Goal {
  return { kind: 'ignore', drift: 'd-1', address, type: typeOf(address), path, note };
}

const service = 'aws_ecs_service.s';
const group = 'aws_eks_node_group.n';

describe('what an entry of ignore_changes is called', () => {
  it.each<[string, string, AttributePath, string]>([
    ['an attribute', service, ['desired_count'], 'desired_count'],
    ['a key of a map', service, ['tags', 'Owner'], 'tags["Owner"]'],
    ['a strange key', service, ['tags', 'a:${b}"c'], 'tags["a:$${b}\\"c"]'],
    [
      'an argument of a block',
      group,
      ['scaling_config', 0, 'desired_size'],
      'scaling_config[0].desired_size',
    ],
    [
      'a member of a set',
      'aws_security_group.g',
      ['ingress', { element: { from_port: 1 } }],
      'ingress',
    ],
  ])('%s', (_, address, path, entry) => {
    const [type, name] = address.split('.');
    const text = `resource "${type}" "${name}" {
  name = "x"
}
`;

    const { changed, synthesis } = patched({ 'main.tf': text }, [ignore(address, ...path)]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toContain(
      `  lifecycle {
    # ${entry}: ${note}
    ignore_changes = [${entry}]
  }
`,
    );
  });
});

describe('an attribute that is ignored already', () => {
  it.each<[string, string, AttributePath]>([
    ['by all', 'all', ['desired_count']],
    ['by its name', '[desired_count]', ['desired_count']],
    ['by its name in quotes', '["desired_count"]', ['desired_count']],
    ['by the map around it', '[tags]', ['tags', 'Owner']],
    ['by its key', '[tags["Owner"]]', ['tags', 'Owner']],
  ])('%s: nothing to do', (_, list, path) => {
    const text = `resource "aws_ecs_service" "s" {
  lifecycle {
    ignore_changes = ${list}
  }
}
`;

    expect(patched({ 'main.tf': text }, [ignore(service, ...path)]).changed).toEqual({});
  });

  it('does not cover its neighbor', () => {
    const text = `resource "aws_ecs_service" "s" {
  lifecycle {
    ignore_changes = [tags["A"]]
  }
}
`;
    const { project } = projectOf({ 'main.tf': text });

    expect(isIgnoredPath(project.evaluation, service, ['tags', 'B'])).toBe(false);
    expect(isIgnoredPath(project.evaluation, service, ['tags'])).toBe(false);
  });
});

describe('a rule on a block with several instances', () => {
  it('says whom else it covers', () => {
    const files = {
      'main.tf': `module "a" {
  source = "./m"
}
module "b" {
  source = "./m"
}
`,
      'm/main.tf': `resource "aws_ecs_service" "s" {
  name = "s"
}
`,
    };

    const { synthesis } = patched(files, [ignore('module.a.aws_ecs_service.s', 'desired_count')]);

    expect(synthesis.verification.notes).toEqual([
      'The rule also holds for module.b.aws_ecs_service.s, which the same block declares.',
    ]);
  });
});

const now = '2026-06-13T00:00:00Z';

describe('a note above a list', () => {
  it.each([
    [
      'that is new',
      '    prevent_destroy = true\n',
      `    prevent_destroy = true
    # desired_count: ${note}
    ignore_changes = [desired_count]
`,
    ],
    [
      'that was aligned',
      `    prevent_destroy = true
    ignore_changes  = [tags]
`,
      `    prevent_destroy = true
    # desired_count: ${note}
    ignore_changes = [tags, desired_count]
`,
    ],
    [
      'that leads a run',
      `    ignore_changes  = [tags]
    prevent_destroy = true
`,
      `    # desired_count: ${note}
    ignore_changes  = [tags, desired_count]
    prevent_destroy = true
`,
    ],
  ])('%s leaves arguments as fmt wants them', (_, before, after) => {
    const text = (inner: string) =>
      `resource "aws_ecs_service" "s" {
  lifecycle {
${inner}  }
}
`;

    const { changed } = patched({ 'main.tf': text(before) }, [ignore(service, 'desired_count')]);

    expect(changed['main.tf']).toBe(text(after));
  });
});

describe('a delegation', () => {
  it.each([
    ['holds to the end of its last day', '2026-06-12T23:59:59Z', false],
    ['is over on the next', now, true],
  ])('%s', (_, time, expired) => {
    const { synthesis } = patched(
      {
        'main.tf': `resource "aws_ecs_service" "s" {
  name = "s"
}
`,
      },
      [ignore(service, 'desired_count')],
    );

    expect(findDelegations(synthesis.code, time)).toEqual([
      {
        addresses: [service],
        resource: service,
        type: 'aws_ecs_service',
        file: 'main.tf',
        line: 5,
        entry: 'desired_count',
        path: ['desired_count'],
        note: `# desired_count: ${note}`,
        owner: 'Scaler',
        bounds: { min: 1, max: 4 },
        until: '2026-06-12',
        intent: 'i-0123456789ab',
        expired,
      },
    ]);
  });

  it.each([
    ['a note without its entry', '# tags: owned by A until 2020-01-01 (i-0123456789ab)'],
    ['a comment of a person', '# desired_count: owned by the platform team until 2020-01-01'],
    [
      'a rule in another place',
      '',
      '# desired_count: owned by A until 2020-01-01 (i-0123456789ab)',
    ],
  ])('%s is none', (_, comment, outside = '') => {
    const text = `${outside}
resource "aws_ecs_service" "s" {
  lifecycle {
    ${comment}
    ignore_changes = [desired_count]
  }
}
`;

    expect(findDelegations(projectOf({ 'main.tf': text }).project, now)).toEqual([]);
  });

  it('without a last day never ends', () => {
    const text = `resource "aws_ecs_service" "s" {
  lifecycle {
    # desired_count: owned by A (i-0123456789ab)
    ignore_changes = [desired_count]
  }
}
`;

    expect(findDelegations(projectOf({ 'main.tf': text }).project, now)).toMatchObject([
      { owner: 'A', expired: false },
    ]);
  });
});

describe('an expired rule', () => {
  const head = `resource "aws_ecs_service" "s" {
  name = "s"
`;

  it.each([
    ['with the lifecycle it was written with', `${head}}\n`, `${head}}\n`],
    [
      'and leaves other entries',
      `${head}
  lifecycle {
    # tags come from the scanner
    ignore_changes = [tags]
  }
}
`,
      undefined,
    ],
    [
      'and leaves other arguments',
      `${head}
  lifecycle {
    prevent_destroy = true
  }
}
`,
      undefined,
    ],
    [
      'and leaves what a person said',
      `${head}
  lifecycle {
    # Ask Ann before you touch this.
  }
}
`,
      undefined,
    ],
  ])('goes %s', (_, before, after) => {
    const given = patched({ 'main.tf': before }, [ignore(service, 'desired_count')]);
    const middle = given.changed['main.tf'] ?? '';
    const [delegation] = findDelegations(given.synthesis.code, now);
    const goal: Goal = {
      kind: 'unignore',
      drift: 'd-2',
      address: service,
      type: 'aws_ecs_service',
      entry: delegation?.entry ?? '',
      note: delegation?.note ?? '',
    };

    const { changed, synthesis } = patched({ 'main.tf': middle }, [goal]);

    expect(synthesis.refused).toEqual([]);
    expect(changed['main.tf']).toBe(after ?? before);
  });
});
