import type { IntentState } from '../../model/lifecycle.ts';
import { shortPath } from '../../model/short-path.ts';
import { compareText } from '../../model/text.ts';
import type { StoredIntent } from '../../ports/store/run-store.ts';
import type { ListedIntent } from '../../present/terminal/listed-intent.ts';
import { lastLooked } from '../../reconcile/report/lifecycle.ts';
import type { DeclaredFiles } from '../run/declarations.ts';

/** Declared intents with the state that runs gave them, and inferred ones; oldest first. */
export function listIntents(
  declared: readonly DeclaredFiles[],
  stored: readonly StoredIntent[],
  now: string,
): readonly ListedIntent[] {
  const states = new Map(stored.map(({ intent, state }) => [intent.id, state]));
  const inferred = stored.filter(({ intent }) => intent.declared !== true);
  return [
    ...declared.map((each) => fromDeclared(each, states.get(each.id) ?? 'ingested', now)),
    ...inferred.map(fromLog),
  ].sort((a, b) => compareText(a.from, b.from) || compareText(a.id, b.id));
}

function fromDeclared(
  { id, source, declaration }: DeclaredFiles,
  state: IntentState,
  now: string,
): ListedIntent {
  const { actor, address, path, want, relaxation, summary, ticket, from, until } = declaration;
  const isOver = until !== undefined && Date.parse(until) <= Date.parse(now);
  return {
    id,
    source,
    state: isOver ? 'retired' : state,
    summary,
    who: { name: actor.name, class: actor.class, principal: actor.principal },
    fields: [fieldText(address, shortPath(path))],
    want,
    ...(relaxation === undefined ? {} : { or: relaxation }),
    ...(ticket === undefined ? {} : { ticket }),
    from,
    ...(until === undefined ? {} : { until }),
  };
}

function fromLog({ intent, state, fields, lastSeen }: StoredIntent): ListedIntent {
  const { id, actor, summary, ticket, window, expires } = intent;
  return {
    id,
    source: 'log',
    state,
    summary,
    who: { name: actor.name, class: actor.class, principal: actor.principal },
    fields: [...new Set(fields.map((each) => fieldText(each.address, shortPath(each.path))))],
    ...(ticket === undefined ? {} : { ticket }),
    from: window.from,
    ...(expires === undefined ? {} : { until: expires }),
    ...lastLooked({ state, lastSeen }),
  };
}

function fieldText(address: string, field: string): string {
  return `${address} ${field}`.trim();
}
