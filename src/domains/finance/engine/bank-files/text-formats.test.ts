/** QIF, CAMT, MT940 and CSV. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvBankFile } from './index.ts';
import { detectFormat, fingerprints, readBankFile } from './index.ts';
import { columnMark, parseAmount } from './amount.ts';
import { guessDateOrder, parseDay } from './dates.ts';

function read(text: string) {
  return readBankFile(Buffer.from(text));
}

/** Day, amount, payee and memo of each line. */
function rows(text: string): string[] {
  return read(text)
    .statements.flatMap((one) => one.lines)
    .map((line) => [line.day, line.amount.toFixed(2), line.payee ?? '', line.memo ?? ''].join('|'));
}

describe('amounts', () => {
  it.each([
    ['-1006,60', '-1006.6'],
    ['-1.006,60', '-1006.6'],
    ['-1,006.60', '-1006.6'],
    ['+1 006,60', '1006.6'],
    ['1.234.567', '1234567'],
    ["1'234.50", '1234.5'],
    ['null', '0'],
    ['−5', '-5'],
    ['5-', '-5'],
    ['.5', '0.5'],
    ['-30.000', '-30'],
  ])('%s', (text, value) => expect(parseAmount(text)?.toFixed()).toBe(value));

  it.each([
    ['(12.50)', '-12.5'],
    ['$12.50', '12.5'],
    ['-$1,200.00', '-1200'],
    ['12,50 €', '12.5'],
    ['EUR 3', '3'],
    ['7.00 DR', '-7'],
    ['7.00 CR', '7'],
    ['CHF 1’000.05', '1000.05'],
  ])('adorned %s', (text, value) => {
    expect(parseAmount(text, { adorned: true })?.toFixed()).toBe(value);
  });

  it.each(['', 'abc', '1.2.3,4,5', '+-1', '12a', '1,2,3.4.5', '--5'])('refuses %j', (text) =>
    expect(parseAmount(text)).toBeUndefined(),
  );

  it('takes the mark of a column from the amounts that are clear', () => {
    expect(columnMark(['1.234', '12,50'])).toBe(',');
    expect(columnMark(['1,234', '12.50'])).toBe('.');
    expect(columnMark(['1.234', '5'])).toBeUndefined();
    expect(parseAmount('1.234', { mark: ',' })?.toFixed()).toBe('1234');
  });

  it('reads whatever amount is written in either style', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.boolean(), (cents, continental) => {
        const plain = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        const [whole, fraction] = plain.split('.') as [string, string];
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, continental ? '.' : ',');
        expect(parseAmount(`${grouped}${continental ? ',' : '.'}${fraction}`)?.toFixed(2)).toBe(plain);
      }),
    );
  });
});

describe('days', () => {
  it.each([
    ['12/19/18', 'mdy', '2018-12-19'],
    ["1/ 9'07", 'mdy', '2007-01-09'],
    ['19.12.2018', 'dmy', '2018-12-19'],
    ['2025.12.04', 'mdy', '2025-12-04'],
    ['20251204', 'mdy', '2025-12-04'],
    ['04-Dec-2025', 'mdy', '2025-12-04'],
    ['Dec 4, 2025', 'dmy', '2025-12-04'],
    ['4. März 2025', 'mdy', '2025-03-04'],
    ['2025-12-04T10:00:00Z', 'mdy', '2025-12-04'],
    ['31/12/99', 'dmy', '1999-12-31'],
    ['2025年12月04日', 'mdy', '2025-12-04'],
  ] as const)('%s as %s', (text, order, day) => expect(parseDay(text, order)).toBe(day));

  it('refuses days that do not exist', () => {
    expect(parseDay('02/30/2025', 'mdy')).toBeUndefined();
    expect(parseDay('soon', 'mdy')).toBeUndefined();
  });

  it('finds the order that all days fit', () => {
    expect(guessDateOrder(['01/02/2026', '13/02/2026'])).toBe('dmy');
    expect(guessDateOrder(['01/02/2026', '02/13/2026'], 'dmy')).toBe('mdy');
    expect(guessDateOrder(['01/02/2026'], 'dmy')).toBe('dmy');
    expect(guessDateOrder(['01.09.2026', '02.09.2026'])).toBe('dmy');
  });
});

