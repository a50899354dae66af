import { peopleSignatures, providerSignatures } from './people.ts';
import { ActorSignature } from './schema.ts';
import { serviceSignatures } from './services.ts';
import { toolSignatures } from './tools.ts';

/**
 * Signatures that ship with the program, in the order in which they are tried: first what AWS
 * itself says, then tools, which may run with a person's credentials, then people.
 */
export const builtInSignatures: readonly ActorSignature[] = [
  ...serviceSignatures,
  ...providerSignatures,
  ...toolSignatures,
  ...peopleSignatures,
].map((signature) => ActorSignature.parse(signature));
