/** Stamping, part by part: each in one transaction with the note that it is through, so that nothing is done twice. */
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  execute,
  NOW,
  query,
  savepoint,
  selectRow,
  sql,
  type SqlRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineJob, type JobContext, type JobEnd } from '../../../server/jobs/define.ts';
import { type DiscardableKind, versionsOf } from '../../crm/index.ts';
import { type Part, PARTS, TemplateContent } from '../contract/content.ts';
import type { InstallState } from '../contract/installs.ts';
import { TEMPLATES } from '../paths.ts';
import { madeBefore, placeOf, workOf } from './parts/index.ts';
import type { Place } from './parts/part.ts';
import { type Planned, planOf } from './plan.ts';
import { tellHome } from './targets.ts';

export const InstallPayload = z.object({ installId: z.uuid(), name: z.string() });
export type InstallPayload = z.infer<typeof InstallPayload>;

/** A job's action on an installation. If people start the opposite while it waits for a retry, it is outdated. */
export type Act = 'apply' | 'undo';

/** Its job was stopped, or gave up: the workspace is free for others, and it can go on. */
export const installEnded =
  (act: Act) =>
  async ({ installId }: InstallPayload, { error }: JobEnd): Promise<void> => {
    await updateRows(
      'template_installs',
      { state: 'failed', error },
      { id: installId, workspaceId: currentWorkspaceId(), state: BUSY, act },
    );
    await tellHome(TEMPLATES.installs);
  };

/** @throws AppError `conflict` while another one is worked on there, and when the opposite was begun since */
export const installRevived =
  (act: Act) =>
  async ({ installId }: InstallPayload): Promise<void> => {
    await lockWorkspace();
    const revived = await updateRows(
      'template_installs',
      { state: act === 'undo' ? 'undoing' : 'queued', error: null },
      { id: installId, workspaceId: currentWorkspaceId(), state: 'failed', act },
    );
    if (revived === 0)
      throw new AppError('conflict', 'This went on otherwise meanwhile. Look at the template’s installations.');
    await tellHome(TEMPLATES.installs);
  };

/** Takes the installation up for an act. @returns false when that is no longer what is wanted of it */
export async function takeUp({ installId }: InstallPayload, act: Act): Promise<boolean> {
  const from: InstallState[] = act === 'undo' ? ['undoing', 'failed'] : ['queued', 'running', 'failed'];
  const taken = await updateRows(
    'template_installs',
    { state: act === 'undo' ? 'undoing' : 'running', error: null },
    { id: installId, workspaceId: currentWorkspaceId(), act, state: from },
  );
  return taken > 0;
}

const BUSY: readonly InstallState[] = ['queued', 'running', 'undoing'];

/** One stamping at a time in a workspace: they look for the same names. @throws AppError `conflict` */
export async function lockWorkspace(): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`templates ${currentWorkspaceId()}`]);
  const busy = await selectRow('template_installs', ['templateName'], {
    workspaceId: currentWorkspaceId(),
    state: BUSY,
  });
  if (busy)
    throw new AppError(
      'conflict',
      `“${busy.templateName}” is still being applied to this workspace. Wait until it finishes.`,
    );
}

export type InstallRow = Pick<SqlRow<'template_installs'>, 'content' | 'insist' | 'state'> & {
  parts: Part[];
  done_parts: Part[];
};

/** The installation, locked: its parts are done one after another, by whoever holds it. */
export async function lockInstall(id: string): Promise<InstallRow> {
  const [row] = await query<InstallRow>(
    'select parts, done_parts, content, insist, state from template_installs where id = $1 and workspace_id = $2 for update',
    [id, currentWorkspaceId()],
  );
  if (!row) throw new Error('The installation is gone');
  return row;
}

