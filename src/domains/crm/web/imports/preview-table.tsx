import { Badge } from '../../../../web/ui/badge.tsx';
import type { ImportKind } from '../../contract/import-targets.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import type { ImportPreview, PreviewRow } from '../../contract/imports.ts';
import { Link } from '../../../../web/router/link.tsx';
import { counted } from '../../../../records/web/format.ts';
import { PrivateMark } from '../../../../records/web/private-mark.tsx';
import { OUTCOMES } from './import-labels.ts';

/** The first rows as they would become, each with what would happen and why. */
export function PreviewTable({ kind, preview }: { kind: ImportKind; preview: ImportPreview }) {
  const { created, updated, skipped, rejected, warned, read } = preview.counts;
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-1.5 text-sm">
        <span className="mr-1">Of the first {counted(read, 'row')}:</span>
        <Badge tone="success">{created.toLocaleString()} created</Badge>
        <Badge tone="info">{updated.toLocaleString()} updated</Badge>
        <Badge>{skipped.toLocaleString()} skipped</Badge>
        <Badge tone={rejected > 0 ? 'danger' : 'neutral'}>{rejected.toLocaleString()} rejected</Badge>
        {warned > 0 && <Badge tone="warning">{warned.toLocaleString()} to review</Badge>}
      </p>
      <div
        role="region"
        aria-label="Preview"
        tabIndex={0}
        className="relative max-h-[28rem] overflow-auto rounded-lg border border-line"
      >
        <table className="w-full min-w-[72rem] border-collapse text-left text-sm">
          <thead className="sticky top-0 z-1 bg-sunken text-xs text-muted">
            <tr>
              {['Row', 'Outcome', 'Name', ...preview.columns, 'Tags', 'Other fields'].map((title) => (
                <th key={title} scope="col" className="border-b border-line px-3 py-2 font-medium whitespace-nowrap">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {preview.rows.map((row) => (
              <Row key={row.row} kind={kind} row={row} columns={preview.columns} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ kind, row, columns }: { kind: ImportKind; row: PreviewRow; columns: readonly string[] }) {
  const { one, page } = KINDS[kind];
  const outcome = OUTCOMES[row.outcome];
  const cell = 'px-3 py-2 align-top';
  return (
    <tr>
      <td className={`${cell} tabular text-muted`}>{row.row.toLocaleString()}</td>
      <td className={`${cell} w-56`}>
        <Badge tone={outcome.tone}>{outcome.label}</Badge>
        {row.reasons.length > 0 && <span className="mt-1 block text-xs text-muted">{row.reasons.join(' ')}</span>}
        {row.matchedId && (
          <Link
            to={`${page}/${row.matchedId}`}
            target="_blank"
            className="mt-0.5 block text-xs text-accent-ink underline"
          >
            Show the {one}
            <span className="sr-only"> of row {row.row} (opens in a new tab)</span>
          </Link>
        )}
      </td>
      <td className={`${cell} font-medium`}>
        {row.private ? (
          <span className="inline-flex items-center gap-1.5">
            {row.name}
            <PrivateMark />
          </span>
        ) : (
          row.name || <span className="font-normal text-faint">–</span>
        )}
      </td>
      {columns.map((title, at) => (
        <td key={title} className={`${cell} tabular min-w-40 break-words`}>
          {row.cells[at]?.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))}
        </td>
      ))}
      <td className={cell}>
        <span className="flex flex-wrap gap-1">
          {row.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      </td>
      <td className={`${cell} max-w-72 text-xs text-muted`}>
        {Object.entries(row.rest).map(([label, text]) => (
          <span key={label} className="block truncate" title={`${label}: ${text}`}>
            {label}: <span className="text-ink">{text}</span>
          </span>
        ))}
      </td>
    </tr>
  );
}
