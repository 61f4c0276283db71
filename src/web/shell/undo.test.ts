import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '../api/session.ts';

async function fresh() {
  vi.resetModules();
  const [undo, toasts, session] = await Promise.all([
    import('./undo.ts'),
    import('./toast.ts'),
    import('../api/session.ts'),
  ]);
  const signIn = (id: string) => session.adoptUser(new QueryClient(), { id, workspace: { id: 'w' } } as SessionUser);
  const said = () => toasts.toastState().toasts.map(({ title, description }) => [title, description]);
  const press = () => toasts.performToastAction(toasts.toastState().toasts[0]!.id);
  return { ...undo, ...toasts, signIn, said, press };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('undo', () => {
  it('belongs to its author: the next person in the tab can undo nothing', async () => {
    const { offerUndo, undoLast, toastState, performToastAction, signIn } = await fresh();
    const undo = vi.fn(() => Promise.resolve());
    signIn('ada');
    offerUndo({ title: 'Secret deleted', undo });
    signIn('bob');
    expect(undoLast()).toBe(false);
    performToastAction(toastState().history[0]!.id);
    await settled();
    expect(undo).not.toHaveBeenCalled();
    signIn('ada');
    expect(undoLast()).toBe(true);
    await settled();
    expect(undo).toHaveBeenCalledOnce();
  });

  it('happens once, by key, toast, or list of messages', async () => {
    const { offerUndo, undoLast, toastState, performToastAction } = await fresh();
    const undo = vi.fn(() => Promise.resolve());
    offerUndo({ title: 'Moved', undo });
    const { id } = toastState().history[0]!;
    undoLast();
    performToastAction(id);
    await settled();
    expect(undo).toHaveBeenCalledOnce();
  });

  it('goes step by step, however fast the key is pressed', async () => {
    const { offerUndo, undoLast } = await fresh();
    const steps: string[] = [];
    for (const name of ['first', 'second']) {
      offerUndo({
        title: name,
        quiet: true,
        undo: async () => {
          steps.push(`${name} begins`);
          await new Promise((resolve) => setTimeout(resolve, 50));
          steps.push(`${name} ends`);
        },
      });
    }
    undoLast();
    undoLast();
    await vi.advanceTimersByTimeAsync(200);
    expect(steps).toEqual(['second begins', 'second ends', 'first begins', 'first ends']);
  });

  it('can be retried when no answer came', async () => {
    const { offerUndo, undoLast, said, press } = await fresh();
    const undo = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(undefined);
    offerUndo({ title: 'Deleted', undo });
    undoLast();
    await settled();
    expect(said()[0]![0]).toBe('Couldn’t undo');
    press();
    await settled();
    expect(said()).toEqual([['Undone', 'Deleted']]);
  });

  it('reports failures once, and names what stays', async () => {
    const { offerUndo, undoLast, said, toast, NotUndone } = await fresh();
    offerUndo({
      title: 'Set',
      quiet: true,
      undo: () => {
        toast({ type: 'error', title: 'Not changed' });
        return Promise.resolve(false);
      },
    });
    undoLast();
    await settled();
    expect(said()).toEqual([['Not changed', undefined]]);
    offerUndo({ title: 'Many', quiet: true, undo: () => Promise.resolve('2 stay as they are.') });
    undoLast();
    await settled();
    expect(said()).toEqual([['Partially undone', '2 stay as they are.']]);
    offerUndo({ title: 'Theirs', quiet: true, undo: () => Promise.reject(new NotUndone('Changed since.')) });
    undoLast();
    await settled();
    expect(said()).toEqual([['Couldn’t undo', 'Changed since.']]);
  });
});
