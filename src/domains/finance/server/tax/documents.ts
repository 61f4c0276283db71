/** The checklist of documents of a year, and the documents themselves. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid, notFound } from '../../../../kernel/errors.ts';
import type { BodyOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { afterCommit, currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { cleanFileName, files } from '../../../../server/files/index.ts';
import { sendStored } from '../../../../server/http/download.ts';
import { log } from '../../../../server/observability/log.ts';
import { MAX_RECEIPT, type NewTaxDocument, type tax, type TaxDocument } from '../../contract.ts';
import type { TaxLine } from '../../engine/tax/us/index.ts';
import { requireVersion } from '../ledgers/access.ts';
import { receiptType } from '../transactions/receipts.ts';
import { gather } from './collect-lines.ts';
import { requireProfile, taxChanged } from './profiles.ts';

const NOUN = 'The document';
const MAX = 200;

interface Row {
  id: string;
  version: number;
  year: number;
  kind: TaxDocument['kind'];
  issuer: string;
  state: TaxDocument['state'];
  file_name: string | null;
  file_type: string | null;
  file_size: number | null;
  storage_key: string | null;
  deleted_at: string | null;
  updated_at: string;
}
const COLUMNS =
  'id, version, year, kind, issuer, state, file_name, file_type, file_size::float8 as file_size, storage_key, deleted_at, updated_at';

function toDocument(row: Row): TaxDocument {
  return {
    id: row.id,
    version: row.version,
    year: row.year,
    kind: row.kind,
    issuer: row.issuer,
    state: row.state,
    file: row.file_name ? { name: row.file_name, type: row.file_type!, size: row.file_size! } : null,
    updatedAt: row.updated_at,
  };
}

/** Which document proves a line. */
const CALLED_FOR: readonly { kind: TaxDocument['kind']; lines: readonly TaxLine[]; why: string }[] = [
  { kind: 'w2', lines: ['wages', 'withheld'], why: 'There are wages' },
  { kind: '1099int', lines: ['interest'], why: 'There is interest' },
  { kind: '1099div', lines: ['ordinaryDividends', 'qualifiedDividends'], why: 'There are dividends' },
  { kind: '1099b', lines: ['shortTermGains', 'longTermGains'], why: 'Securities were sold' },
  { kind: '1099nec', lines: ['businessIncome'], why: 'There is business income' },
  { kind: 'receipts', lines: ['businessExpenses', 'businessMeals', 'gifts', 'medical'], why: 'Costs are deducted' },
  { kind: 'k1', lines: ['passThroughIncome'], why: 'There is a share of a business’s profit' },
  { kind: '1098', lines: ['mortgageInterest'], why: 'Mortgage interest is deducted' },
];

/** @throws AppError `not_found` */
export async function listDocuments(profileId: string, year: number): Promise<ResponseOf<typeof tax.documents>> {
  const profile = await requireProfile(profileId);
  const rows = await query<Row>(
    `select ${COLUMNS} from finance_tax_documents
      where workspace_id = $1 and profile_id = $2 and year = $3 and deleted_at is null
      order by created_at, id limit ${MAX}`,
    [currentWorkspaceId(), profileId, year],
  );
  const { lines } = await gather(profile, year);
  const filled = new Set(lines.filter((line) => line.sources.length > 0).map((line) => line.line));
  return {
    items: rows.map(toDocument),
    proposed: CALLED_FOR.filter(
      ({ kind, lines: of }) => of.some((line) => filled.has(line)) && !rows.some((row) => row.kind === kind),
    ).map(({ kind, why }) => ({ kind, why })),
  };
}

async function documentOf(profileId: string, id: string, lock = 'for update'): Promise<Row> {
  const [row] = await query<Row>(
    `select ${COLUMNS} from finance_tax_documents where workspace_id = $1 and profile_id = $2 and id = $3 ${lock}`,
    [currentWorkspaceId(), profileId, id],
  );
  if (!row) throw notFound(NOUN);
  return row;
}

