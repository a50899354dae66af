import { type JsonObject, own } from '../../../../model/json.ts';
import type { ManifestPiece } from '../types.ts';
import { type HelmBudget, maxText, textLength } from './budget.ts';
import {
  type Pipeline,
  parsePipeline,
  type TemplateCommand,
  type TemplateTerm,
} from './expression.ts';
import { functions, type GivenArguments, helmText, isEmptyValue } from './functions.ts';
import { givenEntries, memberOfGiven, notFollowed } from './given.ts';
import type { HelmNode } from './parse.ts';

/** What the templates of one release can access. */
export interface Release {
  /** `.Values`, `.Release`, `.Chart`, `.Template`. */
  readonly root: JsonObject;
  readonly defines: ReadonlyMap<string, readonly HelmNode[]>;
  /** Shared by all templates. */
  readonly budget: HelmBudget;
}

export interface Output {
  readonly text: string;
  readonly pieces: readonly ManifestPiece[];
  /** Expressions that could not be followed and that decide which parts are rendered. */
  readonly doubts: readonly { readonly line: number; readonly why: string }[];
}

/** Maximum depth of includes, since they may call each other. */
const deepest = 30;

/** The output of a template, piece by piece. */
export function evaluateHelmTemplate(release: Release, nodes: readonly HelmNode[]): Output {
  const writer = new Writer(release, 0);
  const root: GivenArguments = { value: release.root };
  writer.write(nodes, { dot: root, names: new Map([['$', root]]) });
  return writer.output();
}

interface Scope {
  readonly dot: GivenArguments;
  readonly names: Map<string, GivenArguments>;
}

class Writer {
  readonly #release: Release;
  readonly #depth: number;
  readonly #pieces: ManifestPiece[] = [];
  readonly #doubts: { line: number; why: string }[] = [];
  #text = '';

  constructor(release: Release, depth: number) {
    this.#release = release;
    this.#depth = depth;
  }

  output(): Output {
    return { text: this.#text, pieces: this.#pieces, doubts: this.#doubts };
  }

  write(nodes: readonly HelmNode[], scope: Scope): void {
    for (const node of nodes) {
      if (this.#release.budget.isSpent()) return;
      if (node.kind === 'text') {
        this.#add(node.text, node.line, { kind: 'text', offset: node.offset });
      } else if (node.kind === 'action') this.#action(node.source, node.line, scope);
      else this.#block(node, scope);
    }
  }

  #add(text: string, line: number, made: ManifestPiece['made']): void {
    const { budget } = this.#release;
    // Text beyond the limit is not needed, since the chart is given up.
    if (!budget.spend(this.#text.length + text.length > maxText ? Infinity : text.length)) return;
    const start = this.#text.length;
    this.#text += text;
    this.#pieces.push({ start, end: this.#text.length, line, made });
  }

  #action(source: string, line: number, scope: Scope): void {
    const [, name, rest] = /^(\$\w*)\s*:?=\s*([\s\S]*)$/.exec(source) ?? [];
    if (name !== undefined && rest !== undefined) {
      scope.names.set(name, this.#evaluate(rest, scope));
      return;
    }
    const [, included] = /^template\s+([\s\S]*)$/.exec(source) ?? [];
    const given = this.#evaluate(included === undefined ? source : `include ${included}`, scope);
    if (given.unknown !== undefined) {
      // A placeholder: the field exists, but its value is unknown.
      this.#add(unknownPlaceholder, line, { kind: 'other', why: given.unknown });
      return;
    }
    const { path, as = 'scalar', isDefault = false } = given;
    const made: ManifestPiece['made'] =
      path === undefined
        ? { kind: 'other', why: `it is made by {{ ${source} }}` }
        : { kind: 'value', path, as, isDefault };
    this.#add(helmText(given.value), line, made);
  }

  #block(node: Extract<HelmNode, { kind: 'block' }>, scope: Scope): void {
    const { keyword, source, line, body, otherwise } = node;
    if (keyword === 'define') return;
    if (keyword === 'range') {
      this.#range(node, scope);
      return;
    }
    const [, name, rest] = /^(\$\w*)\s*:=\s*([\s\S]*)$/.exec(source) ?? [];
    const given = this.#evaluate(rest ?? source, scope);
    if (given.unknown !== undefined) {
      this.#doubts.push({ line, why: given.unknown });
      this.write(body, inner(scope, scope.dot));
      return;
    }
    const next = inner(scope, keyword === 'with' ? given : scope.dot);
    if (name !== undefined) next.names.set(name, given);
    if (isEmptyValue(given.value)) this.write(otherwise, inner(scope, scope.dot));
    else this.write(body, next);
  }

  #range(
    { source, line, body, otherwise }: Extract<HelmNode, { kind: 'block' }>,
    scope: Scope,
  ): void {
    const [, names, rest] = /^(\$\w+(?:\s*,\s*\$\w+)?)\s*:=\s*([\s\S]*)$/.exec(source) ?? [];
    const given = this.#evaluate(rest ?? source, scope);
    if (given.unknown !== undefined) {
      this.#doubts.push({ line, why: given.unknown });
      return;
    }
    const entries = givenEntries(given);
    if (entries.length === 0) this.write(otherwise, inner(scope, scope.dot));
    for (const [key, one] of entries) {
      if (!this.#release.budget.spend(0)) return;
      const next = inner(scope, one);
      const [first, second] = (names ?? '').split(',').map((name) => name.trim());
      if (first !== undefined && second !== undefined) {
        next.names.set(first, { value: key }).set(second, one);
      } else if (first !== undefined && first !== '') next.names.set(first, one);
      this.write(body, next);
    }
  }

  #evaluate(source: string, scope: Scope): GivenArguments {
    const pipeline = parsePipeline(source);
    if (pipeline === undefined) return notFollowed(`{{ ${source} }} is not supported`);
    return this.#pipeline(pipeline, scope);
  }

  #pipeline({ commands }: Pipeline, scope: Scope): GivenArguments {
    let last: GivenArguments | undefined;
    for (const command of commands) {
      last = this.#command(command, last === undefined ? [] : [last], scope);
      if (last.unknown !== undefined) return last;
    }
    return last ?? notFollowed('an empty action');
  }

