import { resolve } from 'node:path';
import { declaredApproval } from '../../../config/approvers.ts';
import { readConfig } from '../../../config/read.ts';
import type { ConfigFile } from '../../../config/schema.ts';
import { ok, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { loadSchema } from '../../../providers/schema/load.ts';
import type { KnownDelegation, KnownValues } from '../../../stages/guard/known.ts';
import type { GuardPlan } from '../../../stages/guard/plan/types.ts';
import { blame } from '../../../stages/ledger/blame.ts';
import { foldLedger } from '../../../stages/ledger/fold.ts';
import { fieldTypeOf } from '../../../stages/ledger/object-type.ts';
import {
  findDelegations,
  type PatchDelegation,
} from '../../../stages/patch/terraform/delegation.ts';
import type { Project } from '../../../stages/patch/terraform/types.ts';
import {
  allDeclarations,
  committedDeclarations,
  type DeclaredFiles,
  storedDeclarations,
} from '../../run/declarations.ts';
import { readKnownDrifts } from '../known-drifts.ts';

/** What a store and the code record about the fields that a plan changes. */
export async function recallPlan(
  plan: GuardPlan,
  store: Store | undefined,
  code: {
    readonly project?: Project;
    readonly declared: readonly DeclaredFiles[];
    readonly config: ConfigFile;
  },
  now: string,
): Promise<KnownValues> {
  const stored = store === undefined ? [] : await storedDeclarations(store);
  const noted = code.project === undefined ? [] : findDelegations(code.project, now);
  const changed = plan.changes.map(({ address }) => address);
  return {
    store: store !== undefined,
    drifts: store === undefined ? [] : await readKnownDrifts(store, now),
    delegations: [
      ...fromNotes(noted),
      ...(store === undefined ? [] : await fromLedger(store, changed, now)),
    ].filter(isFirst),
    declarations: allDeclarations(code.declared, stored),
    approvals: stored.flatMap(
      ({ id, declaration }) => declaredApproval(id, declaration, code.config.approvers) ?? [],
    ),
  };
}

/** Fields that notes in the code delegate, and whose delegation has not ended. */
export function fromNotes(noted: readonly PatchDelegation[]): readonly KnownDelegation[] {
  return noted.filter(({ expired }) => !expired).flatMap(fromNote);
}

function fromNote({ addresses, path, owner, bounds, until, intent }: PatchDelegation) {
  return addresses.map(
    (address): KnownDelegation => ({
      ...{ address, path, owner, intent },
      ...(bounds === undefined ? {} : { bounds }),
      ...(until === undefined ? {} : { until }),
    }),
  );
}

/** The ledger has a delegation even where the pull request removes its note from the code. */
export async function fromLedger(
  store: Pick<Store, 'ledger'>,
  addresses: readonly string[],
  now: string,
): Promise<readonly KnownDelegation[]> {
  const schema = loadSchema();
  const found: KnownDelegation[] = [];
  for (const address of addresses) {
    const ledger = foldLedger(await store.ledger(address), (type) => fieldTypeOf(schema, type));
    const resource = ledger.get(address);
    if (resource === undefined) continue;
    for (const { path, owners } of blame(resource, now).fields) {
      const owner = owners.find(({ delegated }) => delegated === 'in-force');
      if (owner?.delegation === undefined) continue;
      const { since, bounds, expires } = owner.delegation;
      found.push({
        ...{ address, path, owner: owner.manager.name, since },
        ...(bounds === undefined ? {} : { bounds }),
        ...(expires === undefined ? {} : { until: expires }),
      });
    }
  }
  return found;
}

/** Of several notes on a field, the first one counts. */
export function isFirst(
  one: KnownDelegation,
  index: number,
  all: readonly KnownDelegation[],
): boolean {
  const key = (each: KnownDelegation) => JSON.stringify([each.address, each.path]);
  return all.findIndex((each) => key(each) === key(one)) === index;
}

/** Intents that are declared in the settings of the project. */
export async function committed(
  io: Io,
  root: string,
  file: string | undefined,
): Promise<Result<{ readonly config: ConfigFile; readonly declared: readonly DeclaredFiles[] }>> {
  const config = await readConfig(root, file && resolve(io.cwd, file));
  if (!config.ok) return config;
  return ok({ config: config.value, declared: committedDeclarations(config.value) });
}
