import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreCommands } from '../../../src/app/plan/restore.ts';
import { shellQuoted } from '../../../src/model/shell.ts';
import { storefront } from './demo-plans.ts';

describe('commands that restore what the code says', () => {
  it('plan first, and target each address once', () => {
    const addresses = ['aws_x.b["it\'s"]', 'aws_x.a', 'aws_x.a'];

    expect(restoreCommands({ ...storefront, var_files: ['prod.tfvars'] }, addresses)).toEqual([
      `terraform plan -var-file=prod.tfvars -target=aws_x.a -target='aws_x.b["it'\\''s"]'`,
      `terraform apply -var-file=prod.tfvars -target=aws_x.a -target='aws_x.b["it'\\''s"]'`,
    ]);
  });

  it('use the program that plans the code', () => {
    expect(restoreCommands(storefront, ['aws_x.a'], 'tofu')).toEqual([
      'tofu plan -target=aws_x.a',
      'tofu apply -target=aws_x.a',
    ]);
  });

  it('mention manifests for objects of a cluster', () => {
    const commands = restoreCommands(storefront, ['apps/Deployment/shop/web', 'aws_x.a']);

    expect(commands).toHaveLength(5);
    expect(commands[2]).toBe('# apps/Deployment/shop/web');
    expect(commands[3]).toContain('kubectl apply -f');
  });

  it.each(['aws_x.a["a\nrm -rf /"]', 'aws_x.a["\u202e"]', 'aws_x.a["\u001b[2J"]'])(
    'leave out what cannot be typed: %j',
    (address) => {
      expect(restoreCommands(storefront, [address])).toEqual([]);
    },
  );

  it('are quoted as one word for a shell, whatever is in it', () => {
    const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(word, (text) => {
        const said = execFileSync('sh', ['-c', `printf '%s' ${shellQuoted(text)}`]);
        expect(said.toString()).toBe(text);
      }),
      { numRuns: 60, examples: [["'; rm -rf /"], ['$(id)'], ['`id`'], ['a b'], ['"'], ['\\']] },
    );
  });
});
