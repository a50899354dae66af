import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { demoInput, demoRecords, runOn } from './demo.ts';

const input = await demoInput();
const address = 'module.function["checkout"].aws_lambda_function.this';
const deployed = input.state.resources.find(
  ({ type, attributes }) =>
    type === 'aws_lambda_function' && attributes['function_name'] === 'storefront-prod-checkout',
);
const hash = String(deployed?.attributes['code_sha256']);
const fresh = `${'B'.repeat(43)}=`;
const person = demoRecords().find(({ eventName }) =>
  String(eventName).startsWith('UpdateFunctionConfiguration'),
);

function upload(codeSha256: string, minute: number): JsonObject {
  return {
    ...person,
    eventID: `7d0e6a1c-7d33-4c1e-9a40-0000000001${minute}`,
    eventTime: `2026-03-14T03:${minute}:00Z`,
    eventName: 'UpdateFunctionCode20150331v2',
    requestParameters: { functionName: 'storefront-prod-checkout', dryRun: false, publish: false },
    responseElements: { functionName: 'storefront-prod-checkout', codeSha256 },
  };
}

describe('code that was uploaded to a function', () => {
  it('is drift that names who did it, with a finding that says what to do', async () => {
    const { report, patched } = await runOn(input, [upload(fresh, 10)]);
    expect(report.drifts).toHaveLength(1);
    expect(report.drifts[0]).toMatchObject({
      address: deployed?.address ?? address,
      path: ['code_sha256'],
      declared: { kind: 'value', value: hash },
      live: { kind: 'value', value: fresh },
    });
    expect(report.intents.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Replaced the code of .*checkout/),
    ]);
    const [finding] = report.unresolved.filter(({ code }) => code === 'code-replaced');
    expect(finding?.address).toBe(deployed?.address);
    expect(finding?.reason).toContain(`${report.intents[0]?.actor.name} replaced the code of it`);
    expect(finding?.reason).toContain(fresh);
    expect(patched).toEqual([]);
  });

  it.each([
    ['the one that is there', [upload(hash, 10)], 0],
    ['put back', [upload(fresh, 10), upload(hash, 20)], 1],
  ])('is no drift, %s', async (_, records, reverted) => {
    const { report } = await runOn(input, records);
    expect([report.drifts, report.reverted.length]).toEqual([[], reverted]);
  });
});
