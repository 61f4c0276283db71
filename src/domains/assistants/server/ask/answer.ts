/** Answers a question of the panel: by a model with tools, or without one by what the manual, the knowledge base, and the records say. */
import type * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import type { ModelMessage } from '../../../../server/providers/model/port.ts';
import type { ask, AskEvent, AskMessage } from '../../contract.ts';
import { idsIn, keepCitations, keepLinks } from '../../engine/citations.ts';
import { compactJson } from '../../engine/compact.ts';
import { creditsForRun } from '../models/credits-for-run.ts';
import { hasModel } from '../models/targets.ts';
import { type AssistantResult, runAssistant } from '../runtime/run-assistant.ts';
import { type Tool, toolsFor } from '../runtime/tools.ts';
import { addMessage, messagesOf, type NewMessage, openConversation } from './conversations.ts';
import { answerFromKnowledge, answerFromManual, findRecords, PassageReader } from './search-answers.ts';
import { aboutRecord, instructionsFor, type Situation } from './instructions.ts';
import { propose } from './proposals.ts';
import { recordOfPage } from './references.ts';

export type Question = z.output<typeof ask.question.body>;
type Emit = (event: AskEvent) => void;

/** Tools of the panel: three acts, and reads. */
const ACTS = new Set([
  'create_task',
  'log_activity',
  'update_contact',
  'update_company',
  'update_lead',
  'update_opportunity',
]);
/** Earlier messages that the model hears. */
const REMEMBERED = 20;
const BUDGET = { steps: 8, tokens: 60_000, seconds: 120 };

/**
 * Answers, and tells `emit` as it goes. Whatever happens, the conversation holds what the person has seen.
 * @throws AppError `not_found` for another person's conversation
 */
export async function answerQuestion(
  question: Question,
  caller: Caller,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const { conversationId, messageId, text, place } = question;
  await openConversation(conversationId, text, caller);
  const earlier = await messagesOf(conversationId, REMEMBERED);
  const isNew = await addMessage(conversationId, { id: messageId, side: 'person', text, place }, caller);
  if (!isNew) return repeatAnswer(messageId, earlier, emit);
  const keep = async (message: NewMessage) => {
    await addMessage(conversationId, message, caller);
    emit({ type: 'done', message: toMessage(message) });
  };
  if (await hasModel(caller.workspaceId)) await answerWithModel(question, earlier, caller, emit, signal, keep);
  else await answerWithoutModel(question, caller, keep);
}

const toMessage = ({ id, side, text, state, error, sources, records, runId }: NewMessage): AskMessage => ({
  id,
  side,
  text,
  state: state ?? 'done',
  error: error ?? '',
  sources: sources ?? [],
  records: records ?? [],
  runId: runId ?? null,
  createdAt: new Date().toISOString(),
});

/** The question was asked before: its answer is given again, where there is one. */
function repeatAnswer(messageId: string, messages: readonly AskMessage[], emit: Emit): void {
  const asked = messages.findIndex(({ id }) => id === messageId);
  const answer = messages.slice(asked + 1).find(({ side }) => side === 'assistant');
  if (answer) emit({ type: 'done', message: answer });
  else emit({ type: 'error', code: 'conflict', message: 'This question is being answered.' });
}

async function answerWithoutModel(
  { text, place }: Question,
  caller: Caller,
  keep: (message: NewMessage) => Promise<void>,
): Promise<void> {
  const fromManual = await answerFromManual(text, place, caller);
  const sources = [...fromManual, ...(await answerFromKnowledge(text, fromManual.length, caller))];
  const records = await findRecords(text, caller);
  await keep({ id: newId(), side: 'assistant', text: '', sources, records });
}

async function situationOf({ place, page, zone }: Question, caller: Caller): Promise<Situation> {
  const [row] = await asSystem(() =>
    query<{ user: string; workspace: string }>(
      'select u.name as user, w.name as workspace from users u, workspaces w where u.id = $1 and w.id = $2',
      [caller.userId, caller.workspaceId],
    ),
  );
  return {
    userId: caller.userId,
    userName: row!.user,
    workspaceName: row!.workspace,
    zone: zone ?? 'UTC',
    now: new Date(),
    place,
    page,
    record: place ? await recordOfPage(place, caller) : undefined,
  };
}

