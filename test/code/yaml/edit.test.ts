import { describe, expect, it } from 'vitest';
import { editJsonText } from '../../../src/code/yaml/json.ts';
import { editYamlText } from '../../../src/code/yaml/yaml.ts';
import type { Json } from '../../../src/model/json.ts';
import { editedText } from '../../../src/text/edits.ts';

function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

type Edit = typeof editJsonText;

function edited(edit: Edit, text: string, value: Json): string {
  const edits = edit(text, value);
  return edits === undefined ? 'refused' : editedText(text, edits);
}

describe('editJsonText', () => {
  const policy = lines(
    '{',
    '  "Version" : "2012-10-17",',
    '  "Statement" : [',
    '    { "Sid": "A", "Action": ["s3:Get", "s3:Put"] },',
    '    {',
    '      "Sid": "B",',
    '      "Action": "*"',
    '    }',
    '  ]',
    '}',
  );
  const a = { Sid: 'A', Action: ['s3:Get', 's3:Put'] };
  const b = { Sid: 'B', Action: '*' };
  const at = (...statements: Json[]): Json => ({ Version: '2012-10-17', Statement: statements });

  it.each<[string, string, Json, string]>([
    ['leaves what is equal', policy, at(a, b), policy],
    ['sets a leaf', policy, at(a, { ...b, Action: 'x' }), policy.replace('"*"', '"x"')],
    [
      'adds an element',
      policy,
      at({ ...a, Action: ['s3:Get', 's3:Put', 'z'] }, b),
      policy.replace('"s3:Put"', '"s3:Put", "z"'),
    ],
    [
      'drops an element',
      policy,
      at({ ...a, Action: ['s3:Put'] }, b),
      policy.replace('"s3:Get", ', ''),
    ],
    ['drops the last of a list on lines', policy, at(a), policy.replace(/,\n {4}\{\n[^}]*\}/, '')],
    [
      'adds one as its neighbors are, keys in their order',
      policy,
      at(a, b, { Action: 'y', Sid: 'C' }),
      policy.replace(
        '"*"\n    }',
        '"*"\n    },\n    {\n      "Sid" : "C",\n      "Action" : "y"\n    }',
      ),
    ],
    ['adds a key', policy, at(a, { ...b, Q: 1 }), policy.replace('"*"', '"*",\n      "Q" : 1')],
    [
      'stays minified',
      '{"a":[1,2],"b":{}}',
      { a: [1, 3], b: { c: [true] } },
      '{"a":[1,3],"b":{"c":[true]}}',
    ],
    [
      'keeps CRLF',
      '{\r\n\t"a": 1\r\n}',
      { a: 1, b: { c: 2 } },
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 2\r\n\t}\r\n}',
    ],
    ['keeps escapes that are not touched', '["\\u0041\\/", 1]', ['A/', 2], '["\\u0041\\/", 2]'],
    ['empties', '{\n  "a": 1\n}', {}, '{}'],
    ['refuses a key that is set twice', '{"a":1,"a":2}', { a: 3 }, 'refused'],
    ['refuses other text', 'a: 1', { a: 2 }, 'refused'],
    [
      'takes no harm from hostile keys',
      '{"a":1}',
      JSON.parse('{"a":1,"__proto__":{"x":1}}'),
      '{"a":1,"__proto__":{"x":1}}',
    ],
  ])('%s', (_what, text, value, expected) => {
    expect(edited(editJsonText, text, value)).toBe(expected);
  });
});

