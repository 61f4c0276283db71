/** Acts that the assistant proposes, what a person decides about them, and how they are undone. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { insertRow, savepoint, selectRow, selectRows, transaction, updateRow } from '../../../../server/db/index.ts';
import type { Changes } from '../../../../server/db/rows.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { callRoute } from '../../../../server/http/call-route.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { findRoute, type GivenInput, parseInput } from '../../../../server/http/route.ts';
import type { Proposal, ProposalLine } from '../../contract.ts';
import { fieldLabel, presentValue, recordName, shownValue } from '../../engine/record-labels.ts';
import { ASSISTANTS } from '../../paths.ts';
import type { EndpointTool } from '../runtime/tools.ts';
import { type AnyRecord, nameOfReference, pageOfRecord, readRecordAt } from './references.ts';

interface StoredCall extends GivenInput {
  method: string;
  path: string;
  /** Of an act that changes a record: what its fields were. */
  restores?: AnyRecord;
}

const COLUMNS = [
  'id',
  'messageId',
  'conversationId',
  'tool',
  'title',
  'lines',
  'state',
  'error',
  'subject',
  'call',
  'undo',
] as const;

interface Row extends Pick<Proposal, 'id' | 'messageId' | 'tool' | 'title' | 'lines' | 'state' | 'error' | 'subject'> {
  conversationId: string;
  call: StoredCall;
  undo: StoredCall | null;
}

const toProposal = ({ conversationId: _conversation, call: _call, undo, ...row }: Row): Proposal => ({
  ...row,
  canUndo: row.state === 'done' && undo !== null,
});

export async function proposalsOf(conversationId: string): Promise<Proposal[]> {
  const rows = await selectRows('assistant_proposals', COLUMNS, { conversationId }, { orderBy: ['id'], limit: 500 });
  return (rows as unknown as Row[]).map(toProposal);
}

/** An act that was checked, and what people read about it. */
interface PreparedAct {
  title: string;
  lines: ProposalLine[];
  call: StoredCall;
}

/**
 * Checks an act as the call itself would be, and says what it changes.
 * @throws AppError with what is wrong, for the model to correct
 */
export async function prepareAct(
  { spec, route }: EndpointTool,
  given: GivenInput,
  caller: Caller,
): Promise<PreparedAct> {
  const { endpoint } = route;
  parseInput(endpoint, given);
  const body = { ...(given.body as AnyRecord) };
  const { id } = (given.params ?? {}) as { id?: string };
  const record =
    id === undefined ? undefined : await readRecordAt(endpoint.path.replace(/\/\{id\}.*$/, ''), id, caller);
  if (id !== undefined && !record) throw notFound('The record');
  const written = Object.keys(body).filter((name) => !(spec.preset && name in spec.preset));
  if (record && written.length === 0) throw new AppError('validation', 'Say which field to change.');
  if (typeof record?.version === 'number') body.version = record.version;
  const call: StoredCall = {
    method: endpoint.method,
    path: endpoint.path,
    ...given,
    ...(endpoint.body && { body }),
    ...(record && { restores: Object.fromEntries(written.map((name) => [name, presentValue(record, name) ?? null])) }),
  };
  return { title: spec.confirm ?? endpoint.summary, lines: await linesOf(body, written, record, caller), call };
}

/** Writes down what would be done. @throws AppError with what is wrong, for the model to correct */
export async function propose(
  tool: EndpointTool,
  given: GivenInput,
  about: { conversationId: string; messageId: string },
  caller: Caller,
): Promise<Proposal> {
  const { title, lines, call } = await prepareAct(tool, given, caller);
  const row = {
    id: newId(),
    ...about,
    tool: tool.spec.name,
    title,
    lines,
    state: 'waiting' as const,
    error: '',
    subject: null,
    undo: null,
  };
  await insertRow('assistant_proposals', { ...row, call, workspaceId: caller.workspaceId, userId: caller.userId });
  return toProposal({ ...row, call });
}

