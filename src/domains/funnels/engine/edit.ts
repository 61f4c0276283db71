/** Changes of a funnel's document. Each returns another document and leaves the given one as it is. */
import type { Block, BlockOf, BlockType, FunnelDocument, FunnelField, Step, StepKind } from '../contract/document.ts';
import type { EditPath } from './node.ts';
import { type Half, stepOfHalf } from './split.ts';

/** A key that nothing in the funnel has. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

type Blank<T extends BlockType> = Omit<BlockOf<T>, 'id' | 'type' | 'look' | 'hide'>;

const item = (title: string, text: string) => ({ title, text });

/** What a new block says, so that it looks like something at once. */
const BLANKS: { [T in BlockType]: () => Blank<T> } = {
  hero: () => ({
    eyebrow: '',
    heading: 'Say what visitors get',
    text: 'One or two sentences on how it helps them, in their words.',
    button: 'Get started',
    to: 'next',
    image: '',
    alt: '',
  }),
  text: () => ({
    heading: 'A heading',
    text: 'Write a few sentences here.\n\n- Lines that start with a hyphen become a list',
  }),
  features: () => ({
    heading: 'What you get',
    text: '',
    items: [
      item('First benefit', 'What changes for the customer.'),
      item('Second benefit', 'What changes for the customer.'),
      item('Third benefit', 'What changes for the customer.'),
    ],
  }),
  steps: () => ({
    heading: 'How it works',
    items: [item('First', 'What the customer does.'), item('Then', 'What you do.'), item('Finally', 'What they have.')],
  }),
  quotes: () => ({ heading: 'What customers say', items: [{ text: '', name: '', role: '' }] }),
  stats: () => ({
    heading: '',
    items: [
      { value: '12', label: 'years in business' },
      { value: '24 h', label: 'to an answer' },
    ],
  }),
  pricing: () => ({
    heading: 'Plans',
    text: '',
    items: [
      {
        name: 'Basic',
        price: '$49',
        per: 'per month',
        points: 'First point\nSecond point',
        button: 'Choose Basic',
        to: 'next',
        highlighted: false,
      },
      {
        name: 'Plus',
        price: '$99',
        per: 'per month',
        points: 'Everything in Basic\nOne more point',
        button: 'Choose Plus',
        to: 'next',
        highlighted: true,
      },
    ],
  }),
  faq: () => ({ heading: 'Questions and answers', items: [item('A question that customers ask', 'Your answer.')] }),
  logos: () => ({ heading: 'They work with us', items: [{ title: 'Company one' }, { title: 'Company two' }] }),
  cta: () => ({ heading: 'Ready to start?', text: '', button: 'Get started', to: 'next' }),
  image: () => ({ image: '', alt: '', caption: '' }),
  countdown: () => ({ heading: 'The offer ends on', until: '', over: 'The offer has ended.' }),
  form: () => ({
    heading: 'Get in touch',
    text: '',
    points: '',
    fields: [
      { id: newKey(), kind: 'firstName', label: 'First name', required: true, options: [], page: false, when: null },
      { id: newKey(), kind: 'email', label: 'Email', required: true, options: [], page: false, when: null },
    ],
    consent: 'I agree to be contacted about my request. I can withdraw my consent at any time.',
    button: 'Send',
  }),
  order: () => ({
    heading: 'Complete your order',
    text: '',
    currency: 'USD',
    items: [{ id: newKey(), name: 'Product', text: '', price: '49.00', most: 1, bump: false }],
    consent: 'I agree to the terms of sale.',
    button: 'Buy now',
  }),
  booking: () => ({ heading: 'Choose a time', text: '', button: 'See free times', address: '' }),
  divider: () => ({ size: 'medium' }),
  code: () => ({ title: '', html: '', size: 'medium' }),
};

export function blankBlock(type: BlockType): Block {
  return { id: newKey(), type, look: type === 'cta' ? 'brand' : 'plain', hide: 'none', ...BLANKS[type]() } as Block;
}

/** A value with another one under a path. */
function withValue(value: unknown, path: EditPath, to: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return to;
  if (Array.isArray(value)) return (value as unknown[]).with(Number(first), withValue(value[Number(first)], rest, to));
  const record = value as Record<string, unknown>;
  return { ...record, [first]: withValue(record[first], rest, to) };
}

