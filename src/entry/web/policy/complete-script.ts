/**
 * Completes words while a policy is written, from the list on the page and the position of the
 * cursor. Without scripts, the list can still be read.
 */
export const completeScript = `'use strict';
(() => {
  const text = document.querySelector('textarea[data-complete]');
  const list = document.getElementById('complete');
  if (text === null || list === null) return;
  const words = [...document.querySelectorAll('[data-word]')].map((row) => ({
    word: row.dataset.word,
    place: row.dataset.place,
    is: row.dataset.is,
    with: (row.dataset.with ?? '').split(' ').filter(Boolean),
  }));
  const status = document.getElementById('complete-status');
  const maxOffered = 9;
  let offered = [];
  let current = 0;
  let start = 0;

  const lineAt = (at) => text.value.lastIndexOf('\\n', at - 1) + 1;
  const indent = (line) => line.length - line.trimStart().length;

  // A condition may continue on more deeply indented lines below its key.
  const keyOf = (at) => {
    let from = lineAt(at);
    let line = text.value.slice(from, at);
    let key = /^\\s*(?:- )?([a-z_]+):/.exec(line);
    const depth = indent(line);
    for (let back = 0; key === null && back < 12 && from > 0; back += 1) {
      const end = from - 1;
      from = lineAt(end);
      line = text.value.slice(from, end);
      if (line.trim() === '') continue;
      const above = /^\\s*(?:- )?([a-z_]+):\\s*[>|]?-?\\s*$/.exec(line);
      if (above !== null && indent(line) < depth) key = above;
      else if (indent(line) < depth) return undefined;
    }
    return key?.[1];
  };

  const find = () => {
    const at = text.selectionStart;
    if (at !== text.selectionEnd) return [];
    const line = text.value.slice(lineAt(at), at);
    const isKey = /^\\s*(?:- )?([A-Za-z_]*)$/.exec(line);
    const key = isKey !== null && keyOf(at) !== 'when' ? undefined : keyOf(at);
    const value = /"([a-z-]*)$/.exec(line);
    if (key === 'when' && value !== null) {
      // A value of the fact to the left of the operator.
      const fact = [...line.slice(0, value.index).matchAll(/[a-z_]+(?:\\.[a-z_]+)?/g)]
        .map(([name]) => words.find((one) => one.place === 'condition' && one.word === name && one.with.length > 0))
        .findLast((one) => one !== undefined);
      start = at - value[1].length;
      return (fact?.with ?? []).map((word) => ({ word, is: fact.word }));
    }
    if (key === 'when') {
      const [typed] = /[A-Za-z_.]*$/.exec(line);
      const method = /\\.([A-Za-z]*)$/.exec(typed);
      const facts = words.filter((one) => one.place === 'condition' && one.word.startsWith(typed));
      start = facts.length === 0 && method !== null ? at - method[1].length : at - typed.length;
      return facts.length === 0 ? words.filter((one) => one.is === 'a question to a text') : facts;
    }
    if (key === undefined && isKey !== null) {
      start = at - isKey[1].length;
      const place = /^\\s/.test(line) || line.startsWith('- ') ? 'rule' : 'file';
      return words.filter((one) => one.place === place);
    }
    const typed = /:\\s*([a-z-]*)$/.exec(line);
    if (typed === null) return [];
    start = at - typed[1].length;
    return words.filter((one) => one.place === 'value' && one.with.includes(key));
  };

  const close = () => {
    offered = [];
    list.hidden = true;
    list.replaceChildren();
    text.removeAttribute('aria-activedescendant');
  };
  const mark = (next) => {
    current = (next + offered.length) % offered.length;
    [...list.children].forEach((one, at) => one.setAttribute('aria-selected', String(at === current)));
    list.children[current].scrollIntoView({ block: 'nearest' });
    text.setAttribute('aria-activedescendant', 'complete-' + current);
  };
  const place = () => {
    const style = getComputedStyle(text);
    const probe = document.createElement('span');
    probe.style.font = style.font;
    probe.style.position = 'absolute';
    probe.style.visibility = 'hidden';
    probe.textContent = 'x'.repeat(100);
    document.body.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const height = Number.parseFloat(style.lineHeight);
    const before = text.value.slice(0, start);
    const row = before.split('\\n').length;
    const left = (start - lineAt(start)) * width + Number.parseFloat(style.paddingLeft) - text.scrollLeft;
    const top = row * height + Number.parseFloat(style.paddingTop) - text.scrollTop + 2;
    list.style.left = text.offsetLeft + Math.max(0, Math.min(left, text.clientWidth - list.offsetWidth)) + 'px';
    list.style.top = text.offsetTop + Math.max(0, Math.min(top, text.clientHeight)) + 'px';
  };
  const offer = (isAsked) => {
    const found = find();
    const typed = text.value.slice(start, text.selectionStart);
    offered = found.filter(({ word }) => word.startsWith(typed) && word !== typed).slice(0, maxOffered);
    if (offered.length === 0 || (typed === '' && !isAsked)) return close();
    list.replaceChildren(...offered.map(({ word, is }, at) => {
      const one = document.createElement('li');
      one.id = 'complete-' + at;
      one.setAttribute('role', 'option');
      const name = document.createElement('code');
      name.textContent = word;
      const what = document.createElement('span');
      what.textContent = ' ' + is;
      one.append(name, what);
      one.addEventListener('pointerdown', (event) => { event.preventDefault(); take(at); });
      return one;
    }));
    list.hidden = false;
    status.textContent = offered.length + (offered.length === 1 ? ' word' : ' words') + '; arrows choose, Tab takes one, Escape closes.';
    place();
    mark(0);
  };
  const take = (at) => {
    const { word } = offered[at];
    text.focus();
    text.setSelectionRange(start, text.selectionStart);
    // Only this keeps the undo history of what was typed before.
    if (!document.execCommand('insertText', false, word)) text.setRangeText(word, start, text.selectionEnd, 'end');
    close();
  };

  text.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.ctrlKey) { event.preventDefault(); offer(true); return; }
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) { event.preventDefault(); mark(current + step); }
    else if (event.key === 'Tab' && !event.shiftKey) { event.preventDefault(); take(current); }
    else if (event.key === 'Enter') { event.preventDefault(); take(current); }
    else if (event.key === 'Escape') { event.preventDefault(); close(); }
  });
  text.addEventListener('input', (event) => {
    if (event.inputType === 'insertText' || event.inputType === 'deleteContentBackward') offer(false);
    else close();
  });
  text.addEventListener('blur', close);
  text.addEventListener('scroll', close);
  text.addEventListener('pointerdown', close);
  document.getElementById('complete-keys').hidden = false;
})();
`;
