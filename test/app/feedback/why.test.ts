import { expect, it } from 'vitest';
import { whyText } from '../../../src/app/feedback/why.ts';
import { sampleDecision, sampleIntent, sampleReport } from '../../adapters/notify/sample.ts';

const { id } = sampleIntent();
const places = ['aws_x.a', 'aws_x.b', 'aws_x.c'];

it('says once what several fields have in common', () => {
  const decisions = places.map((address) => sampleDecision('reject', { address }));
  const other = sampleDecision('escalate', { address: 'aws_x.d' });

  const text = whyText(sampleReport({ decisions: [...decisions, other] }), id);

  expect(text.match(/people-in-production matched/g) ?? []).toHaveLength(2);
  expect(text).toContain(
    'Fields: `aws_x.a` `desired_capacity`, `aws_x.b` `desired_capacity`, `aws_x.c` `desired_capacity`.',
  );
  expect(text).toContain('The same for the others.');
  expect(text).toContain('- **escalate** by rule `people-in-production`');
});

it('keeps a value with spaces in one code span', () => {
  const verdict = {
    outcome: 'reject',
    rule: 'x',
    because: 'alice added cidr="10.0.0.0/8", description="Admin port, for @everyone" to it.',
  } as const;
  const report = sampleReport({ decisions: [sampleDecision('reject', { verdict })] });

  expect(whyText(report, id)).toContain('`description="Admin port, for @everyone"` to it.');
});

it('says so if the intent is gone', () => {
  expect(whyText(sampleReport(), 'i-000000000000')).toContain('no longer knows `i-000000000000`');
});
