import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { additions } from '../../../scripts/harm/additions/all.ts';
import { estateProblems, idleWording } from '../../../scripts/harm/check.ts';
import { givenIn, openCorrections, providers } from '../../../scripts/harm/committed.ts';
import {
  encodeFacts,
  groupFacts,
  inPlainWords,
  withOverlay,
} from '../../../scripts/harm/compile.ts';
import { corrections } from '../../../scripts/harm/corrections.ts';
import { fallbacks } from '../../../scripts/harm/fallbacks.ts';
import { namesakes, unlessKnown } from '../../../scripts/harm/namesakes.ts';
import { readFactLines, readOrderLines } from '../../../scripts/harm/read.ts';
import { wording, wordings } from '../../../scripts/harm/wording.ts';
import { readFacts } from '../../../src/providers/harm/table/facts.ts';
import { harmKind } from '../../../src/providers/harm/table/kinds.ts';
import { parsePredicate } from '../../../src/providers/harm/table/parse.ts';
import { orders, rows, shipped } from './facts.ts';

const data = resolve(import.meta.dirname, '../../../src/providers/harm/table/data');
const facts = rows.map(({ provider, type, wire }) => {
  const [path, predicate, dimension, severity, meaning, sources] = wire;
  return { provider, type, path, predicate, dimension, severity, meaning, sources };
});

describe('the shipped facts', () => {
  it('are many, of the four clouds', () => {
    expect(facts.length).toBeGreaterThan(3241);
    expect(new Set(facts.map(({ type }) => type)).size).toBeGreaterThan(900);
  });

  it('name types, attributes, orders and sets that exist, each once', () => {
    expect(estateProblems(facts, orders)).toEqual([]);
  });

  it('are checked so that names that do not exist are found', () => {
    const [one] = facts;
    if (one === undefined) throw new Error('no facts');
    const wrong = [
      { ...one, type: 'aws_lb', path: 'no_such' },
      { ...one, type: 'aws_no_such', path: '-' },
      { ...one, type: 'aws_lb', path: 'internal', predicate: 'weaker-in no-order' },
      { ...one, type: 'aws_lb', path: 'internal', predicate: 'matches no-set' },
      { ...one, type: 'aws_lb', path: 'internal', predicate: '= true when no_such = 1' },
    ];
    expect(wrong.map((fact) => estateProblems([fact], orders).length)).toEqual([1, 1, 1, 1, 1]);
    expect(estateProblems([one, one], orders).length).toBe(1);
  });

  it('have a source each, and a meaning that fits into a sentence', () => {
    const odd = facts.filter(
      ({ sources, meaning }) =>
        !/^(?:own|CKV2?_[A-Z0-9]+_\d+)(?:,CKV2?_[A-Z0-9]+_\d+)*$/.test(sources) ||
        !/^[a-z][\w ,-]{5,59}$/.test(meaning),
    );
    expect(odd).toEqual([]);
  });

  it('are in plain words, each of which stands in one theme only', () => {
    const said = new Set(facts.map(({ meaning }) => meaning));
    expect(facts.filter(({ meaning }) => meaning in wording)).toEqual([]);
    expect(Object.values(wording).filter((plain) => !said.has(plain))).toEqual([]);
    const counts = Object.values(wordings).map((theme) => Object.keys(theme).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Object.keys(wording).length);
  });

  it('contain the corrections, each with its reason', () => {
    const left = corrections.filter(({ type, path, predicate, becomes }) =>
      facts.some((fact) => {
        const isThere = fact.type === type && fact.path === path && fact.predicate === predicate;
        return isThere && (becomes?.predicate ?? predicate) !== predicate;
      }),
    );
    expect(left).toEqual([]);
    expect(corrections.filter(({ because }) => because.length < 20)).toEqual([]);
  });

  it('are what the additions, the corrections and the names make of them', () => {
    const names = namesakes();
    const given = givenIn(facts, additions, names);
    const known = withOverlay(given, openCorrections(corrections, given), additions);
    const named = unlessKnown(names, known);
    const all = groupFacts([...known, ...named], ({ provider }) => provider);

    expect(all.map(([provider]) => provider)).toEqual(providers);
    for (const [provider, rows] of all) {
      const file = join(data, `${provider}.generated.json`);
      expect(encodeFacts(rows, fallbacks)).toBe(readFileSync(file, 'utf8'));
    }
  });

  it('know what is secret', () => {
    const secret = rows
      .filter(({ wire }) => wire[6]?.secret)
      .map(({ type, wire }) => `${type} ${wire[0]}`);
    expect(secret).toContain('aws_secretsmanager_secret_version secret_string');
    expect(secret).toContain('azurerm_key_vault_secret value');
    expect(secret).not.toContain('aws_lb_listener ssl_policy');
  });

  it.each([
    'aws_no_such_type',
    'null_resource',
    'data',
    '',
    'apps',
    'constructor',
    'aws_constructor',
  ])('say nothing about the type "%s" except what holds for all', (type) => {
    const own = shipped.rules(type).filter(({ path }) => path[0] !== 'tags');
    expect(own).toEqual([]);
  });
});

