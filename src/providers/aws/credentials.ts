import { ignores } from '../catalog/ignores.ts';
import type { CatalogEntry } from '../catalog/types.ts';

/** Calls that hand out credentials or let somebody in for a while: no resource changes. */
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
