import type { Drift, DriftValue } from '../../model/drift.ts';
import { compareInstants } from '../../model/instant.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { isSensitive } from '../../providers/schema/query.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { addAsked } from '../../stages/intent/llm/ask-all.ts';
import type { TokenCount } from '../../stages/intent/llm/port.ts';
import { readSessions } from '../../stages/intent/llm/read-sessions.ts';
import type { SessionFacts } from '../../stages/intent/llm/session.ts';
import type { Learning } from '../ingest/learn.ts';
import type { Stage } from '../stages.ts';

/** Below this confidence, the rules only repeat what changed, and the purpose is open. */
const poorReading = 0.65;

export interface Advised {
  readonly intents: readonly Intent[];
  /** Undefined if no model is configured. */
  readonly advice?: Report['advice'];
  readonly tokens: TokenCount;
}

/** The intents, with a model's reading of those that the rules understand poorly. */
export async function adviseOn(
  { input, ingested }: Stage,
  net: NetDriftResult,
  intents: readonly Intent[],
  learning: Learning,
): Promise<Advised> {
  const { advisor } = input.judging;
  const { schema } = input.providers;
  if (advisor === undefined) return { intents, tokens: learning.asked.tokens };
  const drifts = new Map(net.drifts.map((drift) => [drift.id, drift]));
  const facts = intents
    .filter(({ confidence }) => confidence < poorReading)
    .map((intent) => sessionOf(intent, drifts, ingested.events))
    .filter(({ calls }) => advisor.tasks.has('sessions') || calls.some(isUnknown))
    .map((session) => sessionFacts(session, schema));
  const { readings, asked } = await readSessions(advisor.model, advisor.prompts.session, facts);
  const { tokens, notes, rejected, unasked } = addAsked(learning.asked, asked);
  return {
    intents: intents.map((intent) => {
      const reading = readings.get(intent.id);
      return reading === undefined ? intent : { ...intent, reading };
    }),
    advice: {
      model: advisor.model.name,
      notes,
      ...(rejected === 0 ? {} : { rejected }),
      ...(unasked === 0 ? {} : { unasked }),
      proposed: learning.proposed,
    },
    tokens,
  };
}

interface Session {
  readonly intent: Intent;
  readonly drifts: readonly Drift[];
  readonly calls: readonly KeptEvent[];
}

function sessionOf(
  intent: Intent,
  drifts: ReadonlyMap<string, Drift>,
  events: ReadonlyMap<string, KeptEvent>,
): Session {
  const own = intent.drifts.flatMap((id) => drifts.get(id) ?? []);
  const evidence = new Set(own.flatMap((drift) => drift.evidence));
  const calls = [...evidence]
    .flatMap((id) => events.get(id) ?? [])
    .sort((a, b) => compareInstants(a.time, b.time) || compareText(a.id, b.id));
  return { intent, drifts: own, calls };
}

function isUnknown({ unknown }: KeptEvent): boolean {
  return unknown !== undefined;
}

function sessionFacts({ intent, drifts, calls }: Session, schema: ProviderSchema): SessionFacts {
  const { actor, id, window, purpose, ticket } = intent;
  return {
    id,
    purpose,
    ...(ticket === undefined ? {} : { ticket }),
    actor: actor.class,
    ...(actor.session === undefined ? {} : { sessionName: actor.session }),
    window,
    changes: drifts.map((drift) => {
      const shown = !isSensitive(schema, drift.type, drift.path);
      const [before, after] = shown ? [sideValue(drift.declared), sideValue(drift.live)] : [];
      return {
        id: drift.id,
        address: drift.address,
        attribute: formatPath(drift.path),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      };
    }),
    calls: calls.map((call) => ({
      id: call.id,
      time: call.time,
      service: call.service,
      operation: call.operation,
    })),
  };
}

function sideValue(side: DriftValue): Json | undefined {
  if (side.kind === 'absent') return null;
  return side.kind === 'value' ? side.value : undefined;
}
