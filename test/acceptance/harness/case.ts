import type { JsonObject } from '../../../src/model/json.ts';
import type { Disposition } from '../../../src/model/trace.ts';
import type { Clients } from '../recorder/clients.ts';
import type { PersonaName } from '../recorder/personas.ts';

/** What a case can do to the cloud. */
export interface Cloud extends Clients {
  /** The same clients in somebody else's hands. */
  as(persona: PersonaName): Clients;
  /** Clients whose calls fail with this code; nothing happens but the record. */
  refused(code: string, persona?: PersonaName): Clients;
  /** Clients whose calls succeed in the log, and are never made. */
  reported(output?: Readonly<Record<string, unknown>>): Clients;
  /** State attributes of a resource, by address. */
  at(address: string): JsonObject;
  /** `at(address).id`, or another text attribute. */
  text(address: string, attribute?: string): string;
  /** Lets time pass. */
  wait(seconds: number): void;
  /** Changes the log before it is written: for records no SDK call leaves behind. */
  rewrite(change: (records: JsonObject[]) => JsonObject[]): void;
}

interface Expected {
  /** Addresses the case is about. */
  readonly at: readonly string[];
  /** Files that change, and no others may; `a.tf|b.tf` where either is right. */
  readonly in: readonly string[];
  /** Texts that an added line must have, blanks aside: the edit is where a person makes it. */
  readonly writes?: readonly string[];
  /** Texts that a removed line must have, blanks aside. */
  readonly drops?: readonly string[];
  /** Comments that go with what they stand on. */
  readonly loses?: readonly string[];
  /** Drifted attributes that the code rightly leaves alone, `address.attribute`. */
  readonly leaves?: readonly string[];
  /** Security groups whose rules the plan may put in other blocks, without changing any rule. */
  readonly regroups?: readonly string[];
  /** No plan shows what happened: Terraform looks only at what is in the state. */
  readonly unseen?: boolean;
  /** Dispositions that must appear in the trace of the case besides `drift`. */
  readonly trace?: readonly Disposition[];
}

/** What must come out. */
export type Expectation =
  /** The code says now what is live. */
  | ({ readonly kind: 'codified' } & Expected)
  /** New resources stand in the code, with imports; nothing is created, changed or destroyed. */
  | ({ readonly kind: 'adopted'; readonly imports: number } & Expected)
  /** What is gone is gone from the code, too. */
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
  /** Further arguments of `parley reconcile`. */
  readonly args?: readonly string[];
  /** Environment of Parley alone: what a pipeline would set. */
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of `accept-all`. */
  readonly policy?: string;
  /** The cases follow one another within minutes: one person's are one intent. */
  readonly together?: true;
  /** The state is that of the first apply, which nobody refreshed. */
  readonly appliedOnce?: true;
  /** The model of the settings is asked. */
  readonly model?: true;
}
