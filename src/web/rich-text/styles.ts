/** Looks of a text with formatting, the same where it is read and where it is written. */
export const RICH_TEXT_CLASS = [
  'min-w-0 break-words [&_p]:whitespace-pre-wrap [&_p]:min-h-[1lh]',
  '[&_:is(h2,h3)]:font-semibold [&_h2]:text-base [&_h3]:text-sm [&>*+:is(h2,h3)]:mt-2',
  '[&_:is(ul,ol)]:pl-5 [&_ul]:list-disc [&_ol]:list-decimal [&>*+:is(ul,ol,pre,blockquote)]:mt-1 [&>:is(ul,ol,pre,blockquote)+*]:mt-1',
  '[&_ul[data-type=taskList]]:list-none [&_ul[data-type=taskList]]:pl-0 [&_ul[data-type=taskList]>li]:flex [&_ul[data-type=taskList]>li]:items-start [&_ul[data-type=taskList]>li]:gap-2',
  '[&_li>div]:min-w-0 [&_li>div]:flex-1 [&_li>label]:flex [&_li>label]:h-[1lh] [&_li>label]:items-center',
  'pointer-coarse:[&_li>label]:min-h-11 pointer-coarse:[&_li>label]:min-w-11 pointer-coarse:[&_ul[data-type=taskList]>li>div]:py-2.5',
  '[&_input[type=checkbox]]:size-4 [&_input[type=checkbox]]:accent-(--accent)',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3 [&_blockquote]:text-muted',
  '[&_:is(code,pre)]:rounded-sm [&_:is(code,pre)]:bg-sunken [&_:is(code,pre)]:font-mono [&_:is(code,pre)]:text-xs [&_code]:px-1 [&_pre]:overflow-x-auto [&_pre]:p-2 [&_pre_code]:p-0 [&_pre]:whitespace-pre-wrap',
  '[&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-2 [&_hr]:my-2 [&_hr]:border-line',
].join(' ');

export const MENTION_CLASS = 'rounded-sm bg-accent-soft px-0.5 font-medium text-accent-ink';
