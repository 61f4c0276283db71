/**
 * Standard mileage rates for business use of a car in the United States, dollars a mile. Another year is one more line,
 * another country one more file.
 */
export const US_IRS = {
  id: 'us-irs',
  name: 'IRS standard mileage rate',
  unit: 'mi',
  currency: 'USD',
  rates: [
    { from: '2024-01-01', to: '2024-12-31', rate: '0.67', source: 'IRS Notice 2024-08' },
    { from: '2025-01-01', to: '2025-12-31', rate: '0.70', source: 'IRS Notice 2025-05' },
    { from: '2026-01-01', to: '2026-12-31', rate: '0.725', source: 'IRS Notice 2026-10' },
  ],
} as const;
