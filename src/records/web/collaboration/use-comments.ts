import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fillPath } from '../../../kernel/path.ts';
import { call } from '../../../web/api/request.ts';
import { offerUndo } from '../../../web/shell/undo.ts';
import { COLLABORATION, type Comment, type Reaction } from '../../contract/collaboration.ts';
import { KINDS } from '../../contract/kinds.ts';
import type { Written } from '../note-editor.tsx';
import type { RecordOf } from '../record-ref.ts';

/** Actions on a record's comments. Each shows in the list and in the timeline, and rejects when refused. */
export function useCommentActs({ kind, id }: RecordOf) {
  const client = useQueryClient();
  return useMemo(() => {
    const { comments } = COLLABORATION[kind];
    const params = { id };
    const refresh = () =>
      Promise.all(
        ['comments', 'timeline', 'watch'].map((part) =>
          client.invalidateQueries({ queryKey: [fillPath(`${KINDS[kind].path}/{id}/${part}`, params)] }),
        ),
      );
    const done = async <T>(act: Promise<T>): Promise<T> => {
      const answer = await act;
      await refresh();
      return answer;
    };
    return {
      write: (written: Written, parentId?: string) =>
        done(call(comments.create, { params, body: { ...written, ...(parentId && { parentId }) } })),
      change: ({ id: commentId, version }: Pick<Comment, 'id' | 'version'>, written: Written) =>
        done(call(comments.update, { params: { ...params, commentId }, body: { ...written, version } })),
      resolve: ({ id: commentId }: Comment, resolved: boolean) =>
        done(call(comments.resolve, { params: { ...params, commentId }, body: { resolved } })),
      react: ({ id: commentId }: Comment, reaction: Reaction, on: boolean) =>
        done(call(comments.react, { params: { ...params, commentId }, body: { reaction, on } })),
      remove: async ({ id: commentId }: Comment) => {
        const which = { ...params, commentId };
        await done(call(comments.remove, { params: which }));
        offerUndo({ title: 'Comment deleted', undo: () => done(call(comments.restore, { params: which })) });
      },
    };
  }, [client, id, kind]);
}

export type CommentActs = ReturnType<typeof useCommentActs>;
