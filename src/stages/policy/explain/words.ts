import type { Outcome } from '../../../model/decision.ts';
import type { FactName } from '../../arbitration/facts.ts';

/** A clause for a fact that is true, and one for a fact that is not. */
type Clauses = readonly [yes: string, no: string];

/** Clauses for `has` with facts that are not always known. */
export const knownClauses: Readonly<Partial<Record<FactName, Clauses>>> = {
  'cost.direction': ['it is known what it costs', 'it is not known what it costs'],
  'cost.factor': ['it is known how many times it costs', 'it is not known how many times it costs'],
  'cost.monthly_change': ['it has a price', 'it has no price'],
  'change.bounds': ['the code declares bounds', 'the code declares no bounds'],
  'change.floor': ['a controller has just set the field', 'no controller has just set the field'],
};

export const flagClauses: Readonly<Partial<Record<FactName, Clauses>>> = {
  'actor.trusted': ['the log proves who the actor is', 'only the caller says who it was'],
  'actor.recorded': ['the log has a record of it', 'the log has no record of it'],
  'actor.root': ['it was the root user', 'it was not the root user'],
  'actor.deployer': ['the actor deploys this code', 'the actor does not deploy this code'],
  'intent.announced': ['it was declared beforehand', 'it was not declared beforehand'],
  'intent.expired': ['the time for which it was wanted is over', 'its time is not over'],
  'change.part': [
    'the resource is a part of another one',
    'the resource is not only a part of another one',
  ],
  'change.known': ['the value is known', 'the value is not known'],
  'change.same': ['the cloud is as the code says', 'the cloud is not as the code says'],
  'change.scaled': ['the field is one that controllers scale', 'the field is not scaled'],
  'change.zero': ['the value is zero', 'the value is not zero'],
  'change.undeclared': ['the code leaves the field open', 'the code sets the field'],
  'change.unapplied': [
    'the code has a value that was not applied yet',
    'all of the code was applied',
  ],
  'change.stale': [
    'the code was set again after the change',
    'the code was not set again after the change',
  ],
  'change.version': [
    'the field is a version that providers move',
    'the field is not a version that providers move',
  ],
  'change.contention': [
    'two automations keep undoing each other',
    'no two automations keep undoing each other',
  ],
  'change.confirmed': [
    'the provider confirmed the value',
    'nothing but the log has shown the value yet',
  ],
  approved: ['it was approved', 'nobody approved it'],
  'context.production': ['it is production', 'it is not production'],
  'context.maintenance': ['it is a maintenance window', 'it is not a maintenance window'],
  'context.freeze': ['the code is frozen', 'the code is not frozen'],
};

/** Names of facts in a clause: "the purpose is tagging". */
export const subjectNames: Readonly<Partial<Record<FactName, string>>> = {
  'actor.class': 'the actor',
  'actor.name': 'the name of the actor',
  'actor.principal': 'the principal',
  'intent.purpose': 'the purpose',
  'intent.confidence': 'the confidence',
  'intent.ticket': 'the ticket',
  'change.address': 'the address',
  'change.type': 'the resource type',
  'change.field': 'the field',
  'change.coverage': 'the coverage by the catalog',
  'harm.dimension': 'the dimension of the harm',
  'cost.factor': 'the new cost over the old one',
  'cost.monthly_change': 'the rise of the monthly cost',
  'cost.currency': 'the currency',
  'approval.by': 'the approver',
  'approval.role': 'the role of the approver',
  'approval.ticket': 'the ticket of the approval',
  'approval.carries': 'the severity that the approver may let happen',
  'context.environment': 'the environment',
};

/** Words for values that are not readable as such. */
export const valueLabels: Readonly<Record<string, string>> = {
  'actor.class human': 'a person',
  'actor.class iac': 'another Terraform',
  'actor.class controller': 'a controller',
  'actor.class security': 'a security tool',
  'actor.class compliance': 'a compliance tool',
  'actor.class cost': 'a cost tool',
  'actor.class pipeline': 'a pipeline',
  'actor.class agent': 'an agent',
  'actor.class provider': 'the cloud itself',
  'actor.class unknown': 'an unknown actor',
};

/** Comparisons that have a special clause. */
export const valueClauses: Readonly<Record<string, Clauses>> = {
  'actor.class unknown': ['it is not known who acted', 'it is known who acted'],
  'change.kind create': ['the resource was created', 'the resource was not created'],
  'change.kind delete': ['the resource was deleted', 'the resource was not deleted'],
  'change.kind modify': ['a value was changed', 'no value was changed'],
  'change.kind remove': ['a part was taken away', 'no part was taken away'],
  'change.direction raise': ['the value went up', 'the value did not go up'],
  'change.direction lower': ['the value went down', 'the value did not go down'],
  'change.bounds inside': [
    'the value is within the declared bounds',
    'the value is not within the declared bounds',
  ],
  'change.bounds outside': [
    'the value is outside of the declared bounds',
    'the value is not outside of the declared bounds',
  ],
  'change.floor above': [
    'the value keeps what is needed',
    'the value does not keep what is needed',
  ],
  'change.floor below': [
    'the value is below what is needed',
    'the value is not below what is needed',
  ],
  'change.owner self': ['the actor owns the field', 'the actor does not own the field'],
  'change.owner other': ['somebody else owns the field', 'nobody else owns the field'],
  'change.owner nobody': ['nobody owns the field', 'somebody owns the field'],
  'harm.direction weakens': ['it is for the worse', 'it is not for the worse'],
  'harm.direction strengthens': ['it is for the better', 'it is not for the better'],
  'harm.direction unclear': [
    'nobody can tell whether it is for the worse',
    'it can be determined whether it is for the worse',
  ],
  'harm.direction none': [
    'it is not known whether it is better or worse',
    'it is known to be for better or worse',
  ],
  'cost.direction higher': ['it costs more', 'it does not cost more'],
  'cost.direction lower': ['it costs less', 'it does not cost less'],
  'context.incident none': ['there is no incident', 'there is an incident'],
  'context.incident open': ['an incident is open or in its hold period', 'no incident is open'],
  'context.incident over': [
    'the hold of its incident is over',
    'the hold of its incident is not over',
  ],
};

/** Names of what each severity measures. */
export const severityNames: Readonly<Partial<Record<FactName, string>>> = {
  'harm.severity': 'harm',
  'harm.possible': 'possible harm',
  'harm.strengthens': 'an improvement',
  'harm.security': 'harm to security',
  'harm.durability': 'harm to durability',
  'harm.availability': 'harm to availability',
  'harm.routing': 'a change of routing',
  'harm.observability': 'harm to observability',
  'harm.cost': 'a rise of cost',
  'harm.governance': 'harm to governance',
};

export const outcomeClauses: Readonly<Record<Outcome, string>> = {
  accept: 'it is written into the code',
  reject: 'it is refused, and the code stays',
  delegate: 'the field is left to the actor',
  compromise: 'the nearest value within the bounds is written',
  defer: 'it waits',
  escalate: 'a person decides',
  noop: 'nothing is done',
  expired: 'it has lapsed, and the code applies again',
};
