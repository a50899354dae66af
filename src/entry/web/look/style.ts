import { partsStyle } from './parts-style.ts';

/** Styles for changes of files, and for the code in them. */
const diffStyle = `
.diff { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; margin: 0 0 12px; }
.diff > h3 { margin: 0; padding: 7px 12px; background: var(--soft); border-bottom: 1px solid var(--line); font: 600 13px var(--mono); overflow-wrap: anywhere; }
.diff .scroll { overflow-x: auto; }
.diff table { border-collapse: collapse; font: 13px/1.55 var(--mono); font-variant-ligatures: none; }
.diff td { border: 0; padding: 0 10px; white-space: pre; }
.diff td.num { width: 1px; text-align: right; color: var(--faint); user-select: none; padding: 0 8px; background: var(--soft); font-variant-numeric: tabular-nums; }
.diff td.sign { width: 1px; padding: 0 0 0 8px; user-select: none; }
.diff tr.heading td { background: var(--link-soft); color: var(--faint); padding: 2px 10px; }
.diff .removed { background: var(--bad-soft); } .diff .added { background: var(--good-soft); } .diff .none { background: var(--soft); }
.diff ins, .diff del { color: var(--text); }
.diff del { background: var(--bad-word); text-decoration: none; border-radius: 3px; } .diff ins { background: var(--good-word); text-decoration: none; border-radius: 3px; }
.diff.split table { width: 100%; table-layout: fixed; } .diff.split col.num { width: 48px; } .diff.split td.side { white-space: pre-wrap; overflow-wrap: anywhere; }
.diff:not(.split) table { min-width: 100%; }
.h-comment { color: var(--faint); font-style: italic; } .h-text { color: var(--code-text); } .h-number { color: var(--code-number); }
.h-key { color: var(--code-key); font-weight: 600; } .h-name { color: var(--code-name); }
.side-by-side { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); } 
@media (min-width: 900px) { .side-by-side { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
`;

