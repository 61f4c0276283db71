/**
 * ISO 20022 cash management: camt.053 (statement), camt.052 (report) and camt.054 (notification), versions .02 to .13.
 * An entry that stands for a batch is expanded into its transactions, as far as they carry amounts that add up to it.
 */
import { type Decimal, isCurrency, parseDecimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { isDay } from '../../../../kernel/days.ts';
import { given } from './optional-field.ts';
import { child, childrenNamed, descendants, type MarkupNode, parseMarkup, textAt } from './markup.ts';
import type { Balance, BankFile, BankLine, FileProblem, Statement } from './statement.ts';

/** @param text the whole file, decoded */
export function readCamt(text: string): Omit<BankFile, 'encoding'> {
  const root = parseMarkup(text);
  const problems: FileProblem[] = [];
  const statements = ['Stmt', 'Rpt', 'Ntfctn']
    .flatMap((name) => descendants(root, name))
    .map((node) => readStatement(node, problems));
  return { format: 'camt', statements, securities: [], problems };
}

function readStatement(node: MarkupNode, problems: FileProblem[]): Statement {
  const entries = childrenNamed(node, 'Ntry');
  const currency = textAt(node, 'Acct/Ccy') ?? currencyOf(child(entries[0], 'Amt')) ?? null;
  const lines: BankLine[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, currency);
    if (typeof read === 'string') problems.push({ kind: 'skipped', message: read, row: index + 1 });
    else lines.push(...read);
  }
  return {
    account: {
      kind: 'bank',
      type: textAt(node, 'Acct/Tp/Cd') ?? '',
      ...given('number', textAt(node, 'Acct/Id/IBAN') ?? textAt(node, 'Acct/Id/Othr/Id')),
      ...given('bank', textAt(node, 'Acct/Svcr/FinInstnId/BIC') ?? textAt(node, 'Acct/Svcr/FinInstnId/BICFI')),
      ...given('name', textAt(node, 'Acct/Nm') ?? textAt(node, 'Acct/Ownr/Nm')),
    },
    currency,
    ...given('opening', balanceOf(node, ['OPBD', 'PRCD'])),
    ...given('closing', balanceOf(node, ['CLBD'])),
    ...given('available', balanceOf(node, ['CLAV'])),
    lines,
    rawRows: entries.length,
  };
}

function currencyOf(amount: MarkupNode | undefined): string | undefined {
  return /\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(amount?.attributes ?? '')?.[1];
}

