/** The look of all pages. Colors come from a few names, which dark and print change. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --soft: #f4f5f7; --line: #d5d9e0; --text: #1b1f27; --faint: #566072;
  --link: #0b57c4; --good: #14703a; --bad: #b3261e; --ask: #8a5300; --plain: #566072;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171c; --soft: #1d2229; --line: #39414d; --text: #e8ebf0; --faint: #a9b2c0;
    --link: #8ab8ff; --good: #6fd494; --bad: #ff9a92; --ask: #f0bd6a; --plain: #a9b2c0;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1, h3, p, dd, li, td code { overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--page); padding: 8px; }
header.top { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center;
  padding: 8px 16px; border-bottom: 1px solid var(--line); background: var(--soft); }
header.top nav { display: flex; flex-wrap: wrap; gap: 4px 16px; flex: 1; }
header.top strong { font-size: 18px; }
header.top a[aria-current] { font-weight: 700; text-decoration: none; color: var(--text); }
main { max-width: 1200px; margin: 0 auto; padding: 16px; }
h1 { font-size: 24px; line-height: 1.25; margin: 8px 0 16px; }
h2 { font-size: 18px; margin: 28px 0 8px; }
form.filters { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 16px; }
label { display: grid; gap: 2px; font-size: 14px; color: var(--faint); }
input, select, textarea, button { font: inherit; color: var(--text); background: var(--page);
  border: 1px solid var(--faint); border-radius: 6px; padding: 6px 10px; max-width: 100%; }
button { cursor: pointer; background: var(--soft); font-weight: 600; }
ul.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 10px; }
.card { border: 1px solid var(--line); border-left-width: 6px; border-radius: 8px; padding: 10px 14px; }
.card h3 { margin: 0; font-size: 17px; }
.card p { margin: 4px 0 0; }
.faint { color: var(--faint); font-size: 14px; }
.good { border-left-color: var(--good); } .bad { border-left-color: var(--bad); }
.ask { border-left-color: var(--ask); } .plain { border-left-color: var(--plain); }
.verdict { font-weight: 700; white-space: nowrap; }
td.time { white-space: nowrap; }
.verdict.good { color: var(--good); } .verdict.bad { color: var(--bad); }
.verdict.ask { color: var(--ask); } .verdict.plain { color: var(--plain); }
table { border-collapse: collapse; width: 100%; }
.wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); }
th { font-size: 14px; color: var(--faint); }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: 10px; overflow-x: auto; }
ol.trace { list-style: none; margin: 0; padding: 0; }
ol.trace li { border-left: 3px solid var(--line); padding: 2px 0 6px 12px; margin-left: 6px; }
ol.trace li:last-child { border-left-color: var(--good); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.actions a { border: 1px solid var(--faint); border-radius: 6px; padding: 6px 12px; text-decoration: none;
  background: var(--soft); font-weight: 600; }
.note { border: 1px solid var(--line); border-left: 6px solid var(--link); border-radius: 8px; padding: 10px 14px; margin: 0 0 16px; }
.stack { display: grid; gap: 12px; max-width: 520px; }
dl { display: grid; grid-template-columns: minmax(90px, max-content) 1fr; gap: 4px 16px; margin: 0; }
dt { color: var(--faint); } dd { margin: 0; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
svg .lane { stroke: var(--line); }
svg .dot { stroke: var(--page); stroke-width: 1.5; }
svg .dot.good { fill: var(--good); } svg .dot.bad { fill: var(--bad); }
svg .dot.ask { fill: var(--ask); } svg .dot.plain { fill: var(--plain); }
@media (max-width: 600px) {
  main { padding: 12px; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 6px; }
}
@media print {
  header.top, form, .actions, .skip { display: none; } main { max-width: none; } .card, tr { break-inside: avoid; }
}
`;
