import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../../../src/evidence/actor/classify.ts';
import { ActorSignatures } from '../../../../src/evidence/actor/schema.ts';
import { builtInSignatures } from '../../../../src/evidence/actor/signatures.ts';
import { claims, cli, end, eventOf, record, tenant, user } from './records.ts';

const pipeline = '0b1c2d3e-0000-4000-8000-00000000bbbb';
const application = '0b1c2d3e-0000-4000-8000-00000000cccc';
const portal = 'c44b4083-3bb0-49c1-b47d-974e53cbdf3c';
const schemas = 'http://schemas.microsoft.com/identity/claims';

const appClaims = {
  appid: application,
  appidacr: '1',
  [`${schemas}/objectidentifier`]: pipeline,
  [`${schemas}/tenantid`]: tenant,
};
const evidence = (principalType: string) => ({
  action: 'x',
  evidence: { role: 'Owner', principalId: pipeline.replaceAll('-', ''), principalType },
});

describe('the caller', () => {
  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ['a person', {}, { type: 'User', principal: user, userName: 'alice@example.com' }],
    [
      'a service principal',
      { claims: appClaims, caller: undefined },
      { type: 'ServicePrincipal', principal: pipeline, userName: application, application },
    ],
    [
      'a service principal without an object id',
      { claims: { appid: application }, caller: undefined },
      { type: 'ServicePrincipal', principal: application },
    ],
    [
      'a managed identity',
      {
        claims: {
          ...appClaims,
          xms_mirid: '/subscriptions/x/providers/y/userAssignedIdentities/id-shop',
        },
      },
      { type: 'ManagedIdentity', principal: pipeline, userName: 'id-shop' },
    ],
    [
      'claims in version 2',
      { claims: { idtyp: 'app', oid: pipeline.toUpperCase(), azp: application, tid: tenant } },
      { type: 'ServicePrincipal', principal: pipeline, account: tenant, application },
    ],
    [
      'no claims, an address',
      { claims: undefined },
      { type: 'User', principal: 'alice@example.com' },
    ],
    [
      'no claims, an id',
      { claims: undefined, caller: pipeline.toUpperCase() },
      { type: 'ServicePrincipal', principal: pipeline },
    ],
    [
      'Azure itself, as Event Hubs have it',
      {
        claims: {
          'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/spn':
            'Microsoft.Insights/autoscaleSettings',
        },
        caller: undefined,
      },
      {
        type: 'AzureService',
        principal: 'Microsoft.Insights/autoscaleSettings',
        invokedBy: 'Microsoft.Insights/autoscaleSettings',
      },
    ],
    [
      'an application that is named like a service',
      { claims: { ...appClaims, spn: 'Microsoft.Insights/autoscaleSettings' }, caller: undefined },
      { type: 'ServicePrincipal', principal: pipeline, userName: application },
    ],
    [
      'Azure itself',
      { claims: undefined, caller: 'Microsoft.Insights/autoscaleSettings' },
      {
        type: 'AzureService',
        principal: 'Microsoft.Insights/autoscaleSettings',
        invokedBy: 'Microsoft.Insights/autoscaleSettings',
      },
    ],
    [
      'only the evidence of the permission',
      { claims: {}, caller: undefined, authorization: evidence('ServicePrincipal') },
      { type: 'ServicePrincipal', principal: pipeline },
    ],
    [
      'a group, which is not who called',
      { claims: {}, caller: undefined, authorization: evidence('Group') },
      { type: 'Unknown', principal: 'unknown' },
    ],
    [
      'nothing',
      { claims: undefined, caller: undefined },
      { type: 'Unknown', principal: 'unknown' },
    ],
    ['claims that are cut', { claims: '{"appid":"', caller: undefined }, { type: 'Unknown' }],
    ['the address of the token', { httpRequest: undefined }, { sourceIp: '203.0.113.9' }],
    ['the portal', { claims: { ...claims, appid: portal, appidacr: '2' } }, { fromConsole: true }],
    [
      'the id of the portal without proof',
      { claims: { ...claims, appid: portal, appidacr: '0' } },
      { fromConsole: false, application: portal },
    ],
    [
      'an application that calls itself the portal',
      { claims: { ...appClaims, appid: portal } },
      { fromConsole: false },
    ],
  ])('%s', async (_, parts, expected) => {
    expect((await eventOf(record('rest', end, parts))).caller).toMatchObject(expected);
  });

  it('is read from whichever record of a call has claims', async () => {
    const bare = record('rest', end, { claims: undefined, caller: undefined });
    const event = await eventOf(
      record('rest', { ...end, phase: 'start', id: 'e0', second: 1 }),
      bare,
    );

    expect(event.caller.principal).toBe(user);
  });
});

describe('signatures', () => {
  const signatures = ActorSignatures.parse([
    { id: 'deploy', class: 'pipeline', principal: pipeline, type: 'ServicePrincipal' },
    { id: 'by-hand', class: 'human', application: cli },
    { id: 'autoscale', class: 'controller', invokedBy: 'Microsoft.Insights/autoscaleSettings*' },
  ]);

  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    ['by object id', { claims: appClaims }, { signature: 'deploy', evidence: 'trusted' }],
    ['by application', {}, { signature: 'by-hand', evidence: 'claimed' }],
    [
      'by service',
      { claims: undefined, caller: 'Microsoft.Insights/autoscaleSettings' },
      { signature: 'autoscale', evidence: 'trusted' },
    ],
    [
      'by a remediation',
      {
        claims: {
          ...appClaims,
          xms_mirid: '/subscriptions/1/providers/Microsoft.Authorization/policyAssignments/Tags',
        },
      },
      { signature: 'azure-policy', class: 'compliance', evidence: 'trusted' },
    ],
    [
      'by the portal',
      { claims: { ...claims, appid: portal, appidacr: '2' } },
      { signature: 'console', class: 'human', evidence: 'trusted', name: 'alice@example.com' },
    ],
  ])('%s', async (_, parts, expected) => {
    const event = await eventOf(record('rest', end, parts));

    expect(classifyActor(event, [...signatures, ...builtInSignatures])).toMatchObject(expected);
  });
});
