/** The style sheet of funnel pages. Widths are those of the page, not of the window, so previews of a phone are true. */
import { contrast, inkOn, mixColors, readableOn } from '../../../kernel/color.ts';
import type { Block, Theme } from '../contract/document.ts';

/** Color of pages whose theme and workspace name none. */
export const DEFAULT_COLOR = '#2f5bc9';

const CORNERS = { square: '0', soft: '.6rem', round: '1.1rem' } as const;
const PILLS = { square: '0', soft: '.6rem', round: '99rem' } as const;
const FONTS = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  serif: 'Charter,"Bitstream Charter","Iowan Old Style",Georgia,"Noto Serif",serif',
} as const;

interface Surface {
  page: string;
  ink: string;
  soft: string;
  line: string;
  card: string;
}
const LIGHT: Surface = { page: '#ffffff', ink: '#14171c', soft: '#525a68', line: '#dfe3e9', card: '#ffffff' };
const DARK: Surface = { page: '#12151a', ink: '#f0f2f5', soft: '#b1b8c4', line: '#333a46', card: '#1b2027' };

const variables = (selector: string, { page, ink, soft, line, card }: Surface, brand: string) =>
  `${selector}{--bg:${page};--ink:${ink};--soft:${soft};--line:${line};--card:${card};--accent:${readableOn(brand, page)};--button:${brand};--on-button:${inkOn(brand)};--bad:${readableOn('#b3261e', page)};background:var(--bg);color:var(--ink)}`;

/** Surfaces of the theme, and of blocks that look different. @param color the workspace's */
function surfaces({ color: own, mode }: Theme, color: string): string {
  const brand = own || (/^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_COLOR);
  const base = mode === 'dark' ? DARK : LIGHT;
  const tint = mixColors(base.page, brand, mode === 'dark' ? 0.14 : 0.07);
  const ink = inkOn(brand) === '#000' ? '#000000' : '#ffffff';
  const onBrand: Surface = {
    page: brand,
    ink,
    soft: contrast(mixColors(ink, brand, 0.12), brand) >= 4.5 ? mixColors(ink, brand, 0.12) : ink,
    line: mixColors(brand, ink, 0.3),
    card: mixColors(brand, ink, 0.08),
  };
  // A button in the color of its background would not be seen.
  const onBrandButton = ink === '#ffffff' ? '#ffffff' : '#14171c';
  return [
    variables('.page,.plain', base, brand),
    variables('.tint', { ...base, page: tint, soft: readableOn(base.soft, tint) }, brand),
    variables('.brand', onBrand, onBrandButton),
    variables('.dark', { ...DARK, page: mixColors('#0d1014', brand, 0.08) }, brand),
    // Cards keep the page's own surface, so what stands on them reads.
    `.tint .card,.plain .card{background:${base.card};color:${base.ink}}`,
  ].join('\n');
}

