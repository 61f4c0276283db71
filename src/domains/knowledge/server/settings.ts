/** How a workspace searches its knowledge. */
import { AppError } from '../../../kernel/errors.ts';
import {
  currentWorkspaceId,
  insertIfNew,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { useProvider } from '../../connections/index.ts';
import type { KnowledgeSettings, KnowledgeSettingValues } from '../contract.ts';
import { DEFAULT_RANK, type RankSettings } from '../engine/rank.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, requireManager } from './access.ts';

export const DEFAULT_SETTINGS: KnowledgeSettingValues = {
  embeddingWeight: DEFAULT_RANK.embeddingWeight,
  isWidening: true,
  minCoverage: 0.5,
  staleDays: 365,
  synonyms: [],
};

/** Ranking as the settings say. */
export const rankSettingsOf = ({ embeddingWeight, isWidening }: KnowledgeSettingValues): RankSettings => ({
  ...DEFAULT_RANK,
  embeddingWeight,
  ...(!isWidening && { feedbackPassages: 0 }),
});

interface IndexRow {
  passages: number;
  length: number;
  removed: number;
  nextNumber: number;
  model: string;
  version: number;
  settings: KnowledgeSettingValues;
}

/** The workspace's index with its settings; before the first document, an empty one. */
export async function readIndex(): Promise<IndexRow> {
  const [row] = await query<IndexRow>(
    `select passages, length, removed, next_number as "nextNumber", model, version, settings from knowledge_indexes where workspace_id = $1`,
    [currentWorkspaceId()],
  );
  if (!row)
    return { passages: 0, length: 0, removed: 0, nextNumber: 0, model: '', version: 0, settings: DEFAULT_SETTINGS };
  return { ...row, settings: { ...DEFAULT_SETTINGS, ...row.settings } };
}

export async function readSettings(): Promise<KnowledgeSettings> {
  const { settings, version, model } = await readIndex();
  const { isManager } = await currentViewer();
  const { embedded } = await useProvider('embedding', currentWorkspaceId(), { purpose: 'knowledge' });
  return { ...settings, version, canEdit: isManager, model, isEmbeddedModel: embedded };
}

const loss = new Set<(now: KnowledgeSettingValues, next: KnowledgeSettingValues) => Promise<void>>();

/** Registers what may refuse a change of settings: the tests, which search and so stand on this file. */
export const guardSettings = (
  guard: (now: KnowledgeSettingValues, next: KnowledgeSettingValues) => Promise<void>,
): void => void loss.add(guard);

async function refuseLoss(now: KnowledgeSettingValues, next: KnowledgeSettingValues): Promise<void> {
  for (const guard of loss) await guard(now, next);
}

/** @throws AppError `forbidden`, `stale`; `conflict` when a test set loses more than it allows */
export async function updateSettings({
  version,
  force,
  ...changes
}: Partial<KnowledgeSettingValues> & { version: number; force?: boolean | undefined }): Promise<KnowledgeSettings> {
  requireManager(await currentViewer());
  if (!force) {
    const { settings: now } = await readIndex();
    await refuseLoss(now, { ...now, ...changes });
  }
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    if (await insertIfNew('knowledge_indexes', { workspaceId, version: 0 })) await publishPaths(workspaceId, []);
    const row = await selectRow('knowledge_indexes', ['settings', 'version'], { workspaceId }, { lock: 'update' });
    if (row!.version !== version)
      throw new AppError('stale', 'Someone changed these settings in the meantime.', { details: await readSettings() });
    const settings = { ...(row!.settings as object), ...changes };
    await updateRows('knowledge_indexes', { settings, version: version + 1 }, { workspaceId });
    await publishPaths(workspaceId, [KNOWLEDGE.settings]);
  });
  return readSettings();
}
