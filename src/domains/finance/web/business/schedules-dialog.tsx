import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../../../web/api/request.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Menu, MenuItem } from '../../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { type DocumentKind, documents, type DocumentSchedule } from '../../contract/documents.ts';
import { confirm } from '../../../../web/ui/confirm.ts';
import { FINANCE } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-business.ts';
import { KIND_WORDS } from './labels.ts';

const OFTEN: Readonly<Record<DocumentSchedule['frequency'], string>> = {
  weekly: 'weekly',
  monthly: 'monthly',
  quarterly: 'quarterly',
  yearly: 'yearly',
};

/** Invoices or bills that come again. */
export default function SchedulesDialog({ kind, onClose }: { kind: DocumentKind; onClose: () => void }) {
  const { ledger } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(documents.schedules, { query: { ledgerId: ledger.id, kind } }),
    meta: { follows: [FINANCE.books] },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Recurring ${KIND_WORDS[kind].many.toLowerCase()}`}
      description={`To add one, open ${kind === 'invoice' ? 'an invoice' : 'a bill'} and choose Make recurring.`}
    >
      {error && !data && <Failure error={error} what="Recurring documents" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && data.items.length === 0 && <p className="py-6 text-center text-sm text-muted">None yet.</p>}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line">
          {data.items.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Row({ one }: { one: DocumentSchedule }) {
  const { canEdit } = useFinance();
  const refresh = useRefresh();
  const pause = async (paused: boolean, missed: 'make' | 'leave' = 'leave') => {
    await attempt('Couldn’t update the schedule', () =>
      call(documents.updateSchedule, { params: { id: one.id }, body: { version: one.version, paused, missed } }),
    );
    await refresh();
  };
  const missed = counted(one.missed, one.kind);
  const remove = async () => {
    if (!(await confirm({ title: `End “${one.name}”?`, description: 'Documents it created stay.', action: 'End' })))
      return;
    await attempt('Couldn’t end the schedule', () => call(documents.removeSchedule, { params: { id: one.id } }));
    await refresh();
  };
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block truncate font-medium">
          {one.name}
          {one.paused && (
            <>
              {' '}
              <Badge tone="warning">Paused</Badge>
            </>
          )}
        </span>
        <span className="text-xs text-muted">
          {money(one.total, one.currency)} {OFTEN[one.frequency]}
          {one.nextDay ? (
            <>
              , next <DayText value={one.nextDay} />
            </>
          ) : (
            ', ended'
          )}
          {one.send ? ', emailed automatically' : ', as a draft'}
        </span>
        {one.problem && <span className="block text-xs text-danger-ink">Stopped: {one.problem}</span>}
      </span>
      {canEdit && one.nextDay && one.missed === 0 && (
        <Button size="sm" onClick={() => void pause(!one.paused)}>
          {one.paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {canEdit && one.nextDay && one.missed > 0 && (
        <Menu trigger={<Button size="sm">Resume</Button>}>
          <MenuItem onSelect={() => void pause(false, 'make')}>
            Create the {missed} that {one.missed === 1 ? 'was' : 'were'} missed
          </MenuItem>
          <MenuItem onSelect={() => void pause(false)}>
            Skip the {missed} that {one.missed === 1 ? 'was' : 'were'} missed
          </MenuItem>
        </Menu>
      )}
      {canEdit && (
        <Button size="sm" variant="ghost" onClick={() => void remove()}>
          End
        </Button>
      )}
    </li>
  );
}
