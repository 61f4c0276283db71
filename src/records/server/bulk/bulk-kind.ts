/** A kind's part in bulk actions and their undo. */
import type { BulkAction, FieldChange } from '../../contract.ts';
import type { NewEvent } from '../../../server/events/emit.ts';
import type { ListKind } from '../list/list-kind.ts';

/** A record as an action found it. */
export interface Found<Image> {
  id: string;
  version: number;
  /** Everything that an action may change, as plain JSON: what undo puts back. */
  image: Image;
}

export interface Changed<Image> extends Found<Image> {
  before: Image;
}

/**
 * Actions that change fields; moving into the trash and out of it, and saying who sees them, need nothing of the kind.
 */
export type EditAction = Exclude<BulkAction, { kind: 'delete' | 'restore' | 'share' }>;

/** Something that has a name of its own, beside the change of fields that it is: `completed`. */
export interface Act {
  name: string;
  facts?: Record<string, unknown>;
}

export interface BulkKind<Row extends { id: string }, Image> {
  list: ListKind<Row, unknown>;
  /**
   * Applies the action to one record. Invalid input is thrown here, before anything is written.
   * @throws AppError `validation`
   */
  prepare: (action: EditAction) => Promise<(image: Image) => Image>;
  /** The living records of these ids, in the order of ids, kept from changing until the transaction ends. */
  lock: (ids: readonly string[]) => Promise<Found<Image>[]>;
  differences: (before: Image, after: Image) => FieldChange[];
  /** Further events besides the changes, the same as for a manual edit. */
  acts?: (before: Image, after: Image) => Act[];
  /** Data that every event of a record contains. */
  facts?: (image: Image) => Record<string, unknown>;
  /** Writes records that still have their version, each one version on. */
  write: (changes: readonly Changed<Image>[]) => Promise<unknown>;
  /**
   * Writing records waits for no lock that another step of the same action may hold: two steps may be written at once.
   */
  besides?: boolean;
  /** Old images as they can be written today: what they refer to may be gone since. */
  revive?: (images: Image[]) => Promise<Image[]>;
}

/** Records that a step wrote. Their events are emitted after those of earlier steps. */
export interface StepDone {
  changed: number;
  events: NewEvent[];
}

/** `addTags` and `removeTags` on a list of tags. */
export function retag(
  action: { kind: 'addTags' | 'removeTags'; tags: readonly string[] },
  unique: (tags: readonly string[]) => string[],
): (tags: readonly string[]) => string[] {
  if (action.kind === 'addTags') return (tags) => unique([...tags, ...action.tags]);
  const gone = new Set(action.tags.map((tag) => tag.toLowerCase()));
  return (tags) => tags.filter((tag) => !gone.has(tag.toLowerCase()));
}
