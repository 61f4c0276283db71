/** Describes a step with the names of records, people, and fields, as timelines show them. */
import { dayWords } from '../../../kernel/days.ts';
import { UUID } from '../../../kernel/ids.ts';
import { wallAt } from '../../../kernel/wall-clock.ts';
import { query } from '../../../server/db/index.ts';
import { KINDS } from '../../../records/contract.ts';
import type { StageAim } from '../../crm/index.ts';
import type { RecordName, Step } from '../contract/definition.ts';
import type { DryField, SetField } from '../contract/workflows.ts';
import { fieldsHere } from './field-catalogue.ts';
import { knownOf } from './value-problems.ts';

type Input = Record<string, unknown>;

/** Lookups for names. */
export interface Naming {
  fieldsOf: Awaited<ReturnType<typeof fieldsHere>>;
  /** The workspace's currency, in which new amounts are. */
  currency: string;
  /** Names of records that earlier steps would create, by placeholder id. */
  made: Map<string, string>;
}

export async function namingHere(): Promise<Naming> {
  const [workspace] = await query<{ currency: string }>('select currency from present_workspace');
  return { fieldsOf: await fieldsHere(), currency: workspace?.currency ?? 'USD', made: new Map() };
}

export interface Words {
  /** One sentence. */
  would: string;
  /** Fields that it would set, for people to read. */
  fields: DryField[];
}

const text = (input: Input, key: string): string => {
  const value = input[key];
  return typeof value === 'string' ? value : '';
};

const MAX_NAMES = 3;
/** "Ada", "Ada and Bob", "Ada, Bob and 4 more". */
function listed(names: readonly string[], none: string): string {
  const shown =
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES - 1), `${names.length - MAX_NAMES + 1} more`] : names;
  return shown.length < 2 ? (shown[0] ?? none) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const said = (label: string, value: string): DryField[] => (value === '' ? [] : [{ label, value, kind: 'text' }]);

/** The run's record and time zones. */
export interface About {
  timeZone: string;
  subject: { id: string; name: string } | undefined;
}

const texts = (input: Input, key: string): string[] => (Array.isArray(input[key]) ? input[key].map(String) : []);

/** @param input what the step is given */
export async function wordsFor(step: Step, input: Input, about: About, naming: Naming): Promise<Words> {
  const target = 'target' in step && step.target !== 'trigger' ? naming.made.get(text(input, 'id')) : undefined;
  switch (step.kind) {
    case 'branch':
      return { would: `Continues on path “${text(input, 'name') || text(input, 'way')}”.`, fields: [] };
    case 'delay':
      return { would: `Waits until ${momentWords(text(input, 'until'), about.timeZone)}.`, fields: [] };
    case 'create':
      return {
        would: `Creates ${a(KINDS[step.record].one)}.`,
        fields: await filledIn(input['fields'], step.record, naming.fieldsOf(step.record).createFields, about, naming),
      };
    case 'update': {
      const kind = input['kind'] as RecordName;
      const fields = await filledIn(input['set'], kind, naming.fieldsOf(kind).changeFields, about, naming);
      return {
        would: `Changes ${listed(
          fields.map(({ label }) => label),
          'nothing',
        )}${target ? ` of ${target}` : ''}.`,
        fields,
      };
    }
    case 'assign':
      return {
        would: `Assigns ${target ?? 'the record'} to ${await peopleNamed([text(input, 'ownerId')])}.`,
        fields: [],
      };
    case 'tag': {
      const added = step.add.length > 0 && `Adds the tags ${step.add.join(', ')}${target ? ` to ${target}` : ''}.`;
      const removed =
        step.remove.length > 0 && `Removes the tags ${step.remove.join(', ')}${target ? ` from ${target}` : ''}.`;
      return { would: [added, removed].filter(Boolean).join(' '), fields: [] };
    }
    case 'stage':
      return { would: stageWords(input, target ?? 'the opportunity'), fields: [] };
    case 'notify':
      return {
        would: `Notifies ${await peopleNamed(texts(input, 'to'))}: “${text(input, 'title')}”.`,
        fields: said('Text', text(input, 'body')),
      };
    case 'mail':
      return {
        would: `${step.policy === 'approval' ? 'Asks for approval to send' : 'Sends'} an email to ${texts(input, 'to').join(', ') || 'no one'}.`,
        fields: [
          ...said('Subject', text(input, 'subject')),
          ...said('Text', text(input, 'text')),
          ...said('Purpose', text(input, 'purpose')),
        ],
      };
    case 'webhook':
      return {
        would: `${step.policy === 'approval' ? 'Asks for approval to call' : 'Calls'} ${text(input, 'method')} ${text(input, 'url')}.`,
        fields: said('Body', text(input, 'body')),
      };
    case 'approval':
      return { would: `Asks a person: “${text(input, 'title')}”.`, fields: said('Why', text(input, 'why')) };
    case 'stop':
      return { would: 'Ends the run.', fields: [] };
  }
}

