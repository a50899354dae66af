import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { type AttributePath, formatPath } from '../../../src/model/path.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import {
  codeManager,
  type FieldWrite,
  type LedgerEntry,
  ledgerEntry,
  type ManagerRef,
} from '../../../src/stages/ledger/entry.ts';
import { foldLedger } from '../../../src/stages/ledger/fold.ts';
import { terraformType } from '../../../src/stages/ledger/terraform-type.ts';
import type { ResourceLedger } from '../../../src/stages/ledger/types.ts';
import { cases } from '../../cases.ts';

const schema = loadSchema();
const typeOf = (type: string) => terraformType(schema, type);

const scaler: ManagerRef = { id: 'arn:role/scaler', name: 'Autoscaler', class: 'controller' };
const maria: ManagerRef = { id: 'arn:user/maria', name: 'maria', class: 'human' };

function on(type: string) {
  const address = `${type}.this`;
  const at = (minute: number): string => `2026-03-14T02:${String(minute).padStart(2, '0')}:00Z`;
  const common = (minute: number, manager: ManagerRef, reason: string) => ({
    time: at(minute),
    address,
    type,
    manager,
    reason,
    evidence: [`e${minute}`],
  });
  return {
    wrote(minute: number, manager: ManagerRef, ...writes: FieldWrite[]): LedgerEntry {
      return ledgerEntry({ ...common(minute, manager, 'changed'), kind: 'update', writes });
    },
    declared(minute: number, config: JsonObject, hidden: AttributePath[] = []): LedgerEntry {
      const base = common(minute, codeManager, 'declared');
      return ledgerEntry({ ...base, kind: 'apply', config, hidden, mode: 'free' });
    },
    forced(minute: number, config: JsonObject): LedgerEntry {
      const base = common(minute, codeManager, 'applied');
      return ledgerEntry({ ...base, kind: 'apply', config, hidden: [], mode: 'force' });
    },
    handed(minute: number, path: AttributePath, to: ManagerRef, limits: JsonObject = {}) {
      const base = common(minute, codeManager, 'scales');
      return ledgerEntry({ ...base, kind: 'handover', paths: [path], to, ...limits });
    },
    fold(...entries: LedgerEntry[]): ResourceLedger {
      const found = foldLedger(entries, typeOf).get(address);
      if (found === undefined) throw new Error('nothing was folded');
      return found;
    },
  };
}

function value(path: AttributePath, is: Json): FieldWrite {
  return { path, value: { kind: 'value', value: is } };
}

/** `path=value: owners`, one line for each field. */
function owners({ claims }: ResourceLedger): readonly string[] {
  const fields = new Map<string, string[]>();
  for (const { path, manager, value: side } of claims) {
    const shown = side.kind === 'value' ? JSON.stringify(side.value) : side.kind;
    const key = `${formatPath(path)}=${shown}`;
    fields.set(key, [...(fields.get(key) ?? []), manager.name]);
  }
  return [...fields].map(([field, names]) => `${field}: ${names.join('+')}`);
}

