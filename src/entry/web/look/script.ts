/**
 * Keyboard control, and selecting a range in the timeline. Without scripts, links and forms do the
 * same.
 */
export const pageScript = `'use strict';
(() => {
  // Queried each time, since live updates replace the cards.
  const all = () => [...document.querySelectorAll('[data-list] .card')];
  const currentOf = (cards) => cards.findIndex((card) => card.classList.contains('current'));
  const mark = (card) => {
    for (const other of document.querySelectorAll('.card.current')) other.classList.remove('current');
    card.classList.add('current');
  };
  const show = (step) => {
    const cards = all();
    if (cards.length === 0) return;
    const current = currentOf(cards);
    const next = current < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, current + step));
    mark(cards[next]);
    cards[next].querySelector('h3 a')?.focus();
    cards[next].scrollIntoView({ block: 'nearest' });
  };
  const answer = (action) => {
    const cards = all();
    const place = cards.length > 0 ? cards[currentOf(cards)] : document.querySelector('[data-answers]');
    const path = place?.dataset.answers;
    if (path) location.assign(path + '?action=' + action);
  };
  const does = {
    j: () => show(1),
    k: () => show(-1),
    o: () => document.querySelector('.card.current h3 a')?.click(),
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
  document.addEventListener('focusin', (event) => {
    const card = event.target.closest?.('[data-list] .card');
    if (card) mark(card);
  });

  // Queried each time, since live updates replace the chart.
  const chartAt = (event) => event.target.closest?.('svg[data-brush]') ?? null;
  const sizes = () => chart.dataset.brush.split(' ').map(Number);
  const at = (event) => {
    const [, , left, right, width] = sizes();
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    return Math.max(left, Math.min(right, x));
  };
  const time = (x) => {
    const [start, end, left, right] = sizes();
    return new Date(start + ((x - left) / (right - left)) * (end - start)).toISOString();
  };
  let chart;
  let from;
  let brush;
  document.addEventListener('pointerdown', (event) => {
    const drawn = chartAt(event);
    if (drawn === null || event.button !== 0 || event.pointerType === 'touch' || event.target.closest('a')) return;
    event.preventDefault();
    chart = drawn;
    from = at(event);
    brush = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    brush.setAttribute('class', 'brush');
    brush.setAttribute('y', '0');
    brush.setAttribute('height', '100%');
    brush.setAttribute('x', String(from));
    brush.setAttribute('width', '0');
    chart.append(brush);
    chart.setPointerCapture(event.pointerId);
  });
  document.addEventListener('pointermove', (event) => {
    if (brush === undefined) return;
    const x = at(event);
    brush.setAttribute('x', String(Math.min(from, x)));
    brush.setAttribute('width', String(Math.abs(x - from)));
  });
  const stop = () => {
    brush?.remove();
    brush = undefined;
  };
  document.addEventListener('pointerup', (event) => {
    if (brush === undefined) return;
    const x = at(event);
    stop();
    if (Math.abs(x - from) < 6) return;
    const next = new URL(location.href);
    next.searchParams.set('from', time(Math.min(from, x)));
    next.searchParams.set('to', time(Math.max(from, x)));
    location.assign(next);
  });
  document.addEventListener('pointercancel', stop);
})();
`;