describe('QIF', () => {
  it('reads accounts, categories, transfers, splits and checks', () => {
    const file = read(
      "!Option:AutoSwitch\n!Account\nNMain\nTBank\n^\n!Type:Cat\nNFood\nE\n^\n!Type:Bank\nD1/15'26\nT-100.00\nN1001\nPCity Water\nLHome:Water/2026\n^\nD1/16'26\nT-1,250.50\nPCard\nL[Visa]\nSRent\nERoom 1\n$-1,200.00\nSFees\n$-50.50\n^\n",
    );
    expect(file.statements).toMatchObject([
      {
        account: { name: 'Main' },
        rawRows: 2,
        lines: [
          { day: '2026-01-15', checkNumber: '1001', category: 'Home:Water' },
          { transferAccount: 'Visa', splits: [{ category: 'Rent', memo: 'Room 1' }, { category: 'Fees' }] },
        ],
      },
    ]);
    expect(file.statements[0]!.lines[1]!.splits!.map((one) => one.amount.toFixed(2))).toEqual(['-1200.00', '-50.50']);
  });

  it('tells the order of day and month from the whole file, and reads trades', () => {
    expect(rows('!Type:CCard\r\nD03.04.2026\r\nT-5,00\r\n^\r\nD25.04.2026\r\nT-1.005,00\r\n^\r\n')).toEqual([
      '2026-04-03|-5.00||',
      '2026-04-25|-1005.00||',
    ]);
    expect(
      read('!Type:Invst\nD4/1/2026\nNBuy\nYVTI\nI250.5\nQ10\nO1\nT2506\n^\n').statements[0]!.investments!.lines[0],
    ).toMatchObject({ type: 'buy', security: 'VTI', day: '2026-04-01' });
  });

  it('takes an opening balance for what it is', () => {
    expect(
      read('!Type:Bank\nD1/1/2026\nT500\nPOpening Balance\nL[Main]\n^\nD1/2/2026\nT1\n^\n').statements[0],
    ).toMatchObject({
      account: { name: 'Main' },
      opening: { day: '2026-01-01' },
      rawRows: 2,
      lines: [{ day: '2026-01-02' }],
    });
  });
});

describe('CAMT', () => {
  const entry = (inner: string, side = 'CRDT', amount = '3.45') =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><Dt>2026-03-01</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef>${inner}</Ntry>`;
  const camt = (entries: string) =>
    `<?xml version="1.0"?><n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><n:BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02</IBAN></Id><Ccy>EUR</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>${entries}</Stmt></n:BkToCstmrStmt></n:Document>`;
  const part = (amount: string, id: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Pty><Nm>Payer ${id}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>a</Ustrd><Ustrd>b</Ustrd></RmtInf></TxDtls>`;

  it('expands a batch whose parts add up, and leaves one that does not', () => {
    const file = read(
      camt(
        entry(`<NtryDtls>${part('2.25', 'e1')}${part('1.20', 'e2')}</NtryDtls>`) +
          entry(`<NtryDtls>${part('2.25', 'e1')}${part('9', 'e2')}</NtryDtls>`),
      ),
    );
    expect(file.statements[0]).toMatchObject({
      account: { number: 'DE02' },
      rawRows: 2,
      lines: [
        { bankId: 'R1/e1', payee: 'Payer e1', memo: 'a b', day: '2026-03-02', valueDay: '2026-03-01' },
        { bankId: 'R1/e2' },
        { bankId: 'R1' },
      ],
    });
    expect(file.statements[0]!.lines.map((line) => line.amount.toFixed(2))).toEqual(['2.25', '1.20', '3.45']);
    expect(file.statements[0]!.opening!.amount.toFixed()).toBe('-5');
  });

  it('leaves a batch whole whose parts are in another currency', () => {
    const foreign = (amount: string) => part(amount, 'x').replace('Ccy="EUR"', 'Ccy="USD"');
    expect(
      read(camt(entry(`<NtryDtls>${foreign('2.25')}${foreign('1.20')}</NtryDtls>`))).statements[0]!.lines.map((line) =>
        line.amount.toFixed(2),
      ),
    ).toEqual(['3.45']);
  });

  it('says what it skips, knows pending entries, and expands no entity', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    const file = read(
      bomb +
        camt(
          entry('', 'DBIT', 'abc') + entry('<AddtlNtryInf>&b; &#65;</AddtlNtryInf>', 'DBIT').replace('BOOK', 'PDNG'),
        ),
    );
    expect(file.problems).toMatchObject([{ kind: 'skipped', row: 1 }]);
    expect(file.statements[0]!.lines).toMatchObject([{ pending: true, payee: '&b; A' }]);
  });
});

