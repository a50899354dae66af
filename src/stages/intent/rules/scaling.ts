import type { AttributePath } from '../../../model/path.ts';
import { withoutProvider } from '../../../providers/traits/clouds.ts';
import { limitsOfNumbers, scaledFields } from '../../../providers/traits/scaled-fields.ts';
import { clause, type IntentClause, type NamingRule } from '../clause.ts';
import { type Fact, shortValue } from '../facts.ts';

/** A resource's number of units, and the limits of that number, as fields of facts. */
interface Size {
  readonly type: string;
  readonly count?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly unit: string;
}

const sizes: readonly Size[] = [
  ...scaledFields.flatMap(({ type, path, min, max, unit }) =>
    unit === undefined
      ? []
      : [{ type, count: fieldAt(path), min: fieldAt(min), max: fieldAt(max), unit }],
  ),
  ...limitsOfNumbers.map(({ type, min, max, unit }) => ({
    type,
    min: fieldAt(min),
    max: fieldAt(max),
    unit,
  })),
];

function fieldAt(path: AttributePath | undefined): string | undefined {
  return path?.filter((step) => typeof step === 'string').join('.');
}

/** Sizes of groups, with changed limits in the same sentence. */
export const scalingRules: readonly NamingRule[] = sizes.map((size) => ({
  id: `scale-${withoutProvider(size.type).replaceAll(/[_/]/g, '-').toLowerCase()}`,
  types: [size.type],
  read: (facts) =>
    readSize(
      size,
      facts.filter(({ change }) => change === 'changed'),
    ),
}));

function readSize(size: Size, facts: readonly Fact[]): readonly Omit<IntentClause, 'rule'>[] {
  const count = facts.find(({ field }) => field === size.count);
  const limits = [
    { name: 'minimum', fact: facts.find(({ field }) => field === size.min) },
    { name: 'maximum', fact: facts.find(({ field }) => field === size.max) },
  ].flatMap(({ name, fact }) => (fact === undefined ? [] : [{ name, fact }]));
  const all = [...(count === undefined ? [] : [count]), ...limits.map(({ fact }) => fact)];
  if (all.length === 0) return [];
  const texts = limits.map(({ name, fact }) => `${name} ${fromTo(fact)}`).join(', ');
  if (count === undefined) {
    const phrases = { before: 'Changed the limits of ', after: ` (${texts})` };
    return [clause(all, 'scaling', phrases)];
  }
  const live = shortValue(count.live) ?? '?';
  const unit = live === '1' ? size.unit : `${size.unit}s`;
  const note = texts === '' ? '' : ` (${texts})`;
  const phrases = {
    before: 'Scaled ',
    object: count.name,
    after: ` ${fromTo(count)} ${unit}${note}`,
  };
  return [clause(all, 'scaling', phrases)];
}

function fromTo({ declared, live }: Fact): string {
  const [from, to] = [shortValue(declared), shortValue(live) ?? 'nothing'];
  return from === undefined ? `to ${to}` : `from ${from} to ${to}`;
}
