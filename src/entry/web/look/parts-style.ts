/** Styles for lists, marks, charts and the parts of an intent. */
export const partsStyle = `
.mark { display: inline-grid; place-items: center; min-width: 20px; height: 20px; border-radius: 10px; padding: 0 5px;
  font-weight: 700; font-size: 13px; line-height: 1; background: var(--plain-soft); color: var(--plain); }
.verdict { display: inline-flex; gap: 5px; align-items: center; font-weight: 650; font-size: 13px; white-space: nowrap;
  border-radius: 10px; padding: 1px 9px; background: var(--plain-soft); color: var(--plain); }
.verdict.good, .mark.good { background: var(--good-soft); color: var(--good); }
.verdict.bad, .mark.bad { background: var(--bad-soft); color: var(--bad); }
.verdict.ask, .mark.ask { background: var(--ask-soft); color: var(--ask); }
.tag { display: inline-block; font-size: 12px; font-weight: 600; border: 1px solid var(--line); border-radius: 10px; padding: 0 8px;
  color: var(--faint); background: var(--card); white-space: nowrap; }
.tag.new { border-color: var(--link); color: var(--link); background: var(--link-soft); }
.harm { display: inline-flex; gap: 6px; align-items: baseline; }
.meter { font-family: var(--mono); letter-spacing: 1px; font-size: 11px; color: var(--faint); white-space: nowrap; }
.meter.high { color: var(--bad); } .meter.middle { color: var(--ask); }
form.filters { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 0 0 14px; }
form.filters label { flex: 0 1 auto; } form[role="search"] select { max-width: 104px; } form.filters .grow { flex: 1 1 110px; } form.filters .grow input { width: 100%; }
ul.cards { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  box-shadow: var(--shadow); overflow: hidden; }
.card { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 12px; padding: 11px 14px 11px 12px;
  border-bottom: 1px solid var(--line); border-left: 4px solid var(--line); }
.group { padding: 8px 14px; font-size: 12px; font-weight: 700; color: var(--faint); background: var(--soft); border-bottom: 1px solid var(--line); }
.card:last-child { border-bottom: 0; } .card.current { background: var(--link-soft); }
.card.good { border-left-color: var(--good); } .card.bad { border-left-color: var(--bad); }
.card.ask { border-left-color: var(--ask); } .card.plain { border-left-color: var(--plain); }
.card h3 { margin: 0; font-size: 15px; line-height: 1.35; } .card h3 a { color: var(--text); text-decoration: none; }
.card h3 a:hover { text-decoration: underline; }
.card .meta { margin: 2px 0 0; font-size: 13px; color: var(--faint); }
.card .change { margin: 4px 0 0; font-family: var(--mono); font-size: 12.5px; overflow-wrap: anywhere; }
.card .why { margin: 3px 0 0; font-size: 13px; }
.card .ends { display: flex; flex-direction: column; gap: 4px; align-items: flex-end; }
.card .pick { padding-top: 1px; }
.from { color: var(--bad); } .to { color: var(--good); } .arrow { color: var(--faint); padding: 0 4px; }
ul.signin { display: grid; gap: 8px; margin: 0 0 16px; } details.panel:has(> form) { max-width: 560px; } details.panel > p { margin-top: 10px; } label.inline { display: flex; align-items: center; gap: 6px; }
header.top form label.inline { flex-direction: row; } header.top form:has(select) { display: flex; align-items: center; gap: 6px; }
.card.gone { background: var(--soft); } .card.gone h3 a { color: var(--faint); text-decoration: line-through; }
.livebar { position: fixed; left: 50%; bottom: 16px; transform: translateX(-50%); z-index: 2; display: flex; gap: 12px; align-items: center;
  width: max-content; max-width: calc(100vw - 24px); background: var(--card); border: 2px solid var(--link); border-radius: 10px; padding: 8px 10px 8px 14px;
  box-shadow: 0 4px 18px rgb(20 24 33 / 22%); font-weight: 600; font-size: 14px; } .livebar:empty { display: none; }
@media (prefers-reduced-motion: no-preference) { .changed { animation: changed 1.6s ease-out; } }
@keyframes changed { from { background-color: var(--link-soft); } }
@media print { .livebar { display: none; } }
.bulk { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 12px 0; }
.bulk label { display: flex; align-items: center; gap: 6px; }
.spark { display: block; width: 100%; height: 34px; } .spark polyline { fill: none; stroke: var(--link); stroke-width: 1.6; }
.spark polygon { fill: var(--link-soft); } .spark circle { fill: var(--link); }
.stackline { display: grid; grid-template-columns: minmax(0, 1fr) 90px auto; gap: 2px 12px; align-items: center; padding: 8px 0;
  border-bottom: 1px solid var(--line); } .stackline:last-child { border-bottom: 0; }
.stackline .count { font-variant-numeric: tabular-nums; font-weight: 650; text-align: right; }
.stackline .trend { display: block; font-size: 12px; font-weight: 400; color: var(--faint); white-space: nowrap; }
.parties { display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); margin: 0 0 10px; padding: 0; list-style: none; }
.party { border: 1px solid var(--line); border-top: 4px solid var(--line); border-radius: 8px; padding: 10px 12px; min-width: 0; }
.party.wins { border-top-color: var(--good); background: var(--good-soft); }
.party .value { font-family: var(--mono); font-size: 15px; font-weight: 600; overflow-wrap: anywhere; margin: 4px 0; }
.field { border-bottom: 1px solid var(--line); padding: 8px 0; display: grid; gap: 2px 14px; grid-template-columns: minmax(0, 1fr); }
.field:last-child { border-bottom: 0; }
@media (min-width: 760px) { .field { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.path { list-style: none; margin: 0 0 10px; padding: 0; }
.path > li { position: relative; padding: 0 0 12px 26px; }
.path > li::before { content: ""; position: absolute; left: 5px; top: 5px; width: 11px; height: 11px; border-radius: 50%;
  border: 2px solid var(--faint); background: var(--card); z-index: 1; }
.path > li::after { content: ""; position: absolute; left: 11px; top: 16px; bottom: -5px; width: 2px; background: var(--line); }
.path > li:last-child::after { display: none; }
.path > li.edited::before { background: var(--good); border-color: var(--good); }
.path .file { font-size: 12.5px; color: var(--faint); font-family: var(--mono); }
.radius { border: 1px dashed var(--faint); border-radius: 8px; padding: 8px 12px; margin: 0 0 8px 26px; }
.steps { list-style: none; display: flex; flex-wrap: wrap; gap: 4px; padding: 0; margin: 0 0 8px; }
.steps li { font-size: 12px; font-weight: 600; padding: 1px 8px; border-radius: 10px; border: 1px solid var(--line); color: var(--faint); }
.steps li.done { background: var(--good-soft); color: var(--good); border-color: transparent; }
.steps li.failed { background: var(--bad-soft); color: var(--bad); border-color: transparent; }
p.refused { flex-basis: 100%; margin: 4px 0 0; font-size: 13px; color: var(--faint); }
.talk { list-style: none; margin: 0; padding: 0; } .talk li { border-left: 3px solid var(--line); padding: 0 0 10px 12px; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; } svg .small { fill: var(--faint); font-size: 11px; }
svg text.atend { display: none; } svg .lane { stroke: var(--line); } svg .grid { stroke: var(--line); stroke-dasharray: 2 4; }
svg .dot { stroke: var(--card); stroke-width: 1.5; } svg .count { font-weight: 700; font-size: 11px; fill: var(--card); }
svg .dot.good { fill: var(--good); } svg .dot.bad { fill: var(--bad); } svg .dot.ask { fill: var(--ask); } svg .dot.plain { fill: var(--plain); }
svg .incident { fill: var(--bad-soft); } svg .freeze { fill: var(--link-soft); } svg .maintenance { fill: var(--ask-soft); } svg .deployment { fill: var(--good-word); fill-opacity: 0.75; }
svg .brush { fill: var(--link); fill-opacity: 0.18; stroke: var(--link); } svg.chart { display: block; touch-action: pan-y; width: 100%; height: auto; } svg.chart.long { min-width: 820px; } svg.chart.short { max-width: 760px; min-width: 420px; }
svg .line { fill: none; stroke: var(--link); stroke-width: 2; } svg .bound { fill: var(--good-soft); } svg .boundline { stroke: var(--good); stroke-dasharray: 4 3; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; color: var(--faint); list-style: none; padding: 0; margin: 8px 0 0; }
.legend svg { vertical-align: -2px; margin-right: 5px; }
.rules { list-style: none; counter-reset: rule; margin: 0; padding: 0; }
.rules > li { counter-increment: rule; display: grid; grid-template-columns: 34px minmax(0, 1fr) auto; gap: 0 10px; padding: 9px 0; border-bottom: 1px solid var(--line); }
.rules > li::before { content: counter(rule); color: var(--faint); font-variant-numeric: tabular-nums; text-align: right; }
.rules > li:last-child { border-bottom: 0; } .rules .ends { text-align: right; font-size: 13px; }
.editor { position: relative; }
#complete { position: absolute; z-index: 2; margin: 0; padding: 4px; list-style: none; background: var(--card); border: 1px solid var(--faint); border-radius: 8px;
  box-shadow: 0 4px 18px rgb(20 24 33 / 22%); max-width: calc(100% - 24px); max-height: 260px; overflow-y: auto; }
#complete[hidden] { display: none; } #complete li { padding: 2px 8px; border-radius: 5px; font-size: 13px; cursor: pointer; } #complete li span { color: var(--faint); }
#complete li[aria-selected="true"] { background: var(--link-soft); outline: 1px solid var(--link); }
.words ul { list-style: none; margin: 0; padding: 0; columns: 300px; column-gap: 24px; } .words li { break-inside: avoid; padding: 1px 0; font-size: 13px; }
ul.jobs > li { border-bottom: 1px solid var(--line); padding: 10px 0; } ul.jobs > li:last-child { border-bottom: 0; }
textarea.code { font-family: var(--mono); font-size: 13px; line-height: 1.5; width: 100%; min-height: 420px; tab-size: 2; white-space: pre; }
@media (max-width: 600px) { .card { grid-template-columns: auto minmax(0, 1fr); } .card .ends { grid-column: 2; flex-direction: row; flex-wrap: wrap; align-items: center; margin-top: 5px; }
  .rules > li { grid-template-columns: 24px minmax(0, 1fr); } .rules .ends { grid-column: 2; text-align: left; } }
`;
