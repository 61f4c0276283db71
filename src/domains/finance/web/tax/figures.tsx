import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { tax, type TaxEntry, type TaxLineSource, type TaxLineView, type TaxYearView } from '../../contract/tax.ts';
import { LINE_GROUPS } from '../../contract/tax-lines.ts';
import { useFinance } from '../frame/use-finance.ts';
import { behind, GROUP_LABELS } from './labels.ts';

const EntryDialog = lazy(() => import('./entry-dialog.tsx'));

/** Every line of the year with what it is made of; each source opens the rows behind it. */
export default function Figures({ view }: { view: TaxYearView }) {
  const { canEdit } = useFinance();
  const params = { id: view.profile.id, year: view.year };
  const { data } = useQuery(read(tax.entries, { params }));
  const [open, setOpen] = useState<{ entry?: TaxEntry; line?: TaxLineView['line'] }>();
  const filled = view.lines.filter((line) => line.sources.length > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">
          In US dollars, <DayText value={view.period.from} /> to <DayText value={view.period.to} />.
        </p>
        {canEdit && (
          <Button variant="primary" icon={<Plus />} onClick={() => setOpen({})}>
            Add amount
          </Button>
        )}
      </div>
      {filled.length === 0 && (
        <p className="rounded-lg border border-line bg-raised px-4 py-8 text-center text-sm text-muted">
          No amounts yet. Assign your categories to tax lines under Categories, or add amounts from your forms.
        </p>
      )}
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        {LINE_GROUPS.map((group) => {
          const lines = filled.filter((line) => line.group === group);
          return lines.length === 0 ? null : (
            <Card key={group} className="min-w-0">
              <CardHeader title={GROUP_LABELS[group]} />
              <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {lines.map((line) => (
                  <Line
                    key={line.line}
                    line={line}
                    view={view}
                    onEntry={(id) => setOpen({ entry: data?.items.find((one) => one.id === id), line: line.line })}
                  />
                ))}
              </CardBody>
            </Card>
          );
        })}
      </div>
      {open && (
        <Suspense fallback={null}>
          <EntryDialog
            profileId={view.profile.id}
            year={view.year}
            entry={open.entry}
            line={open.line}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Line({ line, view, onEntry }: { line: TaxLineView; view: TaxYearView; onEntry: (id: string) => void }) {
  return (
    <div data-testid="row" className="min-w-0">
      <div className="flex items-baseline gap-3">
        <h3 className="min-w-0 flex-1 text-sm font-semibold">{line.label}</h3>
        <span className="tabular font-semibold">{money(line.amount, 'USD')}</span>
      </div>
      <p className="text-xs text-muted">{line.form}</p>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
        {line.sources.map((source, i) => (
          <li
            key={source.entryId ?? source.categoryId ?? source.accountId ?? i}
            className={cx('flex items-center gap-2 pl-3 text-sm', source.replaced && 'text-muted line-through')}
          >
            <span className="min-w-0 flex-1 break-words">
              <Opens source={source} view={view} onEntry={onEntry} />
              {source.note && <span className="text-xs text-muted"> {source.note}</span>}
              {source.replaced && <span className="sr-only"> (replaced by a manual amount)</span>}
            </span>
            <span className="tabular">{money(source.amount, 'USD')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Opens({ source, view, onEntry }: { source: TaxLineSource; view: TaxYearView; onEntry: (id: string) => void }) {
  const { canEdit } = useFinance();
  const period = { period: 'custom', from: view.period.from, to: view.period.to };
  const look = cx(
    'text-accent-ink underline-offset-2',
    source.replaced || source.note ? 'underline' : 'hover:underline',
  );
  if (source.entryId)
    return (
      <>
        {source.label}{' '}
        {canEdit && (
          <IconButton
            size="sm"
            label={`Edit ${source.label}`}
            icon={<Pencil />}
            onClick={() => onEntry(source.entryId!)}
          />
        )}
      </>
    );
  if (source.ledgerId && (source.kind === 'category' || source.kind === 'profit'))
    return (
      <Link
        {...behind({ ...source, ledgerId: source.ledgerId, from: view.period.from, to: view.period.to })}
        className={look}
      >
        {source.label}
      </Link>
    );
  return (
    <Link
      to="/investments"
      search={{ ...period, ...(source.ledgerId ? { ledger: source.ledgerId } : {}), tab: 'income' }}
      className={look}
    >
      {source.label}
    </Link>
  );
}
