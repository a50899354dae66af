import { groupBy } from '../../../src/model/group.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { withoutKeys } from '../harness/accounting.ts';
import type { Clients } from '../recorder/clients.ts';
import type { PersonaName } from '../recorder/personas.ts';
import type { Mutator, Stroke } from './mutator.ts';
import { type Random, randomOf } from './random.ts';

export const kinds = ['single', 'burst', 'put back', 'two actors', 'sequence'] as const;
export type Kind = (typeof kinds)[number];

export interface Step {
  readonly by: PersonaName;
  /** Seconds that pass before the step. */
  readonly after: number;
  act(clients: Clients): Promise<unknown>;
}

/** What happens to one copy of a project between two runs of Terraform. */
export interface Scenario {
  readonly project: string;
  readonly kind: Kind;
  /** `flat: single: queue: DelaySeconds on aws_sqs_queue.orders` */
  readonly title: string;
  readonly mutators: readonly Mutator[];
  /** Resources that the calls are aimed at. */
  readonly addresses: readonly string[];
  readonly steps: readonly Step[];
  /** True when everything is as before in the end. */
  readonly settled: boolean;
  readonly policy: 'accept-all' | 'default';
  /** True when Parley has Terraform plan what it wrote. */
  readonly proof: boolean;
}

/** A mutator, and a resource that it applies to. */
export interface Aim {
  readonly project: string;
  readonly mutator: Mutator;
  readonly address: string;
  readonly now: JsonObject;
}

/** State attributes of a project's resources, by address. */
export type Resources = ReadonlyMap<string, JsonObject>;

const people = ['console human', 'cli human', 'on call'] as const satisfies readonly PersonaName[];

/** All that a table of mutators can do to a project, by mutator and address. */
export function aimsAt(
  project: string,
  resources: Resources,
  mutators: readonly Mutator[],
): readonly Aim[] {
  const byType = groupBy([...resources], ([address]) => typeOf(address));
  return mutators.flatMap((mutator) =>
    (byType.get(mutator.type) ?? [])
      .map(([address, now]) => ({ project, mutator, address, now }))
      .filter((aim) => strokeOf(aim, randomOf('fits')) !== undefined)
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  );
}

function typeOf(address: string): string {
  return withoutKeys(address).split('.').at(-2) ?? '';
}

function strokeOf({ mutator, now }: Aim, random: Random): Stroke | undefined {
  return mutator.stroke(now, random);
}

/**
 * The scenario of a kind that starts with an aim; undefined where its mutator does not allow one.
 */
export function scenarioOf(
  kind: Kind,
  aim: Aim,
  others: readonly Aim[],
  seed: number,
): Scenario | undefined {
  const { project, mutator, address } = aim;
  const title = `${project}: ${kind}: ${mutator.name} on ${address}`;
  const random = randomOf(`${seed} ${title}`);
  const story = stories[kind](aim, others, random);
  if (story === undefined) return undefined;
  const { aims, steps, settled } = story;
  return {
    project,
    kind,
    title,
    mutators: aims.map((one) => one.mutator),
    addresses: [...new Set(aims.map((one) => one.address))],
    steps,
    settled,
    policy: random.below(6) === 0 ? 'default' : 'accept-all',
    proof: random.below(5) === 0,
  };
}

interface Story {
  readonly aims: readonly Aim[];
  readonly steps: readonly Step[];
  readonly settled: boolean;
}

type Teller = (aim: Aim, others: readonly Aim[], random: Random) => Story | undefined;

const stories: Readonly<Record<Kind, Teller>> = {
  single(aim, _others, random) {
    const stroke = strokeOf(aim, random);
    return (
      stroke && {
        aims: [aim],
        steps: [{ by: random.pick(people), after: 0, act: stroke.act }],
        settled: false,
      }
    );
  },
  burst(aim, others, random) {
    if (aim.mutator.kind === 'remove') return undefined;
    const by = random.pick(people);
    const taken = new Set<string>();
    const aims = [aim, ...random.shuffle(others)]
      // A deleted resource cannot be changed, and its deletion takes others along.
      .filter(({ mutator }) => mutator.kind !== 'remove')
      .filter(({ address }) => !taken.has(address) && taken.add(address))
      .slice(0, 3 + random.below(4));
    const steps = aims.flatMap((one) => {
      const stroke = strokeOf(one, random);
      return stroke === undefined ? [] : [{ by, after: random.below(90), act: stroke.act }];
    });
    return steps.length < 2 ? undefined : { aims, steps, settled: false };
  },
  'put back'(aim, _others, random) {
    const { act, undo } = strokeOf(aim, random) ?? {};
    if (act === undefined || undo === undefined) return undefined;
    const by = random.pick(people);
    const steps = [
      { by, after: 0, act },
      { by: random.pick([by, 'on call'] as const), after: random.below(1200), act: undo },
    ];
    return { aims: [aim], steps, settled: true };
  },
  'two actors'(aim, others, random) {
    const near = others.filter(
      (one) => one.address === aim.address && one.mutator !== aim.mutator && isSmall(one),
    );
    // Both change one field, or two fields of one resource.
    const second = near.length === 0 || random.below(2) === 0 ? aim : random.pick(near);
    const [first, next] = [strokeOf(aim, random), strokeOf(second, random)];
    if (!isSmall(aim) || first === undefined || next === undefined) return undefined;
    const steps: readonly Step[] = [
      { by: 'console human', after: 0, act: first.act },
      { by: 'cli human', after: 60 + random.below(3000), act: next.act },
    ];
    return { aims: [aim, second], steps, settled: false };
  },
  sequence(aim, _others, random) {
    const { act, undo } = strokeOf(aim, random) ?? {};
    const again = strokeOf(aim, random);
    if (act === undefined || undo === undefined || again === undefined) return undefined;
    const by = random.pick(people);
    const back = { by: random.pick(people), after: random.below(600), act: undo };
    const steps = [{ by, after: 0, act }, back, { by, after: random.below(600), act: again.act }];
    return { aims: [aim], steps, settled: false };
  },
};

function isSmall({ mutator }: Aim): boolean {
  return mutator.kind === 'change' || mutator.kind === 'tag';
}
