/** Preview of applying a template to the current workspace. Nothing is written. */
import { type Part, PARTS, type TemplateContent } from '../contract/content.ts';
import type { PlanItem } from '../contract/installs.ts';
import { customKeysIn, namesIn, pipelineName, stageName } from '../engine/portable-names.ts';
import { allFields, templateKeys } from './parts/fields.ts';
import { workOf } from './parts/index.ts';
import type { PartWork, Place } from './parts/part.ts';

/** One thing of a template with what would become of it. */
export interface Planned extends PlanItem {
  item: unknown;
  /** Of what is here already. */
  id: string | undefined;
}

/** Names available once the chosen parts exist: fields as `lead custom.key`, stages and pipelines by name. */
interface Available {
  fields: Set<string>;
  names: Set<string>;
}

const fieldName = (object: string, key: string) => `${object} ${key}`;

/** Everything that the chosen parts hold, part by part. */
export async function planOf(content: TemplateContent, parts: readonly Part[], place: Place): Promise<Planned[]> {
  const available = await availableIn(content, place);
  const labels = labelsOf(content);
  const planned: Planned[] = [];
  for (const part of PARTS.filter((one) => parts.includes(one))) {
    const work = workOf(part);
    const items = work.items(content);
    const present = await work.present(items, place);
    for (const item of items) {
      const thing = work.thing(item);
      const found = present.get(thing.key);
      const missing = found ? '' : lackOf(work, item, place, available, labels);
      planned.push({
        part,
        item,
        id: found?.id,
        ...thing,
        state: found?.state ?? (missing ? 'conflict' : 'create'),
        note: found?.note ?? missing,
      });
    }
    if (part === 'fields') addFields(content, planned, available);
    if (part === 'pipelines') addNames(content, planned, available);
  }
  return planned;
}

async function availableIn(content: TemplateContent, place: Place): Promise<Available> {
  const own = templateKeys(content);
  // A key of the template's means its own field, never one that happens to be called alike.
  const here = (await allFields())
    .filter(({ object, key }) => !own.get(object)?.has(key))
    .map(({ object, key }) => fieldName(object, key));
  const known = [...place.keys].flatMap(([object, keys]) => [...keys.keys()].map((key) => fieldName(object, key)));
  return { fields: new Set([...here, ...known]), names: new Set(place.names.keys()) };
}

const labelsOf = (content: TemplateContent) =>
  new Map(
    [...templateKeys(content)].flatMap(([object, own]) =>
      [...own].map(([key, { label }]) => [fieldName(object, key), label] as const),
    ),
  );

function addFields(content: TemplateContent, planned: readonly Planned[], available: Available): void {
  const coming = new Set(
    planned.filter(({ part, state }) => part === 'fields' && state !== 'conflict').map(({ item }) => item),
  );
  for (const [object, own] of templateKeys(content))
    for (const [key, field] of own) if (coming.has(field)) available.fields.add(fieldName(object, key));
}

function addNames(content: TemplateContent, planned: readonly Planned[], available: Available): void {
  const coming = new Set(
    planned.filter(({ part, state }) => part === 'pipelines' && state === 'create').map(({ item }) => item),
  );
  for (const pipeline of content.pipelines.filter((one) => coming.has(one))) {
    available.names.add(pipelineName(pipeline.name));
    for (const stage of pipeline.stages) available.names.add(stageName(pipeline.name, stage.name));
  }
}

/** Reason why an item can't be created; blank if there is none. */
function lackOf(
  work: PartWork<unknown>,
  item: unknown,
  place: Place,
  available: Available,
  labels: ReadonlyMap<string, string>,
): string {
  const object = work.object(item);
  const field = object && customKeysIn(item).find((key) => !available.fields.has(fieldName(object, key)));
  if (field !== undefined) return `Needs the field “${labels.get(fieldName(object!, field)) ?? field}”.`;
  const name = (work.needs?.(item) ?? namesIn(item)).find((one) => !available.names.has(one));
  if (name !== undefined)
    return `Needs the ${name.startsWith('@stage') ? 'stage' : 'pipeline'} “${name.slice(name.indexOf(':') + 1).replace('/', ' / ')}”.`;
  return work.lacks?.(item, place) ?? '';
}
