import { createGitBlame } from '../../adapters/forge/blame.ts';
import type { KeptCopy } from '../../code/terraform/run/kept-copy.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import { declaredApproval } from '../../config/approvers.ts';
import { arbitrationContext } from '../../config/context.ts';
import { milliseconds } from '../../config/duration.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { builtInSignatures } from '../../evidence/actor/signatures.ts';
import type { PriceList } from '../../model/cost.ts';
import type { Io } from '../../ports/io.ts';
import type { Advisor } from '../../reconcile/decide/advisor.ts';
import type { CodeInput, RunInput } from '../../reconcile/run-input.ts';
import type { CopyGround } from '../verify/copy-place.ts';
import { version } from '../version.ts';
import { readBackScope } from './baseline.ts';
import { definedOnly } from './environment.ts';
import type { Ground } from './ground.ts';
import type { RunOptions } from './options.ts';
import type { ChosenPolicy } from './policy.ts';
import { readBackInput } from './read-back.ts';
import type { Code } from './read-code.ts';
import type { Remembered } from './remembered.ts';
import { wishesOfOtherRoots } from './root-wishes.ts';
import type { Shipped } from './shipped.ts';
import type { StateRead } from './state.ts';

/** What the composition root has read and started for a run. */
export interface RunSources {
  readonly shipped: Shipped;
  readonly policy: ChosenPolicy;
  readonly manifests: NonNullable<CodeInput['manifests']>;
  readonly code: Code;
  /** The bytes of the state, and the state with the moves that the next apply makes. */
  readonly state: { readonly read: StateRead; readonly parsed: TerraformState };
  readonly advisor: Advisor | undefined;
  readonly prices: PriceList | undefined;
  readonly remembered: Remembered;
  readonly isBaseline: boolean;
  readonly terraform: ConfigFile['terraform'];
  readonly copied: CopyGround;
  readonly kept: KeptCopy;
}

/** The input of a run from what was read for it. */
export function assembleInput(
  io: Io,
  options: RunOptions,
  ground: Ground,
  sources: RunSources,
): RunInput {
  const { config, code, patching } = ground;
  const { shipped, policy, manifests, advisor, prices, isBaseline, copied } = sources;
  const { schema, catalog, harm, secondOpinion } = shipped;
  const { tree, loadOptions, repository } = sources.code;
  const { varFiles, workspace } = loadOptions;
  const { read, parsed: state } = sources.state;
  const { version: stateVersion } = read;
  const { learned, seen, memory } = sources.remembered;
  const place = { root: code.path, workspace };
  return {
    version: version(),
    startedAt: io.now(),
    log: logOf(options, ground, policy),
    code: {
      tree,
      loadOptions,
      repository,
      manifests,
      blame: createGitBlame(code.root, definedOnly(io.env), code.runGit),
    },
    state,
    ...(stateVersion === undefined ? {} : { stateVersion }),
    providers: { schema, catalog, harm, ...(prices && { prices }) },
    judging: {
      policy: policy.policy,
      adopt: options.judging.adopt ?? config.adopt,
      context: (tagsOf) => arbitrationContext(config, io.now(), place, tagsOf),
      ...(advisor && { advisor }),
      ...(ground.judging.external && { external: ground.judging.external }),
    },
    people: peopleOf(sources.remembered, config),
    patching: {
      patches: options.delivery.write ? 'stacked' : 'apart',
      ...(options.scope.only && { only: options.scope.only }),
      ...(patching.pick && { pick: patching.pick }),
      alternatives: patching.alternatives,
      wishes: wishesOfOtherRoots(copied, { varFiles, workspace }, patching.wishes ?? []),
      secondOpinion,
    },
    earlier: {
      ...(memory && { memory }),
      isBaseline,
      pending: { windowMs: milliseconds(config.pending_window), ...(seen && { seen }) },
      ...(learned && { learned }),
    },
    ...readBackInput(io, options, readBackScope(options.proof, isBaseline), {
      ...copied,
      settings: sources.terraform,
      varFiles,
      state: read.bytes,
      parsed: state,
      ...{ schema, workspace, kept: sources.kept },
    }),
    elapsed: io.elapsed,
  };
}

function logOf(
  { output: { trace } }: RunOptions,
  { log: { events, known }, config }: Ground,
  policy: ChosenPolicy,
): RunInput['log'] {
  return {
    items: events.items,
    signatures: [...policy.actors, ...config.actors, ...builtInSignatures],
    operations: config.operations,
    known,
    traced: trace !== undefined,
  };
}

function peopleOf(
  { declared, answers }: Remembered,
  { approvers }: ConfigFile,
): RunInput['people'] {
  return {
    declarations: declared.map(({ declaration }) => declaration),
    approvals: declared.flatMap(
      ({ id, declaration }) => declaredApproval(id, declaration, approvers) ?? [],
    ),
    ...(answers && { answers }),
  };
}