async function linesOf(
  body: AnyRecord,
  names: readonly string[],
  record: AnyRecord | undefined,
  caller: Caller,
): Promise<ProposalLine[]> {
  const shown = async (name: string, value: unknown) =>
    name.endsWith('Id') && typeof value === 'string' ? nameOfReference(name, value, caller) : shownValue(value);
  const lines: ProposalLine[] = record ? [{ label: 'Record', value: recordName(record) }] : [];
  for (const name of names)
    lines.push({
      label: fieldLabel(name),
      ...(record && { before: await shown(name, presentValue(record, name)) }),
      value: await shown(name, body[name]),
    });
  return lines;
}

/** @throws AppError `not_found`, or `conflict` in another state */
async function lockProposal(id: string, state: Proposal['state'], caller: Caller): Promise<Row> {
  const row = (await selectRow('assistant_proposals', COLUMNS, { id, userId: caller.userId }, { lock: 'update' })) as
    | Row
    | undefined;
  if (!row) throw notFound('The proposal');
  if (row.state !== state)
    throw new AppError('conflict', state === 'waiting' ? 'This was decided already.' : 'This cannot be undone.');
  return row;
}

async function save(id: string, changes: Changes<'assistant_proposals'>, caller: Caller): Promise<Proposal> {
  const decidedAt = new Date().toISOString();
  const row = await updateRow('assistant_proposals', { ...changes, decidedAt }, { id }, COLUMNS);
  await publishPaths(caller.workspaceId, [ASSISTANTS.conversations]);
  return toProposal(row as unknown as Row);
}

/** Makes a stored call in the name of the caller. */
async function makeCall({ method, path, ...given }: StoredCall, caller: Caller): Promise<AnyRecord> {
  const route = findRoute(method, path);
  if (!route) throw new AppError('gone', 'This version no longer knows this call.');
  return ((await savepoint(() => callRoute(route, caller, given))) ?? {}) as AnyRecord;
}

/**
 * Does what was proposed. A refusal, such as a record that was changed since, is kept with the proposal.
 * @throws AppError `not_found`, `conflict` when it was decided already
 */
export function confirm(id: string, caller: Caller): Promise<Proposal> {
  return transaction(async () => {
    const { call, tool } = await lockProposal(id, 'waiting', caller);
    try {
      const record = await makeCall(call, caller);
      const base = call.path.replace(/\/\{id\}.*$/, '');
      const recordId = typeof record.id === 'string' ? record.id : (call.params as { id?: string } | undefined)?.id;
      const path = recordId && pageOfRecord(base, recordId);
      return await save(
        id,
        {
          state: 'done',
          subject: path ? { name: recordName(record), path } : null,
          undo: undoOf(call, tool, record, recordId),
        },
        caller,
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      return await save(id, { state: 'failed', error: error.message }, caller);
    }
  });
}

/** The call that undoes another; null where nothing can. */
function undoOf(call: StoredCall, tool: string, record: AnyRecord, recordId: string | undefined): StoredCall | null {
  const spec = [findRoute(call.method, call.path)?.endpoint.tool ?? []].flat().find(({ name }) => name === tool);
  if (!spec?.undo || recordId === undefined) return null;
  const params = { id: recordId };
  if (spec.undo === 'delete')
    return { method: 'DELETE', path: `${call.path.replace(/\/\{id\}.*$/, '')}/{id}`, params, query: {} };
  return { ...call, params, body: { ...call.restores, version: record.version } };
}

/** @throws AppError `not_found`, `conflict` when it was decided already */
export function decline(id: string, caller: Caller): Promise<Proposal> {
  return transaction(async () => {
    await lockProposal(id, 'waiting', caller);
    return save(id, { state: 'declined' }, caller);
  });
}

/** Undoes what was done. @throws AppError `not_found`, `conflict`, `stale` when the record was changed since */
export function undo(id: string, caller: Caller): Promise<Proposal> {
  return transaction(async () => {
    const { undo: call } = await lockProposal(id, 'done', caller);
    if (!call) throw new AppError('conflict', 'This cannot be undone.');
    const { restores: _, ...given } = call;
    await makeCall(given, caller);
    return save(id, { state: 'undone' }, caller);
  });
}
