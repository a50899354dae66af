import { Recent } from '../../model/recent.ts';
import type { Result } from '../../model/result.ts';
import { awsEntries } from '../../providers/aws/all.ts';
import { azureEntries } from '../../providers/azure/all.ts';
import { createCatalog } from '../../providers/catalog/registry.ts';
import { awsDerivedRules } from '../../providers/derived/beyond.ts';
import { gcpEntries } from '../../providers/google/all.ts';
import { loadHarmFacts } from '../../providers/harm/table/load.ts';
import { loadSchema } from '../../providers/schema/load.ts';
import type { PatchingInput, ProviderFacts } from '../../reconcile/run-input.ts';
import type { Policy } from '../../stages/arbitration/types.ts';
import { builtInPolicy } from '../../stages/policy/built-in/policies.ts';
import type { ReadPolicy } from '../../stages/policy/file/parse.ts';
import { createSecondOpinion } from './second-opinion.ts';

/**
 * Data that ships with Parley and is the same for each run. A process that makes several runs reads
 * it once.
 */
export interface Shipped
  extends Pick<ProviderFacts, 'schema' | 'catalog' | 'harm'>,
    Pick<PatchingInput, 'secondOpinion'> {
  /** The built-in policy of that name. */
  policy(name: string): Result<Policy>;
  /** Recently read policy files, by name and text, since most scans have the same ones. */
  readonly policyFiles: Recent<string, Result<ReadPolicy>>;
}

/** About the number of repositories that a process scans in turn. */
const maxPolicyFiles = 16;

/** Most of the data is read on first use. */
export function loadShipped(): Shipped {
  const policies = new Map<string, Result<Policy>>();
  return {
    schema: loadSchema(),
    catalog: createCatalog([...awsEntries, ...azureEntries, ...gcpEntries], awsDerivedRules()),
    harm: loadHarmFacts(),
    secondOpinion: createSecondOpinion(),
    policy(name) {
      const policy = policies.get(name) ?? builtInPolicy(name);
      if (policy.ok) policies.set(name, policy);
      return policy;
    },
    policyFiles: new Recent(maxPolicyFiles),
  };
}