describe('the ledger of a resource', () => {
  const group = on('aws_autoscaling_group');

  it('gives a field to whoever wrote it last', () => {
    const ledger = group.fold(
      group.declared(0, { desired_capacity: 2, max_size: 6 }),
      group.wrote(1, scaler, value(['desired_capacity'], 3)),
      group.wrote(2, maria, value(['desired_capacity'], 0)),
    );
    expect(owners(ledger)).toEqual(['desired_capacity=0: maria', 'max_size=6: code']);
    expect(ledger.history.map(({ manager, change }) => `${manager.name} ${change}`)).toEqual([
      'code set',
      'code set',
      'Autoscaler set',
      'code lost',
      'Autoscaler lost',
      'maria set',
    ]);
  });

  it('shares a field that the code declares as it is', () => {
    const ledger = group.fold(
      group.declared(0, { desired_capacity: 2 }),
      group.wrote(1, maria, value(['desired_capacity'], 5)),
      group.declared(2, { desired_capacity: 5 }),
    );
    expect(owners(ledger)).toEqual(['desired_capacity=5: maria+code']);
    expect(ledger.contests).toEqual([]);
  });

  it('keeps what others own, and says that the code wants something else', () => {
    const ledger = group.fold(
      group.declared(0, { desired_capacity: 2, max_size: 6 }),
      group.wrote(1, maria, value(['desired_capacity'], 5)),
      group.declared(2, { desired_capacity: 2, max_size: 8 }),
      group.declared(3, { desired_capacity: 2, max_size: 9 }),
    );
    expect(owners(ledger)).toEqual(['desired_capacity=5: maria', 'max_size=9: code']);
    expect(ledger.contests).toMatchObject([
      {
        path: ['desired_capacity'],
        owner: { name: 'maria' },
        manager: { name: 'code' },
        wanted: { kind: 'value', value: 2 },
        since: '2026-03-14T02:02:00Z',
      },
    ]);
  });

  it('takes by force, which ends the contest', () => {
    const ledger = group.fold(
      group.wrote(1, maria, value(['desired_capacity'], 5)),
      group.declared(2, { desired_capacity: 2 }),
      group.forced(3, { desired_capacity: 2 }),
    );
    expect(owners(ledger)).toEqual(['desired_capacity=2: code']);
    expect(ledger.contests).toEqual([]);
  });

  it('gives up what an applier leaves out', () => {
    const ledger = group.fold(
      group.declared(0, { desired_capacity: 2, max_size: 6 }),
      group.declared(1, { max_size: 6 }),
    );
    expect(owners(ledger)).toEqual(['max_size=6: code']);
  });

  it('keeps the time of a declaration that says the same again', () => {
    const ledger = group.fold(
      group.declared(0, { max_size: 6 }),
      group.declared(5, { max_size: 6 }),
    );
    expect(ledger.claims[0]?.since).toBe('2026-03-14T02:00:00Z');
    expect(ledger.history).toHaveLength(1);
  });

  it('hands a field over without touching its value', () => {
    const ledger = group.fold(
      group.declared(0, { desired_capacity: 2, max_size: 6 }),
      group.handed(1, ['desired_capacity'], scaler, {
        bounds: { min: 2, max: 6 },
        expires: '2026-06-12T00:00:00Z',
      }),
    );
    expect(owners(ledger)).toEqual(['desired_capacity=2: Autoscaler', 'max_size=6: code']);
    expect(ledger.claims[0]?.delegation).toEqual({
      since: '2026-03-14T02:01:00Z',
      from: codeManager,
      reason: 'scales',
      bounds: { min: 2, max: 6 },
      expires: '2026-06-12T00:00:00Z',
    });
  });

  it.each([
    ['within the bounds', scaler, 4, []],
    ['out of bounds', scaler, 9, ['out-of-bounds']],
    ['somebody else', maria, 4, ['other-manager']],
  ] as const)('reports a write not covered by a delegation: %s', (_, who, number, expected) => {
    const ledger = group.fold(
      group.declared(0, { desired_capacity: 2 }),
      group.handed(1, ['desired_capacity'], scaler, { bounds: { min: 2, max: 6 } }),
      group.wrote(2, who, value(['desired_capacity'], number)),
    );
    expect(ledger.breaches.map(({ kind }) => kind)).toEqual(expected);
    const held = ledger.claims.find(({ manager }) => manager.id === scaler.id);
    if (who === scaler) expect(held?.delegation?.bounds).toEqual({ min: 2, max: 6 });
    else expect(held).toBeUndefined();
  });

  it('reports a write after the delegation expired', () => {
    const ledger = group.fold(
      group.handed(1, ['desired_capacity'], scaler, { expires: '2026-03-14T02:05:00Z' }),
      group.wrote(2, scaler, value(['desired_capacity'], 3)),
      group.wrote(6, scaler, value(['desired_capacity'], 4)),
    );
    expect(ledger.breaches.map(({ kind, time }) => `${kind} ${time}`)).toEqual([
      'expired 2026-03-14T02:06:00Z',
    ]);
  });

  it('assigns owners to hidden values', () => {
    const database = on('aws_db_instance');
    const ledger = database.fold(
      database.declared(0, { password: null, port: 5432 }, [['password']]),
      database.wrote(1, maria, { path: ['password'], value: { kind: 'redacted' } }),
      database.wrote(2, scaler, { path: ['password'], value: { kind: 'redacted' } }),
    );
    expect(owners(ledger)).toEqual(['password=redacted: Autoscaler', 'port=5432: code']);
  });

  it('ends all claims with the resource', () => {
    const ledger = group.fold(
      group.declared(0, { max_size: 6 }),
      group.wrote(1, maria, { path: [], value: { kind: 'absent' } }),
    );
    expect(ledger.claims).toEqual([]);
    expect(ledger.history.at(-1)).toMatchObject({ change: 'removed', because: { name: 'maria' } });
  });
});

