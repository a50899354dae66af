import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMarker } from '../../../../src/adapters/forge/pull-requests/marker.ts';
import { draftOf, forges, type RunningForge, valued } from '../servers/forges.ts';

const draft = draftOf();
const { intent, branch } = draft;
const byIntent = { kind: 'intent', intent, branch } as const;

describe.each(forges)('proposals on %s', (name, start) => {
  let forge: RunningForge;
  beforeEach(async () => {
    forge = await start();
  });
  afterEach(async () => {
    await forge.stop();
    expect(forge.strayings).toEqual([]);
  });

  const open = async (more: Partial<typeof draft> = {}) =>
    valued(await forge.proposals.open({ ...draft, ...more }));
  const writes = () => forge.asked.filter(({ method }) => method !== 'GET').length;

  it('opens a draft with a marker and labels', async () => {
    const opened = await open();

    expect(opened).toMatchObject({ number: 1, state: 'created' });
    expect(opened.commit).toBe(forge.state.commitOf(branch));
    const pull = forge.state.get(1);
    expect(pull).toMatchObject({ branch, base: 'main', state: 'open' });
    expect(pull.labels.toSorted()).toEqual(['parley', 'parley:accept']);
    expect(pull.body.split('\n')[0]).toBe(
      '<!-- parley: intent=intent-0123456789ab drift=drift-aaaaaaaaaaaa -->',
    );
    expect(valued(await forge.proposals.find(byIntent))).toMatchObject([
      { number: 1, title: draft.title, state: 'open', digest: draft.digest },
    ]);
  });

  it('writes nothing if nothing has changed', async () => {
    await open();
    const before = writes();

    expect(await open()).toMatchObject({ number: 1, state: 'unchanged' });
    // Browsers submit text with CRLF line endings.
    const pull = forge.state.get(1);
    pull.body = pull.body.replaceAll('\n', '\r\n');
    expect(await open()).toMatchObject({ number: 1, state: 'unchanged' });
    expect(writes()).toBe(before);
  });

  it('updates in place, and keeps what people added', async () => {
    await open();
    const pull = forge.state.get(1);
    pull.body = `See INC-7.\n\n${pull.body}\n\nReviewed with Ben.`;
    pull.labels.push('urgent');

    const updated = await open({
      digest: 'drift-bbbbbbbbbbbb',
      title: 'parley(accept): scale web to 6',
      body: 'Maria scaled `web` to 6.',
      labels: ['parley', 'parley:defer', 'not-ours'],
    });

    expect(updated).toMatchObject({ number: 1, state: 'updated' });
    expect(pull.body).toBe(
      [
        'See INC-7.',
        '',
        '<!-- parley: intent=intent-0123456789ab drift=drift-bbbbbbbbbbbb -->',
        'Maria scaled `web` to 6.',
        '<!-- /parley -->',
        '',
        'Reviewed with Ben.',
      ].join('\n'),
    );
    expect(pull.labels.toSorted()).toEqual(['parley', 'parley:defer', 'urgent']);
    expect(valued(await forge.proposals.find(byIntent))).toMatchObject([
      { title: 'parley(accept): scale web to 6' },
    ]);
  });

  it('keeps a draft a draft, and what is ready for review ready', async () => {
    await open();
    const pull = forge.state.get(1);
    const prefix = pull.title.slice(0, -draft.title.length);

    await open({ title: 'Other' });
    expect(pull.title).toBe(`${prefix}Other`);
    pull.title = 'Other';
    await open({ title: 'Third' });
    expect(pull.title).toBe('Third');
  });

  it('updates nothing when none is open', async () => {
    expect(valued(await forge.proposals.update(draft))).toBeUndefined();
    expect(forge.state.pulls).toEqual([]);
  });

  it('does not reopen what a person closed, until the drifts change', async () => {
    await open();
    forge.state.get(1).state = 'closed';

    expect(await open()).toMatchObject({ number: 1, state: 'declined' });
    expect(await open({ digest: 'drift-bbbbbbbbbbbb' })).toMatchObject({
      number: 2,
      state: 'created',
    });
    expect(valued(await forge.proposals.update(draft))).toMatchObject({ state: 'declined' });
    expect(forge.state.get(2).body).toContain('drift=drift-bbbbbbbbbbbb');
    forge.state.get(2).state = 'closed';
    expect(await open()).toMatchObject({ number: 1, state: 'declined' });
    expect(valued(await forge.proposals.find(byIntent)).map(({ state }) => state)).toEqual([
      'declined',
      'declined',
    ]);
  });

  it('closes with one comment, and reopens the same proposal', async () => {
    await open();

    const word = 'The drift is gone.';
    expect(valued(await forge.proposals.close(byIntent, word))).toEqual([1]);
    expect(valued(await forge.proposals.close(byIntent, word))).toEqual([]);

    const pull = forge.state.get(1);
    expect(pull.state).toBe('closed');
    expect(pull.comments).toHaveLength(1);
    expect(pull.comments[0]).toContain(word);
    expect(valued(await forge.proposals.find(byIntent))).toMatchObject([{ state: 'withdrawn' }]);
    expect(await open()).toMatchObject({ number: 1, state: 'reopened' });
    expect(valued(await forge.proposals.find(byIntent))).toMatchObject([{ state: 'open' }]);
  });

  it('opens another one if the forge refuses to reopen', async () => {
    await open();
    valued(await forge.proposals.close(byIntent, 'Gone.'));
    forge.state.rebuild(branch);

    expect(await open()).toMatchObject({ number: 2, state: 'created' });
    // The first one does not count as closed by a person.
    const states = valued(await forge.proposals.find(byIntent)).map(({ state }) => state);
    expect(states).toEqual(['withdrawn', 'open']);
  });

  it('marks its own closing before anyone is notified of it', async () => {
    await open();
    const received: boolean[] = [];
    forge.state.watch = ({ kind, pull }) => {
      if (kind === 'closed') received.push(readMarker(pull.body)?.isWithdrawn === true);
    };
    valued(await forge.proposals.close(byIntent, 'Gone.'));

    expect(received).toEqual([true]);
  });

  it('recognizes what a person closed and whose branch they deleted', async () => {
    await open();
    forge.state.get(1).state = 'closed';
    forge.state.commitOf = () => '';

    expect(valued(await forge.proposals.find(byIntent))).toMatchObject([
      { number: 1, branch, state: 'declined' },
    ]);
    expect(await open()).toMatchObject({ number: 1, state: 'declined' });
  });

  it('ignores forks and the markers of others', async () => {
    const body =
      '<!-- parley: intent=intent-0123456789ab drift=drift-aaaaaaaaaaaa -->\n<!-- /parley -->';
    const forged = { branch, base: 'main', title: 'x', body };
    forge.state.create(forged, true);
    forge.state.get(1).state = 'closed';

    expect(await open()).toMatchObject({ number: 2, state: 'created' });
    expect(valued(await forge.proposals.find({ kind: 'number', number: 1 }))).toEqual([]);
    expect(valued(await forge.proposals.find({ kind: 'number', number: 2 }))).toMatchObject([
      { intent },
    ]);
  });

  it('is not confused by a marker quoted from a log', async () => {
    await open({ body: 'Agent: <!-- parley: intent=x drift=y withdrawn -->\n<!-- /parley -->' });

    expect(valued(await forge.proposals.find(byIntent))).toMatchObject([{ state: 'open', intent }]);
    expect(await open({ body: 'Short.' })).toMatchObject({ number: 1 });
    expect(forge.state.get(1).body.match(/<!--/g)).toHaveLength(2);
  });

  it('finds one by its digest among many', async () => {
    for (const letter of 'abcdefgh') {
      await open({
        intent: `intent-${letter}`,
        branch: `parley/intent-${letter}`,
        digest: `drift-${letter}`,
      });
    }

    const found = valued(await forge.proposals.find({ kind: 'digest', digest: 'drift-c' }));
    expect(found).toMatchObject([{ intent: 'intent-c', number: 3 }]);
  });

  it('comments once per key', async () => {
    await open();
    const comment = { key: 'delivery-1', text: 'Because the rule says so.' };

    expect(valued(await forge.proposals.comment(1, comment))).toBe('created');
    for (let n = 0; n < 7; n += 1) forge.state.get(1).comments.push(`Comment ${n}.`);
    expect(valued(await forge.proposals.comment(1, comment))).toBe('unchanged');
    // A marker that someone pasted does not suppress the comment.
    forge.state.get(1).comments.push('<!-- parley: comment=delivery-2 -->');
    const next = { ...comment, key: 'delivery-2' };
    expect(valued(await forge.proposals.comment(1, next))).toBe('created');
    expect(await forge.proposals.comment(1, { key: 'a --> b', text: '' })).toMatchObject({
      ok: false,
      error: { code: 'forge-marker' },
    });
  });

  it('keeps its one comment up to date, and edits no other', async () => {
    await open();
    const posted = () => forge.state.get(1).comments.map((text) => text.split('\n')[0]);
    const one = { key: 'guard-1', text: 'It is bad.' };
    const id = valued(await forge.proposals.keepComment(1, one));

    // If the process was killed before it recorded the id, the next one finds the comment.
    expect(valued(await forge.proposals.keepComment(1, one))).toBe(id);
    forge.state.get(1).comments.push('Mine.\n\n<!-- parley: comment=guard-1 -->');
    const next = { ...one, text: 'It is good again.', id };
    expect(valued(await forge.proposals.keepComment(1, next))).toBe(id);
    expect(posted()).toEqual(['It is good again.', 'Mine.']);
    const gone = valued(await forge.proposals.keepComment(1, { ...one, id: '999999' }));
    expect(gone).not.toBe(id);
    expect(posted()).toEqual(['It is good again.', 'Mine.', 'It is bad.']);
  });

  it('sets labels and checks repeatedly', async () => {
    const { commit } = await open();
    const check = { name: 'parley', title: 'Accepted.', summary: 'As of rule 3.' };

    expect(valued(await forge.proposals.label(1, ['parley', 'parley:hold']))).toBe('updated');
    expect(valued(await forge.proposals.label(1, ['parley', 'parley:hold']))).toBe('unchanged');
    for (const state of ['waiting', 'passed', 'passed', 'failed'] as const) {
      valued(await forge.proposals.setCheck(commit, { ...check, state }));
    }

    expect(forge.state.get(1).labels.toSorted()).toEqual(['parley', 'parley:hold']);
    expect(forge.state.checks).toEqual([
      { commit, name: 'parley', state: expect.stringMatching(/^fail/), title: 'Accepted.' },
    ]);
  });

  it('knows the permissions of users', async () => {
    forge.state.members.set('maria', 'admin').set('ben', 'write').set('eve', 'read');

    const permission = async (user: string) => valued(await forge.proposals.permissionOf(user));
    expect(await permission('maria')).toBe('admin');
    expect(await permission('ben')).toBe('write');
    expect(await permission('eve')).toBe('read');
    expect(await permission('nobody')).toBe('none');
    const before = forge.asked.length;
    for (const hostile of ['../../maria', '..', '', 'a/b', 'maria?x=1']) {
      expect(await permission(hostile)).toBe('none');
    }
    expect(forge.asked.length).toBe(before);
  });

  it('reports errors without the token', async () => {
    const answer = (status: number) => ({
      status,
      body: JSON.stringify({ message: `Bad: ${forge.token} (${status})` }),
    });
    const codes: string[] = [];
    for (const status of [401, 403, 404, 400]) {
      forge.instead.push({ late: false, answer: answer(status) });
      const result = await forge.proposals.open(draft);
      expect(JSON.stringify(result)).not.toContain(forge.token);
      if (!result.ok) codes.push(result.error.code);
    }

    expect(codes).toEqual([
      'forge-credentials',
      'forge-forbidden',
      'forge-not-found',
      'forge-refused',
    ]);
  });

  it('uses the one that another process opened in the meantime', async () => {
    await open();
    // Makes the lists look as before that; Gitea is asked for open and for all proposals.
    for (let lists = name === 'Gitea' ? 2 : 1; lists > 0; lists -= 1) {
      forge.instead.push({ method: 'GET', late: false, answer: { status: 200, body: '[]' } });
    }

    expect(await open()).toMatchObject({ number: 1, state: 'unchanged' });
  });

  it('recovers after an answer was lost', async () => {
    forge.instead.push({ method: 'POST', late: true, answer: { status: 502, body: '' } });

    expect(await forge.proposals.open(draft)).toMatchObject({ error: { code: 'forge-failed' } });
    expect(await open()).toMatchObject({ number: 1, state: 'updated' });
    expect(forge.state.pulls).toHaveLength(1);
  });
});
