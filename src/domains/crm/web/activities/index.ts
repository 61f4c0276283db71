/** Activity components for record pages. */
export { ActivitiesOf } from './related-activities.tsx';
