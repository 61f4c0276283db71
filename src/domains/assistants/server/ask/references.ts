/** Names of what ids stand for, as the caller may see them. */
import { fillPath } from '../../../../kernel/path.ts';
import { KINDS, RECORD_KINDS } from '../../../../records/contract/kinds.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { callRoute } from '../../../../server/http/call-route.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { findRoute } from '../../../../server/http/route.ts';
import { recordName } from '../../engine/record-labels.ts';

export type AnyRecord = Record<string, unknown>;

/** A record by the path of its calls, `/api/contacts`; undefined when it is not there for the caller. */
export async function readRecordAt(base: string, id: unknown, caller: Caller): Promise<AnyRecord | undefined> {
  const route = findRoute('GET', `${base}/{id}`);
  if (!route) return undefined;
  return (await callRoute(route, caller, { params: { id } }).catch(() => undefined)) as AnyRecord | undefined;
}

/** The record of a page: `/contacts/<id>`. */
export async function recordOfPage(
  place: string,
  caller: Caller,
): Promise<{ kind: string; record: AnyRecord } | undefined> {
  const [, page, id] = /^(\/[\w-]+)\/([0-9a-f-]{36})$/.exec(place) ?? [];
  const kind = RECORD_KINDS.find((name) => KINDS[name].page === page);
  if (!kind || !id) return undefined;
  const record = await readRecordAt(KINDS[kind].path, id, caller);
  return record && { kind: KINDS[kind].one, record };
}

/** Address of a record's page, from the path of its calls. */
export function pageOfRecord(base: string, id: string): string | undefined {
  const kind = RECORD_KINDS.find((name) => KINDS[name].path === base);
  return kind && fillPath(`${KINDS[kind].page}/{id}`, { id });
}

/** The name behind a field such as `contactId` or `ownerId`; the id itself where there is none. */
export async function nameOfReference(field: string, id: string, caller: Caller): Promise<string> {
  if (field === 'ownerId' || field === 'userId') {
    const [person] = await asSystem(() =>
      query<{ name: string }>(
        'select u.name from users u join memberships m on m.user_id = u.id where u.id::text = $1 and m.workspace_id = $2',
        [id, caller.workspaceId],
      ),
    );
    return person?.name ?? id;
  }
  const kind = RECORD_KINDS.find((name) => name === field.replace(/Id$/, ''));
  const record = kind && (await readRecordAt(KINDS[kind].path, id, caller));
  return record ? recordName(record) : id;
}
