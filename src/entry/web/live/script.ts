/**
 * Keeps an open page up to date. What is only displayed (numbers, verdicts, what people said)
 * changes in place; what somebody is reading or has not seen yet waits until they ask for it.
 * Without scripts, or without a stream, the page stays as it was loaded.
 */
export const liveScript = `'use strict';
(() => {
  const main = document.querySelector('main[data-live]');
  if (main === null || !('EventSource' in window)) return;
  const stream = new URL(main.dataset.live, location.href);
  const every = Number(main.dataset.every ?? 0) * 1000;
  let version = Number(main.dataset.version);
  let source;
  let wait = 5000;
  let busy = false;
  let again = false;
  let over = false;
  let fresh;

  const bar = document.createElement('div');
  bar.className = 'livebar';
  bar.setAttribute('role', 'status');
  const note = document.createElement('span');
  const show = document.createElement('button');
  show.type = 'button';
  document.body.append(bar);
  const announce = (text, label, act) => {
    if (note.textContent === text && bar.contains(note)) return;
    note.textContent = text;
    show.textContent = label;
    show.onclick = act;
    bar.replaceChildren(note, show);
  };
  const clearBar = () => bar.replaceChildren();

  const signedOut = () => {
    over = true;
    source?.close();
    announce('You are signed out; this page is no longer kept up to date.', 'Sign in', () => location.reload());
  };

  // The ages shown grow even if nothing changed.
  const gist = (node) => {
    const copy = node.cloneNode(true);
    for (const time of copy.querySelectorAll('time')) time.textContent = '';
    for (const one of copy.querySelectorAll('details')) one.removeAttribute('open');
    copy.classList.remove('current', 'changed', 'gone');
    for (const one of copy.querySelectorAll('.gonetag')) one.remove();
    return copy.outerHTML.trim();
  };
  const isEdited = (node) => [...node.querySelectorAll('input:not([type="checkbox"]):not([type="hidden"]), textarea')]
    .some((one) => one === document.activeElement || one.value !== one.defaultValue);
  const places = 'a[href], button, input, select, textarea, summary';
  const placeIn = (node) => {
    const active = document.activeElement;
    if (active === null || !node.contains(active) || active === node) return () => undefined;
    const at = [...node.querySelectorAll(places)].indexOf(active);
    const href = active.getAttribute('href');
    return (next) => {
      const all = [...next.querySelectorAll(places)];
      const same = href === null ? undefined : all.find((one) => one.getAttribute('href') === href);
      (same ?? all[at])?.focus({ preventScroll: true });
    };
  };
  const put = (old, next) => {
    if (isEdited(old)) return false;
    if (old.querySelector('.brush') !== null) {
      // The user is dragging across the chart.
      setTimeout(() => void refresh(), 1000);
      return false;
    }
    const opened = new Set([...old.querySelectorAll('details[open] > summary')].map((one) => one.textContent));
    const marks = [...old.querySelectorAll('input[type="checkbox"]:checked')].map((one) => one.value);
    const focus = placeIn(old);
    const copy = document.importNode(next, true);
    for (const one of copy.querySelectorAll('details')) {
      if (opened.has(one.querySelector('summary')?.textContent)) one.open = true;
    }
    for (const one of copy.querySelectorAll('input[type="checkbox"]')) {
      // A selection is for the version that was shown.
      const mark = marks.find((value) => keyOf(value) === keyOf(one.value));
      if (mark !== undefined) { one.checked = true; one.value = mark; }
    }
    if (old.classList.contains('current')) copy.classList.add('current');
    old.replaceWith(copy);
    focus(copy);
    return copy;
  };
  const keyOf = (value) => value.split(' ').slice(0, 2).join(' ');
  const flash = (node) => node && node.classList.add('changed');

  const keyed = (root) => new Map([...root.querySelectorAll('.card[data-key]')].map((one) => [one.dataset.key, one]));
  const cards = () => {
    const now = keyed(main);
    const then = keyed(fresh);
    for (const [key, old] of now) {
      const next = then.get(key);
      if (next !== undefined && gist(old) !== gist(next)) flash(put(old, next));
      if (next !== undefined || fresh.querySelector('a[rel="next"]') !== null) continue;
      if (old.classList.contains('gone')) continue;
      old.classList.add('gone');
      const tag = document.createElement('span');
      tag.className = 'tag gonetag';
      tag.textContent = 'no longer open';
      old.querySelector('.ends')?.append(tag);
    }
    return [...then.keys()].filter((key) => !now.has(key)).length;
  };
  const parts = () => {
    let asks = false;
    for (const next of fresh.querySelectorAll('[data-part]')) {
      const old = main.querySelector('[data-part="' + next.dataset.part + '"]');
      if (old === null || gist(old) === gist(next)) continue;
      if ('ask' in next.dataset) asks = true;
      else flash(put(old, next));
    }
    return asks;
  };
  const takeAll = () => {
    const top = scrollY;
    const marks = [...main.querySelectorAll('input[type="checkbox"]:checked')].map((one) => one.value);
    main.replaceChildren(...document.importNode(fresh, true).childNodes);
    for (const one of main.querySelectorAll('input[type="checkbox"]')) {
      const mark = marks.find((value) => keyOf(value) === keyOf(one.value));
      if (mark !== undefined) { one.checked = true; one.value = mark; }
    }
    clearBar();
    scrollTo({ top, behavior: 'instant' });
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  };
  const apply = () => {
    const isChanged = parts();
    const count = cards();
    if (count > 0) announce(count + ' new since you opened this page.', 'Show', takeAll);
    else if (isChanged) announce('What you read has changed since you opened this page.', 'Show', takeAll);
    else clearBar();
  };

  const refresh = async () => {
    if (over) return;
    if (busy) { again = true; return; }
    busy = true;
    try {
      const response = await fetch(location.href, { headers: { 'x-parley-page': 'refresh' }, redirect: 'manual', cache: 'no-store' });
      if (response.type === 'opaqueredirect') return signedOut();
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = page.querySelector('main[data-live]');
      if (next === null) return;
      fresh = next;
      apply();
    } catch {
      // The stream reports when the server can be reached again.
    } finally {
      busy = false;
      if (again) { again = false; void refresh(); }
    }
  };

  const disconnect = () => { source?.close(); source = undefined; };
  // A hidden page holds no connection: browsers allow only a few for each host.
  const connect = () => {
    if (over || document.hidden || source !== undefined) return;
    stream.searchParams.set('since', String(version));
    source = new EventSource(stream);
    source.addEventListener('change', (event) => {
      wait = 5000;
      version = Math.max(version, Number(event.lastEventId));
      void refresh();
    });
    source.addEventListener('end', (event) => {
      disconnect();
      if (event.data === 'signed-out') signedOut();
      if (event.data === 'over') setTimeout(connect, 1000);
    });
    source.addEventListener('error', () => {
      if (source === undefined || source.readyState !== EventSource.CLOSED) return;
      disconnect();
      // A redirect to the sign-in page ends a stream, too, and must not look like a server that is down.
      setTimeout(() => { void refresh(); connect(); }, wait);
      wait = Math.min(wait * 2, 60000);
    });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', connect);
  if (every > 0) setInterval(() => { if (!document.hidden) void refresh(); }, every);
  connect();
})();
`;
