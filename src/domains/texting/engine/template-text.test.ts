import { expect, it } from 'vitest';
import { fillText, unknownVariable } from './template-text.ts';

it.each([
  ['Hi {{first_name}}, see you at 3.', 'Ada King', 'Hi Ada, see you at 3.'],
  ['{{ name }}: your table is ready.', 'Ada King', 'Ada King: your table is ready.'],
  ['Hi {{first_name}}, see you at 3.', '', 'Hi, see you at 3.'],
  ['Code {{code}}', 'Ada', 'Code {{code}}'],
  ['{{constructor}}', 'Ada', '{{constructor}}'],
])('fills %s for “%s”', (text, name, filled) => {
  expect(fillText(text, name)).toBe(filled);
});

it('names the first unknown variable', () => {
  expect(unknownVariable('{{name}} {{ code }} {{other}}')).toBe('code');
  expect(unknownVariable('{{first_name}}')).toBeUndefined();
});
