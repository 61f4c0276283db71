import type { ReactNode } from 'react';
import type { Filter } from '../../../../kernel/filter-terms.ts';
import { Link } from '../../../../web/router/link.tsx';
import type { ImportCounts } from '../../contract/imports.ts';

/** The list of contacts that an import created. */
export function createdFilter(importId: string): Filter {
  return { match: 'all', conditions: [{ field: 'import', op: 'any_of', value: [importId] }] };
}

/** What became of the rows so far. Where the rows can be seen, the figure leads to them. */
export function Counts({ importId, counts, reverted = false, onShow }: { importId: string; counts: ImportCounts; reverted?: boolean; onShow?: (outcome: 'reject' | 'skip') => void }) {
  const created = counts.created > 0 && !reverted;
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      <Count label="Created" value={counts.created} renderFigure={created ? (figure) => <Link to="/contacts" search={{ filter: createdFilter(importId) }} className="text-accent-ink underline underline-offset-2 hover:no-underline">{figure}</Link> : undefined} />
      <Count label="Updated" value={counts.updated} />
      <Count label="Skipped" value={counts.skipped} renderFigure={onShow && counts.skipped > 0 ? (figure) => <FigureButton onClick={() => onShow('skip')}>{figure}</FigureButton> : undefined} />
      <Count label="Rejected" value={counts.rejected} renderFigure={onShow && counts.rejected > 0 ? (figure) => <FigureButton onClick={() => onShow('reject')}>{figure}</FigureButton> : undefined} />
    </dl>
  );
}

function FigureButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return <button type="button" onClick={onClick} className="text-accent-ink underline underline-offset-2 hover:no-underline">{children}</button>;
}

function Count({ label, value, renderFigure }: { label: string; value: number; renderFigure?: ((figure: ReactNode) => ReactNode) | undefined }) {
  const figure = value.toLocaleString();
  return (
    <div className="flex flex-col-reverse rounded-lg border border-line px-3 py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular text-lg font-semibold">{renderFigure ? renderFigure(figure) : figure}</dd>
    </div>
  );
}
