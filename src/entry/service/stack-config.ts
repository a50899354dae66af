import { resolve, sep } from 'node:path';
import { ConfigFile, Incident } from '../../config/schema.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { StoredDocument } from '../../ports/store/run-store.ts';
import { builtInPolicyNames } from '../../stages/arbitration/policies/names.ts';

export interface StackSettings {
  /** Settings of the repository: `parley.yaml` in the root module. */
  readonly own: ConfigFile;
  /** Settings of the service. */
  readonly service: ConfigFile;
  readonly stack: Stack;
  /** Whether the root module has a policy file, which counts even if nothing names it. */
  readonly hasPolicyFile: boolean;
  /** Incidents of the tenant. */
  readonly incidents: readonly StoredDocument[];
}

/**
 * The settings of a run. The repository decides what concerns the project itself. Only the service
 * decides which other systems are called, so that no repository can redirect those calls.
 */
export function stackConfig({
  own,
  service,
  stack,
  hasPolicyFile,
  incidents,
}: StackSettings): ConfigFile {
  const defaults = ConfigFile.parse({});
  const { model, opa, terraform } = service;
  return {
    ...defaults,
    policy: own.policy ?? (hasPolicyFile ? undefined : service.policy),
    adopt: own.adopt,
    kubernetes: own.kubernetes,
    actors: own.actors,
    deployers: own.deployers,
    environments: own.environments,
    incidents: [...own.incidents, ...calledIn(incidents)],
    maintenance: own.maintenance,
    freezes: own.freezes,
    declarations: own.declarations,
    approvers: service.approvers.length > 0 ? service.approvers : own.approvers,
    pending_window: own.pending_window,
    operations: own.operations,
    var_files: stack.var_files.length > 0 ? stack.var_files : own.var_files,
    workspace: stack.workspace,
    terraform,
    ...(model === undefined ? {} : { model }),
    ...(opa === undefined ? {} : { opa }),
    ...(own.prices === undefined ? {} : { prices: own.prices }),
  };
}

/** Invalid documents are ignored. */
function calledIn(documents: readonly StoredDocument[]): ConfigFile['incidents'] {
  return documents.flatMap(({ body }) => Incident.safeParse(body).data ?? []);
}

/** Fails for the first file that the settings name outside of the repository. */
export function fileOutside(
  { policy, prices, var_files }: ConfigFile,
  { root, top }: { readonly root: string; readonly top: string },
): Result<void> {
  const named = [
    ...var_files,
    ...(policy === undefined ? [] : [policy]),
    ...(prices === undefined ? [] : [prices]),
  ];
  const outside = named.find((file) => {
    if (builtInPolicyNames.includes(file)) return false;
    const path = resolve(root, file);
    return !path.startsWith(top + sep);
  });
  return outside === undefined ? ok(undefined) : fail(leadsOut(outside));
}

function leadsOut(file: string): Problem {
  return {
    code: 'file-outside',
    message: `The settings name ${displayText(file, 120)}, which is not in the repository.`,
    hint: 'Put the file into the repository, and name it relative to the root module.',
  };
}
