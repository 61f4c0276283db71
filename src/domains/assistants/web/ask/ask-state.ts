/** The question that is being answered. It goes on while one goes from page to page, and with the panel closed. */
import { useEffect, useSyncExternalStore } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { send } from '../../../../web/api/send.ts';
import { newId } from '../../../../kernel/ids.ts';
import { ask, type AskEvent, type AskMessage, type Proposal } from '../../contract.ts';

export interface Pending {
  messageId: string;
  question: string;
  /** The answer so far. */
  text: string;
  /** The current step of the assistant. */
  step: string;
  proposals: readonly Proposal[];
  /** The answer, when it is complete. */
  answer?: AskMessage;
  failure?: string;
}

interface AskState {
  /** The signed-in person; another person in the same browser sees nothing of it. */
  owner: string;
  conversationId: string;
  /** The server knows the conversation. */
  isKept: boolean;
  pending: Pending | undefined;
}

const NOTHING: AskState = { owner: '', conversationId: '', isKept: false, pending: undefined };
let state: AskState = NOTHING;
let stop: AbortController | undefined;
const listeners = new Set<() => void>();

function set(change: Partial<AskState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function setPending(change: Partial<Pending>): void {
  if (state.pending) set({ pending: { ...state.pending, ...change } });
}

/** Begins a new conversation. @param owner the person, in their workspace */
export function beginConversation(owner: string): void {
  stop?.abort();
  set({ owner, conversationId: newId(), isKept: false, pending: undefined });
}

export function openConversation(conversationId: string): void {
  stop?.abort();
  set({ conversationId, isKept: true, pending: undefined });
}

/** The pending message is now part of the conversation. */
export function forgetPending(messageId: string): void {
  if (state.pending?.messageId === messageId) set({ pending: undefined });
}

export function stopAnswer(): void {
  stop?.abort();
}

export interface Place {
  place: string;
  page: string | undefined;
}

export async function askQuestion(question: string, { place, page }: Place): Promise<void> {
  const messageId = newId();
  const mine = (stop = new AbortController());
  set({ isKept: true, pending: { messageId, question, text: '', step: '', proposals: [] } });
  const take = (event: AskEvent) => {
    if (state.pending?.messageId === messageId) takeEvent(event, state.pending);
  };
  try {
    const body = {
      conversationId: state.conversationId,
      messageId,
      text: question,
      place,
      ...(page && { page }),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    const response = await send.raw('POST', ask.question.path, { body, signal: mine.signal, losable: true });
    await readLines(response, take);
    if (!state.pending?.answer && !state.pending?.failure)
      take({ type: 'error', code: 'unavailable', message: 'The answer broke off. Try again.' });
  } catch (error) {
    if (state.pending?.messageId !== messageId) return;
    if (mine.signal.aborted) setPending({ answer: stopped(state.pending) });
    else setPending({ failure: messageFor(error, 'Your question could not be answered.') });
  }
}

function takeEvent(event: AskEvent, pending: Pending): void {
  switch (event.type) {
    case 'text':
      return setPending({ text: pending.text + event.text, step: '' });
    case 'clear':
      return setPending({ text: '' });
    case 'step':
      return setPending({ step: event.label });
    case 'proposal':
      return setPending({ proposals: [...pending.proposals, event.proposal] });
    case 'done':
      return setPending({ answer: event.message, step: '' });
    case 'error':
      return setPending({ failure: event.message, step: '' });
  }
}

const stopped = ({ messageId, text }: Pending): AskMessage => ({
  id: `stopped-${messageId}`,
  side: 'assistant',
  state: 'stopped',
  text,
  error: '',
  sources: [],
  records: [],
  runId: null,
  createdAt: new Date().toISOString(),
});

async function readLines(response: Response, take: (event: AskEvent) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    const lines = rest.split('\n');
    rest = done ? '' : lines.pop()!;
    for (const line of lines) if (line) take(JSON.parse(line) as AskEvent);
    if (done) return;
  }
}

export function useAsk(owner: string): AskState {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
  const isMine = now.owner === owner;
  useEffect(() => {
    if (!isMine) beginConversation(owner);
  }, [isMine, owner]);
  return isMine ? now : NOTHING;
}
