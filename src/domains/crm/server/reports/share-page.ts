/** The page of a shared report: figures and tables of this moment, for whoever has the link. */
import { AppError } from '../../../../kernel/errors.ts';
import { inWorkspace } from '../../../../server/db/index.ts';
import { definePublicPage } from '../../../../server/public/define.ts';
import { html, type Html } from '../../../../server/public/html.ts';
import type { Cell, Figure, Report, Section, Unit } from '../../contract/reports.ts';
import { CRM } from '../../paths.ts';
import { currentReport } from './report.ts';
import { type OpenShare, openShare, shareOfToken } from './shares.ts';

/** Rows of a table; a reader who wants all of them gets the file by mail. */
const MAX_ROWS = 60;
const BAR = { width: 96, height: 8 } as const;

const NUMBERS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function cellText(value: Cell, unit: Unit, currency: string): string {
  if (value === null) return '–';
  switch (unit) {
    case 'money':
      return new Intl.NumberFormat('en', { style: 'currency', currency }).format(
        String(value) as Intl.StringNumericLiteral,
      );
    case 'percent':
      return `${NUMBERS.format(Number(value))}%`;
    case 'days':
      return `${NUMBERS.format(Number(value))} d`;
    case 'count':
      return NUMBERS.format(Number(value));
    case 'month':
      return MONTH.format(new Date(`${value}T00:00:00Z`));
    case 'day':
      return DAY.format(new Date(`${value}T00:00:00Z`));
    default:
      return String(value);
  }
}

const isNumber = (unit: Unit) => unit === 'money' || unit === 'percent' || unit === 'days' || unit === 'count';

function figure({ label, value, previous, unit }: Figure, report: Report): Html {
  const before =
    report.previous && previous !== null && html`<small>before ${cellText(previous, unit, report.currency)}</small>`;
  return html`<div>
    <dt>${label}</dt>
    <dd>${cellText(value, unit, report.currency)}${before}</dd>
  </div>`;
}

/** A bar beside the number: how it compares with the largest of the column. */
function bar(value: Cell, most: number): Html {
  const width = Math.round((Math.max(0, Number(value)) / most) * BAR.width);
  return html` <svg width="${BAR.width}" height="${BAR.height}" aria-hidden="true">
    <rect width="${width}" height="${BAR.height}" rx="2" />
  </svg>`;
}

function table({ title, note, columns, rows, chart }: Section, currency: string): Html {
  if (rows.length === 0) return html``;
  const shown = rows.slice(0, MAX_ROWS);
  const drawn = chart && chart.kind !== 'heat' && chart.series.length === 1 ? chart.series[0] : undefined;
  const most = drawn === undefined ? 0 : Math.max(...shown.map(({ cells }) => Number(cells[drawn] ?? 0)));
  return html`<h2>${title}</h2>
    ${note && html`<p class="soft">${note}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${columns.map(({ label, unit }) =>
              isNumber(unit) ? html`<th scope="col" class="number">${label}</th>` : html`<th scope="col">${label}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            ({ cells }) =>
              html`<tr>
                ${columns.map(({ key, unit }) => {
                  const text = cellText(cells[key] ?? null, unit, currency);
                  if (!isNumber(unit)) return html`<td>${text}</td>`;
                  return html`<td class="number">
                    ${text}${key === drawn && most > 0 && bar(cells[key] ?? 0, most)}
                  </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows.length > MAX_ROWS && html`<p class="soft">${MAX_ROWS} of ${rows.length} rows are shown.</p>`}`;
}

const day = (value: string) => DAY.format(new Date(`${value}T00:00:00Z`));

definePublicPage<{ share: OpenShare; report: Report }>({
  name: 'shared-report',
  path: '/p/reports/:token',
  cache: { seconds: 60, paths: [CRM.reportShares, CRM.opportunities, CRM.leads, CRM.activities] },
  async load({ params }) {
    const id = shareOfToken(params['token']!);
    const share = id && (await openShare(id));
    if (!share) return undefined;
    const report = await inWorkspace(share.workspaceId, share.makerId, () =>
      currentReport(share.report, share.question),
    ).catch((error: unknown) => {
      // The pipeline that it counts was deleted.
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    return report && { workspaceId: share.workspaceId, data: { share, report } };
  },
  render: ({ share, report }) => ({
    title: share.name,
    description: `${share.name}: ${day(report.period.from)} to ${day(report.period.to)}`,
    language: 'en',
    wide: true,
    body: html`<h1>${share.name}</h1>
      <p class="soft">
        <time datetime="${report.period.from}">${day(report.period.from)}</time> to
        <time datetime="${report.period.to}">${day(report.period.to)}</time>
      </p>
      ${report.figures.length > 0 && html`<dl class="figures">${report.figures.map((one) => figure(one, report))}</dl>`}
      ${report.missing.length > 0 && html`<p class="notice">Amounts in ${report.missing.join(', ')} are not counted: there is no exchange rate into ${report.currency}.</p>`}
      ${report.sections.map((section) => table(section, report.currency))}`,
  }),
});
