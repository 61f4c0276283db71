import { page } from '../../../web/router/page.ts';

export const identityPages = [
  page('/login', { title: 'Sign in', guard: 'public', load: () => import('./sign-in-page.tsx') }),
  page('/register', { title: 'Set up Gauntlet', guard: 'public', load: () => import('./register-page.tsx') }),
  page('/forgot-password', {
    title: 'Forgotten password',
    guard: 'public',
    load: () => import('./forgot-password-page.tsx'),
  }),
  page('/reset-password', {
    title: 'Set a new password',
    guard: 'public',
    load: () => import('./reset-password-page.tsx'),
  }),
  page('/confirm-email', {
    title: 'Confirm your address',
    guard: 'public',
    load: () => import('./confirm-email-page.tsx'),
  }),
  page('/settings', {
    title: 'Settings',
    guard: 'user',
    load: () => import('./settings/settings-page.tsx'),
    keywords: [
      'profile',
      'password',
      'notifications',
      'theme',
      'appearance',
      'sounds',
      'api keys',
      'two-factor',
      'sessions',
      'availability',
      'account',
    ],
  }),
  page('/sound-test', { title: 'Sound test', guard: 'public', load: () => import('./sound-test/sound-test-page.tsx') }),
];