function balanceOf(node: MarkupNode, codes: readonly string[]): Balance | undefined {
  for (const code of codes) {
    const found = childrenNamed(node, 'Bal').find((balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === code);
    const amount = found && signedAmount(found);
    if (amount) return { amount, ...given('day', dayAt(found, 'Dt')) };
  }
  return undefined;
}

/** Amount with the sign of the account: debits are negative. */
function signedAmount(node: MarkupNode, side = textAt(node, 'CdtDbtInd')): Decimal | undefined {
  const amount = parseDecimal(textAt(node, 'Amt') ?? '');
  return amount && (side === 'DBIT' ? ZERO.minus(amount) : amount);
}

/** `<Dt>2024-03-11</Dt>` or the day of `<DtTm>`, as the bank wrote it. */
function dayAt(node: MarkupNode | undefined, path: string): string | undefined {
  const date = child(node, path);
  const day = (textAt(date, 'Dt') ?? textAt(date, 'DtTm') ?? date?.text.trim() ?? '').slice(0, 10);
  return isDay(day) ? day : undefined;
}

function readEntry(entry: MarkupNode, currency: string | null): BankLine[] | string {
  const amount = signedAmount(entry);
  if (!amount) return `“${textAt(entry, 'Amt') ?? ''}” is not an amount.`;
  const valueDay = dayAt(entry, 'ValDt');
  const day = dayAt(entry, 'BookgDt') ?? valueDay;
  if (!day) return 'It has neither a booking date nor a value date.';
  const status = textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts');
  const foreign = currencyOf(child(entry, 'Amt'));
  if (status === 'INFO') return 'The bank tells of it for information only: it is not booked.';
  const common = {
    day,
    ...given('valueDay', valueDay),
    ...(status === 'PDNG' || status === 'FUTR' ? { pending: true } : {}),
    ...given('currency', foreign && currency && foreign !== currency ? foreign : undefined),
  };
  const side = textAt(entry, 'CdtDbtInd')!;
  const details = descendants(entry, 'TxDtls');
  // Parts in another currency than the entry are no parts of its amount.
  const amounts = details.map((one) =>
    foreign && (detailCurrency(one) ?? foreign) !== foreign ? undefined : detailAmount(one, side),
  );
  const reference = textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef');
  if (details.length > 1 && amounts.every((one) => one !== undefined) && sumOf(amounts, (one) => one).eq(amount)) {
    return details.map((one, index) => ({
      ...common,
      amount: amounts[index]!,
      ...given('original', originalOf(one, one, amounts[index]!, foreign ?? currency)),
      ...given('bankId', detailReference(one, reference, index)),
      ...parties(one, entry, side),
    }));
  }
  return [
    {
      ...common,
      amount,
      ...given(
        'original',
        originalOf(entry, details.length === 1 ? details[0] : undefined, amount, foreign ?? currency),
      ),
      ...given('bankId', reference ?? (details[0] && detailReference(details[0], undefined, 0))),
      ...parties(details[0], entry, side),
    },
  ];
}

/** The amount that was instructed in another currency than it was booked in, as with a card abroad. */
function originalOf(
  entry: MarkupNode,
  details: MarkupNode | undefined,
  booked: Decimal,
  currency: string | null,
): BankLine['original'] {
  for (const path of ['AmtDtls/InstdAmt/Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt']) {
    for (const node of details ? [details, entry] : [entry]) {
      const amount = parseDecimal(textAt(node, path) ?? '')?.abs();
      const code = currencyOf(child(node, path));
      if (amount && code && code !== currency && isCurrency(code))
        return { amount: booked.lt(0n) ? amount.negated() : amount, currency: code };
    }
  }
  return undefined;
}

function detailCurrency(details: MarkupNode): string | undefined {
  return currencyOf(
    child(details, 'Amt') ?? child(details, 'AmtDtls/TxAmt/Amt') ?? child(details, 'AmtDtls/InstdAmt/Amt'),
  );
}

function detailAmount(details: MarkupNode, side: string): Decimal | undefined {
  const own = textAt(details, 'CdtDbtInd') ?? side;
  const direct = signedAmount(details, own);
  if (direct) return direct;
  const amount = parseDecimal(textAt(details, 'AmtDtls/TxAmt/Amt') ?? textAt(details, 'AmtDtls/InstdAmt/Amt') ?? '');
  return amount && (own === 'DBIT' ? ZERO.minus(amount) : amount);
}

/** One transaction of a batch: its own reference at the bank, or the batch's with its end-to-end id or place. */
function detailReference(details: MarkupNode, batch: string | undefined, index: number): string | undefined {
  const own = textAt(details, 'Refs/AcctSvcrRef') ?? textAt(details, 'Refs/TxId');
  const endToEnd = textAt(details, 'Refs/EndToEndId');
  const named = endToEnd === 'NOTPROVIDED' ? undefined : endToEnd;
  return own ?? (batch ? `${batch}/${named ?? index + 1}` : named);
}

/** The other party and the purpose. */
function parties(details: MarkupNode | undefined, entry: MarkupNode, side: string): Pick<BankLine, 'payee' | 'memo'> {
  // A returned payment names the parties of the original.
  const isReversal = (textAt(details, 'RvslInd') ?? textAt(entry, 'RvslInd')) === 'true';
  const other = (side === 'DBIT') === isReversal ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr'];
  const named = other
    .map((role) => textAt(details, `RltdPties/${role}/Nm`) ?? textAt(details, `RltdPties/${role}/Pty/Nm`))
    .find(Boolean);
  const remittance = child(details, 'RmtInf');
  const free = childrenNamed(remittance, 'Ustrd')
    .map((node) => node.text.trim().replace(/\s+/g, ' '))
    .join(' ')
    .trim();
  const structured = [textAt(remittance, 'Strd/CdtrRefInf/Ref'), textAt(remittance, 'Strd/AddtlRmtInf')]
    .filter(Boolean)
    .join(' ');
  return {
    ...given('payee', named ?? textAt(entry, 'AddtlNtryInf')),
    ...given('memo', free || structured || textAt(details, 'AddtlTxInf')),
  };
}
