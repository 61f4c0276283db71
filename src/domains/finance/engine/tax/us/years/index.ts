/** The years that can be computed. */
import { AppError } from '../../../../../../kernel/errors.ts';
import type { UsTaxYear } from '../tax-year.ts';
import { US_2024 } from './2024.ts';
import { US_2025 } from './2025.ts';
import { US_2026 } from './2026.ts';

const YEARS: readonly UsTaxYear[] = [US_2024, US_2025, US_2026];

/** @throws AppError `validation` for a year whose tables are not here */
export function usTaxYear(year: number): UsTaxYear {
  const found = YEARS.find((one) => one.year === year);
  if (!found)
    throw new AppError(
      'validation',
      `There are tables for ${YEARS[0]!.year} to ${YEARS.at(-1)!.year}, and none for ${year}.`,
      { field: 'year' },
    );
  return found;
}

export const US_TAX_YEARS: readonly number[] = YEARS.map((one) => one.year);