const SHEET = `*{box-sizing:border-box}
.page{container-type:inline-size;font:1.0625rem/1.6 var(--font);-webkit-text-size-adjust:100%;overflow-wrap:break-word}
.in{max-width:68rem;margin-inline:auto;padding-inline:1.25rem}
.narrow{max-width:44rem}
section{padding-block:3.5rem}
.top{display:flex;align-items:center;gap:.75rem;padding-block:1rem;font-weight:650}
.top img{block-size:2.25rem;inline-size:auto;max-inline-size:12rem;display:block}
h1,h2,h3{line-height:1.15;letter-spacing:-.015em;text-wrap:balance;margin:0 0 1rem;font-weight:700}
h1{font-size:clamp(2.1rem,6cqi,3.6rem)}
h2{font-size:clamp(1.6rem,4cqi,2.35rem)}
h3{font-size:1.15rem;letter-spacing:0;margin-bottom:.4rem;line-height:1.3}
p{margin:0 0 1rem}
p:last-child{margin-bottom:0}
a{color:var(--accent);text-underline-offset:.2em}
img{max-inline-size:100%;block-size:auto;display:block;border-radius:var(--radius)}
.soft{color:var(--soft)}
.lead{font-size:1.2rem;color:var(--soft);text-wrap:pretty}
.eyebrow{color:var(--accent);font-weight:650;font-size:.95rem;margin-bottom:.75rem}
.center{text-align:center}
.head{max-width:44rem;margin:0 auto 2.25rem;text-align:center}
.head:empty{display:none}
.hero{padding-block:clamp(.5rem,4cqi,2.5rem)}
.hero .lead{max-width:40rem}
.hero.center .lead{margin-inline:auto}
.split{display:grid;gap:2.5rem;align-items:center}
.grid{display:grid;gap:1.25rem;margin:0;padding:0;list-style:none}
.card{border:1px solid var(--line);border-radius:var(--radius);padding:1.5rem;background:var(--card)}
.card p:last-child,.card h3:last-child{margin-bottom:0}
.button{display:inline-block;min-block-size:3rem;padding:.75rem 1.6rem;border:1px solid transparent;border-radius:var(--pill);background:var(--button);color:var(--on-button);font:inherit;font-weight:650;text-decoration:none;cursor:pointer;text-align:center}
.button:hover{filter:brightness(1.06)}
.button[disabled]{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.act{margin-top:1.75rem}
.numbered{counter-reset:n}
.numbered li{counter-increment:n;position:relative;padding-inline-start:3.5rem;min-block-size:2.5rem}
.numbered li::before{content:counter(n);position:absolute;inset-inline-start:0;inset-block-start:-.2rem;inline-size:2.4rem;block-size:2.4rem;border-radius:50%;display:grid;place-items:center;background:var(--button);color:var(--on-button);font-weight:700}
.points{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.6rem}
.points li{position:relative;padding-inline-start:1.9rem}
.points li::before{content:"";position:absolute;inset-inline-start:.3rem;inset-block-start:.35em;inline-size:.45rem;block-size:.85rem;border:solid var(--accent);border-width:0 .18rem .18rem 0;transform:rotate(42deg)}
figure{margin:0}
figcaption{color:var(--soft);font-size:.95rem;margin-top:.6rem}
blockquote{margin:0 0 1rem}
.who{font-size:.95rem}
.stats{display:grid;grid-template-columns:repeat(2,1fr);gap:1.5rem;margin:0;text-align:center}
.stats dt{font-size:clamp(1.9rem,5cqi,2.8rem);font-weight:750;line-height:1.1;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.stats dd{margin:.35rem 0 0;color:var(--soft);font-size:.95rem}
.price{font-size:2.2rem;font-weight:750;line-height:1.1;letter-spacing:-.02em;margin:.25rem 0 1rem}
.price small{font-size:1rem;font-weight:400;color:var(--soft);letter-spacing:0}
.plan{display:flex;flex-direction:column}
.plan .act{margin-top:auto;padding-top:1rem}
.plan.best{border:2px solid var(--accent)}
.plan .button{display:block}
details{border-bottom:1px solid var(--line);padding-block:.25rem}
summary{cursor:pointer;font-weight:600;padding-block:.8rem}
details p{padding-bottom:.9rem;margin:0}
.logos{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem 2.25rem;margin:0;padding:0;list-style:none;color:var(--soft);font-weight:650;font-size:1.1rem}
.until{font-size:1.35rem;font-weight:650;font-variant-numeric:tabular-nums}
.formcard{border:1px solid var(--line);border-radius:var(--radius);padding:1.5rem;background:var(--card);box-shadow:0 1px 2px #0000000f,0 12px 32px -12px #0000002e}
.field{display:grid;gap:.35rem;margin:0 0 1.1rem;padding:0;border:0;min-inline-size:0}
.field label,.field legend{font-weight:600;padding:0}
.choice{display:flex;gap:.65rem;align-items:flex-start;margin-bottom:.5rem;font-weight:400}
.field .choice label{font-weight:400}
.choice input{inline-size:1.35rem;block-size:1.35rem;flex:none;margin:.15rem 0 0;accent-color:var(--accent)}
.input{inline-size:100%;min-block-size:3rem;padding:.6rem .8rem;border:1px solid var(--soft);border-radius:min(var(--radius),.7rem);background:var(--bg);color:var(--ink);font:inherit}
textarea.input{min-block-size:7rem}
[aria-invalid=true]{border-color:var(--bad);outline-color:var(--bad)}
.problem{color:var(--bad);font-size:.95rem;margin:0}
.notice{padding:.8rem 1rem;border:1px solid var(--bad);border-radius:var(--radius);margin-bottom:1.25rem;color:var(--bad)}
.consent{font-size:.95rem;margin:0 0 1.1rem}
.formcard .button{inline-size:100%}
.product{display:flex;gap:.75rem;align-items:flex-start;margin-bottom:.75rem}
.product input{inline-size:1.35rem;block-size:1.35rem;flex:none;margin:.15rem 0 0;accent-color:var(--accent)}
.product .what{flex:1;display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;font-weight:400;min-inline-size:0}
.product small{grid-column:1/-1}
.cost{font-weight:650;font-variant-numeric:tabular-nums}
.extra{border:1px dashed var(--accent);border-radius:var(--radius);padding:.8rem 1rem}
.few{max-inline-size:7rem}
.link{display:block;inline-size:100%;min-block-size:2.75rem;margin-top:.5rem;border:0;background:none;color:var(--accent);font:inherit;cursor:pointer}
.break{border-top:1px dashed var(--line);padding-top:.5rem;font-size:.9rem}
.away{position:absolute;inset-inline-start:-100vw;inline-size:1px;block-size:1px;overflow:hidden}
.empty{border:2px dashed var(--line);border-radius:var(--radius);min-block-size:12rem;display:grid;place-items:center;color:var(--soft);padding:1rem;text-align:center}
.gap{padding-block:0}.gap.small{block-size:1.5rem}.gap.medium{block-size:3.5rem}.gap.large{block-size:7rem}
.code{display:block;inline-size:100%;border:0;block-size:25rem}.code.small{block-size:12rem}.code.large{block-size:44rem}
.foot{font-size:.9rem;color:var(--soft);padding-block:2rem;border-top:1px solid var(--line)}
.foot a{color:inherit}
@container (min-width:46rem){
.split{grid-template-columns:1.1fr 1fr}
.cols-2,.cols-4{grid-template-columns:1fr 1fr}
.cols-3{grid-template-columns:repeat(3,1fr)}
.stats{grid-template-columns:repeat(var(--count,4),1fr)}
.n2{--count:2}.n3{--count:3}.n4{--count:4}
section{padding-block:4.5rem}
.formcard{padding:2rem}
.live .hide-desktop{display:none}
}
@container (max-width:45.99rem){.live .hide-phone{display:none}}
@media (prefers-reduced-motion:no-preference){.button{transition:filter .15s}}
@media print{.page{background:none}}`;