describe('MT940', () => {
  it('reads balances, movements, reversals and German subfields', () => {
    const text =
      ':20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:1/1\r\n:60F:C260301EUR1000,\r\n:61:2603020302D12,50NMSCNONREF//B4711\r\n:86:005?00LASTSCHRIFT?20Rechnung?21 4711?32Ada Love?33lace\r\n:61:260303RD5,NTRFNONREF\r\n:86:free text\r\nsecond line\r\n:62F:C260303EUR992,50\r\n-';
    expect(read(text)).toMatchObject({
      format: 'mt940',
      problems: [],
      statements: [
        {
          account: { bank: '10020030', number: '1234567' },
          currency: 'EUR',
          rawRows: 2,
          closing: { day: '2026-03-03' },
        },
      ],
    });
    expect(rows(text)).toEqual([
      '2026-03-02|-12.50|Ada Lovelace|Rechnung 4711',
      '2026-03-03|5.00||free text second line',
    ]);
  });
});

describe('CSV', () => {
  it.each([
    [
      'signed amounts',
      'Date,Description,Amount\n01/15/2026,Rent,"-1,200.00"\n01/31/2026,Pay,2500\n',
      ['2026-01-15|-1200.00|Rent|', '2026-01-31|2500.00|Pay|'],
    ],
    [
      'in and out columns',
      'Date,Payee,Memo,Debit,Credit,Balance\n2026-01-15,Shop,x,12.50,,100\n2026-01-16,Pay,y,,99.00,199\n',
      ['2026-01-15|-12.50|Shop|x', '2026-01-16|99.00|Pay|y'],
    ],
    [
      'outflows that are signed already',
      'Date,Payee,Outflow,Inflow\n2026-01-15,Shop,-12.50,\n',
      ['2026-01-15|-12.50|Shop|'],
    ],
    [
      'decimal comma and semicolons',
      'Buchungstag;Empfänger;Verwendungszweck;Betrag\n15.01.2026;Bäcker;Brot;-1.234,50\n16.01.26;Lohn;Januar;2.000\n',
      ['2026-01-15|-1234.50|Bäcker|Brot', '2026-01-16|2000.00|Lohn|Januar'],
    ],
    [
      'titles before the header',
      'Account statement\nIBAN;DE02\n\nDatum;Betrag;Name\n15.01.2026;3,00;X\n',
      ['2026-01-15|3.00|X|'],
    ],
    [
      'a column for the side',
      'Datum,"Naam / Omschrijving","Af Bij","Bedrag (EUR)",Mededelingen\n20260115,Winkel,Af,"3,50",m\n20260116,Werk,Bij,"9,00",n\n',
      ['2026-01-15|-3.50|Winkel|m', '2026-01-16|9.00|Werk|n'],
    ],
    ['no header', '2026-01-15,-3.50,Shop\n2026-01-16,9.00,Work\n', ['2026-01-15|-3.50|Shop|', '2026-01-16|9.00|Work|']],
    ['names that nobody knows', 'When,What,How much\n2026-01-15,Shop,-3.50\n', ['2026-01-15|-3.50|Shop|']],
    ['a line that names the separator', 'sep=;\nDate;Amount;Payee\n2026-01-15;5;A\n', ['2026-01-15|5.00|A|']],
    [
      'a column of debit and credit under any name',
      'Date,Description,Type,Amount\n01/15/2026,Rent,Debit,1200.00\n01/16/2026,Pay,Credit,2500.00\n',
      ['2026-01-15|-1200.00|Rent|', '2026-01-16|2500.00|Pay|'],
    ],
    [
      'such a column beside amounts with signs',
      'Details,Posting Date,Description,Amount,Type\nDEBIT,01/15/2026,Shop,-12.50,ACH_DEBIT\nCREDIT,01/16/2026,Pay,99.00,ACH_CREDIT\n',
      ['2026-01-15|-12.50|Shop|DEBIT', '2026-01-16|99.00|Pay|CREDIT'],
    ],
    [
      'a kind of transaction beside its description',
      'Transaction Date,Transaction Type,Transaction Description,Debit Amount,Credit Amount,Balance\n15/01/2026,DEB,SHOP,12.50,,100.00\n16/01/2026,BGC,PAY,,99.00,199.00\n',
      ['2026-01-15|-12.50|SHOP|', '2026-01-16|99.00|PAY|'],
    ],
    [
      'Indian grouping',
      'Date,Narration,Withdrawal Amt.,Deposit Amt.,Closing Balance\n15/01/26,UPI,"1,23,456.50",,100\n16/01/26,NEFT,,"10,00,000.00",100\n',
      ['2026-01-15|-123456.50|UPI|', '2026-01-16|1000000.00|NEFT|'],
    ],
    [
      'cells written for spreadsheets',
      'Date,Payee,Amount\n2026-01-15,"=""ACME""","=""-5.00"""\n',
      ['2026-01-15|-5.00|ACME|'],
    ],
    [
      'years of two digits in front',
      'Date,Payee,Amount\n26/01/15,X,1\n26/01/31,Y,2\n',
      ['2026-01-15|1.00|X|', '2026-01-31|2.00|Y|'],
    ],
    [
      'thousands without decimals',
      'Date,Payee,Amount\n2026-01-15,X,"-1,234"\n2026-01-16,Y,"5,678"\n',
      ['2026-01-15|-1234.00|X|', '2026-01-16|5678.00|Y|'],
    ],
    [
      'three decimals where one value shows them',
      'Date,Payee,Amount\n2026-01-15,X,1.234\n2026-01-16,Y,0.050\n',
      ['2026-01-15|1.23|X|', '2026-01-16|0.05|Y|'],
    ],
    [
      'days before the thirteenth with points, and a name of two words',
      'Buchungstag;Empfänger/Auftraggeber;Verwendungszweck;Soll;Haben\n01.09.2026;Bäckerei;Brot;3,40;\n03.09.2026;Firma;Lohn;;4.100,00\n',
      ['2026-09-01|-3.40|Bäckerei|Brot', '2026-09-03|4100.00|Firma|Lohn'],
    ],
    [
      'days with strokes beside decimal commas',
      'Date;Libelle;Montant\n01/09/2026;Pain;-3,40\n',
      ['2026-09-01|-3.40||Pain'],
    ],
    [
      'days whose order only a late line tells',
      `Date,Payee,Amount\n${'03/01/2026,X,1\n'.repeat(250)}14/01/2026,Y,2\n`,
      [...Array.from({ length: 250 }, () => '2026-01-03|1.00|X|'), '2026-01-14|2.00|Y|'],
    ],
    [
      'narrow spaces between thousands',
      'Datum;Text;Betrag\n15.01.2026;Miete;-1\u202f200,50\n',
      ['2026-01-15|-1200.50|Miete|'],
    ],
  ])('%s', (_, text, expected) => expect(rows(text)).toEqual(expected));

  it('says that amounts which may be thousands were read so', () => {
    expect(read('Date;Payee;Amount\n2026-01-15;X;1.234\n').problems).toMatchObject([{ kind: 'warning' }]);
  });

  it('says that days which may be others were read so, and takes the order that is likely', () => {
    const file = readBankFile(Buffer.from('Date,Payee,Amount\n03/04/2026,X,1\n'), { likelyOrder: 'dmy' });
    expect(file.statements[0]!.lines[0]!.day).toBe('2026-04-03');
    expect(file.problems).toMatchObject([
      { kind: 'warning', message: expect.stringContaining('03/04/2026') as string },
    ]);
  });

  it('follows a layout that a person chose', () => {
    const text = 'When,What,How much\n03/04/2026,Shop,12.00\n';
    const file = readBankFile(Buffer.from(text), {
      layout: { headerRow: 0, columns: { day: 0, payee: 1, amount: 2 }, dateOrder: 'dmy', inverted: true },
    }) as CsvBankFile;
    expect(file.statements[0]!.lines[0]).toMatchObject({ day: '2026-04-03', payee: 'Shop' });
    expect(file.statements[0]!.lines[0]!.amount.toFixed()).toBe('-12');
    expect(file.columnNames).toEqual(['When', 'What', 'How much']);
  });

  it('skips rows without a day or an amount and says so', () => {
    expect(read('Date,Amount\n2026-01-15,5\nTotal,5\n2026-01-16,n/a\n').problems).toEqual([
      { kind: 'skipped', message: '“Total” is not a day.', row: 3 },
      { kind: 'skipped', message: '“n/a” is not an amount.', row: 4 },
    ]);
  });

  const text = 'Date,Payee,Amount\n2026-01-15,Café Müller,5\n';
  it.each([
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-8', Buffer.from(text.replace('é', '\0é'))],
  ])('%s', (encoding, bytes) => {
    expect(readBankFile(bytes)).toMatchObject({ encoding, statements: [{ lines: [{ payee: 'Café Müller' }] }] });
  });

  it.each([
    ['euc-jp', 'a4aba4d5a4a7b6e4b9d4', 'かふぇ銀行'],
    ['euc-kr', 'bcadbfef20c0cfb9ddc0bac7e0', '서울 일반은행'],
    ['gb18030', 'd6d0b9fad2f8d0d0b1b1beabb7d6d0d0', undefined],
    ['shift_jis', '82a982d3825682a682e082cc', undefined],
  ])('%s', (encoding, hex, payee) => {
    const bytes = Buffer.concat([
      Buffer.from('Date,Amount,Payee\n2026-01-15,5,'),
      Buffer.from(hex, 'hex'),
      Buffer.from('\n'),
    ]);
    const file = readBankFile(bytes);
    expect(file.encoding).toBe(encoding);
    if (payee) expect(file.statements[0]!.lines[0]!.payee).toBe(payee);
  });
});

