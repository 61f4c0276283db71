/** The kinds of records by name, as the catalog lists them. Free of schemas, so that any page may import it. */
import { RECORD_CATALOG } from '../catalog.ts';
import type { KindDefinition } from '../define-kind.ts';

type Catalog = typeof RECORD_CATALOG;
export type RecordKind = keyof Catalog;
export const RECORD_KINDS = Object.keys(RECORD_CATALOG) as [RecordKind, ...RecordKind[]];

export const KINDS: Readonly<Record<RecordKind, KindDefinition>> = RECORD_CATALOG;

type KindsWith<Part extends string> = {
  [Kind in RecordKind]: Catalog[Kind] extends Record<Part, true> ? Kind : never;
}[RecordKind];

/** Kinds whose records can be private. */
export type PrivateKind = KindsWith<'private'>;

/** Whether records of a kind can be private. */
export function canBePrivate(kind: RecordKind): kind is PrivateKind {
  return KINDS[kind].private === true;
}

/** Kinds whose records can be merged. */
export type MergedKind = KindsWith<'merge'>;

/** Whether records of a kind can be merged. */
export function canBeMerged(kind: RecordKind): kind is MergedKind {
  return KINDS[kind].merge === true;
}

/** How many rows a list reads at a time. */
export const LIST_PAGE = 100;

/** `1 lead`, `2,000 leads`. */
export function countOf(kind: RecordKind, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`;
}
