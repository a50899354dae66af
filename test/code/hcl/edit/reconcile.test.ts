import { describe, expect, it } from 'vitest';
import { type ReconcileOptions, reconcileValue } from '../../../../src/code/hcl/edit/reconcile.ts';
import type { Expression } from '../../../../src/code/hcl/syntax/ast.ts';
import type { Json } from '../../../../src/model/json.ts';
import { edited, lines, subjectOf } from './support.ts';

function reconcile(text: string, value: Json, options?: ReconcileOptions): string {
  return edited(text, ({ file, value: target }) => reconcileValue(file, target, value, options));
}

describe('reconcileValue on maps', () => {
  const tags = lines(
    'tags = {',
    '  Name  = "web" # shown in the console',
    '  Team  = var.team',
    '  Owner = "bob"',
    '  "k/v" = "1"',
    '}',
  );
  const options = {
    evaluateOf: (one: Expression) => (one.kind === 'get' ? 'core' : undefined),
  };
  const now = { Name: 'web', Team: 'core', Owner: 'bob', 'k/v': '1' };

  it.each<[string, Json, string]>([
    ['leaves equal values alone', now, tags],
    ['sets the leaf that differs', { ...now, Owner: 'eve' }, tags.replace('"bob"', '"eve"')],
    [
      'adds and drops keys',
      { Name: 'web', Team: 'core', 'k/v': '1', CostCenter: '42' },
      lines(
        'tags = {',
        '  Name       = "web" # shown in the console',
        '  Team       = var.team',
        '  "k/v"      = "1"',
        '  CostCenter = "42"',
        '}',
      ),
    ],
    ['takes a number for its string', { ...now, 'k/v': 1 }, tags],
    ['does not write keys that are null', { ...now, Gone: null }, tags],
    ['refuses to set what is computed', { ...now, Team: 'other' }, 'refused: not-literal'],
    [
      'drops what is computed',
      { Name: 'web', Owner: 'bob', 'k/v': '1' },
      tags.replace('  Team  = var.team\n', ''),
    ],
  ])('%s', (_what, value, expected) => {
    expect(reconcile(tags, value, options)).toBe(expected);
  });

  it('replaces what is computed when told to', () => {
    const replaced = reconcile('a = { b = var.c }\n', { b: 1 }, { computed: 'replace' });

    expect(replaced).toBe('a = { b = 1 }\n');
  });

  it('says which part is computed', () => {
    const { file, value } = subjectOf('a = {\n  b = [1, f(2)]\n}\n');
    const result = reconcileValue(file, value, { b: [1, 3] });

    expect(result).toMatchObject({
      ok: false,
      refusal: { code: 'not-literal', line: 2, start: file.text.indexOf('f(2)') },
    });
  });

  it('keeps the kind of each literal', () => {
    expect(
      reconcile('a = { b = "80", c = 80, d = true, e = "x" }\n', {
        b: 81,
        c: '81',
        d: 'false',
        e: true,
      }),
    ).toBe('a = { b = "81", c = 81, d = false, e = "true" }\n');
  });

  it.each([
    ['computed keys', 'a = { (var.b) = 1 }\n', 'refused: not-literal'],
    ['keys set twice', 'a = {\n  b = 1\n  "b" = 2\n}\n', 'refused: ambiguous'],
    ['a for expression', 'a = { for k in b : k => 1 }\n', 'refused: not-literal'],
  ])('refuses %s', (_what, text, expected) => {
    expect(reconcile(text, { c: 1 })).toBe(expected);
  });

  it('is not led astray by hostile keys', () => {
    const value = JSON.parse('{"__proto__": {"x": 1}, "constructor": "y"}');

    expect(reconcile('a = {}\n', value)).toBe(
      'a = {\n  __proto__ = {\n    x = 1\n  }\n  constructor = "y"\n}\n',
    );
  });
});

