/** The parts of templates that the entry points and the sample data may use. */
export { createTemplate, getShipped as shippedTemplate } from './server/store.ts';
export { startOnboarding } from './server/onboarding/start.ts';
