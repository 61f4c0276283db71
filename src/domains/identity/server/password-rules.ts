/**
 * Which passwords are refused: those that everyone tries first. Works offline, on a list that comes with the product.
 */
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../../kernel/errors.ts';

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

/**
 * Refuses passwords of the breach list, their simple variations, and the person's own details.
 * @param own the person's name, email address and the like.
 * @throws AppError validation on `field`.
 */
export function refuseKnownPassword(password: string, own: readonly string[], field = 'password'): void {
  const plain = password.toLowerCase();
  const stem = plain.replace(/[^a-z]+$/, '');
  const doubled = plain.slice(0, plain.length / 2);
  if (
    common.has(plain) ||
    (stem.length >= 6 && common.has(stem)) ||
    (plain === doubled + doubled && common.has(doubled)) ||
    new Set(plain).size < 4
  ) {
    throw new AppError('validation', 'This password is too common. Choose another one.', { field });
  }
  if (
    own.some(
      (part) => part.length >= 4 && plain.replace(/[^a-z0-9]/g, '') === part.toLowerCase().replace(/[^a-z0-9]/g, ''),
    )
  ) {
    throw new AppError('validation', 'This password matches your name or email address. Choose another one.', {
      field,
    });
  }
}
