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

/** How many resources of a project each mutator is tried on, where all scenarios are played. */
const each = 2;

/** All scenarios of a seed, in an order that mixes projects, mutators and kinds. */
export function scenariosOf(
  projects: ReadonlyMap<string, Resources>,
  mutators: readonly Mutator[],
  seed: number,
): readonly Scenario[] {
  const all = [...projects].flatMap(([project, resources]) => {
    const aims = aimsAt(project, resources, mutators);
    const random = randomOf(`${seed} ${project}`);
    return [...groupBy(aims, ({ mutator }) => mutator).values()]
      .flatMap((ones) => random.shuffle(ones).slice(0, each))
      .flatMap((aim) => tellings(aim, aims, seed));
  });
  return mixed(all, seed);
}

/** Each aim once alone, and once in a story. */
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

/** Takes one of each project in turn, so that any number from the front has something of all. */
function mixed(scenarios: readonly Scenario[], seed: number): readonly Scenario[] {
  const piles = [...groupBy(scenarios, ({ project }) => project).values()].map((pile) =>
    randomOf(`${seed} ${pile[0]?.project}`).shuffle(pile),
  );
  const longest = Math.max(0, ...piles.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    piles.flatMap((pile) => pile.slice(turn, turn + 1)),
  ).flat();
}
