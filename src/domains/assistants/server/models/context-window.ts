/** Keeps a conversation within what a model can read. */
import type { ModelMessage, ModelTool } from '../../../../server/providers/model/port.ts';

/** Characters of a token, on the careful side: English has about four, other scripts fewer. */
const CHARACTERS = 3.2;
const PER_MESSAGE = 8;
const PER_IMAGE = 1_600;
/** Length of a shortened tool result. */
const SHORT_RESULT = 600;

/** An estimate; providers count exactly, but only afterward. */
export function estimateTokens(value: ModelMessage | readonly ModelTool[] | string): number {
  if (typeof value === 'string') return Math.ceil(value.length / CHARACTERS);
  if ('role' in value) return PER_MESSAGE + contentTokens(value);
  return (value as readonly ModelTool[]).reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
}

function contentTokens(message: ModelMessage): number {
  const { content } = message;
  const own =
    typeof content === 'string'
      ? estimateTokens(content)
      : content.reduce((sum, part) => sum + (part.type === 'text' ? estimateTokens(part.text) : PER_IMAGE), 0);
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return own + calls.reduce((sum, call) => sum + estimateTokens(call.name + call.arguments) + PER_MESSAGE, 0);
}

const total = (messages: readonly ModelMessage[]) => messages.reduce((sum, one) => sum + estimateTokens(one), 0);

/**
 * The messages within `limit` tokens: what is said first goes first, then long tool results are cut. Instructions and
 * everything from the person's last message on stay.
 * @returns undefined when even that is too long
 */
export function fitMessages(messages: readonly ModelMessage[], limit: number): ModelMessage[] | undefined {
  const lastQuestion = messages.findLastIndex(({ role }) => role === 'user');
  let kept = [...messages];
  let droppable = messages.filter(({ role }, nth) => role !== 'system' && nth < lastQuestion).length;
  while (total(kept) > limit && droppable > 0) {
    const first = kept.findIndex(({ role }) => role !== 'system');
    kept = kept.toSpliced(first, 1);
    droppable -= 1;
  }
  // A result without its call, or a reply without its question, says nothing.
  while (droppable > 0 && ['tool', 'assistant'].includes(kept.find(({ role }) => role !== 'system')!.role)) {
    kept = kept.toSpliced(
      kept.findIndex(({ role }) => role !== 'system'),
      1,
    );
    droppable -= 1;
  }
  for (let nth = 0; nth < kept.length && total(kept) > limit; nth += 1) {
    const message = kept[nth]!;
    if (message.role === 'tool' && message.content.length > SHORT_RESULT)
      kept[nth] = { ...message, content: `${message.content.slice(0, SHORT_RESULT)} … (shortened)` };
  }
  return total(kept) <= limit ? kept : undefined;
}
