/** What other domains' browser halves may use of approvals. */
export { SnoozeMenu } from './snooze-menu.tsx';