describe('reconcileValue on lists', () => {
  const list = lines(
    'cidrs = [',
    '  "10.0.0.0/8", # office',
    '  # vpn',
    '  "10.1.0.0/16",',
    '  local.home,',
    '  "10.3.0.0/16",',
    ']',
  );
  const options = { evaluateOf: () => '10.2.0.0/16' };

  it.each<[string, Json, string]>([
    [
      'drops an element with its comments',
      ['10.0.0.0/8', '10.2.0.0/16', '10.3.0.0/16'],
      list.replace('  # vpn\n  "10.1.0.0/16",\n', ''),
    ],
    [
      'adds elements where they belong',
      ['10.0.0.0/8', '10.1.0.0/16', 'new', '10.2.0.0/16', '10.3.0.0/16', 'last'],
      list
        .replace('  local.home,\n', '  "new",\n  local.home,\n')
        .replace('"10.3.0.0/16",\n', '"10.3.0.0/16",\n  "last",\n'),
    ],
    [
      'drops a computed element',
      ['10.0.0.0/8', '10.1.0.0/16', '10.3.0.0/16'],
      list.replace('  local.home,\n', ''),
    ],
    ['empties the list', [], 'cidrs = []\n'],
  ])('%s', (_what, value, expected) => {
    expect(reconcile(list, value, options)).toBe(expected);
  });

  it('does not drop what it does not know', () => {
    expect(reconcile(list, ['10.0.0.0/8', '10.1.0.0/16', '10.3.0.0/16'])).toBe(
      'refused: not-literal',
    );
    expect(reconcile('a = [b, "c"]\n', ['c'], { unordered: true })).toBe('refused: not-literal');
    expect(reconcile('a = [b, "c"]\n', ['c'], { computed: 'replace' })).toBe('a = ["c"]\n');
  });

  it('does not mind the order of a set', () => {
    const set = 'a = ["b", "a", "d"]\n';

    expect(reconcile(set, ['a', 'b', 'd'], { unordered: true })).toBe(set);
    expect(reconcile(set, ['c', 'd', 'b'], { unordered: true })).toBe('a = ["b", "d", "c"]\n');
    expect(reconcile('a = toset(["b", "a"])\n', ['a', 'b', 'c'])).toBe(
      'a = toset(["b", "a", "c"])\n',
    );
  });

  it('edits the objects that stay', () => {
    const rules = lines(
      'rules = [',
      '  {',
      '    port = 22',
      '    cidr = ["10.0.0.0/8"] # office',
      '  },',
      '  {',
      '    port = 443',
      '    cidr = ["0.0.0.0/0"]',
      '  },',
      ']',
    );
    const value = [
      { cidr: ['10.0.0.0/8', '203.0.113.9/32'], port: 22 },
      { cidr: ['0.0.0.0/0'], port: 443 },
      { cidr: ['10.0.0.0/8'], port: 8080 },
    ];

    expect(reconcile(rules, value)).toBe(
      lines(
        'rules = [',
        '  {',
        '    port = 22',
        '    cidr = ["10.0.0.0/8", "203.0.113.9/32"] # office',
        '  },',
        '  {',
        '    port = 443',
        '    cidr = ["0.0.0.0/0"]',
        '  },',
        '  {',
        '    port = 8080',
        '    cidr = ["10.0.0.0/8"]',
        '  },',
        ']',
      ),
    );
  });

  it('knows objects by their names', () => {
    const text = 'a = [\n  { name = "x", v = 1 },\n  { name = "y", v = 2 },\n]\n';

    expect(reconcile(text, [{ name: 'y', v: 9 }])).toBe('a = [\n  { name = "y", v = 9 },\n]\n');
  });
});

