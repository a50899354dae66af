import { describe, expect, it } from 'vitest';
import { attributes, briefly, make, show } from './make.ts';

const group = `
  variable "rules" {
    default = { http = 80, https = 443 }
  }
  resource "aws_security_group" "web" {
    count = 1
    name  = "web"
    tags  = { Name = "web", "a.b" = 1 }
    ingress {
      from_port   = 22
      cidr_blocks = ["10.0.0.0/8", "192.168.0.0/16"]
    }
    dynamic "ingress" {
      for_each = var.rules
      iterator = rule
      content {
        description = rule.key
        from_port   = rule.value
      }
    }
    ingress {
      from_port = 9
      self      = true
    }
    dynamic "egress" {
      for_each = []
      content {
        from_port = egress.value
      }
    }
    timeouts {
      create = "5m"
    }
    lifecycle {
      ignore_changes = [tags]
    }
    depends_on = [aws_vpc.main]
    provider   = aws.west
  }
`;

describe('valueAt', () => {
  const address = 'aws_security_group.web[0]';
  const { evaluation } = make(group);

  it.each([
    [['name'], 'web'],
    [['tags', 'Name'], 'web'],
    [['tags', 'a.b'], 1],
    [['tags', 'none'], undefined],
    [['none'], undefined],
    [['ingress', 0, 'from_port'], 22],
    [['ingress', 0, 'cidr_blocks', 1], '192.168.0.0/16'],
    [['ingress', 2], { description: 'https', from_port: 443 }],
    [['ingress', 3, 'self'], true],
    [['ingress', 4], undefined],
    [['ingress', { element: { from_port: 80 } }, 'description'], 'http'],
    [['ingress', { element: { from_port: '443' } }, 'description'], 'https'],
    [['ingress', { element: { from_port: 9, self: true, description: '' } }, 'self'], true],
    [['ingress', { element: { from_port: 9, self: false } }], undefined],
    [['ingress', { element: { cidr_blocks: ['192.168.0.0/16', '10.0.0.0/8'] } }, 'from_port'], 22],
    [['ingress', { element: { cidr_blocks: ['10.0.0.0/8'] } }, 'from_port'], undefined],
    [['ingress', 0, 'cidr_blocks', { element: '10.0.0.0/8' }], '10.0.0.0/8'],
    [['egress'], []],
    [['timeouts', 'create'], '5m'],
    [['timeouts', 0, 'create'], '5m'],
    [['name', 'x'], undefined],
    [[], undefined],
    [[0], undefined],
  ])('finds %j', (path, expected) => {
    expect(show(evaluation.valueAt(address, path))).toEqual(expected);
  });

  it('finds nothing for an undeclared instance', () => {
    expect(evaluation.valueAt('aws_security_group.web', ['name'])).toBeUndefined();
  });

  it('returns all of an instance except meta-arguments', () => {
    expect(attributes(evaluation, address)).toEqual({
      name: 'web',
      tags: { Name: 'web', 'a.b': 1 },
      ingress: [
        { from_port: 22, cidr_blocks: ['10.0.0.0/8', '192.168.0.0/16'] },
        { description: 'http', from_port: 80 },
        { description: 'https', from_port: 443 },
        { from_port: 9, self: true },
      ],
      egress: [],
      timeouts: [{ create: '5m' }],
    });
    expect(evaluation.diagnostics()).toEqual([]);
  });

  it('expands dynamic blocks', () => {
    const nested = make(`
      resource "aws_x" "x" {
        dynamic "origin" {
          for_each = { a = ["1", "2"], b = [] }
          content {
            id = origin.key
            dynamic "header" {
              for_each = toset(origin.value)
              content {
                name = "\${origin.key}\${header.key}\${header.value}"
              }
            }
          }
        }
      }
    `);

    expect(attributes(nested.evaluation, 'aws_x.x')).toEqual({
      origin: [
        { id: 'a', header: [{ name: 'a11' }, { name: 'a22' }] },
        { id: 'b', header: [] },
      ],
    });
  });

  it('replaces nested blocks by those of an override', () => {
    const { evaluation: overridden } = make({
      'main.tf': `resource "aws_x" "x" {
  a {
    n = 1
  }
  b {
    n = 1
  }
}
`,
      'override.tf': `resource "aws_x" "x" {
  dynamic "a" {
    for_each = [2, 3]
    content {
      n = a.value
    }
  }
}
`,
    });

    expect(attributes(overridden, 'aws_x.x')).toEqual({ a: [{ n: 2 }, { n: 3 }], b: [{ n: 1 }] });
  });
});

