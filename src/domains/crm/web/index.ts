/** Exports for other domains' pages. */
export { facetsOf, useFilterChoices } from '../../../records/web/choices.ts';
export { ActivitiesOf } from './activities/index.ts';
export { stageTone } from './opportunities/stage-color.tsx';
export { contactName } from './contacts/contact-name.ts';
export { timeText } from './activities/times.ts';
