/** Why opportunities are won and lost. */
import type * as z from 'zod';
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, execute, query, transaction, withAllRecords } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { CloseReason, CloseReasonEntry } from '../../contract/pipelines.ts';
import { CRM } from '../../paths.ts';
import { OPPORTUNITIES_CHANGED } from '../opportunities/kind.ts';

/** All that are or were offered, in their order. */
export function listReasons(): Promise<CloseReason[]> {
  return query<CloseReason>(
    'select id, outcome, label, archived_at is not null as archived from close_reasons where workspace_id = $1 order by archived_at is not null, outcome desc, position, lower(label) limit 500',
    [currentWorkspaceId()],
  );
}

/** Writes the list; what is left out is no longer offered. @throws AppError `validation` */
export function saveReasons(entries: readonly z.output<typeof CloseReasonEntry>[]): Promise<CloseReason[]> {
  return transaction(async () => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`close-reasons ${currentWorkspaceId()}`]);
    const known = new Map((await listReasons()).map((reason) => [reason.id, reason]));
    entries.forEach((entry, i) => {
      const twin = entries.findIndex(
        (other) => other.outcome === entry.outcome && other.label.toLowerCase() === entry.label.toLowerCase(),
      );
      if (twin < i) throw invalid(`reasons.${i}.label`, 'Another reason has this name.');
      if (entry.id !== undefined && known.get(entry.id)?.outcome !== entry.outcome)
        throw invalid(`reasons.${i}.id`, 'This reason does not exist.');
    });
    await execute('update close_reasons set archived_at = coalesce(archived_at, now()) where workspace_id = $1', [
      currentWorkspaceId(),
    ]);
    await execute(
      `insert into close_reasons (id, workspace_id, outcome, label, position)
       select r.id, $1, r.outcome, r.label, r.position
          from jsonb_to_recordset($2::jsonb) as r(id uuid, outcome text, label text, position int)
       on conflict (id) do update set label = excluded.label, position = excluded.position, archived_at = null`,
      [
        currentWorkspaceId(),
        JSON.stringify(entries.map((entry, position) => ({ ...entry, id: entry.id ?? newId(), position }))),
      ],
    );
    await emit({ type: 'close_reasons.saved', paths: [CRM.closeReasons, ...OPPORTUNITIES_CHANGED] });
    return listReasons();
  });
}

/** Adds a reason behind the others; one that was put away is offered again. @returns its id */
export function addReason({ outcome, label }: Pick<CloseReason, 'outcome' | 'label'>): Promise<string> {
  return transaction(async () => {
    const present = await listReasons();
    const known = present.find(
      (reason) => reason.outcome === outcome && reason.label.toLowerCase() === label.toLowerCase(),
    );
    const id = known?.id ?? newId();
    await saveReasons([
      ...present.filter((reason) => !reason.archived && reason.id !== id),
      { id: known?.id, outcome, label },
    ]);
    if (known) return id;
    const made = (await listReasons()).find(
      (reason) => !reason.archived && reason.outcome === outcome && reason.label === label,
    );
    return made!.id;
  });
}

/** Takes back a reason that nothing was closed with. @throws AppError `conflict` for one that was. */
export function discardReason(id: string): Promise<void> {
  return transaction(async () => {
    const [used] = await withAllRecords(() =>
      query<{ n: number }>(
        'select count(*)::int as n from opportunities where workspace_id = $1 and close_reason_id = $2',
        [currentWorkspaceId(), id],
      ),
    );
    if (used!.n > 0) throw new AppError('conflict', `${used!.n} opportunities were closed for this reason.`);
    await execute('delete from close_reasons where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({ type: 'close_reasons.saved', paths: [CRM.closeReasons, ...OPPORTUNITIES_CHANGED] });
  });
}
