import { csvRow } from '../../../../kernel/csv.ts';

/**
 * Hands rows to the browser's downloads as CSV, safe to open in a spreadsheet. For what is on screen: long lists are
 * exported by the server.
 */
export function saveCsv(name: string, header: readonly string[], rows: readonly (readonly string[])[]): void {
  // The mark at the start tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(
    new Blob(['\uFEFF', csvRow(header), ...rows.map(csvRow)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
