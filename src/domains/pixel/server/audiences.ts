/** Audiences: what they are, who is in them, and the event of a contact who enters one. */
import type { BodyOf, QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  inWorkspace,
  isUniqueViolation,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import {
  type AudienceCondition,
  type AudienceContact,
  MAX_AUDIENCES,
  type pixelAudiences,
  type WebsiteAudience,
} from '../contract/audiences.ts';
import { PIXEL } from '../paths.ts';
import { matchingContacts } from './match-audience.ts';
import { readSite } from './sites.ts';

type Ids = { siteId: string; id: string };
type Row = Omit<WebsiteAudience, 'conditions'> & { conditions: AudienceCondition[] };

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const COLUMNS = `a.id, a.name, a.conditions, a.evaluated_at as "evaluatedAt", a.version,
  (select count(*)::int from pixel_audience_members m join contacts c on c.id = m.contact_id and c.workspace_id = $1
    and c.deleted_at is null where m.audience_id = a.id and m.workspace_id = $1) as contacts`;

/** @throws AppError `not_found` */
export async function listAudiences(siteId: string): Promise<WebsiteAudience[]> {
  await readSite(siteId);
  return query<Row>(
    `select ${COLUMNS} from pixel_audiences a where a.workspace_id = $1 and a.site_id = $2 order by lower(a.name), a.id`,
    [currentWorkspaceId(), siteId],
  );
}

async function readAudience({ siteId, id }: Ids): Promise<WebsiteAudience> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from pixel_audiences a where a.workspace_id = $1 and a.site_id = $2 and a.id = $3`,
    [currentWorkspaceId(), siteId, id],
  );
  if (!row) throw notFound('The audience');
  return row;
}

function named(error: unknown): never {
  if (isUniqueViolation(error, 'pixel_audiences_name'))
    throw new AppError('conflict', 'An audience with this name exists already.', { field: 'name' });
  throw error;
}

/** @throws AppError `validation` for a goal of another website */
async function checkGoals(siteId: string, conditions: readonly AudienceCondition[]): Promise<void> {
  for (const [place, condition] of conditions.entries()) {
    if (condition.kind !== 'goal') continue;
    const goal = await selectRow('pixel_goals', ['id'], {
      id: condition.goalId,
      siteId,
      workspaceId: currentWorkspaceId(),
    });
    if (!goal) throw invalid(`conditions.${place}.goalId`, 'Choose a goal of this website.');
  }
}

const changed = (type: string, { siteId, id }: Ids) =>
  emit({ type, subject: { type: 'pixel_audience', id }, paths: [`${PIXEL.sites}/${siteId}/audiences`] });

/** @throws AppError `validation`, `not_found`, `conflict` */
export function createAudience(siteId: string, fields: BodyOf<typeof pixelAudiences.create>): Promise<WebsiteAudience> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await readSite(siteId);
    await checkGoals(siteId, fields.conditions);
    if ((await countRows('pixel_audiences', { siteId, workspaceId })) >= MAX_AUDIENCES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_AUDIENCES} audiences.`);
    const id = newId();
    await insertRow('pixel_audiences', { id, workspaceId, siteId, ...fields });
    await inWorkspace(workspaceId, null, () => fill(id, true));
    await changed('pixel_audience.created', { siteId, id });
    return readAudience({ siteId, id });
  }).catch(named);
}

/** @throws AppError as above, and `stale` */
export function updateAudience(
  ids: Ids,
  { version, ...fields }: BodyOf<typeof pixelAudiences.update>,
): Promise<WebsiteAudience> {
  return transaction(async () => {
    const current = await readAudience(ids);
    await checkGoals(ids.siteId, fields.conditions);
    const where = { ...ids, workspaceId: currentWorkspaceId(), version };
    if ((await updateRows('pixel_audiences', { ...fields, version: version + 1 }, where)) === 0)
      throw new AppError('stale', 'Someone changed this audience in the meantime.', { details: current });
    await inWorkspace(currentWorkspaceId(), null, () => fill(ids.id, true));
    await changed('pixel_audience.updated', ids);
    return readAudience(ids);
  }).catch(named);
}

/** @throws AppError `not_found` */
export function removeAudience(ids: Ids): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('pixel_audiences', { ...ids, workspaceId: currentWorkspaceId() })) === 0)
      throw notFound('The audience');
    await changed('pixel_audience.deleted', ids);
  });
}

