/** What a funnel is made of: steps, and blocks on them. One JSON document, the same in drafts and published versions. */
import * as z from 'zod';
import { FORM_FIELDS } from '../../crm/contract/form-field-names.ts';

export const MAX_STEPS = 20;
export const MAX_BLOCKS = 60;
export const MAX_FORM_FIELDS = 20;
export const MAX_PRODUCTS = 12;
export const MAX_QUANTITY = 99;

const line = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max.toLocaleString('en')} characters.`)
    .default('');
/** Names steps, blocks, and form fields inside their funnel; part of the page's markup, so the alphabet is narrow. */
const Key = z.string().regex(/^[a-z0-9]{1,16}$/, 'Use lowercase letters and digits.');
const Heading = line(200);
const Words = line(5_000);

/** Where a button leads: the next step, the form on the page, a step, or an address. */
export const Target = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^(next|form|step:[a-z0-9]{1,16}|https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d\s()-]+)$/,
    'Choose a step, or enter an address that starts with https://.',
  )
  .default('next');

/** An image of the workspace with its size in pixels: `{id}-{width}x{height}`. Blank: no image. */
export const ImageKey = z
  .string()
  .regex(
    /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[1-9]\d{0,3}x[1-9]\d{0,3})?$/,
    'Choose an image of your workspace.',
  )
  .default('');

const common = {
  id: Key,
  /** Background of the block. */
  look: z.enum(['plain', 'tint', 'brand', 'dark']).default('plain'),
  /** On which screens the block is left out. */
  hide: z.enum(['none', 'phone', 'desktop']).default('none'),
};

/** Fields of a lead that a form can fill, and questions of the form's own. */
export const FormFieldKind = z.enum([...FORM_FIELDS, 'text', 'choice', 'checkbox']);
export type FormFieldKind = z.infer<typeof FormFieldKind>;

export const FunnelField = z.strictObject({
  id: Key,
  kind: FormFieldKind,
  label: z.string().trim().min(1, 'Enter a label for the field.').max(120),
  required: z.boolean().default(false),
  /** Of a choice. */
  options: z.array(z.string().trim().min(1).max(120)).max(20).default([]),
  /** Begins a new page of the form. */
  page: z.boolean().default(false),
  /** The field is shown only while an earlier choice or checkbox has this answer (`yes` for a checkbox). */
  when: z
    .strictObject({ field: Key, is: z.string().max(120) })
    .nullable()
    .default(null),
});
export type FunnelField = z.infer<typeof FunnelField>;

const Fields = z
  .array(FunnelField)
  .min(1, 'Add at least one field.')
  .max(MAX_FORM_FIELDS)
  .superRefine((fields, context) => {
    const earlier = new Map<string, FunnelField>();
    const leadFields = new Set<string>();
    for (const [n, field] of fields.entries()) {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: [n, 'label'], message });
      if (earlier.has(field.id)) refuse('Two fields have the same id.');
      if (field.kind === 'choice' && field.options.length < 2) refuse('Add at least two options.');
      const isOwn = field.kind === 'text' || field.kind === 'choice' || field.kind === 'checkbox';
      if (!isOwn && leadFields.has(field.kind)) refuse('Add this field only once.');
      if (!isOwn) leadFields.add(field.kind);
      const asked = field.when && earlier.get(field.when.field);
      if (field.when && asked?.kind !== 'choice' && asked?.kind !== 'checkbox')
        refuse('The condition must name an earlier choice or checkbox.');
      earlier.set(field.id, field);
    }
  });

const Item = z.strictObject({ title: Heading, text: line(1_000) });
const button = { button: line(60), to: Target };

export const Hero = z.strictObject({
  ...common,
  type: z.literal('hero'),
  eyebrow: line(80),
  heading: Heading,
  text: line(1_000),
  ...button,
  image: ImageKey,
  alt: line(200),
});
export const TextBlock = z.strictObject({ ...common, type: z.literal('text'), heading: Heading, text: Words });
export const Features = z.strictObject({
  ...common,
  type: z.literal('features'),
  heading: Heading,
  text: line(1_000),
  items: z.array(Item).max(12),
});
export const HowItWorks = z.strictObject({
  ...common,
  type: z.literal('steps'),
  heading: Heading,
  items: z.array(Item).max(10),
});
export const Quotes = z.strictObject({
  ...common,
  type: z.literal('quotes'),
  heading: Heading,
  items: z.array(z.strictObject({ text: line(1_000), name: line(80), role: line(120) })).max(12),
});
export const Stats = z.strictObject({
  ...common,
  type: z.literal('stats'),
  heading: Heading,
  items: z.array(z.strictObject({ value: line(20), label: line(80) })).max(8),
});
export const Pricing = z.strictObject({
  ...common,
  type: z.literal('pricing'),
  heading: Heading,
  text: line(1_000),
  items: z
    .array(
      z.strictObject({
        name: line(60),
        price: line(40),
        per: line(40),
        /** One point per line. */
        points: line(1_000),
        ...button,
        highlighted: z.boolean().default(false),
      }),
    )
    .max(6),
});
export const Faq = z.strictObject({
  ...common,
  type: z.literal('faq'),
  heading: Heading,
  items: z.array(Item).max(20),
});
export const Logos = z.strictObject({
  ...common,
  type: z.literal('logos'),
  heading: Heading,
  items: z.array(z.strictObject({ title: line(60) })).max(12),
});
export const CallToAction = z.strictObject({
  ...common,
  type: z.literal('cta'),
  heading: Heading,
  text: line(1_000),
  ...button,
});
export const ImageBlock = z.strictObject({
  ...common,
  type: z.literal('image'),
  image: ImageKey,
  alt: line(200),
  caption: line(300),
});
export const Countdown = z.strictObject({
  ...common,
  type: z.literal('countdown'),
  heading: Heading,
  /** Instant in UTC at which the offer ends; blank: not set yet. */
  until: z.union([z.literal(''), z.iso.datetime('Choose the day and time.')]).default(''),
  over: line(200),
});
export const FormBlock = z.strictObject({
  ...common,
  type: z.literal('form'),
  heading: Heading,
  text: line(1_000),
  /** One point per line, beside the form. */
  points: line(1_000),
  fields: Fields,
  /** With a text visitors must check the box; its exact wording is kept as proof. */
  consent: line(500),
  button: line(60),
});
export const Product = z.strictObject({
  id: Key,
  name: line(120),
  text: line(500),
  /** One-time, as a decimal in the block's currency. Checked when the funnel is published, so drafts can be typed. */
  price: line(16),
  /** Most that one order may take of it; 1: no choice. */
  most: z.number().int().min(1).max(MAX_QUANTITY).default(1),
  /** An extra that visitors add to what they chose. */
  bump: z.boolean().default(false),
});
export type Product = z.infer<typeof Product>;
/** Visitors choose one product and any extras, and pay through the workspace's payment service. */
export const Order = z.strictObject({
  ...common,
  type: z.literal('order'),
  heading: Heading,
  text: line(1_000),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Choose a currency.'),
  items: z
    .array(Product)
    .max(MAX_PRODUCTS, `An order holds at most ${MAX_PRODUCTS} products.`)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Two products have the same id.'),
  /** With a text visitors must check the box; its exact wording is kept with the order. */
  consent: line(500),
  button: line(60),
});
export const Booking = z.strictObject({
  ...common,
  type: z.literal('booking'),
  heading: Heading,
  text: line(1_000),
  button: line(60),
  /** Address of a booking page: `/p/book/intro-call` or `https://…`. */
  address: z
    .string()
    .trim()
    .max(500)
    .regex(/^(|\/p\/book\/[\w/-]+|https:\/\/[^\s]+)$/, 'Enter the address of a booking page.')
    .default(''),
});
export const Divider = z.strictObject({
  ...common,
  type: z.literal('divider'),
  size: z.enum(['small', 'medium', 'large']).default('medium'),
});

