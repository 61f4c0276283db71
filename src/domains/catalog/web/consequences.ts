/** Consequences of installing or removing an app, shown before it happens. */
import { switched } from '../../../kernel/apps.ts';
import type { CatalogItem } from '../contract.ts';

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

export function consequencesOf(
  item: CatalogItem,
  items: readonly CatalogItem[],
  installed: boolean,
): { title: string; description: string; action: string } {
  const apps = items.filter(({ kind }) => kind === 'app');
  // Needs name apps by their labels; ids are found by who is needed by whom.
  const dependents = apps.map(({ id }) => ({
    id,
    needs: apps.filter(({ neededBy }) => neededBy.some((one) => one.id === id)).map((one) => ({ app: one.id })),
  }));
  const { along } = switched(
    dependents,
    apps.filter((app) => !app.installed).map(({ id }) => id),
    item.id,
    installed,
  );
  const names = along.map((id) => apps.find((app) => app.id === id)?.name ?? id);
  const others = names.length > 0 ? listed.format(names) : '';
  if (installed)
    return {
      title: `Install ${item.name}?`,
      description: [others && `${others} will be installed too, because ${item.name} needs it.`, ...item.allows]
        .filter(Boolean)
        .join(' '),
      action: `Install ${item.name}`,
    };
  return {
    title: `Remove ${item.name}?`,
    description: [
      others && `${others} will be removed too, because it cannot work without ${item.name}.`,
      'Its pages disappear for everybody in this workspace and its calls are refused. Nothing is deleted: reinstalling brings everything back.',
    ]
      .filter(Boolean)
      .join(' '),
    action: `Remove ${item.name}`,
  };
}
