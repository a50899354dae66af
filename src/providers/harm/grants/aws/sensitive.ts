import type { Severity } from '../../../../model/harm.ts';
import { own } from '../../../../model/json.ts';

/** What an action allows beyond its purpose. */
export interface Sensitive {
  /** The severities on every resource, and on named ones. */
  readonly everywhere: Severity;
  readonly somewhere: Severity;
  /** Comes after "may now": `pass any role to any service`. */
  readonly everywhereText: string;
  readonly text: string;
  /** The consequence of having it on every resource. */
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

function power(
  text: string,
  everywhere: Severity,
  somewhere: Severity,
  consequence?: string,
): Sensitive {
  const sensitive = { everywhere, somewhere, everywhereText: text, text };
  return consequence === undefined ? sensitive : { ...sensitive, consequence };
}

/**
 * Actions in lower case. Sources: AWS service authorization reference; published escalation paths.
 */
const table: Readonly<Record<string, Sensitive>> = {
  ...Object.fromEntries(
    Object.entries(policyWrites).map(([action, text]) => [action, power(text, 5, 4, rights)]),
  ),
  'iam:passrole': {
    ...power('pass any role to any service', 5, 3, become),
    text: 'pass roles to services',
  },
  'iam:updateassumerolepolicy': power('write who may assume roles', 5, 4, become),
  'iam:createaccesskey': power(
    'create access keys for users',
    5,
    4,
    'which lets it act as any user',
  ),
  'iam:createloginprofile': power('give users passwords', 5, 4, 'which lets it act as any user'),
  'iam:updateloginprofile': power(
    'change passwords of users',
    5,
    4,
    'which lets it act as any user',
  ),
  'iam:createopenidconnectprovider': power('add identity providers', 4, 4),
  'iam:createsamlprovider': power('add identity providers', 4, 4),
  'iam:updatesamlprovider': power('change identity providers', 4, 4),
  'iam:deactivatemfadevice': power('switch off second factors of users', 4, 3),
  'sts:assumerole': { ...power('assume any role that trusts it', 4, 2), text: 'assume roles' },
  'lambda:updatefunctioncode': power(
    'replace the code of functions',
    4,
    3,
    'which runs with their roles',
  ),
  'lambda:addpermission': power('let others invoke functions', 4, 3),
  'ssm:sendcommand': power('run commands on machines', 4, 3),
  'ssm:startsession': power('open shells on machines', 4, 3),
  'ec2:modifyinstanceattribute': power('change start scripts of machines', 4, 3),
  'ec2-instance-connect:sendsshpublickey': power('log in to machines', 4, 3),
  'ecs:executecommand': power('run commands in containers', 4, 3),
  'cloudformation:createstack': power('create stacks', 3, 2),
  'kms:putkeypolicy': power('write who may use keys', 5, 4),
  'kms:creategrant': power('grant others the use of keys', 4, 3),
  'kms:schedulekeydeletion': power('delete keys', 5, 4, 'with which all they encrypted is lost'),
  'kms:disablekey': power('disable keys', 4, 3),
  'kms:decrypt': power('decrypt what keys encrypted', 4, 2),
  'secretsmanager:getsecretvalue': { ...power('read every secret', 4, 2), text: 'read secrets' },
  'secretsmanager:putresourcepolicy': power('write who may read secrets', 4, 3),
  'ssm:getparameter': power('read parameters', 3, 1),
  's3:putbucketpolicy': power('write who may use buckets', 4, 4),
  's3:putbucketacl': power('write who may use buckets', 4, 4),
  's3:putaccountpublicaccessblock': power('let buckets be public', 4, 4),
  's3:putbucketpublicaccessblock': power('let buckets be public', 4, 3),
  's3:deletebucket': power('delete buckets', 4, 3),
  's3:deleteobject': power('delete objects', 4, 2),
  's3:putlifecycleconfiguration': power('let objects expire', 4, 3),
  's3:bypassgovernanceretention': power('delete locked objects', 4, 4),
  's3:getobject': power('read objects', 3, 1),
  'cloudtrail:stoplogging': power('stop audit logs', 5, 4),
  'cloudtrail:deletetrail': power('delete audit logs', 5, 4),
  'cloudtrail:updatetrail': power('change audit logs', 4, 3),
  'guardduty:deletedetector': power('switch off threat detection', 4, 4),
  'config:stopconfigurationrecorder': power('stop configuration records', 4, 3),
  'organizations:leaveorganization': power('take the account out of its organization', 5, 5),
  'organizations:detachpolicy': power('take away guardrails of accounts', 5, 4),
  'backup:deleterecoverypoint': power('delete backups', 5, 4),
  'backup:deletebackupvaultlockconfiguration': power('unlock backups', 4, 4),
  'rds:deletedbinstance': power('delete databases', 4, 3),
  'rds:deletedbsnapshot': power('delete snapshots of databases', 4, 3),
  'rds:modifydbsnapshotattribute': power('share snapshots of databases', 4, 3),
  'ec2:modifysnapshotattribute': power('share snapshots of disks', 4, 3),
  'ec2:authorizesecuritygroupingress': power('open ports', 4, 3),
  'ec2:deletesnapshot': power('delete snapshots of disks', 4, 3),
  'ec2:terminateinstances': power('terminate machines', 4, 2),
  'dynamodb:deletetable': power('delete tables', 4, 3),
  'route53:changeresourcerecordsets': power('change where names lead', 4, 3),
};

/** The entry of a lower-case action, or undefined if it is not sensitive. */
export function sensitiveAction(action: string): Sensitive | undefined {
  return own(table, action);
}

/** Actions that are judged by name even if a wildcard grants them. */
export const sensitiveActions: readonly string[] = Object.keys(table).sort();

const reading =
  /:(?:get|describe|list|batchget|batchcheck|head|view|query|scan|select|search|lookup|read|download|receive|check|test|simulate|estimate|decrypt|verify|validate|consume|subscribe|filter)/;
const listing = /:(?:describe|list|head|tagsession|setsourceidentity|setcontext)/;
const administering =
  /policy|permission|acl\b|\bacl|:(?:attach|detach|putresource|creategrant|schedulekey|disablekey|share)|ownership/;

/** The kind of use of a lower-case action or a pattern of actions. */
export function classifyAction(action: string): 'list' | 'read' | 'write' | 'admin' {
  if (action === '*' || /^[a-z0-9-]+:\*$/.test(action)) return 'admin';
  if (listing.test(action)) return 'list';
  if (reading.test(action)) return 'read';
  return administering.test(action) ? 'admin' : 'write';
}
