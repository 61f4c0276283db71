/** The integrity and protection script of computers (specification, section 8). See docs/protection.md. */
import { checkFiles } from './integrity.ts';
import { watchErrors } from './report.ts';
import { checkStorage, refuseFrames, watchInjections } from './page-protection.ts';

refuseFrames();
watchErrors();
watchInjections();
checkStorage();
checkFiles();

// Confidential text may be copied and printed, with a reminder.
document.addEventListener('copy', () => {
  const start = getSelection()?.anchorNode;
  if (start?.parentElement?.closest('[data-confidential]')) dispatchEvent(new Event('gauntlet:confidential-copied'));
});

let notice: HTMLElement | undefined;
addEventListener('beforeprint', () => {
  if (!document.querySelector('[data-confidential]')) return;
  notice = document.createElement('p');
  notice.textContent = 'Confidential: store this sheet where no one else can read it.';
  document.body.prepend(notice);
});
addEventListener('afterprint', () => notice?.remove());