describe('facts', () => {
  it('are read when a type of their provider is asked for, and once', () => {
    const asked: string[] = [];
    const lazy = readFacts({
      facts: (provider) => {
        asked.push(provider);
        return { format: 1, types: {} };
      },
      orders: () => {
        asked.push('orders');
        return orders;
      },
    });
    expect(asked).toEqual([]);
    lazy.rules('aws_lb');
    lazy.rules('aws_instance');
    expect(asked).toEqual(['aws']);
    lazy.order('azure-tls');
    lazy.set('world');
    expect(asked).toEqual(['aws', 'orders']);
  });

  it.each([
    ['apps/Deployment', 'Deployment'],
    ['core/Service', 'Service'],
    ['Pod', 'Pod'],
    ['kubernetes_deployment', 'Deployment'],
    ['kubernetes_deployment_v1', 'Deployment'],
    ['kubernetes_horizontal_pod_autoscaler_v2beta2', 'HorizontalPodAutoscaler'],
    ['kubernetes_daemonset', 'DaemonSet'],
    ['kubernetes_daemon_set_v1', 'DaemonSet'],
    ['kubernetes_cluster_role_binding', 'ClusterRoleBinding'],
    ['aws_lb', undefined],
  ])('of %s are those of %s', (type, kind) => {
    expect(harmKind(type)).toBe(kind);
  });

  it.each(['often', 'in HTTP', 'higher (x=unlimited)', 'element-added matching x', '= a when b'])(
    'do not take "%s" for a predicate',
    (text) => {
      expect(() => parsePredicate(text)).toThrow('predicate');
    },
  );
});

describe('the tables that facts are made of', () => {
  const head = 'provider\ttype\tattribute path\tpredicate\tdimension\tseverity\tmeaning\tsources\n';

  it('are read line by line', () => {
    const text = `${head}aws\taws_lb\t-\tdeleted\tavailability\t5\tfront door is gone\town\n`;
    expect(readFactLines(text)).toEqual([
      {
        provider: 'aws',
        type: 'aws_lb',
        path: '-',
        predicate: 'deleted',
        dimension: 'availability',
        severity: 5,
        meaning: 'front door is gone',
        sources: 'own',
      },
    ]);
    expect(readOrderLines('name\tkind\trank\tvalue\no\torder\t1\tA\ns\tset\t\tB\n')).toEqual({
      format: 1,
      orders: { o: { A: 1 } },
      sets: { s: ['B'] },
    });
  });

  it.each([
    ['security', '6'],
    ['beauty', '3'],
  ])('are refused with %s of %s', (dimension, severity) => {
    const text = `${head}aws\taws_lb\t-\tdeleted\t${dimension}\t${severity}\tgone\town\n`;
    expect(() => readFactLines(text)).toThrow('line 2');
  });

  it('get the plain words for their meanings, all of which are used', () => {
    const [one] = facts;
    if (one === undefined) throw new Error('no facts');
    const told = [
      { ...one, meaning: 'alarm rings nobody' },
      { ...one, meaning: 'alarm is gone' },
    ];
    const words = { 'alarm rings nobody': 'the alarm notifies nobody' };
    const plain = [{ ...one, meaning: 'the alarm notifies nobody' }, told[1]];
    expect(inPlainWords(told, words)).toEqual(plain);
    expect(
      inPlainWords(
        plain.flatMap((fact) => fact ?? []),
        words,
      ),
    ).toEqual(plain);
    expect(idleWording(told, words)).toEqual([]);
    expect(idleWording(told, { ...words, 'no such': 'alarm rings nobody' })).toEqual([
      'no fact has the meaning "no such"',
      '"alarm rings nobody" is reworded itself',
    ]);
  });

  it('are corrected where the fact is, and nowhere else', () => {
    const [one] = facts;
    if (one === undefined) throw new Error('no facts');
    const correction = { ...one, becomes: { severity: 1 as const }, because: 'it is small' };
    expect(withOverlay([one], [correction], [])).toEqual([{ ...one, severity: 1 }]);
    expect(withOverlay([one], [{ ...correction, becomes: undefined }], [])).toEqual([]);
    expect(() => withOverlay([], [correction], [])).toThrow('0 facts to correct');
  });
});
