/** Tax profiles: people and businesses, and the ledgers of their figures. */
import { notFound } from '../../../../kernel/errors.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { LedgerRole, NewTaxProfile, tax, TaxProfile, TaxProfileUpdate, TaxSource } from '../../contract.ts';
import { TAX } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { firstLedger } from '../investments/scope.ts';

const NOUN = 'The tax profile';
const MAX = 100;

export interface ProfileRow {
  id: string;
  version: number;
  ledger_id: string;
  name: string;
  kind: TaxProfile['kind'];
  sources: TaxSource[];
  remind_days: number[];
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

export const COLUMNS = 'id, version, ledger_id, name, kind, sources, remind_days, deleted_at, created_at, updated_at';

/** Whatever belongs to tax is read again. */
export async function taxChanged(
  type: string,
  profileId: string,
  data: Record<string, string | number> = {},
): Promise<void> {
  await emit({ type: `finance.tax.${type}`, subject: { type: 'tax_profile', id: profileId }, data, paths: [TAX] });
}

/** One that may be deleted. @throws AppError `not_found`, `forbidden` */
async function anyProfile(id: string, needed: LedgerRole, lock = ''): Promise<ProfileRow> {
  const [row] = await query<ProfileRow>(
    `select ${COLUMNS} from finance_tax_profiles where workspace_id = $1 and id = $2 ${lock}`,
    [currentWorkspaceId(), id],
  );
  return requireRecord(row, needed, NOUN);
}

/** @throws AppError `not_found`; `forbidden` when the caller may see it and not do what is needed */
export async function requireProfile(id: string, needed: LedgerRole = 'viewer', lock = ''): Promise<ProfileRow> {
  const row = await anyProfile(id, needed, lock);
  if (row.deleted_at) throw notFound(NOUN);
  return row;
}

/** Ledgers by id that the caller sees, with their names. */
async function visibleLedgers(
  ids: readonly string[],
): Promise<Map<string, { name: string; kind: 'personal' | 'business' }>> {
  const rows = await query<{ id: string; name: string; kind: 'personal' | 'business' }>(
    `select l.id, l.name, l.kind from finance_ledgers l
      join finance_ledger_members m on m.ledger_id = l.id and m.workspace_id = l.workspace_id and m.user_id = $2
      where l.workspace_id = $1 and l.id = any($3)`,
    [currentWorkspaceId(), currentUserId(), ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface SourceLedger extends Required<TaxSource> {
  name: string;
  ledgerKind: 'personal' | 'business';
}

/** The sources of a profile that the caller sees. */
export async function sourcesOf(profile: ProfileRow): Promise<SourceLedger[]> {
  const seen = await visibleLedgers(profile.sources.map((one) => one.ledgerId));
  return profile.sources.flatMap(({ ledgerId, use, sharePercent = '100', sheltered = [] }) => {
    const ledger = seen.get(ledgerId);
    return ledger ? [{ ledgerId, use, sharePercent, sheltered, name: ledger.name, ledgerKind: ledger.kind }] : [];
  });
}

export async function toProfile(row: ProfileRow): Promise<TaxProfile> {
  const seen = await visibleLedgers(row.sources.map((one) => one.ledgerId));
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    name: row.name,
    kind: row.kind,
    remindDays: row.remind_days,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sources: row.sources.map(({ ledgerId, use, sharePercent = '100', sheltered = [] }) => ({
      ledgerId,
      use,
      sharePercent,
      sheltered,
      name: seen.get(ledgerId)?.name ?? 'A ledger that is not shared with you',
      visible: seen.has(ledgerId),
    })),
  };
}

/** @throws AppError `not_found` */
export async function listProfiles({
  ledgerId: wanted,
}: QueryOf<typeof tax.profiles>): Promise<{ items: TaxProfile[] }> {
  const ledgerId = wanted ?? (await firstLedger());
  if (!ledgerId) return { items: [] };
  await requireLedger(ledgerId);
  const rows = await query<ProfileRow>(
    `select ${COLUMNS} from finance_tax_profiles where workspace_id = $1 and ledger_id = $2 and deleted_at is null
      order by created_at, id limit ${MAX}`,
    [currentWorkspaceId(), ledgerId],
  );
  return { items: await Promise.all(rows.map(toProfile)) };
}

/**
 * @param known ledgers that are sources already: whoever may change the profile need not see them.
 * @throws AppError `not_found`
 */
async function checkSources(sources: readonly TaxSource[], known: readonly string[]): Promise<void> {
  for (const { ledgerId } of sources) if (!known.includes(ledgerId)) await requireLedger(ledgerId);
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createProfile(input: NewTaxProfile): Promise<TaxProfile> {
  return transaction(async () => {
    await requireLedger(input.ledgerId, 'editor');
    const sources = input.sources ?? (await defaultSources(input.ledgerId));
    await checkSources(sources, []);
    const id = newId();
    await query(
      'insert into finance_tax_profiles (id, workspace_id, ledger_id, name, kind, sources, remind_days, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        id,
        currentWorkspaceId(),
        input.ledgerId,
        input.name,
        input.kind,
        JSON.stringify(sources),
        input.remindDays ?? [14, 3],
        currentUserId(),
      ],
    );
    await taxChanged('profile_created', id);
    return toProfile(await requireProfile(id));
  });
}

async function defaultSources(ledgerId: string): Promise<TaxSource[]> {
  const ledger = (await visibleLedgers([ledgerId])).get(ledgerId)!;
  return [{ ledgerId, use: ledger.kind === 'business' ? 'business' : 'personal' }];
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateProfile(id: string, input: TaxProfileUpdate): Promise<TaxProfile> {
  return transaction(async () => {
    const row = await requireProfile(id, 'editor', 'for update');
    requireVersion(row, input.version, 'this tax profile');
    const sources = input.sources ?? row.sources;
    await checkSources(
      sources,
      row.sources.map((one) => one.ledgerId),
    );
    await query(
      'update finance_tax_profiles set name = $3, kind = $4, sources = $5, remind_days = $6, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id, input.name, input.kind, JSON.stringify(sources), input.remindDays ?? row.remind_days],
    );
    await taxChanged('profile_updated', id, { version: row.version + 1 });
    return toProfile(await requireProfile(id));
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeProfile(id: string): Promise<void> {
  return transaction(async () => {
    await requireProfile(id, 'editor', 'for update');
    await query(
      'update finance_tax_profiles set deleted_at = now(), version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id],
    );
    await taxChanged('profile_deleted', id);
  });
}

/** Brings one back; one that is there stays as it is. @throws AppError `not_found`, `forbidden` */
export function restoreProfile(id: string): Promise<TaxProfile> {
  return transaction(async () => {
    const row = await anyProfile(id, 'editor', 'for update');
    if (row.deleted_at) {
      await query(
        'update finance_tax_profiles set deleted_at = null, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
        [currentWorkspaceId(), id],
      );
      await taxChanged('profile_restored', id);
    }
    return toProfile(await requireProfile(id));
  });
}
