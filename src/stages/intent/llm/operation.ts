import { z } from 'zod';
import { mentionsSecret } from '../../../model/credential/name.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { type Conversion, KnowledgeEntry } from '../../../model/knowledge.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import { jsonSchema } from './json-schema.ts';
import type { ModelRequest } from './port.ts';
import type { Prompt } from './prompt.ts';
import type { Redactor } from './redactor.ts';

/** A call on a managed resource that the catalog does not know. */
export interface OperationFacts {
  readonly service: string;
  readonly operation: string;
  readonly request: JsonObject;
  readonly type: string;
  /** The request member that names the resource, and the attribute with the same value. */
  readonly key: { readonly attribute: string; readonly member: string };
  /** The attributes of the type that a mapping may set. */
  readonly attributes: ReadonlyMap<string, Conversion>;
}

const OperationAnswer = z.strictObject({
  changes: z.array(z.strictObject({ member: z.string(), attribute: z.string() })),
  complete: z.boolean(),
  confidence: z.number(),
});

/** Below this the model is guessing, and a guess is not worth a plan. */
const leastConfidence = 0.5;
const maxMembers = 60;
const deepest = 6;

/** Asks which attributes of a resource type the members of a call set. */
export function operationRequest(
  facts: OperationFacts,
  prompt: Prompt,
  redactor: Redactor,
): ModelRequest {
  const { service, operation, type, attributes } = facts;
  const members = [...membersOf(facts.request)].slice(0, maxMembers);
  const data: JsonObject = {
    service,
    operation,
    members: Object.fromEntries(members),
    type,
    attributes: Object.fromEntries(attributes),
  };
  return {
    prompt: prompt.name,
    system: prompt.system,
    user: JSON.stringify(redactor.value(data)),
    schema: jsonSchema(OperationAnswer),
    maxTokens: prompt.maxTokens,
  };
}

/**
 * Turns the model's mapping into a knowledge entry if every member is in the request and every
 * attribute may be set. Values never come from the model: the entry only says where in a request
 * they are.
 */
export function checkOperation(
  answer: unknown,
  facts: OperationFacts,
  origin: string,
): Result<KnowledgeEntry, string> {
  const parsed = OperationAnswer.safeParse(answer);
  if (!parsed.success) return fail('The answer does not have the form that was requested.');
  const { changes, confidence } = parsed.data;
  if (!(confidence >= leastConfidence)) return fail('The model is not sure of it.');
  const members = membersOf(facts.request);
  const seen = new Set<string>();
  const mapped: { attribute: string; member: string; as: Conversion }[] = [];
  for (const { member, attribute } of changes) {
    const as = facts.attributes.get(attribute);
    if (as === undefined || !members.has(member)) return fail('It maps what is not there.');
    if (member === facts.key.member || attribute === facts.key.attribute) {
      return fail('It maps the member that names the resource.');
    }
    if (seen.has(member) || seen.has(attribute)) return fail('It maps something twice.');
    seen.add(member).add(attribute);
    mapped.push({ attribute, member, as });
  }
  const { service, operation, type, key } = facts;
  const changesByName = mapped.sort((a, b) => compareText(a.attribute, b.attribute));
  const entry = KnowledgeEntry.safeParse({
    service,
    operation,
    type,
    key,
    changes: changesByName,
    origin,
  });
  return entry.success ? ok(entry.data) : fail('Nothing in the call could be mapped.');
}

/** Members by dotted path; lists count as values. Members with secret names are left out. */
function membersOf(request: JsonObject): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const walk = (value: Json, path: readonly string[]): void => {
    if (isJsonObject(value) && path.length < deepest) {
      if (path.length > 0) found.set(path.join('.'), value);
      for (const [name, inner] of Object.entries(value)) {
        if (!mentionsSecret(name) && /^[\w-]+$/.test(name)) walk(inner, [...path, name]);
      }
    } else if (!isJsonArray(value) || value.every((each) => typeof each !== 'object')) {
      found.set(path.join('.'), value);
    }
  };
  walk(request, []);
  return found;
}
