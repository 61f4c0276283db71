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
  /** Saves. Throw (or let the call throw) to keep the form; an ApiError's field errors land on their fields. */
  onSubmit: (values: z.output<S>) => Promise<unknown>;
  /** Sentence when the failure has none of its own, for example "The contact could not be saved." */
  failure: string;
  /** Name under which what is typed survives a reload, unique to the record; absent: no draft. */
  draft?: string;
  /**
   * When a field is judged first: as it is left (the default), or not before the first attempt to submit. Where links
   * and buttons stand below a short form the latter is kinder: a sentence that appears under the pointer moves them
   * away.
   */
  judge?: 'onTouched' | 'onSubmit';
  /**
   * The default values are those of a record that may change while the form is open: what nobody touched in the form
   * follows them. Give the form the record's id as its key, never its version, which would throw away what was typed.
   */
  follows?: boolean;
}

export interface ContractForm<S extends FormSchema> {
  methods: UseFormReturn<z.input<S>, unknown, z.output<S>>;
  submit: (event?: FormEvent) => Promise<void>;
  /** A save is under way. */
  saving: boolean;
  /** Something was changed and not saved. */
  dirty: boolean;
  /** Leaving would lose something: what is being saved is not lost, what was typed since it was sent is. */
  unsaved: boolean;
  /** The values came from a draft of an earlier visit. */
  restored: boolean;
  /** What is typed survives leaving the page. */
  keepsDraft: boolean;
  /** Goes back to the default values and forgets the draft. */
  discard: () => void;
  /** Labels of the fields on the screen by name; FormField fills it, the error summary reads it. */
  labels: Map<string, string>;
}

const DRAFT_PAUSE = 300;

/**
 * React Hook Form bound to a contract's schema: the browser refuses exactly what the server would, in the same words.
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
    // `Form` does it: controls that are no inputs of the browser are fields, too.
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
    // Also at once when the page goes: a reload does not wait for the pause in typing.
    const flush = () => {
      clearTimeout(timer);
      keep?.();
      keep = undefined;
    };
    const stop = methods.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: changed }) => {
        // Not every notice says whether the form is changed; one about an error does not.
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

  /** Shows values as those that are saved, and upon them what differs as typed. */
  const show = (saved: FieldValues, typed: FieldValues) => {
    methods.reset(saved as Input);
    for (const name of differing(typed, saved))
      methods.setValue(name as FieldPath<Input>, typed[name] as never, { shouldDirty: true });
  };
  const followed = JSON.stringify(defaultValues);
  const known = useRef(followed);
  /** What the latest save sent, until the record is seen to have become that. */
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
      // Whoever types on while it is saved has not saved that.
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
    // A double click, or Enter held down, comes again before the button is drawn as busy.
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
