/** The sample accounts. They exist in demo mode only; the server refuses to load them into an installation in use. */

export const DEMO_PASSWORD = 'Gauntlet-demo-1';

export interface DemoAccount {
  email: string;
  name: string;
  /** Label of the account on the sign-in page. */
  label: string;
  role: 'admin' | 'opus_team' | 'user';
  workspace: 'operations' | 'client' | 'personal';
  username: string;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'admin@gauntlet.example',
    name: 'Avery Marsh',
    label: 'Administrator',
    role: 'admin',
    workspace: 'operations',
    username: 'admin',
  },
  {
    email: 'opus@gauntlet.example',
    name: 'Oona Prescott',
    label: 'Fund team',
    role: 'opus_team',
    workspace: 'operations',
    username: 'opus',
  },
  {
    email: 'staff@gauntlet.example',
    name: 'Sam Whitlock',
    label: 'Operations staff',
    role: 'user',
    workspace: 'operations',
    username: 'staff',
  },
  {
    email: 'client@gauntlet.example',
    name: 'Carmen Delgado',
    label: 'Client business',
    role: 'user',
    workspace: 'client',
    username: 'client',
  },
  {
    email: 'member@gauntlet.example',
    name: 'Miles Thornbury',
    label: 'Community member',
    role: 'user',
    workspace: 'personal',
    username: 'member',
  },
];
