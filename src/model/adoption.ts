import type { Unadopted } from './drift.ts';
import { displayText } from './text.ts';

/**
 * Which resources created out of band may be written into the code: none, those that belong to a
 * managed resource, or all of them. Those that belong to a managed resource are always reported.
 */
export type AdoptMode = 'none' | 'related' | 'all';

/** A run of infrastructure as code that created a resource, or changed it later. */
export interface CodeApply {
  /** `own` is a run by the identity that deploys the analyzed code. */
  readonly kind: 'own' | 'other';
  /** A run may have changed a resource that someone else created. */
  readonly did: 'made' | 'changed';
  /** A name such as `CloudFormation` or `another Terraform run (role/deploy-shop)`. */
  readonly name: string;
}

/** What is known about a resource that was created out of band. */
export interface Made {
  /** The code that it belongs to, as far as its creators and its tags show. */
  readonly code: CodeApply | undefined;
  readonly importId: string | undefined;
}

/** The resource that a created one belongs to. */
export interface Whole {
  readonly address: string;
  readonly unadopted?: Unadopted | undefined;
}

/**
 * Why a created resource is reported but not written to code; undefined if the policy decides. Its
 * creator may be derived from something that the caller chose, which may keep it out of the code,
 * but never out of the report.
 */
export function whyUnadopted(
  adopt: AdoptMode,
  { code, importId }: Made,
  whole: Whole | undefined,
): Unadopted | undefined {
  if (code !== undefined) return code.kind === 'own' ? ownApply(code) : otherCode(code);
  const on = whole && `It belongs to ${displayText(whole.address, 160)}, which`;
  if (whole?.unadopted !== undefined) {
    return { rule: 'parent-not-adopted', because: `${on} is not in the code either.` };
  }
  if (adopt === 'none') {
    const because =
      on === undefined ? 'Adoption is off.' : `${on} this code manages, and adoption is off.`;
    return { rule: 'adoption-off', because };
  }
  if (importId !== undefined) return undefined;
  return {
    rule: 'no-import-id',
    because: 'The log does not give its import id: declare and import it by hand, or remove it.',
  };
}

function ownApply({ name, did }: CodeApply): Unadopted {
  const who = displayText(name, 160);
  return {
    rule: 'own-apply',
    because: `${who}, which deploys this code, ${did} it, and the state that was read does not have it: the state may be older than the apply.`,
  };
}

function otherCode({ name, did }: CodeApply): Unadopted {
  const who = displayText(name, 160);
  return {
    rule: 'other-code',
    because: `It was ${did} by ${who}: it is left to that code, and a person decides.`,
  };
}
