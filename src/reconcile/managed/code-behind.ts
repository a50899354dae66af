import type { Actor } from '../../model/actor.ts';
import type { CodeApply } from '../../model/adoption.ts';
import type { Effect } from '../../model/effect.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';

/** Tags that tools add to what they create. Anyone else can add them, too. */
const tagged: readonly (readonly [key: string, name: string])[] = [
  ['crossplane-kind', 'Crossplane'],
  ['crossplane-name', 'Crossplane'],
  ['services.k8s.aws/controller-version', 'AWS Controllers for Kubernetes'],
  ['managed-by-cnrm', 'Config Connector'],
  ['goog-terraform-provisioned', 'another Terraform run'],
];

/**
 * Determines which code created a resource: a deployer of this code, another run of infrastructure
 * as code, or none. Other code takes precedence over this code, and the creator over those who
 * changed it.
 */
export function codeBehind(
  actorOf: (event: string) => Actor | undefined,
  deployers: readonly string[],
): (effects: readonly Effect[], attributes: JsonObject) => CodeApply | undefined {
  return (effects, attributes) => {
    const births = effects.filter(({ change }) => change.kind === 'create');
    const runs = [...births, ...effects].flatMap(({ event, change }): readonly CodeApply[] => {
      const actor = actorOf(event);
      const run = actor && deployRunOf(actor, deployers);
      return run === undefined
        ? []
        : [{ ...run, did: change.kind === 'create' ? 'made' : 'changed' }];
    });
    const own = runs.find(({ kind }) => kind === 'own');
    return runs.find(({ kind }) => kind === 'other') ?? own ?? tagsOf(attributes);
  };
}

/**
 * The run that an actor represents. A service that acts for a deployer counts as code of its own.
 */
export function deployRunOf(
  actor: Actor,
  deployers: readonly string[],
): Pick<CodeApply, 'kind' | 'name'> | undefined {
  const { principal, via } = actor;
  const deploys = deployers.includes(principal) && via === undefined;
  if (deploys && actor.class !== 'human') return { kind: 'own', name: shortName(principal) };
  return actor.class === 'iac' ? { kind: 'other', name: nameOf(actor) } : undefined;
}

function nameOf({ signature, name, principal, evidence }: Actor): string {
  const isTerraform = /terraform/.test(signature);
  const run = isTerraform ? `another Terraform run (${shortName(principal)})` : name;
  return evidence === 'claimed' ? `${run}, as the caller claims` : run;
}

/** The part `role/deploy` of its ARN. */
function shortName(principal: string): string {
  return principal.startsWith('arn:') ? principal.split(':').slice(5).join(':') : principal;
}

function tagsOf({ tags, labels }: JsonObject): CodeApply | undefined {
  const [first] = [tags, labels].flatMap((all) =>
    isJsonObject(all) ? tagged.filter(([key]) => Object.hasOwn(all, key)) : [],
  );
  return first && { kind: 'other', did: 'made', name: `${first[1]}, by its tags` };
}
