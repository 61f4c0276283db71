/** A template part's operations for applying and undoing it. */
import { query } from '../../../../server/db/index.ts';
import type { RecordKind } from '../../../../records/contract.ts';
import type { Viewer } from '../../../crm/index.ts';
import type { TemplateContent } from '../../contract/content.ts';
import type { PlanState } from '../../contract/installs.ts';

/** The workspace that a template meets. */
export interface Place {
  viewer: Viewer;
  /** Active people of the workspace. */
  owners: readonly string[];
  everyone: readonly string[];
  /** Ids of stages and pipelines by their portable names. */
  names: ReadonlyMap<string, string>;
  /** Keys that the template's fields have here, by kind of record; a field that is not there yet is missing. */
  keys: ReadonlyMap<RecordKind, ReadonlyMap<string, string>>;
  /** Records that the examples became, by their keys in the template. */
  made: Map<string, string>;
  /** The workspace's zone, and today in it. */
  timeZone: string;
  today: string;
}

export interface Thing {
  /** Names it in the template and in any workspace. */
  key: string;
  label: string;
  detail: string;
}

/** The existing item in this workspace. */
export interface Present {
  id: string;
  state: Exclude<PlanState, 'create'>;
  note: string;
}

export interface MadeThing {
  id: string;
  /** Null for what others still refer to: it is looked up when all are there. */
  version: number | null;
  /** A note about the item, such as that it is off. */
  note?: string;
  /** Of an example: its kind of record. */
  kind?: string;
}

/** A thing as it was stamped. */
export interface StampRow {
  id: string;
  part: string;
  key: string;
  label: string;
  kind: string;
  record_id: string;
  record_version: number;
}

export interface PartWork<Item> {
  items: (content: TemplateContent) => readonly Item[];
  thing: (item: Item) => Thing;
  /** Kind of record whose fields it may speak of. */
  object: (item: Item) => RecordKind | undefined;
  /** Names of stages and pipelines that it needs; absent: those that stand in it. */
  needs?: (item: Item) => readonly string[];
  /** Missing requirements besides fields and stages; blank if none. */
  lacks?: (item: Item, place: Place) => string;
  /** Existing items by key. */
  present: (items: readonly Item[], place: Place) => Promise<ReadonlyMap<string, Present>>;
  /** @throws AppError with what speaks against it. */
  create: (item: Item, place: Place) => Promise<MadeThing>;
  /** Reason not to remove it, blank if there is none; undefined if it is gone already. */
  used: (stamp: StampRow, except: readonly string[]) => Promise<string | undefined>;
  /** True if it can be removed although it is in use. */
  yields: boolean;
  remove: (stamp: StampRow, place: Place) => Promise<void>;
}

/** Why a thing with a version is in use: someone changed it. Undefined when it is gone. */
export async function changedSince(
  table: string,
  { record_id: id, record_version: version }: StampRow,
  living = 'true',
): Promise<string | undefined> {
  const [row] = await query<{ version: number }>(`select version from ${table} where id = $1 and ${living}`, [id]);
  if (!row) return undefined;
  return row.version === version ? '' : 'Someone changed it since.';
}

/** There is one of the same name: what it is called in a preview. */
export function there(id: string, difference = ''): Present {
  return difference === '' ? { id, state: 'present', note: '' } : { id, state: 'differs', note: difference };
}
