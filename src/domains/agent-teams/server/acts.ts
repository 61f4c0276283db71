/** Acts of agents: what they would write, asked for in the approvals queue, and made once. */
import * as z from 'zod';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { callRoute } from '../../../server/http/call-route.ts';
import { findRoute, parseInput } from '../../../server/http/route.ts';
import { RECORD_CALLS } from '../../../records/contract/record-calls.ts';
import { KINDS, RECORD_KINDS } from '../../../records/contract/kinds.ts';
import { defineApprovalKind } from '../../approvals/index.ts';
import { activities } from '../../crm/contract.ts';
import type { RunStep, Subject } from '../contract.ts';
import { currentCaller } from './caller.ts';

/** A call of the contract, as it is stored. */
const StoredCall = z.object({
  method: z.string(),
  path: z.string(),
  params: z.unknown().optional(),
  query: z.unknown().optional(),
  body: z.unknown().optional(),
});
export type StoredCall = z.infer<typeof StoredCall>;

/** An agent's proposed act, validated and described. */
export interface Act {
  title: string;
  lines: RunStep['lines'];
  call: StoredCall;
  /** An email is approved as an email, and may be changed before. */
  mail?: { to: string[]; subject: string; text: string };
}

/** The record that a call made or changed. */
export interface Written {
  type: string;
  id: string;
  name: string;
  path: string;
}

/** Makes the call in the name of the present person. @throws AppError as the call itself does */
export async function makeCall({ method, path, ...given }: StoredCall): Promise<Written | null> {
  const route = findRoute(method, path);
  if (!route) throw new AppError('gone', 'This version no longer knows this call.');
  const answer = ((await callRoute(route, await currentCaller(), given)) ?? {}) as Record<string, unknown>;
  return writtenBy(path, given.params, answer);
}

function writtenBy(path: string, params: unknown, answer: Record<string, unknown>): Written | null {
  const kind = RECORD_KINDS.find((name) => path.startsWith(`${KINDS[name].path}/`) || path === KINDS[name].path);
  if (!kind) return null;
  const record = (answer.record ?? answer) as Record<string, unknown>;
  const own = (params as { id?: unknown } | undefined)?.id;
  const id = typeof own === 'string' ? own : record.id;
  if (typeof id !== 'string') return null;
  const name = [record.subject, record.name].find((one): one is string => typeof one === 'string' && one !== '');
  return { type: kind, id, name: name ?? KINDS[kind].one, path: `${KINDS[kind].page}/${id}` };
}

/** @throws AppError `validation` for a call that would be refused for its input */
export function checkCall({ method, path, ...given }: StoredCall): void {
  const route = findRoute(method, path);
  if (!route) throw new AppError('gone', 'This version no longer knows this call.');
  parseInput(route.endpoint, given);
}

const about = (subject: Subject | null) => (subject ? { [`${subject.type}Id`]: subject.id } : {});

/** An open email activity on the record's timeline, to be sent by a person. @throws AppError `validation` */
export function draftEmail(mail: NonNullable<Act['mail']>, subject: Subject | null): Act {
  if (!mail.subject.trim()) throw invalid('subject', 'Give the email a subject.');
  if (!mail.text.trim()) throw invalid('text', 'Write the email.');
  return {
    title: `Save email draft: ${mail.subject}`,
    lines: [
      ...(mail.to.length > 0 ? [{ label: 'To', value: mail.to.join(', ') }] : []),
      { label: 'Subject', value: mail.subject },
      { label: 'Text', value: mail.text },
    ],
    call: {
      method: 'POST',
      path: activities.create.path,
      body: { type: 'mail', subject: `Draft: ${mail.subject}`.slice(0, 300), body: mail.text, ...about(subject) },
    },
    mail,
  };
}

/** The text as a note on the record; as a task where there is none. */
export function saveText(title: string, text: string, subject: Subject | null): Act {
  const lines = [{ label: 'Text', value: text }];
  if (!subject)
    return {
      title: `Save as a task: ${title}`,
      lines,
      call: { method: 'POST', path: activities.create.path, body: { type: 'task', subject: title, body: text } },
    };
  const { create } = RECORD_CALLS[subject.type].notes;
  return {
    title: `Write a note: ${title}`,
    lines,
    call: {
      method: 'POST',
      path: create.path,
      params: { id: subject.id },
      body: { text: `${title}\n\n${text}`.slice(0, 20_000) },
    },
  };
}

const Words = z.object({ agent: z.string(), act: z.string(), details: z.string(), call: StoredCall });

export const actKind = defineApprovalKind({
  name: 'agents.act',
  tab: 'outgoing',
  label: 'Change by an agent',
  content: Words,
  effect: 'inside',
  reasons: ['Wrong record', 'Wrong content', 'Already done', 'Not now'],
  fields: [
    { key: 'agent', label: 'Agent', input: 'fixed' },
    { key: 'act', label: 'Change', input: 'fixed' },
    { key: 'details', label: 'Details', input: 'fixed' },
  ],
  filterFields: [
    { field: 'agent', label: 'Agent', kind: 'text' },
    { field: 'act', label: 'Change', kind: 'text' },
  ],
  execute: ({ call }) => makeCall(call),
});

const Draft = z.object({
  agent: z.string(),
  to: z.array(z.string()),
  subject: z.string().trim().min(1, 'Give the email a subject.').max(280),
  text: z.string().trim().min(1, 'Write the email.').max(20_000),
  record: z.object({ type: z.enum(['lead', 'company', 'contact', 'opportunity']), id: z.uuid() }).nullable(),
});

export const draftKind = defineApprovalKind({
  name: 'agents.email_draft',
  tab: 'outgoing',
  label: 'Email draft by an agent',
  content: Draft,
  effect: 'inside',
  shape: 'mail',
  reasons: ['Wrong person', 'Wrong wording', 'Already done', 'Not now'],
  fields: [
    { key: 'to', label: 'To', input: 'emails' },
    { key: 'subject', label: 'Subject', input: 'line' },
    { key: 'text', label: 'Text', input: 'text' },
    { key: 'agent', label: 'Agent', input: 'fixed' },
  ],
  filterFields: [
    { field: 'subject', label: 'Subject', kind: 'text' },
    { field: 'text', label: 'Text', kind: 'text' },
  ],
  execute: ({ to, subject, text, record }) => makeCall(draftEmail({ to, subject, text }, record).call),
});