describe('what a file is', () => {
  it('is told by its contents', () => {
    expect(['<OFX>', 'OFXHEADER:100', '!Type:Bank\nD', ':20:X\n:25:Y', 'a,b\n1,2'].map(detectFormat)).toEqual([
      'ofx',
      'ofx',
      'qif',
      'mt940',
      'csv',
    ]);
    expect(() => read('%PDF-1.7')).toThrow(/none of the files/);
    expect(() => read('')).toThrow(/none of the files/);
  });

  it('never fails in another way, whatever the bytes are', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc
            .string({
              unit: fc.constantFrom(
                '<',
                'O',
                'F',
                'X',
                '>',
                '/',
                'S',
                'T',
                'M',
                'R',
                '!',
                ':',
                '6',
                '1',
                ',',
                '\n',
                '"',
                'D',
                '^',
              ),
              maxLength: 200,
            })
            .map((text) => Buffer.from(`<OFX>${text}`)),
        ),
        (bytes) => {
          try {
            readBankFile(bytes);
          } catch (error) {
            expect((error as Error).name).toMatch(/AppError|CsvSyntaxError/);
          }
        },
      ),
    );
  });
});

describe('fingerprints', () => {
  const line = (text: string) => read(`Date,Amount,Payee\n${text}`).statements[0]!.lines;

  it('keep twins apart and find them again', () => {
    const first = fingerprints(line('2026-01-15,-3,Coffee\n2026-01-15,-3,Coffee\n2026-01-16,-3,Coffee\n'));
    expect(new Set(first).size).toBe(3);
    expect(fingerprints(line('2026-01-15,-3.00,COFFEE\n2026-01-15,-3,Coffee\n'))).toEqual(first.slice(0, 2));
  });

  it('are one for a movement that is told twice under its id', () => {
    const told = read('Date,Amount,Payee,Transaction ID\n2026-01-15,-3,A,x\n2026-01-15,-3,A,x\n2026-01-16,-3,A,x\n')
      .statements[0]!.lines;
    expect(new Set(fingerprints(told)).size).toBe(2);
  });
});

