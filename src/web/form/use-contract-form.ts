import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import '../../kernel/schema-messages.ts';
import { ApiError, messageFor } from '../api/error.ts';
import { dropDraft, loadDraft, saveDraft } from './draft.ts';
import { differing, followRecord, isOwnSave } from './follow-record.ts';
import { placeErrors } from './server-errors.ts';

type FormSchema = z.ZodType<FieldValues, FieldValues>;

export interface ContractFormOptions<S extends FormSchema> {
  defaultValues: DefaultValues<z.input<S>>;
  /** Saves. An error keeps the form open; an ApiError's field errors go to their fields. */
  onSubmit: (values: z.output<S>) => Promise<unknown>;
  /** Message when the failure has none, for example "The contact could not be saved." */
  failure: string;
  /** Name of the stored draft, unique to the record; if absent, there is no draft. */
  draft?: string;
  /**
   * First validation of a field: when it is left (the default), or at the first submit. Below a short form with links
   * and buttons the latter is better: an appearing message would move them away from the pointer.
   */
  judge?: 'onTouched' | 'onSubmit';
  /**
   * The default values are a record's and may change while the form is open: untouched fields follow. Key the form by
   * the record's id, never its version, which would discard typed text.
   */
  follows?: boolean;
}

export interface ContractForm<S extends FormSchema> {
  methods: UseFormReturn<z.input<S>, unknown, z.output<S>>;
  submit: (event?: FormEvent) => Promise<void>;
  /** A save is in progress. */
  saving: boolean;
  /** There are unsaved changes. */
  dirty: boolean;
  /** Leaving would lose something: text typed since the last save was sent. */
  unsaved: boolean;
  /** The values come from an earlier visit's draft. */
  restored: boolean;
  /** Typed text survives leaving the page. */
  keepsDraft: boolean;
  /** Returns to the default values and deletes the draft. */
  discard: () => void;
  /** Labels of the visible fields by name; FormField fills it, the error summary reads it. */
  labels: Map<string, string>;
}

const DRAFT_PAUSE = 300;

/**
 * React Hook Form with a contract's schema: the browser rejects exactly what the server would, with the same messages.
 */
export function useContractForm<S extends FormSchema>(
  schema: S,
  { defaultValues, onSubmit, failure, draft, judge = 'onTouched', follows = false }: ContractFormOptions<S>,
): ContractForm<S> {
  type Input = z.input<S>;
  type Output = z.output<S>;
  const stored = useMemo(() => (draft ? loadDraft(draft) : null), [draft]);
  const methods = useForm<Input, unknown, Output>({
    resolver: useMemo(() => standardSchemaResolver<Input, unknown, Output>(schema), [schema]),
    defaultValues,
    mode: judge,
    // `Form` does it, because custom controls are fields, too.
    shouldFocusError: false,
  });
  const labels = useRef(new Map<string, string>()).current;
  const { isDirty, isSubmitting } = methods.formState;

  useEffect(() => {
    if (stored) methods.reset({ ...methods.getValues(), ...stored } as Input, { keepDefaultValues: true });
  }, [methods, stored]);

  useEffect(() => {
    if (!draft) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let keep: (() => void) | undefined;
    // Also at once when the page closes: a reload does not wait for the typing pause.
    const flush = () => {
      clearTimeout(timer);
      keep?.();
      keep = undefined;
    };
    const stop = methods.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: changed }) => {
        // Not every notification says whether the form changed; one about an error does not.
        if (changed === undefined) return;
        keep = () => (changed ? saveDraft(draft, values) : dropDraft(draft));
        clearTimeout(timer);
        timer = setTimeout(flush, DRAFT_PAUSE);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
      stop();
    };
  }, [methods, draft]);

  /** Sets saved values, and on top of them the differing typed ones. */
  const show = (saved: FieldValues, typed: FieldValues) => {
    methods.reset(saved as Input);
    for (const name of differing(typed, saved))
      methods.setValue(name as FieldPath<Input>, typed[name], { shouldDirty: true });
  };
  const followed = JSON.stringify(defaultValues);
  const known = useRef(followed);
  /** Values of the last save, until the record shows them. */
  const sent = useRef<FieldValues | null>(null);
  useEffect(() => {
    if (!follows || known.current === followed) return;
    const [before, now] = [known.current, followed].map((text) => JSON.parse(text) as FieldValues) as [
      FieldValues,
      FieldValues,
    ];
    known.current = followed;
    const isOwn = sent.current !== null && isOwnSave(before, now, sent.current);
    show(now, followRecord(isOwn ? sent.current! : before, now, methods.getValues()));
    if (isOwn) sent.current = null;
  });

  const sending = useRef(false);
  const [typesOn, setTypesOn] = useState(false);
  const send = methods.handleSubmit(async (output) => {
    const values = structuredClone(methods.getValues());
    sent.current = values;
    let typedOn = false;
    const stop = methods.subscribe({
      formState: { values: true },
      callback: ({ type }) => {
        if (typedOn || type !== 'change') return;
        typedOn = true;
        setTypesOn(true);
      },
    });
    try {
      await onSubmit(output);
      // Text typed during a save is not saved by it.
      if (typedOn) show(values, structuredClone(methods.getValues()));
      else methods.reset(methods.getValues());
      if (draft && !typedOn) dropDraft(draft);
    } catch (error) {
      sent.current = null;
      const { fields, general } = placeErrors(
        error instanceof ApiError ? error.fields : [],
        [...labels.keys()],
        messageFor(error, failure),
      );
      for (const { field, message } of fields) methods.setError(field as FieldPath<Input>, { type: 'server', message });
      if (general.length > 0) methods.setError('root.server', { type: 'server', message: general.join(' ') });
    } finally {
      stop();
      setTypesOn(false);
    }
  });
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    // A double click, or a held Enter, comes again before the button looks busy.
    if (sending.current) return;
    sending.current = true;
    try {
      await send(event);
    } finally {
      sending.current = false;
    }
  };

  return {
    methods,
    submit,
    saving: isSubmitting,
    dirty: isDirty,
    unsaved: isDirty && (typesOn || !isSubmitting),
    restored: stored !== null,
    keepsDraft: draft !== undefined,
    labels,
    discard: () => {
      if (draft) dropDraft(draft);
      methods.reset(defaultValues as Input);
    },
  };
}
