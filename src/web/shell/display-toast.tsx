import { useEffect, useRef, useState } from 'react';
import { ToastCard, type ToastType } from '../ui/toast.tsx';
import { announce } from './announcer.tsx';
import { playSound } from './sounds.ts';
import { spring } from './spring.ts';

export interface DisplayToastProps {
  message: string;
  /** Default `info`. */
  type?: ToastType;
  isVisible: boolean;
  onClose: () => void;
  /** Milliseconds until it closes; default 3000. Showing it again or changing this restarts the clock. */
  duration?: number;
  className?: string;
}

const ENTER = spring(400, 25);
const EXIT_DURATION = 200;
const HIDDEN = { opacity: 0, transform: 'translateY(50px) scale(0.8)' };
const SHOWN = { opacity: 1, transform: 'none' };
const GONE = { opacity: 0, transform: 'translateY(20px) scale(0.8)' };
const SOUNDS = { success: 'success', error: 'error', warning: 'warning', info: 'notification' } as const;

/**
 * A toast that a screen shows itself, besides the global notifier: springs in from below, plays its sound, and closes
 * after its duration or by its button (specification, section 4).
 */
export function DisplayToast({
  message,
  type = 'info',
  isVisible,
  onClose,
  duration = 3_000,
  className,
}: DisplayToastProps) {
  const [mounted, setMounted] = useState(isVisible);
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  if (isVisible && !mounted) setMounted(true);

  useEffect(() => {
    if (!isVisible) return undefined;
    const timer = setTimeout(() => close.current(), duration);
    return () => clearTimeout(timer);
  }, [isVisible, duration]);

  useEffect(() => {
    if (!isVisible) return;
    playSound(SOUNDS[type]);
    announce(message, type === 'error' ? 'assertive' : 'polite');
  }, [isVisible, message, type]);

  useEffect(() => {
    const element = box.current;
    if (!element || !mounted) return undefined;
    const still =
      document.documentElement.classList.contains('no-animations') ||
      matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isVisible) {
      const entering = still ? undefined : element.animate([HIDDEN, SHOWN], ENTER);
      return () => entering?.cancel();
    }
    if (still) {
      setMounted(false);
      return undefined;
    }
    const leaving = element.animate([SHOWN, GONE], { duration: EXIT_DURATION, easing: 'ease-in', fill: 'forwards' });
    leaving.addEventListener('finish', () => setMounted(false));
    return () => leaving.cancel();
  }, [isVisible, mounted]);

  if (!mounted) return null;
  return (
    <div ref={box} className="fixed top-1 right-3 z-60 w-[calc(100vw-24px)] max-w-[396px]">
      <ToastCard type={type} title={message} onClose={onClose} className={className} />
    </div>
  );
}
