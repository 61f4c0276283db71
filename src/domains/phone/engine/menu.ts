/** What makes a menu sound: every step leads on, is reached, and no caller is kept in it forever. */
import { dayAt } from '../../../kernel/days.ts';
import { wallAt } from '../../../kernel/wall-clock.ts';
import type { DayHours, MenuStep } from '../contract.ts';

export interface MenuProblem {
  /** `steps.2.next` */
  field: string;
  message: string;
}

/** The steps that may follow, each with the field that names it. */
export function exitsOf(step: MenuStep): { field: string; label: string; next: string }[] {
  switch (step.kind) {
    case 'say':
    case 'message':
    case 'callback':
    case 'talk':
      return [{ field: 'next', label: 'Then', next: step.next }];
    case 'book':
      return [
        { field: 'next', label: 'Once it is booked', next: step.next },
        { field: 'otherwise', label: 'Otherwise', next: step.otherwise },
      ];
    case 'ask':
      return [
        ...step.options.map(({ next }, n) => ({ field: `options.${n}.next`, label: `Option ${n + 1}`, next })),
        { field: 'otherwise', label: 'Otherwise', next: step.otherwise },
      ];
    case 'hours':
      return [
        { field: 'open', label: 'During opening hours', next: step.open },
        { field: 'closed', label: 'Outside opening hours', next: step.closed },
      ];
    case 'transfer':
    case 'hangup':
      return [];
  }
}

/**
 * Whether the step waits for the caller, so that a loop through it is theirs to end. A conversation does not where no model
 * is connected.
 */
const waits = ({ kind }: MenuStep) => kind === 'ask' || kind === 'message';

/** Everything that is wrong with a menu, with the field that each problem is about. The first step is the start. */
export function menuProblems(steps: readonly MenuStep[]): MenuProblem[] {
  const index = new Map(steps.map((step, n) => [step.id, n]));
  const problems: MenuProblem[] = [];
  for (const [n, step] of steps.entries()) {
    if (index.get(step.id) !== n)
      problems.push({ field: `steps.${n}.id`, message: `Two steps are called “${step.id}”. Rename one.` });
    for (const { field, label, next } of exitsOf(step)) {
      if (next === '')
        problems.push({ field: `steps.${n}.${field}`, message: `${step.name}: choose a step for “${label}”.` });
      else if (!index.has(next))
        problems.push({ field: `steps.${n}.${field}`, message: `${step.name}: there is no step “${next}”.` });
    }
    if (step.kind === 'ask') problems.push(...optionProblems(step, n));
    if (step.kind === 'book' && step.typeId === '')
      problems.push({ field: `steps.${n}.typeId`, message: `${step.name}: choose a booking type.` });
  }
  if (problems.length > 0) return problems;
  const reached = reachable(steps, steps[0] ? [steps[0].id] : []);
  for (const [n, { id, name }] of steps.entries())
    if (!reached.has(id))
      problems.push({ field: `steps.${n}.id`, message: `No step leads to ${name}. Lead one there, or delete it.` });
  const ending = endingSteps(steps);
  for (const [n, { id, name }] of steps.entries())
    if (reached.has(id) && !ending.has(id))
      problems.push({
        field: `steps.${n}.id`,
        message: `${name} never reaches the end of the call. Lead it to a step that transfers or hangs up.`,
      });
  const loop = idleLoop(steps);
  if (loop) {
    const names = loop.map((id) => steps[index.get(id)!]!.name).join(' → ');
    problems.push({
      field: `steps.${index.get(loop[0]!)!}.id`,
      message: `These steps repeat without asking the caller: ${names}. Add a question, or lead one elsewhere.`,
    });
  }
  return problems;
}

function optionProblems(step: Extract<MenuStep, { kind: 'ask' }>, n: number): MenuProblem[] {
  const problems: MenuProblem[] = [];
  const taken = new Set<string>();
  for (const [at, { digit, words }] of step.options.entries()) {
    const field = `steps.${n}.options.${at}`;
    if (digit === '' && words.length === 0)
      problems.push({
        field: `${field}.digit`,
        message: `${step.name}: enter a key or a keyword for option ${at + 1}.`,
      });
    for (const [key, part] of [
      ...(digit ? [[digit, 'digit'] as const] : []),
      ...words.map((word) => [plainWords(word), 'words'] as const),
    ]) {
      if (key === '') problems.push({ field: `${field}.${part}`, message: `${step.name}: a keyword needs letters.` });
      else if (taken.has(key))
        problems.push({ field: `${field}.${part}`, message: `${step.name}: “${key}” chooses two options.` });
      taken.add(key);
    }
  }
  return problems;
}

function reachable(steps: readonly MenuStep[], from: readonly string[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...exitsOf(byId.get(id)!).map(({ next }) => next));
  }
  return seen;
}

/** Steps from which a transfer or a hang-up can be reached. */
function endingSteps(steps: readonly MenuStep[]): Set<string> {
  const ending = new Set(steps.filter((step) => exitsOf(step).length === 0).map(({ id }) => id));
  for (let grew = true; grew;) {
    grew = false;
    for (const step of steps)
      if (!ending.has(step.id) && exitsOf(step).some(({ next }) => ending.has(next))) {
        ending.add(step.id);
        grew = true;
      }
  }
  return ending;
}

/** A loop in which no step waits for the caller; undefined where there is none. */
function idleLoop(steps: readonly MenuStep[]): string[] | undefined {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const done = new Set<string>();
  const walk = (id: string, path: readonly string[]): string[] | undefined => {
    const at = path.indexOf(id);
    if (at >= 0) return [...path.slice(at), id];
    const step = byId.get(id)!;
    if (done.has(id) || waits(step)) return undefined;
    for (const { next } of exitsOf(step)) {
      const loop = walk(next, [...path, id]);
      if (loop) return loop;
    }
    done.add(id);
    return undefined;
  };
  for (const { id } of steps) {
    const loop = walk(id, []);
    if (loop) return loop;
  }
  return undefined;
}

/** From zero to nine. */
export const SPOKEN_DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Lower case, without punctuation and repeated spaces. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}*#]+/gu, ' ')
    .trim();

/** The option that spoken words choose: the longest keyword in them, or a digit alone. @returns its index, or -1 */
export function chosenOption(options: readonly { digit: string; words: readonly string[] }[], heard: string): number {
  const said = plainWords(heard);
  let best = { length: 0, index: -1 };
  for (const [index, { digit, words }] of options.entries()) {
    for (const word of words.map(plainWords))
      if (word && ` ${said} `.includes(` ${word} `) && word.length > best.length) best = { length: word.length, index };
    const number = digit && SPOKEN_DIGITS[Number(digit)];
    const names = digit ? [digit, ...(number ? [number] : [])] : [];
    if (best.index < 0 && names.some((name) => [name, `press ${name}`, `option ${name}`].includes(said)))
      best = { length: 1, index };
  }
  return best.index;
}

/** Whether the hours include an instant. @param at milliseconds; read by the clock of the zone */
export function isOpenAt(hours: readonly DayHours[], timeZone: string, at: number): boolean {
  const now = new Date(at);
  const weekday = new Date(`${dayAt(now, timeZone)}T00:00:00Z`).getUTCDay() || 7;
  const clock = wallAt(now, timeZone).slice(11);
  return hours.some(({ day, from, to }) => day === weekday && from <= clock && clock < to);
}
