import { useEffect } from 'react'

/** Names the window after what it shows. */
export const showTitle = (title: string) => {
  document.title = `${title} - 智慧校园学校平台`
}

/** Names the window as long as it shows this; undefined leaves the name. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) showTitle(title)
  }, [title])
}
