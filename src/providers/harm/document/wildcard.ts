import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { parsePolicyDocument } from '../value/same.ts';
import { excludesOutsiders, trustsAnyLogin } from './narrowing.ts';
import { type HarmStatement, harmStatements, patternHas } from './statements.ts';

/** Something that a document opens, and how widely. */
export interface DocumentOpening {
  readonly kind: 'public' | 'everything' | 'all-but' | 'escalation' | 'members';
  /** The action, the role, or what is excluded; a pattern with `*` and `?`. */
  readonly what: string;
}

/**
 * What a document opens to outsiders, or to whoever the policy is attached to. Undefined if it is
 * not a document.
 */
export function documentOpenings(value: Json | undefined): readonly DocumentOpening[] | undefined {
  const statements = harmStatements(value);
  if (statements !== undefined) {
    return statements.filter(({ effect }) => effect === 'Allow').flatMap(openingsOfStatement);
  }
  const document = parsePolicyDocument(value);
  return document === undefined ? undefined : publicBindings(document);
}

/** Openings of one document that the other lacks, or has less widely. */
export function openingsBeyond(
  these: readonly DocumentOpening[],
  those: readonly DocumentOpening[],
): readonly DocumentOpening[] {
  return these.filter(
    (one) => !those.some((other) => other.kind === one.kind && patternHas(other.what, one.what)),
  );
}

function openingsOfStatement(statement: HarmStatement): readonly DocumentOpening[] {
  const found: DocumentOpening[] = [];
  const { actions, notActions, notPrincipals, principals } = statement;
  if (notPrincipals !== undefined && !excludesOutsiders(statement)) {
    found.push({ kind: 'all-but', what: `principals ${notPrincipals.join(' ')}` });
  }
  if (notActions.length > 0 && !isPrincipalNamed(statement)) {
    found.push({ kind: 'all-but', what: `actions ${notActions.join(' ')}` });
  }
  if (principals !== undefined) {
    const open = isPublic(statement) || trustsAnyLogin(statement);
    return open ? [...found, ...doors('public', actions)] : found;
  }
  if (!statement.resources.includes('*')) return found;
  return [
    ...found,
    ...doors(
      'everything',
      actions.filter((action) => /^(?:\*|[a-z0-9-]+:\*)$/.test(action)),
    ),
    ...doors('escalation', actions.filter(isEscalation)),
  ];
}

function doors(kind: DocumentOpening['kind'], what: readonly string[]): readonly DocumentOpening[] {
  return what.map((one) => ({ kind, what: one }));
}

/** True if the statement applies to named principals only, which limits how wide it is. */
function isPrincipalNamed({ principals }: HarmStatement): boolean {
  return principals !== undefined && !principals.some((one) => one === 'AWS *');
}

function isPublic(statement: HarmStatement): boolean {
  const everybody = (statement.principals ?? []).some((one) =>
    /^(?:AWS|Federated|Service) (?:\*|arn:[^:]*:iam::\*:.*)$/.test(one),
  );
  return everybody && !excludesOutsiders(statement);
}

/** True for actions that, on all resources, let their holder obtain any permission. */
function isEscalation(action: string): boolean {
  return (
    /^(?:iam:passrole|sts:assumerole|iam:[a-z*]*policy[a-z*]*)$/.test(action) && !isReading(action)
  );
}

function isReading(action: string): boolean {
  return /^iam:(?:get|list|simulate)[a-z*]*$/.test(action);
}

/** Bindings of Google Cloud that grant roles to everyone. */
function publicBindings(document: Json): readonly DocumentOpening[] | undefined {
  const bindings = isJsonObject(document) ? document['bindings'] : undefined;
  if (!isJsonArray(bindings)) return undefined;
  return bindings.flatMap((binding): readonly DocumentOpening[] => {
    if (!isJsonObject(binding)) return [];
    const members = binding['members'];
    const open = (isJsonArray(members) ? members : [members ?? null]).filter(
      (member) => member === 'allUsers' || member === 'allAuthenticatedUsers',
    );
    return open.map((member) => ({ kind: 'members', what: `${member} ${binding['role'] ?? ''}` }));
  });
}

/** The predicate of a sentence about a document with the opening. */
export function describeOpening({ kind, what }: DocumentOpening): string {
  switch (kind) {
    case 'public':
      return `lets anyone ${what === '*' ? 'do everything' : `call ${what}`}, without a condition that keeps outsiders out`;
    case 'everything':
      return `allows ${what === '*' ? 'everything' : what} on everything`;
    case 'all-but':
      return `allows everything but the ${what} that it names`;
    case 'escalation':
      return `allows ${what} on everything`;
    case 'members':
      return `gives ${what}`;
  }
}
