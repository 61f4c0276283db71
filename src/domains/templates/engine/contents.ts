/** Summary of a template: counts and a short description. Pure. */
import type { TemplateContent, TemplateField, TemplatePipeline, TemplateView } from '../contract/content.ts';
import { PARTS, type Part } from '../contract/parts.ts';
import type { Counts, TemplateSummary } from '../contract/templates.ts';

export function countsOf(content: TemplateContent): Counts {
  const { companies, contacts, leads, opportunities, activities } = content.examples;
  const counts = Object.fromEntries(
    PARTS.map((part) => [part, part === 'examples' ? 0 : content[part].length]),
  ) as Record<Part, number>;
  return {
    ...counts,
    examples: companies.length + contacts.length + leads.length + opportunities.length + activities.length,
    steps: content.steps.length,
  };
}

export function stagesOf(content: TemplateContent): TemplateSummary['stages'] {
  return content.pipelines[0]?.stages.map(({ name, color, outcome }) => ({ name, color, outcome })) ?? [];
}

const KIND_WORDS: Readonly<Record<TemplateField['kind'], string>> = {
  text: 'text',
  long_text: 'long text',
  number: 'number',
  day: 'day',
  boolean: 'yes or no',
  select: 'one choice',
  multi: 'several choices',
  url: 'web address',
  email: 'email address',
  phone: 'phone number',
  formula: 'calculated',
  rollup: 'roll-up',
};
const OBJECT_WORDS: Readonly<Record<TemplateField['object'], string>> = {
  contact: 'Contacts',
  company: 'Companies',
  lead: 'Leads',
  opportunity: 'Opportunities',
  activity: 'Activities',
  business_license: 'Business licenses',
};

/** `Leads · one choice of 4`. */
export function fieldWords({ object, kind, options }: Pick<TemplateField, 'object' | 'kind' | 'options'>): string {
  return `${OBJECT_WORDS[object]} · ${KIND_WORDS[kind]}${options.length > 0 ? ` of ${options.length}` : ''}`;
}

/** `Enquiry → Engaged → Won`. */
export const pipelineWords = ({ stages }: TemplatePipeline): string => stages.map(({ name }) => name).join(' → ');

export const viewWords = ({ object }: Pick<TemplateView, 'object'>): string => OBJECT_WORDS[object];

/** Counted nouns: `1 task`, `3 tasks`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
