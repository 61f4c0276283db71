/** How the present user has arranged the dashboard of the present workspace. */
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { type DashboardLayout, STANDARD_LAYOUT, WIDGETS } from '../../contract/dashboard.ts';
import { reportOf } from '../../engine/dashboard/report-widget.ts';
import { CRM } from '../../paths.ts';
import { openSaved } from '../reports/saved.ts';

type Widgets = DashboardLayout['widgets'];

/**
 * The standard one until the user arranges it; widgets that no longer exist are left out, and reports that are not kept
 * for the user any more.
 */
export async function readLayout(): Promise<DashboardLayout> {
  const [row] = await query<DashboardLayout>(
    'select widgets from dashboard_layouts where workspace_id = $1 and user_id = $2',
    [currentWorkspaceId(), currentUserId()],
    'crm_dashboard_layout',
  );
  return { widgets: row ? await thatCanBeShown(row.widgets) : STANDARD_LAYOUT };
}

async function thatCanBeShown(widgets: Widgets): Promise<Widgets> {
  const wanted = widgets.flatMap(({ id }) => reportOf(id) ?? []);
  const open = wanted.length > 0 ? await openSaved(wanted) : new Set();
  const own: readonly string[] = WIDGETS;
  return widgets.filter(({ id }) => own.includes(id) || open.has(reportOf(id)));
}

export function saveLayout(layout: DashboardLayout): Promise<DashboardLayout> {
  return transaction(async () => {
    const widgets = await thatCanBeShown(layout.widgets);
    await execute(
      `insert into dashboard_layouts (workspace_id, user_id, widgets) values ($1, $2, $3)
       on conflict (workspace_id, user_id) do update set widgets = excluded.widgets, updated_at = now()`,
      [currentWorkspaceId(), currentUserId(), JSON.stringify(widgets)],
    );
    await tell();
    return { widgets };
  });
}

/** Back to what everyone sees. */
export function resetLayout(): Promise<DashboardLayout> {
  return transaction(async () => {
    await execute('delete from dashboard_layouts where workspace_id = $1 and user_id = $2', [
      currentWorkspaceId(),
      currentUserId(),
    ]);
    await tell();
    return { widgets: STANDARD_LAYOUT };
  });
}

/** Other windows of the same person show it alike. */
const tell = () =>
  emit({ type: 'dashboard.arranged', subject: { type: 'user', id: currentUserId()! }, paths: [CRM.dashboard] });