/** Code of other services or of one's own. It runs in a frame that cannot reach the page or the product. */
export const CodeBlock = z.strictObject({
  ...common,
  type: z.literal('code'),
  /** What the frame is, for people who cannot see it. */
  title: line(120),
  html: line(20_000),
  size: z.enum(['small', 'medium', 'large']).default('medium'),
});

export const Block = z.discriminatedUnion('type', [
  Hero,
  TextBlock,
  Features,
  HowItWorks,
  Quotes,
  Stats,
  Pricing,
  Faq,
  Logos,
  CallToAction,
  ImageBlock,
  Countdown,
  FormBlock,
  Order,
  Booking,
  Divider,
  CodeBlock,
]);
export type Block = z.infer<typeof Block>;
export type BlockType = Block['type'];
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>;

export const StepKind = z.enum(['opt_in', 'sales', 'booking', 'order', 'thanks']);
export type StepKind = z.infer<typeof StepKind>;

const Blocks = z
  .array(Block)
  .max(MAX_BLOCKS, `A step holds at most ${MAX_BLOCKS} blocks.`)
  .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, 'Two blocks have the same id.');

export const Step = z.strictObject({
  id: Key,
  kind: StepKind,
  name: z.string().trim().min(1, 'Enter a name for the step.').max(80),
  /** Last part of the step's address. */
  path: z
    .string()
    .trim()
    .min(1, 'Enter an address for the step.')
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and hyphens.'),
  /** For browsers' tabs and search engines; blank: the step's name. */
  title: line(120),
  description: line(300),
  blocks: Blocks,
  /** A split test: this share of visitors, in percent, sees other blocks (variant B). */
  split: z
    .strictObject({ id: Key, share: z.number().int().min(10).max(90), blocks: Blocks })
    .nullable()
    .default(null),
});
export type Step = z.infer<typeof Step>;

export const Theme = z.strictObject({
  /** Blank: the color of the workspace's public pages. */
  color: z
    .string()
    .regex(/^(#[0-9a-f]{6})?$/, 'Use a color such as #1a2b3c.')
    .default(''),
  mode: z.enum(['light', 'dark']).default('light'),
  corners: z.enum(['square', 'soft', 'round']).default('soft'),
  font: z.enum(['sans', 'serif']).default('sans'),
});
export type Theme = z.infer<typeof Theme>;

export const FunnelDocument = z
  .strictObject({
    theme: Theme,
    steps: z
      .array(Step)
      .min(1, 'A funnel needs at least one step.')
      .max(MAX_STEPS, `A funnel has at most ${MAX_STEPS} steps.`),
    /** Source of the leads; blank: the funnel's name. */
    source: line(120),
    tags: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
    /** Search engines may list the pages. */
    findable: z.boolean().default(false),
  })
  .superRefine(({ steps }, context) => {
    for (const name of ['id', 'path'] as const) {
      const seen = new Set<string>();
      for (const [n, step] of steps.entries()) {
        if (seen.has(step[name]))
          context.addIssue({
            code: 'custom',
            path: ['steps', n, name],
            message: name === 'path' ? 'Another step has this address.' : 'Two steps have the same id.',
          });
        seen.add(step[name]);
      }
    }
  });
export type FunnelDocument = z.infer<typeof FunnelDocument>;
