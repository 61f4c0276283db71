/** Sources: what there is, who may read it, and what state it is in. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { deleteRows, insertRow, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { outgoingUrlProblem } from '../../../server/http-client/client.ts';
import { type KnowledgeSource, type KnowledgeSourceChange, MAX_SOURCES, type NewKnowledgeSource } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, mayEdit, type Viewer, viewerValues, VISIBLE } from './access.ts';
import { findFeed, knowledgeFeeds } from './feeds.ts';
import { nextSourceNumber } from './index/write.ts';
import { removeDocuments } from './remove-documents.ts';
import { startSync } from './start-sync.ts';

const NOUN = 'The source';

interface Row extends Omit<KnowledgeSource, 'people' | 'owner' | 'canEdit'> {
  people: { id: string; name: string }[];
  ownerId: string | null;
  ownerName: string | null;
}

const COLUMNS = `s.id, s.kind, s.name, s.url, s.max_pages as "maxPages", s.feed, s.audience, s.roles,
  coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
    from workspace_people p where p.id = any(s.people)), '[]') as people,
  s.owner_id as "ownerId", (select p.name from workspace_people p where p.id = s.owner_id) as "ownerName",
  s.every_hours as "everyHours", s.next_at as "nextAt", s.state, s.error, s.checked_at as "checkedAt",
  coalesce(c.documents, 0)::int as documents, coalesce(c.failed, 0)::int as failed, coalesce(c.waiting, 0)::int as waiting,
  coalesce(c.passages, 0)::int as passages, s.version`;
const COUNTS = `left join lateral (select count(*) as documents, count(*) filter (where d.state = 'failed') as failed,
  count(*) filter (where d.state in ('waiting', 'reading')) as waiting, sum(d.passages) as passages
  from knowledge_documents d where d.source_id = s.id) c on true`;

function toSource({ ownerId, ownerName, ...row }: Row, viewer: Viewer): KnowledgeSource {
  return {
    ...row,
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? 'Former member' },
    canEdit: mayEdit(viewer, ownerId),
  };
}

export async function listSources(): Promise<{
  items: KnowledgeSource[];
  feeds: { id: string; name: string; about: string }[];
}> {
  const viewer = await currentViewer();
  const rows = await query<Row>(
    `select ${COLUMNS} from knowledge_sources s ${COUNTS} where ${VISIBLE} order by lower(s.name), s.id limit ${MAX_SOURCES}`,
    viewerValues(viewer),
  );
  const added = new Set(rows.map(({ feed }) => feed));
  return {
    items: rows.map((row) => toSource(row, viewer)),
    feeds: knowledgeFeeds().flatMap(({ id, name, about }) => (added.has(id) ? [] : [{ id, name, about }])),
  };
}

/** @throws AppError `not_found`, also for one that the caller may not read */
export async function readSource(id: string): Promise<KnowledgeSource> {
  const viewer = await currentViewer();
  const [row] = await query<Row>(
    `select ${COLUMNS} from knowledge_sources s ${COUNTS} where ${VISIBLE} and s.id = $4`,
    [...viewerValues(viewer), id],
  );
  if (!row) throw notFound(NOUN);
  return toSource(row, viewer);
}

/** @throws AppError `not_found`; `forbidden` for one that the caller may read and not change */
export async function requireEditable(id: string): Promise<KnowledgeSource> {
  const source = await readSource(id);
  if (!source.canEdit)
    throw new AppError(
      'forbidden',
      'The owner of this source, owners of the workspace, and administrators can do this.',
    );
  return source;
}

async function requirePeople(people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const rows = await query('select 1 from workspace_people where id = any($1)', [people]);
  if (rows.length < new Set(people).size)
    throw invalid('people', 'Someone isn’t in the workspace. Choose someone else.');
}

/** @throws AppError `validation`; `conflict` at the limit, or for a part of the product that is added already */
export async function createSource(given: NewKnowledgeSource): Promise<KnowledgeSource> {
  const { workspaceId, userId } = await currentViewer();
  const problem = given.kind === 'web' ? outgoingUrlProblem(given.url) : undefined;
  if (problem) throw invalid('url', problem);
  if (given.kind === 'feed' && !findFeed(given.feed)) throw invalid('feed', 'This part of the product is not there.');
  await requirePeople(given.people);
  const id = newId();
  await transaction(async () => {
    const number = await nextSourceNumber();
    const others = await query<{ feed: string }>('select feed from knowledge_sources where workspace_id = $1', [
      workspaceId,
    ]);
    if (others.length >= MAX_SOURCES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_SOURCES} sources.`);
    if (given.feed && others.some(({ feed }) => feed === given.feed))
      throw new AppError('conflict', 'This part of the product is a source already.');
    await insertRow('knowledge_sources', { ...given, id, workspaceId, number, ownerId: userId });
    if (given.kind === 'web' || given.kind === 'feed') await startSync(id);
    await publishPaths(workspaceId, [KNOWLEDGE.sources, KNOWLEDGE.status]);
  });
  return readSource(id);
}

/** @throws AppError `not_found`, `forbidden`, `validation`, `stale` */
export async function updateSource(
  id: string,
  { version, ...changes }: KnowledgeSourceChange,
): Promise<KnowledgeSource> {
  const source = await requireEditable(id);
  const { workspaceId } = await currentViewer();
  const audience = changes.audience ?? source.audience;
  const roles = changes.roles ?? source.roles;
  if (audience === 'roles' && roles.length === 0) throw invalid('roles', 'Choose at least one role.');
  await requirePeople(changes.people ?? []);
  await transaction(async () => {
    const [row] = await query(
      `update knowledge_sources set name = coalesce($4, name), audience = $5, roles = $6::text[],
          people = coalesce($7::uuid[], people), max_pages = coalesce($8, max_pages),
          every_hours = case when $9 then $10::int else every_hours end,
          next_at = case when $9 then now() + $10 * interval '1 hour' else next_at end, version = version + 1
        where id = $1 and workspace_id = $2 and version = $3 returning 1`,
      [
        id,
        workspaceId,
        version,
        changes.name ?? null,
        audience,
        roles,
        changes.people ?? null,
        changes.maxPages ?? null,
        changes.everyHours !== undefined,
        changes.everyHours ?? null,
      ],
    );
    if (!row)
      throw new AppError('stale', 'Someone changed this source in the meantime.', { details: await readSource(id) });
    await publishPaths(workspaceId, [KNOWLEDGE.sources, KNOWLEDGE.documents]);
  });
  return readSource(id);
}

/** Deletes a source with everything in it. @throws AppError `not_found`, `forbidden` */
export async function removeSource(id: string): Promise<void> {
  await requireEditable(id);
  const { workspaceId } = await currentViewer();
  await transaction(async () => {
    // New documents wait for the row, and then find it gone.
    await query('select 1 from knowledge_sources where id = $1 for update', [id]);
    const documents = await query<{ id: string; key: string | null }>(
      'select id, storage_key as key from knowledge_documents where source_id = $1',
      [id],
    );
    await removeDocuments(documents);
    await deleteRows('knowledge_sources', { id, workspaceId });
    await publishPaths(workspaceId, [KNOWLEDGE.sources, KNOWLEDGE.documents, KNOWLEDGE.status, KNOWLEDGE.answers]);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export async function syncSource(id: string): Promise<KnowledgeSource> {
  await requireEditable(id);
  await transaction(async () => {
    await query(
      `update knowledge_documents set state = 'waiting', error = '', attempts = 0 where source_id = $1 and state = 'failed'`,
      [id],
    );
    await startSync(id);
  });
  return readSource(id);
}
