/**
 * For a part that scrolls and holds nothing to press: the arrow keys reach it only when it can have the focus (WCAG
 * 2.1.1).
 */
export const SCROLLABLE = { tabIndex: 0 } as const;
