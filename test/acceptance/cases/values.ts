import type { Case, Expectation } from '../harness/case.ts';
import type { PersonaName } from '../recorder/personas.ts';

interface Change {
  readonly name: string;
  readonly by?: PersonaName;
  /** Name of the resource, with the instance key where there are several. */
  readonly of: string;
  readonly in: string;
  readonly writes?: string;
  readonly drops?: string;
  readonly loses?: string;
}

interface LogChange extends Change {
  readonly days?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly untag?: string;
}

interface NetworkChange extends Change {
  readonly port: number;
  readonly allow?: string;
  readonly revoke?: string;
}

function expected(change: Change, address: string): Extract<Expectation, { kind: 'codified' }> {
  return {
    kind: 'codified',
    at: [address],
    in: [change.in],
    ...(change.writes === undefined ? {} : { writes: [change.writes] }),
    ...(change.drops === undefined ? {} : { drops: [change.drops] }),
    ...(change.loses === undefined ? {} : { loses: [change.loses] }),
  };
}

/** Changes the retention or the tags of a log group in the cloud. */
export function logCase(change: LogChange): Case {
  const address = `aws_cloudwatch_log_group.${change.of}`;
  const { days, tags, untag } = change;
  return {
    name: change.name,
    by: change.by ?? 'console human',
    act: async ({ logs, text }) => {
      const resourceArn = text(address, 'arn');
      if (days !== undefined) {
        await logs.putRetentionPolicy({
          logGroupName: text(address, 'name'),
          retentionInDays: days,
        });
      }
      if (tags !== undefined) await logs.tagResource({ resourceArn, tags: { ...tags } });
      if (untag !== undefined) await logs.untagResource({ resourceArn, tagKeys: [untag] });
    },
    expect: expected(change, address),
  };
}

/** Changes whether a security group admits a network. */
export function networkCase(change: NetworkChange): Case {
  const address = `aws_security_group.${change.of}`;
  const { port, allow, revoke } = change;
  const permissions = (CidrIp: string) => [
    { IpProtocol: 'tcp', FromPort: port, ToPort: port, IpRanges: [{ CidrIp }] },
  ];
  return {
    name: change.name,
    by: change.by ?? 'on call',
    act: async ({ ec2, text }) => {
      const GroupId = text(address);
      if (revoke !== undefined) {
        await ec2.revokeSecurityGroupIngress({ GroupId, IpPermissions: permissions(revoke) });
      }
      if (allow !== undefined) {
        await ec2.authorizeSecurityGroupIngress({ GroupId, IpPermissions: permissions(allow) });
      }
    },
    // The emulator keeps an added rule beside the others, where AWS merges them.
    expect: { ...expected(change, address), regroups: [address] },
  };
}
