/** Short words for writing templates down. */
import type { Condition, Filter } from '../../../../kernel/filter-terms.ts';
import type { TemplateContentIn, TemplateFileIn } from '../../contract/content.ts';

export interface LibraryTemplate extends Omit<TemplateFileIn, 'format'> {
  /** Stands in addresses and never changes. */
  slug: string;
  summary: string;
  industry: string;
}

type Item<K extends keyof TemplateContentIn> =
  NonNullable<TemplateContentIn[K]> extends readonly (infer T)[] ? T : never;
type Field = Item<'fields'>;
type Stage = Item<'pipelines'>['stages'][number];
type Workflow = Item<'workflows'>;
type WorkflowStep = Workflow['draft']['steps'][number];
type Step = Item<'steps'>;
type Color = NonNullable<Stage['color']>;

/** An open stage: percent, and days after which something counts as stuck. */
export const stage = (
  name: string,
  color: Color,
  probability: number,
  rottingDays: number,
  requiredFields: Stage['requiredFields'] = [],
  forecast?: Stage['forecast'],
): Stage => ({ name, color, probability, rottingDays, requiredFields, ...(forecast && { forecast }) });
export const won = (name: string, requiredFields: Stage['requiredFields'] = []): Stage => ({
  name,
  color: 'green',
  outcome: 'won',
  probability: 100,
  requiredFields,
});
export const lost = (name: string): Stage => ({
  name,
  color: 'red',
  outcome: 'lost',
  requiredFields: ['closeReasonId'],
});

export const choice = (object: Field['object'], label: string, ...options: string[]): Field => ({
  object,
  label,
  kind: 'select',
  options,
});
export const choices = (object: Field['object'], label: string, ...options: string[]): Field => ({
  object,
  label,
  kind: 'multi',
  options,
});
export const field = (
  object: Field['object'],
  label: string,
  kind: Exclude<Field['kind'], 'select' | 'multi' | 'formula' | 'rollup'>,
): Field => ({ object, label, kind });
export const formula = (object: Field['object'], label: string, text: string): Field => ({
  object,
  label,
  kind: 'formula',
  formula: text,
});

export const reasons = (wonFor: string[], lostFor: string[]): Item<'closeReasons'>[] => [
  ...wonFor.map((label) => ({ outcome: 'won' as const, label })),
  ...lostFor.map((label) => ({ outcome: 'lost' as const, label })),
];

export const is = (name: string, op: Condition['op'], value?: Condition['value']): Condition => ({
  field: name,
  op,
  ...(value !== undefined && { value }),
});
export const all = (...conditions: Condition[]): Filter => ({ match: 'all', conditions });

export const view = (
  object: Item<'views'>['object'],
  name: string,
  filter: Filter,
  sort?: string,
  ...columns: string[]
): Item<'views'> => ({
  object,
  name,
  config: {
    filter,
    ...(sort && { sort }),
    ...(columns.length > 0 && { columns: columns.map((column) => ({ field: column })) }),
  },
});
export const score = (label: string, points: number, filter: Filter): Item<'scoreRules'> => ({ label, points, filter });

type FormName = Item<'forms'>['fields'][number]['name'];
/** Fields of a form; a name with `!` must be filled in. */
export const ask = (fields: Partial<Record<FormName | `${FormName}!`, string>>): Item<'forms'>['fields'] =>
  Object.entries(fields).map(([name, label]) => ({
    name: name.replace('!', '') as FormName,
    label,
    required: name.endsWith('!'),
  }));

let count = 0;
/** Ids of steps only need to differ within one workflow. */
const id = () => `s${(count = (count % 999_999) + 1)}`;

