import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../../../../web/ui/dropdown-menu.tsx';
import { dashboard } from '../../contract/dashboard.ts';
import { type SavedReport, savedReports } from '../../contract/reports.ts';
import { reportWidget } from '../../engine/dashboard/report-widget.ts';
import { CRM } from '../../paths.ts';
import { questionOf, type ReportsSearch, searchOfSaved, writeReportsSearch } from './search.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));
const SavedDialog = lazy(() => import('./saved-dialog.tsx'));

function labelOf({ name, shared, waiting }: SavedReport): string {
  return waiting ? `${name} (not sent)` : shared ? `${name} (shared)` : name;
}

interface SavedMenuProps {
  search: ReportsSearch;
  onSearchChange: (search: ReportsSearch) => void;
}

/** Kept reports: opened, kept, changed, sent by mail, forgotten. */
export function SavedMenu({ search, onSearchChange }: SavedMenuProps) {
  const client = useQueryClient();
  const saved = useQuery(read(savedReports.list)).data?.items ?? [];
  const [dialog, setDialog] = useState<'create' | 'edit' | 'share' | null>(null);
  const current = saved.find((one) => one.id === search.saved);
  const changed =
    current !== undefined &&
    JSON.stringify(writeReportsSearch(searchOfSaved(current))) !== JSON.stringify(writeReportsSearch(search));

  const refresh = () => client.invalidateQueries({ queryKey: [CRM.savedReports] });
  const act = async (done: string, failed: string, action: () => Promise<unknown>) => {
    try {
      await action();
      await refresh();
      toast({ type: 'success', title: done });
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
  };
  const update = (one: SavedReport) =>
    act(`${one.name} updated`, `Couldn’t update ${one.name}`, () =>
      call(savedReports.update, {
        params: { id: one.id },
        body: { question: questionOf(search), version: one.version },
      }),
    );
  const forget = async (one: SavedReport) => {
    if (
      !(await confirm({
        title: `Delete ${one.name}?`,
        description: one.shared
          ? 'Everyone in the workspace loses access to it.'
          : 'The saved report is deleted. Your records are not affected.',
        action: 'Delete report',
      }))
    )
      return;
    await act(`${one.name} deleted`, `Couldn’t delete ${one.name}`, () =>
      call(savedReports.remove, { params: { id: one.id } }),
    );
    onSearchChange({ ...search, saved: '' });
  };
  const layout = useQuery({ ...read(dashboard.layout), enabled: current !== undefined }).data;
  const isOnDashboard = (one: SavedReport) => layout?.widgets.some(({ id }) => id === reportWidget(one.id)) ?? false;
  const toggleOnDashboard = async (one: SavedReport) => {
    const was = isOnDashboard(one);
    await act(
      was ? `${one.name} removed from your dashboard` : `${one.name} added to your dashboard`,
      'Couldn’t update your dashboard',
      async () => {
        // As it is now: another window may have arranged it since.
        const { widgets } = await call(dashboard.layout);
        const others = widgets.filter(({ id }) => id !== reportWidget(one.id));
        const arranged = await call(dashboard.arrange, {
          body: { widgets: was ? others : [...others, { id: reportWidget(one.id), wide: false }] },
        });
        client.setQueryData(read(dashboard.layout).queryKey, arranged);
        await client.invalidateQueries({ queryKey: [CRM.dashboard] });
      },
    );
  };
  return (
    <>
      <Menu
        label="Saved reports"
        align="end"
        trigger={
          <Button>
            <span className="max-w-40 truncate">
              {current ? `${current.name}${changed ? ' (edited)' : ''}` : 'Saved reports'}
            </span>
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        }
      >
        {saved.length > 0 && (
          <>
            <MenuLabel>Saved reports</MenuLabel>
            <MenuRadioGroup
              value={current?.id ?? ''}
              options={saved.map((one) => ({ value: one.id, label: labelOf(one) }))}
              onValueChange={(id) => {
                const one = saved.find((other) => other.id === id);
                if (one) onSearchChange(searchOfSaved(one));
              }}
            />
            <MenuSeparator />
          </>
        )}
        {current?.editable && changed && <MenuItem onSelect={() => void update(current)}>Save changes</MenuItem>}
        <MenuItem onSelect={() => setDialog('create')}>{current ? 'Save as new report…' : 'Save report…'}</MenuItem>
        <MenuItem onSelect={() => setDialog('share')}>Share by a link…</MenuItem>
        {current && layout && (
          <MenuItem onSelect={() => void toggleOnDashboard(current)}>
            {isOnDashboard(current) ? 'Remove from dashboard' : 'Add to dashboard'}
          </MenuItem>
        )}
        {current?.editable && <MenuItem onSelect={() => setDialog('edit')}>Name, sharing, and email…</MenuItem>}
        {current?.editable && (
          <MenuItem tone="danger" onSelect={() => void forget(current)}>
            Delete {current.name}…
          </MenuItem>
        )}
      </Menu>
      {dialog === 'share' && (
        <Suspense fallback={null}>
          <ShareDialog search={search} name={current?.name} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {dialog && dialog !== 'share' && (
        <Suspense fallback={null}>
          <SavedDialog
            search={search}
            saved={dialog === 'edit' ? current : undefined}
            onClose={() => setDialog(null)}
            onSaved={(one) => {
              void refresh();
              if (dialog === 'create') onSearchChange(searchOfSaved(one));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
