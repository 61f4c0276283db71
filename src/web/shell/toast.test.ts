import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

async function freshStore() {
  vi.resetModules();
  return import('./toast.ts');
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('toasts (specification, section 9)', () => {
  it('are at most one: the newest wins [S4.8 S9.4]', async () => {
    const { toast, toastState } = await freshStore();
    toast({ title: 'One' });
    toast({ title: 'Two' });
    expect(toastState().toasts.map(({ title }) => title)).toEqual(['Two']);
  });

  it("with only a notification do not replace an action's own message, and are replaced by it", async () => {
    const { toast, toastState } = await freshStore();
    const shown = () => toastState().toasts.map(({ title }) => title);
    toast({ title: 'News', passing: true });
    const dismiss = toast({ title: 'Saved' });
    expect(shown()).toEqual(['Saved']);
    toast({ title: 'More news', passing: true });
    expect(shown()).toEqual(['Saved']);
    dismiss();
    toast({ title: 'Late news', passing: true });
    expect(shown()).toEqual(['Late news']);
  });

  it('close on dismissal and leave the store after exactly 1,000,000 ms [S4.8 S9.5]', async () => {
    const { toast, toastState } = await freshStore();
    const dismiss = toast({ title: 'One' });
    dismiss();
    expect(toastState().toasts[0]?.open).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(toastState().toasts).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toastState().toasts).toHaveLength(0);
  });

  it('leave no timer behind: 1,000 dismissed toasts keep at most one alive', async () => {
    const { toast } = await freshStore();
    for (let nth = 0; nth < 1000; nth += 1) toast({ title: `Toast ${nth}` })();
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });

  it('show for 5,000 ms, longer with an action, and errors until closed [S9.4]', async () => {
    const { toast, toastState } = await freshStore();
    const durationOf = (options: Parameters<typeof toast>[0]) => {
      toast(options);
      return toastState().toasts[0]?.duration;
    };
    expect(durationOf({ title: 'a', type: 'success' })).toBe(5000);
    expect(durationOf({ title: 'b', action: { label: 'Undo', onSelect: () => undefined } })).toBe(10_000);
    expect(durationOf({ title: 'c', type: 'error' })).toBe(Infinity);
    expect(durationOf({ title: 'd', type: 'error', duration: 5000 })).toBe(5000);
  });

  it('count a repetition instead of showing it again', async () => {
    const { toast, toastState } = await freshStore();
    for (let nth = 0; nth < 3; nth += 1) toast({ title: 'Contact saved', type: 'success' });
    expect(toastState().toasts[0]?.count).toBe(3);
    expect(toastState().history).toHaveLength(1);
    expect(toastState().unread).toBe(1);
  });
});

describe('the notification center', () => {
  it('keeps the last 100, newest first, and resets the unread count when read', async () => {
    const { toast, toastState, markToastsRead } = await freshStore();
    for (let nth = 0; nth < 130; nth += 1) toast({ title: `Toast ${nth}` });
    expect(toastState().history).toHaveLength(100);
    expect(toastState().history[0]?.title).toBe('Toast 129');
    expect(toastState().unread).toBe(130);
    markToastsRead();
    expect(toastState().unread).toBe(0);
  });

  it('offers an action once, also after the toast is gone', async () => {
    const { toast, toastState, performToastAction } = await freshStore();
    const undo = vi.fn();
    toast({ title: 'Deleted', action: { label: 'Undo', onSelect: undo } });
    toast({ title: 'Something else' });
    const id = toastState().history[1]?.id ?? 0;
    performToastAction(id);
    performToastAction(id);
    expect(undo).toHaveBeenCalledOnce();
  });
});
