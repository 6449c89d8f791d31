import { useEffect, useRef } from 'react'

/** Draws a picture that is not saved yet. An effect makes the link, so that it is made again when a hidden tab returns. */
export function LocalPicture({ picture, alt }: { picture: File; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const link = URL.createObjectURL(picture)
    if (image.current) image.current.src = link
    return () => URL.revokeObjectURL(link)
  }, [picture])
  return <img ref={image} alt={alt} />
}
