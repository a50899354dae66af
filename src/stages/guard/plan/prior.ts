import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../model/json.ts';
import type { Side } from './types.ts';

export interface PriorState {
  /** Managed resources by address. */
  readonly resources: ReadonlyMap<string, Side>;
  readonly accounts: readonly string[];
}

/** The state that a plan is based on, from its `prior_state`. */
export function readPriorState(state: Json | undefined): PriorState {
  const resources = new Map<string, Side>();
  const accounts = new Set<string>();
  const modules = [jsonAt(state, 'values', 'root_module')];
  for (let module = modules.pop(); module !== undefined; module = modules.pop()) {
    for (const each of list(jsonAt(module, 'resources'))) {
      const [address, values] = [jsonAt(each, 'address'), jsonAt(each, 'values')];
      if (typeof address !== 'string' || !isJsonObject(values)) continue;
      const found = accountOf(each, values);
      if (found !== undefined) accounts.add(found);
      if (jsonAt(each, 'mode') !== 'managed') continue;
      const sensitive = jsonAt(each, 'sensitive_values') ?? false;
      resources.set(address, { values, unknown: false, sensitive });
    }
    modules.push(...list(jsonAt(module, 'child_modules')));
  }
  return { resources, accounts: [...accounts].sort() };
}

/** The account that owns a resource, or that a data source returns as the caller's own. */
function accountOf(resource: Json, values: Json): string | undefined {
  const isManaged = jsonAt(resource, 'mode') === 'managed';
  const arn = isManaged ? jsonAt(values, 'arn') : undefined;
  const isCaller = jsonAt(resource, 'type') === 'aws_caller_identity';
  const own = isCaller ? jsonAt(values, 'account_id') : jsonAt(values, 'owner_id');
  const account = typeof arn === 'string' ? arn.split(':')[4] : isManaged || isCaller ? own : '';
  return typeof account === 'string' && /^\d{12}$/.test(account) ? account : undefined;
}

function list(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
