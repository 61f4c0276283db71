/** The services by which the example's tax years and valuation are made: the same that a person's calls go through. */
import { addDocument, updateDocument } from '../tax/documents.ts';
import { describeYear } from '../tax/facts.ts';
import { addEntry, addPayment } from '../tax/items.ts';
import { placeCategories } from '../tax/mapping.ts';
import { createProfile } from '../tax/profiles.ts';
import { createScenario } from '../tax/scenarios.ts';
import { createValuation } from '../valuation/service.ts';

export const taxDemo = {
  createProfile,
  describeYear,
  placeCategories,
  addEntry,
  addPayment,
  addDocument,
  updateDocument,
  createScenario,
  createValuation,
};
