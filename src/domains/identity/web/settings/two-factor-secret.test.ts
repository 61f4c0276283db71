import { describe, expect, it } from 'vitest';
import { inFours, recoveryFile, svgImage } from './two-factor-secret.ts';

describe('showing a secret', () => {
  it('writes it in groups of four, and takes nothing away', () => {
    expect(inFours('JBSWY3DPEHPK')).toBe('JBSW Y3DP EHPK');
    expect(inFours('ABCDE')).toBe('ABCD E');
    expect(inFours('')).toBe('');
  });

  it('makes an image address that holds the picture whole', () => {
    const svg = '<svg viewBox="0 0 1 1"><path d="M0 0h1" fill="#000"/></svg>';
    const [, data] = svgImage(svg).split(/,(.*)/s);
    expect(decodeURIComponent(data!)).toBe(svg);
    expect(svgImage(svg)).not.toMatch(/[#"<>]/);
  });

  it('says in the file whose codes they are', () => {
    expect(recoveryFile(['aaaaa-bbbbb', 'ccccc-ddddd'], 'gauntlet.example', 'ada@example.com')).toMatch(
      /^Recovery codes for ada@example\.com at gauntlet\.example\n[^\n]+\n\naaaaa-bbbbb\nccccc-ddddd\n$/,
    );
  });
});
