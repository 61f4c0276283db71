/**
 * The integrity and protection script of computers (specification, section 8). What it does and does not:
 * docs/protection.md.
 */
import { checkFiles } from './integrity.ts';
import { watchErrors } from './report.ts';
import { checkStorage, refuseFrames, watchInjections } from './surroundings.ts';

refuseFrames();
watchErrors();
watchInjections();
checkStorage();
checkFiles();

// What is marked as confidential may be copied and printed; the person is reminded of what it is.
document.addEventListener('copy', () => {
  const start = getSelection()?.anchorNode;
  if (start?.parentElement?.closest('[data-confidential]')) dispatchEvent(new Event('gauntlet:confidential-copied'));
});

let notice: HTMLElement | undefined;
addEventListener('beforeprint', () => {
  if (!document.querySelector('[data-confidential]')) return;
  notice = document.createElement('p');
  notice.textContent = 'Confidential: keep this sheet where nobody else reads it.';
  document.body.prepend(notice);
});
addEventListener('afterprint', () => notice?.remove());
