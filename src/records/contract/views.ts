/** Saved views of lists, and the fields that a workspace adds to its records. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../kernel/endpoint.ts';
import { Filter } from '../../kernel/filter.ts';
import { SortParam } from './list.ts';
import { Ref, text, Version } from './field-values.ts';
import { RECORD_KINDS } from './kinds.ts';
import { RollUp } from './rollups.ts';

/** The kind of record that the list or field belongs to. */
const Kind = z.enum(RECORD_KINDS);

/** A view's settings: the same as in the list's address. */
export const ViewConfig = z.strictObject({
  search: text(200).optional(),
  filter: Filter.optional(),
  sort: SortParam.optional(),
  /** Shown columns in their order, each with an optional width in pixels. */
  columns: z
    .array(z.strictObject({ field: z.string().max(100), width: z.number().int().min(40).max(1000).optional() }))
    .max(80)
    .optional(),
});
export type ViewConfig = z.infer<typeof ViewConfig>;

export const SavedView = z.object({
  id: Id,
  version: z.number().int(),
  object: Kind,
  name: z.string(),
  config: ViewConfig,
  /** Seen by everyone in the workspace; changed by its owner and admins. */
  shared: z.boolean(),
  owner: Ref.nullable(),
  /** Whether the caller may change it. */
  editable: z.boolean(),
  updatedAt: Instant,
});
export type SavedView = z.infer<typeof SavedView>;

const ViewName = text(80).min(1, 'Enter a name for the view.');
export const NewView = z.strictObject({
  object: Kind,
  name: ViewName,
  config: ViewConfig,
  shared: z.boolean().optional(),
});
export const ViewUpdate = z.strictObject({
  name: ViewName.optional(),
  config: ViewConfig.optional(),
  shared: z.boolean().optional(),
  version: Version.optional(),
});

export const CUSTOM_FIELD_KINDS = [
  'text',
  'long_text',
  'number',
  'day',
  'boolean',
  'select',
  'multi',
  'url',
  'email',
  'phone',
] as const;
/** The kinds whose values people enter. */
export const EnteredFieldKind = z.enum(CUSTOM_FIELD_KINDS);
export type EnteredFieldKind = z.infer<typeof EnteredFieldKind>;
/**
 * `formula`: calculated from the record's other fields; `rollup`: counted or added up over the records that belong to
 * it.
 */
export const CustomFieldKind = z.enum([...CUSTOM_FIELD_KINDS, 'formula', 'rollup']);
export type CustomFieldKind = z.infer<typeof CustomFieldKind>;

export const CustomField = z.object({
  id: Id,
  version: z.number().int(),
  object: Kind,
  /** Name in `custom` and in filters; made from the label, never changes. */
  key: z.string(),
  label: z.string(),
  kind: CustomFieldKind,
  /** Choices of `select` and `multi`. */
  options: z.array(z.string()),
  /** Of a `formula`: `{price} * {seats}`; blank otherwise. */
  formula: z.string(),
  /** Of a `rollup`; null otherwise. */
  rollup: RollUp.nullable(),
  /** The kind of value that a formula or a roll-up gives. */
  result: z.enum(['number', 'text', 'day', 'boolean']).nullable(),
  position: z.number().int(),
});
export type CustomField = z.infer<typeof CustomField>;

const FieldLabel = text(80).min(1, 'Enter a name for the field.');
const FieldOptions = z.array(text(200).min(1)).max(200);
export const NewCustomField = z.strictObject({
  object: Kind,
  label: FieldLabel,
  kind: CustomFieldKind,
  options: FieldOptions.optional(),
  formula: text(2_000).optional(),
  rollup: RollUp.optional(),
});
export type NewCustomField = z.infer<typeof NewCustomField>;
export const CustomFieldUpdate = z.strictObject({
  label: FieldLabel.optional(),
  options: FieldOptions.optional(),
  formula: text(2_000).optional(),
  rollup: RollUp.optional(),
  position: z.number().int().min(0).max(1000).optional(),
  version: Version.optional(),
});

/** Custom fields that one workspace may define for one object. */
export const MAX_CUSTOM_FIELDS = 200;

const read = { access: 'user', scope: 'contacts:read' } as const;
const write = { access: 'user', scope: 'contacts:write' } as const;
const ObjectQuery = z.object({ object: Kind.default('contact') });

export const views = {
  list: endpoint({
    ...read,
    tag: 'Views',
    method: 'GET',
    path: '/api/views',
    summary: 'Own and shared views',
    query: ObjectQuery,
    response: z.object({ items: z.array(SavedView) }),
  }),
  create: endpoint({
    ...write,
    tag: 'Views',
    method: 'POST',
    path: '/api/views',
    summary: 'Save a view',
    status: 201,
    body: NewView,
    response: SavedView,
    errors: ['validation', 'conflict'],
  }),
  update: endpoint({
    ...write,
    tag: 'Views',
    method: 'PUT',
    path: '/api/views/{id}',
    summary: 'Update a view',
    description: 'Needs the version that was read.',
    params: IdParams,
    body: ViewUpdate,
    response: SavedView,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    ...write,
    tag: 'Views',
    method: 'DELETE',
    path: '/api/views/{id}',
    summary: 'Delete a view',
    params: IdParams,
    errors: ['forbidden', 'not_found'],
  }),
} as const;

/** The query parameter `rollup`: a roll-up as JSON text. */
const RollUpParam = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'The roll-up is not readable JSON.' });
      return z.NEVER;
    }
  })
  .pipe(RollUp);

const Preview = z.object({
  result: z.enum(['number', 'day']),
  /** The records that were changed last, and what it gives for each. */
  items: z.array(Ref.extend({ value: z.union([z.number(), z.string(), z.null()]) })),
});

export const customFields = {
  list: endpoint({
    ...read,
    tag: 'Custom fields',
    method: 'GET',
    path: '/api/custom-fields',
    summary: 'Fields that the workspace added',
    query: ObjectQuery,
    description: '`removed` says what fields were called that are gone, for what is told of them still.',
    response: z.object({ items: z.array(CustomField), removed: z.array(CustomField.pick({ key: true, label: true })) }),
  }),
  create: endpoint({
    ...write,
    tag: 'Custom fields',
    method: 'POST',
    path: '/api/custom-fields',
    summary: 'Add a field',
    status: 201,
    body: NewCustomField,
    response: CustomField,
    errors: ['validation', 'conflict'],
  }),
  preview: endpoint({
    ...read,
    tag: 'Custom fields',
    method: 'GET',
    path: '/api/custom-fields/preview',
    summary: 'What a roll-up would give',
    description: 'For the records of the kind that were changed last. Nothing is kept.',
    query: z.object({ object: Kind, rollup: RollUpParam }),
    response: Preview,
    errors: ['validation'],
  }),
  update: endpoint({
    ...write,
    tag: 'Custom fields',
    method: 'PUT',
    path: '/api/custom-fields/{id}',
    summary: 'Rename a field, change its choices or place',
    description: 'Its kind and key stay. Needs the version that was read.',
    params: IdParams,
    body: CustomFieldUpdate,
    response: CustomField,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  remove: endpoint({
    tag: 'Custom fields',
    access: 'admin',
    scope: 'contacts:write',
    method: 'DELETE',
    path: '/api/custom-fields/{id}',
    summary: 'Remove a field with its values',
    description: 'Values of many records are removed in the background, as a job.',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
} as const;
