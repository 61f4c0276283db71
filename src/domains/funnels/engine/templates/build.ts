/** Shorthand in which the templates are written. Ids are given in order, so a template is the same each time. */
import type * as z from 'zod';
import type { Block, FunnelDocument, FunnelField, Step } from '../../contract/document.ts';

type BlockIn = z.input<typeof Block>;
type FieldIn = z.input<typeof FunnelField>;
/** A block without its id. */
export type Draft = BlockIn extends infer One ? (One extends BlockIn ? Omit<One, 'id'> : never) : never;
type Item = readonly [title: string, text: string];

export interface FunnelTemplate {
  id: string;
  name: string;
  /** Audience and purpose in one sentence. */
  description: string;
  document: z.input<typeof FunnelDocument>;
}

const items = (list: readonly Item[]) => list.map(([title, text]) => ({ title, text }));

/** A step with its blocks. */
export const step = (
  id: string,
  kind: Step['kind'],
  name: string,
  blocks: readonly Draft[],
  more: { path?: string; description?: string } = {},
): z.input<typeof Step> => ({
  id,
  kind,
  name,
  path:
    more.path ??
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  description: more.description ?? '',
  blocks: blocks.map((block, n) => ({ ...block, id: `${id}${n + 1}` }) as BlockIn),
});

export const hero = (eyebrow: string, heading: string, text: string, button: string, to = 'form'): Draft => ({
  type: 'hero',
  eyebrow,
  heading,
  text,
  button,
  to,
});
export const features = (heading: string, list: readonly Item[], look: 'plain' | 'tint' = 'plain'): Draft => ({
  type: 'features',
  heading,
  items: items(list),
  look,
});
export const steps = (heading: string, list: readonly Item[], look: 'plain' | 'tint' = 'tint'): Draft => ({
  type: 'steps',
  heading,
  items: items(list),
  look,
});
export const faq = (list: readonly Item[], look: 'plain' | 'tint' = 'plain'): Draft => ({
  type: 'faq',
  heading: 'Questions and answers',
  items: items(list),
  look,
});
export const text = (heading: string, words: string): Draft => ({ type: 'text', heading, text: words });
export const cta = (heading: string, words: string, button: string, to = 'form'): Draft => ({
  type: 'cta',
  heading,
  text: words,
  button,
  to,
  look: 'brand',
});

const FIELDS: Record<string, Omit<FieldIn, 'id'>> = {
  first: { kind: 'firstName', label: 'First name', required: true },
  last: { kind: 'lastName', label: 'Last name' },
  email: { kind: 'email', label: 'Email', required: true },
  phone: { kind: 'phone', label: 'Phone' },
  company: { kind: 'companyName', label: 'Company' },
  city: { kind: 'city', label: 'City' },
  website: { kind: 'website', label: 'Website' },
  message: { kind: 'message', label: 'What should we know?' },
};

/** A field of the form by its short name, or a question of its own. */
type FieldDraft = string | ({ id: string } & Omit<FieldIn, 'id'>);

export const choice = (
  id: string,
  label: string,
  options: string[],
  when?: { field: string; is: string },
): FieldDraft => ({ id, kind: 'choice', label, options, required: when === undefined, when: when ?? null });

export const CONSENT =
  'I agree to be contacted about my request by email or phone. I can withdraw my consent at any time.';

export const form = (
  heading: string,
  words: string,
  fields: readonly FieldDraft[],
  button: string,
  points: readonly string[] = [],
  look: 'plain' | 'tint' = 'tint',
): Draft => ({
  type: 'form',
  heading,
  text: words,
  points: points.join('\n'),
  fields: fields.map((field) => (typeof field === 'string' ? { id: field, ...FIELDS[field]! } : field)),
  consent: CONSENT,
  button,
  look,
});

/** A page that says thank you and what happens next. */
export const thanks = (id: string, heading: string, words: string, next: readonly Item[]): z.input<typeof Step> =>
  step(id, 'thanks', 'Thank you', [
    { type: 'hero', eyebrow: '', heading, text: words, button: '', to: 'next' },
    steps('What happens next', next),
  ]);
