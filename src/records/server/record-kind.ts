/** A domain's server part of a record kind. The engine works with kinds only through it. */
import type * as z from 'zod';
import type { RecordKind } from '../contract/kinds.ts';
import type { RollUpSource } from '../contract/rollups.ts';

export interface RecordKindServer {
  /** The record's name in a not-found error: `The contact`. */
  noun: string;
  /** SQL of a record's name in one line, and of its owner's id; the row is `r`. */
  name: string;
  owner: string;
  /** Name under which changes of other records refer to one: `contactId`. Absent: none do. */
  linkField?: string;
  /** Creates a record by the same service as the screens. Absent: only its own page can. */
  create?: { schema: z.ZodType; run: (input: never) => Promise<{ id: string }> };
  /** Reads and changes a record by the same services as the screens. Absent: only its own page can. */
  edit?: {
    schema: z.ZodType;
    read: (id: string) => Promise<object>;
    update: (id: string, input: never) => Promise<{ version: number }>;
  };
  /** Deletes records in the trash for good. @returns the storage keys of their files, to be removed after the commit */
  purge?: (ids: readonly string[]) => Promise<{ storageKeys: string[] }>;
  /** Ids of living records that are the same as this one by their surest key; at most two. */
  findByKey?: (record: Readonly<Record<string, unknown>>) => Promise<string[]>;
  /**
   * Which related records belong to the record `r` of workspace `$1`, as SQL by roll-up source. The aliases are those
   * of the related kinds.
   */
  rollUpMembers?: Readonly<Partial<Record<RollUpSource, string>>>;
}

const kinds = new Map<RecordKind, RecordKindServer>();

/** Declares the server half of a kind; once for each kind. */
export function defineRecordKind(kind: RecordKind, server: RecordKindServer): RecordKindServer {
  if (kinds.has(kind)) throw new Error(`The kind ${kind} is declared twice`);
  kinds.set(kind, server);
  return server;
}

/** The server half of a kind. */
export function recordKind(kind: RecordKind): RecordKindServer {
  const server = kinds.get(kind);
  if (!server) throw new Error(`The kind ${kind} has no server half`);
  return server;
}
