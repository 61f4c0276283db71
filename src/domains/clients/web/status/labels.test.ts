import { describe, expect, it } from 'vitest';
import type { ServiceStatus } from '../../contract/status.ts';
import { summaryOf } from './labels.tsx';

const services = (...statuses: ServiceStatus[]) =>
  statuses.map((status, n) => ({
    id: String(n),
    name: `S${n}`,
    status,
    detail: '',
    since: '2026-01-01T00:00:00.000Z',
  }));

describe('all services in one sentence', () => {
  it.each([
    [services('active', 'inactive'), 'active', 'All services operational'],
    [services('active', 'pending'), 'pending', 'All services operational, work in progress'],
    [services('warning', 'pending'), 'warning', 'S0 wants a look'],
    [services('error', 'warning', 'error'), 'error', 'S0 and S2 do not work'],
  ])('%#', (given, status, text) => {
    expect(summaryOf(given)).toEqual({ status, text });
  });
});
