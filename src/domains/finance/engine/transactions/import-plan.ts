/**
 * Plans what to do with each line of a file, given the account's transactions, so that it can be previewed. Applying a
 * plan and planning the same file again yields nothing to do.
 */
import { addDays } from '../../../../kernel/days.ts';
import type { Decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { merchantKey } from './merchant.ts';
import { daysBetween } from './recurrence.ts';

export interface StoredLine {
  id: string;
  day: string;
  amount: Decimal;
  payee?: string;
  /** Fingerprint under which it was imported; absent for what a person entered. */
  fingerprint?: string;
  /** The bank's id of it. */
  bankId?: string;
  /** Names under which files of other formats listed it. */
  otherFingerprints?: readonly string[];
  /** Format of the file that brought it. */
  format?: string;
  /** The bank's text, if a person has renamed the payee. */
  otherTexts?: readonly string[];
  pending?: boolean;
  /** A person deleted it; it stays known so that it does not come back. */
  deleted?: boolean;
}

export interface IncomingLine {
  fingerprint: string;
  day: string;
  amount: Decimal;
  payee?: string;
  memo?: string;
  bankId?: string;
  /** Format of its file. */
  format?: string;
  /** The bank's id of the pending movement that this one replaces. */
  pendingBankId?: string;
  pending?: boolean;
}

export type PlannedAction =
  /** New to the account. */
  | { kind: 'add' }
  /** Known already, by its name. */
  | { kind: 'same'; id: string }
  /** Told twice in this file under one id: what the line at this index does is enough. */
  | { kind: 'repeated'; line: number }
  /** Deleted by a person; left out. */
  | { kind: 'deleted'; id: string }
  /** A transaction that a person entered first, or that came in another format: the line is linked to it. */
  | { kind: 'link'; id: string }
  /** A pending movement that has now been booked, perhaps with another day and amount. */
  | { kind: 'post'; id: string };

export interface ImportPlanOptions {
  /**
   * Different ids of the bank always mean different movements (the default). Without it, a line may be linked to any
   * known one near it.
   */
  strict?: boolean;
  /**
   * Lines that another source told of, under names of its own: one of this source may be the same as one of them near
   * it.
   */
  elsewhere?: (one: StoredLine) => boolean;
  /** Whether what was deleted is added again. */
  reimportDeleted?: boolean;
}

/** A line entered by hand is the bank's when it lies this many days from it, at most, with the same amount. */
const LINK_DAYS = 7;
/** Formats of one bank name the day of booking or of value. */
const OTHER_FORMAT_DAYS = 4;
/** Put behind others that are as near. */
const BROUGHT = 0.25;
const LINKED = 0.5;
/** A pending movement is booked within so many days. */
const POST_DAYS = 14;
/** A tip or a fuel pump's hold can change the amount between the two by this share of the larger one. */
const POST_CHANGE = '0.3';

/** @returns one action for each incoming line, in order */
export function planImport(
  stored: readonly StoredLine[],
  incoming: readonly IncomingLine[],
  { strict = true, elsewhere = () => false, reimportDeleted = false }: ImportPlanOptions = {},
): PlannedAction[] {
  const actions: (PlannedAction | undefined)[] = matchByName(stored, incoming, reimportDeleted);
  const used = new Set(actions.flatMap((action) => (action && 'id' in action ? [action.id] : [])));
  const free = (): StoredLine[] => stored.filter((one) => !one.deleted && !used.has(one.id));
  const assign = (
    kind: 'link' | 'post',
    near: (line: IncomingLine) => readonly StoredLine[],
    fits: (line: IncomingLine, one: StoredLine) => number | undefined,
  ): void => {
    for (const { index, id } of closest(incoming, actions, near, fits)) {
      actions[index] = { kind, id };
      used.add(id);
    }
  };
  // A file of 100,000 lines is not held against everything that the account holds: by day, or by amount, few can fit.
  assign(
    'post',
    nearInTime(
      free().filter((one) => one.pending),
      POST_DAYS,
      1,
    ),
    (line, one) => (line.pending ? undefined : postDistance(line, one)),
  );
  assign(
    'link',
    ofSameAmount(
      free().filter((one) => (!one.pending && (!one.fingerprint || one.format)) || !strict || elsewhere(one)),
    ),
    (line, one) => {
      const days = linkDistance(line, one);
      if (days === undefined || !one.fingerprint) return days;
      const isElsewhere = elsewhere(one);
      if (strict && !isElsewhere && !isOtherFormat(line, one)) return undefined;
      if (strict && !isElsewhere && !(days <= OTHER_FORMAT_DAYS && textsAgree(line, one))) return undefined;
      // Of equally near ones, what no file brought comes first, then what no other file is linked to.
      return days + (one.otherFingerprints?.length ? LINKED : isElsewhere ? 0 : BROUGHT);
    },
  );
  return actions.map((action) => action ?? { kind: 'add' });
}

/** Matches by fingerprint, by the bank's id, or by the bank's reference to a replaced line. */
function matchByName(
  stored: readonly StoredLine[],
  incoming: readonly IncomingLine[],
  reimportDeleted: boolean,
): (PlannedAction | undefined)[] {
  const byFingerprint = new Map(
    stored.flatMap((one) =>
      [...(one.otherFingerprints ?? []), ...(one.fingerprint ? [one.fingerprint] : [])].map(
        (name) => [name, one] as const,
      ),
    ),
  );
  const byBankId = uniqueBy(stored, (one) => one.bankId);
  const incomingIds = uniqueBy(incoming, (line) => line.bankId);
  const taken = new Set<string>();
  const tellers = tellersOf(incoming);
  return incoming.map((line, index) => {
    const known =
      byFingerprint.get(line.fingerprint) ??
      replacedBy(line, byBankId) ??
      (incomingIds.has(line.bankId ?? '') ? sameId(line, byBankId) : undefined);
    const isNamed =
      known?.fingerprint === line.fingerprint || known?.otherFingerprints?.includes(line.fingerprint) === true;
    if (known && (isNamed || !taken.has(known.id))) {
      taken.add(known.id);
      if (known.deleted) return reimportDeleted ? undefined : { kind: 'deleted', id: known.id };
      return { kind: known.pending && !line.pending ? 'post' : 'same', id: known.id };
    }
    const teller = tellers.get(line.fingerprint)!;
    return teller === index ? undefined : { kind: 'repeated', line: teller };
  });
}

/** Which line stands for a movement that the file tells several times: the first that is booked, or else the first. */
function tellersOf(incoming: readonly IncomingLine[]): Map<string, number> {
  const tellers = new Map<string, number>();
  for (const [index, line] of incoming.entries()) {
    const before = tellers.get(line.fingerprint);
    if (before === undefined || (incoming[before]!.pending && !line.pending)) tellers.set(line.fingerprint, index);
  }
  return tellers;
}

/** The bank names the pending movement that the line replaces. */
function replacedBy(line: IncomingLine, byBankId: ReadonlyMap<string, StoredLine>): StoredLine | undefined {
  return line.pendingBankId ? byBankId.get(line.pendingBankId) : undefined;
}

/**
 * A pending movement keeps its id when it is booked; a booked one may be corrected in its day or its amount, not in
 * both.
 */
function sameId(line: IncomingLine, byBankId: ReadonlyMap<string, StoredLine>): StoredLine | undefined {
  const one = byBankId.get(line.bankId!);
  return one && (one.pending || one.amount.eq(line.amount) || one.day === line.day) ? one : undefined;
}

/** Items by key, without those whose key is not theirs alone: some banks give one id to several movements. */
function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T> {
  const unique = new Map<string, T>();
  const repeated = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    if (unique.has(key)) repeated.add(key);
    unique.set(key, item);
  }
  for (const key of repeated) unique.delete(key);
  return unique;
}

