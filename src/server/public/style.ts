/** The style sheet of public pages, written into each page: one answer is all that a reader on a slow phone waits for. */

import { inkOn } from '../../kernel/color.ts';

/** The product's own color, for workspaces without one. */
export const FALLBACK_COLOR = '#2f5bc9';

export const STYLE = `:root{color-scheme:light dark;--ink:#1b1f27;--soft:#565d6b;--line:#d5d9e0;--field:#8a91a0;--page:#f5f6f8;--card:#fff;--bad:#b3261e;--good:#146c43}
@media (prefers-color-scheme:dark){:root{--ink:#eceef2;--soft:#aab1be;--line:#3a404c;--field:#7c8493;--page:#14171c;--card:#1c2027;--bad:#ff9a92;--good:#7fd6a6}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.bar{height:.25rem;background:var(--brand)}
header,main,footer{max-width:40rem;margin-inline:auto;padding-inline:1.25rem}
.wide header,.wide main,.wide footer{max-width:64rem}
header{display:flex;align-items:center;gap:.75rem;padding-block:1.25rem;font-weight:600}
header img{block-size:2.25rem;inline-size:auto;max-inline-size:10rem;border-radius:.25rem}
main{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding-block:1.5rem}
@media (max-width:42rem){main{border-inline:0;border-radius:0}}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}
h2{margin:2rem 0 .5rem;font-size:1.125rem}
h3{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:0 0 1rem}
p:last-child{margin-bottom:0}
.soft{color:var(--soft)}
small,.soft,footer{font-size:.875rem}
footer{padding-block:1.5rem;color:var(--soft)}
a{color:inherit;text-decoration-color:var(--brand);text-underline-offset:.2em}
label{font-weight:550}
.field{display:grid;gap:.35rem;margin-bottom:1.1rem}
.choice{display:flex;gap:.65rem;align-items:flex-start;margin-bottom:1rem}
.choice input{inline-size:1.25rem;block-size:1.25rem;flex:none;margin:.15rem 0 0;accent-color:var(--brand)}
.choice small{display:block;font-weight:400;color:var(--soft)}
input:not([type=checkbox]),textarea,select{inline-size:100%;min-block-size:2.75rem;padding:.5rem .75rem;border:1px solid var(--field);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
textarea{min-block-size:8rem}
[aria-invalid=true]{border-color:var(--bad)}
button,.button{display:inline-block;min-block-size:2.75rem;padding:.6rem 1.25rem;border:1px solid transparent;border-radius:.5rem;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.quiet,.button.quiet{background:transparent;color:inherit;border-color:var(--field)}
button[disabled]{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.problem{color:var(--bad);font-size:.875rem}
.notice{padding:.75rem 1rem;border:1px solid var(--line);border-inline-start:.25rem solid var(--good);border-radius:.5rem;margin-bottom:1.25rem}
.notice.bad{border-inline-start-color:var(--bad)}
.away{position:absolute;inset-inline-start:-100vw;inline-size:1px;block-size:1px;overflow:hidden}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
form+p{margin-top:1rem}
.between{justify-content:space-between}
.between>*{margin-block:1rem .5rem}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.5rem;margin:0 0 1.5rem;padding:0;list-style:none}
.times a{display:block;text-align:center;padding-inline:.25rem}
.month{table-layout:fixed}
.month th,.month td{padding:.125rem;border:0;text-align:center;font-size:.875rem;font-weight:400}
.month td>*{display:block;min-block-size:2.75rem;line-height:2.75rem;border-radius:.5rem;font-size:1rem}
.month a{border:1px solid var(--field);font-weight:650;text-decoration:none;line-height:2.6rem}
.month a[aria-current]{background:var(--brand);color:var(--on-brand);border-color:transparent}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
.figures div{border:1px solid var(--line);border-radius:.5rem;padding:.75rem}
.figures dt{font-size:.875rem;color:var(--soft)}
.figures dd{margin:0;font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums}
.figures dd small{display:block;font-weight:400;color:var(--soft)}
.scroll{overflow-x:auto}
table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th.number,td.number{text-align:end}
svg rect{fill:var(--brand)}
@media print{body{background:none}main{border:0}}`;

/** Variables of the workspace's color. @param color `#rrggbb`; anything else counts as none */
export function brandStyle(color: string): string {
  const brand = /^#[0-9a-f]{6}$/i.test(color) ? color : FALLBACK_COLOR;
  return `:root{--brand:${brand};--on-brand:${inkOn(brand)}}`;
}
