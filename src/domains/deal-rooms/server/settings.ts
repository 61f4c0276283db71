/** Which deals are listed, and when they count as at risk. */
import type * as z from 'zod';
import { requireManager } from '../../../records/server/access/managers.ts';
import { workspaceSettings } from '../../../records/server/workspace.ts';
import { currentWorkspaceId, NOW, selectRow, transaction, upsertRow } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { decimal } from '../../../kernel/money/index.ts';
import type { DealSettings, DealSettingsEntry } from '../contract.ts';
import { DEAL_ROOMS } from '../paths.ts';

const DEFAULTS = { threshold: '10000', quietDays: 14, buyerQuietDays: 10 };

export async function readSettings(): Promise<z.infer<typeof DealSettings>> {
  const workspaceId = currentWorkspaceId();
  const row = await selectRow('deal_room_settings', ['threshold', 'quietDays', 'buyerQuietDays'], { workspaceId });
  const { currency } = await workspaceSettings();
  const { threshold, ...days } = row ?? DEFAULTS;
  return { ...days, threshold: decimal(threshold).toFixed(), currency };
}

/** @throws AppError `forbidden` */
export async function saveSettings(
  entry: z.output<typeof DealSettingsEntry>,
  caller: Caller,
): Promise<z.infer<typeof DealSettings>> {
  await requireManager(caller);
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await upsertRow('deal_room_settings', { workspaceId, ...entry, updatedAt: NOW }, ['workspaceId']);
    await publishPaths(workspaceId, [DEAL_ROOMS.rooms]);
    return readSettings();
  });
}
