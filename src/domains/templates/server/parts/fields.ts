/**
 * Fields of the workspace. One of the same name and kind is used as it is; one of the same name and another kind is in
 * the way.
 */
import { fold } from '../../../../kernel/text.ts';
import {
  RECORD_KINDS,
  type CustomField,
  type RecordKind,
  type RollUp,
  ROLLUP_WORDS,
} from '../../../../records/contract.ts';
import {
  countFilled,
  createCustomField,
  customFieldKey,
  listCustomFields,
  removeCustomField,
  usersOfField,
} from '../../../crm/index.ts';
import type { TemplateContent, TemplateField } from '../../contract/content.ts';
import { counted, fieldWords } from '../../engine/contents.ts';
import { renameCustom, renameInFormula } from '../../engine/portable-names.ts';
import { changedSince, type PartWork, there } from './part.ts';

const keyOf = ({ object, label }: Pick<TemplateField, 'object' | 'label'>) => `${object}:${fold(label)}`;

export async function allFields(): Promise<CustomField[]> {
  const lists = [];
  for (const kind of RECORD_KINDS) lists.push(...(await listCustomFields(kind)));
  return lists;
}

/** The keys by which a template speaks of its own fields. */
export function templateKeys(content: TemplateContent): Map<RecordKind, Map<string, TemplateField>> {
  const keys = new Map<RecordKind, Map<string, TemplateField>>();
  for (const field of content.fields) {
    const own = keys.get(field.object) ?? new Map<string, TemplateField>();
    own.set(customFieldKey(field.label, new Set(own.keys())), field);
    keys.set(field.object, own);
  }
  return keys;
}

/** The keys that those fields have in this workspace, as far as they are here. */
export async function keysHere(content: TemplateContent): Promise<Map<RecordKind, Map<string, string>>> {
  const here = new Map((await allFields()).map((field) => [keyOf(field), field]));
  const keys = new Map<RecordKind, Map<string, string>>();
  for (const [object, own] of templateKeys(content)) {
    const known = [...own].flatMap(([key, field]) => {
      const found = here.get(keyOf(field));
      return found?.kind === field.kind ? [[key, found.key] as const] : [];
    });
    keys.set(object, new Map(known));
  }
  return keys;
}

function compare(item: TemplateField, found: CustomField) {
  if (found.kind !== item.kind)
    return {
      id: found.id,
      state: 'conflict' as const,
      note: `There is a field of this name with another kind of value (${fieldWords(found).split(' · ')[1]}).`,
    };
  const missing = item.options.filter((option) => !found.options.includes(option));
  return there(
    found.id,
    missing.length > 0 ? `The field that is here does not offer ${missing.map((one) => `“${one}”`).join(', ')}.` : '',
  );
}

const isCalculated = ({ kind }: Pick<TemplateField, 'kind'>) => kind === 'formula' || kind === 'rollup';
const CALCULATED_IN: readonly RecordKind[] = [
  'business_license',
  'activity',
  'lead',
  'opportunity',
  'contact',
  'company',
];

/** A roll-up with the keys that the related records' own fields have here. */
function rollUpHere(rollUp: RollUp, keys: ReadonlyMap<RecordKind, ReadonlyMap<string, string>>): RollUp {
  const { kind } = ROLLUP_WORDS[rollUp.source];
  return kind ? renameCustom(rollUp, keys.get(kind) ?? new Map<string, string>()) : rollUp;
}

export const fieldsPart: PartWork<TemplateField> = {
  // Roll-ups and formulas come last, those of what is counted before those of what counts it: they read the others.
  items: ({ fields }) => [
    ...fields.filter((field) => !isCalculated(field)),
    ...CALCULATED_IN.flatMap((object) => [
      ...fields.filter((field) => field.object === object && field.kind === 'rollup'),
      ...fields.filter((field) => field.object === object && field.kind === 'formula'),
    ]),
  ],
  thing: (item) => ({ key: keyOf(item), label: item.label, detail: fieldWords(item) }),
  object: () => undefined,
  async present(items) {
    const here = new Map((await allFields()).map((field) => [keyOf(field), field]));
    return new Map(
      items.flatMap((item) => {
        const found = here.get(keyOf(item));
        return found ? [[keyOf(item), compare(item, found)] as const] : [];
      }),
    );
  },
  async create({ object, label, kind, options, formula, rollup }, place) {
    const text = kind === 'formula' ? renameInFormula(formula, place.keys.get(object) ?? new Map()) : '';
    const { id, version } = await createCustomField({
      object,
      label,
      kind,
      ...(options.length > 0 && { options }),
      ...(text && { formula: text }),
      ...(rollup && { rollup: rollUpHere(rollup, place.keys) }),
    });
    return { id, version };
  },
  async used(stamp, except) {
    const changed = await changedSince('custom_fields', stamp);
    if (changed === undefined || changed) return changed;
    const [object] = stamp.key.split(':') as [RecordKind];
    const field = (await listCustomFields(object)).find((one) => one.id === stamp.record_id)!;
    const filled = isCalculated(field) ? 0 : await countFilled(object, field.key, except);
    if (filled === 0) return (await usersOfField(field)).find(({ id }) => !except.includes(id))?.words ?? '';
    return `${filled === 1_000 ? '1,000 or more records have' : `${counted(filled, 'record')} ${filled === 1 ? 'has' : 'have'}`} a value in it.`;
  },
  yields: true,
  remove: (stamp) => removeCustomField(stamp.record_id),
};
