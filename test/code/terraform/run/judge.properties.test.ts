import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePlan } from '../../../../src/code/terraform/run/judge.ts';
import type { NamedPlan } from '../../../../src/code/terraform/run/named.ts';
import type { Json } from '../../../../src/model/json.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { cases } from '../../../cases.ts';
import { change, type Members, plan } from './plan-json.ts';

const schema = loadSchema();
const address = 'aws_security_group.a';
const type = 'aws_security_group';
const texts = ['description', 'name', 'vpc_id'] as const;

interface Group {
  readonly values: Readonly<Record<string, string>>;
  /** Open ports, each with a rule of its own. */
  readonly ports: readonly number[];
}

const group: fc.Arbitrary<Group> = fc.record({
  values: fc.record(
    Object.fromEntries(texts.map((name) => [name, fc.constantFrom('x', 'y', 'z')])),
  ),
  ports: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
});

const rule = (port: number): Members => ({
  from_port: port,
  to_port: port,
  protocol: 'tcp',
  cidr_blocks: ['10.0.0.0/8'],
});

const json = ({ values, ports }: Group): Json => ({ ...values, ingress: ports.map(rule) });

/** The plan for this code when this is live. */
function planOf(live: Group, code: Group) {
  const isSame = JSON.stringify(json(live)) === JSON.stringify(json(code));
  return plan({
    resource_changes: [change(address, [isSame ? 'no-op' : 'update'], json(live), json(code))],
  });
}

const field = (name: string): NamedPlan => ({ address, type, path: [name], drift: 'd' });
const opened = (port: number): NamedPlan => ({
  address,
  type,
  path: ['ingress', { element: rule(port) }],
  drift: 'd',
});

function isProved(live: Group, code: Group, patched: Group, named: NamedPlan): boolean {
  const baseline = planOf(live, code);
  return judgePlan(planOf(live, patched), [address], { schema, named: [named], baseline }).clean;
}

describe('a patch of one field, whatever else differs', () => {
  const situation = fc
    .record({ live: group, code: group, name: fc.constantFrom(...texts) })
    .filter(({ live, code, name }) => live.values[name] !== code.values[name])
    .map(({ live, code, name }) => {
      const values = { ...code.values, [name]: live.values[name] ?? '' };
      return { live, code, name, patched: { ...code, values } };
    });

  it('is proved if it sets the live value', () => {
    fc.assert(
      fc.property(situation, ({ live, code, name, patched }) => {
        expect(isProved(live, code, patched, field(name))).toBe(true);
      }),
      { numRuns: cases(1000, 300) },
    );
  });

  it('is not proved with a value that is neither live nor the previous one', () => {
    fc.assert(
      fc.property(
        situation,
        fc.constantFrom(...texts),
        fc.constantFrom('x', 'y', 'z', 'w'),
        ({ live, code, name, patched }, other, value) => {
          fc.pre(value !== patched.values[other] && value !== live.values[other]);
          const wrong = { ...patched, values: { ...patched.values, [other]: value } };

          expect(isProved(live, code, wrong, field(name))).toBe(false);
        },
      ),
      { numRuns: cases(1000, 300) },
    );
  });

  it('is not proved with a rule that is neither live nor was there before', () => {
    fc.assert(
      fc.property(
        situation,
        fc.integer({ min: 1, max: 6 }),
        ({ live, code, name, patched }, port) => {
          fc.pre(!live.ports.includes(port) && !code.ports.includes(port));
          const wrong = { ...patched, ports: [...patched.ports, port] };

          expect(isProved(live, code, wrong, field(name))).toBe(false);
        },
      ),
      { numRuns: cases(1000, 300) },
    );
  });

  it('is not proved without a rule that is live and was there before', () => {
    fc.assert(
      fc.property(situation, ({ live, code, name, patched }) => {
        const port = patched.ports.find((each) => live.ports.includes(each));
        fc.pre(port !== undefined);
        const wrong = { ...patched, ports: patched.ports.filter((each) => each !== port) };

        expect(isProved(live, code, wrong, field(name))).toBe(false);
      }),
      { numRuns: cases(1000, 300) },
    );
  });
});

describe('a patch of one rule, whatever else differs', () => {
  const situation = fc
    .record({ live: group, code: group, port: fc.integer({ min: 1, max: 5 }) })
    .map(({ live, code, port }) => ({
      live: { ...live, ports: [...new Set([...live.ports, port])] },
      code: { ...code, ports: code.ports.filter((each) => each !== port) },
      port,
    }));

  it('is proved in any order if it adds the live rule', () => {
    fc.assert(
      fc.property(situation, fc.boolean(), ({ live, code, port }, isFirst) => {
        const ports = isFirst ? [port, ...code.ports] : [...code.ports, port];

        expect(isProved(live, code, { ...code, ports }, opened(port))).toBe(true);
      }),
      { numRuns: cases(1000, 300) },
    );
  });

  it('is not proved if it adds no rule, or another one', () => {
    fc.assert(
      fc.property(
        situation,
        fc.option(fc.integer({ min: 6, max: 9 })),
        ({ live, code, port }, other) => {
          const ports = other === null ? code.ports : [...code.ports, other];

          expect(isProved(live, code, { ...code, ports }, opened(port))).toBe(false);
        },
      ),
      { numRuns: cases(1000, 300) },
    );
  });
});