describe('fields of Terraform resources', () => {
  it('are members where the provider has a set', () => {
    const rules = on('aws_security_group');
    const rule = { protocol: 'tcp', from_port: 443, to_port: 443, cidr_blocks: ['10.0.0.0/8'] };
    const admin = { protocol: 'tcp', from_port: 22, to_port: 22, cidr_blocks: ['192.0.2.1/32'] };
    const ledger = rules.fold(
      rules.declared(0, {
        ingress: [{ ...rule, cidr_blocks: ['10.0.0.0/8', '172.16.0.0/12'], description: '' }],
      }),
      rules.wrote(1, maria, value(['ingress', { element: admin }], admin)),
    );
    expect(ledger.claims.map(({ manager }) => manager.name)).toEqual(['code', 'code', 'maria']);
    const gone = rules.fold(
      rules.declared(0, { ingress: [{ ...rule, self: false }] }),
      rules.wrote(1, maria, { path: ['ingress', { element: rule }], value: { kind: 'absent' } }),
    );
    expect(gone.claims).toEqual([]);
  });

  it('are told apart by key where a block has one', () => {
    const group = on('aws_autoscaling_group');
    const tag = (key: string, is: string) => ({ key, value: is, propagate_at_launch: true });
    const ledger = group.fold(
      group.declared(0, { tag: [tag('Team', 'web'), tag('Cost', '1')] }),
      group.wrote(1, maria, value(['tag', { element: tag('Cost', '2') }], tag('Cost', '2'))),
    );
    expect(owners(ledger)).toEqual([
      'tag[{key="Cost"}].key="Cost": code',
      'tag[{key="Cost"}].propagate_at_launch=true: code',
      'tag[{key="Cost"}].value="2": maria',
      'tag[{key="Team"}].key="Team": code',
      'tag[{key="Team"}].propagate_at_launch=true: code',
      'tag[{key="Team"}].value="web": code',
    ]);
  });

  it('reach into blocks that occur once', () => {
    const table = on('aws_dynamodb_table');
    const ledger = table.fold(
      table.declared(0, { point_in_time_recovery: [{ enabled: false }], tags: { Team: 'shop' } }),
      table.wrote(1, maria, value(['point_in_time_recovery', 0, 'enabled'], true)),
      table.wrote(2, scaler, value(['tags', 'Owner'], 'x')),
    );
    expect(owners(ledger)).toEqual([
      'point_in_time_recovery.enabled=true: maria',
      'tags.Owner="x": Autoscaler',
      'tags.Team="shop": code',
    ]);
  });

  it('are deduced where no schema knows the type', () => {
    const thing = on('acme_thing');
    const ledger = thing.fold(
      thing.declared(0, { list: [1, 2], nested: { a: 1, b: 2 } }),
      thing.wrote(1, maria, value(['list', 1], 3), value(['nested', 'a'], 3)),
    );
    expect(owners(ledger)).toEqual([
      'list=unknown: maria',
      'nested.a=3: maria',
      'nested.b=2: code',
    ]);
  });

  it('tolerate values of the wrong shape, as hostile logs have them', () => {
    const group = on('aws_autoscaling_group');
    const ledger = group.fold(
      group.declared(0, { tag: 'x', desired_capacity: { a: [1] }, __proto__: null } as JsonObject),
      group.wrote(1, maria, value(['tag'], { key: 1 }), value(['__proto__', 'x'], 1)),
      group.wrote(2, maria, value(['max_size', 'deep', { element: null }], 1)),
    );
    expect(ledger.problems).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});

describe('folding', () => {
  const bucket = on('aws_sqs_queue');
  const names = ['delay_seconds', 'max_message_size', 'kms_master_key_id'] as const;
  const field = fc.constantFrom(...names);
  const number = fc.integer({ min: 0, max: 3 });
  const minute = fc.integer({ min: 0, max: 59 });
  const who = fc.constantFrom(maria, scaler);
  const config = fc.dictionary(field, number).map((each): JsonObject => ({ ...each }));
  const entry = fc.oneof(
    fc.tuple(minute, who, field, number).map(([m, w, f, n]) => bucket.wrote(m, w, value([f], n))),
    fc.tuple(minute, config).map(([m, c]) => bucket.declared(m, c)),
    fc.tuple(minute, config).map(([m, c]) => bucket.forced(m, c)),
    fc.tuple(minute, field, who).map(([m, f, w]) => bucket.handed(m, [f], w)),
  );

  it('depends neither on the order of entries nor on repeated ones', () => {
    const shuffled = fc
      .array(entry, { minLength: 1, maxLength: 12 })
      .chain((entries) =>
        fc.tuple(
          fc.constant(entries),
          fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([entries, other]) => {
        expect(bucket.fold(...other)).toEqual(bucket.fold(...entries));
      }),
      { numRuns: cases(2000) },
    );
  });

  it('never takes from others what the code only asks for', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 10 }), config, (entries, asked) => {
        const before = bucket.fold(...entries);
        const after = bucket.fold(...entries, { ...bucket.declared(59, asked), time: '2027' });
        const theirs = ({ claims }: ResourceLedger) =>
          claims.filter(({ manager }) => manager.id !== 'code');
        expect(theirs(after)).toEqual(theirs(before));
      }),
      { numRuns: cases(2000) },
    );
  });

  it('has a line of history for every claim that came or went', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
        const { claims, history } = bucket.fold(...entries);
        const held = new Map<string, boolean>();
        for (const { manager, path, change } of history) {
          const isIn = change === 'set' || change === 'joined' || change === 'took-over';
          held.set(`${manager.id} ${formatPath(path)}`, isIn);
        }
        const open = [...held].filter(([, isIn]) => isIn).map(([key]) => key);
        const own = claims.map(({ manager, path }) => `${manager.id} ${formatPath(path)}`);
        expect(open.sort()).toEqual(own.sort());
      }),
      { numRuns: cases(2000) },
    );
  });

  it('never has an empty member', () => {
    const group = on('aws_security_group');
    const path = ['ingress', { element: null }];
    const { problems, claims } = group.fold(
      group.wrote(1, maria, { path, value: { kind: 'redacted' } }),
    );

    expect(problems).toEqual([]);
    expect(claims.map((each) => each.path)).not.toContainEqual(path);
  });

  it('tolerates anything that a log or the code may contain', () => {
    const types = ['aws_security_group', 'aws_autoscaling_group', 'aws_lb_listener', 'acme_thing'];
    const json = fc.jsonValue({ maxDepth: 3 }).map((each) => each as Json);
    const word = fc.constantFrom(
      'ingress',
      'tag',
      'tags',
      'default_action',
      'key',
      '__proto__',
      'x',
    );
    const place = fc.oneof(word, fc.nat(2), fc.record({ element: json }));
    const written = fc.record({
      path: fc.array(place, { maxLength: 4 }),
      value: fc.oneof(
        json.map((each) => ({ kind: 'value' as const, value: each })),
        fc.constantFrom({ kind: 'absent' as const }, { kind: 'redacted' as const }),
      ),
    });
    const happened = fc.oneof(
      fc.record({ writes: fc.array(written, { maxLength: 3 }) }),
      fc.record({ config: fc.dictionary(word, json), hidden: fc.constant<AttributePath[]>([]) }),
      fc.record({ paths: fc.array(fc.array(place, { maxLength: 3 }), { maxLength: 2 }) }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.array(happened), (type, all) => {
        const resource = on(type);
        const entries = all.flatMap((each, minute): LedgerEntry[] => {
          const m = minute % 60;
          if ('writes' in each) return [resource.wrote(m, maria, ...each.writes)];
          if ('config' in each) return [resource.declared(m, each.config, each.hidden)];
          return each.paths.map((path) => resource.handed(m, path, scaler));
        });
        if (entries.length === 0) return;
        const { problems, claims } = resource.fold(...entries);
        expect(problems).toEqual([]);
        expect(new Set(claims.map((each) => JSON.stringify([each.manager, each.path]))).size).toBe(
          claims.length,
        );
      }),
      { numRuns: cases(2000) },
    );
  });
});
