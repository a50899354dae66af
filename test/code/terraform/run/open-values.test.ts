import { describe, expect, it } from 'vitest';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { mayBeOpen, standIn } from '../../../../src/code/terraform/run/typed-secrets.ts';

describe('a type whose values may turn out not to be secret', () => {
  it.each([
    ['aws_ssm_parameter', { type: 'String' }, true],
    ['aws_ssm_parameter', { type: 'StringList' }, true],
    ['aws_ssm_parameter', { type: 'SecureString' }, false],
    ['aws_ssm_parameter', {}, false],
    ['aws_secretsmanager_secret_version', { type: 'String' }, false],
  ])('%s with %j: %s', (type, attributes, expected) => {
    expect(mayBeOpen(type, attributes)).toBe(expected);
  });
});

describe('the stand-in block for an import', () => {
  const imported = { address: 'aws_ssm_parameter.parley_import_0', importId: '/a"${b}\n}' };

  it('changes nothing, whatever the id contains', () => {
    const text = standIn(imported);
    const { body, errors } = parseHcl(text);

    expect(errors).toEqual([]);
    expect(body.items).toMatchObject([
      {
        kind: 'block',
        type: 'resource',
        labels: [{ text: 'aws_ssm_parameter' }, { text: 'parley_import_0' }],
      },
    ]);
    expect(text).toContain('ignore_changes = all');
    expect(text).toContain('name = "/a\\"$${b}\\n}"');
  });

  it('does not exist for other types', () => {
    expect(standIn({ ...imported, address: 'aws_sqs_queue.parley_import_0' })).toBe('');
  });
});
