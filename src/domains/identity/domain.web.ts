/** Sign-in, registration, and settings. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const identityDomain = defineWebDomain({
  name: 'identity',
  pages: [
    page('/login', { title: 'Sign in', guard: 'public', load: () => import('./web/sign-in-page.tsx') }),
    page('/register', { title: 'Set up Gauntlet', guard: 'public', load: () => import('./web/register-page.tsx') }),
    page('/forgot-password', {
      title: 'Forgotten password',
      guard: 'public',
      load: () => import('./web/forgot-password-page.tsx'),
    }),
    page('/reset-password', {
      title: 'Set a new password',
      guard: 'public',
      load: () => import('./web/reset-password-page.tsx'),
    }),
    page('/confirm-email', {
      title: 'Confirm your address',
      guard: 'public',
      load: () => import('./web/confirm-email-page.tsx'),
    }),
    page('/settings', { title: 'Settings', guard: 'user', load: () => import('./web/settings/settings-page.tsx') }),
    page('/sound-test', {
      title: 'Sound test',
      guard: 'public',
      load: () => import('./web/sound-test/sound-test-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
