import { describe, expect, it } from 'vitest';
import { readBankFile } from './index.ts';

const HEADER =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n';

/** A checking statement in SGML with the given movements. */
function sgml(rows: string, account = '<BANKID>021000021<ACCTID>00123<ACCTTYPE>CHECKING'): string {
  return `${HEADER}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO<MESSAGE></STATUS><DTSERVER>20260301</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR<BANKACCTFROM>${account}</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260201<DTEND>20260228${rows}</BANKTRANLIST><LEDGERBAL><BALAMT>10,50<DTASOF>20260228180000.000[+1:CET]</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

function read(text: string, encoding: BufferEncoding = 'utf8') {
  return readBankFile(Buffer.from(text, encoding));
}

describe('OFX', () => {
  it('reads SGML whose leaves never end, empty ones included', () => {
    const file = read(
      sgml(
        '<STMTTRN><TRNTYPE>POS<DTPOSTED>20260203120000.000[-5:EST]<TRNAMT>-4.20<FITID>A1<NAME>BAKER &amp; SON<MEMO><CHECKNUM></STMTTRN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260204<TRNAMT>+1.006,60<FITID>A2<MEMO>TPAY &amp;lt;RENT&amp;gt;</STMTTRN>',
      ),
    );
    expect(file.statements[0]).toMatchObject({
      account: { kind: 'bank', number: '00123', bank: '021000021', type: 'CHECKING' },
      currency: 'EUR',
      rawRows: 2,
      closing: { day: '2026-02-28', at: '2026-02-28T17:00:00.000Z' },
      lines: [
        { day: '2026-02-03', payee: 'BAKER & SON', bankId: 'A1', type: 'pos' },
        { day: '2026-02-04', memo: 'TPAY <RENT>', bankId: 'A2' },
      ],
    });
    expect(file.statements[0]!.lines.map((line) => line.amount.toFixed(2))).toEqual(['-4.20', '1006.60']);
    expect(file.statements[0]!.lines[0]).not.toHaveProperty('memo');
    expect(file).toMatchObject({ format: 'ofx', signOn: 'ok', problems: [] });
  });

  it('reads movements that are never ended, and times without minutes', () => {
    const { lines } = read(
      sgml(
        '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>2026020312<TRNAMT>-3.00<FITID>1<NAME>A<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260204<TRNAMT>-4.00<FITID>2<NAME>B',
      ),
    ).statements[0]!;
    expect(lines.map((line) => `${line.day} ${line.amount.toFixed()} ${line.payee}`)).toEqual([
      '2026-02-03 -3 A',
      '2026-02-04 -4 B',
    ]);
  });

  it('skips rows that it cannot use, says why, and reads the rest', () => {
    const file = read(
      sgml(
        '<STMTTRN><DTPOSTED>20260231<TRNAMT>1<FITID>a</STMTTRN><STMTTRN><TRNAMT>1<FITID>b</STMTTRN><STMTTRN><DTPOSTED>20260201<TRNAMT>$120<FITID>c</STMTTRN><STMTTRN><DTPOSTED>20260201<TRNAMT>-30.000<FITID>d</STMTTRN>',
      ),
    );
    expect(file.problems).toEqual([
      { kind: 'skipped', message: '“20260231” is not a day.', row: 1 },
      { kind: 'skipped', message: 'It has no day.', row: 2 },
      { kind: 'skipped', message: '“$120” is not an amount.', row: 3 },
    ]);
    expect(file.statements[0]!.lines.map((line) => line.amount.toFixed(2))).toEqual(['-30.00']);
  });

  it.each([
    '20260115120000.123456[+0:UTC]',
    '20260115120000[EST]',
    '20260115120000.000[:EST]',
    '2026-01-15',
    '20260115120000Z',
    '20260115T120000',
    '2026-01-15T12:00:00+01:00',
    '2026/01/15',
  ])('takes the day of %s', (written) => {
    expect(
      read(sgml(`<STMTTRN><DTPOSTED>${written}<TRNAMT>1<FITID>a</STMTTRN>`)).statements[0]!.lines.map(
        (line) => line.day,
      ),
    ).toEqual(['2026-01-15']);
  });

  it('believes the bytes more than the header', () => {
    const row = '<STMTTRN><DTPOSTED>20260203<TRNAMT>-1<FITID>x<NAME>Café Métro €</STMTTRN>';
    expect(read(sgml(row)).statements[0]!.lines[0]!.payee).toBe('Café Métro €');
    const ansi = Buffer.from(sgml(row).replace('€', '\x80'), 'latin1');
    expect(readBankFile(ansi)).toMatchObject({
      encoding: 'windows-1252',
      statements: [{ lines: [{ payee: 'Café Métro €' }] }],
    });
  });

  it('tells what the bank reports', () => {
    const refused = read(
      `${HEADER}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Password invalid</STATUS></SONRS></SIGNONMSGSRSV1></OFX>`,
    );
    expect(refused).toMatchObject({
      signOn: 'failed',
      statements: [],
      problems: [{ kind: 'error', message: 'The bank refused the sign-on: Password invalid.' }],
    });
  });

  it('reads OFX 2 with CDATA, cards and investments in one file', () => {
    const file = read(`<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX>
      <CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM><BANKTRANLIST>
        <STMTTRN><DTPOSTED>20260105</DTPOSTED><TRNAMT>-9.99</TRNAMT><FITID>c1</FITID><NAME><![CDATA[A & B <shop>]]></NAME></STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>
      <INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD</CURDEF><INVACCTFROM><BROKERID>b</BROKERID><ACCTID>9</ACCTID></INVACCTFROM><INVTRANLIST>
        <BUYSTOCK><INVBUY><INVTRAN><FITID>i1</FITID><DTTRADE>20260106160000.000[-5:EST]</DTTRADE></INVTRAN><SECID><UNIQUEID>458140100</UNIQUEID></SECID><UNITS>+000010.5</UNITS><UNITPRICE>20</UNITPRICE><COMMISSION>1</COMMISSION><TOTAL>-211</TOTAL></INVBUY></BUYSTOCK>
        <INCOME><INVTRAN><FITID>i2</FITID><DTTRADE>20260107</DTTRADE></INVTRAN><SECID><UNIQUEID>458140100</UNIQUEID></SECID><INCOMETYPE>DIV</INCOMETYPE><TOTAL>5</TOTAL></INCOME>
        <INVBANKTRAN><STMTTRN><DTPOSTED>20260108</DTPOSTED><TRNAMT>115.8331</TRNAMT><FITID>i3</FITID></STMTTRN></INVBANKTRAN></INVTRANLIST>
        <INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>458140100</UNIQUEID></SECID><UNITS>10.5</UNITS><UNITPRICE>21</UNITPRICE><MKTVAL>220.5</MKTVAL></INVPOS></POSSTOCK></INVPOSLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
      <SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>458140100</UNIQUEID></SECID><SECNAME>Intel</SECNAME><TICKER>INTC</TICKER></SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>`);
    expect(file.statements).toMatchObject([
      { account: { kind: 'card', number: '4111' }, lines: [{ payee: 'A & B <shop>' }] },
      {
        account: { kind: 'investment' },
        rawRows: 3,
        lines: [{ bankId: 'i3' }],
        investments: {
          lines: [
            { type: 'buystock', at: '2026-01-06T21:00:00.000Z' },
            { type: 'income', incomeType: 'DIV' },
          ],
          positions: [{ security: '458140100' }],
        },
      },
    ]);
    expect(file.securities).toEqual([{ id: '458140100', name: 'Intel', ticker: 'INTC' }]);
  });
});
