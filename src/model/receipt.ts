import type { JsonObject } from './json.ts';

/** What a receipt is about. */
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

/** What every predicate has; the rest depends on the kind. */
export interface Predicate extends JsonObject {
  /** ISO 8601 UTC: when the receipt was made. */
  readonly time: string;
  /** What makes it this receipt and no other: its digest is the subject. */
  readonly about: JsonObject;
  /** Digests of what is kept beside the log, by what it is. */
  readonly inputs: { readonly [name: string]: Sha256 };
}

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse), base64 with padding throughout. */
export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** A receipt in its log. */
export interface LoggedReceipt {
  /** SHA-256 of what it is about. */
  readonly id: Sha256;
  /** 0-based place in the log. */
  readonly index: number;
  readonly envelope: Envelope;
}

/** The head of a log: so many receipts, and the root of the tree over them. */
export interface TreeHead {
  /** Names the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Sha256;
}

/** An Ed25519 public key. */
export interface PublicKey {
  /** SHA-256 of the key as DER (SubjectPublicKeyInfo). */
  readonly id: Sha256;
  /** PEM, as `openssl pkey -pubout` writes it. */
  readonly pem: string;
}

/** A key of a log: those that were replaced still verify what they signed. */
export interface LogKey extends PublicKey {
  /** ISO 8601 UTC. */
  readonly since: string;
  /** ISO 8601 UTC; undefined for the key that signs now. */
  readonly until?: string;
  /** The key that replaced it says so: without it, only who knows the old key trusts it. */
  readonly handover?: Envelope;
}
