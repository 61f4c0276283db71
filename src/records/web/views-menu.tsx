import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { call, read } from '../../web/api/request.ts';
import { useGo } from '../../web/router/link.tsx';
import { toast } from '../../web/shell/toast.ts';
import { Badge } from '../../web/ui/badge.tsx';
import { Button } from '../../web/ui/button.tsx';
import { confirm } from '../../web/ui/confirm.ts';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../../web/ui/dropdown-menu.tsx';
import { type SavedView, views } from '../contract/views.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { RECORD_PATHS } from '../paths.ts';
import { useFavourites } from './collaboration/use-favorites.ts';
import { READY_VIEWS, readyViewOf, searchOfReady } from './ready-views.ts';
import { type ListSearch, differsFromView, parseListSearch, searchOfView, viewConfig } from './list-search.ts';

const ViewDialog = lazy(() => import('./view-dialog.tsx'));

/** The saved views of the list: own ones and those that are shared. */
export function useViews(kind: RecordKind): readonly SavedView[] | undefined {
  return useQuery(read(views.list, { query: { object: kind } })).data?.items;
}

interface ViewsMenuProps {
  kind: RecordKind;
  search: ListSearch;
  onSearchChange: (search: ListSearch) => void;
}

/** Keeps a view near at hand, or no longer. Stands in the menu, so that its read is made when that opens. */
function FavouriteView({ view: { id, name } }: { view: SavedView }) {
  const { has, add, remove } = useFavourites();
  const target = { kind: 'view', id, name } as const;
  return has(id) ? (
    <MenuItem onSelect={() => void remove(target)}>Remove “{name}” from favorites</MenuItem>
  ) : (
    <MenuItem onSelect={() => void add(target)}>Add “{name}” to favorites</MenuItem>
  );
}

const ALL = 'all';

/** Chooses a view; saves, renames, shares and deletes them. A view keeps search, filters, sort and columns. */
export function ViewsMenu({ kind, search, onSearchChange }: ViewsMenuProps) {
  const client = useQueryClient();
  const go = useGo();
  const { many } = KINDS[kind];
  const saved = useViews(kind) ?? [];
  const [dialog, setDialog] = useState<'create' | 'rename' | null>(null);
  const current = saved.find((view) => view.id === search.view);
  const changed = current ? differsFromView(search, current) : false;
  const readyMade = READY_VIEWS[kind] ?? [];
  const ready = readyViewOf(kind, search);
  const chosen = current?.id ?? ready?.id ?? ALL;
  const groups = [
    { label: 'Ready-made', views: readyMade.map(({ id, label }) => ({ id, name: label })) },
    { label: 'My views', views: saved.filter((view) => !view.shared) },
    { label: 'Shared views', views: saved.filter((view) => view.shared) },
  ].filter((group) => group.views.length > 0);

  const choose = (id: string) => {
    const view = saved.find((other) => other.id === id);
    const brought = readyMade.find((other) => other.id === id);
    if (brought) onSearchChange({ ...search, ...searchOfReady(brought), columns: '', trash: false, peek: '' });
    else
      onSearchChange(view ? { ...searchOfView(view), as: search.as } : { ...parseListSearch({}, []), as: search.as });
  };
  const act = async (done: string, failed: string, action: () => Promise<unknown>) => {
    try {
      await action();
      toast({ type: 'success', title: done });
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [RECORD_PATHS.views] });
  };
  const update = (view: SavedView, done: string, change: { config?: SavedView['config']; shared?: boolean }) =>
    void act(done, 'Couldn’t save the view', () =>
      call(views.update, { params: { id: view.id }, body: { ...change, version: view.version } }),
    );
  const remove = async (view: SavedView) => {
    const sure = await confirm({
      title: `Delete the view “${view.name}”?`,
      description: view.shared
        ? `Everyone in the workspace loses access to it. Its ${many} are not deleted.`
        : `Its ${many} are not deleted.`,
      action: 'Delete view',
    });
    if (!sure) return;
    await act('View deleted', 'Couldn’t delete the view', () => call(views.remove, { params: { id: view.id } }));
    onSearchChange({ ...search, view: '' });
  };

  return (
    <>
      <Menu
        align="start"
        label="Views"
        className="w-64"
        trigger={
          <Button variant="ghost" className="max-w-56 max-sm:max-w-40">
            <span className="truncate">{current?.name ?? ready?.label ?? `All ${many}`}</span>
            {changed && <Badge tone="accent">Edited</Badge>}
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
      >
        <MenuRadioGroup value={chosen} onValueChange={choose} options={[{ value: ALL, label: `All ${many}` }]} />
        {groups.map((group) => (
          <div key={group.label}>
            <MenuLabel>{group.label}</MenuLabel>
            <MenuRadioGroup
              value={chosen}
              onValueChange={choose}
              options={group.views.map((view) => ({ value: view.id, label: view.name }))}
            />
          </div>
        ))}
        <MenuSeparator />
        {current?.editable && changed && (
          <MenuItem onSelect={() => update(current, 'View saved', { config: viewConfig(search) })}>
            Save changes to “{current.name}”
          </MenuItem>
        )}
        {current && changed && <MenuItem onSelect={() => choose(current.id)}>Reset to saved view</MenuItem>}
        {current && <FavouriteView view={current} />}
        <MenuItem onSelect={() => setDialog('create')}>Save as new view…</MenuItem>
        <MenuItem onSelect={() => void go('/record-fields', { search: { kind } })}>Custom fields…</MenuItem>
        {current?.editable && (
          <>
            <MenuItem onSelect={() => setDialog('rename')}>Rename…</MenuItem>
            <MenuItem
              onSelect={() =>
                update(current, current.shared ? 'View is now private' : 'View is now shared', {
                  shared: !current.shared,
                })
              }
            >
              {current.shared ? 'Stop sharing' : 'Share with the workspace'}
            </MenuItem>
            <MenuItem tone="danger" onSelect={() => void remove(current)}>
              Delete view…
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog && (
        <Suspense fallback={null}>
          <ViewDialog
            kind={kind}
            view={dialog === 'rename' ? current : undefined}
            config={viewConfig(search)}
            onClose={() => setDialog(null)}
            onSaved={(view) => {
              if (dialog === 'create') onSearchChange({ ...search, view: view.id });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
