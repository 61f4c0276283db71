/** Features that cost credits. Each domain declares its own next to the code that spends them. */
import { decimal, type Decimal } from '../../../kernel/money/index.ts';

export interface MeteredFeature {
  /** Dotted and never changed, because usage is kept by it: `assistant.tokens`. */
  id: string;
  /** As people read it on the credits page: `Assistant`. */
  label: string;
  /** The counted unit, in the plural: `1,000 tokens`, `messages`. */
  unit: string;
  /** Credits for one unit. */
  defaultPrice: string;
}

const features = new Map<string, MeteredFeature>();

/** Declares something that costs credits. Call it once, where the module is loaded. */
export function defineMeteredFeature(feature: MeteredFeature): MeteredFeature {
  if (features.has(feature.id)) throw new Error(`There are two metered features called ${feature.id}`);
  creditAmount(feature.defaultPrice);
  features.set(feature.id, Object.freeze({ ...feature }));
  return feature;
}

/** All of them, by label. */
export function meteredFeatures(): MeteredFeature[] {
  return [...features.values()].sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** @throws Error for one that no one declared: usage under it would have no name. */
export function meteredFeature(id: string): MeteredFeature {
  const feature = features.get(id);
  if (!feature) throw new Error(`There is no metered feature called ${id}`);
  return feature;
}

/** The feature's label, or its id if this version no longer has it. */
export const featureLabel = (id: string): string => features.get(id)?.label ?? id;

/** Digits after the point that a credit has. */
export const CREDIT_PLACES = 4;
const AMOUNT = /^\d{1,13}(\.\d{1,4})?$/;

/**
 * Reads an amount of credits.
 * @throws RangeError for anything but a decimal of at most 13 digits before and 4 after the point, 0 or more
 */
export function creditAmount(text: string): Decimal {
  if (!AMOUNT.test(text)) throw new RangeError(`${JSON.stringify(text)} is no amount of credits`);
  return decimal(text);
}