describe('editYamlText', () => {
  const document = lines(
    '# cloud-init',
    'packages:',
    '  - nginx   # web',
    '  # tools',
    '  - "jq"',
    'runcmd:',
    '- [sh, -c, "echo 1"]',
    'write_files:',
    '  - path: /etc/motd # shown at login',
    '    content: |',
    '      hello',
    '      world',
    '',
    "    mode: '0644'",
  );
  const now = {
    packages: ['nginx', 'jq'],
    runcmd: [['sh', '-c', 'echo 1']],
    write_files: [{ path: '/etc/motd', content: 'hello\nworld\n', mode: '0644' }],
  };
  const file = now.write_files[0];

  it.each<[string, Json, string]>([
    ['leaves what is equal', now, document],
    [
      'keeps quotes and comments of a leaf',
      { ...now, write_files: [{ ...file, path: '/x', mode: '0600' }] },
      document.replace('/etc/motd', '/x').replace('0644', '0600'),
    ],
    [
      'adds to a list on lines',
      { ...now, packages: ['nginx', 'jq', 'yes'] },
      document.replace('"jq"\n', '"jq"\n  - "yes"\n'),
    ],
    [
      'adds in front',
      { ...now, packages: ['vim', 'nginx', 'jq'] },
      document.replace('- nginx', '- vim\n  - nginx'),
    ],
    [
      'drops an element with its comment',
      { ...now, packages: ['nginx'] },
      document.replace('  # tools\n  - "jq"\n', ''),
    ],
    [
      'drops the first',
      { ...now, packages: ['jq'] },
      document.replace('- nginx   # web\n  # tools\n  - "jq"', '- "jq"'),
    ],
    [
      'edits between brackets',
      { ...now, runcmd: [['sh', '-c', 'echo 2', 'x']] },
      document.replace('"echo 1"', '"echo 2", x'),
    ],
    [
      'edits the lines of a block scalar',
      { ...now, write_files: [{ ...file, content: 'hello\nall\n' }] },
      document.replace('world', 'all'),
    ],
    [
      'ends a block scalar without a newline',
      { ...now, write_files: [{ ...file, content: 'hello\nworld' }] },
      document.replace('content: |', 'content: |-'),
    ],
    [
      'empties',
      { ...now, packages: [] },
      document.replace(/packages:\n(?: .*\n){3}/, 'packages: []\n'),
    ],
    [
      'adds a key with a list',
      { ...now, users: [{ name: 'eve' }] },
      `${document}users:\n  - name: eve\n`,
    ],
    [
      'drops a key',
      { packages: now.packages, runcmd: now.runcmd },
      document.replace(/write_files[\s\S]*$/, ''),
    ],
  ])('%s', (_what, value, expected) => {
    expect(edited(editYamlText, document, value)).toBe(expected);
  });

  it.each<[string, string, Json, string]>([
    ['a change behind an alias', 'a: &x 1\nb: *x\n', { a: 1, b: 2 }, 'refused'],
    ['a change that an alias repeats', 'a: &x 1\nb: *x\n', { a: 2, b: 1 }, 'refused'],
    [
      'a change beside them',
      'a: &x 1\nb: *x\nc: 3\n',
      { a: 1, b: 1, c: 4 },
      'a: &x 1\nb: *x\nc: 4\n',
    ],
    ['what stands beside a tag', 'a: !Ref x\nb: 1\n', { a: 'x', b: 2 }, 'a: !Ref x\nb: 2\n'],
    ['a tag of its own', 'a: !Ref x\nb: 1\n', { a: 'y', b: 1 }, 'refused'],
    ['several documents', 'a: 1\n---\nb: 1\n', { a: 2 }, 'refused'],
    ['what is not YAML', 'a: [\n', { a: 2 }, 'refused'],
    ['a scalar', 'echo hi\n', { a: 2 }, 'refused'],
    ['CRLF', 'a: 1\r\nb:\r\n  - 2\r\n', { a: 1, b: [2, 3] }, 'a: 1\r\nb:\r\n  - 2\r\n  - 3\r\n'],
    ['no newline at the end', 'a: 1', { a: 1, b: 2 }, 'a: 1\nb: 2'],
    ['an empty value', 'a:\nb: 1\n', { a: 'x', b: 1 }, 'a: x\nb: 1\n'],
    ['JSON', '{"a": 1}', { a: 'b' }, '{"a": b}'],
    ['double quotes', 'a: "256Mi" # c\n', { a: '400mb' }, 'a: "400mb" # c\n'],
    [
      'quotes in braces',
      'a: {b: "256Mi", c: \'x\'}\n',
      { a: { b: '400mb', c: 'y' } },
      'a: {b: "400mb", c: \'y\'}\n',
    ],
  ])('handles %s', (_what, text, value, expected) => {
    expect(edited(editYamlText, text, value)).toBe(expected);
  });
});

describe('a new element of a YAML list', () => {
  const added = { port: 22, cidrs: ['0.0.0.0/0'] };

  it.each([
    [
      'has its lists in brackets as its siblings have',
      lines('- port: 443', '  cidrs: ["10.0.0.0/8"]'),
      lines('- port: 443', '  cidrs: ["10.0.0.0/8"]', '- port: 22', '  cidrs: ["0.0.0.0/0"]'),
    ],
    [
      'has them on lines as its siblings have',
      lines('- port: 443', '  cidrs:', '    - 10.0.0.0/8'),
      lines(
        ...['- port: 443', '  cidrs:', '    - 10.0.0.0/8'],
        ...['- port: 22', '  cidrs:', '    - 0.0.0.0/0'],
      ),
    ],
  ])('%s', (_name, text, expected) => {
    const value = [{ port: 443, cidrs: ['10.0.0.0/8'] }, added];

    expect(edited(editYamlText, text, value)).toBe(expected);
  });
});