/** Whether another format, with ids of its own or none, may list the same transaction. */
function isOtherFormat(line: IncomingLine, one: StoredLine): boolean {
  return line.format !== undefined && one.format !== undefined && line.format !== one.format;
}

/** Whether two sources may mean the same payee: one of them has no text, or they share a telling word. */
function textsAgree(line: IncomingLine, one: StoredLine): boolean {
  const own = [line.payee, line.memo].filter((text) => text !== undefined && text !== '');
  const theirs = [one.payee, ...(one.otherTexts ?? [])].filter((text) => text !== undefined && text !== '');
  if (own.length === 0 || theirs.length === 0) return true;
  const words = (texts: readonly (string | undefined)[]): Set<string> =>
    new Set(texts.flatMap((text) => [merchantKey(text ?? ''), ...(fold(text ?? '').match(/[\p{L}\d]{4,}/gu) ?? [])]));
  const known = words(theirs);
  return [...words(own)].some((word) => word !== '' && known.has(word));
}

function linkDistance(line: IncomingLine, one: StoredLine): number | undefined {
  const days = Math.abs(daysBetween(one.day, line.day));
  return one.amount.eq(line.amount) && days <= LINK_DAYS ? days : undefined;
}

function postDistance(line: IncomingLine, one: StoredLine): number | undefined {
  const days = daysBetween(one.day, line.day);
  if (days < -1 || days > POST_DAYS) return undefined;
  if (one.amount.eq(line.amount)) return Math.abs(days);
  if (one.amount.lt(0n) !== line.amount.lt(0n)) return undefined;
  const change = one.amount.minus(line.amount).abs();
  const larger = one.amount.abs().gt(line.amount.abs()) ? one.amount.abs() : line.amount.abs();
  if (change.gt(larger.times(POST_CHANGE))) return undefined;
  const merchant = merchantKey(line.payee ?? '');
  // Any equal amount comes before one that changed.
  return merchant && merchant === merchantKey(one.payee ?? '') ? POST_DAYS + Math.abs(days) : undefined;
}

