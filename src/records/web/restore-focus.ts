/**
 * What had the focus went away with the act, such as the menu of a record that is in the trash now. Once that is drawn,
 * the page's heading takes the focus, so that keys and screen readers go on from there.
 */
export function catchLostFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading || document.activeElement !== document.body) return;
      heading.tabIndex = -1;
      heading.focus();
    }),
  );
}
