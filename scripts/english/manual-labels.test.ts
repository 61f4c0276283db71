import { describe, expect, it } from 'vitest';
import { interfaceTexts } from './interface-texts.ts';

/** Labels that the interface composes, and labels of Excalidraw. */
const COMPOSED = new Set([
  'Set up the number at Twilio',
  'Update the contact',
  'Update the opportunity',
  'Send to',
  'Export image…',
]);
const KEY = /^(Alt|Ctrl|Ctrl\/⌘|Cmd|Shift|Enter|Esc|Tab|Delete|Space|F\d+|⌘|\W|[A-Z])( |$)/;

const straight = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ');
const isManual = ({ file }: { file: string }) => file.startsWith('docs/manual/');

describe('the manual', () => {
  it('names only buttons and labels that the interface has', () => {
    const texts = interfaceTexts();
    const labels = texts
      .filter((text) => !isManual(text))
      .map(({ text }) => straight(text))
      .join('\n');
    const unknown = texts.filter(isManual).flatMap(({ file, line, text }) =>
      [...text.matchAll(/\*\*([^*]+)\*\*/g)]
        .flatMap(([, bold]) => straight(bold!).split(' → '))
        .map((label) => label.replace(/[.:,]$/, ''))
        .filter((label) => !KEY.test(label) && !COMPOSED.has(label) && !labels.includes(label))
        .map((label) => `${file}:${line} ${label}`),
    );
    expect(unknown).toEqual([]);
  });
});
