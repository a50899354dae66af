import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { KeptCopy } from '../../code/terraform/run/kept-copy.ts';
import { readLive } from '../../code/terraform/run/read-live.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Io } from '../../ports/io.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { RunInput } from '../../reconcile/run-input.ts';
import { filesAhead } from '../verify/ahead.ts';
import { type CopyGround, copyPlace } from '../verify/copy-place.ts';
import { openTerraform } from '../verify/open.ts';
import type { RunOptions } from './options.ts';

interface Grounds extends CopyGround {
  readonly settings: ConfigFile['terraform'];
  readonly varFiles: readonly string[];
  /** Bytes of the state. */
  readonly state: Uint8Array;
  readonly parsed: TerraformState;
  readonly workspace: string;
  readonly schema: ProviderSchema;
  readonly kept: KeptCopy;
}

/**
 * What a read-back covers: what events touched and what waits for one; also what is open since
 * earlier runs; or the entire state.
 */
export type ReadBackExtent = 'touched' | 'open' | 'everything';

/** With `--verify plan`: asks Terraform for the live values, using the code as it is. */
export function readBackInput(
  io: Io,
  options: RunOptions,
  scope: ReadBackExtent,
  { settings, varFiles, state, parsed, workspace, schema, kept, ...ground }: Grounds,
): Pick<RunInput, 'readBack'> {
  if (options.proof.verify !== 'plan') return {};
  const { parallelism } = settings;
  return {
    readBack: {
      everything: scope === 'everything',
      confirms: scope !== 'touched',
      async read({ addresses, foresee }) {
        const terraform = await openTerraform(io, options.proof, settings, schema);
        if (!terraform.ok) return terraform;
        const count = addresses === 'all' ? 'the whole state' : resourceCount(addresses.length);
        io.err(`Reading back ${count}\n`);
        const foreseen = await foresee?.();
        const files =
          foreseen && addresses !== 'all'
            ? filesAhead(options, parsed, foreseen, addresses)
            : undefined;
        return readLive(terraform.value, {
          ...copyPlace(ground, new Map()),
          ...(files && { ahead: copyPlace(ground, files).files }),
          ...(foreseen && { meanwhile: () => inSteps(foreseen.meanwhile()) }),
          state,
          workspace,
          tempDir: tmpdir(),
          kept,
          addresses,
          ...(parsed.moves && { moves: parsed.moves }),
          managed: parsed.resources.filter(({ mode }) => mode === 'managed'),
          varFiles,
          ...(parallelism === undefined ? {} : { parallelism }),
        });
      },
    },
  };
}

/** Yields to other work between two steps. */
async function inSteps(steps: Iterable<unknown>): Promise<void> {
  for (const _ of steps) await setImmediate();
}

function resourceCount(count: number): string {
  return count === 1 ? 'one resource' : `${count} resources`;
}
