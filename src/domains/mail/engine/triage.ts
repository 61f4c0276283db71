/** Classifies conversations by the attention they need, without a model. */

export type Triage = 'needs_reply' | 'waiting' | 'newsletter' | 'cold' | '';

export interface TriagedThread {
  lastDirection: 'in' | 'out';
  subject: string;
  /** The last message without what it quotes. */
  text: string;
  isAutomatic: boolean;
  isNewsletter: boolean;
  /** The sender is in the CRM, or was written to before. */
  isKnown: boolean;
}

const ASKS =
  /\?|\b(?:could|can|would|will) you\b|\bplease\b|\blet me know\b|\bget back to\b|\bwhen (?:can|is|are|do|does)\b|\bwaiting for\b|\bneed\b/i;
const SELLS =
  /\b(?:quick question|i came across (?:your|you)|we help (?:businesses|companies|teams)|15 minutes|book a (?:call|demo)|increase your|boost your|rank(?:ing)? (?:higher|in)|our agency|guest post|backlinks?|last chance|limited offer|scale your)\b/i;
const THANKS = /^\s*(?:thanks|thank you|great|perfect|ok(?:ay)?|sounds good|got it|will do)[\s!.,]*(?:$|\n)/i;

export function triageThread(thread: TriagedThread): { triage: Triage; why: string } {
  const { lastDirection, subject, text, isAutomatic, isNewsletter, isKnown } = thread;
  if (lastDirection === 'out')
    return ASKS.test(text) ? { triage: 'waiting', why: 'You asked, and no answer came yet.' } : { triage: '', why: '' };
  if (isNewsletter) return { triage: 'newsletter', why: 'It names a way to unsubscribe.' };
  if (isAutomatic) return { triage: '', why: '' };
  if (!isKnown && SELLS.test(`${subject}\n${text}`))
    return { triage: 'cold', why: 'Someone unknown offers something.' };
  if (THANKS.test(text) && !text.includes('?')) return { triage: '', why: '' };
  if (ASKS.test(text)) return { triage: 'needs_reply', why: 'It asks something, and you have not answered.' };
  return { triage: '', why: '' };
}

const SENTENCE = /[^.!?\n]+[.!?]*/g;
const MAX_SENTENCES = 3;

/** The sentences that say most: questions, requests, dates, and amounts first; in their order. */
export function summarize(text: string): string {
  const sentences = [...text.slice(0, 20_000).matchAll(SENTENCE)]
    .map(([one]) => one.trim())
    .filter((one) => one.length > 15 && one.length < 400 && !one.startsWith('>'))
    .slice(0, 200);
  if (sentences.length <= MAX_SENTENCES) return sentences.join(' ');
  const frequency = new Map<string, number>();
  const wordsOf = (sentence: string) => sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  for (const word of sentences.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const score = (sentence: string, n: number) => {
    const words = wordsOf(sentence);
    const weight = words.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0) / (words.length + 3);
    return (
      weight +
      (sentence.includes('?') ? 3 : 0) +
      (ASKS.test(sentence) ? 2 : 0) +
      (/\d/.test(sentence) ? 1 : 0) +
      (n === 0 ? 1 : 0)
    );
  };
  return sentences
    .map((sentence, n) => ({ sentence, n, score: score(sentence, n) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_SENTENCES)
    .toSorted((one, other) => one.n - other.n)
    .map(({ sentence }) => sentence)
    .join(' ');
}
