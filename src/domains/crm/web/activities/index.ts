/** What record pages use of activities. */
export { ActivitiesOf } from './activities-of.tsx';
