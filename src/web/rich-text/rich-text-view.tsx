import { Fragment, type ReactNode } from 'react';
import { isSafeHref } from '../../kernel/rich-text-links.ts';
import type { RichMark, RichNode, RichText } from '../../kernel/rich-text-types.ts';
import { cx } from '../ui/cx.ts';
import { MENTION_CLASS, RICH_TEXT_CLASS } from './styles.ts';

interface RichTextViewProps {
  doc: RichText;
  className?: string;
  /** Shows a piece of plain text, for example with names marked in it; as it is by default. */
  renderText?: (text: string) => ReactNode;
  /** Entry of a checklist ticked or no longer; `nth` counts all entries in reading order. Absent: not to be changed. */
  onCheck?: (nth: number, checked: boolean) => void;
}

const asItIs = (text: string): ReactNode => text;

/** A text with formatting, to be read. It needs no editor; only the checklist can be changed. */
export function RichTextView({ doc, className, renderText = asItIs, onCheck }: RichTextViewProps) {
  const context: Context = { renderText, onCheck, tasks: 0 };
  return <div className={cx(RICH_TEXT_CLASS, className)}>{blocks(doc.content, context)}</div>;
}

interface Context {
  renderText: (text: string) => ReactNode;
  onCheck: RichTextViewProps['onCheck'];
  /** Checklist entries so far. */
  tasks: number;
}

const blocks = (nodes: readonly RichNode[] | undefined, context: Context): ReactNode[] =>
  (nodes ?? []).map((node, nth) => <Fragment key={nth}>{block(node, context)}</Fragment>);

function block(node: RichNode, context: Context): ReactNode {
  switch (node.type) {
    case 'heading':
      // The record's own headings stand above: these are headings inside of a note, two levels below.
      return node.attrs?.['level'] === 3 ? (
        <h3 aria-level={5}>{inline(node.content, context)}</h3>
      ) : (
        <h2 aria-level={4}>{inline(node.content, context)}</h2>
      );
    case 'bulletList':
      return <ul>{blocks(node.content, context)}</ul>;
    case 'orderedList':
      return <ol start={Number(node.attrs?.['start'] ?? 1)}>{blocks(node.content, context)}</ol>;
    case 'taskList':
      return <ul data-type="taskList">{blocks(node.content, context)}</ul>;
    case 'listItem':
      return <li>{blocks(node.content, context)}</li>;
    case 'taskItem':
      return task(node, context);
    case 'blockquote':
      return <blockquote>{blocks(node.content, context)}</blockquote>;
    case 'codeBlock':
      return (
        <pre>
          <code>{(node.content ?? []).map(({ text }) => text).join('')}</code>
        </pre>
      );
    case 'horizontalRule':
      return <hr />;
    default:
      return <p>{inline(node.content, context)}</p>;
  }
}

function task(node: RichNode, context: Context): ReactNode {
  const nth = context.tasks++;
  const { onCheck } = context;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          aria-label={wordsOf(node.content?.[0]) || 'Entry'}
          checked={node.attrs?.['checked'] === true}
          disabled={!onCheck}
          onChange={(event) => onCheck?.(nth, event.target.checked)}
        />
      </label>
      <div>{blocks(node.content, context)}</div>
    </li>
  );
}

const wordsOf = (paragraph: RichNode | undefined): string =>
  (paragraph?.content ?? []).map(({ text, attrs }) => text ?? (attrs?.['label'] as string | undefined) ?? ' ').join('');

const inline = (nodes: readonly RichNode[] | undefined, { renderText }: Context): ReactNode[] =>
  (nodes ?? []).map((node, nth) => (
    <Fragment key={nth}>
      {(node.marks ?? []).reduce<ReactNode>(
        (inner, mark) => withMark(mark, inner),
        node.type === 'hardBreak' ? (
          <br />
        ) : node.type === 'mention' ? (
          <span className={MENTION_CLASS}>@{String(node.attrs?.['label'])}</span>
        ) : (
          renderText(node.text ?? '')
        ),
      )}
    </Fragment>
  ));

function withMark({ type, attrs }: RichMark, inner: ReactNode): ReactNode {
  switch (type) {
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    case 'strike':
      return <s>{inner}</s>;
    case 'code':
      return <code>{inner}</code>;
    case 'link':
      return isSafeHref(attrs?.href ?? '') ? (
        <a href={attrs?.href} target="_blank" rel="noopener noreferrer nofollow">
          {inner}
        </a>
      ) : (
        inner
      );
  }
}