const a = (what: string) => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;

/** `23 Nov 2026, 09:00 (Europe/Berlin)` */
function momentWords(instant: string, timeZone: string): string {
  const [day = '', time = ''] = wallAt(instant, timeZone).split('T');
  return `${dayWords(day)}, ${time} (${timeZone.replaceAll('_', ' ')})`;
}

function stageWords(input: Input, opportunity: string): string {
  const place = `“${text(input, 'stage')}” of “${text(input, 'pipeline')}”`;
  if (input['there']) return `Leaves ${opportunity} in ${place}.`;
  const why = text(input, 'reason') && `, for the reason “${text(input, 'reason')}”`;
  const act = {
    open: `Moves ${opportunity} to`,
    won: `Marks ${opportunity} as won: moves it to`,
    lost: `Marks ${opportunity} as lost: moves it to`,
  }[text(input, 'outcome') as StageAim['outcome']];
  return `${act} ${place}${why}.`;
}

async function peopleNamed(ids: readonly string[]): Promise<string> {
  const known = await knownOf('owners', ids);
  return listed(
    ids.map((id) => known?.get(id)?.name ?? 'a former member'),
    'nobody',
  );
}

/** Form fields by the record field they fill, for fields with several values in a record. */
const AS_FILLED: Readonly<Record<string, string>> = { emails: 'email', phones: 'phone' };
const LINKS: Readonly<Record<string, RecordName>> = {
  contactId: 'contact',
  companyId: 'company',
  leadId: 'lead',
  opportunityId: 'opportunity',
};

/** Fields that a create or change step sets, in the order of its form; further links of a new record come last. */
async function filledIn(
  given: unknown,
  kind: RecordName,
  form: readonly SetField[],
  about: About,
  naming: Naming,
): Promise<DryField[]> {
  const { custom, ...others } = (given ?? {}) as Input;
  const values = {
    ...others,
    ...Object.fromEntries(Object.entries((custom ?? {}) as Input).map(([key, value]) => [`custom.${key}`, value])),
  };
  const offered = new Map(form.map((field) => [field.key, field]));
  const order = [...offered.keys()];
  const rank = (key: string) => (offered.has(key) ? order.indexOf(key) : order.length);
  const keyed = Object.entries(values).map(([key, value]): [string, unknown] => [
    key === 'dueAt' && offered.has('dueInDays') ? 'dueInDays' : (AS_FILLED[key] ?? key),
    value,
  ]);
  const fields: DryField[] = [];
  for (const [key, value] of keyed.toSorted(([one], [other]) => rank(one) - rank(other))) {
    const link = LINKS[key];
    if (key === 'dueInDays') fields.push({ label: 'Due', value: String(value), kind: 'instant' });
    else if (link && about.subject && value === about.subject.id)
      fields.push({ label: capital(KINDS[link].one), value: about.subject.name, kind: 'text' });
    else
      fields.push(
        await shown(
          offered.get(key) ?? { key, label: key.replace(/^custom\./, ''), kind: 'text' },
          value,
          kind,
          naming,
        ),
      );
  }
  return fields;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** A value as text: of an address among several, what it is. */
const plain = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'value' in value) return plain(value.value);
  return JSON.stringify(value);
};

/** One field with a value that is read as its kind has it; a blank value stays blank. */
export async function shown(
  field: SetField,
  value: unknown,
  kind: RecordName,
  { currency, made }: Naming,
): Promise<DryField> {
  const { label, key, options, choices } = field;
  const optionName = (one: string) => options?.find((option) => option.value === one)?.label ?? one;
  const words = Array.isArray(value)
    ? value.map(plain)
    : typeof value === 'boolean'
      ? [value ? 'yes' : 'no']
      : [plain(value ?? '')];
  const [first = ''] = words;
  if (first === '') return { label, value: '', kind: 'text' };
  if (kind === 'opportunity' && key === 'amount') return { label, value: first, kind: 'money', currency };
  switch (field.kind) {
    case 'number':
    case 'day':
    case 'instant':
      return { label, value: first, kind: field.kind };
    case 'boolean':
      return { label, value: /^(?:true|yes)$/i.test(first) ? 'yes' : 'no', kind: 'text' };
    case 'reference':
      return {
        label,
        value:
          made.get(first) ??
          (UUID.test(first) && choices ? (await knownOf(choices, [first]))?.get(first)?.name : undefined) ??
          first,
        kind: 'text',
      };
    default:
      return { label, value: words.map(optionName).join(', '), kind: 'text' };
  }
}