describe('reconcileValue on documents', () => {
  const statement = (sid: string, action: string[]) => ({
    Sid: sid,
    Effect: 'Allow',
    Action: action,
    Resource: 'arn:aws:s3:::logs/*',
  });
  const policy = (...statements: Json[]) =>
    JSON.stringify({ Statement: statements, Version: '2012-10-17' });
  const evaluateOf = (one: Expression) =>
    one.kind === 'quoted' ? 'arn:aws:s3:::logs/*' : 'arn:aws:s3:::logs';

  const encoded = lines(
    'policy = jsonencode({',
    '  Version = "2012-10-17"',
    '  Statement = [',
    '    {',
    '      Sid      = "Read"',
    '      Effect   = "Allow"',
    '      Action   = ["s3:GetObject"] # only read',
    '      Resource = "${aws_s3_bucket.logs.arn}/*"',
    '    },',
    '  ]',
    '})',
  );

  it('leaves a document alone that means the same', () => {
    expect(reconcile(encoded, policy(statement('Read', ['s3:GetObject'])), { evaluateOf })).toBe(
      encoded,
    );
    const text = 'policy = "{\\"a\\": [1, 2]}"\n';
    expect(reconcile(text, '{ "a" : [1,2] }')).toBe(text);
  });

  it('edits inside jsonencode', () => {
    const value = policy(
      statement('Read', ['s3:GetObject', 's3:ListBucket']),
      statement('Write', ['s3:PutObject']),
    );

    expect(reconcile(encoded, value, { evaluateOf })).toBe(
      encoded
        .replace('["s3:GetObject"]', '["s3:GetObject", "s3:ListBucket"]')
        .replace(
          '    },\n',
          lines(
            '    },',
            '    {',
            '      Sid      = "Write"',
            '      Effect   = "Allow"',
            '      Action   = ["s3:PutObject"]',
            '      Resource = "arn:aws:s3:::logs/*"',
            '    },',
          ),
        ),
    );
  });

  it('tells numbers from strings in a document', () => {
    expect(reconcile('a = jsonencode({ b = 80 })\n', '{"b":"80"}')).toBe(
      'a = jsonencode({ b = "80" })\n',
    );
  });

  it('edits the JSON of a heredoc as JSON', () => {
    const heredoc = lines(
      'policy = <<-EOT',
      '  {',
      '    "Version": "2012-10-17",',
      '    "Statement": [',
      '      {',
      '        "Sid": "Read",',
      '        "Effect": "Allow",',
      '        "Action": ["s3:GetObject"],',
      '        "Resource": "${aws_s3_bucket.logs.arn}/*"',
      '      }',
      '    ]',
      '  }',
      '  EOT',
    );
    const value = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { ...statement('Read', ['s3:GetObject']), Condition: { Bool: { 'aws:x': '${y}' } } },
      ],
    });

    expect(reconcile(heredoc, value, { evaluateOf })).toBe(
      heredoc.replace('logs.arn}/*"\n', () =>
        lines(
          'logs.arn}/*",',
          '        "Condition": {',
          '          "Bool": {',
          '            "aws:x": "$${y}"',
          '          }',
          '        }',
        ),
      ),
    );
  });

  it('edits the JSON of a quoted string', () => {
    const text = 'a = "{\\"b\\": [\\"${x}\\", 1]}" # note\n';
    const options = { evaluateOf: () => 'y' };

    expect(reconcile(text, '{"b":["y",2],"c":"\\"$"}', options)).toBe(
      'a = "{\\"b\\": [\\"${x}\\", 2], \\"c\\": \\"\\\\\\"$\\"}" # note\n',
    );
    expect(reconcile(text, '{"b":["z",1]}', options)).toBe('refused: not-literal');
  });

  it('lets a reference go with what it stands in, or when told to', () => {
    const text = 'a = <<E\n{"b": ["${x}", 1], "c": "${x}/*"}\nE\n';
    const known = { evaluateOf: () => 'y' };

    expect(reconcile(text, '{"b":[1],"c":"y/*"}', known)).toBe(text.replace('"${x}", 1', '1'));
    expect(reconcile(text, '{"b":["y",1],"c":"z"}', known)).toBe('refused: not-literal');
    expect(reconcile(text, '{"b":["y",1],"c":"z"}', { ...known, computed: 'replace' })).toBe(
      text.replace('"${x}/*"', '"z"'),
    );
  });

  it('edits inside yamlencode', () => {
    const text = 'a = yamlencode({\n  b = [1] # one\n  c = var.c\n})\n';

    expect(reconcile(text, 'b:\n- 1\n- 2\n"c": x\n', { evaluateOf: () => 'x' })).toBe(
      text.replace('[1]', '[1, 2]'),
    );
    expect(reconcile(text, 'c: x\nb: [1]\n', { evaluateOf: () => 'x' })).toBe(text);
    expect(reconcile(text, 'b: [', { evaluateOf: () => 'x' })).toBe('refused: not-literal');
  });

  it('edits the YAML of a heredoc when the same is wanted as JSON', () => {
    const text = lines('a = <<-EOT', '  # two', '  b:', '    - ${x}', '  EOT');

    expect(reconcile(text, '{"b":["y","z"],"c":1}', { evaluateOf: () => 'y' })).toBe(
      text.replace('${x}\n', '${x}\n    - z\n  c: 1\n'),
    );
  });

  it('writes a string that is no document as a string', () => {
    expect(reconcile('a = <<E\n{}\nE\n', 'plain')).toBe('a = "plain"\n');
    expect(reconcile('a = jsonencode({})\n', 'plain')).toBe('refused: not-literal');
  });
});

