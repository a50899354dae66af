import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import type { ElementGoal, Goal, ValueGoal } from '../types.ts';

/**
 * Turns wanted values in members that the code lacks into members to add. All values wanted in one
 * member are combined, whichever drifts ask for them.
 */
export function withMissingMembers(
  goals: readonly Goal[],
  evaluation: Evaluation,
): readonly Goal[] {
  const members = new Map<string, JsonObject>();
  const found = goals.map((goal) => {
    const missing = goal.kind === 'value' ? missingIn(goal, evaluation) : undefined;
    if (missing === undefined) return { goal };
    const { name, attribute } = missing;
    const key = `${goal.address} ${pathKey([...missing.path, { element: name }])}`;
    members.set(key, { ...(members.get(key) ?? name), ...attribute });
    return { goal, missing, key };
  });
  return found.map(({ goal, missing, key }) => {
    if (missing === undefined) return goal;
    const element = members.get(key) ?? missing.name;
    return additionFor(goal, missing.path, element);
  });
}

interface Missing {
  /** Path of the collection that lacks the member. */
  readonly path: AttributePath;
  /** The attributes that identify the member, with their values. */
  readonly name: JsonObject;
  readonly attribute: JsonObject;
}

function missingIn(goal: ValueGoal, evaluation: Evaluation): Missing | undefined {
  const { address, path, value } = goal;
  const [step, attribute] = path.slice(-2);
  if (typeof step !== 'object' || typeof attribute !== 'string' || value === null) return undefined;
  if (!isJsonObject(step.element)) return undefined;
  const location = evaluation.locate(address, path);
  // If the member exists, only the attribute is missing.
  if (location?.kind !== 'absent' || location.rest.length < 3) return undefined;
  return { path: path.slice(0, -2), name: step.element, attribute: { [attribute]: value } };
}

function additionFor(goal: Goal, path: AttributePath, element: Json): ElementGoal {
  const { drift, address, type } = goal;
  return { kind: 'element', drift, address, type, path, action: 'add', element };
}