async function presentDocument(profileId: string, id: string, lock?: string): Promise<Row> {
  const row = await documentOf(profileId, id, lock);
  if (row.deleted_at) throw notFound(NOUN);
  return row;
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function addDocument(profileId: string, { year, kind, issuer = '' }: NewTaxDocument): Promise<TaxDocument> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor');
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from finance_tax_documents where workspace_id = $1 and profile_id = $2 and year = $3 and deleted_at is null',
      [currentWorkspaceId(), profileId, year],
    );
    if (count!.n >= MAX) throw invalid('year', `A year holds at most ${MAX} documents.`);
    const [row] = await query<Row>(
      `insert into finance_tax_documents (id, workspace_id, profile_id, year, kind, issuer, created_by)
        values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
      [newId(), currentWorkspaceId(), profileId, year, kind, issuer, currentUserId()],
    );
    await taxChanged('document_added', profileId, { year });
    return toDocument(row!);
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateDocument(
  profileId: string,
  id: string,
  { version, kind, issuer = '', state }: BodyOf<typeof tax.updateDocument>,
): Promise<TaxDocument> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor');
    requireVersion(await presentDocument(profileId, id), version, 'this document');
    const [row] = await query<Row>(
      `update finance_tax_documents set kind = $3, issuer = $4, state = $5, version = version + 1, updated_at = now()
        where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
      [currentWorkspaceId(), id, kind, issuer, state],
    );
    await taxChanged('document_updated', profileId);
    return toDocument(row!);
  });
}

/** Takes one off the list, or puts it back; its file stays with it. @throws AppError `not_found`, `forbidden` */
export function setDocumentDeleted(profileId: string, id: string, deleted: boolean): Promise<void> {
  return transaction(async () => {
    await requireProfile(profileId, 'editor');
    if (deleted) await presentDocument(profileId, id);
    else await documentOf(profileId, id);
    await query(
      'update finance_tax_documents set deleted_at = case when $3 then now() end, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id, deleted],
    );
    await taxChanged(deleted ? 'document_deleted' : 'document_restored', profileId);
  });
}

/** @throws AppError `not_found`, `forbidden`, `validation` for what is neither a picture nor a PDF, `too_large` */
export async function uploadDocument(profileId: string, id: string, request: FastifyRequest): Promise<TaxDocument> {
  await requireProfile(profileId, 'editor');
  await presentDocument(profileId, id, '');
  const part = await request.file({ limits: { fileSize: MAX_RECEIPT + 1 } });
  if (!part) throw invalid('file', 'Choose a file.');
  const stored = await files().put(part.file, { prefix: `finance/${currentWorkspaceId()}`, limit: MAX_RECEIPT });
  try {
    const type = await receiptType(stored.key);
    if (!type) throw invalid('file', 'A document is a picture (JPEG, PNG, WebP, HEIC) or a PDF.');
    return await keep(profileId, id, { name: cleanFileName(part.filename), type, ...stored });
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

function keep(
  profileId: string,
  id: string,
  file: { name: string; type: string; size: number; key: string },
): Promise<TaxDocument> {
  return transaction(async () => {
    const before = await presentDocument(profileId, id);
    const [row] = await query<Row>(
      `update finance_tax_documents
        set file_name = $3, file_type = $4, file_size = $5, storage_key = $6, state = 'received',
        version = version + 1, updated_at = now() where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
      [currentWorkspaceId(), id, file.name, file.type, file.size, file.key],
    );
    await taxChanged('document_received', profileId);
    const { storage_key: old } = before;
    // The bytes go once nothing names them any more; bytes without a row harm no one.
    if (old)
      afterCommit(
        () =>
          void files()
            .delete(old)
            .catch((error: unknown) => log().warn({ err: error }, 'a document that was replaced was not removed')),
      );
    return toDocument(row!);
  });
}

/** Sends a document as a download: the browser saves it and does not open it. @throws AppError `not_found` */
export async function sendDocument(profileId: string, id: string, reply: FastifyReply): Promise<FastifyReply> {
  await requireProfile(profileId);
  const row = await presentDocument(profileId, id, '');
  if (!row.storage_key) throw notFound('The file');
  return sendStored(reply, {
    name: row.file_name!,
    type: row.file_type!,
    size: row.file_size!,
    storageKey: row.storage_key,
  });
}
