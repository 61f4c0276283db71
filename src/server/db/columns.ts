/**
 * Column types for `schema.generated.ts`. Plain columns have their value's type; these types are for columns whose read
 * and write types differ.
 */
import type { Sql } from './sql.ts';

declare const KIND: unique symbol;
interface Kind<Name extends string> {
  readonly [KIND]: Name;
}

/** The database has a value for it where none is given. */
export interface Default<Value> extends Kind<'default'> {
  readonly value: Value;
}
/** The database alone writes it. */
export interface Generated<Value> extends Kind<'generated'> {
  readonly value: Value;
}
/** An instant: read as an ISO string in UTC. */
export type Instant = Kind<'instant'>;
/** An exact decimal: read as a string. */
export type Numeric = Kind<'numeric'>;
/** A whole number of 64 bits: read as a number, which fails beyond 2^53. */
export type Bigint = Kind<'bigint'>;
/** JSON: read as the value that it is. */
export type Json = Kind<'json'>;

/** The type read from a column. */
export type Read<Column> = Column extends Default<infer Value> | Generated<infer Value>
  ? Read<Value>
  : Column extends Instant | Numeric
    ? string
    : Column extends Bigint
      ? number
      : Column extends Json
        ? unknown
        : Column;

/** The type written to a column: a value, or SQL for one. */
export type Write<Column> = Sql | WrittenValue<Column>;

type WrittenValue<Column> =
  Column extends Default<infer Value>
    ? WrittenValue<Value>
    : Column extends Generated<unknown>
      ? never
      : Column extends Instant
        ? string | Date
        : Column extends Numeric
          ? string | number
          : Column extends Bigint
            ? number | bigint
            : Column extends Json
              ? object | string | number | boolean
              : Column extends readonly (infer Item)[]
                ? readonly Item[]
                : Column;

/** Whether an insert must name the column. */
export type IsNeeded<Column> = [Column] extends [Default<unknown> | Generated<unknown>]
  ? false
  : null extends Column
    ? false
    : true;

/** `workspace_id` → `workspaceId`. */
export type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
