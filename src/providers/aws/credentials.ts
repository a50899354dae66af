import type { CatalogEntry } from '../catalog/types.ts';
import { ignores } from '../catalog/untabled.ts';

/** Calls that issue credentials or open a temporary session. They change no resource. */
export const credentialEntries: readonly CatalogEntry[] = [
  ignores('sts.amazonaws.com', [
    'AssumeRole',
    'AssumeRoleWithSAML',
    'AssumeRoleWithWebIdentity',
    'AssumeRoot',
    'GetFederationToken',
    'GetSessionToken',
    'SetContext',
  ]),
  ignores('ec2-instance-connect.amazonaws.com', [
    'OpenTunnel',
    'SendSerialConsoleSSHPublicKey',
    'SendSSHPublicKey',
  ]),
];
