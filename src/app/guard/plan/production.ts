import { arbitrationContext } from '../../../config/context.ts';
import type { ConfigFile } from '../../../config/schema.ts';
import { isJsonObject, type JsonObject } from '../../../model/json.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import type { PlannedResource } from '../../../stages/guard/plan/types.ts';
import type { GuardOptions } from '../../../stages/guard/types.ts';
import { choosePolicy, policyNamed } from '../../run/policy.ts';

/**
 * Tells whether a resource is production, by the settings and the policy, as in a scan. For an
 * existing resource its current tags count, not those that the plan gives it.
 */
export async function createProductionCheck(
  io: Io,
  root: string,
  config: ConfigFile,
  workspace: string | undefined,
): Promise<Result<NonNullable<GuardOptions['isProduction']>>> {
  const policy = await choosePolicy(root, policyNamed(io, {}, config.policy));
  if (!policy.ok) return policy;
  const { nonProduction } = policy.value;
  const place = { root, workspace: workspace ?? config.workspace ?? 'default' };
  return ok((change) => {
    const { environmentOf } = arbitrationContext(config, io.now(), place, () => tagsOf(change));
    const environment = environmentOf(change.address);
    return environment === undefined || !nonProduction.includes(environment);
  });
}

function tagsOf({ before, after }: PlannedResource): JsonObject {
  const values = (before ?? after)?.values;
  const maps = ['labels', 'tags_all', 'tags'].map((name) =>
    isJsonObject(values) ? values[name] : undefined,
  );
  return Object.assign({}, ...maps.filter((map) => isJsonObject(map)));
}
