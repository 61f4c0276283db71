/** What record pages use of activities. */
export { ActivitiesOf } from './related-activities.tsx';