export const wait = (amount: number, unit: 'minutes' | 'hours' | 'days'): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'delay',
  wait: { kind: 'for', amount, unit },
});
export const waitUntil = (time: string, days: number[] = [1, 2, 3, 4, 5]): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'delay',
  wait: { kind: 'until', time, days },
});
export const tell = (to: 'owner' | 'admins' | string[], title: string, body = ''): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'notify',
  to,
  title,
  body,
});
export const task = (
  type: 'task' | 'call' | 'meeting' | 'mail',
  subject: string,
  dueInDays: number,
  priority: 'low' | 'normal' | 'high' = 'normal',
): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'create',
  record: 'activity',
  fields: { type, subject, dueInDays: String(dueInDays), priority, ownerId: '{{record.ownerId}}' },
});
export const addTags = (...add: string[]): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'tag',
  target: 'trigger',
  add,
  remove: [],
});
/** To a lead; a person lets it through first. */
export const mailLead = (subject: string, text: string): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'mail',
  to: '{{record.email}}',
  subject,
  text,
  policy: 'approval',
});
export const mailContact = (subject: string, text: string): WorkflowStep => ({
  id: id(),
  name: '',
  kind: 'mail',
  to: '{{record.emails.0.value}}',
  subject,
  text,
  policy: 'approval',
});
export const onlyIf = (
  name: string,
  filter: Filter,
  steps: WorkflowStep[],
  otherwise: WorkflowStep[] = [],
): WorkflowStep => ({
  id: id(),
  name,
  kind: 'branch',
  paths: [{ id: 'yes', name: 'Yes', when: { record: filter }, steps }],
  otherwise,
});

export const when = (
  name: string,
  description: string,
  event: string,
  steps: WorkflowStep[],
  filter?: Filter,
  changed: string[] = [],
): Workflow => ({
  name,
  description,
  draft: { trigger: { kind: 'event', types: [event], changed, ...(filter && { filter }) }, steps },
});
/** When an opportunity comes into a stage. */
export const whenStage = (
  name: string,
  description: string,
  pipeline: string,
  stageIn: string,
  steps: WorkflowStep[],
): Workflow =>
  when(
    name,
    description,
    'opportunity.stage_changed',
    steps,
    all(is('stage', 'any_of', [`@stage:${pipeline}/${stageIn}`])),
  );
export const every = (name: string, description: string, cron: string, steps: WorkflowStep[]): Workflow => ({
  name,
  description,
  draft: { trigger: { kind: 'schedule', cron, zone: 'UTC' }, steps },
});

type Task = Item<'plans'>['tasks'][number];
export const todo = (
  type: NonNullable<Task['type']>,
  subject: string,
  dueInDays: number,
  priority?: Task['priority'],
): Task => ({ type, subject, dueInDays, ...(priority && { priority }) });

const step =
  (audience: Step['audience']) =>
  (key: string, title: string, dueInDays: number, more: Partial<Pick<Step, 'text' | 'link' | 'rule'>> = {}): Step => ({
    key,
    title,
    audience,
    dueInDays,
    ...more,
  });
export const client = step('client');
export const agency = step('agency');

/** Steps for every client, around those of the industry. */
export function checklist(
  words: { people: string; contacts: string; license: string; deal: string; goLive: string },
  ...own: Step[]
): Step[] {
  return [
    client('join', 'Accept the invitation and sign in', 2, {
      rule: 'owner_joined',
      text: 'The link is in the mail that invites you. It works for seven days.',
    }),
    client('set-up', 'Confirm name, time zone and currency of the business', 3, {
      rule: 'set_up',
      link: '/registration-wizard',
      text: 'Days, reminders and amounts follow from these three.',
    }),
    client('team', words.people, 5, { rule: 'team_invited', link: '/team' }),
    client('contacts', words.contacts, 7, {
      rule: 'contacts_in',
      link: '/contacts/import',
      text: 'A spreadsheet or an export will do. You see what happens with each row before anything is written.',
    }),
    client('license', words.license, 10, {
      rule: 'license_added',
      link: '/business-license-management',
      text: 'With its last day entered, you are reminded before it runs out.',
    }),
    ...own,
    agency('form-live', 'Put the web form onto the client’s site', 10, {
      rule: 'form_used',
      text: 'Ticks itself off with the first entry that comes in.',
    }),
    client('first-deal', words.deal, 14, { rule: 'first_opportunity', link: '/opportunities' }),
    agency('review', words.goLive, 21, {
      text: 'Look at the first two weeks together: what came in, what got stuck, what to change.',
    }),
  ];
}