describe('reconcileValue on text', () => {
  const script = lines(
    'user_data = <<-EOT',
    '  #!/bin/bash',
    '  echo ${var.name} >> /etc/x',
    '',
    '    indented $${HOME}',
    '  systemctl start a',
    '  EOT',
  );
  const text = (...all: string[]): string => lines(...all);
  const now = ['#!/bin/bash', 'echo web >> /etc/x', '', '  indented ${HOME}', 'systemctl start a'];
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = now;
  const options = { evaluateOf: () => 'web' };

  it.each<[string, string, string]>([
    ['leaves what is equal', text(...now), script],
    [
      'rewrites one line',
      text(first, second, third, fourth, 'systemctl stop ${a}'),
      script.replace('start a', 'stop $$${a}'),
    ],
    [
      'adds and drops lines',
      text('#!/bin/sh', 'set -e', second, third, fourth),
      script
        .replace('  #!/bin/bash\n', '  #!/bin/sh\n  set -e\n')
        .replace('  systemctl start a\n', ''),
    ],
    [
      'keeps an interpolation in a line that changes',
      text(first, 'echo web >> /etc/y', third, fourth, fifth),
      script.replace('/etc/x', '/etc/y'),
    ],
    ['appends', text(...now, '', '  last'), script.replace('start a\n', 'start a\n\n    last\n')],
    ['does not lose an interpolation', text(first, 'echo db >> /etc/x'), 'refused: not-literal'],
    ['needs a newline at the end', text(...now).trimEnd(), 'refused: not-literal'],
  ])('%s', (_what, value, expected) => {
    expect(reconcile(script, value, options)).toBe(expected);
  });

  it.each<[string, string, string, string]>([
    ['lines that all are indented', '<<-E\n  a\n    b\n  E', '  b\n', '"  b\\n"'],
    ['no line at all', '<<-E\n  a\n  E', '', '""'],
    ['its own marker', '<<E\na\nE', 'a\nE\n', '<<E2\na\nE\nE2'],
    ['control characters', '<<E\na\nE', 'a\u0007\n', '"a\\u0007\\n"'],
    ['plain lines', '<<E\na\nb\nE', 'a\n\tc\n', '<<E\na\n\tc\nE'],
    ['CRLF', '<<E\r\na\r\nb\r\nE', 'a\r\nc\r\n', '<<E\r\na\r\nc\r\nE'],
  ])('minds %s', (_what, source, value, expected) => {
    expect(reconcile(`a = ${source}\n`, value)).toBe(`a = ${expected}\n`);
  });

  it('keeps what is computed in a quoted string', () => {
    const known = { evaluateOf: (one: Expression) => (one.kind === 'quoted' ? 'x-a' : 'x') };

    expect(reconcile('a = ["${p}-a"]\n', ['x-b'], known)).toBe('a = ["${p}-b"]\n');
    expect(reconcile('a = "${p}-a"\n', 'y-a', known)).toBe('refused: not-literal');
  });
});
