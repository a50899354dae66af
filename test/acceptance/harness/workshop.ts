import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/model/json.ts';
import { createClients } from '../recorder/clients.ts';
import type { PersonaName } from '../recorder/personas.ts';
import { createRecorder } from '../recorder/recorder.ts';
import type { Prepared } from './broker.ts';
import type { Case, Cloud } from './case.ts';
import type { Fork } from './emulator.ts';
import { parseState } from './state.ts';
import { readTree, type Tree } from './tree.ts';

/** A copy of a project, with a cloud of its own. */
export interface Workshop {
  readonly prepared: Prepared;
  readonly fork: Fork;
  readonly folder: string;
  readonly dir: string;
  readonly state: string;
  readonly events: string;
  readonly before: Tree;
  close(): void;
}

export function openWorkshop(prepared: Prepared, fork: Fork, once = false): Workshop {
  const folder = mkdtempSync(join(tmpdir(), `parley-case-`));
  const dir = join(folder, 'project');
  const events = join(folder, 'events');
  const state = join(folder, 'terraform.tfstate');
  cpSync(prepared.dir, dir, { recursive: true });
  if (once) cpSync(prepared.onceState, join(dir, 'terraform.tfstate'));
  cpSync(join(dir, 'terraform.tfstate'), state);
  mkdirSync(events);
  return {
    prepared,
    fork,
    folder,
    dir,
    state,
    events,
    before: readTree(dir),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Rewrite = Parameters<Cloud['rewrite']>[0];

/** What a case did: its records as written to the log. */
export interface Performed {
  readonly records: readonly JsonObject[];
  readonly error?: string;
}

/** Makes the calls of a case and writes their records to the log. */
export async function perform(
  workshop: Workshop,
  one: Case,
  position: number,
  together = false,
  /** ISO 8601 UTC; given where the calls must come after what an earlier run read. */
  start?: string,
): Promise<Performed> {
  const digits = (value: number) => `${value}`.padStart(2, '0');
  const clock = together ? `08:${digits(position * 2)}` : `${digits(8 + position)}:00`;
  const recorder = createRecorder(one.name, start ?? `2025-03-04T${clock}:00Z`);
  const rewrites: Rewrite[] = [];
  const options = { endpoint: workshop.fork.endpoint, recorder };
  const resources = parseState(readFileSync(workshop.state, 'utf8'));
  const at = (address: string): JsonObject => {
    const attributes = resources.get(address);
    if (attributes === undefined) throw new Error(`No ${address} in the state.`);
    return attributes;
  };
  // Spreading the clients would create every one of them.
  const cloud: Cloud = Object.assign(createClients({ ...options, persona: one.by }), {
    as: (persona: PersonaName) => createClients({ ...options, persona }),
    refused: (code: string, persona: PersonaName = one.by) =>
      createClients({ ...options, persona, answer: { kind: 'refused', code, message: code } }),
    reported: (output = {}) =>
      createClients({ ...options, persona: one.by, answer: { kind: 'done', output } }),
    at,
    text: (address: string, attribute = 'id') => String(at(address)[attribute]),
    wait: recorder.wait,
    rewrite: (change: Rewrite) => void rewrites.push(change),
  });
  let error: string | undefined;
  try {
    await one.act(cloud);
  } catch (thrown) {
    error = String(thrown);
  }
  const records = rewrites.reduce((list, change) => change(list), [...recorder.records]);
  const name = `${`${position}`.padStart(2, '0')}.json`;
  writeFileSync(join(workshop.events, name), JSON.stringify({ Records: records }));
  return { records, ...(error === undefined ? {} : { error }) };
}
