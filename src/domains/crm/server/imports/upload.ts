/** Taking in a file: it streams into the file store while its encoding is found out; then its start is understood. */
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { cleanFileName, files, sniffType } from '../../../../server/files/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { type ImportKind, MATCHES } from '../../contract.ts';
import { KINDS } from '../../../../records/contract.ts';
import { type RecordImport, type Dialect, type ImportOptions, MAX_IMPORT_SIZE } from '../../contract.ts';
import { EncodingDetector, guessDelimiter, parseSample, textDecoder } from '../../../../kernel/dialect.ts';
import { guessHeader } from '../../engine/imports/header.ts';
import { describeColumns, guessedMapping } from '../../engine/imports/mapping.ts';
import { guessNotation, type Notation } from '../../engine/imports/notation.ts';
import { isCountry } from '../../../../records/engine/phone.ts';
import { CRM } from '../../paths.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { enteredFields } from './create-custom-fields.ts';
import { readImport, toImport } from './store.ts';

const SHOWN_ROWS = 20;
const MAX_COLUMNS = 500;

/** Default options of a new import. */
function defaultOptions(kind: ImportKind, country: string, notation: Notation): ImportOptions {
  const matchOn = kind === 'contact' || kind === 'lead' ? (['email', 'phone'] as const) : [MATCHES[kind][0]];
  return {
    matchOn: [...matchOn],
    onMatch: 'skip',
    update: 'fill',
    defaultCountry: isCountry(country) ? country : 'US',
    ...notation,
    ownerId: null,
    tags: [],
    source: '',
    ownerNames: {},
    pipelineId: null,
    currency: null,
  };
}

/** @throws AppError `validation`, `too_large`, `unsupported_media_type`, `storage_full` */
export async function uploadImport(kind: ImportKind, request: FastifyRequest, caller: Caller): Promise<RecordImport> {
  const part = await request.file({ limits: { fileSize: MAX_IMPORT_SIZE + 1 } }).catch((error: unknown) => {
    throw invalid(
      'file',
      error instanceof Error && /multipart/i.test(error.message)
        ? 'Send the file as multipart/form-data.'
        : 'The upload could not be read.',
    );
  });
  if (!part) throw invalid('file', 'Choose a file to import.');
  const detector = new EncodingDetector();
  const stored = await files().put(watched(part.file, detector), {
    prefix: `imports/${currentWorkspaceId()}`,
    limit: MAX_IMPORT_SIZE,
  });
  try {
    return await describe(kind, cleanFileName(part.filename), stored, detector, caller);
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

async function* watched(source: AsyncIterable<Uint8Array>, detector: EncodingDetector): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    detector.push(chunk);
    yield chunk;
  }
}

async function describe(
  kind: ImportKind,
  fileName: string,
  stored: { key: string; size: number },
  detector: EncodingDetector,
  caller: Caller,
): Promise<RecordImport> {
  const { encoding, bom } = detector.result();
  refuseOtherKinds(detector.head, fileName, encoding);
  const sample = textDecoder(encoding).decode(detector.head, { stream: true });
  const whole = stored.size <= detector.head.length;
  const delimiter = guessDelimiter(sample, whole);
  const rows = parseSample(sample, delimiter, whole);
  if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) throw invalid('file', 'This file is empty.');
  const hasHeader = guessHeader(kind, rows);
  const columns = describeColumns(kind, rows, hasHeader, await enteredFields(kind));
  if (columns.length > MAX_COLUMNS)
    throw invalid(
      'file',
      `This file has ${columns.length} columns; at most ${MAX_COLUMNS} can be read. Is it a table of ${KINDS[kind].many}?`,
    );
  const dialect: Dialect = { encoding, bom, delimiter, quote: '"', hasHeader };
  const id = newId();
  const { country } = await workspaceSettings();
  await query(
    `insert into imports (id, workspace_id, kind, file_name, size, storage_key, state, dialect, columns, sample_rows,
      mapping, options, created_by)
     values ($1, $2, $12, $3, $4, $5, 'mapping', $6, $7, $8, $9, $10, $11)`,
    [
      id,
      currentWorkspaceId(),
      fileName,
      stored.size,
      stored.key,
      JSON.stringify(dialect),
      storableJson(columns),
      storableJson(rows.slice(hasHeader ? 1 : 0, SHOWN_ROWS + 1)),
      JSON.stringify(guessedMapping(columns)),
      JSON.stringify(
        defaultOptions(kind, country, guessNotation(hasHeader ? rows.slice(1) : rows, { delimiter, country })),
      ),
      currentUserId(),
      kind,
    ],
  );
  await publishPaths(currentWorkspaceId(), [CRM.imports]);
  return toImport(await readImport(id), caller);
}

function refuseOtherKinds(head: Uint8Array, fileName: string, encoding: Dialect['encoding']): void {
  const type = sniffType(head, fileName);
  if (encoding.startsWith('utf-16') || type.startsWith('text/') || head.length === 0) return;
  if (type === 'application/octet-stream' || type === 'application/json') {
    if (type === 'application/json' || !head.includes(0)) return;
  }
  const isSheet = type.includes('spreadsheet') || type === 'application/zip' || type === 'application/x-ole-storage';
  throw new AppError(
    'unsupported_media_type',
    isSheet
      ? 'This is a spreadsheet. Open it, choose "Save as" or "Download as" CSV, and upload that file.'
      : 'This is not a table in text form. Upload a CSV file.',
    { field: 'file' },
  );
}