async function answerWithModel(
  question: Question,
  earlier: readonly AskMessage[],
  caller: Caller,
  emit: Emit,
  signal: AbortSignal,
  keep: (message: NewMessage) => Promise<void>,
): Promise<void> {
  const id = newId();
  const reader = new PassageReader(caller);
  const situation = await situationOf(question, caller);
  const seen = new Set(idsIn(compactJson(situation.record ?? null)));
  for (const { text } of earlier) for (const known of idsIn(text)) seen.add(known);
  let said = '';
  const finish = async (text: string, state: AskMessage['state'], runId: string | null, error = '') => {
    const cited = keepCitations(keepLinks(text, seen), reader.sources);
    await keep({ id, side: 'assistant', state, error, runId, text: cited.text.trim(), sources: cited.sources });
  };
  try {
    const result = await runAssistant({
      purpose: 'answer',
      instructions: instructionsFor(situation),
      tools: toolsOfPanel(question, id, reader, seen, caller, emit),
      input: [...earlier.map(heard), { role: 'user', content: question.text }],
      reference: aboutRecord(situation),
      budget: { ...BUDGET, ...(await creditsToSpend(caller)) },
      signal,
      onEvent(event) {
        if (event.type === 'tool') return emit({ type: 'step', label: labelOf(event.name, event.input) });
        said = event.type === 'clear' ? '' : said + event.text;
        emit(event);
      },
    });
    await finish(closing(result, said), result.state === 'stopped' ? 'stopped' : 'done', result.runId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await finish(said, 'failed', null, error.message);
  }
}

/** Credits only where the installation pays the provider. */
async function creditsToSpend(caller: Caller): Promise<{ credits?: string }> {
  const credits = await creditsForRun(caller.workspaceId, BUDGET.tokens);
  return credits === undefined ? {} : { credits };
}

/** A run that ended without an answer says so in words. */
function closing({ state, text }: AssistantResult, said: string): string {
  if (state === 'stopped') return said;
  if (state === 'refused') return text || 'The model declined to answer this.';
  if (state === 'budget') return `${said}\n\nThis took more than one answer may take. Ask for less at once.`.trim();
  return text;
}

function heard({ side, text, records, sources }: AskMessage): ModelMessage {
  if (side === 'person') return { role: 'user', content: text };
  if (side === 'note') return { role: 'user', content: `(${text})` };
  const found = [...sources.map(({ quote }) => quote), ...records.map(({ kind, name }) => `${kind} ${name}`)].join(
    '\n',
  );
  return { role: 'assistant', content: text || found || 'I found nothing.' };
}

function toolsOfPanel(
  { conversationId }: Question,
  messageId: string,
  reader: PassageReader,
  seen: Set<string>,
  caller: Caller,
  emit: Emit,
): Tool[] {
  const tools = toolsFor(caller, {
    async onAct(tool, given) {
      const proposal = await propose(tool, given, { conversationId, messageId }, caller);
      emit({ type: 'proposal', proposal });
      return { proposed: proposal.title, note: 'The person sees it and decides. It is not done yet.' };
    },
  }).filter(({ name, effect }) => effect === 'read' || ACTS.has(name));
  return tools.map((tool) => ({
    ...tool,
    async run(input) {
      const q = typeof input.q === 'string' ? input.q : '';
      if (tool.name === 'search_manual') return reader.searchManual(q);
      if (tool.name === 'search_knowledge') return reader.searchKnowledge(q);
      const output = await tool.run(input);
      for (const id of idsIn(compactJson(output))) seen.add(id);
      return output;
    },
  }));
}

const SEARCHES: Readonly<Record<string, string>> = {
  search_manual: 'the manual',
  search_knowledge: 'the knowledge base',
};

/** Shown to the person while a tool runs. */
function labelOf(tool: string, input: Record<string, unknown>): string {
  const words = [input.q, input.search].find((value): value is string => typeof value === 'string' && value !== '');
  const searched = SEARCHES[tool];
  if (searched) return `Searching ${searched}${words ? ` for “${words}”` : ''}`;
  const plain = tool.replaceAll('_', ' ');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${words ? ` “${words}”` : ''}`;
}
