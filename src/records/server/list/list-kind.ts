/**
 * A record kind for lists: its table, sort and filter fields, and row mapping. The table has the columns id,
 * workspace_id, version, deleted_at, tags, custom, and search_text.
 */
import type { Condition, FilterField } from '../../../kernel/filter.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import type { FieldSql } from './filter-sql.ts';
import type { SortKey } from './sort.ts';

/** The parts that notes, files and the timeline need. */
export interface KindBase {
  kind: RecordKind;
  /** Table in the database. */
  table: string;
  /** The kind's name in a not-found error: `The contact`. */
  noun: string;
  /** API paths whose answers a change outdates. */
  changed: readonly string[];
  /** Notes that something was done with a record just now: a note, a file, an activity. */
  touch?: (id: string) => Promise<unknown>;
  /**
   * Further sources of its timeline: selects of `kind, id, at, actor_id, data` for record `$2` of workspace `$1`, each
   * answering one kind of entry. One that has to find its page by itself is given how many rows it may answer: those
   * before the instant `$3` (null: the newest), entries of that instant by their ids before `$4`.
   */
  timeline?: readonly (string | ((limit: string) => string))[];
  /** Which of these can go into the trash, or come out of it; absent: all. */
  movable?: (ids: readonly string[], intoTrash: boolean) => Promise<string[]>;
  /** Further changes in the same transaction when these records go to the trash or are restored. */
  moved?: (ids: readonly string[]) => Promise<unknown>;
}

/** A column's total. */
export interface ColumnSum {
  /** A number of a record, of its table alone. */
  sql: string;
  /** Where it is money: its currency. */
  currency?: string;
}

export interface ListKind<Row extends { id: string }, Item> extends KindBase {
  /** Name of the table in all SQL of this kind. */
  alias: string;
  /** Columns of a list row. */
  columns: string;
  /** Joins behind the columns and sort keys; conditions speak of the table alone. */
  joins: string;
  sorts: Readonly<Record<string, SortKey>>;
  defaultSort: string;
  /** Column with the id of the company that a record belongs to: own fields of companies can be filtered by. */
  company?: string;
  filterFields: readonly FilterField[];
  /** SQL of each of `filterFields`. */
  filters: Readonly<Record<string, FieldSql>>;
  /** Columns of its list that can be summed, beside fields of one's own. */
  sums?: Readonly<Record<string, ColumnSum>>;
  /**
   * Fields of the filter for which those that fit can be named where they are few: ids among which all are, or
   * undefined.
   */
  few?: Readonly<Record<string, (condition: Condition) => Promise<readonly string[] | undefined>>>;
  /** Records that a search names whole, by an address or a number; none where it does not. */
  named?: (search: string, trash: boolean) => Promise<string[]>;
  toItem: (row: Row) => Item;
  /** A record's name on one line. */
  nameOf: (row: Row) => string;
}

/** Rows and items travel between functions of one value only, so that a list of all kinds needs no names for them. */
type AnyKind = ListKind<{ id: string }, unknown>;

const kinds = new Map<RecordKind, AnyKind>();

/** Declares a kind; one for each name. */
export function defineKind<Row extends { id: string }, Item>(kind: ListKind<Row, Item>): ListKind<Row, Item> {
  if (kinds.has(kind.kind)) throw new Error(`There are two kinds called ${kind.kind}`);
  kinds.set(kind.kind, kind as unknown as AnyKind);
  return kind;
}

/** The kind of this name, as far as it has lists. */
export function kindOf(name: RecordKind): AnyKind | undefined {
  return kinds.get(name);
}
