/** The browser's own voice and ears, where it has them. */

interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { resultIndex: number; results: ArrayLike<Result> }) => void) | null;
  onspeechstart: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
}
interface Result {
  isFinal: boolean;
  [index: number]: { transcript: string };
}
type RecognitionType = new () => Recognition;

function recognitionType(): RecognitionType | undefined {
  const all = globalThis as { SpeechRecognition?: RecognitionType; webkitSpeechRecognition?: RecognitionType };
  return all.SpeechRecognition ?? all.webkitSpeechRecognition;
}

export const canSpeak = (): boolean => 'speechSynthesis' in globalThis;
export const canListen = (): boolean => recognitionType() !== undefined;

/** Whether the page may use the microphone: a page that was opened elsewhere in the product has to be reloaded first. */
export function mayListen(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature('microphone') ?? true;
}

/**
 * Speaks a text.
 * @param onEnd called when it is over, also when it was cut
 * @returns what stops it, and says how many characters were spoken
 */
export function speak(text: string, language: string, onEnd: () => void): () => number {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  let spoken = 0;
  utterance.onboundary = ({ charIndex }) => {
    spoken = charIndex;
  };
  utterance.onend = () => {
    spoken = text.length;
    onEnd();
  };
  utterance.onerror = onEnd;
  speechSynthesis.speak(utterance);
  return () => {
    const until = spoken;
    speechSynthesis.cancel();
    return until;
  };
}

interface Heard {
  onStart(): void;
  onText(text: string): void;
  onFail(message: string): void;
}

/** Listens until it is stopped. @returns what stops it */
export function listen(language: string, { onStart, onText, onFail }: Heard): () => void {
  const Type = recognitionType();
  if (!Type) throw new Error('This browser cannot listen.');
  const recognition = new Type();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.interimResults = false;
  let isOn = true;
  recognition.onspeechstart = onStart;
  recognition.onresult = ({ results, resultIndex }) => {
    for (let index = resultIndex; index < results.length; index += 1) {
      const result = results[index]!;
      if (result.isFinal) onText(result[0]!.transcript.trim());
    }
  };
  recognition.onerror = ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return;
    isOn = false;
    onFail(
      error === 'not-allowed'
        ? 'The browser does not allow the microphone. Allow it, or type instead.'
        : 'The browser could not listen. Type instead.',
    );
  };
  // Browsers stop listening after a pause.
  recognition.onend = () => {
    if (isOn) recognition.start();
  };
  recognition.start();
  return () => {
    isOn = false;
    recognition.abort();
  };
}
