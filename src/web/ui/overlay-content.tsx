import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { useReturnFocus } from './return-focus.ts';

interface OverlayContentProps extends ComponentProps<typeof Radix.Content> {
  described: boolean;
  startsAt?: 'control' | 'content';
}

/** The panel of a dialog or sheet: where the focus goes as it opens and closes is the same for all of them. */
export function OverlayContent({ described, startsAt, ...rest }: OverlayContentProps) {
  const focus = useReturnFocus(startsAt);
  return <Radix.Content {...focus} {...(described ? {} : { 'aria-describedby': undefined })} {...rest} />;
}
