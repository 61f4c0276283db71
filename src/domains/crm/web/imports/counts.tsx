import type { ReactNode } from 'react';
import type { Filter } from '../../../../kernel/filter-terms.ts';
import { Link } from '../../../../web/router/link.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import type { IssueKind, RecordImport } from '../../contract/imports.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';

/** The list of records that an import created. */
export function createdFilter(importId: string): Filter {
  return { match: 'all', conditions: [{ field: 'import', op: 'any_of', value: [importId] }] };
}

interface CountsProps {
  current: Pick<RecordImport, 'id' | 'kind' | 'counts'>;
  reverted?: boolean;
  onShow?: ((outcome: IssueKind) => void) | undefined;
}

/** Results so far. Figures link to their rows where these can be shown. */
export function Counts({ current: { id, kind, counts }, reverted = false, onShow }: CountsProps) {
  const created = counts.created > 0 && !reverted;
  return (
    <dl className={cx('grid grid-cols-2 gap-2', counts.warned > 0 ? 'sm:grid-cols-5' : 'sm:grid-cols-4')}>
      <Count
        label="Created"
        value={counts.created}
        renderFigure={
          created
            ? (figure) => (
                <Link
                  to={KINDS[kind].page}
                  search={{ filter: createdFilter(id), ...(kind === 'opportunity' ? { as: 'table' } : {}) }}
                  className="text-accent-ink underline underline-offset-2 hover:no-underline"
                >
                  {figure}
                </Link>
              )
            : undefined
        }
      />
      <Count label="Updated" value={counts.updated} />
      <Count
        label="Skipped"
        value={counts.skipped}
        renderFigure={
          onShow && counts.skipped > 0
            ? (figure) => <FigureButton onClick={() => onShow('skip')}>{figure}</FigureButton>
            : undefined
        }
      />
      <Count
        label="Rejected"
        value={counts.rejected}
        renderFigure={
          onShow && counts.rejected > 0
            ? (figure) => <FigureButton onClick={() => onShow('reject')}>{figure}</FigureButton>
            : undefined
        }
      />
      {counts.warned > 0 && (
        <Count
          label="To review"
          value={counts.warned}
          renderFigure={
            onShow && !reverted
              ? (figure) => <FigureButton onClick={() => onShow('warn')}>{figure}</FigureButton>
              : undefined
          }
        />
      )}
    </dl>
  );
}

function FigureButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className="text-accent-ink underline underline-offset-2 hover:no-underline">
      {children}
    </button>
  );
}

function Count({
  label,
  value,
  renderFigure,
}: {
  label: string;
  value: number;
  renderFigure?: ((figure: ReactNode) => ReactNode) | undefined;
}) {
  const figure = value.toLocaleString();
  return (
    <div className="flex flex-col-reverse rounded-lg border border-line px-3 py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular text-lg font-semibold">{renderFigure ? renderFigure(figure) : figure}</dd>
    </div>
  );
}
