/** Taking back what was stamped, in the opposite order; what people use or changed since is kept and named. */
import { AppError } from '../../../kernel/errors.ts';
import {
  currentUserId,
  currentWorkspaceId,
  NOW,
  query,
  savepoint,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { type Part, PARTS, TemplateContent } from '../contract/content.ts';
import type { UndoItem } from '../contract/installs.ts';
import { TEMPLATES } from '../paths.ts';
import { placeOf, workOf } from './parts/index.ts';
import type { Place, StampRow } from './parts/part.ts';
import { failing, installEnded, InstallPayload, installRevived, lockInstall, takeUp } from './stamp-job.ts';
import { tellHome } from './targets.ts';

const BACKWARDS = PARTS.toReversed();

/** Existing items that the template created in a part, last first. */
function madeIn(installId: string, part: Part): Promise<StampRow[]> {
  return query<StampRow>(
    `select id, part, key, label, kind, record_id, record_version from template_stamps
      where install_id = $1 and part = $2 and state in ('made', 'kept') and record_id is not null order by id desc`,
    [installId, part],
  );
}

/** Names a stamp in a list of what shall go in any case. */
export const insistKey = ({ part, key }: Pick<StampRow, 'part' | 'key'>): string => `${part}:${key}`;

/** Items with records, or read by a calculated field, are removed after those. */
const HELD = /^(?:It holds |“)/;

/** The effect of an undo on each item. Nothing is written. */
export async function undoItems(installId: string): Promise<UndoItem[]> {
  const items: UndoItem[] = [];
  const going: string[] = [];
  for (const part of BACKWARDS) {
    const work = workOf(part);
    for (const stamp of await madeIn(installId, part)) {
      const kept = await work.used(stamp, going);
      if (kept === undefined) continue;
      if (kept === '') going.push(stamp.record_id);
      items.push({
        part,
        key: stamp.key,
        label: stamp.label,
        kept,
        removable: kept === '' || (work.yields && !HELD.test(kept)),
      });
    }
  }
  return items;
}

export const undoJob = defineJob<InstallPayload, { part: Part }>({
  name: 'templates.undo',
  payload: InstallPayload,
  title: ({ name }) => `Undoing the template “${name}”`,
  retry: { limit: 2, backoff: 3 },
  asker: 'administrator',
  handler: (context) => failing(context, undoAll),
  ended: installEnded('undo'),
  revived: installRevived('undo'),
});

async function undoAll({
  payload,
  signal,
  progress,
  checkpoint,
}: JobContext<InstallPayload, { part: Part }>): Promise<void> {
  const { installId } = payload;
  if (!(await takeUp(payload, 'undo'))) return;
  for (const part of BACKWARDS) {
    signal.throwIfAborted();
    await transaction(async () => {
      const { parts, done_parts: done, insist, content } = await lockInstall(installId);
      progress(done.length, parts.length);
      if (!parts.includes(part) || done.includes(part)) return;
      await undoPart(
        installId,
        part,
        new Set(insist),
        await placeOf(TemplateContent.parse(content), { userId: currentUserId() ?? '', role: 'admin' }),
      );
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
      { state: 'undone', finishedAt: NOW },
      { id: installId, workspaceId: currentWorkspaceId() },
    );
    await emit({ type: 'template.undone', subject: { type: 'template_install', id: installId } });
    await tellHome(TEMPLATES.installs);
  });
}

async function undoPart(installId: string, part: Part, insist: ReadonlySet<string>, place: Place): Promise<void> {
  for (const stamp of await madeIn(installId, part)) {
    const kept = await takeBack(stamp, part, insist.has(insistKey(stamp)), place);
    await updateRows('template_stamps', { state: kept === '' ? 'removed' : 'kept', note: kept }, { id: stamp.id });
  }
}

/** @returns why it stays; blank when it is gone. */
async function takeBack(stamp: StampRow, part: Part, insisted: boolean, place: Place): Promise<string> {
  const work = workOf(part);
  const why = await work.used(stamp, []);
  if (why === undefined) return '';
  if (why !== '' && !insisted) return why;
  try {
    await savepoint(() => work.remove(stamp, place));
    return '';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'not_found' ? '' : error.message;
  }
}
