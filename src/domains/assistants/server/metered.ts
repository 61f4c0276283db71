/** Prices of assistants in credits. */
import { defineMeteredFeature } from '../../billing/index.ts';

/** Tokens that assistants read and write with a model of the installation. */
export const TOKENS = defineMeteredFeature({
  id: 'assistant.tokens',
  label: 'Assistant',
  unit: '1,000 tokens',
  defaultPrice: '0.2',
}).id;
