import { call } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { books } from '../../contract/journal.ts';
import { businessYear } from '../../engine/ledger/periods.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { dayText } from '../personal/overview/labels.ts';
import { useBooks, useRefresh } from './use-business.ts';
import { PAGE } from './labels.ts';

const month = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: month.format(new Date(Date.UTC(2026, at, 1))),
}));

/** When the business year begins. No entry closes a year: its result belongs to equity from the day it is earned. */
export function YearCard() {
  const { ledger, isOwner, today, linkSearch } = useFinance();
  const refresh = useRefresh();
  const { data } = useBooks();
  if (!data) return null;
  const year = businessYear(today, data);
  const begin = async (yearStartsIn: number) => {
    const changed = await attempt('Couldn’t save the fiscal year', () =>
      call(books.update, { params: { id: ledger.id }, body: { version: data.version, yearStartsIn } }),
    );
    await refresh();
    if (changed)
      offerUndo({
        title: `Fiscal year starts in ${MONTHS[yearStartsIn - 1]!.label}`,
        undo: async () => {
          await call(books.update, {
            params: { id: ledger.id },
            body: { version: changed.version, yearStartsIn: data.yearStartsIn },
          });
          await refresh();
        },
      });
  };
  const sheet = { ...linkSearch, tab: 'statements', statement: 'balanceSheet', period: 'custom', ...year };
  return (
    <Card>
      <CardHeader
        title="Fiscal year"
        description="The balance sheet calculates current and retained earnings automatically, so no closing entry is needed. Close the period when its figures are final."
      />
      <CardBody className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <div className="flex items-center gap-2">
          <span aria-hidden="true">Starts in</span>{' '}
          <Select
            aria-label="First month of the fiscal year"
            className="w-36"
            options={MONTHS}
            value={String(data.yearStartsIn)}
            disabled={!isOwner}
            onChange={(event) => void begin(Number(event.target.value))}
          />
        </div>
        <Link to={PAGE} search={sheet} className="text-accent-ink underline-offset-2 hover:underline">
          Current: {dayText(year.from)} to {dayText(year.to)}
        </Link>
      </CardBody>
    </Card>
  );
}
