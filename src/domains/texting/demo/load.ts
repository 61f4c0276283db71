/** Templates and a few conversations with the example contacts. They stay on the simulated handset. */
import { newId } from '../../../kernel/ids.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { HANDSET_SENDER } from '../../../server/providers/sms/embedded.ts';
import { normalizeAddress, people } from '../../messaging/index.ts';
import { keepReceived } from '../server/inbox.ts';
import { startThread } from '../server/send.ts';
import { createTemplate } from '../server/templates.ts';

const TEMPLATES = [
  { name: 'Appointment reminder', text: 'Hi {{first_name}}, a reminder of your appointment tomorrow at 10 a.m.' },
  { name: 'Missed call', text: 'Hi {{first_name}}, sorry we missed your call. When is a good time to call back?' },
];

const CONVERSATIONS = [
  {
    text: 'Hi {{first_name}}, the proposal is in your inbox. Any questions?',
    answer: 'Looks good. Can we talk Friday?',
  },
  { text: 'Hi {{first_name}}, is 3 p.m. on Tuesday still fine?', answer: 'Yes, see you then!' },
  { text: 'Hi {{first_name}}, your site goes live on Monday.', answer: null },
];

async function firstNumbers(count: number): Promise<string[]> {
  const numbers = new Set<string>();
  for await (const page of people().pages('sms', undefined)) {
    for (const one of page) {
      const number = one === null ? undefined : normalizeAddress('sms', one);
      if (number) numbers.add(number);
      if (numbers.size === count) return [...numbers];
    }
  }
  return [...numbers];
}

export async function loadWorkspace({ workspace }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const template of TEMPLATES) await createTemplate(template);
  const numbers = await firstNumbers(CONVERSATIONS.length);
  for (const [n, address] of numbers.entries()) {
    const { text, answer } = CONVERSATIONS[n]!;
    await startThread({ address, text });
    if (answer !== null) await keepReceived({ id: newId(), from: address, to: HANDSET_SENDER, text: answer });
  }
}
