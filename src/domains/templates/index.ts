/** What the entry points and the example business may use of templates. */
export { createTemplate, getShipped as shippedTemplate } from './server/store.ts';
export { startOnboarding } from './server/onboarding/start.ts';
