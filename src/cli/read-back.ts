import { tmpdir } from 'node:os';
import type { ConfigFile } from '../config/schema.ts';
import type { RunInput } from '../pipeline/run-types.ts';
import { readLive } from '../terraform/run/read-live.ts';
import type { Io } from './io.ts';
import type { RunOptions } from './options.ts';
import { type CopyGround, copyPlace } from './verify/copy-place.ts';
import { openTerraform } from './verify/open.ts';

interface Grounds extends CopyGround {
  readonly settings: Pick<ConfigFile, 'terraform'>;
  readonly varFiles: readonly string[];
  /** Text of the state. */
  readonly state: string;
  readonly workspace: string;
}

/** With `--verify plan`: Terraform is asked what is live, on the code as it is. */
export function readBackInput(
  io: Io,
  options: RunOptions,
  { settings, varFiles, state, workspace, ...ground }: Grounds,
): Pick<RunInput, 'readBack'> {
  if (options.verify !== 'plan') return {};
  const everything = options.all === true;
  const { parallelism } = settings.terraform;
  return {
    readBack: {
      everything,
      async read({ addresses }) {
        const terraform = await openTerraform(io, options, settings.terraform);
        if (!terraform.ok) return terraform;
        const count = addresses === 'all' ? 'the whole state' : countOf(addresses.length);
        io.err(`Reading back ${count}\n`);
        return readLive(terraform.value, {
          ...copyPlace(ground, new Map()),
          state,
          workspace,
          tempDir: tmpdir(),
          addresses,
          varFiles,
          ...(parallelism === undefined ? {} : { parallelism }),
        });
      },
    },
  };
}

function countOf(count: number): string {
  return count === 1 ? 'one resource' : `${count} resources`;
}
