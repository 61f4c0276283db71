/** The brand of a workspace's public pages. */
import { AppError, invalid } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentWorkspaceId,
  insertIfNew,
  NEXT_VERSION,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { definePublicFile } from '../../../server/public/define.ts';
import { languageTag } from '../../../server/public/language.ts';
import type { Site } from '../../../server/public/site.ts';
import type { PublicSite } from '../contract.ts';
import { PUBLIC_PAGES } from '../paths.ts';

const NEW_SITE: PublicSite = { version: 0, color: '', language: 'en', imprint: '', privacyUrl: '' };

export async function readSite(): Promise<PublicSite> {
  return (
    (await selectRow('public_sites', ['version', 'color', 'language', 'imprint', 'privacyUrl'], {
      workspaceId: currentWorkspaceId(),
    })) ?? NEW_SITE
  );
}

/** @throws AppError `validation` for a language that does not exist, `stale` when someone changed it meanwhile */
export async function saveSite({ version, ...site }: PublicSite): Promise<PublicSite> {
  const language = languageTag(site.language);
  if (!language) throw invalid('language', 'Enter a language such as en or es-MX.');
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const row = { ...site, language, updatedAt: NOW };
    const isWritten =
      version === 0
        ? await insertIfNew('public_sites', { workspaceId, ...row })
        : (await updateRows('public_sites', { ...row, version: NEXT_VERSION }, { workspaceId, version })) > 0;
    if (!isWritten)
      throw new AppError('stale', 'Someone else changed the pages in the meantime. Your changes were not saved.', {
        details: { current: await readSite(), changed: [] },
      });
    await emit({
      type: 'public_site.updated',
      subject: { type: 'workspace', id: workspaceId },
      paths: [PUBLIC_PAGES.site],
    });
    return readSite();
  });
}

interface SiteRow {
  name: string;
  mark: string;
  color: string | null;
  language: string | null;
  imprint: string | null;
  privacyUrl: string | null;
}

/** As visitors see it; undefined for a workspace that is gone or archived. */
export async function siteOf(workspaceId: string): Promise<Site | undefined> {
  const [row] = await asSystem(() =>
    query<SiteRow>(
      `select w.name, w.logo_mark as mark, s.color, s.language, s.imprint, s.privacy_url as "privacyUrl"
        from workspaces w left join public_sites s on s.workspace_id = w.id
        where w.id = $1 and w.archived_at is null`,
      [workspaceId],
      'public_site',
    ),
  );
  if (!row) return undefined;
  return {
    workspaceId,
    name: row.name,
    logo: row.mark && `/p/logo/${workspaceId}/${encodeURIComponent(row.mark)}`,
    color: row.color ?? '',
    language: row.language ?? 'en',
    imprint: row.imprint ?? '',
    privacyUrl: row.privacyUrl ?? '',
  };
}

definePublicFile({
  path: '/p/logo/:workspaceId/:mark',
  async load({ params, domainOf }) {
    const { workspaceId = '', mark = '' } = params;
    if (!/^[0-9a-f-]{36}$/.test(workspaceId) || (domainOf !== undefined && domainOf !== workspaceId)) return undefined;
    const row = await asSystem(() => selectRow('workspaces', ['logo'], { id: workspaceId, logoMark: mark }));
    const [, type, content] = /^data:(image\/\w+);base64,(.+)$/.exec(row?.logo ?? '') ?? [];
    return type && content ? { type, content: Buffer.from(content, 'base64') } : undefined;
  },
});
