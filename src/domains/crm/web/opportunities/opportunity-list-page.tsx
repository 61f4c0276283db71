import ChartColumn from 'lucide-react/icons/chart-column';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Settings2 from 'lucide-react/icons/settings-2';
import SquareKanban from 'lucide-react/icons/square-kanban';
import TableIcon from 'lucide-react/icons/table';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense } from 'react';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { OpportunityRow } from '../../contract/opportunities.ts';
import { type ListMode, RecordList } from '../../../../records/web/record-list.tsx';
import { BoardMode } from './board/board.tsx';
import { OpportunityListCard, opportunityColumns, STANDARD_COLUMNS } from './columns.tsx';
import { opportunityKit } from './opportunity-kit.ts';
import { prepareList } from '../../../../records/web/preload.ts';

const NewOpportunityDialog = lazy(() => import('./new-opportunity-dialog.tsx'));
const ForecastMode = lazy(() => import('./forecast/forecast.tsx'));
const SalesSettings = lazy(() => import('../pipelines/settings-sheet.tsx'));

const firstUse = (create: () => void) => (
  <EmptyState
    icon={<CircleDollarSign />}
    title="No opportunities yet"
    action={
      <>
        <Button variant="primary" onClick={create}>
          Add opportunity
        </Button>
        <Link to="/opportunities/import" className={buttonClass()}>
          <Upload size={16} aria-hidden="true" />
          Import file
        </Link>
      </>
    }
  >
    Track each possible sale: the customer, the amount, and its stage. Your first opportunity comes with a pipeline you
    can adapt to how you sell.
  </EmptyState>
);

const MODES: readonly ListMode[] = [
  {
    id: 'board',
    label: 'Board',
    icon: <SquareKanban />,
    render: ({ search, create }) => <BoardMode search={search} firstUse={firstUse(create)} />,
  },
  { id: 'table', label: 'Table', icon: <TableIcon /> },
  {
    id: 'forecast',
    label: 'Forecast',
    icon: <ChartColumn />,
    ownTools: true,
    render: () => (
      <Suspense fallback={null}>
        <ForecastMode />
      </Suspense>
    ),
  },
];

const parse = (raw: RawSearch) => ({ settings: typeof raw['settings'] === 'string' ? raw['settings'] : '' });

export const prepare = prepareList(opportunityKit, 'board');

/** `/opportunities`: what may be sold, as a board, a table or a forecast. */
export default function OpportunityListPage() {
  const [{ settings }, setSearch] = usePageSearch(parse);
  return (
    <>
      <RecordList
        kit={opportunityKit}
        columns={opportunityColumns}
        standardColumns={STANDARD_COLUMNS}
        card={card}
        firstUse={firstUse}
        modes={MODES}
        standardMode="board"
        actions={
          <>
            <Button
              icon={<Settings2 />}
              aria-label="Sales settings"
              data-tooltip="Sales settings"
              onClick={() => setSearch({ settings: 'pipelines' })}
            />
            <Link to="/opportunities/import" className={buttonClass()}>
              <Upload size={16} aria-hidden="true" />
              <span className="max-sm:sr-only">Import</span>
            </Link>
          </>
        }
        renderNew={(close) => <NewOpportunityDialog onClose={close} />}
      />
      {settings && (
        <Suspense fallback={null}>
          <SalesSettings
            tab={settings}
            onTab={(tab) => setSearch({ settings: tab }, { replace: true })}
            onClose={() => setSearch({ settings: '' })}
          />
        </Suspense>
      )}
    </>
  );
}

const card = (row: OpportunityRow) => <OpportunityListCard row={row} />;