/** The style of all pages. Colors come from a few variables, which dark mode and print redefine. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #f7f8fa; --card: #ffffff; --soft: #eef0f4; --line: #d9dde5; --text: #171b22; --faint: #566072;
  --link: #2f4fc4; --good: #14703a; --bad: #b3261e; --ask: #8a5300; --plain: #566072;
  --good-soft: #e3f4e9; --bad-soft: #fdeae8; --ask-soft: #fdf1dc; --plain-soft: #eef0f4; --link-soft: #e8edfd;
  --good-word: #b5e3c5; --bad-word: #f9c6c1; --shadow: 0 1px 2px rgb(20 24 33 / 7%);
  --code-name: #7a3e00; --code-text: #0b6133; --code-number: #1c4fb0; --code-key: #7b2a8f;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1216; --card: #171b21; --soft: #20262e; --line: #323b47; --text: #e7eaf0; --faint: #a3adbb;
    --link: #93b2ff; --good: #6fd494; --bad: #ff9a92; --ask: #f0bd6a; --plain: #a3adbb;
    --good-soft: #14281c; --bad-soft: #33191a; --ask-soft: #2e2413; --plain-soft: #20262e; --link-soft: #1b2540;
    --good-word: #24583a; --bad-word: #6d2c2b; --shadow: none;
    --code-name: #f0b27a; --code-text: #8fdba8; --code-number: #9cbcff; --code-key: #e0a6f0;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 12px; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word; }
h1, h2, h3, p, dd, dt, li, td code, th code { overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 2px; text-decoration-thickness: 1px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--card); padding: 8px; z-index: 1; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
header.top { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center;
  padding: 0 20px; min-height: 52px; border-bottom: 1px solid var(--line); background: var(--card); }
header.top nav { display: flex; flex-wrap: wrap; gap: 0 4px; flex: 1; align-self: stretch; }
header.top nav a { display: flex; align-items: center; padding: 8px 12px; color: var(--faint); text-decoration: none;
  font-weight: 600; border-bottom: 3px solid transparent; border-top: 3px solid transparent; }
header.top nav a:hover { color: var(--text); }
header.top nav a[aria-current] { color: var(--text); border-bottom-color: var(--link); }
.brand { font-weight: 750; font-size: 17px; letter-spacing: -0.01em; color: var(--text); text-decoration: none;
  display: flex; align-items: center; gap: 8px; }
.brand svg { display: block; }
header.top form button { min-height: 0; border: 0; background: none; color: var(--faint); font-weight: 500; padding: 6px 4px; }
header.top form button:hover { color: var(--text); text-decoration: underline; }
main { max-width: 1440px; margin: 0 auto; padding: 20px; }
h1 { font-size: 24px; line-height: 1.25; letter-spacing: -0.015em; margin: 0 0 4px; font-weight: 700; }
h2 { font-size: 16px; line-height: 1.3; margin: 0 0 10px; font-weight: 700; }
h3 { font-size: 15px; margin: 14px 0 6px; font-weight: 650; }
h1 + .panel.panel, h1 + .note.note, h1 + ul { margin-top: 14px; } h1 code { font-size: 20px; } h2 code { font-size: 14px; }
p { margin: 0 0 8px; }
.lead { color: var(--faint); margin: 0 0 16px; }
.faint { color: var(--faint); font-size: 13px; }
.mono, code, pre { font-family: var(--mono); font-size: 13px; }
code { font-variant-ligatures: none; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: 12px; overflow-x: auto; margin: 0 0 8px; }
label { display: grid; gap: 3px; font-size: 12px; font-weight: 600; color: var(--faint); }
input, select, button, .button { min-height: 36px; }
input, select, textarea, button, .button { font: inherit; font-size: 14px; line-height: 1.4; color: var(--text); background: var(--card);
  border: 1px solid var(--line); border-radius: 7px; padding: 6px 10px; max-width: 100%; }
input, select, textarea { border-color: var(--faint); font-weight: 400; }
input[type="checkbox"] { width: 18px; height: 18px; min-height: 0; margin: 0; accent-color: var(--link); }
button, .button { cursor: pointer; font-weight: 600; text-decoration: none; display: inline-flex; align-items: center; background: var(--card); }
button:hover, .button:hover { border-color: var(--faint); }
.primary { background: var(--link); color: var(--card); border-color: var(--link); }
section.panel, .panel { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px;
  box-shadow: var(--shadow); margin: 0 0 16px; }
.columns { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); align-items: start; }
.columns > * { min-width: 0; }
@media (min-width: 1080px) { .columns { grid-template-columns: minmax(0, 1fr) 340px; } }
.note { border: 1px solid var(--line); border-left: 4px solid var(--link); border-radius: 8px; background: var(--link-soft);
  padding: 10px 14px; margin: 0 0 16px; }
.stack { display: grid; gap: 12px; max-width: 560px; } .pair { display: grid; gap: 12px; grid-template-columns: repeat(2, minmax(0, 1fr)); } .pair input { width: 100%; min-width: 0; }
td.what { min-width: 230px; }
dl { display: grid; grid-template-columns: minmax(80px, max-content) minmax(0, 1fr); gap: 4px 14px; margin: 0; font-size: 14px; }
dt { color: var(--faint); font-size: 13px; } dd { margin: 0; }
ul.plain { list-style: none; margin: 0; padding: 0; }
.wide { overflow-x: auto; }
/* The newest is at the right, so that is what shows if not all of it fits. */
.wide.latest { direction: rtl; } .wide.latest > * { direction: ltr; margin-right: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 7px 10px 7px 0; border-bottom: 1px solid var(--line); }
tr:last-child > td, tr:last-child > th[scope="row"] { border-bottom: 0; }
th { font-size: 12px; color: var(--faint); font-weight: 600; }
th[scope="row"] { font-size: 14px; color: var(--text); }
td.time, .time, .whole { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
summary { cursor: pointer; }
footer.foot { max-width: 1440px; margin: 0 auto; padding: 0 20px 24px; color: var(--faint); font-size: 13px; }
footer.foot kbd { font-family: var(--mono); font-size: 12px; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 5px; background: var(--card); }
footer.foot ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 8px 0 0; }
${partsStyle}
${diffStyle}
@media (max-width: 600px) {
  .folds, .folds tbody, .folds tr, .folds td { display: block; }
  .folds thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .folds tr { padding: 8px 0; border-bottom: 1px solid var(--line); } .folds tr:last-child { border-bottom: 0; }
  .folds td, .folds th[scope="row"] { border: 0; padding: 1px 0; } .folds td.time { white-space: normal; } .folds td:empty { display: none; }
  .folds th[scope="row"] { display: block; } .folds td.number { text-align: left; }
  .folds td[data-head]::before { content: attr(data-head) ": "; color: var(--faint); font-size: 13px; }
  svg.chart.long { min-width: 1180px; } svg text.atend { display: inline; } td.what { min-width: 0; } .folds td.then::before { content: "→ "; }
  main { padding: 14px 12px; } header.top { padding: 4px 12px; } h1 { font-size: 21px; }
  .panel, section.panel { padding: 12px; } header.top nav a { padding: 6px 8px; }
  header.top nav { order: 3; flex-basis: 100%; margin-left: -8px; } header.top form { margin-left: auto; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  :root { --page: #ffffff; --soft: #ffffff; --shadow: none; }
  header.top, form.filters, .bulk, .pick, .actions, button, .skip, footer.foot { display: none; } main { max-width: none; padding: 0; }
  .panel, tr, .card { break-inside: avoid; } details > * { display: block; }
}
`;