/** @param color the workspace's, `#rrggbb`; anything else counts as none */
export function funnelStyle(theme: Theme, color: string): string {
  const { corners, font, mode } = theme;
  return `:root,.page{color-scheme:${mode}}body{margin:0}
.page{--radius:${CORNERS[corners]};--pill:${PILLS[corners]};--font:${FONTS[font]}}
${surfaces(theme, color)}
${SHEET}`;
}

/** The id that a field's answer has in the markup; of a choice, that of one option. */
export const answerId = (block: string, field: string, option?: number): string =>
  option === undefined ? `${block}-${field}` : `${block}-${field}-${option}`;

/** Hides fields until their condition holds, without a script. */
export function conditionStyle(blocks: readonly Block[]): string {
  const rules: string[] = [];
  for (const block of blocks) {
    if (block.type !== 'form') continue;
    const byId = new Map(block.fields.map((field) => [field.id, field]));
    for (const field of block.fields) {
      for (let at = field; at.when;) {
        const asked = byId.get(at.when.field);
        if (!asked) break;
        const option = asked.kind === 'checkbox' ? undefined : asked.options.indexOf(at.when.is);
        rules.push(
          `#form-${block.id}:not(:has(#${answerId(block.id, asked.id, option)}:checked)) .when-${answerId(block.id, field.id)}{display:none}`,
        );
        at = asked;
      }
    }
  }
  return rules.join('\n');
}
