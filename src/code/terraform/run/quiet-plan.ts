import { compareText } from '../../../model/text.ts';
import { parseAddress } from '../address.ts';
import type { PlannedChange, TerraformPlan } from './plan.ts';
import type { ChangeEvent, PlanEvents } from './plan-events.ts';
import { Sealed } from './sealed.ts';

/**
 * The plan if Terraform's events fully describe it: nothing differs, except that objects are
 * imported or moved to another address unchanged. Undefined if the values are needed, which only
 * the plan itself has.
 *
 * `present` are the instances in the state on which the plan is based. Each of them that was
 * requested and has no reported change is added to the plan without a change. The plan does not
 * show what the code sets.
 */
export function quietPlan(
  events: PlanEvents,
  addresses: readonly string[],
  present: ReadonlySet<string>,
): TerraformPlan | undefined {
  const { planned, drifted, outputs } = events;
  if (drifted.length > 0 || !planned.every(isQuiet)) return undefined;
  const reported = new Set(
    planned.flatMap(({ address, previousAddress = '' }) => [address, previousAddress]),
  );
  const rest = addresses
    .filter((address) => present.has(address) && !reported.has(address))
    .map((address) => ({ address, type: parseAddress(address)?.type ?? '', action: 'noop' }));
  const changes = [...planned, ...rest].map(idleChange);
  const importing = changes.filter((each) => each.importing !== undefined);
  return {
    terraformVersion: '',
    errored: false,
    resourceChanges: changes.toSorted((a, b) => compareText(a.address, b.address)),
    resourceDrift: [],
    importing: importing.map(({ address }) => address).sort(),
    outputs,
    counts: { import: importing.length, add: 0, change: 0, destroy: 0 },
    configures: () => false,
  };
}

function isQuiet({ action }: ChangeEvent): boolean {
  return action === 'import' || action === 'move';
}

function idleChange({ address, type, previousAddress, importing }: ChangeEvent): PlannedChange {
  return {
    address,
    ...(previousAddress === undefined ? {} : { previousAddress }),
    mode: 'managed',
    type,
    actions: ['no-op'],
    before: null,
    after: null,
    differences: [],
    unknown: [],
    ...(importing === undefined ? {} : { importing }),
    secrets: [],
    planned: new Sealed(undefined),
  };
}
