import type { InstanceKey } from '../address.ts';
import type { MoveEnd, MoveStatement } from './statements.ts';

/**
 * The statements in an order in which Terraform follows them: along chains, modules before what is
 * in them, and what leaves a module before that module. Undefined if they lead in circles, which
 * Terraform refuses.
 */
export function orderedMoves(
  statements: readonly MoveStatement[],
): readonly MoveStatement[] | undefined {
  const reaches = statements.map(reachOf);
  const waits = reaches.map((own) =>
    reaches.flatMap((other, at) => (other !== own && follows(own, other) ? [at] : [])),
  );
  const done = new Set<number>();
  const ordered: MoveStatement[] = [];
  while (ordered.length < statements.length) {
    const before = ordered.length;
    for (const [at, statement] of statements.entries()) {
      if (done.has(at) || waits[at]?.every((other) => done.has(other)) !== true) continue;
      done.add(at);
      ordered.push(statement);
    }
    if (ordered.length === before) return undefined;
  }
  return ordered;
}

/** A step to an object, of which `isAny` stands for all instances. */
interface Step {
  readonly name: string;
  readonly key: InstanceKey;
  readonly isAny: boolean;
}

/** What an end of a statement is about. */
interface Reach {
  readonly steps: readonly Step[];
  readonly isModule: boolean;
  readonly isWhole: boolean;
}

interface Reaches {
  readonly from: Reach;
  readonly to: Reach;
  readonly depth: number;
}

function reachOf({ from, to, depth, isWhole }: MoveStatement): Reaches {
  const reach = ({ modules, resource }: MoveEnd): Reach => {
    const isModule = resource === undefined;
    const last = isModule && isWhole ? modules.length - 1 : -1;
    const steps = modules.map(({ name, key }, at) => ({
      ...{ name: `module.${name}`, key },
      isAny: at < depth || at === last,
    }));
    if (isModule) return { steps, isModule, isWhole };
    const own = { name: `${resource.type}.${resource.name}`, key: resource.key, isAny: isWhole };
    return { steps: [...steps, own], isModule, isWhole };
  };
  return { from: reach(from), to: reach(to), depth };
}

/** Whether Terraform follows `other` first. */
function follows(own: Reaches, other: Reaches): boolean {
  if (isSame(own.from, other.to)) return true;
  const isNested =
    isWithin(own.from, other.to) ||
    isWithin(own.to, other.to) ||
    isWithin(other.from, own.from) ||
    isWithin(other.to, own.from);
  if (!isNested) return false;
  // Where a module only gets another key, what moves in it matches before and after.
  return own.depth >= other.depth || !isNewKey(own);
}

function isSame(one: Reach, other: Reach): boolean {
  return (
    one.isModule === other.isModule &&
    one.steps.length === other.steps.length &&
    startsLike(one, other)
  );
}

function isWithin(one: Reach, around: Reach): boolean {
  if (around.isModule) {
    return one.steps.length > around.steps.length && startsLike(one, around);
  }
  return around.isWhole && !one.isWhole && isSame(one, around);
}

/** Whether both could lead to the same object, as far as `start` goes. */
function startsLike({ steps }: Reach, start: Reach): boolean {
  return start.steps.every((step, at) => {
    const own = steps[at];
    if (own === undefined || own.name !== step.name) return false;
    return own.isAny || step.isAny || own.key === step.key;
  });
}

function isNewKey({ from, to }: Reaches): boolean {
  const names = ({ steps }: Reach) => JSON.stringify(steps.map(({ name }) => name));
  return from.isModule && names(from) === names(to);
}
