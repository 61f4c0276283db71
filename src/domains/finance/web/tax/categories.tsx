import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Select } from '../../../../web/ui/select.tsx';
import { tax, type TaxCategory, type TaxProfile } from '../../contract/tax.ts';
import type { TaxLine } from '../../contract/tax-lines.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { Waiting } from './tax-part.tsx';
import { FOLLOWS, useRefresh } from './use-tax.ts';
import { behind, LINE_LABELS, optionsOf } from './labels.ts';

const CHOICES = [{ value: 'none', label: 'Not tax-related' }, ...optionsOf(LINE_LABELS)];

const idOf = ({ categoryId, accountId }: TaxCategory) => ({ categoryId, accountId });

/** Which line each category belongs to: proposed by its name, counted once someone has confirmed it. */
export default function Categories({ profile, year }: { profile: TaxProfile; year: number }) {
  const { canEdit } = useFinance();
  const refresh = useRefresh();
  const params = { id: profile.id, year };
  const { data, error, refetch } = useQuery({ ...read(tax.categories, { params }), meta: { follows: FOLLOWS } });
  const [showAll, setShowAll] = useState(false);
  if (error && !data) return <Failure error={error} what="Categories" onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const place = (
    items: { categoryId: string | null; accountId: string | null; line: TaxLine | null }[],
    title: string,
    before: readonly TaxCategory[],
  ) =>
    attempt('Couldn’t assign the categories', async () => {
      await call(tax.place, { params: { id: profile.id }, body: { items } });
      await refresh();
      const known = before.filter((one) => one.confirmed).map((one) => ({ ...idOf(one), line: one.line }));
      offerUndo({
        title,
        quiet: known.length === 0,
        undo: async () => {
          if (known.length > 0) await call(tax.place, { params: { id: profile.id }, body: { items: known } });
          await refresh();
        },
      });
    });
  const open = data.items.filter((one) => !one.confirmed && one.proposed !== null);
  const rest = data.items.filter((one) => !one.confirmed && one.proposed === null && one.amount !== '0');
  const shown = showAll ? data.items : data.items.filter((one) => one.amount !== '0' || one.confirmed);
  const ledgers = [...Map.groupBy(shown, (one) => one.ledgerId).values()];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {canEdit && open.length > 0 && (
        <Banner
          action={
            <Button
              size="sm"
              icon={<Check />}
              onClick={() =>
                void place(
                  open.map((one) => ({ ...idOf(one), line: one.proposed })),
                  `${open.length} categories assigned`,
                  [],
                )
              }
            >
              Confirm all {open.length}
            </Button>
          }
        >
          Based on their names,{' '}
          {open.length === 1 ? '1 category has a suggested line' : `${open.length} categories have a suggested line`} .
          Nothing counts until you confirm it.
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">
          Amounts of {year}, in US dollars. Most personal spending is not tax-related.
        </p>
        {canEdit && rest.length > 0 && (
          <Button
            size="sm"
            onClick={() =>
              void place(
                rest.map((one) => ({ ...idOf(one), line: null })),
                `${rest.length} categories excluded`,
                [],
              )
            }
          >
            The other {rest.length} are not tax-related
          </Button>
        )}
        <Button size="sm" onClick={() => setShowAll(!showAll)}>
          {showAll ? 'Categories with amounts' : 'All categories'}
        </Button>
      </div>
      {ledgers.length === 0 && (
        <p className="rounded-lg border border-line bg-raised px-4 py-8 text-center text-sm text-muted">
          No categories in this profile’s ledgers have amounts in {year}.
        </p>
      )}
      {ledgers.map((items) => (
        <Card key={items[0]!.ledgerId} className="min-w-0">
          <CardHeader title={items[0]!.ledger} />
          <CardBody>
            <ul className="divide-y divide-line">
              {items.map((one) => (
                <li
                  key={one.categoryId ?? one.accountId}
                  data-testid="row"
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm"
                >
                  <Link
                    {...behind({ ...one, from: `${year}-01-01`, to: `${year}-12-31` })}
                    className="min-w-0 flex-1 basis-32 truncate text-accent-ink underline-offset-2 hover:underline"
                  >
                    {one.name}
                  </Link>
                  <span className="tabular w-28 text-right">{money(one.amount, 'USD')}</span>
                  <span className="flex w-full items-center gap-2 sm:w-90">
                    {canEdit ? (
                      <Select
                        aria-label={`Tax line for ${one.name}`}
                        className="min-w-0 flex-1"
                        placeholder={one.proposed ? `Suggested: ${LINE_LABELS[one.proposed]}` : 'Not assigned'}
                        options={CHOICES}
                        value={one.confirmed ? (one.line ?? 'none') : ''}
                        onChange={(event) =>
                          void place(
                            [
                              {
                                ...idOf(one),
                                line: event.target.value === 'none' ? null : (event.target.value as TaxLine),
                              },
                            ],
                            `${one.name} assigned`,
                            [one],
                          )
                        }
                      />
                    ) : (
                      <span className="min-w-0 flex-1 truncate">
                        {one.confirmed ? (one.line ? LINE_LABELS[one.line] : 'Not tax-related') : 'Not assigned'}
                      </span>
                    )}
                    {canEdit && !one.confirmed && one.proposed && (
                      <Button
                        size="sm"
                        aria-label={`Confirm ${one.name} as ${LINE_LABELS[one.proposed]}`}
                        onClick={() =>
                          void place([{ ...idOf(one), line: one.proposed }], `${one.name} assigned`, [one])
                        }
                      >
                        Confirm
                      </Button>
                    )}
                    {one.confirmed && <Badge>Confirmed</Badge>}
                  </span>
                </li>
              ))}
            </ul>
          </CardBody>
        </Card>
      ))}
    </div>
  );
}
