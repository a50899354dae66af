import type { Cloud } from '../../model/event.ts';
import { azurePeople, azureServices } from './azure.ts';
import { gcpPeople, gcpServices, gcpTools } from './gcp.ts';
import { kubernetesPeople, kubernetesServices, kubernetesTools } from './kubernetes.ts';
import { withNativeExpression } from './pattern.ts';
import { claimedPeople, provenPeople, providerSignatures } from './people.ts';
import { ActorSignature, type ActorSignatureInput } from './schema.ts';
import { serviceSignatures } from './services.ts';
import { toolSignatures } from './tools.ts';

/**
 * Signatures that ship with the program, in the order in which they are tried: first what the
 * clouds themselves report, then tools, which may run with a person's credentials, then people.
 */
export const builtInSignatures: readonly ActorSignature[] = [
  ...on('aws', serviceSignatures),
  ...on('aws', providerSignatures),
  ...on('azure', azureServices),
  ...on('gcp', gcpServices),
  ...on('kubernetes', kubernetesServices),
  ...toolSignatures,
  ...on('gcp', gcpTools),
  ...on('kubernetes', kubernetesTools),
  ...provenPeople,
  ...on('azure', azurePeople),
  ...on('gcp', gcpPeople),
  ...on('kubernetes', kubernetesPeople),
  ...claimedPeople,
].map((signature) => withNativeExpressions(ActorSignature.parse(signature)));

/** The signatures, for records of that cloud only. */
function on(
  cloud: Cloud,
  signatures: readonly ActorSignatureInput[],
): readonly ActorSignatureInput[] {
  return signatures.map((signature) => ({ ...signature, cloud }));
}

function withNativeExpressions({ conditions, ...signature }: ActorSignature): ActorSignature {
  return {
    ...signature,
    conditions: conditions.map(({ on, patterns }) => ({
      on,
      patterns: patterns.map(withNativeExpression),
    })),
  };
}
