import { describe, expect, it, vi } from 'vitest';
import type { Notification, NotificationSummary } from '../contract.ts';
import { arrivalBetween, arrivalToast } from './new-notifications.ts';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const notification = (n: number, more: Partial<Notification> = {}): Notification => ({
  id: id(n),
  kind: 'test',
  title: `News ${n}`,
  body: null,
  href: null,
  subject: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  seen: false,
  read: false,
  ...more,
});
const summary = (unseen: number, newest: Notification | null): NotificationSummary => ({
  unread: unseen,
  unseen,
  newest,
  elsewhere: 0,
});

describe('an arrival', () => {
  it('is a newer notification that no one has looked at', () => {
    expect(arrivalBetween(summary(0, null), summary(1, notification(1)))).toEqual({
      newest: notification(1),
      count: 1,
    });
    expect(arrivalBetween(summary(1, notification(1)), summary(4, notification(4)))?.count).toBe(3);
  });

  it('is not one that was there, was seen in another tab, or came back when a newer one was removed', () => {
    expect(arrivalBetween(summary(1, notification(1)), summary(1, notification(1)))).toBeNull();
    expect(arrivalBetween(summary(0, null), summary(0, notification(1, { seen: true })))).toBeNull();
    expect(arrivalBetween(summary(2, notification(2)), summary(1, notification(1)))).toBeNull();
    expect(arrivalBetween(summary(1, notification(1)), summary(0, null))).toBeNull();
  });

  it('counts as one though others were seen meanwhile', () => {
    expect(arrivalBetween(summary(5, notification(5)), summary(1, notification(6)))?.count).toBe(1);
  });
});

describe('its toast', () => {
  const acts = { open: vi.fn(), showAll: vi.fn() };

  it('says the news and leads to it', () => {
    const toast = arrivalToast(
      { newest: notification(1, { body: 'x'.repeat(200), href: '/contacts/1' }), count: 1 },
      acts,
    );
    expect(toast).toMatchObject({ title: 'News 1', passing: true, action: { label: 'Open' } });
    expect(toast.description).toHaveLength(140);
    toast.action!.onSelect();
    expect(acts.open).toHaveBeenCalledWith(expect.objectContaining({ id: id(1) }));
  });

  it('has nothing to press where there is nowhere to go', () => {
    expect(arrivalToast({ newest: notification(1), count: 1 }, acts).action).toBeUndefined();
  });

  it('says how many when there are several', () => {
    const toast = arrivalToast({ newest: notification(3), count: 3 }, acts);
    expect(toast).toMatchObject({ title: '3 new notifications', description: 'Latest: News 3' });
    toast.action!.onSelect();
    expect(acts.showAll).toHaveBeenCalled();
  });
});
