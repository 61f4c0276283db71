/**
 * The focused element can disappear with an action, such as the menu of a record moved to the trash. The page's heading
 * then gets the focus, so that the keyboard and screen readers continue there.
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
