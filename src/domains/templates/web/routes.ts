import { page } from '../../../web/router/page.ts';

export const templatePages = [
  page('/mini-gauntlets', {
    title: 'Mini Gauntlets',
    guard: 'admin',
    keywords: ['templates', 'blueprints', 'snapshots', 'industry'],
    load: () => import('./gallery-page.tsx'),
  }),
  page('/gauntlet-onboarding/{templateId}', {
    title: 'Set up a client',
    guard: 'admin',
    load: () => import('./wizard-page.tsx'),
  }),
  page('/client-onboarding', {
    title: 'Client onboarding',
    guard: 'admin',
    keywords: ['checklist', 'set-up', 'stuck'],
    load: () => import('./onboarding-page.tsx'),
  }),
  page('/industry-templates', {
    title: 'Industry templates',
    guard: 'open',
    keywords: ['trades', 'verticals', 'templates'],
    load: () => import('./industry-templates-page.tsx'),
  }),
  page('/industry-crm', {
    title: 'Industry CRM',
    guard: 'admin',
    keywords: ['trades', 'verticals', 'pipelines'],
    load: () => import('./industry-crm-page.tsx'),
  }),
];
