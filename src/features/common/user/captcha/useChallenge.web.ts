import { useEffect, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { type In, type Out, send } from '#web/api/send.ts'

/** Describes the proof that a person is here: of a slide, or a code that was read. */
export type Solved = { codeToken: string } | { codeId: string; code: string }

/** Returns a challenge of the server; `renew` asks for another one, `problem` says why there is none. */
export function useChallenge<C extends Call>(call: C) {
  const [challenge, setChallenge] = useState<Out<C>>()
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  const asked = useRef(-1)
  useEffect(() => {
    if (asked.current === round) return
    asked.current = round
    // Casts the empty input of these calls.
    send(call, {} as In<C>).then(
      ({ result }) => {
        if (asked.current !== round) return
        setChallenge(() => result)
      },
      (error: Error) => setProblem(error.message),
    )
  }, [call, round])
  const renew = () => {
    setChallenge(undefined)
    setProblem('')
    setRound((before) => before + 1)
  }
  return { challenge, problem, renew }
}