/** Writes down what a job died of, unless it was only interrupted; then it goes on elsewhere. */
export async function failing<S>(
  context: JobContext<InstallPayload, S>,
  work: (context: JobContext<InstallPayload, S>) => Promise<void>,
): Promise<void> {
  try {
    await work(context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    const words =
      error instanceof AppError ? error.message : 'Something went wrong on our side. It can be tried again.';
    await updateRows(
      'template_installs',
      { state: 'failed', error: words },
      { id: context.payload.installId, workspaceId: currentWorkspaceId() },
    );
    await tellHome(TEMPLATES.installs);
    throw error;
  }
}

export const stampJob = defineJob<InstallPayload, { part: Part }>({
  name: 'templates.stamp',
  payload: InstallPayload,
  title: ({ name }) => `Stamping the template “${name}”`,
  retry: { limit: 2, backoff: 3 },
  asker: 'administrator',
  handler: (context) => failing(context, stampAll),
  ended: installEnded('apply'),
  revived: installRevived('apply'),
});

async function stampAll({
  payload,
  signal,
  progress,
  checkpoint,
}: JobContext<InstallPayload, { part: Part }>): Promise<void> {
  const { installId } = payload;
  if (!(await takeUp(payload, 'apply'))) return;
  await tellHome(TEMPLATES.installs);
  for (const part of PARTS) {
    signal.throwIfAborted();
    await transaction(async () => {
      const { parts, done_parts: done, content } = await lockInstall(installId);
      progress(done.length, parts.length);
      if (!parts.includes(part) || done.includes(part)) return;
      await stampPart(installId, part, TemplateContent.parse(content));
      await updateRows(
        'template_installs',
        { doneParts: sql`done_parts || ${part}::text` },
        { id: installId, workspaceId: currentWorkspaceId() },
      );
      await checkpoint({ part });
      await tellHome(TEMPLATES.installs);
    });
  }
  await transaction(async () => {
    await updateRows(
      'template_installs',
      { state: 'done', finishedAt: NOW },
      { id: installId, workspaceId: currentWorkspaceId() },
    );
    await emit({ type: 'template.stamped', subject: { type: 'template_install', id: installId } });
    await tellHome(TEMPLATES.installs, TEMPLATES.onboardings);
  });
}

async function stampPart(installId: string, part: Part, content: TemplateContent): Promise<void> {
  const place = await placeOf(content, { userId: currentUserId() ?? '', role: 'admin' }, await madeBefore(installId));
  for (const planned of await planOf(content, [part], place)) await stampOne(installId, planned, place);
  if (part === 'examples') await noteVersions(installId);
}

async function stampOne(
  installId: string,
  { part, key, label, item, id, state, note }: Planned,
  place: Place,
): Promise<void> {
  if (state === 'conflict') return write(installId, { part, key, label, kind: part, state: 'failed', note });
  if (state !== 'create') {
    if (part === 'examples') place.made.set(key, id!);
    return write(installId, { part, key, label, kind: part, state: 'present', note, id });
  }
  try {
    // A failed item must not roll back the others.
    const made = await savepoint(() => workOf(part).create(item, place));
    await write(installId, {
      part,
      key,
      label,
      kind: made.kind ?? part,
      state: 'made',
      note: made.note ?? '',
      id: made.id,
      version: made.version,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await write(installId, { part, key, label, kind: part, state: 'failed', note: error.message });
  }
}

interface NewStamp {
  part: Part;
  key: string;
  label: string;
  kind: string;
  state: 'made' | 'present' | 'failed';
  note: string;
  id?: string | undefined;
  version?: number | null;
}

/** Items that this template created still belong to it when it is applied again. */
async function write(installId: string, { part, key, label, kind, state, note, id, version }: NewStamp): Promise<void> {
  await execute(
    `insert into template_stamps (id, workspace_id, install_id, part, key, label, kind, record_id, record_version,
      state, note) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (install_id, part, key) do update
        set label = excluded.label, kind = excluded.kind, record_id = excluded.record_id,
        record_version = excluded.record_version, state = excluded.state, note = excluded.note
       where not (excluded.state = 'present' and template_stamps.state = 'made'
          and template_stamps.record_id = excluded.record_id)`,
    [newId(), currentWorkspaceId(), installId, part, key, label, kind, id ?? null, version ?? null, state, note],
  );
}

/** Examples refer to one another, which may move their versions on: they count from when all are there. */
async function noteVersions(installId: string): Promise<void> {
  const rows = await query<{ id: string; kind: DiscardableKind; record_id: string }>(
    `select id, kind, record_id from template_stamps where install_id = $1 and part = 'examples' and state = 'made'
      and record_version is null`,
    [installId],
  );
  for (const [kind, group] of Map.groupBy(rows, (row) => row.kind)) {
    const versions = await versionsOf(
      kind,
      group.map((row) => row.record_id),
    );
    for (const row of group)
      await updateRows('template_stamps', { recordVersion: versions.get(row.record_id) ?? null }, { id: row.id });
  }
}
