import { expect, it } from 'vitest';
import { describeOracle } from '../../hcl/oracle.ts';
import { make } from './make.ts';

interface HumanEdit {
  readonly path: string;
  readonly input: string;
  readonly expected: string;
}

describeOracle<HumanEdit>('human-edits.json.gz', (cases) => {
  it('evaluates what people wrote, with no complaints but about unknown names', () => {
    const others = new Set<string>();
    for (const { path, input, expected } of cases) {
      for (const text of [input, expected]) {
        const name = path.endsWith('.tfvars') ? 'terraform.tfvars' : 'main.tf';
        const { evaluation } = make({ [name]: text });
        for (const address of evaluation.addresses()) {
          for (const attribute of evaluation.attributes(address).keys()) {
            const located = evaluation.locate(address, [attribute]);
            expect(located?.kind).toMatch(/^(?:attribute|blocks)$/);
          }
        }
        for (const { message } of evaluation.diagnostics()) {
          // Each file stands alone here, so declarations in other files of its module are missing.
          if (!/^There is no |no expression succeeded/.test(message)) others.add(message);
        }
      }
    }

    expect([...others]).toEqual([]);
  });
});
