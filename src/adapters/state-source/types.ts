import type { LookupFunction } from 'node:net';
import type { Result } from '../../model/result.ts';

/** A state as read once. It may hold secrets. */
export interface StateSnapshot {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Where it was read, for people: never with credentials or a query. */
  readonly from: string;
  /**
   * The backend's name for this version: an S3 VersionId, a generation of Cloud Storage, the
   * version or ETag of a blob, an ETag over HTTP, the id of a state version of HCP Terraform.
   */
  readonly version?: string;
  /** ISO 8601 UTC. */
  readonly readAt: string;
}

/** A source of a state, opened for reading. Nothing is locked or written. */
export interface StateSource {
  /** The location, for people: never with credentials. */
  describe(): string;
  read(): Promise<Result<StateSnapshot>>;
}

export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  readonly key: string;
  readonly region?: string;
  readonly profile?: string;
  readonly role?: { readonly arn: string; readonly externalId?: string };
  /** Address of a store with the protocol of S3. */
  readonly endpoint?: string;
  readonly stsEndpoint?: string;
}

export interface GcsLocation {
  readonly kind: 'gcs';
  readonly bucket: string;
  readonly object: string;
  /** Another address of Google, or an emulator on this machine. */
  readonly endpoint?: string;
}

export type AzureEnvironment = 'public' | 'usgovernment' | 'china';

export interface BlobLocation {
  readonly kind: 'azure-blob';
  readonly account: string;
  readonly container: string;
  readonly blob: string;
  readonly environment: AzureEnvironment;
  /** An emulator on this machine. */
  readonly endpoint?: string;
}

export interface HcpLocation {
  readonly kind: 'hcp';
  /** With its port, unless that is 443. */
  readonly host: string;
  readonly organization: string;
  readonly workspace: string;
}

/** Where a state is. Credentials are never part of it. */
export type StateLocation =
  /** Relative to `StatePorts.base`. */
  | { readonly kind: 'file'; readonly path: string }
  | S3Location
  | GcsLocation
  | BlobLocation
  | { readonly kind: 'http'; readonly url: string }
  | HcpLocation;

export type StateEnvironment = Readonly<Record<string, string | undefined>>;

/** The parts of the outside world that reading a state needs. */
export interface StatePorts {
  /** Folder that paths are relative to. */
  readonly base: string;
  readonly env: StateEnvironment;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Allows calls to this machine, for emulators. Link-local addresses are never called. */
  readonly allowsLoopback: boolean;
  /** Forbids calls to private networks as well. */
  readonly refusesPrivate?: boolean;
  /** Resolves host names; defaults to the system's lookup. */
  readonly lookup?: LookupFunction;
}
