import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { slugOf } from './type-fields.ts';

/** Lets the form's `slug` follow a name until somebody enters their own. @param name the field of the name */
export function useSlugOf(name: string, isNew: boolean): void {
  const { setValue } = useFormContext();
  const value = useWatch({ name }) as string;
  const slug = useWatch({ name: 'slug' }) as string;
  const derived = useRef('');
  useEffect(() => {
    if (!isNew || slug !== derived.current) return;
    derived.current = slugOf(value);
    setValue('slug', derived.current);
    // Only the name moves the address along.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value]);
}
