import { type FormEvent, useCallback, useState } from 'react'
import type { FormValues } from '#contract/form/column.ts'
import { LinkedForm } from '#features/m/ans/LinkedForm.panel.tsx'
import { askAsStranger, readHashKey } from '#web/stranger/ask.ts'
import { Card } from '#web/stranger/Card.tsx'
import { newOnce } from '#web/stranger/once.ts'
import type { mFill } from './fill.contract.ts'

/** Draws a form that anybody with its link fills in; one page of a browser answers once, and may begin another. */
export default function FillPage() {
  const [key] = useState(readHashKey('k'))
  const [once, setOnce] = useState(() => localStorage.getItem(onceOf(key)) ?? begin(key))
  const [word, setWord] = useState<string>()
  const [locked, setLocked] = useState<{ title: string; entName: string }>()
  const draft = `fill draft ${key}`
  const open = async (typed = word) => {
    const { form, ...head } = await askAsStranger<typeof mFill.open>('POST', '/m/fill/open', { key, once, word: typed })
    if (!form) {
      setLocked(head)
      throw new Error('请输入口令')
    }
    return form.vals ? form : { ...form, vals: readDraft(draft) }
  }
  const upload = useCallback(
    (file: File, clmnNo: string) =>
      askAsStranger<typeof mFill.upload>('POST', '/m/fill/upload', { key, once, word, clmnNo, file }, { file }),
    [key, once, word],
  )
  if (locked && word === undefined)
    return (
      <WordForm
        {...locked}
        onWord={async (typed) => {
          await open(typed)
          setWord(typed)
        }}
      />
    )
  return (
    <LinkedForm
      key={`${once} ${word ?? ''}`}
      open={() => open()}
      keep={async (vals) => sessionStorage.setItem(draft, JSON.stringify(vals))}
      send={async (vals) => {
        await askAsStranger<typeof mFill.send>('POST', '/m/fill/send', { key, once, word, vals })
        sessionStorage.removeItem(draft)
      }}
      upload={upload}
      after={
        <button type="button" className="m-button plain" onClick={() => setOnce(begin(key))}>
          再填一份
        </button>
      }
    />
  )
}

const onceOf = (key: string) => `fill ${key}`

/** Begins an answer of its own, which this browser finds again. */
function begin(key: string): string {
  const once = newOnce()
  localStorage.setItem(onceOf(key), once)
  return once
}

// Reads what was typed in this window before it was sent; nothing where the browser has thrown it away.
function readDraft(name: string): FormValues | null {
  const kept = sessionStorage.getItem(name)
  return kept ? (JSON.parse(kept) as FormValues) : null
}

/** Asks for the word of a collection that not everybody with its link is to fill in. */
function WordForm({ title, entName, onWord }: { title: string; entName: string; onWord: (word: string) => Promise<unknown> }) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const word = String(new FormData(event.currentTarget).get('word')).trim()
    if (!word) return setProblem('请输入口令')
    setBusy(true)
    setProblem('')
    onWord(word).catch((error: Error) => {
      setProblem(error.message)
      setBusy(false)
    })
  }
  return (
    <Card title={title} about={entName}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      <form onSubmit={send} className="m-form" noValidate>
        <label>
          口令
          <input
            className="m-input"
            name="word"
            maxLength={20}
            autoComplete="off"
            required
            aria-invalid={problem ? true : undefined}
          />
        </label>
        <button type="submit" className="m-button" disabled={busy}>
          下一步
        </button>
      </form>
    </Card>
  )
}
