import { hexDigest } from '../../model/digest.ts';
import { day, hour } from '../../model/instant.ts';
import { isJsonArray, type Json, type JsonObject } from '../../model/json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { demoStacks } from './estate.ts';
import { demoNoise, demoRecord, randomNumbers } from './records.ts';
import type { DemoStage } from './stage.ts';
import { type Beat, type Deed, story, storyDays } from './story.ts';

const tenant = 'default';
const source = 'trail';
const noiseADay = 40;

export interface PlayOptions {
  /** When the story begins, in milliseconds. */
  readonly start: number;
  readonly seed: number;
  /** Merges a branch into the one that the stacks are watched on. */
  readonly merge: (branch: string) => Promise<Result<void>>;
}

/** Plays the story: records arrive, stacks are scanned, people answer and merge. */
export async function playStory(stage: DemoStage, options: PlayOptions): Promise<Result<void>> {
  const random = randomNumbers(options.seed);
  for (let n = 0; n < storyDays; n += 1) {
    const beats = story
      .filter((beat) => beat.day === n)
      .map((beat) => ({ ...beat, time: timeOf(beat, options.start, random) }))
      .sort((a, b) => a.time - b.time);
    const morning = options.start + n * day;
    await keep(stage, demoNoise(morning, noiseADay, random), morning);
    const lived = await liveDay(stage, options, beats);
    if (!lived.ok) return lived;
  }
  return ok(undefined);
}

interface TimedBeat extends Beat {
  readonly time: number;
}

/** The seed varies the seconds, but not the order. */
function timeOf({ day: days, at }: Beat, start: number, random: () => number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return start + days * day + hours * hour + minutes * 60_000 + Math.floor(random() * 50) * 1_000;
}

/**
 * Plays one day. People answer what a scan has shown, so there is a scan before each answer, and
 * one at night.
 */
async function liveDay(
  stage: DemoStage,
  options: PlayOptions,
  beats: readonly TimedBeat[],
): Promise<Result<void>> {
  let changed = new Set<string>();
  const look = async (time: number): Promise<Result<void>> => {
    stage.setTime(time);
    const names = [...changed];
    changed = new Set();
    return scan(stage, names);
  };
  for (const { does, time } of beats) {
    if (does.kind === 'answer' || does.kind === 'merge') {
      const seen = await look(time - 60_000);
      if (!seen.ok) return seen;
    }
    stage.setTime(time);
    const done = await perform(stage, options, does, time);
    if (!done.ok) return done;
    for (const name of stacksOf(does)) changed.add(name);
  }
  const last = beats.at(-1);
  return last === undefined ? ok(undefined) : look(last.time + 15 * 60_000);
}

/** Stacks that the event changes. */
function stacksOf(deed: Deed): readonly string[] {
  switch (deed.kind) {
    case 'call': {
      const named = new Set<Json | undefined>(Object.values(deed.call.request));
      for (const value of named) if (isJsonArray(value)) for (const one of value) named.add(one);
      return demoStacks
        .filter(({ resources }) =>
          resources.some(({ attributes }) =>
            Object.entries(attributes).some(([name, value]) => isName(name) && named.has(value)),
          ),
        )
        .map(({ name }) => name);
    }
    case 'incident':
      return demoStacks.map(({ name }) => name);
    case 'answer':
    case 'merge':
      return [deed.stack];
  }
}

function isName(attribute: string): boolean {
  return /^(?:id|url|bucket|identifier|(?:\w+_)?name|key_id)$/.test(attribute);
}

async function scan(stage: DemoStage, names: readonly string[]): Promise<Result<void>> {
  for (const { name } of demoStacks) {
    if (!names.includes(name)) continue;
    const done = await stage.scan({ tenant, stack: name });
    if (!done.ok) return done;
  }
  return stage.settle();
}

async function perform(
  stage: DemoStage,
  { merge }: PlayOptions,
  deed: Deed,
  time: number,
): Promise<Result<void>> {
  switch (deed.kind) {
    case 'call': {
      const { who, call } = deed;
      const record = demoRecord(`call-${call.operation}-${time}`, time, who, call);
      await keep(stage, [record], time);
      return ok(undefined);
    }
    case 'incident': {
      const { id, status } = deed;
      const at = new Date(time).toISOString();
      const [open] = (await stage.store.incidents.list(tenant)).filter((one) => one.id === id);
      const from = open === undefined ? at : open.time;
      const body = status === 'open' ? { id, from } : { id, from, to: at };
      await stage.store.incidents.put(tenant, { id, time: from, body });
      return ok(undefined);
    }
    case 'answer': {
      const intent = await intentAbout(stage, deed);
      if (!intent.ok) return intent;
      const { action, by, note } = deed;
      const ask = { intent: intent.value, action, by, ...(note === undefined ? {} : { note }) };
      const answered = await stage.answer({ tenant, stack: deed.stack }, ask);
      return answered.ok ? stage.settle() : answered;
    }
    case 'merge': {
      const intent = await intentAbout(stage, deed);
      return intent.ok ? merge(`parley/${intent.value}`) : intent;
    }
  }
}

async function intentAbout(
  { store }: DemoStage,
  { stack, about }: { readonly stack: string; readonly about: string },
): Promise<Result<string>> {
  const key: StackKey = { tenant, stack };
  const run = await store.runs.latest(key);
  const found = run?.report.decisions.findLast(({ address }) => address === about);
  if (found !== undefined) return ok(found.intent);
  return fail({
    code: 'demo-without-intent',
    message: `The demo has no intent about ${about} in ${stack}.`,
    hint: 'This is a mistake in the demo: its story and its estate do not fit.',
  });
}

async function keep(
  { store }: DemoStage,
  records: readonly JsonObject[],
  time: number,
): Promise<void> {
  const at = new Date(time).toISOString();
  await store.collected(tenant).add({
    ...{ source, cloud: 'aws', stream: source, at },
    records: records.map((record) => {
      const raw = JSON.stringify(record);
      const digest = hexDigest(raw);
      const eventTime = String(record['eventTime']);
      return { id: String(record['eventID']), eventTime, ingestedAt: eventTime, digest, raw };
    }),
  });
}
