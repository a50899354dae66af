import { azurePeople, azureServices } from './azure.ts';
import { gcpPeople, gcpServices, gcpTools } from './gcp.ts';
import { kubernetesPeople, kubernetesServices, kubernetesTools } from './kubernetes.ts';
import { withNativeExpression } from './pattern.ts';
import { claimedPeople, provenPeople, providerSignatures } from './people.ts';
import { ActorSignature } from './schema.ts';
import { serviceSignatures } from './services.ts';
import { toolSignatures } from './tools.ts';

/**
 * Signatures that ship with the program, in the order in which they are tried: first what the
 * clouds themselves report, then tools, which may run with a person's credentials, then people.
 */
export const builtInSignatures: readonly ActorSignature[] = [
  ...serviceSignatures,
  ...providerSignatures,
  ...azureServices,
  ...gcpServices,
  ...kubernetesServices,
  ...toolSignatures,
  ...gcpTools,
  ...kubernetesTools,
  ...provenPeople,
  ...azurePeople,
  ...gcpPeople,
  ...kubernetesPeople,
  ...claimedPeople,
].map((signature) => withNativeExpressions(ActorSignature.parse(signature)));

function withNativeExpressions({ conditions, ...signature }: ActorSignature): ActorSignature {
  return {
    ...signature,
    conditions: conditions.map(({ on, patterns }) => ({
      on,
      patterns: patterns.map(withNativeExpression),
    })),
  };
}
