import { createElement, type HTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type EditPath, type Element, isList, isVoid, type Node } from '../engine/node.ts';

/** Attributes that React calls by other names. */
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  maxlength: 'maxLength',
  tabindex: 'tabIndex',
  autocomplete: 'autoComplete',
  datetime: 'dateTime',
  checked: 'defaultChecked',
  value: 'defaultValue',
};

export type OnEdit = (path: EditPath, text: string) => void;

/** Text that is changed in place. The browser has it while it is typed; React puts it there before and after. */
function EditableText({ element, onEdit }: { element: Element; onEdit: OnEdit }) {
  const ref = useRef<HTMLElement>(null);
  const value = element.children.filter((one) => typeof one === 'string').join('');
  useLayoutEffect(() => {
    const node = ref.current;
    if (node && node.textContent !== value) node.textContent = value;
  }, [value]);
  const path = element.edit!;
  const placeholder = String(element.attrs['data-empty'] ?? '');
  const isLong = element.tag === 'div';
  const props: HTMLAttributes<HTMLElement> & Record<string, unknown> = {
    ref,
    className: typeof element.attrs['class'] === 'string' ? `${element.attrs['class']} editable` : 'editable',
    contentEditable: 'plaintext-only',
    suppressContentEditableWarning: true,
    role: 'textbox',
    'aria-label': placeholder,
    'aria-multiline': isLong || undefined,
    'data-empty': placeholder,
    spellCheck: true,
    onInput: (event) => onEdit(path, event.currentTarget.textContent ?? ''),
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !isLong) event.preventDefault();
      if (event.key === 'Escape') event.currentTarget.blur();
      event.stopPropagation();
    },
  };
  return createElement(element.tag, props);
}

function draw(node: Node, onEdit: OnEdit | undefined, key: number): ReactNode {
  if (!node) return null;
  if (typeof node === 'string') return node;
  if (isList(node)) return node.map((one, n) => draw(one, onEdit, n));
  if (node.edit && onEdit) return <EditableText key={key} element={node} onEdit={onEdit} />;
  const props: Record<string, unknown> = { key };
  for (const [name, value] of Object.entries(node.attrs)) {
    const isOption = node.tag === 'option' || node.tag === 'button';
    if (name === 'selected') continue;
    props[name === 'value' && isOption ? 'value' : (NAMES[name] ?? name)] = value;
  }
  if (onEdit && /^(?:input|select|textarea|summary)$/.test(node.tag)) props['tabIndex'] = -1;
  if (node.tag === 'textarea')
    return createElement('textarea', {
      ...props,
      defaultValue: node.children.filter((one) => typeof one === 'string').join(''),
    });
  if (isVoid(node.tag)) return createElement(node.tag, props);
  return createElement(node.tag, props, ...node.children.map((one, n) => draw(one, onEdit, n)));
}

/** A style sheet that many roots share. */
export function makeSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

interface DrawnProps {
  node: Node;
  sheets: readonly CSSStyleSheet[];
  /** Present: texts can be changed in place. */
  onEdit?: OnEdit;
}

/** Markup of a published page, in a root of its own: neither takes the other's styles. */
export function Drawn({ node, sheets, onEdit }: DrawnProps) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const element = host.current!;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [...sheets];
    setRoot(shadow);
  }, [sheets]);
  return <div ref={host}>{root && createPortal(draw(node, onEdit, 0), root as unknown as globalThis.Element)}</div>;
}
