import type { Severity } from '../../../model/harm.ts';

/** What an action lets somebody do beyond what it is for. */
export interface Sensitive {
  /** On every resource, and on those that are named. */
  readonly everywhere: Severity;
  readonly somewhere: Severity;
  /** Behind "may now": `pass any role to any service`. */
  readonly everywhereText: string;
  readonly text: string;
  /** What follows from it on every resource. */
  readonly consequence?: string;
}

const become = 'which lets it become any role';
const rights = 'which lets it give itself any right';
const policyWrites: Readonly<Record<string, string>> = {
  'iam:attachuserpolicy': 'attach policies to users',
  'iam:attachgrouppolicy': 'attach policies to groups',
  'iam:attachrolepolicy': 'attach policies to roles',
  'iam:putuserpolicy': 'write policies of users',
  'iam:putgrouppolicy': 'write policies of groups',
  'iam:putrolepolicy': 'write policies of roles',
  'iam:createpolicyversion': 'write new versions of policies',
  'iam:setdefaultpolicyversion': 'choose the version of policies',
  'iam:addusertogroup': 'add users to groups',
  'iam:deleteuserpermissionsboundary': 'take away permissions boundaries of users',
  'iam:deleterolepermissionsboundary': 'take away permissions boundaries of roles',
  'iam:putrolepermissionsboundary': 'set permissions boundaries of roles',
  'iam:putuserpermissionsboundary': 'set permissions boundaries of users',
};

function any(
  text: string,
  everywhere: Severity,
  somewhere: Severity,
  consequence?: string,
): Sensitive {
  const said = { everywhere, somewhere, everywhereText: text, text };
  return consequence === undefined ? said : { ...said, consequence };
}

/** Actions in lower case. Sources: AWS service authorization reference; published escalation paths. */
const table: Readonly<Record<string, Sensitive>> = {
  ...Object.fromEntries(
    Object.entries(policyWrites).map(([action, text]) => [action, any(text, 5, 4, rights)]),
  ),
  'iam:passrole': {
    ...any('pass any role to any service', 5, 3, become),
    text: 'pass roles to services',
  },
  'iam:updateassumerolepolicy': any('write who may assume roles', 5, 4, become),
  'iam:createaccesskey': any('create access keys for users', 5, 4, 'which lets it act as any user'),
  'iam:createloginprofile': any('give users passwords', 5, 4, 'which lets it act as any user'),
  'iam:updateloginprofile': any('change passwords of users', 5, 4, 'which lets it act as any user'),
  'iam:createopenidconnectprovider': any('add identity providers', 4, 4),
  'iam:createsamlprovider': any('add identity providers', 4, 4),
  'iam:updatesamlprovider': any('change identity providers', 4, 4),
  'iam:deactivatemfadevice': any('switch off second factors of users', 4, 3),
  'sts:assumerole': { ...any('assume any role that trusts it', 4, 2), text: 'assume roles' },
  'lambda:updatefunctioncode': any(
    'replace the code of functions',
    4,
    3,
    'which runs with their roles',
  ),
  'lambda:addpermission': any('let others invoke functions', 4, 3),
  'ssm:sendcommand': any('run commands on machines', 4, 3),
  'ssm:startsession': any('open shells on machines', 4, 3),
  'ec2:modifyinstanceattribute': any('change start scripts of machines', 4, 3),
  'ec2-instance-connect:sendsshpublickey': any('log in to machines', 4, 3),
  'ecs:executecommand': any('run commands in containers', 4, 3),
  'cloudformation:createstack': any('create stacks', 3, 2),
  'kms:putkeypolicy': any('write who may use keys', 5, 4),
  'kms:creategrant': any('grant others the use of keys', 4, 3),
  'kms:schedulekeydeletion': any('delete keys', 5, 4, 'with which all they encrypted is lost'),
  'kms:disablekey': any('disable keys', 4, 3),
  'kms:decrypt': any('decrypt what keys encrypted', 4, 2),
  'secretsmanager:getsecretvalue': { ...any('read every secret', 4, 2), text: 'read secrets' },
  'secretsmanager:putresourcepolicy': any('write who may read secrets', 4, 3),
  'ssm:getparameter': any('read parameters', 3, 1),
  's3:putbucketpolicy': any('write who may use buckets', 4, 4),
  's3:putbucketacl': any('write who may use buckets', 4, 4),
  's3:putaccountpublicaccessblock': any('let buckets be public', 4, 4),
  's3:putbucketpublicaccessblock': any('let buckets be public', 4, 3),
  's3:deletebucket': any('delete buckets', 4, 3),
  's3:deleteobject': any('delete objects', 4, 2),
  's3:putlifecycleconfiguration': any('let objects expire', 4, 3),
  's3:bypassgovernanceretention': any('delete locked objects', 4, 4),
  's3:getobject': any('read objects', 3, 1),
  'cloudtrail:stoplogging': any('stop audit logs', 5, 4),
  'cloudtrail:deletetrail': any('delete audit logs', 5, 4),
  'cloudtrail:updatetrail': any('change audit logs', 4, 3),
  'guardduty:deletedetector': any('switch off threat detection', 4, 4),
  'config:stopconfigurationrecorder': any('stop configuration records', 4, 3),
  'organizations:leaveorganization': any('take the account out of its organization', 5, 5),
  'organizations:detachpolicy': any('take away guardrails of accounts', 5, 4),
  'backup:deleterecoverypoint': any('delete backups', 5, 4),
  'backup:deletebackupvaultlockconfiguration': any('unlock backups', 4, 4),
  'rds:deletedbinstance': any('delete databases', 4, 3),
  'rds:deletedbsnapshot': any('delete snapshots of databases', 4, 3),
  'rds:modifydbsnapshotattribute': any('share snapshots of databases', 4, 3),
  'ec2:modifysnapshotattribute': any('share snapshots of disks', 4, 3),
  'ec2:authorizesecuritygroupingress': any('open ports', 4, 3),
  'ec2:deletesnapshot': any('delete snapshots of disks', 4, 3),
  'ec2:terminateinstances': any('terminate machines', 4, 2),
  'dynamodb:deletetable': any('delete tables', 4, 3),
  'route53:changeresourcerecordsets': any('change where names lead', 4, 3),
};

/** The sensitive side of an action in lower case. */
export function sensitiveAction(action: string): Sensitive | undefined {
  return Object.hasOwn(table, action) ? table[action] : undefined;
}

/** Actions that are asked about by name where a wildcard takes them in. */
export const sensitiveActions: readonly string[] = Object.keys(table).sort();

const reading =
  /:(?:get|describe|list|batchget|batchcheck|head|view|query|scan|select|search|lookup|read|download|receive|check|test|simulate|estimate|decrypt|verify|validate|consume|subscribe|filter)/;
const listing = /:(?:describe|list|head|tagsession|setsourceidentity|setcontext)/;
const administering =
  /policy|permission|acl\b|\bacl|:(?:attach|detach|putresource|creategrant|schedulekey|disablekey|share)|ownership/;

/** What kind of use an action in lower case, or a pattern of actions, is. */
export function usageOf(action: string): 'list' | 'read' | 'write' | 'admin' {
  if (action === '*' || /^[a-z0-9-]+:\*$/.test(action)) return 'admin';
  if (listing.test(action)) return 'list';
  if (reading.test(action)) return 'read';
  return administering.test(action) ? 'admin' : 'write';
}
