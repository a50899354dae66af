import { naming, type Program } from '../../code/terraform/program.ts';
import type { Drift } from '../../model/drift.ts';
import type { HarmReading } from '../../model/harm.ts';
import type { KnowledgeJudgment } from '../../model/knowledge.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { formatPath } from '../../model/path.ts';
import type { Report, Unresolved } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { ExternalRuling } from '../../stages/arbitration/external/types.ts';
import { findReverted } from '../../stages/intent/passed.ts';
import type { Expiry } from '../decide/expired.ts';
import { unknownOperationsIn } from '../ingest/unknown-operations.ts';
import { besideManaged } from '../managed/beside.ts';
import { knownIn } from '../managed/known-resources.ts';
import type { Remembering } from '../memory/remember.ts';
import type { Verdicts } from '../reach-verdicts.ts';
import type { SettledDrift } from '../settle-drift.ts';
import type { Stage } from '../stages.ts';

interface Found
  extends Omit<Verdicts, 'expired' | 'record' | 'ruled' | 'undecided'>,
    Pick<SettledDrift, 'net' | 'ignored' | 'pending' | 'recalled'> {
  readonly patched: readonly PatchedIntent[];
  readonly unresolved: readonly Unresolved[];
  readonly knowledge: readonly KnowledgeJudgment[];
}

/** Adds the delegations that ended in this run, after the findings of the log. */
export function withExpired(found: Found, expired: readonly Expiry[]): Found {
  const { net } = found;
  return {
    ...found,
    net: { ...net, drifts: [...net.drifts, ...expired.flatMap(({ drifts }) => drifts)] },
    intents: [...found.intents, ...expired.map(({ intent }) => intent)],
    decisions: [...found.decisions, ...expired.flatMap(({ decisions }) => decisions)],
  };
}

/** The report of a run. Proposals are added later, when they are opened. */
export function makeReport(
  { input, ingested, index }: Stage,
  {
    net,
    ignored,
    intents,
    decisions,
    contentions,
    patched,
    unresolved,
    advice,
    tokens,
    external,
    knowledge,
    pending,
    answers,
    harmOf,
    remembering,
    recalled,
  }: Found & { readonly remembering: Remembering },
  timings: Readonly<Record<string, number>>,
): Report {
  const actorOf = (event: string) => ingested.events.get(event)?.actor;
  const beside = besideManaged(net, actorOf, input.judging.context(() => ({})).deployers);
  const logged = [...ingested.events.values()].filter(({ id }) => recalled.read.has(id));
  const unknownOperations = unknownOperationsIn(logged);
  const { inputs, ...head } = reportHead(input, ingested, {
    remembers: input.earlier.memory !== undefined,
    baseline: remembering.update?.state?.baseline,
  });
  return {
    ...head,
    ...(external === undefined ? {} : { externalPolicy: namedPolicy(external) }),
    inputs,
    openDrifts: remembering.open,
    closedDrifts: remembering.closed,
    ...questionsOf(remembering),
    drifts: net.drifts.map((drift) => withHarm(drift, harmOf(drift))),
    intents,
    decisions,
    ...(answers.length === 0 ? {} : { answers }),
    patches: patched.map((each) => each.patch),
    proposals: [],
    unresolved: [...unresolved, ...unseenDrifts(remembering.unseen)].map((each) =>
      inProgram(input.code.loadOptions.product, each),
    ),
    ...(unknownOperations.length === 0 ? {} : { unknownOperations }),
    reverted: findReverted({
      ...net,
      event: (id) => ingested.events.get(id),
      known: knownIn(index),
    }),
    ...(pending.length === 0 ? {} : { pending }),
    ...(beside.length === 0 ? {} : { beside }),
    ...(ignored.length === 0 ? {} : { ignored }),
    contentions,
    tokens,
    ...(advice === undefined ? {} : { advice }),
    ...(knowledge.length === 0 ? {} : { knowledge }),
    ...(input.earlier.learned === undefined ? {} : { learned: input.earlier.learned }),
    timings,
  };
}

/** The part of a report on the run itself, independent of its findings. */
export function reportHead(
  input: Stage['input'],
  { read, kept, dropped, window }: Stage['ingested'],
  { remembers, baseline }: { readonly remembers: boolean; readonly baseline: string | undefined },
): Pick<Report, 'schema' | 'tool' | 'startedAt' | 'policy' | 'inputs'> {
  return {
    schema: 'parley/report/v1',
    tool: { name: 'parley', version: input.version },
    startedAt: input.startedAt,
    policy: input.judging.policy.name,
    inputs: {
      events: { read, kept, dropped },
      state: stateOf(input),
      ...(window === undefined ? {} : { window }),
      remembers,
      ...placeOf(input),
      ...(baseline === undefined ? {} : { baseline }),
    },
  };
}

function withHarm(drift: Drift, { harms, cost }: HarmReading): Drift {
  return {
    ...drift,
    ...(harms.length === 0 ? {} : { harm: harms }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Open drifts on which this run has no information. */
function unseenDrifts(unseen: readonly OpenDrift[]): readonly Unresolved[] {
  return unseen.map(({ address, path, lastConfirmed, firstSeen }) => ({
    code: 'open-drift-unseen',
    reason: `The drift of ${displayText(formatPath(path), 120) || 'the resource'} has been open since ${secondText(firstSeen)}; this run saw nothing about it (last confirmed ${secondText(lastConfirmed.at)}).`,
    suggestion: 'Run with `--verify plan`, which reads the live value.',
    address,
  }));
}

function questionsOf({
  questions: { open, closed },
}: Remembering): Pick<Report, 'openQuestions' | 'closedQuestions'> {
  return {
    ...(open.length === 0 ? {} : { openQuestions: open }),
    ...(closed.length === 0 ? {} : { closedQuestions: closed }),
  };
}

/** The inputs that a command must specify to refer to the same code. */
function placeOf({
  code: { loadOptions },
  state: { moves = [] },
}: Stage['input']): Pick<Report['inputs'], 'varFiles' | 'workspace' | 'program' | 'moves'> {
  const { varFiles = [], workspace = 'default', product } = loadOptions;
  const moved = [...new Set(moves.flatMap(({ from, to }) => [from, to]))].sort();
  return {
    ...(varFiles.length === 0 ? {} : { varFiles }),
    ...(workspace === 'default' ? {} : { workspace }),
    ...(product === 'tofu' ? { program: product } : {}),
    ...(moved.length === 0 ? {} : { moves: moved }),
  };
}

function stateOf({ state, stateVersion }: Stage['input']): Report['inputs']['state'] {
  const read = { serial: state.serial, resources: state.resources.length };
  return stateVersion === undefined ? read : { ...read, version: stateVersion };
}

function inProgram(program: Program | undefined, each: Unresolved): Unresolved {
  const { reason, suggestion } = each;
  return {
    ...each,
    reason: naming(program, reason),
    ...(suggestion === undefined ? {} : { suggestion: naming(program, suggestion) }),
  };
}

function namedPolicy({
  record: { name, digest },
}: ExternalRuling): NonNullable<Report['externalPolicy']> {
  return { name, ...(digest === undefined ? {} : { digest }) };
}
