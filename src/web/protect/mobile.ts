/**
 * The integrity and protection script of phones and tablets (specification, section 8). What it does and does not:
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

const { style } = document.documentElement;

// The picture that the system's list of apps shows of the page must not be readable by whoever looks over the shoulder.
document.addEventListener('visibilitychange', () => {
  style.filter = document.hidden ? 'blur(1rem)' : '';
});

// How much of the page the keyboard covers, for what stands at its bottom.
const { visualViewport } = window;
visualViewport?.addEventListener('resize', () => {
  style.setProperty('--keyboard', `${Math.max(0, Math.round(innerHeight - visualViewport.height))}px`);
});
