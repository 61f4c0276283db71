/** Menus to begin with. */
import type { DayHours, MenuStep, NewAgent } from '../contract.ts';

/** Monday to Friday. */
export const OFFICE_HOURS: DayHours[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));

const GOODBYE: MenuStep = { id: 'goodbye', name: 'Goodbye', kind: 'hangup', text: 'Thanks for calling. Goodbye.' };

const FRONT_DESK: MenuStep[] = [
  { id: 'hours', name: 'Opening hours', kind: 'hours', open: 'menu', closed: 'closed' },
  {
    id: 'menu',
    name: 'Main menu',
    kind: 'ask',
    text: 'To leave a message, press 1. To be called back, press 2. To hear our opening hours, press 3.',
    options: [
      { digit: '1', words: ['message'], next: 'message' },
      { digit: '2', words: ['call back', 'callback', 'call me'], next: 'callback' },
      { digit: '3', words: ['hours', 'open'], next: 'say-hours' },
    ],
    tries: 3,
    otherwise: 'message',
  },
  {
    id: 'say-hours',
    name: 'Say opening hours',
    kind: 'say',
    text: 'We are open Monday to Friday, from 9 a.m. to 5 p.m.',
    next: 'menu',
  },
  { id: 'closed', name: 'Closed', kind: 'say', text: 'We are closed right now.', next: 'message' },
  {
    id: 'message',
    name: 'Take a message',
    kind: 'message',
    text: 'Leave your name and message. Press pound when you are done.',
    next: 'thanks',
  },
  {
    id: 'callback',
    name: 'Call back',
    kind: 'callback',
    text: 'We will call you back on the number you are calling from.',
    next: 'goodbye',
  },
  {
    id: 'thanks',
    name: 'Thank for message',
    kind: 'say',
    text: 'Thank you. We will get back to you.',
    next: 'goodbye',
  },
  GOODBYE,
];

const MESSAGES: MenuStep[] = [
  {
    id: 'message',
    name: 'Take a message',
    kind: 'message',
    text: 'We can’t take your call right now. Leave your name and message. Press pound when you are done.',
    next: 'goodbye',
  },
  GOODBYE,
];

const CONVERSATION: MenuStep[] = [
  {
    id: 'talk',
    name: 'Conversation',
    kind: 'talk',
    text: 'How can I help you?',
    instructions:
      'Find out who is calling and what they need. Take a message with their name, or offer a call back. Give no prices and make no promises.',
    to: '',
    typeId: '',
    maxTokens: 20_000,
    next: 'message',
  },
  {
    id: 'message',
    name: 'Take a message',
    kind: 'message',
    text: 'Leave your name and message. Press pound when you are done.',
    next: 'goodbye',
  },
  GOODBYE,
];

export const STARTERS = {
  'front-desk': {
    label: 'Front desk menu',
    hint: 'Opening hours, messages, and call-backs.',
    greeting: 'Thanks for calling.',
    goal: 'Callers reach the right person, leave a message, or are called back.',
    steps: FRONT_DESK,
  },
  conversation: {
    label: 'Conversation',
    hint: 'A language model talks with callers.',
    greeting: 'Thanks for calling.',
    goal: 'Every caller is understood, and the team knows what to do next.',
    steps: CONVERSATION,
  },
  messages: {
    label: 'Voicemail',
    hint: 'Takes a message from every caller.',
    greeting: 'Hello.',
    goal: 'Every caller can leave a message.',
    steps: MESSAGES,
  },
} as const satisfies Record<string, { label: string; hint: string; greeting: string; goal: string; steps: MenuStep[] }>;

export type StarterId = keyof typeof STARTERS;

/** An agent to begin with. @param timeZone of the person or workspace */
export function starterAgent(id: StarterId, name: string, timeZone: string): NewAgent {
  const { greeting, goal, steps } = STARTERS[id];
  return {
    name,
    greeting,
    goal,
    language: 'en-US',
    voice: '',
    number: null,
    isOn: true,
    timeZone,
    hours: OFFICE_HOURS,
    steps: structuredClone(steps) as MenuStep[],
    maxMinutes: 10,
    ownerId: null,
  };
}
