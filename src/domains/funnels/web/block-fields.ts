/** Settings of each type of block: which fields its panel has. */
import type { Block, BlockType } from '../contract.ts';

export interface FieldSpec {
  key: string;
  label: string;
  input: 'line' | 'words' | 'target' | 'instant' | 'toggle' | 'size' | 'image';
  max?: number;
  /** Height of a longer text, in lines. */
  rows?: number;
  hint?: string;
}

export interface ListSpec {
  label: string;
  /** One of the list, in the singular: `plan`. */
  one: string;
  max: number;
  blank: Record<string, unknown>;
  fields: readonly FieldSpec[];
  /** The field that names an entry. */
  nameKey: string;
}

const line = (key: string, label: string, max = 200): FieldSpec => ({ key, label, input: 'line', max });
const words = (key: string, label: string, max = 1_000, hint?: string): FieldSpec => ({
  key,
  label,
  input: 'words',
  max,
  ...(hint && { hint }),
});
const heading = line('heading', 'Heading');
const text = words('text', 'Text');
const button = [
  line('button', 'Button', 60),
  { key: 'to', label: 'Button leads to', input: 'target' },
] as const satisfies readonly FieldSpec[];
const image = [
  { key: 'image', label: 'Image', input: 'image' },
  { ...line('alt', 'Image description'), hint: 'For people who cannot see it. It says what the image shows.' },
] as const satisfies readonly FieldSpec[];
const POINTS = 'One point per line.';

export const BLOCK_FIELDS: Readonly<Record<BlockType, readonly FieldSpec[]>> = {
  hero: [line('eyebrow', 'Line above the heading', 80), heading, text, ...button, ...image],
  text: [
    heading,
    words('text', 'Text', 5_000, 'Lines that start with a hyphen become a list; **stars** make words bold.'),
  ],
  features: [heading, text],
  steps: [heading],
  quotes: [heading],
  stats: [heading],
  pricing: [heading, text],
  faq: [heading],
  logos: [heading],
  cta: [heading, text, ...button],
  image: [...image, line('caption', 'Caption', 300)],
  countdown: [
    heading,
    { key: 'until', label: 'Ends', input: 'instant', hint: 'In your time zone.' },
    line('over', 'Text after the end'),
  ],
  form: [heading, text, words('points', 'Points beside the form', 1_000, POINTS)],
  order: [heading, text],
  booking: [
    heading,
    text,
    line('button', 'Button', 60),
    { key: 'address', label: 'Booking page', input: 'line', max: 500, hint: 'Starts with https://.' },
  ],
  divider: [{ key: 'size', label: 'Height', input: 'size' }],
  code: [
    line('title', 'Description', 120),
    {
      ...words(
        'html',
        'HTML and JavaScript',
        20_000,
        'Runs on the published page, in a frame that cannot reach the rest of the page. Services that it loads can see your visitors. Name them in your privacy policy.',
      ),
      rows: 10,
    },
    { key: 'size', label: 'Height', input: 'size' },
  ],
};

const titled = (label: string, one: string, max: number, title: string, of: string): ListSpec => ({
  label,
  one,
  max,
  nameKey: 'title',
  blank: { title: '', text: '' },
  fields: [line('title', title), words('text', of)],
});

export const BLOCK_LISTS: Readonly<Partial<Record<BlockType, ListSpec>>> = {
  features: titled('Benefits', 'benefit', 12, 'Title', 'Text'),
  steps: titled('Steps', 'step', 10, 'Title', 'Text'),
  faq: titled('Questions', 'question', 20, 'Question', 'Answer'),
  quotes: {
    label: 'Testimonials',
    one: 'testimonial',
    max: 12,
    nameKey: 'name',
    blank: { text: '', name: '', role: '' },
    fields: [words('text', 'Quote'), line('name', 'Name', 80), line('role', 'Role', 120)],
  },
  stats: {
    label: 'Figures',
    one: 'figure',
    max: 8,
    nameKey: 'label',
    blank: { value: '', label: '' },
    fields: [line('value', 'Figure', 20), line('label', 'Label', 80)],
  },
  logos: {
    label: 'Names',
    one: 'name',
    max: 12,
    nameKey: 'title',
    blank: { title: '' },
    fields: [line('title', 'Name', 60)],
  },
  pricing: {
    label: 'Plans',
    one: 'plan',
    max: 6,
    nameKey: 'name',
    blank: { name: '', price: '', per: '', points: '', button: '', to: 'next', highlighted: false },
    fields: [
      line('name', 'Name', 60),
      line('price', 'Price', 40),
      line('per', 'Per', 40),
      words('points', 'Points', 1_000, POINTS),
      ...button,
      { key: 'highlighted', label: 'Highlight this plan', input: 'toggle' },
    ],
  },
};

/** The entries of a block's list. */
export const itemsOf = (block: Block): Record<string, unknown>[] =>
  'items' in block ? (block.items as Record<string, unknown>[]) : [];
