/** The parts of approvals that other domains' pages may use. */
export { SnoozeMenu } from './snooze-menu.tsx';