describe('references to resources', () => {
  const files = `
    resource "aws_vpc" "main" {
      cidr_block = "10.0.0.0/16"
      tags       = null
    }
    resource "aws_subnet" "a" {
      vpc_id     = aws_vpc.main.id
      port       = 80
      size       = data.aws_size.none.value
      cidr_block = "\${aws_vpc.main.cidr_block}!"
    }
    data "aws_ami" "x" {
      owner = "me"
    }
    data "aws_size" "none" {
    }
    resource "aws_x" "x" {
      ids    = [aws_vpc.main.id, aws_vpc.main.arn, data.aws_ami.x.id, data.aws_ami.x.owner]
      port   = aws_subnet.a.port
      size   = aws_subnet.a.size
      tags   = aws_vpc.main.tags
      later  = aws_vpc.main.owner_id
      whole  = aws_vpc.main
      nested = [for v in [aws_vpc.main] : v.cidr_block]
    }
  `;
  const state = {
    'aws_vpc.main': { id: 'vpc-1', arn: 'arn:1', cidr_block: 'old', tags: { Name: 'x' } },
    'aws_subnet.a': { port: '80', size: 3 },
    'data.aws_ami.x': { id: 'ami-1' },
  };

  it('take the value from the code, otherwise from the state', () => {
    const { evaluation } = make(files, state);

    expect(attributes(evaluation, 'aws_x.x')).toEqual({
      ids: ['vpc-1', 'arn:1', 'ami-1', 'me'],
      port: '80',
      size: 3,
      tags: { Name: 'x' },
      later: '?aws_vpc.main.owner_id is not in the state',
      whole: '?',
      nested: ['10.0.0.0/16'],
    });
    expect(attributes(evaluation, 'aws_subnet.a')).toMatchObject({ cidr_block: '10.0.0.0/16!' });
    expect(evaluation.diagnostics()).toEqual([]);
  });

  it('are unknown without a state, and never guessed', () => {
    const { evaluation } = make(files);

    expect(attributes(evaluation, 'aws_x.x')).toMatchObject({
      ids: '?',
      port: 80,
      tags: '?aws_vpc.main.tags is not in the state',
      nested: ['10.0.0.0/16'],
    });
    expect(evaluation.diagnostics()).toEqual([]);
  });

  it('do not take inherited properties for attributes', () => {
    const { evaluation } = make(
      `resource "aws_vpc" "a" {
}
resource "aws_x" "x" {
  v = aws_vpc.a.constructor
}
`,
      { 'aws_vpc.a': JSON.parse('{"__proto__": {"constructor": "bad"}}') },
    );

    expect(attributes(evaluation, 'aws_x.x')).toEqual({
      v: '?aws_vpc.a.constructor is not in the state',
    });
  });
});

