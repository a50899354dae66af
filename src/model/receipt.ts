import type { JsonObject } from './json.ts';

/** The subjects of receipts. */
export const receiptKinds = [
  'decision',
  'write',
  'answer',
  'approval',
  'declaration',
  'push',
  'sync',
] as const;

export type ReceiptKind = (typeof receiptKinds)[number];

/** SHA-256, 64 lower-case hex digits. */
export type Sha256 = string;

/** An in-toto Statement, version 1 (https://github.com/in-toto/attestation/tree/main/spec/v1). */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: Sha256 };
  }[];
  readonly predicateType: string;
  readonly predicate: Predicate;
}

/** The members of every predicate; the others depend on the kind. */
export interface Predicate extends JsonObject {
  /** When the receipt was made, in ISO 8601 UTC. */
  readonly time: string;
  /** What identifies this receipt: its digest is the subject. */
  readonly about: JsonObject;
  /** Digests of data that is kept next to the log, by the name of the data. */
  readonly inputs: { readonly [name: string]: Sha256 };
}

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse), base64 with padding throughout. */
export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** A receipt as it is in its log. */
export interface LoggedReceipt {
  /** SHA-256 of its `about`. */
  readonly id: Sha256;
  /** The 0-based position in the log. */
  readonly index: number;
  readonly envelope: Envelope;
}

/** The head of a log: the number of receipts, and the root of the tree over them. */
export interface TreeHead {
  /** The name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Sha256;
}

/** An Ed25519 public key. */
export interface PublicKey {
  /** SHA-256 of the key as DER (SubjectPublicKeyInfo). */
  readonly id: Sha256;
  /** In PEM, as printed by `openssl pkey -pubout`. */
  readonly pem: string;
}

/** A key of a log. Replaced keys still verify what they signed. */
export interface LogKey extends PublicKey {
  /** ISO 8601 UTC. */
  readonly since: string;
  /** In ISO 8601 UTC; undefined for the current key. */
  readonly until?: string;
  /**
   * A statement about the replacement, signed by the new key. Without it, only someone who has the
   * old key trusts it.
   */
  readonly handover?: Envelope;
}
