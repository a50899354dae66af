/** Styles for changes of files, and for the code in them. */
export const diffStyle = `
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