/** @throws AppError `validation`, `not_found` */
export async function previewAudience(
  siteId: string,
  { conditions }: BodyOf<typeof pixelAudiences.preview>,
): Promise<{ contacts: number }> {
  await readSite(siteId);
  await checkGoals(siteId, conditions);
  return { contacts: (await matchingContacts(siteId, conditions)).size };
}

/** @throws AppError `not_found`, `bad_request` */
export async function listAudienceContacts(
  ids: Ids,
  { cursor, limit }: QueryOf<typeof pixelAudiences.contacts>,
): Promise<ResponseOf<typeof pixelAudiences.contacts>> {
  await readAudience(ids);
  const from = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<AudienceContact>(
    `select m.contact_id as "contactId", m.entered_at as "enteredAt", coalesce(c.emails -> 0 ->> 'value', '') as email,
        coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''),
          c.emails -> 0 ->> 'value', 'Unnamed contact') as name
      from pixel_audience_members m join contacts c on c.id = m.contact_id and c.workspace_id = $1 and c.deleted_at is null
      where m.workspace_id = $1 and m.audience_id = $2
        and ($3::timestamptz is null or (m.entered_at, m.contact_id) < ($3::timestamptz, $4::uuid))
      order by m.entered_at desc, m.contact_id desc limit $5`,
    [currentWorkspaceId(), ids.id, from?.[0] ?? null, from?.[1] ?? null, limit + 1],
  );
  return pageFrom(rows, limit, ({ enteredAt, contactId }) => packCursor(enteredAt, contactId));
}

/**
 * Brings the members of an audience up to date. Runs in a transaction, without a user: what is
 * private counts for no one.
 * @param quiet contacts who enter start no workflow
 */
async function fill(id: string, quiet: boolean): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const [audience] = await query<{ siteId: string; name: string; site: string; conditions: AudienceCondition[] }>(
    `select a.site_id as "siteId", a.name, s.name as site, a.conditions
      from pixel_audiences a join pixel_sites s on s.id = a.site_id
      where a.id = $1 and a.workspace_id = $2 and not s.deleting for update of a skip locked`,
    [id, workspaceId],
  );
  if (!audience) return;
  const matching = [...(await matchingContacts(audience.siteId, audience.conditions))];
  const left = await execute(
    'delete from pixel_audience_members where audience_id = $1 and workspace_id = $2 and not (contact_id = any($3))',
    [id, workspaceId, matching],
  );
  const entered = await query<{ id: string }>(
    `insert into pixel_audience_members (audience_id, workspace_id, contact_id)
      select $1, $2, unnest($3::uuid[]) on conflict do nothing returning contact_id as id`,
    [id, workspaceId, matching],
  );
  await updateRows('pixel_audiences', { evaluatedAt: new Date() }, { id, workspaceId });
  if (quiet) return;
  const { siteId, name, site } = audience;
  if (entered.length > 0)
    await emit(
      ...entered.map((contact) => ({
        type: 'audience.entered',
        subject: { type: 'contact', id: contact.id },
        data: { audience: name, audienceId: id, website: site },
      })),
    );
  if (entered.length + left > 0)
    await emit({
      type: 'pixel_audience.changed',
      subject: { type: 'pixel_audience', id },
      paths: [`${PIXEL.sites}/${siteId}/audiences`],
    });
}

/** Looks for contacts who enter or leave audiences. */
export const followAudiences = defineRecurring({
  name: 'pixel.audiences',
  title: 'Find contacts who enter website audiences',
  every: 60,
  handler: async ({ signal }) => {
    const audiences = await query<{ id: string; workspaceId: string }>(
      `select a.id, a.workspace_id as "workspaceId" from pixel_audiences a join workspaces w on w.id = a.workspace_id
        where w.archived_at is null order by a.evaluated_at nulls first limit 2000`,
    );
    for (const { id, workspaceId } of audiences) {
      if (signal.aborted) return;
      try {
        await inWorkspace(workspaceId, null, () => transaction(() => fill(id, false)));
      } catch (error) {
        // The others are not to wait for one that cannot be looked at.
        log().error({ err: error, audienceId: id }, 'a website audience could not be brought up to date');
      }
    }
  },
});
