import { openStateSource } from '../../../src/adapters/state-source/open.ts';
import type {
  StateLocation,
  StatePorts,
  StateSnapshot,
} from '../../../src/adapters/state-source/types.ts';
import type { Problem } from '../../../src/model/result.ts';

export const now = '2026-03-14T02:00:00.000Z';
export const stateJson = '{"version":4,"serial":7,"lineage":"l","resources":[]}';

export interface TestPorts extends StatePorts {
  readonly slept: number[];
}

/** Ports with a fake clock, and permission to call this machine. */
export function testPorts(more: Partial<StatePorts> = {}): TestPorts {
  const slept: number[] = [];
  return {
    base: import.meta.dirname,
    env: {},
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
    allowsLoopback: true,
    slept,
    ...more,
  };
}

export async function readProblem(
  location: StateLocation,
  more: Partial<StatePorts> = {},
): Promise<Problem> {
  const read = await openStateSource(location, testPorts(more)).read();
  if (read.ok) throw new Error('It was read.');
  return read.error;
}

/** Reads a snapshot, with its bytes as text. */
export async function readSnapshot(
  location: StateLocation,
  more: Partial<StatePorts> = {},
): Promise<Omit<StateSnapshot, 'bytes'> & { readonly text: string }> {
  const read = await openStateSource(location, testPorts(more)).read();
  if (!read.ok) throw new Error(`${read.error.code}: ${read.error.message}`);
  const { bytes, ...snapshot } = read.value;
  return { ...snapshot, text: Buffer.from(bytes).toString() };
}
