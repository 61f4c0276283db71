/** Calls that an agent makes. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appLink } from '../../../server/app-url.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentUserId,
  currentWorkspaceId,
  insertRow,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { connectionsOf, useProvider } from '../../connections/index.ts';
import { normalizeAddress } from '../../messaging/index.ts';
import type { PhoneCall, PlaceCall } from '../contract.ts';
import { PHONE } from '../paths.ts';
import { readCall } from './calls.ts';
import { reserveMinutes, settleMinutes } from './minutes.ts';
import { endCall, type LiveCall } from './store.ts';
import { liveCall } from './carrier.ts';

interface Callee {
  number: string;
  contactId: string | null;
}

/** Whom to call. @throws AppError `validation`, `not_found`; `conflict` for a contact who refused calls */
async function requireCallee({ contactId, number }: PlaceCall): Promise<Callee> {
  if (!contactId) return { number: number!, contactId: null };
  const [contact] = await query<{ phone: string | null; country: string; refused: boolean }>(
    `select phones->0->>'value' as phone, country, coalesce(consent->'phone'->>'state' = 'denied', false) as refused
      from contacts where id = $1 and workspace_id = $2 and deleted_at is null`,
    [contactId, currentWorkspaceId()],
  );
  if (!contact) throw notFound('The contact');
  if (contact.refused) throw new AppError('conflict', 'This contact does not want to be called.');
  const own = number ?? (contact.phone ? normalizeAddress('sms', contact.phone) : undefined);
  if (!own) throw invalid('number', 'This contact has no number with a country code. Enter one.');
  return { number: own, contactId };
}

/** @throws AppError `validation`, `not_found`, `conflict`; `unavailable` without a phone service; `credits`; ProviderError */
export async function placeCall(input: PlaceCall): Promise<PhoneCall> {
  const workspaceId = currentWorkspaceId();
  const agent = await selectRow('phone_agents', ['id', 'name', 'isOn', 'number', 'maxMinutes'] as const, {
    id: input.agentId,
    workspaceId,
  });
  if (!agent) throw notFound('The agent');
  if (!agent.isOn) throw new AppError('conflict', 'This agent is off. Turn it on first.');
  const { number, contactId } = await requireCallee(input);
  const voice = await useProvider('voice', workspaceId, { purpose: 'phone agent' });
  const id = newId();
  await transaction(async () => {
    await insertRow('phone_calls', {
      id,
      workspaceId,
      agentId: agent.id,
      agentName: agent.name,
      kind: 'outbound',
      state: 'ringing',
      number,
      dialed: number,
      contactId,
      connectionId: voice.connectionId,
    });
    await audit({ action: 'phone_call.placed', subject: { type: 'phone_call', id }, details: { number } });
    await publishPaths(workspaceId, [PHONE.calls]);
  });
  const base = `/api/provider-events/${voice.connectionId}` as const;
  try {
    const owner = (await connectionsOf('voice', workspaceId)).find((one) => one.id === voice.connectionId)?.workspaceId;
    const call = { id, workspaceId, number, maxMinutes: agent.maxMinutes };
    const minutes = await reserveMinutes(call, owner ?? null, currentUserId());
    const placed = await voice.place({
      to: number,
      from: agent.number ?? voice.number,
      answer: appLink(`${base}/call`, { call: id }),
      status: appLink(base, { call: id }),
      // The agent says its last words after its own limit.
      maxSeconds: minutes * 60 + 30,
    });
    await updateRows('phone_calls', { carrierId: placed.id }, { id, carrierId: null });
  } catch (error) {
    const call = await liveCall({ id, workspaceId, agentId: agent.id, number, kind: 'outbound' });
    if (call) await endPlaced(call);
    throw error;
  }
  return readCall(id);
}

/** The carrier did not take the call: nobody was called, and nothing is logged. */
async function endPlaced(call: LiveCall): Promise<void> {
  await transaction(async () => {
    await endCall({ ...call, isLogged: false }, { outcome: 'failed', transferTo: null });
    await publishPaths(call.workspaceId, [PHONE.calls]);
  });
  await settleMinutes(call.id);
}
