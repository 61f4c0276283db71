/** Own templates in the agency's workspace, and the ones that the product brings: found by the same name. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  countRows,
  currentUserId,
  currentWorkspaceId,
  execute,
  insertRow,
  inWorkspace,
  isUniqueViolation,
  NEXT_VERSION,
  NOW,
  query,
  savepoint,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { operationsWorkspace } from '../../identity/index.ts';
import { TemplateContent, type TemplateFile, type TemplateHead } from '../contract/content.ts';
import type { Template, templates, TemplateSummary, TemplateVersion } from '../contract/templates.ts';
import { countsOf, stagesOf } from '../engine/contents.ts';
import { LIBRARY } from '../engine/library/index.ts';
import { TEMPLATES } from '../paths.ts';

const NOUN = 'The template';
const MAX_TEMPLATES = 500;

interface Row {
  id: string;
  version: number;
  name: string;
  name_key: string;
  summary: string;
  industry: string;
  content: unknown;
  number: number;
  archived_at: string | null;
  updated_at: string;
}

/** Content as this version of the product reads it: what older files lack is filled in. */
const read = (content: unknown): TemplateContent => TemplateContent.parse(content);

function toTemplate(row: Row): Template {
  const content = read(row.content);
  return {
    ref: row.id,
    shipped: false,
    name: row.name,
    summary: row.summary,
    industry: row.industry,
    counts: countsOf(content),
    stages: stagesOf(content),
    number: row.number,
    version: row.version,
    archived: row.archived_at !== null,
    updatedAt: row.updated_at,
    content,
  };
}

function summaryOf(template: Template): TemplateSummary {
  const { content: left, ...summary } = template;
  void left;
  return summary;
}

const SHIPPED: ReadonlyMap<string, Template> = new Map(
  LIBRARY.map(({ slug, ...file }) => {
    const content = read(file.content);
    return [
      slug,
      {
        ref: slug,
        shipped: true,
        name: file.name,
        summary: file.summary,
        industry: file.industry,
        counts: countsOf(content),
        stages: stagesOf(content),
        number: 1,
        version: 1,
        archived: false,
        updatedAt: null,
        content,
      },
    ];
  }),
);

export const listLibrary = (): TemplateSummary[] => [...SHIPPED.values()].map(summaryOf);

/** @throws AppError `not_found` */
export function getShipped(slug: string): Template {
  const found = SHIPPED.get(slug);
  if (!found) throw notFound(NOUN);
  return found;
}

/** Runs where the agency's templates are kept, wherever the caller's session is. */
export async function atHome<T>(caller: Pick<Caller, 'userId'>, act: () => Promise<T>): Promise<T> {
  const home = await asSystem(operationsWorkspace);
  if (!home) throw notFound('The agency’s workspace');
  return inWorkspace(home, caller.userId, act);
}

const COLUMNS = 'id, version, name, name_key, summary, industry, content, number, archived_at, updated_at';

