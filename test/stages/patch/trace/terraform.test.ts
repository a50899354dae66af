import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import { askTerraform, hasTerraform } from '../../../code/hcl/eval/terraform.ts';
import { choices, generate } from './grammar.ts';
import { before, otherValue, reach } from './reach.ts';

/** The configuration with a resource type that Terraform has without a provider. */
function builtIn(text: string): string {
  return text
    .replaceAll('aws_ssm_parameter', 'terraform_data')
    .replace(/^ {2}value = /gm, '  input = ');
}

const sample = fc.sample(fc.tuple(choices, fc.string({ minLength: 1, maxLength: 6 })), {
  numRuns: 80,
});

describe.runIf(hasTerraform())('a patched configuration in Terraform', () => {
  it('gives the wanted value', () => {
    const files = new Map<string, string>();
    const wanted: { readonly expression: string; readonly want: Json }[] = [];
    let vars = '';
    for (const [serial, [made, text]] of sample.entries()) {
      const own = { ...made, serial };
      const want = serial % 2 === 0 ? (otherValue(own) ?? text) : text;
      const each = generate(own, before);
      const { files: now, site } = reach(each, want);
      if (site === undefined) continue;
      files.set(`case${serial}.tf`, builtIn(now['main.tf'] ?? ''));
      vars += now['terraform.tfvars'] ?? '';
      wanted.push({ expression: `${builtIn(each.address)}.input`, want });
    }
    files.set('terraform.tfvars', vars);
    const answers = askTerraform(
      wanted.map(({ expression }) => expression),
      files,
    );
    const said = answers.map((answer) =>
      answer.kind === 'known' ? String(JSON.parse(answer.value)) : undefined,
    );
    expect(said).toEqual(wanted.map(({ want }) => want));
    expect(wanted.length).toBeGreaterThan(70);
  });
});