  #command(
    command: TemplateCommand,
    more: readonly GivenArguments[],
    scope: Scope,
  ): GivenArguments {
    const [head, ...rest] = command;
    if (head === undefined) return notFollowed('an empty action');
    if (head.kind !== 'word') return this.#term(head, scope);
    const args = [...rest.map((one) => this.#term(one, scope)), ...more];
    if (head.name === 'include') return this.#include(args);
    const made = own(functions, head.name);
    if (made === undefined) return notFollowed(`the function ${head.name} is not supported`);
    const missing = args.find((one) => one.unknown !== undefined);
    if (missing !== undefined) return missing;
    return this.#paid(
      made(args) ?? notFollowed(`${head.name} is used in a way that is not supported`),
    );
  }

  /** The value, or an unknown one if it is too large for the next step. */
  #paid(given: GivenArguments): GivenArguments {
    const length = textLength(given.value);
    const isRoomy = this.#release.budget.spend(length) && length <= maxText;
    return isRoomy ? given : notFollowed('it is too large');
  }

  #include([name, dot]: readonly GivenArguments[]): GivenArguments {
    const body =
      typeof name?.value === 'string' ? this.#release.defines.get(name.value) : undefined;
    const called = helmText(name?.value ?? '');
    if (body === undefined || dot === undefined) {
      return notFollowed(`the template ${called} does not exist`);
    }
    if (this.#depth >= deepest) return notFollowed(`the template ${called} calls itself`);
    const writer = new Writer(this.#release, this.#depth + 1);
    writer.write(body, { dot, names: new Map([['$', dot]]) });
    const { text, pieces, doubts } = writer.output();
    const [doubt] = doubts;
    if (doubt !== undefined) return notFollowed(doubt.why);
    const opaque = pieces.find(
      ({ made }) => made.kind === 'other' && made.why !== '' && text.includes(unknownPlaceholder),
    );
    if (opaque?.made.kind === 'other') return notFollowed(opaque.made.why);
    return { value: text };
  }

  #term(term: TemplateTerm, scope: Scope): GivenArguments {
    if (term.kind === 'literal') return { value: term.value };
    if (term.kind === 'word') return this.#command([term], [], scope);
    const { root, path } = term;
    const start =
      root === '.'
        ? scope.dot
        : typeof root === 'string'
          ? scope.names.get(root)
          : this.#pipeline(root, scope);
    if (start === undefined) return notFollowed(`${String(root)} is not set here`);
    return path.reduce(memberOfGiven, start);
  }
}

/** Placeholder for unknown values in the text; no real name or number looks like this. */
export const unknownPlaceholder = '__not-known__';

function inner(scope: Scope, dot: GivenArguments): Scope {
  return { dot, names: new Map(scope.names) };
}
