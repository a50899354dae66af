import { it } from 'vitest';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { describeOracle } from '../oracle.ts';
import {
  hcleditDeviations,
  hclwriteDeviations,
  mercariDeviations,
  renderDeviations,
  tfupdateDeviations,
} from './deviations.ts';
import { replayHcledit } from './replay-hcledit.ts';
import { ctyText, replayHclwrite } from './replay-hclwrite.ts';
import { replayMercari } from './replay-mercari.ts';
import { expectListed, type Judged, judge, type ToolCase } from './tool-verdicts.ts';
import { apply, changedStrings, type Replayed, setStrings } from './tools.ts';

describeOracle<ToolCase>('edit-hcledit.json', (cases) => {
  it('does what hcledit does, without reformatting', () => {
    const judged = cases.map((one) => judge(one, replayHcledit(one)));

    expectListed('edit-hcledit', judged, hcleditDeviations);
  });
});

describeOracle<ToolCase>('edit-hclwrite.json', (cases) => {
  it('does what hclwrite does', () => {
    const judged = cases.map((one) => judge(one, replayHclwrite(one)));

    expectListed('edit-hclwrite', judged, hclwriteDeviations);
  });
});

describeOracle<ToolCase>('edit-mercari-hcledit.json', (cases) => {
  it('does what mercari/hcledit does', () => {
    const judged = cases.map((one) => judge(one, replayMercari(one)));

    expectListed('edit-mercari-hcledit', judged, mercariDeviations);
  });
});

/** The operation is a version bump; where to write follows from what the tool changed. */
function replayTfupdate({ op, input, expected }: ToolCase): Replayed | undefined {
  if (op.type.startsWith('TestUpdateLock')) return undefined;
  if (parseHcl(input).errors.length > 0) return { kind: 'refused' };
  return apply(input, setStrings(changedStrings(input, expected ?? '')));
}

describeOracle<ToolCase>('edit-tfupdate.json', (cases) => {
  it('bumps versions as tfupdate does', () => {
    const judged = cases.map((one) => judge(one, replayTfupdate(one)));

    expectListed('edit-tfupdate', judged, tfupdateDeviations);
  });
});

interface RenderCase {
  readonly id: string;
  readonly func: string;
  readonly value: unknown;
  readonly expected: string;
}

function judgeRendered({ id, func, value, expected }: RenderCase): Judged {
  if (func !== 'TestTokensForValue') return { id, type: func, verdict: 'not-applicable' };
  return { id, type: func, verdict: ctyText(value) === expected ? 'exact' : 'wrong' };
}

describeOracle<RenderCase>('value-render-hclwrite.json', (cases) => {
  it('renders values as hclwrite does', () => {
    expectListed('value-render', cases.map(judgeRendered), renderDeviations);
  });
});
