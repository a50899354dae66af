import { z } from 'zod';
import type { JsonObject } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import {
  type Predicate,
  type ReceiptKind,
  receiptKinds,
  type Sha256,
  type Statement,
} from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { plainJson, plainText, textDigest } from './digest.ts';

/** The payload type of in-toto statements in DSSE envelopes. */
export const statementType = 'application/vnd.in-toto+json';

/** A receipt before it is signed. */
export interface Draft {
  readonly kind: ReceiptKind;
  /** The name by which readers distinguish it: `i-... d-...`. */
  readonly name: string;
  readonly about: JsonObject;
  readonly inputs: Predicate['inputs'];
  /** Further content of the receipt. */
  readonly facts: JsonObject;
}

/**
 * Depends only on the kind and on `about`, so that repeating the same thing creates no second
 * receipt.
 */
export function receiptId({ kind, about }: Pick<Draft, 'kind' | 'about'>): Sha256 {
  return textDigest(plainText([kind, about]));
}

/** The text of the statement, whose bytes are signed. */
export function statementText(draft: Draft, time: string): string {
  const { kind, name, about, inputs, facts } = draft;
  const statement: Statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${kind} ${name}`, digest: { sha256: receiptId(draft) } }],
    predicateType: `urn:parley:receipt:${kind}:v1`,
    predicate: { ...facts, time, about, inputs },
  };
  return plainText(statement);
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const object = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const Form = z.strictObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.tuple([
    z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: digest }) }),
  ]),
  predicateType: z.templateLiteral(['urn:parley:receipt:', z.enum(receiptKinds), ':v1']),
  predicate: z.looseObject({
    time: z.iso.datetime(),
    about: object,
    inputs: z.record(z.string(), digest),
  }),
});

/** A statement, with what it says about itself. */
export interface ReadStatement {
  readonly kind: ReceiptKind;
  readonly id: Sha256;
  readonly name: string;
  readonly predicate: Predicate;
}

/**
 * The statement in the payload of a receipt, if it is valid and its subject matches its content.
 */
export function readStatement(text: string, what: string): Result<ReadStatement> {
  const read = Form.safeParse(parsedJson(text));
  if (!read.success) return fail(notAStatement(what));
  const [subject] = read.data.subject;
  const kind = kindOf(read.data.predicateType);
  const predicate = plainJson(read.data.predicate) as Predicate;
  if (kind === undefined || receiptId({ kind, about: predicate.about }) !== subject.digest.sha256) {
    return fail(notAStatement(what));
  }
  return ok({ kind, id: subject.digest.sha256, name: subject.name, predicate });
}

function kindOf(predicateType: string): ReceiptKind | undefined {
  return receiptKinds.find((kind) => predicateType === `urn:parley:receipt:${kind}:v1`);
}

function notAStatement(what: string): Problem {
  return {
    code: 'receipt-form',
    message: `${what.charAt(0).toUpperCase()}${what.slice(1)} is signed, but is not a statement about what its subject names.`,
    hint: 'Another version of Parley, or somebody else with the key, must have made it.',
  };
}
