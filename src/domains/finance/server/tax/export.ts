/** The year as a file for a spreadsheet, or for whoever prepares the return. */
import { csvRow } from '../../../../kernel/csv.ts';
import { yearView } from './estimate.ts';

/**
 * Lines with what they are made of, then the computation and the payments.
 * @throws AppError `not_found`, `validation`
 */
export async function exportYear(profileId: string, year: number): Promise<AsyncGenerator<string>> {
  // Refusals come before the first byte.
  const view = await yearView(profileId, year);
  return (async function* rows() {
    yield '\uFEFF';
    yield csvRow(['Part', 'Line', 'Form', 'Source', 'Amount in USD', 'Note']);
    for (const line of view.lines.filter((one) => one.sources.length > 0)) {
      for (const source of line.sources)
        yield csvRow([
          'Source',
          line.label,
          line.form,
          source.label,
          source.amount,
          source.replaced ? 'Replaced by an entry' : source.note,
        ]);
      yield csvRow(['Line', line.label, line.form, '', line.amount, '']);
    }
    for (const step of view.person?.steps ?? [])
      yield csvRow(['Computation', step.label, step.basis, '', step.amount, '']);
    if (view.business)
      yield csvRow(['Computation', 'Tax of the business', '', '', view.business.tax, view.business.sentence]);
    for (const payment of view.payments)
      yield csvRow(['Payment', 'Estimated payment', '1040-ES', payment.label, payment.amount, payment.day]);
    for (const one of view.estimated?.instalments ?? [])
      yield csvRow(['Due', one.dueDay, '', '', one.amount, `Short by ${one.shortfall}`]);
    yield csvRow(['Note', 'An estimate of federal tax, not tax advice', '', '', '', view.tables.join('; ')]);
  })();
}
