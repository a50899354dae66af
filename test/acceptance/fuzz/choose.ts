import { groupBy } from '../../../src/model/group.ts';
import type { Mutator } from './mutator.ts';
import { randomOf } from './random.ts';
import {
  type Aim,
  aimsAt,
  type Kind,
  kinds,
  type Resources,
  type Scenario,
  scenarioOf,
} from './scenario.ts';

/** How many resources of a project each mutator is tried on when all scenarios are played. */
const each = 2;

/** All scenarios of a project, in an order that mixes mutators and kinds. */
export function scenariosOf(
  project: string,
  resources: Resources,
  mutators: readonly Mutator[],
  seed: number,
): readonly Scenario[] {
  const aims = aimsAt(project, resources, mutators);
  const random = randomOf(`${seed} ${project}`);
  const drawn = [...groupBy(aims, ({ mutator }) => mutator).values()].flatMap((ones) =>
    random.shuffle(ones).slice(0, each),
  );
  return random.shuffle(drawn.flatMap((aim) => tellings(aim, aims, seed)));
}

/** Each aim once alone, and once in a story of another kind. */
function tellings(aim: Aim, aims: readonly Aim[], seed: number): readonly Scenario[] {
  const stories = kinds.filter((kind) => kind !== 'single');
  const drawn = randomOf(`${seed} ${aim.project} ${aim.mutator.name} ${aim.address}`);
  const [story] = drawn
    .shuffle<Kind>(stories)
    .map((kind) => scenarioOf(kind, aim, aims, seed))
    .filter((scenario) => scenario !== undefined);
  const single = scenarioOf('single', aim, aims, seed);
  return [single, story].filter((scenario) => scenario !== undefined);
}

/** Selects the scenarios of a project that are played. */
export type Choice = (scenarios: readonly Scenario[], project: string) => readonly Scenario[];

/**
 * Reads `asked`: `all`, a number of scenarios over all projects, `slice:3/20` for the third of
 * twenty parts, `each` or `each:KIND,...` for one of each kind per mutator, or comma-separated
 * texts of which titles contain one.
 */
export function choiceOf(asked: string, projects: readonly string[]): Choice {
  if (asked === 'all') return (scenarios) => scenarios;
  if (/^\d+$/.test(asked)) {
    const upTo = (index: number) => Math.floor((Number(asked) * index) / projects.length);
    return (scenarios, project) => {
      const index = projects.indexOf(project);
      return scenarios.slice(0, upTo(index + 1) - upTo(index));
    };
  }
  const [, nth, parts] = /^slice:(\d+)\/(\d+)$/.exec(asked) ?? [];
  if (nth !== undefined && parts !== undefined)
    return sliceOf(Number(nth), Number(parts), projects);
  const [, only] = /^each(?::(.+))?$/.exec(asked) ?? [];
  if (asked.startsWith('each')) return firstOfEach(only?.split(',') ?? kinds);
  const words = asked.split(',');
  return (scenarios) => scenarios.filter(({ title }) => words.some((word) => title.includes(word)));
}

/** False where `asked` can select no scenario of a project, so that it need not be applied. */
export function mayPlay(asked: string, project: string): boolean {
  const words = asked.split(',').filter((word) => word.includes(': '));
  return words.length === 0 || words.some((word) => project.startsWith(word.split(': ')[0] ?? ''));
}

/** Each project starts at another offset, so that the parts have about the same size. */
function sliceOf(nth: number, parts: number, projects: readonly string[]): Choice {
  if (nth < 1 || nth > parts) throw new Error(`There is no part ${nth} of ${parts}.`);
  return (scenarios, project) => {
    const first = projects.indexOf(project) * 7;
    return scenarios.filter((_, index) => (first + index) % parts === nth - 1);
  };
}

function firstOfEach(wanted: readonly string[]): Choice {
  const played = new Set<string>();
  return (scenarios) =>
    scenarios.filter(({ kind, mutators: [first] }) => {
      const key = `${kind} ${first?.name}`;
      return wanted.includes(kind) && !played.has(key) && played.add(key);
    });
}
