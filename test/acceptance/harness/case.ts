import type { JsonObject } from '../../../src/model/json.ts';
import type { Disposition } from '../../../src/model/trace.ts';
import type { Clients } from '../recorder/clients.ts';
import type { PersonaName } from '../recorder/personas.ts';

/** What a case can do to the cloud. */
export interface Cloud extends Clients {
  /** The same clients, used by another persona. */
  as(persona: PersonaName): Clients;
  /** Clients whose calls are recorded as failed with this code, and never made. */
  refused(code: string, persona?: PersonaName): Clients;
  /** Clients whose calls are recorded as successful, and never made. */
  reported(output?: Readonly<Record<string, unknown>>): Clients;
  /** State attributes of a resource, by address. */
  at(address: string): JsonObject;
  /** `at(address).id`, or another text attribute. */
  text(address: string, attribute?: string): string;
  /** Lets time pass. */
  wait(seconds: number): void;
  /** Changes the log before it is written, for records that no SDK call leaves behind. */
  rewrite(change: (records: JsonObject[]) => JsonObject[]): void;
}

interface Expected {
  /** Addresses that the case is about. */
  readonly at: readonly string[];
  /** Files that change; no others may. `a.tf|b.tf` where either is right. */
  readonly in: readonly string[];
  /**
   * Texts that an added line must contain, whitespace aside: the edit is where a person makes it.
   */
  readonly writes?: readonly string[];
  /** Texts that a removed line must contain, whitespace aside. */
  readonly drops?: readonly string[];
  /** Comments that are removed together with the code they describe. */
  readonly loses?: readonly string[];
  /** Drifted attributes, as `address.attribute`, that the code rightly leaves alone. */
  readonly leaves?: readonly string[];
  /** Security groups whose rules the plan may move to other blocks, without changing any rule. */
  readonly regroups?: readonly string[];
  /** No plan shows what happened, since Terraform looks only at what is in the state. */
  readonly unseen?: boolean;
  /** Dispositions besides `drift` that must appear in the trace of the case. */
  readonly trace?: readonly Disposition[];
}

/** What a case must lead to. */
export type Expectation =
  /** The code now says what is live. */
  | ({ readonly kind: 'codified' } & Expected)
  /**
   * The code has the new resources, with imports; the plan creates, changes and destroys nothing.
   */
  | ({ readonly kind: 'adopted'; readonly imports: number } & Expected)
  /** What was deleted is gone from the code, too. */
  | ({ readonly kind: 'removed' } & Expected)
  /** Not one byte changed. */
  | { readonly kind: 'untouched'; readonly trace: readonly Disposition[] };

export interface Case {
  readonly name: string;
  readonly by: PersonaName;
  readonly act: (cloud: Cloud) => Promise<unknown>;
  readonly expect: Expectation;
}

export interface GroupOptions {
  /** More arguments for `parley reconcile`. */
  readonly args?: readonly string[];
  /** Environment variables for Parley alone, as a pipeline would set them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Policy to use instead of `accept-all`. */
  readonly policy?: string;
  /** The cases follow one another within minutes, so that one person's changes are one intent. */
  readonly together?: true;
  /** The state is that of the first apply, which nobody refreshed. */
  readonly appliedOnce?: true;
  /** The model that the settings name is asked. */
  readonly model?: true;
}
