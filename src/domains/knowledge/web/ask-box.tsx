import { type FormEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { newId } from '../../../kernel/ids.ts';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { knowledgeAnswers } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';

interface AskBoxProps {
  /** The text in the box; typing is reported so that a page can show passages immediately. */
  text: string;
  onType: (text: string) => void;
  onAnswered: (id: string) => void;
}

/** One box to search and to ask: typing finds passages, Enter or the button answers. */
export function AskBox({ text, onType, onAnswered }: AskBoxProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const question = input.current?.value.trim() ?? '';
    if (question === '') return input.current?.focus();
    setAsking(true);
    setFailure(undefined);
    try {
      const answer = await call(knowledgeAnswers.ask, { params: { id: newId() }, body: { question } });
      await client.invalidateQueries({ queryKey: [KNOWLEDGE.answers] });
      onAnswered(answer.id);
    } catch (error) {
      setFailure(messageFor(error, 'The question could not be answered. Try again.'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <form onSubmit={(event) => void ask(event)} className="mb-4">
      <div className="flex gap-2">
        <SearchBox
          ref={input}
          label="Search or ask a question"
          placeholder="Search or ask a question"
          fill
          value={text}
          onChange={onType}
        />
        <Button type="submit" variant="primary" loading={asking}>
          Ask
        </Button>
      </div>
      {failure && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </form>
  );
}
