/** Why a suggestion is made, as sentences with the figures. */
import type { Benchmark } from '../contract.ts';

type Unit = Benchmark['unit'];

/** `34.2%`, `5.5 hours`, `1 day`. @param value a plain decimal */
export function amountWords(value: string, unit: Unit): string {
  const rounded = Number(Number(value).toFixed(1));
  const text = rounded.toLocaleString('en-US', { maximumFractionDigits: 1 });
  if (unit === 'percent') return `${text}%`;
  const word = unit === 'hours' ? 'hour' : 'day';
  return `${text} ${word}${rounded === 1 ? '' : 's'}`;
}

/** @param item one whose figures are shown */
export function gapEvidence({ label, unit, yours, figures, clients, better }: Benchmark): string[] {
  if (!figures || yours === null) return [];
  const [edge, side, verb] =
    better === 'high' ? [figures.lower, 'below', 'reach'] : [figures.upper, 'above', 'stay under'];
  return [
    `${label} is ${amountWords(yours, unit)} here, ${side} the ${amountWords(edge, unit)} that three in four of ${clients} clients ${verb}.`,
    `The median client has ${amountWords(figures.middle, unit)}. Noise of up to ${amountWords(figures.noise, unit)} is added.`,
  ];
}

interface Side {
  clients: number;
  middle: string;
}

export function practiceEvidence({
  label,
  metric,
  having,
  lacking,
}: {
  label: string;
  metric: { label: string; unit: Unit };
  having: Side;
  lacking: Side;
}): string[] {
  return [
    `${metric.label} is ${amountWords(having.middle, metric.unit)} at the median of ${having.clients} clients with ${label}, and ${amountWords(lacking.middle, metric.unit)} at the median of ${lacking.clients} without.`,
    'This is a difference between clients, not proof that one causes the other.',
  ];
}
