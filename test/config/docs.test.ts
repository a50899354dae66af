import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFile } from '../../src/config/schema.ts';
import { actorClasses } from '../../src/model/actor.ts';
import { PriceFile } from '../../src/providers/harm/cost/price-file.ts';
import { commonSettings } from '../../src/stages/arbitration/policies/common.ts';
import { builtInPolicyNames } from '../../src/stages/arbitration/policies/names.ts';
import { readYamlFile } from '../../src/text/yaml-file.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const isOfPrices = (text: string) => text.startsWith('# prices.yaml\n');
const examples = blocks.filter((text) => !isOfPrices(text));

describe('docs/configuration.md', () => {
  it('has a line for every setting', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|.*\|$/gm)].map(([, name]) => name);

    expect(rows).toEqual(expect.arrayContaining(Object.keys(ConfigFile.shape)));
  });

  it.each(examples.map((text) => [text]))('gives a valid example:\n%s', (text) => {
    expect(readYamlFile(text, 'parley.yaml', ConfigFile)).toMatchObject({ ok: true });
  });

  it('gives a valid example of prices', () => {
    const [prices = '', ...others] = blocks.filter(isOfPrices);

    expect(others).toEqual([]);
    expect(readYamlFile(prices, 'prices.yaml', PriceFile)).toMatchObject({ ok: true });
  });

  it('gives an example of every setting', () => {
    const keys = examples.flatMap((text) => [...text.matchAll(/^(\w+):/gm)].map(([, key]) => key));

    expect([...new Set(keys)].sort()).toEqual(Object.keys(ConfigFile.shape).sort());
  });

  it('names the policies, the classes and the environments outside production', () => {
    for (const name of [...builtInPolicyNames, ...actorClasses, ...commonSettings.nonProduction]) {
      expect(page).toContain(`\`${name}\``);
    }
  });
});