/** A block with another text under a path. */
export const setInBlock = (block: Block, path: EditPath, to: unknown): Block => withValue(block, path, to) as Block;

export function updateStep(document: FunnelDocument, id: string, change: (step: Step) => Step): FunnelDocument {
  return { ...document, steps: document.steps.map((step) => (step.id === id ? change(step) : step)) };
}

/** Changes the blocks of a step, of one half where it has a split test. */
export const updateBlocks = (
  document: FunnelDocument,
  step: string,
  half: Half,
  change: (blocks: Block[]) => Block[],
): FunnelDocument =>
  updateStep(document, step, (one) =>
    half === 'b' && one.split
      ? { ...one, split: { ...one.split, blocks: change(one.split.blocks) } }
      : { ...one, blocks: change(one.blocks) },
  );

/** Begins a split test: variant B starts as a copy. Another share begins another test. */
export const startSplit = (step: Step, share = 50): Step => ({
  ...step,
  split: { id: newKey(), share, blocks: structuredClone(step.split?.blocks ?? step.blocks) },
});

/** Ends a split test with the blocks of one half. */
export const endSplit = (step: Step, half: Half): Step => ({ ...stepOfHalf(step, half), split: null });

/** The step that follows; undefined after the last. */
export const stepAfter = (steps: readonly Step[], { id }: Pick<Step, 'id'>): Step | undefined =>
  steps[steps.findIndex((one) => one.id === id) + 1];

/** Moves one of the list to a place among the others; a place outside changes nothing. */
export function moveInList<T>(list: readonly T[], from: number, to: number): T[] {
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}

/** A copy with keys of its own; conditions of a form keep naming its fields. */
export function copyBlock(block: Block): Block {
  if (block.type === 'order')
    return { ...block, items: block.items.map((one) => ({ ...one, id: newKey() })), id: newKey() };
  if (block.type !== 'form') return { ...structuredClone(block), id: newKey() };
  const keys = new Map(block.fields.map(({ id }) => [id, newKey()]));
  const fields: FunnelField[] = block.fields.map((field) => ({
    ...field,
    id: keys.get(field.id)!,
    when: field.when && { ...field.when, field: keys.get(field.when.field) ?? field.when.field },
  }));
  return { ...block, fields, id: newKey() };
}

/** A field leaves the form, and with it the conditions that name it. */
export function removeField(fields: readonly FunnelField[], id: string): FunnelField[] {
  return fields
    .filter((field) => field.id !== id)
    .map((field) => (field.when?.field === id ? { ...field, when: null } : field));
}

/** Conditions that name a later field, or an answer that is gone, no longer hold. */
export function withoutBrokenConditions(fields: readonly FunnelField[]): FunnelField[] {
  return fields.map((field, n) => {
    if (!field.when) return field;
    const asked = fields.slice(0, n).find(({ id }) => id === field.when?.field);
    const isGood =
      (asked?.kind === 'choice' && asked.options.includes(field.when.is)) ||
      (asked?.kind === 'checkbox' && field.when.is === 'yes');
    return isGood ? field : { ...field, when: null };
  });
}

/** A path that no step has. */
export function freePath(steps: readonly Step[], name: string, own?: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replace(/^-+|-+$/g, '') || 'step';
  const taken = new Set(steps.filter(({ id }) => id !== own).map(({ path }) => path));
  let path = words;
  for (let n = 2; taken.has(path); n++) path = `${words}-${n}`;
  return path;
}

const FIRST_BLOCKS: Record<StepKind, readonly BlockType[]> = {
  opt_in: ['hero', 'form'],
  sales: ['hero', 'features', 'faq', 'cta'],
  booking: ['hero', 'booking'],
  order: ['hero', 'order'],
  thanks: ['hero'],
};

/** Adds a step; before the thank-you page, where the funnel ends with one. */
export function addStep(
  document: FunnelDocument,
  kind: StepKind,
  name: string,
): { document: FunnelDocument; id: string } {
  const { steps } = document;
  const id = newKey();
  const blocks = FIRST_BLOCKS[kind].map(blankBlock);
  const step: Step = { id, kind, name, path: freePath(steps, name), title: '', description: '', blocks, split: null };
  const at = kind !== 'thanks' && steps.at(-1)?.kind === 'thanks' ? steps.length - 1 : steps.length;
  return { document: { ...document, steps: steps.toSpliced(at, 0, step) }, id };
}