async function readRow(id: string, lock = false): Promise<Row> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from workspace_templates where id = $1 and workspace_id = $2${lock ? ' for update' : ''}`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

/** A template, own or shipped. Runs at home. @throws AppError `not_found` */
export async function getTemplate(ref: string): Promise<Template> {
  return UUID.test(ref) ? toTemplate(await readRow(ref)) : getShipped(ref);
}

export async function listTemplates({
  search,
  archived,
  cursor,
  limit,
}: QueryOf<typeof templates.list>): Promise<ResponseOf<typeof templates.list>> {
  const after = unpackCursor(cursor, /^[^\0]{0,300}$/, UUID);
  const rows = await query<Row>(
    `select ${COLUMNS} from workspace_templates
      where workspace_id = $1 and (archived_at is not null) = $2
      and ($3::text is null or position($3 in name_key || ' ' || unaccented(industry || ' ' || summary)) > 0)
       and ($4::text is null or (name_key, id) > ($4 collate "C", $5::uuid)) order by name_key, id limit $6`,
    [
      currentWorkspaceId(),
      archived === '1',
      search ? fold(search) : null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit + 1,
    ],
  );
  const { items, next } = pageFrom(rows, limit, (row) => packCursor(row.name_key, row.id));
  return { items: items.map((row) => summaryOf(toTemplate(row))), next };
}

async function changed(what: string, id: string, details: Record<string, unknown> = {}): Promise<void> {
  await audit({ action: `template.${what}`, subject: { type: 'template', id }, details });
  await emit({ type: `template.${what}`, subject: { type: 'template', id }, paths: [TEMPLATES.own] });
}

const taken = (name: string) =>
  new AppError('conflict', `There is a template called “${name}” already.`, { field: 'name' });

/** Runs a write that a second template of the name would break. */
async function unlessTaken<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await savepoint(act);
  } catch (error) {
    throw isUniqueViolation(error) ? taken(name) : error;
  }
}

function keepVersion(id: string, number: number, content: TemplateContent, note: string): Promise<unknown> {
  return query(
    'insert into workspace_template_versions (workspace_id, template_id, number, content, note, created_by) values ($1, $2, $3, $4, $5, $6)',
    [currentWorkspaceId(), id, number, JSON.stringify(content), note, currentUserId()],
  );
}

/** @throws AppError `conflict` for a name that is taken, and when there are very many. */
export function createTemplate(
  head: TemplateHead,
  content: TemplateContent,
  options: { basedOn?: string; note?: string } = {},
): Promise<Template> {
  return transaction(async () => {
    const count = await countRows('workspace_templates', { workspaceId: currentWorkspaceId() });
    if (count >= MAX_TEMPLATES) throw new AppError('conflict', `There are ${MAX_TEMPLATES} templates already.`);
    const id = newId();
    await unlessTaken(head.name, () =>
      insertRow('workspace_templates', {
        id,
        workspaceId: currentWorkspaceId(),
        name: head.name,
        nameKey: fold(head.name),
        summary: head.summary,
        industry: head.industry,
        content,
        basedOn: options.basedOn,
        createdBy: currentUserId(),
        updatedBy: currentUserId(),
      }),
    );
    await keepVersion(id, 1, content, options.note ?? '');
    await changed('created', id, { name: head.name });
    return getTemplate(id);
  });
}

export interface TemplateChange {
  version: number;
  name?: string | undefined;
  summary?: string | undefined;
  industry?: string | undefined;
  content?: TemplateContent | undefined;
  note?: string | undefined;
}

/** @throws AppError `not_found`, `stale`, `conflict` */
export function updateTemplate(
  id: string,
  { version, content, note = '', ...head }: TemplateChange,
): Promise<Template> {
  return transaction(async () => {
    const row = await readRow(id, true);
    if (row.version !== version)
      throw new AppError('stale', 'Someone else changed this template in the meantime. Your changes were not saved.', {
        details: { current: summaryOf(toTemplate(row)), changed: [] },
      });
    const name = head.name ?? row.name;
    const number = content ? row.number + 1 : row.number;
    await unlessTaken(name, () =>
      updateRows(
        'workspace_templates',
        {
          name,
          nameKey: fold(name),
          summary: head.summary ?? row.summary,
          industry: head.industry ?? row.industry,
          content,
          number,
          version: NEXT_VERSION,
          updatedBy: currentUserId(),
          updatedAt: NOW,
        },
        { id, workspaceId: currentWorkspaceId() },
      ),
    );
    if (content) await keepVersion(id, number, content, note);
    await changed('updated', id, { number });
    return getTemplate(id);
  });
}

/** An own copy under a free name. */
export async function duplicateTemplate(ref: string): Promise<Template> {
  const { name, summary, industry, content } = await getTemplate(ref);
  const rows = await selectRows('workspace_templates', ['nameKey'], {
    workspaceId: currentWorkspaceId(),
    archivedAt: null,
  });
  const present = new Set(rows.map((row) => row.nameKey));
  const names = [
    ...(UUID.test(ref) ? [] : [name]),
    `${name.slice(0, 60)} (copy)`,
    ...Array.from({ length: MAX_TEMPLATES }, (_, n) => `${name.slice(0, 60)} (copy ${n + 2})`),
  ];
  const free = names.find((one) => !present.has(fold(one)))!;
  return createTemplate({ name: free, summary, industry }, content, { basedOn: name });
}

/** @throws AppError `not_found`; `conflict` when its name was given to another one meanwhile. */
export function setArchived(id: string, away: boolean): Promise<Template> {
  return transaction(async () => {
    const row = await readRow(id, true);
    await unlessTaken(row.name, () =>
      execute(
        `update workspace_templates
          set archived_at = ${away ? 'coalesce(archived_at, now())' : 'null'}, version = version + 1,
          updated_at = now() where id = $1 and workspace_id = $2`,
        [id, currentWorkspaceId()],
      ),
    );
    await changed(away ? 'archived' : 'unarchived', id);
    return getTemplate(id);
  });
}

export async function listVersions(id: string): Promise<TemplateVersion[]> {
  await readRow(id);
  const rows = await query<{ number: number; note: string; created_at: string; name: string | null; content: unknown }>(
    `select v.number, v.note, v.created_at, p.name, v.content from workspace_template_versions v
      left join workspace_people p on p.id = v.created_by
     where v.template_id = $1 and v.workspace_id = $2 order by v.number desc limit 100`,
    [id, currentWorkspaceId()],
  );
  return rows.map((row) => ({
    number: row.number,
    note: row.note,
    createdAt: row.created_at,
    createdBy: row.name,
    counts: countsOf(read(row.content)),
  }));
}

/** @throws AppError `not_found`, `stale` */
export async function bringBack(id: string, number: number, version: number): Promise<Template> {
  const [row] = await query<{ content: unknown }>(
    'select content from workspace_template_versions where template_id = $1 and workspace_id = $2 and number = $3',
    [id, currentWorkspaceId(), number],
  );
  if (!row) throw notFound('This version');
  return updateTemplate(id, { version, content: read(row.content), note: `Version ${number} again` });
}

export function fileOf({ name, summary, industry, content }: Template): TemplateFile {
  return { format: 1, name, summary, industry, content };
}
