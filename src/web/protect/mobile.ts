/** The integrity and protection script of phones and tablets (specification, section 8). See docs/protection.md. */
import { checkFiles } from './integrity.ts';
import { watchErrors } from './report.ts';
import { checkStorage, refuseFrames, watchInjections } from './page-protection.ts';

refuseFrames();
watchErrors();
watchInjections();
checkStorage();
checkFiles();

const { style } = document.documentElement;

// No one must be able to read the page in the system's app switcher.
document.addEventListener('visibilitychange', () => {
  style.filter = document.hidden ? 'blur(1rem)' : '';
});

// How much of the page the keyboard covers, for content at the bottom.
const { visualViewport } = window;
visualViewport?.addEventListener('resize', () => {
  style.setProperty('--keyboard', `${Math.max(0, Math.round(innerHeight - visualViewport.height))}px`);
});
