import { page } from '../../../web/router/page.ts';

export const workspacePages = [
  page('/join', { title: 'Invitation', guard: 'public', load: () => import('./join-page.tsx') }),
  page('/registration-wizard', {
    title: 'Register your business',
    guard: 'public',
    load: () => import('./registration/wizard-page.tsx'),
  }),
  page('/team', {
    title: 'Team',
    guard: 'admin',
    load: () => import('./team/team-page.tsx'),
    keywords: ['members', 'invite', 'invitations', 'roles', 'deactivate', 'hand over', 'availability', 'registration'],
  }),
];
