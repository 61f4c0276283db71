/** Replies that a person lets through. Approving posts nothing: the text is ready to copy beside the post. */
import * as z from 'zod';
import { cut } from '../../../kernel/text.ts';
import { currentWorkspaceId, updateRows } from '../../../server/db/index.ts';
import { defineApprovalKind, requestApproval } from '../../approvals/index.ts';
import type { Hit, ReplyState } from '../contract.ts';
import { publishWatches } from './store-posts.ts';

const Content = z.object({
  hitId: z.uuid(),
  text: z.string().trim().min(1, 'Reply is required.').max(3_000),
  post: z.string().max(4_000),
  url: z.string().max(2_000),
});

/** A hit that is gone by now is left alone. */
async function note(hitId: string, replyState: ReplyState, reply?: string): Promise<void> {
  await updateRows('social_hits', { replyState, reply }, { id: hitId, workspaceId: currentWorkspaceId() });
  await publishWatches();
}

export const replyKind = defineApprovalKind({
  name: 'social-scanner.reply',
  tab: 'outgoing',
  label: 'Reply to a public post',
  content: Content,
  effect: 'inside',
  reasons: ['Wrong tone', 'Not our customer', 'Too late'],
  fields: [
    { key: 'text', label: 'Reply', input: 'text' },
    { key: 'post', label: 'Post', input: 'fixed' },
    { key: 'url', label: 'Address', input: 'fixed' },
  ],
  async execute({ hitId, text }) {
    await note(hitId, 'approved', text);
    return { text };
  },
  undo: ({ hitId }) => note(hitId, 'rejected'),
  rejected: ({ hitId }) => note(hitId, 'rejected'),
  reopened: ({ hitId }) => note(hitId, 'waiting'),
});

/** Asks for approval, in the ambient transaction; a rule may let it through at once. @returns the request's id */
export async function askForReply(hit: Hit, text: string): Promise<string> {
  const { id } = await requestApproval(replyKind, {
    title: `Reply to ${hit.author || 'a post'} on ${hit.site || hit.sourceTitle}`,
    why: `Watch “${hit.watchName}”, intent ${hit.intent}. After approval, you post it yourself.`,
    origin: { type: 'social_scanner', id: hit.id, label: 'Social media scanner' },
    content: { hitId: hit.id, text, post: cut([hit.title, hit.text].filter(Boolean).join('\n'), 4_000), url: hit.url },
  });
  return id;
}