/** Transactions within a number of days before and after a line. */
function nearInTime(
  stored: readonly StoredLine[],
  before: number,
  after: number,
): (line: IncomingLine) => readonly StoredLine[] {
  const byDay = Map.groupBy(stored, (one) => one.day);
  const around = new Map<string, readonly StoredLine[]>();
  return ({ day }) => {
    const known = around.get(day);
    if (known) return known;
    const near = Array.from(
      { length: before + after + 1 },
      (_, offset) => byDay.get(addDays(day, offset - before)) ?? [],
    ).flat();
    around.set(day, near);
    return near;
  };
}

function ofSameAmount(stored: readonly StoredLine[]): (line: IncomingLine) => readonly StoredLine[] {
  const byAmount = Map.groupBy(stored, (one) => one.amount.toFixed());
  return ({ amount }) => byAmount.get(amount.toFixed()) ?? NONE;
}

const NONE: readonly StoredLine[] = [];

/** Pairs open lines with known ones, the closest first: the order of the file does not decide. */
function closest(
  incoming: readonly IncomingLine[],
  actions: readonly (PlannedAction | undefined)[],
  near: (line: IncomingLine) => readonly StoredLine[],
  fits: (line: IncomingLine, one: StoredLine) => number | undefined,
): { index: number; id: string }[] {
  const pairs: { index: number; id: string; distance: number }[] = [];
  for (const [index, line] of incoming.entries()) {
    if (actions[index]) continue;
    for (const one of near(line)) {
      const distance = fits(line, one);
      if (distance !== undefined) pairs.push({ index, id: one.id, distance });
    }
  }
  pairs.sort((a, b) => a.distance - b.distance || a.index - b.index || (a.id < b.id ? -1 : 1));
  const lines = new Set<number>();
  const ids = new Set<string>();
  return pairs.filter(({ index, id }) => !lines.has(index) && !ids.has(id) && lines.add(index) && ids.add(id));
}
