/**
 * Keys and the brush of the timeline. Whoever runs no scripts misses nothing that links and forms do
 * not do.
 */
export const pageScript = `'use strict';
(() => {
  const cards = [...document.querySelectorAll('[data-list] .card')];
  let current = -1;
  const show = (next) => {
    if (cards.length === 0) return;
    cards[current]?.classList.remove('current');
    current = Math.max(0, Math.min(cards.length - 1, next));
    const card = cards[current];
    card.classList.add('current');
    card.querySelector('h3 a')?.focus();
    card.scrollIntoView({ block: 'nearest' });
  };
  const answer = (action) => {
    const place = cards.length > 0 ? cards[current] : document.querySelector('[data-answers]');
    const path = place?.dataset.answers;
    if (path) location.assign(path + '?action=' + action);
  };
  const does = {
    j: () => show(current + 1),
    k: () => show(current < 0 ? 0 : current - 1),
    o: () => cards[current]?.querySelector('h3 a')?.click(),
    a: () => answer('accept'),
    r: () => answer('revert'),
    d: () => answer('delegate'),
    h: () => answer('hold'),
    '/': () => document.querySelector('[data-search]')?.focus(),
    '?': () => {
      const help = document.getElementById('keys');
      if (help === null) return;
      help.open = !help.open;
      if (help.open) help.scrollIntoView();
    },
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), select, textarea')) return;
    const work = does[event.key];
    if (work === undefined) return;
    event.preventDefault();
    work();
  });
  cards.forEach((card, at) => card.addEventListener('focusin', () => {
    cards[current]?.classList.remove('current');
    current = at;
    card.classList.add('current');
  }));

  const chart = document.querySelector('svg[data-brush]');
  if (chart === null) return;
  const [start, end, left, right, width] = chart.dataset.brush.split(' ').map(Number);
  const at = (event) => {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    return Math.max(left, Math.min(right, x));
  };
  const time = (x) => new Date(start + ((x - left) / (right - left)) * (end - start)).toISOString();
  let from;
  let mark;
  chart.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch' || event.target.closest('a')) return;
    event.preventDefault();
    from = at(event);
    mark = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    mark.setAttribute('class', 'brush');
    mark.setAttribute('y', '0');
    mark.setAttribute('height', '100%');
    mark.setAttribute('x', String(from));
    mark.setAttribute('width', '0');
    chart.append(mark);
    chart.setPointerCapture(event.pointerId);
  });
  chart.addEventListener('pointermove', (event) => {
    if (mark === undefined) return;
    const x = at(event);
    mark.setAttribute('x', String(Math.min(from, x)));
    mark.setAttribute('width', String(Math.abs(x - from)));
  });
  const stop = () => {
    mark?.remove();
    mark = undefined;
  };
  chart.addEventListener('pointerup', (event) => {
    if (mark === undefined) return;
    const x = at(event);
    stop();
    if (Math.abs(x - from) < 6) return;
    const next = new URL(location.href);
    next.searchParams.set('from', time(Math.min(from, x)));
    next.searchParams.set('to', time(Math.max(from, x)));
    location.assign(next);
  });
  chart.addEventListener('pointercancel', stop);
})();
`;