it('takes a record of QIF without the line that says what it is for one of a bank account', () => {
  expect(rows("D12/24/2024\nT-1.00\nPShop\n^\nD1/ 5'25\nT(2.50)\nPBack\n^\n")).toEqual([
    '2024-12-24|-1.00|Shop|',
    '2025-01-05|-2.50|Back|',
  ]);
});

describe('entries of CAMT', () => {
  const entry = (amount: string, side: string, status: string, inner = ''): string =>
    `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><ValDt><Dt>2024-01-16</Dt></ValDt>${inner}</Ntry>`;
  const parties = (...names: [debtor: string, creditor: string]): string =>
    `<RltdPties><Dbtr><Pty><Nm>${names[0]}</Nm></Pty></Dbtr><Cdtr><Pty><Nm>${names[1]}</Nm></Pty></Cdtr></RltdPties>`;
  const file = (entries: string): string =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.13"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH1</IBAN></Id><Ccy>CHF</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

  it('name who paid at first when a payment is turned back', () => {
    const details = `<NtryDtls><TxDtls>${parties('Customer', 'Me')}<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf><AddtlRmtInf>invoice 7</AddtlRmtInf></Strd></RmtInf></TxDtls></NtryDtls>`;
    expect(
      rows(
        file(
          entry('30.00', 'CRDT', 'BOOK', details) + entry('30.00', 'DBIT', 'BOOK', `<RvslInd>true</RvslInd>${details}`),
        ),
      ),
    ).toEqual(['2024-01-16|30.00|Customer|RF18 invoice 7', '2024-01-16|-30.00|Customer|RF18 invoice 7']);
  });

  it('wait where the bank says pending or future, and are left out where it only informs', () => {
    const read = readBankFile(
      Buffer.from(file(['BOOK', 'PDNG', 'FUTR', 'INFO'].map((status) => entry('5.00', 'CRDT', status)).join(''))),
    );
    expect(read.statements[0]!.lines.map((line) => line.pending ?? false)).toEqual([false, true, true]);
    expect(read.problems).toMatchObject([{ kind: 'skipped', row: 4 }]);
  });
});

it('reads the purpose of a SEPA payment from among its references in MT940, and what undoes a payment', () => {
  const file = [
    ':20:A',
    ':25:70090100/1234567890',
    ':28C:1',
    ':60F:C240101EUR1000,00',
    ':61:2401020102D12,50NDDTKREF+',
    ':86:105?00LASTSCHRIFT?20EREF+ABC123?21SVWZ+Rechnung 4711 vom',
    '?22 01.01.2024ABWA+Konzern?32Stadtwerke?33 Muenchen GmbH',
    ':61:240103RD10,00NTRFNONREF',
    ':86:166?20SVWZ+?32ACME',
    ':62F:C240103EUR997,50',
    '-',
  ].join('\r\n');
  expect(rows(file)).toEqual([
    '2024-01-02|-12.50|Stadtwerke Muenchen GmbH|Rechnung 4711 vom 01.01.2024',
    '2024-01-03|10.00|ACME|',
  ]);
});
