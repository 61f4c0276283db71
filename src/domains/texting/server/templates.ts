/** Templates of texts. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  isUniqueViolation,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { MAX_TEMPLATES, type TextTemplate } from '../contract.ts';
import { unknownVariable } from '../engine/template-text.ts';
import { TEXTING } from '../paths.ts';

const COLUMNS = ['id', 'name', 'text', 'version'] as const;

export const listTemplates = (): Promise<TextTemplate[]> =>
  query<TextTemplate>(
    `select id, name, text, version from text_templates where workspace_id = $1 order by lower(name) limit ${MAX_TEMPLATES}`,
    [currentWorkspaceId()],
  );

function check(text: string): void {
  const unknown = unknownVariable(text);
  if (unknown) throw invalid('text', `There is no variable “${unknown}”. Use first_name or name.`);
}

const named = (error: unknown): never => {
  if (isUniqueViolation(error)) throw invalid('name', 'A template has this name already. Choose another name.');
  throw error;
};

/** @throws AppError `validation`; `conflict` at the limit */
export function createTemplate({ name, text }: { name: string; text: string }): Promise<TextTemplate> {
  check(text);
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const count = await selectRows('text_templates', ['id'], { workspaceId }, { limit: MAX_TEMPLATES });
    if (count.length >= MAX_TEMPLATES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_TEMPLATES} templates.`);
    const id = newId();
    await insertRow('text_templates', { id, workspaceId, name, text, createdBy: currentUserId() });
    await publishPaths(workspaceId, [TEXTING.templates]);
    return (await selectRow('text_templates', COLUMNS, { id, workspaceId }))!;
  }).catch(named);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateTemplate(
  id: string,
  { version, name, text }: { version: number; name: string; text: string },
): Promise<TextTemplate> {
  check(text);
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const current = await selectRow('text_templates', COLUMNS, { id, workspaceId });
    if (!current) throw notFound('The template');
    const changed = await updateRows(
      'text_templates',
      { name, text, version: version + 1 },
      { id, workspaceId, version },
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this template in the meantime.', { details: current });
    await publishPaths(workspaceId, [TEXTING.templates]);
    return { id, name, text, version: version + 1 };
  }).catch(named);
}

/** @throws AppError `not_found` */
export function removeTemplate(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if ((await deleteRows('text_templates', { id, workspaceId })) === 0) throw notFound('The template');
    await publishPaths(workspaceId, [TEXTING.templates]);
  });
}