describe('what cannot be known', () => {
  it('includes resources and modules with unknown instances', () => {
    const { evaluation } = make({
      'main.tf': `
        resource "aws_x" "a" {
          for_each = toset(aws_vpc.main.subnets)
        }
        resource "aws_x" "b" {
          count = length(aws_vpc.main.subnets)
        }
        resource "aws_x" "c" {
          v = [aws_x.a["k"].name, aws_x.b[*].name, module.m["x"].out]
        }
        resource "aws_vpc" "main" {
        }
        module "m" {
          source   = "./m"
          for_each = aws_vpc.main.tags
        }
        module "gone" {
          source = "./gone"
        }
      `,
      'm/main.tf': `resource "aws_x" "d" {
}
output "out" {
  value = 1
}
`,
    });

    expect(evaluation.addresses()).toEqual(['aws_vpc.main', 'aws_x.c']);
    expect(evaluation.unexpanded()).toEqual([
      { address: 'aws_x.a', reason: 'aws_vpc.main.subnets is not in the state' },
      { address: 'aws_x.b', reason: 'aws_vpc.main.subnets is not in the state' },
      { address: 'module.gone', reason: 'the files of module.gone are not there' },
      { address: 'module.m', reason: 'aws_vpc.main.tags is not in the state' },
    ]);
    expect(evaluation.diagnostics()).toEqual([]);
  });

  it('uses the instances in the state if the code leaves them open', () => {
    const text = `
      resource "aws_x" "many" {
        for_each = toset(aws_vpc.main.subnets)
        name     = each.key
      }
      resource "aws_x" "counted" {
        count = length(aws_vpc.main.subnets)
      }
      resource "aws_vpc" "main" {
      }
      resource "aws_y" "y" {
        one  = aws_x.many["a"].name
        none = try(aws_x.many["c"].name, "none")
        all  = [for k, v in aws_x.many : "\${k}=\${v.name}"]
        ids  = aws_x.counted[*].id
        more = aws_x.many["a"].arn
      }
    `;
    const { evaluation } = make(text, {
      'aws_x.many["a"]': { name: 'A' },
      'aws_x.many["b"]': { name: 'B' },
      'aws_x.counted[0]': { id: 'i-0' },
    });

    expect(attributes(evaluation, 'aws_y.y')).toEqual({
      one: 'A',
      none: 'none',
      all: ['a=A', 'b=B'],
      ids: ['i-0'],
      more: '?aws_x.many is not in the state',
    });
    expect(evaluation.addresses()).toEqual(['aws_vpc.main', 'aws_y.y']);
    expect(evaluation.diagnostics()).toEqual([]);
  });

  it('includes blocks over an unknown collection', () => {
    const { evaluation } = make(`
      resource "aws_vpc" "main" {
      }
      resource "aws_x" "x" {
        dynamic "rule" {
          for_each = aws_vpc.main.rules
          content {
          }
        }
      }
    `);

    expect(attributes(evaluation, 'aws_x.x')).toEqual({
      rule: '?aws_vpc.main.rules is not in the state',
    });
    expect(show(evaluation.valueAt('aws_x.x', ['rule', 0]))).toMatch(/^\?/);
  });

  it.each([
    ['count = -1', 'main.tf:2:11 invalid-repetition'],
    ['count = 1.5', 'main.tf:2:11 invalid-repetition'],
    ['count = "x"', 'main.tf:2:11 invalid-repetition'],
    ['count = null', 'main.tf:2:11 invalid-repetition'],
    ['count = 1e9', 'main.tf:2:11 invalid-repetition'],
    ['for_each = ["a"]', 'main.tf:2:14 invalid-repetition'],
    ['for_each = null', 'main.tf:2:14 invalid-repetition'],
    ['for_each = toset([1])', 'main.tf:2:14 invalid-repetition'],
    ['for_each = var.none', 'main.tf:2:14 invalid-expression'],
  ])('is reported for %s', (line, expected) => {
    const { evaluation } = make(`resource "aws_x" "x" {
  ${line}
}
`);

    expect(evaluation.addresses()).toEqual([]);
    expect(evaluation.unexpanded().map(({ address }) => address)).toEqual(['aws_x.x']);
    expect(briefly(evaluation.diagnostics())).toEqual([expected]);
  });

  it.each([
    ['var.none', /no variable "none"/],
    ['local.none', /no local value "none"/],
    ['module.none.x', /no module "none"/],
    ['module.m.none', /no output "none"/],
    ['aws_none.x.id', /no aws_none.x/],
    ['data.aws_none.x.id', /no data.aws_none.x/],
    ['each.key', /under for_each/],
    ['count.index', /under count/],
    ['path.none', /no "none"/],
    ['none', /no variable named "none"/],
    ['nope(1)', /no function named "nope"/],
    ['aws_x.many[5].id', /no instance with this key/],
    ['1 + "a"', /number/],
  ])('is reported for %s', (expression, message) => {
    const { evaluation } = make({
      'main.tf': `
resource "aws_y" "y" {
  v = ${expression}
}
resource "aws_x" "many" {
  count = 2
}
module "m" {
  source = "./m"
}
`,
      'm/main.tf': '',
    });
    const withOutput = make({ 'main.tf': 'x = 1', 'm/main.tf': '' });

    const value = evaluation.valueAt('aws_y.y', ['v']);

    expect(withOutput.problems).toEqual([]);
    expect(value?.kind).toBe('unknown');
    expect(evaluation.diagnostics()).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(message),
        place: expect.objectContaining({ file: 'main.tf', line: 3 }),
      }),
    ]);
  });

  it.each([
    [
      'locals',
      `locals {
  a = local.b
  b = [local.a]
}
resource "aws_x" "x" {
  v = local.a
}
`,
    ],
    [
      'a local',
      `locals {
  a = local.a
}
resource "aws_x" "x" {
  v = local.a
}
`,
    ],
    [
      'resources',
      `resource "aws_x" "x" {
  v = aws_x.y.v
}
resource "aws_x" "y" {
  v = aws_x.x.v
}
`,
    ],
    [
      'counts',
      `resource "aws_x" "x" {
  count = length(aws_x.x)
  v     = 1
}
`,
    ],
  ])('includes a cycle of %s', (_name, text) => {
    const { evaluation } = make(text);

    for (const address of evaluation.addresses()) evaluation.attributes(address);
    const found = evaluation.diagnostics();

    expect(found.map(({ code }) => code)).toContain('cycle');
    expect(found.find(({ code }) => code === 'cycle')?.message).toMatch(
      /depends on itself: .+ -> /,
    );
  });

  it('does not include a chain of references that is too long for the stack', () => {
    const links = Array.from({ length: 20_000 }, (_, index) => `  l${index} = local.l${index + 1}`);
    const { evaluation } = make(
      `locals {
${links.join('\n')}
}
resource "aws_x" "x" {
  v = local.l0
}
`,
    );

    expect(evaluation.valueAt('aws_x.x', ['v'])?.kind).toBe('unknown');
    expect(evaluation.diagnostics().length).toBeGreaterThan(0);
  });
});

