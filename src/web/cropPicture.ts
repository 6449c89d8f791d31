/** Cuts a picture from its middle to a size in pixels, as a jpg; undefined where the file is no picture that the browser knows. */
export async function cropPicture(file: File, width: number, height: number): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.max(width / picture.width, height / picture.height)
  const canvas = new OffscreenCanvas(width, height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
}
