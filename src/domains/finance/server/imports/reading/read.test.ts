import { afterAll, expect, it } from 'vitest';
import { turnsDuring } from '../../../../../testing/event-loop-turns.ts';
import { readBankFile } from '../../../engine/bank-files/index.ts';
import { fromPieces, toPieces } from './transfer-chunks.ts';
import { readFileBytes, stopReading } from './read.ts';

afterAll(stopReading);

const csv = (lines: number): Buffer =>
  Buffer.from(
    [
      'Date,Payee,Memo,Amount',
      ...Array.from(
        { length: lines },
        (_, n) => `2024-01-${String(1 + (n % 28)).padStart(2, '0')},Payee ${n % 30},line ${n},-${(n % 5000) / 100}`,
      ),
      'never,Nobody,,1',
    ].join('\n'),
  );

it('reads a long file beside the main thread, which goes on meanwhile, and says the same of it', async () => {
  const bytes = csv(30_000);
  const { result, turns } = await turnsDuring(() => readFileBytes(bytes, {}));
  expect(result.statements[0]!.lines).toHaveLength(30_000);
  expect(result).toEqual(readBankFile(bytes));
  expect(result.problems.length).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(100);
});

it('refuses in the words of who reads, however long the file is', async () => {
  await expect(readFileBytes(Buffer.from('{'.repeat(100_000)), {})).rejects.toMatchObject({
    code: 'unsupported_media_type',
    message: expect.stringContaining('none of the files') as string,
  });
});

it('keeps exact numbers exact, wherever they stand', async () => {
  const ofx = `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20240101<DTEND>20240131<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240102<TRNAMT>-12345678901234567.89<FITID>1<NAME>X</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>0.10<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const read = readBankFile(Buffer.from(ofx));
  const again = await fromPieces(toPieces(read));
  expect(again).toEqual(read);
  expect(again.statements[0]!.lines[0]!.amount.toFixed()).toBe('-12345678901234567.89');
  expect(again.statements[0]!.closing?.amount.plus('0.2').toFixed()).toBe('0.3');
});
