/** Longest side of an image on a page, in pixels: twice the widest column. */
const LONGEST = 1_600;
const QUALITY = 0.8;

/**
 * Draws an image again as WebP, at most 1,600 pixels wide or high: it loads quickly, and says nothing about where it
 * was taken.
 * @throws DOMException for a file that is no image
 */
export async function shrinkImage(file: File): Promise<{ file: File; width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width!, height!);
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, width!, height!);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  const ending = blob.type.slice('image/'.length);
  return {
    file: new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'image'}.${ending}`, { type: blob.type }),
    width: width!,
    height: height!,
  };
}
