/** Templates of emails, which the whole workspace shares. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  isUniqueViolation,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { MailTemplate } from '../contract.ts';
import { MAIL } from '../paths.ts';

const MAX_TEMPLATES = 200;
const COLUMNS = ['id', 'name', 'subject', 'text', 'version'] as const;
type Entry = Pick<MailTemplate, 'name' | 'subject' | 'text'>;

export const listTemplates = (): Promise<MailTemplate[]> =>
  query<MailTemplate>(
    `select id, name, subject, text, version from mail_templates where workspace_id = $1 order by lower(name) limit ${MAX_TEMPLATES}`,
    [currentWorkspaceId()],
  );

const named = (error: unknown): never => {
  if (isUniqueViolation(error)) throw invalid('name', 'A template has this name already. Choose another name.');
  throw error;
};

const publish = () => publishPaths(currentWorkspaceId(), [MAIL.templates]);

/** @throws AppError `validation`; `conflict` at the limit */
export function createTemplate({ name, subject, text }: Entry): Promise<MailTemplate> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await countRows('mail_templates', { workspaceId })) >= MAX_TEMPLATES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_TEMPLATES} templates.`);
    const id = newId();
    await insertRow('mail_templates', { id, workspaceId, name, subject, text, createdBy: currentUserId() });
    await publish();
    return (await selectRow('mail_templates', COLUMNS, { id, workspaceId }))!;
  }).catch(named);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateTemplate(
  id: string,
  { version, name, subject, text }: Entry & { version: number },
): Promise<MailTemplate> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const current = await selectRow('mail_templates', COLUMNS, { id, workspaceId });
    if (!current) throw notFound('The template');
    const changed = await updateRows(
      'mail_templates',
      { name, subject, text, version: version + 1 },
      { id, workspaceId, version },
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this template in the meantime.', { details: current });
    await publish();
    return { id, name, subject, text, version: version + 1 };
  }).catch(named);
}

/** @throws AppError `not_found` */
export function removeTemplate(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await deleteRows('mail_templates', { id, workspaceId })) === 0) throw notFound('The template');
    await publish();
  });
}
