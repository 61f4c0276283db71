/** One value of a file proves the notation of all others: separators, date order, currencies. */
import { describe, expect, it } from 'vitest';
import { readBankFile, type ReadOptions } from './index.ts';

const read = (text: string, options: ReadOptions = {}) => readBankFile(Buffer.from(text), options);
const amounts = (text: string, options?: ReadOptions): string[] =>
  read(text, options).statements.flatMap((one) => one.lines.map((line) => line.amount.toFixed()));
const csv = (...values: string[]): string =>
  ['Date,Payee,Amount', ...values.map((value, n) => `2026-01-${10 + n},X,"${value}"`)].join('\n');
const ofx = (values: readonly string[], currency = 'EUR', inner = ''): string =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>${values
    .map((value, n) => `<STMTTRN><DTPOSTED>2026011${n}<TRNAMT>${value}<FITID>${n}<NAME>X${inner}</STMTTRN>`)
    .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const qif = (...values: string[]): string =>
  `!Type:Bank\n${values.map((value, n) => `D2026-01-${10 + n}\nT${value}\nPX\n^\n`).join('')}`;

describe('the mark that groups', () => {
  it.each<[string, string, string, string[]]>([
    ['CSV in dollars', 'USD', csv('-45,900', '-1,245,900'), ['-45900', '-1245900']],
    ['CSV in euros', 'EUR', csv('-45.900', '-1.245.900'), ['-45900', '-1245900']],
    ['CSV in rupees', 'INR', csv('-45,000', '-1,20,000'), ['-45000', '-120000']],
    [
      'CSV, proved by its last row',
      'USD',
      csv(...Array.from({ length: 20 }, () => '1.234'), '12,50'),
      [...Array.from({ length: 20 }, () => '1234'), '12.5'],
    ],
    ['OFX', 'EUR', ofx(['-89,90', '1.488,69', '-1.000']), ['-89.9', '1488.69', '-1000']],
    ['OFX with points', 'USD', ofx(['-1,000', '12.50'], 'USD'), ['-1000', '12.5']],
    ['OFX in yen', 'JPY', ofx(['-1,200', '250,000'], 'JPY'), ['-1200', '250000']],
    ['QIF in yen', 'JPY', qif('-1,200', '-3,450', '250,000'), ['-1200', '-3450', '250000']],
    ['QIF in dinars of three decimals', 'KWD', qif('-1.200', '3.450'), ['-1.2', '3.45']],
    ['QIF in dollars', 'USD', qif('-1,200', '-3,450'), ['-1200', '-3450']],
    ['QIF with a decimal comma', 'EUR', qif('-1.200', '-3,45'), ['-1200', '-3.45']],
  ])('%s', (_, currency, text, expected) => expect(amounts(text, { currency })).toEqual(expected));

  it('says when the currency alone tells it', () => {
    expect(read(qif('-1,200'), { currency: 'USD' }).problems).toMatchObject([{ kind: 'warning' }]);
    expect(read(qif('-1,200', '5.25'), { currency: 'USD' }).problems).toEqual([]);
  });
});

describe('the order of day and month', () => {
  const days = (...texts: string[]): string => `!Type:Bank\n${texts.map((day) => `D${day}\nT-1.00\nPX\n^\n`).join('')}`;

  it('is asked for where QIF leaves it open, as it is for CSV', () => {
    const file = read(days('03/07/2026', '05/07/2026'), { currency: 'USD' });
    expect(file).toMatchObject({
      dateOrder: 'mdy',
      problems: [{ kind: 'warning', message: expect.stringContaining('03/07/2026') as string }],
    });
    expect(read(days('03/07/2026'), { layout: { dateOrder: 'dmy' } })).toMatchObject({
      dateOrder: 'dmy',
      problems: [],
    });
  });

  it('is proved by one day, by a decimal comma, or by the value date', () => {
    expect(read(days('03/07/2026', '13/07/2026')).statements[0]!.lines[0]!.day).toBe('2026-07-03');
    expect(read('!Type:Bank\nD03/07/2026\nT-1,50\n^\n').statements[0]!.lines[0]!.day).toBe('2026-07-03');
    const file = read('Booking date,Value date,Payee,Amount\n03/07/2026,13/07/2026,X,1.00\n');
    expect(file.statements[0]!.lines[0]).toMatchObject({ day: '2026-07-03', valueDay: '2026-07-13' });
    expect(file.problems).toEqual([]);
  });
});

describe('the currency of a line', () => {
  it('is kept where a CSV mixes currencies, in a column or beside the amount', () => {
    const mixed = read('Date,Payee,Amount,Currency\n2026-01-10,X,1.00,EUR\n2026-01-11,Y,2.00,usd\n');
    expect(mixed.statements[0]!.lines.map((line) => line.currency)).toEqual(['EUR', 'USD']);
    const beside = read('Date,Payee,Amount\n2026-01-10,X,1.00 EUR\n2026-01-11,Y,$2.00\n2026-01-12,Z,£3.00\n');
    expect(beside.statements[0]!.lines.map((line) => line.currency)).toEqual(['EUR', 'USD', 'GBP']);
    expect(read(qif('$5.00'), { currency: 'CAD' }).statements[0]!.lines[0]!.currency).toBeUndefined();
    expect(read(qif('5.00 EUR'), { currency: 'CAD' }).statements[0]!.lines[0]!.currency).toBe('EUR');
  });

  it('counts pence as pounds', () => {
    const file = read('Date,Payee,Amount,Currency\n2026-01-10,X,250,GBX\n2026-01-11,Y,1.50,GBP\n2026-01-12,Z,99,GBp\n');
    expect(file.statements[0]).toMatchObject({ currency: 'GBP' });
    expect(file.statements[0]!.lines.map((line) => line.amount.toFixed())).toEqual(['2.5', '1.5', '0.99']);
  });

  it('is named where it is none', () => {
    const file = read('Date,Payee,Amount,Currency\n2026-01-10,X,1.00,EUR\n2026-01-11,Y,2.00,XQZ\n');
    expect(file.problems).toEqual([{ kind: 'skipped', row: 3, message: '“XQZ” is not a currency code.' }]);
    expect(read(qif('5.00 XQZ')).problems).toMatchObject([{ message: '“XQZ” is not a currency code.' }]);
    expect(read(ofx(['1.00'], 'EUR', '<CURRENCY><CURRATE>1<CURSYM>XQZ</CURRENCY>')).problems).toMatchObject([
      { message: '“XQZ” is not a currency code.' },
    ]);
  });

  it('of OFX is converted at its rate, or stays with the line', () => {
    const line = (inner: string) => read(ofx(['-10.00'], 'EUR', inner)).statements[0]!.lines[0]!;
    expect(line('<CURRENCY><CURRATE>0.92<CURSYM>USD</CURRENCY>').amount.toFixed()).toBe('-9.2');
    expect(line('<CURRENCY><CURSYM>USD</CURRENCY>')).toMatchObject({ currency: 'USD' });
    const before = line('<ORIGCURRENCY><CURRATE>0.8<CURSYM>USD</ORIGCURRENCY>');
    expect([before.amount.toFixed(), before.original?.amount.toFixed(), before.original?.currency]).toEqual([
      '-10',
      '-12.5',
      'USD',
    ]);
  });
});

describe('the day', () => {
  const camt = (inner: string): string =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy="EUR">27.98</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>${inner}</Ntry></Stmt></BkToCstmrStmt></Document>`;
  const mt940 = (line: string): string => `:20:X\n:25:1/2\n:60F:C251229EUR0,00\n:61:${line}\n:62F:C260102EUR27,98\n-`;

  it.each([
    [camt('<BookgDt><Dt>2025-06-16</Dt></BookgDt><ValDt><Dt>2025-08-01</Dt></ValDt>'), '2025-06-16', '2025-08-01'],
    [camt('<ValDt><Dt>2025-08-01</Dt></ValDt>'), '2025-08-01', '2025-08-01'],
    [mt940('2601011230C27,98NMSCNONREF'), '2025-12-30', '2026-01-01'],
    [mt940('2512310102C27,98NMSCNONREF'), '2026-01-02', '2025-12-31'],
    [mt940('251230C27,98NMSCNONREF'), '2025-12-30', '2025-12-30'],
    ['Buchungstag;Valuta;Empfänger;Betrag\n30.12.2025;02.01.2026;X;-1,50\n', '2025-12-30', '2026-01-02'],
    ['Valuta;Buchungstag;Empfänger;Betrag\n02.01.2026;30.12.2025;X;-1,50\n', '2025-12-30', '2026-01-02'],
  ])('is the one of booking, with the value date beside it', (text, day, valueDay) =>
    expect(read(text).statements[0]!.lines[0]).toMatchObject({ day, valueDay }),
  );

  it('keeps the original amount of a foreign card payment', () => {
    const details =
      '<BookgDt><Dt>2025-06-16</Dt></BookgDt><NtryDtls><TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">30.00</Amt></InstdAmt></AmtDtls></TxDtls></NtryDtls>';
    const originals = [
      camt(details),
      `:20:X\n:25:1/2\n:60F:C251229EUR0,00\n:61:2601011230D27,98NMSCNONREF\n:86:CARD PAYMENT OCMT/USD30,00/EXCH/1,07\n-`,
      'Date,Payee,Amount,Currency,Original amount,Original currency\n2026-01-10,X,-27.98,EUR,30.00,USD\n',
    ].map((text) => read(text, { currency: 'EUR' }).statements[0]!.lines[0]!.original);
    expect(originals.map((one) => `${one?.amount.toFixed()} ${one?.currency}`)).toEqual([
      '-30 USD',
      '-30 USD',
      '-30 USD',
    ]);
  });
});
