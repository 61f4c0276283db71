/**
 * The business that owns the installation. What the first visitor entered at the setup can be changed, as a client's
 * can.
 */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, inWorkspace, NEXT_VERSION, selectRow, transaction, updateRows } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { requireTimeZone } from '../../identity/index.ts';
import type { OwnBusiness } from '../contract.ts';
import { TEAM } from '../paths.ts';

async function read(): Promise<OwnBusiness & { id: string }> {
  const row = await asSystem(() =>
    selectRow(
      'workspaces',
      ['id', 'version', 'name', 'country', 'timeZone', 'currency'],
      { kind: 'operations' },
      { orderBy: ['createdAt', 'id'] },
    ),
  );
  if (!row) throw notFound('The business');
  return row;
}

export async function readOwnBusiness(): Promise<OwnBusiness> {
  const { id: _, ...business } = await read();
  return business;
}

/** @throws AppError validation for a zone that the database does not know, stale when someone changed it meanwhile. */
export async function saveOwnBusiness(
  caller: Caller,
  { version, name, country, timeZone, currency }: OwnBusiness,
): Promise<OwnBusiness> {
  requireTimeZone(timeZone);
  const { id } = await read();
  await inWorkspace(id, caller.userId, () =>
    transaction(async () => {
      const written = await asSystem(() =>
        updateRows('workspaces', { name, country, timeZone, currency, version: NEXT_VERSION }, { id, version }),
      );
      if (written === 0)
        throw new AppError('stale', 'Someone else changed the business in the meantime. Your changes were not saved.', {
          details: { current: await readOwnBusiness(), changed: [] },
        });
      const subject = { type: 'workspace', id };
      await audit({ action: 'workspace.changed', subject, details: { name, country, timeZone, currency } });
      await emit({ type: 'workspace.changed', subject, paths: ['/api/user', TEAM.ownBusiness] });
    }),
  );
  return readOwnBusiness();
}
