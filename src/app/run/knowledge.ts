import { resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { KnownOperation, knowledgeKey } from '../../model/knowledge.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { entryIssue } from '../../providers/catalog/learned.ts';
import { loadSchema } from '../../providers/schema/load.ts';
import { foldKnowledge } from '../../reconcile/decide/knowledge.ts';
import type { LogInput } from '../../reconcile/run-input.ts';
import type { YamlIssue } from '../../text/yaml-issue.ts';
import { openProjectStore } from '../history/open-store.ts';

/** The first reviewed operation that the provider's schema does not allow. */
export function operationsIssue({ operations }: ConfigFile): YamlIssue | undefined {
  const seen = new Set<string>();
  for (const [index, entry] of operations.entries()) {
    const issue = entryIssue(loadSchema(), entry);
    if (issue !== undefined) return { ...issue, path: ['operations', index, ...issue.path] };
    const key = knowledgeKey(entry);
    if (seen.has(key)) {
      return { path: ['operations', index, 'operation'], message: `${key} is there twice` };
    }
    seen.add(key);
  }
  return undefined;
}

/**
 * What earlier runs learned about calls missing from the catalog, where the project has a store.
 */
export function projectKnowledge(io: Io, dir: string): NonNullable<LogInput['known']> {
  return async () => {
    const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
    if (!(await hasStore(location))) return [];
    const store = await openProjectStore(io, dir);
    if (!store.ok) {
      printProblem(io, store.error);
      return [];
    }
    try {
      return await knownOperations(store.value);
    } finally {
      await store.value.close();
    }
  };
}

/** What the store has about operations. Invalid documents are ignored. */
export async function knownOperations(store: Store): Promise<readonly KnownOperation[]> {
  const documents = await store.knowledge();
  const known = documents.flatMap(({ body }) => KnownOperation.safeParse(body).data ?? []);
  return known.sort((a, b) => compareText(knowledgeKey(a.entry), knowledgeKey(b.entry)));
}

/** Keeps what the plans of a run confirmed, and withdraws what they refuted. */
export async function keepKnowledge(
  store: Store,
  { knowledge = [], startedAt }: Report,
): Promise<void> {
  if (knowledge.every(({ outcome }) => outcome === 'open')) return;
  const known = new Map(
    (await knownOperations(store)).map((each) => [knowledgeKey(each.entry), each]),
  );
  for (const judgment of knowledge) {
    const id = knowledgeKey(judgment.entry);
    const before = known.get(id);
    const after = foldKnowledge(before, judgment, startedAt);
    if (after === undefined || after === before) continue;
    const body = { ...after, evidence: [...after.evidence] };
    await store.putKnowledge({ id, time: startedAt, body });
  }
}

/**
 * Notes under the report where a plan confirmed something that is not kept because there is no
 * store.
 */
export async function knowledgeNotes(
  io: Io,
  dir: string,
  { knowledge = [] }: Report,
): Promise<readonly string[]> {
  const isConfirmed = knowledge.some(
    ({ trust, outcome }) => trust === 'proposed' && outcome === 'confirmed',
  );
  if (!isConfirmed) return [];
  if (await hasStore(storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']))) return [];
  return ['What the plan confirmed is not kept without a store; `parley init` makes one.'];
}
