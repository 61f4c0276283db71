/**
 * Which of a business ledger's usual categories the usual categories of expenses belong to, where they are called
 * differently.
 */
const USUAL: Readonly<Record<string, string>> = {
  Lodging: 'Travel',
  'Local transport': 'Travel',
  'Per diem': 'Travel',
  'Client entertainment': 'Meals',
  Mileage: 'Vehicles',
  'Phone and internet': 'Utilities',
  Training: 'Professional fees',
  Other: 'Other expenses',
};

/** Itself, where nothing else is usual. */
export function usualCategory(category: string): string {
  return USUAL[category] ?? category;
}