describe('what would exhaust the machine', () => {
  const chain = (count: number, last: string, link: (next: string) => string): string => {
    const links = Array.from(
      { length: count },
      (_, at) => `  l${at} = ${link(`local.l${at + 1}`)}`,
    );
    return [...links, `  l${count} = ${last}`].join('\n');
  };

  it.each<[string, string]>([
    ['deep nesting', chain(300, '1', (next) => `${'['.repeat(200)}${next}${']'.repeat(200)}`)],
    ['a text that doubles', chain(60, '"aaaa"', (next) => `"\${${next}}\${${next}}"`)],
    ['a list that doubles', chain(40, '[1]', (next) => `concat(${next}, ${next})`)],
    ['a number that squares', chain(60, '1e1000', (next) => `${next} * ${next}`)],
    ['a width', '  l0 = format("%1000000000d", 1)'],
    ['an indentation', '  l0 = indent(1000000000, "a\\nb")'],
    ['a product', '  r  = range(1000)\n  l0 = setproduct(local.r, local.r, local.r)'],
    ['an exponent', '  l0 = 1e999999999'],
    ['an exponent in text', '  l0 = tonumber("1e999999999")'],
  ])('%s is refused', (_name, locals) => {
    const { evaluation } = make(
      `locals {
${locals}
}
resource "aws_x" "x" {
  v = local.l0
}
`,
    );

    expect(show(evaluation.valueAt('aws_x.x', ['v']))).toMatch(/^\?/);
  });
});

describe('defaultTags', () => {
  it.each([
    ['aws_x.plain', { Owner: 'platform', Env: 'prod' }],
    ['aws_x.west', { Owner: 'west' }],
    ['module.m.aws_x.inherited', { Owner: 'platform', Env: 'prod' }],
    ['module.m.module.n.aws_x.inherited', { Owner: 'platform', Env: 'prod' }],
    ['module.passed.aws_x.inherited', { Owner: 'west' }],
    ['google_x.plain', {}],
    ['aws_x.unknown_alias', {}],
  ])('of %s come from its provider', (address, expected) => {
    const inherited = `resource "aws_x" "inherited" {
}
`;
    const { evaluation } = make({
      'main.tf': `
        variable "env" {
          default = "prod"
        }
        provider "aws" {
          default_tags {
            tags = { Owner = "platform", Env = var.env }
          }
        }
        provider "aws" {
          alias = "west"
          default_tags {
            tags = { Owner = "west" }
          }
        }
        resource "aws_x" "plain" {
        }
        resource "aws_x" "west" {
          provider = aws.west
        }
        resource "aws_x" "unknown_alias" {
          provider = aws.east
        }
        resource "google_x" "plain" {
        }
        module "m" {
          source = "./m"
        }
        module "passed" {
          source = "./n"
          providers = {
            aws = aws.west
          }
        }
      `,
      'm/main.tf': `${inherited}module "n" {
  source = "../n"
}
`,
      'n/main.tf': inherited,
    });

    const tags = [...evaluation.defaultTags(address)].map(([key, tag]) => [key, show(tag.value)]);

    expect(Object.fromEntries(tags)).toEqual(expected);
  });
});
