import { isWhollyKnown } from '../../../code/hcl/eval/value.ts';
import type {
  AffectedFinder,
  AffectedParts,
} from '../../../code/terraform/config/affected/find.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Impact } from '../../../model/patch.ts';
import { pathKey } from '../../../model/path.ts';
import { compareText } from '../../../model/text.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import type { EnoughImpacts } from '../code-base.ts';
import { defaultTagDifferences, takesDefaultTags } from './default-tags.ts';
import { repetitionSupport, supportText } from './support.ts';
import { differences, type IsUnordered } from './value-differences.ts';

export interface RadiusComparison {
  readonly isUnordered: IsUnordered;
  /** Narrows the comparison to what an edit can affect. */
  readonly affected: Pick<AffectedFinder, 'resources'>;
  /** Determines which types get tags from their provider. */
  readonly schema: ProviderSchema;
}

/**
 * The blast radius of an edit: every (address, path) whose declared value differs between two
 * evaluations, by address. Members of sets are identified by their content. Instances that are
 * added or removed have an empty path. Evaluates only what the edit can affect, and stops when
 * `enough` returns true.
 */
export function blastRadius(
  before: Evaluation,
  after: Evaluation,
  comparison: RadiusComparison,
  enough: EnoughImpacts = () => false,
): readonly Impact[] {
  const impacts: Impact[] = [];
  for (const found of impactsByInstance(before, after, comparison)) {
    impacts.push(...found);
    if (enough(found)) break;
  }
  return impacts.sort((a, b) => compareText(a.address, b.address));
}

function* impactsByInstance(
  before: Evaluation,
  after: Evaluation,
  comparison: RadiusComparison,
): Generator<readonly Impact[]> {
  const affected = comparison.affected.resources(before.configuration, after.configuration);
  for (const [module, names] of affected) {
    for (const [name, parts] of names) {
      const gone = instancesOf(before, module, name);
      for (const [address, instance] of instancesOf(after, module, name)) {
        const old = gone.get(address);
        gone.delete(address);
        if (old === undefined) yield [{ address, path: [] }];
        else {
          const pair = { address, before: { evaluation: before, instance: old } };
          yield instanceImpacts(
            { ...pair, after: { evaluation: after, instance } },
            parts,
            comparison,
          );
        }
      }
      for (const address of gone.keys()) yield [{ address, path: [] }];
    }
  }
}

/** Instances of `type.name` in all instances of a module, by address. */
function instancesOf(
  evaluation: Evaluation,
  module: string,
  name: string,
): Map<string, ResourceInstance> {
  const declaration = evaluation.configuration.modules.get(module)?.resources.get(name);
  const found = declaration === undefined ? [] : evaluation.instancesOf(declaration);
  return new Map(found.map((instance) => [instance.address, instance]));
}

interface Compared {
  readonly address: string;
  readonly before: { readonly evaluation: Evaluation; readonly instance: ResourceInstance };
  readonly after: { readonly evaluation: Evaluation; readonly instance: ResourceInstance };
}

function instanceImpacts(
  compared: Compared,
  parts: AffectedParts,
  { isUnordered, schema }: RadiusComparison,
): readonly Impact[] {
  const { address } = compared;
  const [before, after] = [compared.before.evaluation, compared.after.evaluation];
  const { type } = compared.after.instance.declaration;
  const differ = { type, isUnordered };
  const own = namesIn(compared, parts).flatMap((name) => {
    const old = before.attribute(compared.before.instance, name);
    const now = after.attribute(compared.after.instance, name);
    const paths = [...differences(differ, [name], old, now)];
    if (paths.length > 0) return paths.map((path) => ({ address, path }));
    if (now === undefined || isWhollyKnown(now)) return [];
    const same = supportText(before, address, name) === supportText(after, address, name);
    return same ? [] : [{ address, path: [name] }];
  });
  if (parts === 'all' && repetitionSupport(before, address) !== repetitionSupport(after, address)) {
    return [{ address, path: [] }];
  }
  const mayTag = parts === 'all' || parts.has('tags');
  if (!mayTag || !takesDefaultTags(schema, type)) return own;
  const seen = new Set(own.map(({ path }) => pathKey(path)));
  const tags = defaultTagDifferences(before, after, address).filter((path) => {
    return !seen.has(pathKey(path));
  });
  return [...own, ...tags.map((path) => ({ address, path }))];
}

/** Arguments and nested blocks that may differ, sorted. */
function namesIn({ address, before, after }: Compared, parts: AffectedParts): readonly string[] {
  if (parts !== 'all') return [...parts].sort();
  const old = before.evaluation.attributes(address).keys();
  const now = after.evaluation.attributes(address).keys();
  return [...new Set([...old, ...now])].sort();
}
