import { useEffect } from 'react'

// Holds what the window is named after: its page, and whom or what the page shows beside it.
const shown: { page: string; subject: string | undefined } = { page: '', subject: undefined }

function write() {
  document.title = [shown.subject, shown.page, '智慧校园学校平台'].filter(Boolean).join(' - ')
}

/** Names the window after what it shows. */
export function showTitle(page: string) {
  shown.page = page
  write()
}

/** Names the window as long as it shows this; undefined leaves the name. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) showTitle(title)
  }, [title])
}

/** Names the window after whom or what its page shows too; undefined: after the page alone. */
export function showSubject(subject: string | undefined) {
  shown.subject = subject
  write()
}
