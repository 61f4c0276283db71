/** How carriers cut a text into segments, each of which they bill. */
import { SegmentedMessage } from 'sms-segments-calculator';

export interface TextSize {
  /** GSM-7 holds 160 characters in one segment, UCS-2 70; a longer text loses a few in each. */
  encoding: 'GSM-7' | 'UCS-2';
  segments: number;
  characters: number;
  /** Characters outside GSM-7, which make the text UCS-2; each once. */
  special: string[];
}

export function sizeOf(text: string): TextSize {
  const message = new SegmentedMessage(text);
  return {
    encoding: message.encodingName === 'UCS-2' ? 'UCS-2' : 'GSM-7',
    segments: text === '' ? 0 : message.segmentsCount,
    characters: message.numberOfCharacters,
    special: message.encodingName === 'UCS-2' ? [...new Set(message.getNonGsmCharacters())].slice(0, 10) : [],
  };
}
