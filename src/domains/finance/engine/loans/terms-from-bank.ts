/** A bank's report on a debt as suggested terms, with missing values and remarks. */
import { decimal } from '../../../../kernel/money/index.ts';

/** As banks tell it; see bank/port.ts. */
export interface ToldDebt {
  kind: 'credit' | 'mortgage' | 'student';
  rate: string | null;
  rateType: string | null;
  minimumPayment: string | null;
  nextPayment: string | null;
  nextDueDay: string | null;
  originalAmount: string | null;
  originDay: string | null;
  maturityDay: string | null;
}

/** Absent: the bank does not tell it. */
export interface ToldTerms {
  kind: 'card' | 'mortgage' | 'student';
  ratePercent: string | null;
  principal: string | null;
  startedOn: string | null;
  /** In months. */
  payments: number | null;
  creditLimit: string | null;
  minimumAmount: string | null;
  dueDay: number | null;
  /** Values that a person must add before there is a plan. */
  missing: ('rate' | 'amount' | 'start' | 'payments' | 'minimum')[];
  /** Values that the terms do not determine and that may differ. */
  remarks: ('payment' | 'variable' | 'minimum')[];
}

const KINDS = { credit: 'card', mortgage: 'mortgage', student: 'student' } as const;

/** @param creditLimit of a card, as the bank tells it */
export function termsTold(told: ToldDebt, creditLimit: string | null): ToldTerms {
  const positive = (amount: string | null): string | null =>
    amount !== null && decimal(amount).gt(0n) ? decimal(amount).toFixed() : null;
  const kind = KINDS[told.kind];
  const isCard = kind === 'card';
  const terms = {
    kind,
    ratePercent: told.rate === null ? null : decimal(told.rate).toFixed(),
    principal: isCard ? null : positive(told.originalAmount),
    startedOn: isCard ? null : told.originDay,
    payments:
      isCard || told.originDay === null || told.maturityDay === null
        ? null
        : monthsBetween(told.originDay, told.maturityDay),
    creditLimit: isCard ? positive(creditLimit) : null,
    minimumAmount: isCard ? positive(told.minimumPayment) : null,
    dueDay: isCard && told.nextDueDay ? Number(told.nextDueDay.slice(8)) : null,
  };
  return {
    ...terms,
    missing: [
      ...(terms.ratePercent === null ? ['rate' as const] : []),
      ...(isCard
        ? terms.minimumAmount === null
          ? ['minimum' as const]
          : []
        : [
            ...(terms.principal === null ? ['amount' as const] : []),
            ...(terms.startedOn === null ? ['start' as const] : []),
            ...(terms.payments === null ? ['payments' as const] : []),
          ]),
    ],
    remarks: [
      ...(!isCard && positive(told.nextPayment) ? ['payment' as const] : []),
      ...(told.rateType === 'variable' ? ['variable' as const] : []),
      ...(isCard && terms.minimumAmount !== null ? ['minimum' as const] : []),
    ],
  };
}

/** Whole months from one day to the other; null where there is none. */
function monthsBetween(from: string, to: string): number | null {
  const at = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const months = at(to) - at(from);
  return months > 0 ? months : null;
}
