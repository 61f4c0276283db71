/** Words for what a funnel is made of. */
import type { BlockType, FormFieldKind, StepKind } from '../contract.ts';

export const BLOCK_LABELS: Readonly<Record<BlockType, string>> = {
  hero: 'Hero',
  text: 'Text',
  features: 'Benefits',
  steps: 'How it works',
  quotes: 'Testimonials',
  stats: 'Figures',
  pricing: 'Pricing',
  faq: 'Questions',
  logos: 'Logos',
  cta: 'Call to action',
  image: 'Image',
  countdown: 'Countdown',
  form: 'Form',
  order: 'Order form',
  booking: 'Booking',
  divider: 'Space',
  code: 'Custom code',
};

/** Blocks that can be added, in the order in which pages use them. */
export const ADDABLE: readonly BlockType[] = [
  'hero',
  'form',
  'features',
  'steps',
  'text',
  'image',
  'quotes',
  'stats',
  'pricing',
  'faq',
  'logos',
  'cta',
  'countdown',
  'booking',
  'order',
  'divider',
  'code',
];

export const STEP_LABELS: Readonly<Record<StepKind, string>> = {
  opt_in: 'Opt-in',
  sales: 'Sales',
  booking: 'Booking',
  order: 'Order',
  thanks: 'Thank you',
};

export const FIELD_LABELS: Readonly<Record<FormFieldKind, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  companyName: 'Company',
  title: 'Title',
  website: 'Website',
  city: 'City',
  country: 'Country',
  message: 'Message',
  text: 'Your own question',
  choice: 'Choice',
  checkbox: 'Checkbox',
};

const COUNT = new Intl.NumberFormat('en');
export const count = (value: number): string => COUNT.format(value);
